// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// DFTs of every radix that OpenCL tiles use, in registers, as functions dft<R>(v): those of num/butterfly.h, composite
// radices, and primes from 17 on.
INLINE void dft2(C *v) { butterfly2(v); }
INLINE void dft3(C *v) { butterfly3(v); }
INLINE void dft4(C *v) { butterfly4(&v[0], &v[1], &v[2], &v[3]); }
INLINE void dft5(C *v) { butterfly5(v); }
INLINE void dft7(C *v) { butterfly7(v); }
INLINE void dft8(C *v) { butterfly8(v); }
INLINE void dft11(C *v) { butterfly11(v); }
INLINE void dft13(C *v) { butterfly13(v); }
INLINE void dft16(C *v) { butterfly16(v); }

// Coprime factors need no twiddles between them (Good 1958). Element (a, b) of the array is point (B a + A b) mod A B of
// the input, and result k of the output is the one that is k modulo A and modulo B.
#define COPRIME_DFT(R, A, B)                                                      \
  INLINE void dft##R(C *v) {                                                      \
    C t[R];                                                                       \
    UNROLL for (int a = 0; a < A; a++) {                                          \
      UNROLL for (int b = 0; b < B; b++) t[a * B + b] = v[(B * a + A * b) % (R)]; \
      dft##B(t + a * B);                                                          \
    }                                                                             \
    UNROLL for (int b = 0; b < B; b++) {                                          \
      C column[A];                                                                \
      UNROLL for (int a = 0; a < A; a++) column[a] = t[a * B + b];                \
      dft##A(column);                                                             \
      UNROLL for (int k = b; k < (R); k += B) v[k] = column[k % A];               \
    }                                                                             \
  }
COPRIME_DFT(6, 3, 2)
COPRIME_DFT(10, 5, 2)
COPRIME_DFT(12, 4, 3)
COPRIME_DFT(14, 7, 2)
COPRIME_DFT(15, 5, 3)

// Radix A * B: columns, twiddles exp(-2 pi i a b / R), rows, transposed order.
#define POWER_DFT(R, A, B)                                                                     \
  INLINE void dft##R(C *v) {                                                                   \
    CONSTANTS(SCALAR, re) = {COS_OF_##R};                                                      \
    CONSTANTS(SCALAR, im) = {SIN_OF_##R};                                                      \
    C t[R];                                                                                    \
    UNROLL for (int b = 0; b < B; b++) {                                                       \
      C column[A];                                                                             \
      UNROLL for (int a = 0; a < A; a++) column[a] = v[B * a + b];                             \
      dft##A(column);                                                                          \
      UNROLL for (int a = 0; a < A; a++)                                                       \
        t[B * a + b] = a * b ? c_twiddle(column[a], re[a * b], im[a * b]) : column[a];            \
    }                                                                                          \
    UNROLL for (int a = 0; a < A; a++) {                                                       \
      dft##B(t + B * a);                                                                       \
      UNROLL for (int b = 0; b < B; b++) v[a + A * b] = t[B * a + b];                          \
    }                                                                                          \
  }
// exp(-2 pi i k / R), for as many k as POWER_DFT uses.
#define COS_OF_9 \
  LITERAL(1.), LITERAL(0.76604444311897803520), LITERAL(0.17364817766693034885), -LITERAL(0.5), \
  -LITERAL(0.93969262078590838405)
#define SIN_OF_9 \
  LITERAL(0.), -LITERAL(0.64278760968653932632), -LITERAL(0.98480775301220805937), -LITERAL(0.86602540378443864676), \
  -LITERAL(0.34202014332566873304)
POWER_DFT(9, 3, 3)

// The radices below are rare and need many registers. A program contains only those that it uses, which shortens
// compilation.
#define HAS(R) \
  (TCF_R0 == R || TCF_R1 == R || TCF_R2 == R || TCF_R3 == R || TCF_R4 == R || TCF_R5 == R || TCF_R6 == R)
#if HAS(18)
COPRIME_DFT(18, 2, 9)
#endif
#if HAS(20)
COPRIME_DFT(20, 5, 4)
#endif
#if HAS(21)
COPRIME_DFT(21, 7, 3)
#endif
#if HAS(22)
COPRIME_DFT(22, 2, 11)
#endif
#if HAS(24)
COPRIME_DFT(24, 8, 3)
#endif
#if HAS(26)
COPRIME_DFT(26, 2, 13)
#endif
#if HAS(28)
COPRIME_DFT(28, 7, 4)
#endif
#if HAS(30)
COPRIME_DFT(30, 6, 5)
#endif
#if HAS(25)
#define COS_OF_25 \
  LITERAL(1.), LITERAL(0.96858316112863111949), LITERAL(0.87630668004386358731), LITERAL(0.72896862742141152315), \
  LITERAL(0.53582679497899661827), LITERAL(0.30901699437494742410), LITERAL(0.062790519529313376076), \
  -LITERAL(0.18738131458572463054), -LITERAL(0.42577929156507264886), -LITERAL(0.63742398974868971018), \
  -LITERAL(0.80901699437494742410), -LITERAL(0.92977648588825140366), -LITERAL(0.99211470131447783105), \
  -LITERAL(0.99211470131447783105), -LITERAL(0.92977648588825140366), -LITERAL(0.80901699437494742410), \
  -LITERAL(0.63742398974868971018)
#define SIN_OF_25 \
  LITERAL(0.), -LITERAL(0.24868988716485478824), -LITERAL(0.48175367410171527499), -LITERAL(0.68454710592868867373), \
  -LITERAL(0.84432792550201507855), -LITERAL(0.95105651629515357212), -LITERAL(0.99802672842827156195), \
  -LITERAL(0.98228725072868868109), -LITERAL(0.90482705246601952771), -LITERAL(0.77051324277578923080), \
  -LITERAL(0.58778525229247312917), -LITERAL(0.36812455268467795916), -LITERAL(0.12533323356430424537), \
  LITERAL(0.12533323356430424537), LITERAL(0.36812455268467795916), LITERAL(0.58778525229247312917), \
  LITERAL(0.77051324277578923080)
POWER_DFT(25, 5, 5)
#endif
#if HAS(27)
#define COS_OF_27 \
  LITERAL(1.), LITERAL(0.97304487057982383883), LITERAL(0.89363264032341224819), LITERAL(0.76604444311897803520), \
  LITERAL(0.59715859170278616485), LITERAL(0.39607976603915682370), LITERAL(0.17364817766693034885), \
  -LITERAL(0.058144828910475828539), -LITERAL(0.28680323271109025310), -LITERAL(0.5), \
  -LITERAL(0.68624163786873358573), -LITERAL(0.83548781141293641965), -LITERAL(0.93969262078590838405), \
  -LITERAL(0.99323835774194298855), -LITERAL(0.99323835774194298855), -LITERAL(0.93969262078590838405), \
  -LITERAL(0.83548781141293641965)
#define SIN_OF_27 \
  LITERAL(0.), -LITERAL(0.23061587074244017845), -LITERAL(0.44879918020046217279), -LITERAL(0.64278760968653932632), \
  -LITERAL(0.80212319275504378508), -LITERAL(0.91821610688027401476), -LITERAL(0.98480775301220805937), \
  -LITERAL(0.99830815827126820805), -LITERAL(0.95798951231548887444), -LITERAL(0.86602540378443864676), \
  -LITERAL(0.72737364157304869599), -LITERAL(0.54950897807080603526), -LITERAL(0.34202014332566873304), \
  -LITERAL(0.11609291412523022968), LITERAL(0.11609291412523022968), LITERAL(0.34202014332566873304), \
  LITERAL(0.54950897807080603526)
POWER_DFT(27, 9, 3)
#endif
#if HAS(32)
#define COS_OF_32 \
  LITERAL(1.), LITERAL(0.98078528040323044913), LITERAL(0.92387953251128675613), LITERAL(0.83146961230254523708), \
  LITERAL(0.70710678118654752440), LITERAL(0.55557023301960222474), LITERAL(0.38268343236508977173), \
  LITERAL(0.19509032201612826785), LITERAL(0.), -LITERAL(0.19509032201612826785), -LITERAL(0.38268343236508977173), \
  -LITERAL(0.55557023301960222474), -LITERAL(0.70710678118654752440), -LITERAL(0.83146961230254523708), \
  -LITERAL(0.92387953251128675613), -LITERAL(0.98078528040323044913), -LITERAL(1.), -LITERAL(0.98078528040323044913), \
  -LITERAL(0.92387953251128675613), -LITERAL(0.83146961230254523708), -LITERAL(0.70710678118654752440), \
  -LITERAL(0.55557023301960222474)
#define SIN_OF_32 \
  LITERAL(0.), -LITERAL(0.19509032201612826785), -LITERAL(0.38268343236508977173), -LITERAL(0.55557023301960222474), \
  -LITERAL(0.70710678118654752440), -LITERAL(0.83146961230254523708), -LITERAL(0.92387953251128675613), \
  -LITERAL(0.98078528040323044913), -LITERAL(1.), -LITERAL(0.98078528040323044913), -LITERAL(0.92387953251128675613), \
  -LITERAL(0.83146961230254523708), -LITERAL(0.70710678118654752440), -LITERAL(0.55557023301960222474), \
  -LITERAL(0.38268343236508977173), -LITERAL(0.19509032201612826785), LITERAL(0.), LITERAL(0.19509032201612826785), \
  LITERAL(0.38268343236508977173), LITERAL(0.55557023301960222474), LITERAL(0.70710678118654752440), \
  LITERAL(0.83146961230254523708)
POWER_DFT(32, 8, 4)
#endif
#if HAS(17)
INLINE void dft17(C *v) {
  CONSTANTS(SCALAR, c) = {LITERAL(0.092268359463301995240), -LITERAL(0.27366299007208286354),
                          LITERAL(0.44573835577653826740), -LITERAL(0.60263463637925638918),
                          LITERAL(0.73900891722065911592), -LITERAL(0.85021713572961415213),
                          LITERAL(0.93247222940435580457), -LITERAL(0.98297309968390177828)};
  CONSTANTS(SCALAR, s) = {LITERAL(0.18374951781657033157), LITERAL(0.36124166618715294874),
                          LITERAL(0.52643216287735580024), LITERAL(0.67369564364655721171),
                          LITERAL(0.79801722728023950333), LITERAL(0.89516329135506232207),
                          LITERAL(0.96182564317281907041), LITERAL(0.99573417629503452187)};
  CONSTANTS(int, of_c) = {4, 5, 3, 6, 2, 7, 1, 8};
  CONSTANTS(int, of_s) = {8, 1, 7, 2, 6, 3, 5, 4};
  CONSTANTS(int, inverse) = {1, 9, 6, 13, 7, 3, 5, 15};
  butterfly_odd(v, 17, c, of_c, s, of_s, inverse);
}
#endif
#if HAS(19)
INLINE void dft19(C *v) {
  CONSTANTS(SCALAR, c) = {-LITERAL(0.082579345472332324600), LITERAL(0.24548548714079914892),
                          -LITERAL(0.40169542465296945752), LITERAL(0.54694815812242687471),
                          -LITERAL(0.67728157162574107476), LITERAL(0.78914050939639359922),
                          -LITERAL(0.87947375120648907139), LITERAL(0.94581724170063467902),
                          -LITERAL(0.98636130340272237360)};
  CONSTANTS(SCALAR, s) = {LITERAL(0.16459459028073389414), LITERAL(0.32469946920468348741),
                          LITERAL(0.47594739303707354443), LITERAL(0.61421271268966781744),
                          LITERAL(0.73572391067313162477), LITERAL(0.83716647826252857481),
                          LITERAL(0.91577332665505743992), LITERAL(0.96940026593933041674),
                          LITERAL(0.99658449300666984982)};
  CONSTANTS(int, of_c) = {5, 4, 6, 3, 7, 2, 8, 1, 9};
  CONSTANTS(int, of_s) = {9, 1, 8, 2, 7, 3, 6, 4, 5};
  CONSTANTS(int, inverse) = {1, 10, 13, 5, 4, 16, 11, 12, 17};
  butterfly_odd(v, 19, c, of_c, s, of_s, inverse);
}
#endif
#if HAS(23)
INLINE void dft23(C *v) {
  CONSTANTS(SCALAR, c) = {-LITERAL(0.068242413364670975921), LITERAL(0.20345601305263378988),
                          -LITERAL(0.33487961217098615196), LITERAL(0.46006503773115212604),
                          -LITERAL(0.57668032211486714125), LITERAL(0.68255314321865408287),
                          -LITERAL(0.77571129070441980704), LITERAL(0.85441940454648855255),
                          -LITERAL(0.91721130150545301784), LITERAL(0.96291728734779929502),
                          -LITERAL(0.99068594603633075234)};
  CONSTANTS(SCALAR, s) = {LITERAL(0.13616664909624659076), LITERAL(0.26979677115702427125),
                          LITERAL(0.39840108984624145800), LITERAL(0.51958395003543357813),
                          LITERAL(0.63108794432605278937), LITERAL(0.73083596427812410165),
                          LITERAL(0.81696989301044201697), LITERAL(0.88788521840237523498),
                          LITERAL(0.94226092211882049562), LITERAL(0.97908408768232287563),
                          LITERAL(0.99766876919053919845)};
  CONSTANTS(int, of_c) = {6, 5, 7, 4, 8, 3, 9, 2, 10, 1, 11};
  CONSTANTS(int, of_s) = {11, 1, 10, 2, 9, 3, 8, 4, 7, 5, 6};
  CONSTANTS(int, inverse) = {1, 12, 8, 6, 14, 4, 10, 3, 18, 7, 21};
  butterfly_odd(v, 23, c, of_c, s, of_s, inverse);
}
#endif
#if HAS(29)
INLINE void dft29(C *v) {
  CONSTANTS(SCALAR, c) = {LITERAL(0.054138908585417526150), -LITERAL(0.16178199655276472654),
                          LITERAL(0.26752833852922082119), -LITERAL(0.37013815533991435686),
                          LITERAL(0.46840844069979013922), -LITERAL(0.56118706536238236927),
                          LITERAL(0.64738628478182763918), -LITERAL(0.72599549192313085814),
                          LITERAL(0.79609306570564374600), -LITERAL(0.85685717616758924452),
                          LITERAL(0.90757541967095705362), -LITERAL(0.94765317118280244427),
                          LITERAL(0.97662055571008668321), -LITERAL(0.99413795715435960896)};
  CONSTANTS(SCALAR, s) = {LITERAL(0.10811901842394176303), LITERAL(0.21497044021102406718),
                          LITERAL(0.31930153013597997320), LITERAL(0.41988910156026457697),
                          LITERAL(0.51555385717702173971), LITERAL(0.60517421519376516592),
                          LITERAL(0.68769945885342329308), LITERAL(0.76216205512763646326),
                          LITERAL(0.82768899815689055614), LITERAL(0.88351204444602292283),
                          LITERAL(0.92897671981679144179), LITERAL(0.96354999251922296004),
                          LITERAL(0.98682652254152615177), LITERAL(0.99853341385112386457)};
  CONSTANTS(int, of_c) = {7, 8, 6, 9, 5, 10, 4, 11, 3, 12, 2, 13, 1, 14};
  CONSTANTS(int, of_s) = {14, 1, 13, 2, 12, 3, 11, 4, 10, 5, 9, 6, 8, 7};
  CONSTANTS(int, inverse) = {1, 15, 10, 22, 6, 5, 25, 11, 13, 3, 8, 17, 9, 27};
  butterfly_odd(v, 29, c, of_c, s, of_s, inverse);
}
#endif
#if HAS(31)
INLINE void dft31(C *v) {
  CONSTANTS(SCALAR, c) = {-LITERAL(0.050649168838712712279), LITERAL(0.15142777750457666366),
                          -LITERAL(0.25065253225872053931), LITERAL(0.34730525284482028554),
                          -LITERAL(0.44039415155763430952), LITERAL(0.52896401032696245737),
                          -LITERAL(0.61210598254766284415), LITERAL(0.68896691907568656780),
                          -LITERAL(0.75875812269279090191), LITERAL(0.82076344120727632636),
                          -LITERAL(0.87434661614458211883), LITERAL(0.91895781162023062913),
                          -LITERAL(0.95413925640004885148), LITERAL(0.97952994125249449394),
                          -LITERAL(0.99486932339189514632)};
  CONSTANTS(SCALAR, s) = {LITERAL(0.10116832198743217779), LITERAL(0.20129852008866007914),
                          LITERAL(0.29936312297335795401), LITERAL(0.39435585511331858010),
                          LITERAL(0.48530196253108102521), LITERAL(0.57126821509479227916),
                          LITERAL(0.65137248272222220745), LITERAL(0.72479278722911995887),
                          LITERAL(0.79077573693769858208), LITERAL(0.84864425749475095046),
                          LITERAL(0.89780453957074165714), LITERAL(0.93775213214708045843),
                          LITERAL(0.96807711886620430515), LITERAL(0.98846832432811139916),
                          LITERAL(0.99871650717105280715)};
  CONSTANTS(int, of_c) = {8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  CONSTANTS(int, of_s) = {15, 1, 14, 2, 13, 3, 12, 4, 11, 5, 10, 6, 9, 7, 8};
  CONSTANTS(int, inverse) = {1, 16, 21, 8, 25, 26, 9, 4, 7, 28, 17, 13, 12, 20, 29};
  butterfly_odd(v, 31, c, of_c, s, of_s, inverse);
}
#endif
