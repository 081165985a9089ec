// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "conformance/problems.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int problems_count(const char *const *list) {
  int count = 0;
  while (list[count]) count++;
  return count;
}

// Batches of tiny transforms are large enough for the L2 gate to be a statistic.

const char *const problems_small[] = {"c2c:1*300",
                                      "c2c:2*200",
                                      "c2c:4*100",
                                      "c2c:7*50",
                                      "c2c:16*20",
                                      "c2c:23*17",
                                      "c2c:60*5",
                                      "c2c:64*3:inplace",
                                      "c2c:127*3",
                                      "c2c:254",
                                      "c2c:256*2",
                                      "c2c:360",
                                      "c2c:509",
                                      "c2c:1024",
                                      "c2c:2048",
                                      "c2c:2187",
                                      "c2c:4096",
                                      "r2c:1*300",
                                      "r2c:2*200",
                                      "r2c:15*20",
                                      "r2c:64*5",
                                      "r2c:101*3",
                                      "r2c:1000",
                                      "r2c:30*9:inplace",
                                      "r2c:64*10:id=16",
                                      "c2r:1*300",
                                      "c2r:2*200",
                                      "c2r:15*20",
                                      "c2r:64*5",
                                      "c2r:101*3",
                                      "c2r:1000",
                                      "c2r:30*9:inplace",
                                      "dct1:2*200",
                                      "dct1:17*20",
                                      "dct1:100*3",
                                      "dct2:1*300",
                                      "dct2:15*20",
                                      "dct2:64*5",
                                      "dct3:33*9",
                                      "dct3:128*3",
                                      "dct4:9*30",
                                      "dct4:100*3",
                                      "c2c:16x12*2",
                                      "c2c:5x6x7",
                                      "c2c:3x4x5x6",
                                      "r2c:9x10*3",
                                      "c2r:9x10*3",
                                      "dct2:8x9*4",
                                      "c2c:64*7:is=16:id=2:os=1:od=70",
                                      "c2c:16x16*2:is=40,2:id=700:os=1,16:od=256",
                                      "r2c:30*9:is=2:id=64",
                                      "dct3:33*9:is=9:id=1",
                                      "c2c:16*20:tensor",
                                      "c2c:64*5:tensor",
                                      "c2c:256:tensor",
                                      "c2c:60*5:tensor",
                                      "r2c:64*5:tensor",
                                      NULL};

const char *const problems_lengths[] = {
    "c2c:1025*3", "c2c:2048*3", "c2c:4096*3", "c2c:8192*2", "c2c:16384*2", "c2c:32768*2", "c2c:65536*2", "c2c:131072",
    "c2c:262144", "c2c:524288", "c2c:1048576",
    // other radices
    "c2c:2187*3", "c2c:531441", "c2c:390625", "c2c:117649", "c2c:14641*2", "c2c:28561*2", "c2c:4913*2", "c2c:6859*2",
    "c2c:1200*3", "c2c:2310*3", "c2c:5040*3", "c2c:10000*2", "c2c:30030*2", "c2c:44100*2", "c2c:48000*2", "c2c:100000",
    "c2c:510510", "c2c:1000000", "c2c:746496", "c2c:823543",
    // primes
    "c2c:1031*3", "c2c:1093*3", "c2c:2003*3", "c2c:4099*3", "c2c:8191*2", "c2c:10007*2", "c2c:32749*2", "c2c:65521*2",
    "c2c:65537*2", "c2c:99991", "c2c:131071", "c2c:262139", "c2c:524287", "c2c:999983", "c2c:1048573",
    // awkward composites: large prime factors, prime squares, products of middling primes
    "c2c:2018*3", "c2c:3027*3", "c2c:6054*3", "c2c:7429*3", "c2c:16129*2", "c2c:16144*2", "c2c:47027*2", "c2c:131042",
    "c2c:265189", "c2c:1048575", "c2c:1048574", "c2c:1042441", "c2c:1018081", NULL};

const char *const problems_real[] = {
    "c2r:1022*3", "c2r:1022*5:inplace", "r2c:1022*5:inplace", "r2c:511*3", "r2c:512*3", "r2c:1000*3", "r2c:1009*3",
    "r2c:1024*3", "r2c:4095*3", "r2c:4096*3", "r2c:4097*3", "r2c:10007*2", "r2c:16384*2", "r2c:20014*2", "r2c:30030*2",
    "r2c:59049", "r2c:65521", "r2c:65536", "r2c:99991", "r2c:100000", "r2c:131042", "r2c:262144", "r2c:1048576", "c2r:511*3",
    "c2r:512*3", "c2r:1000*3", "c2r:1009*3", "c2r:1024*3", "c2r:4095*3", "c2r:4096*3", "c2r:4097*3", "c2r:10007*2",
    "c2r:16384*2", "c2r:20014*2", "c2r:30030*2", "c2r:59049", "c2r:65521", "c2r:65536", "c2r:99991", "c2r:100000",
    "c2r:131042", "c2r:262144", "c2r:1048576",
    // primes, and odd multiples of them, by Rader's convolution of real numbers on GPUs
    "r2c:211*200", "c2r:211*200:inplace", "r2c:2165*150", "c2r:2165*150", "r2c:1055*150:inplace",
    "c2r:433*200:is=200:id=1:os=200:od=1", "r2c:303*200:is=2:id=607:os=3:od=460",
    // odd lengths in several launches
    "r2c:31273*2", "c2r:31273*2", "r2c:23201", "c2r:23201", "r2c:45045*3", "c2r:45045*3", "r2c:21879:inplace",
    "c2r:21879:inplace", "r2c:19683*3:is=3:id=1:os=3:od=1", "c2r:19683*3:is=3:id=1:os=3:od=1",
    // Butterflies that are too large for a Hermitian split in a thread.
    "r2c:578*3", "r2c:1020*3", "r2c:1058*3:inplace", "c2r:306*3", "c2r:578*3", "c2r:1020*3:inplace", "c2r:722:is=2",
    // Odd lengths of two to four passes, of which some have half of the butterflies.
    "r2c:55*40", "c2r:55*40", "r2c:231*7", "c2r:231*7", "r2c:289*3", "c2r:289*3", "r2c:441*3:inplace", "c2r:441*3:inplace",
    "r2c:1323*3", "c2r:1323*3", "r2c:1045*3:is=2:id=2090", "c2r:2079*2:os=3:od=6237", "r2c:9009", "c2r:9009", "r2c:13851",
    "c2r:13851", "r2c:77*40:is=40:os=40:id=1:od=1", "c2r:77*40:is=40:os=40:id=1:od=1", "r2c:3x63*2", "c2r:3x63*2",
    // Odd lengths by Bluestein's algorithm, with as many bins as follow from no others.
    "r2c:1637*3", "c2r:1637*3", "r2c:1907*2", "c2r:1907*2", "r2c:1599*3:inplace", "c2r:1599*3:inplace",
    "r2c:1025*3:is=2:id=2050", "c2r:1025*20:is=20:os=20:id=1:od=1", "r2c:298*3", "r2c:149*20", "c2r:149*20", NULL};

const char *const problems_dct[] = {
    "dct1:256*3",   "dct1:257*3",  "dct1:1000*3", "dct1:1009*3",  "dct1:1024*3",  "dct1:1025*3",  "dct1:4097*2",
    "dct1:10007*2", "dct1:30030",  "dct1:65537",  "dct1:99991",   "dct1:100000",  "dct2:256*3",   "dct2:257*3",
    "dct2:1000*3",  "dct2:1009*3", "dct2:1024*3", "dct2:4095*2",  "dct2:4096*2",  "dct2:10007*2", "dct2:30030",
    "dct2:65521",   "dct2:65536",  "dct2:99991",  "dct2:100000",  "dct3:256*3",   "dct3:257*3",   "dct3:1000*3",
    "dct3:1009*3",  "dct3:1024*3", "dct3:4095*2", "dct3:4096*2",  "dct3:10007*2", "dct3:30030",   "dct3:65521",
    "dct3:65536",   "dct3:99991",  "dct3:100000", "dct4:256*3",   "dct4:257*3",   "dct4:1000*3",  "dct4:1009*3",
    "dct4:1024*3",  "dct4:4095*2", "dct4:4096*2", "dct4:10007*2", "dct4:30030",   "dct4:65521",   "dct4:65536",
    "dct4:99991",   "dct4:100000", NULL};

const char *const problems_multi[] = {
    "c2c:16384x20", "c2c:6000x18*2", "c2c:3x9000x32:inplace", "c2c:1x1*300", "c2c:1x64*8", "c2c:64x1*8", "c2c:2x2*100",
    "c2c:4x4*20", "c2c:16x16*5", "c2c:31x17*3", "c2c:100x30*2", "c2c:256x512", "c2c:1009x2", "c2c:2x1009", "c2c:3x65536",
    "c2c:65536x3", "c2c:1024x1024", "c2c:127x254", "c2c:1000x999", "c2c:8x9x10*3", "c2c:64x64x64", "c2c:1x30x1*9",
    "c2c:17x19x23", "c2c:128x4x101", "c2c:4x4096x2", "c2c:2x3x4x5*5", "c2c:5x6x7x8*2", "c2c:16x16x16x16", "c2c:127x3x2x11",
    "c2c:1x1x1x40*9", "c2c:128x128*3", "c2c:64x48*7", "c2c:125x121:inplace", "c2c:9x1331*2", "c2c:2048x7",
    "c2c:16x12x10*9:inplace", "c2c:4x6x8x10*3", "c2c:30x3x64x36*2:inplace", "c2c:32x32*5:id=1100:od=1029", "c2c:1x24x1x36*3",
    "c2c:12x16*3:is=20,1:id=300", "c2c:12x16*3:os=20,1:od=300", "c2c:16x18x1*5:inplace", "r2c:1x1*300", "r2c:16x16*5",
    "r2c:9x15*4", "r2c:1x33*9", "r2c:33x1*9", "r2c:512x511", "r2c:511x512", "r2c:1009x30", "r2c:8x9x10*3", "r2c:33x64x10",
    "r2c:3x4x5x7*3", "c2r:1x1*300", "c2r:16x16*5", "c2r:9x15*4", "c2r:1x33*9", "c2r:33x1*9", "c2r:512x511", "c2r:511x512",
    "c2r:1009x30", "c2r:8x9x10*3", "c2r:33x64x10", "c2r:3x4x5x7*3",
    // several axes of real numbers that fit a block: rows of an even or odd length, of one pair,
    // outer axes of one pass
    "c2c:13x2*41", "c2c:2x27*5", "r2c:2x27*37", "c2r:2x27*37", "r2c:13x2*41", "c2r:13x2*41", "r2c:2x2x2*70", "c2r:2x2x2*70",
    "r2c:64x66*3", "c2r:64x66*3", "r2c:11x63x2*7", "c2r:11x63x2*7", "r2c:100x100*2", "c2r:100x100*2", "r2c:81x125",
    "c2r:81x125", "r2c:7x1x20x9*3", "c2r:7x1x20x9*3", "r2c:16x16x60", "c2r:16x16x60", "c2r:7x30x200*2",
    "c2r:5x8x9*6:is=81,5,1:id=500", "r2c:8x9*6:id=100:od=60", "c2r:8x9*6:id=100:od=80", "dct1:9x17*4", "dct1:9x17x5*2",
    "dct1:2x3x4x5*4", "dct2:8x8*10", "dct2:1x40*9", "dct2:64x65x6", "dct2:480x640", "dct3:4x5x6x7", "dct3:31x100*2",
    "dct4:15x16x17", "dct4:257x30", NULL};

const char *const problems_strides[] = {
    // batch innermost, on one side or both
    "c2c:64*16:is=16:id=1:os=16:od=1", "c2c:100*3:is=3:id=1:os=3:od=1", "c2c:4096*5:is=5:id=1", "c2c:4096*5:os=5:od=1",
    "c2c:65536*2:is=2:id=1:os=2:od=1", "c2c:1009*17:is=17:id=1:os=17:od=1", "c2c:16384*3:is=3:id=1:od=20000",
    // gaps
    "c2c:100*3:is=3:id=1000", "c2c:64*7:is=16:id=2:os=1:od=70", "c2c:1009*2:is=3:id=4000:os=2:od=2500",
    "c2c:1024*4:id=1031:od=1025", "c2c:1*300:id=3:od=7", "c2c:2*200:is=5:id=11:os=3:od=7",
    // transposing, slices of larger arrays
    "c2c:16x16*3:is=40,2:id=1000:os=1,16:od=256", "c2c:30x20*2:is=1,30:id=600:os=1,30:od=600", "c2c:256x128:is=1,256",
    "c2c:256x128:os=1,256", "c2c:6x7x8*2:is=1,6,42:id=336:os=200,20,2:od=1300",
    "c2c:6x7x8*9:is=504,72,9:id=1:os=504,72,9:od=1", "c2c:3x4x5x6*2:is=1000,200,30,3:id=4000:os=1,3,12,60:od=360",
    "c2c:1000x30:is=32,1:os=33,1",
    // real transforms
    "r2c:30*9:is=2:id=64", "r2c:30*9:os=3:od=50", "r2c:1000*3:is=3:id=1:os=3:od=1", "r2c:1009*2:is=2:id=1:os=1:od=600",
    "r2c:8x12*4:is=30,2:id=500:os=20,2:od=333", "r2c:8x12*4:is=1,8:id=96:os=1,8:od=60",
    "r2c:4x6x10*2:is=100,16,1:id=400:os=1,4,24:od=200", "c2r:30*9:is=2:id=64", "c2r:30*9:os=3:od=100", "c2r:3*40:id=3:od=10",
    "c2r:1000*3:is=3:id=1:os=3:od=1", "c2r:1009*2:is=1:id=600:os=2:od=1", "c2r:8x12*4:is=20,2:id=333:os=30,2:od=500",
    "c2r:8x12*4:is=1,8:id=60:os=1,8:od=96", "c2r:4x6x10*2:is=1,4,24:id=200:os=100,16,1:od=400",
    // odd real lengths that a thread has whole, of which there are many: rows and columns on either side, several batch
    // dimensions, tiles that are not full; and planes of such axes
    "c2r:31*170:is=2:id=40:od=33", "c2r:7*200:is=200:id=1", "c2r:11*300:os=300:od=1", "c2r:13*170:is=170:id=1:os=170:od=1",
    "c2r:29*300:id=20:os=2:od=64", "c2r:3*1001", "c2r:23*1001", "r2c:31*170:is=2:id=70:od=17", "r2c:7*200:is=200:id=1",
    "r2c:11*300:os=300:od=1", "r2c:13*170:is=170:id=1:os=170:od=1", "r2c:29*300:id=20", "r2c:3*1001", "r2c:15*135:id=3",
    "r2c:4x40x9*3:ba=2", "c2r:4x40x9*3:ba=2", "r2c:3x5*200", "c2r:9x3*200", "r2c:3x3x3*150", "c2r:5x5*300",
    // windows of a signal that overlap: an input may share its elements
    "r2c:64*10:id=16", "r2c:1024*20:id=256", "c2c:64*10:id=1", "dct2:50*12:id=25", "dct1:33*9:is=9:id=1:os=9:od=1",
    "dct2:33*9:is=9:id=1:os=9:od=1", "dct3:64*5:is=2:id=200:os=3:od=256", "dct4:100*3:is=3:id=400",
    "dct2:16x12*3:is=1,16:id=192:os=30,2:od=600", "dct1:5x6x7*3:is=42,7,1:id=250:os=1,5,30:od=210",
    // axes that are dimensions of the batch: middle axes of arrays, and the smallest of each kind
    "c2c:9x30*7:ba=1", "c2c:20x64*5:is=1,20:id=1280:os=1,20:od=1280:ba=1", "c2c:5x3x8x100*2:ba=3", "c2c:8x1*3:ba=1",
    "c2c:6x1x1:ba=2", "c2c:7x16x20*3:ba=1:inplace", "r2c:20x64*5:is=1,20:id=1280:os=1,20:od=660:ba=1", "r2c:6x4x9x10*2:ba=2",
    "c2r:20x64*5:is=1,20:id=660:os=1,20:od=1280:ba=1", "c2r:6x4x9x10*2:ba=2", "c2r:5x1009*3:ba=1",
    "r2c:5x12x14:inplace:ba=1", "dct1:1x9*3:ba=1", "dct2:20x64*5:is=1,20:id=1280:os=1,20:od=1280:ba=1",
    "dct4:6x4x9x10*2:ba=2", NULL};

const char *const problems_in_place[] = {"c2c:1*300:inplace",
                                         "c2c:2*200:inplace",
                                         "c2c:16*20:inplace",
                                         "c2c:60*5:inplace",
                                         "c2c:127*3:inplace",
                                         "c2c:1009*2:inplace",
                                         "c2c:4096*3:inplace",
                                         "c2c:65536:inplace",
                                         "c2c:65521:inplace",
                                         "c2c:1048576:inplace",
                                         "c2c:100000:inplace",
                                         "c2c:60*4:inplace:is=4:os=4:id=1:od=1",
                                         "c2c:60*4:inplace:is=2:os=2:id=130:od=130",
                                         "c2c:16x12*3:inplace",
                                         "c2c:512x256:inplace",
                                         "c2c:127x30:inplace",
                                         "c2c:1009x4:inplace",
                                         "c2c:6x7x8*2:inplace",
                                         "c2c:3x4x5x6*2:inplace",
                                         "c2c:16x12*3:inplace:is=1,16:id=200:os=1,16:od=200",
                                         "r2c:1*300:inplace",
                                         "r2c:2*200:inplace",
                                         "r2c:15*20:inplace",
                                         "r2c:16*20:inplace",
                                         "r2c:101*3:inplace",
                                         "r2c:1009*3:inplace",
                                         "r2c:4096*3:inplace",
                                         "r2c:65536:inplace",
                                         "r2c:99991:inplace",
                                         "r2c:8*32:inplace:id=20:od=10",
                                         "r2c:16x9*3:inplace",
                                         "r2c:9x16*3:inplace",
                                         "r2c:512x511:inplace",
                                         "r2c:5x6x7*2:inplace",
                                         "r2c:3x4x5x6*2:inplace",
                                         "c2r:1*300:inplace",
                                         "c2r:2*200:inplace",
                                         "c2r:15*20:inplace",
                                         "c2r:16*20:inplace",
                                         "c2r:31*200:inplace",
                                         "r2c:31*200:inplace",
                                         "c2r:101*3:inplace",
                                         "c2r:1009*3:inplace",
                                         "c2r:4096*3:inplace",
                                         "c2r:65536:inplace",
                                         "c2r:99991:inplace",
                                         "c2r:8*32:inplace:id=10:od=20",
                                         "c2r:16x9*3:inplace",
                                         "c2r:9x16*3:inplace",
                                         "c2r:512x511:inplace",
                                         "c2r:5x6x7*2:inplace",
                                         "c2r:3x4x5x6*2:inplace",
                                         "dct1:33*9:inplace",
                                         "dct2:1*300:inplace",
                                         "dct2:64*5:inplace",
                                         "dct3:101*3:inplace",
                                         "dct4:30*9:inplace",
                                         "dct2:65536:inplace",
                                         "dct4:10007:inplace",
                                         "dct1:9x17*4:inplace",
                                         "dct2:30x40*2:inplace",
                                         "dct3:5x6x7*2:inplace",
                                         "dct4:33*9:inplace:is=9:id=1:os=9:od=1",
                                         NULL};

const char *const problems_batches[] = {
    "c2c:4*255",   "c2c:4*1001",  "c2c:16*15",    "c2c:16*17",   "c2c:16*31",   "c2c:16*33",  "c2c:16*1000",
    "c2c:64*5",    "c2c:64*7",    "c2c:64*100",   "c2c:256*1",   "c2c:256*9",   "c2c:256*19", "c2c:1000*11",
    "c2c:1009*13", "c2c:3*1237",  "c2c:4*100003", "c2c:4096*37", "c2c:8192*33", "r2c:4*1001", "r2c:16*17",
    "r2c:64*33",   "r2c:1000*11", "r2c:15*1003",  "c2r:4*1001",  "c2r:16*17",   "c2r:64*33",  "c2r:1000*11",
    "c2r:15*1003", "dct1:17*333", "dct2:16*333",  "dct3:15*333", "dct4:64*33",  NULL};

const char *const problems_tensor[] = {"c2c:256*3:tensor",
                                       "c2c:512*2:tensor",
                                       "c2c:1024*2:tensor",
                                       "c2c:2048:tensor",
                                       "c2c:4096*2:tensor",
                                       "c2c:8192:tensor",
                                       "c2c:16384:tensor",
                                       "c2c:32768:tensor",
                                       "c2c:65536:tensor",
                                       "c2c:131072:tensor",
                                       "c2c:16*17:tensor",
                                       "c2c:64*33:tensor",
                                       "c2c:192*3:tensor",
                                       "c2c:768:tensor",
                                       "c2c:1000:tensor",
                                       "c2c:1009:tensor",
                                       "c2c:2187:tensor",
                                       "c2c:3027:tensor",
                                       "c2c:7429:tensor",
                                       "c2c:10007:tensor",
                                       "c2c:16129:tensor",
                                       "c2c:48000:tensor",
                                       "c2c:65521:tensor",
                                       "c2c:16x16*3:tensor",
                                       "c2c:64x48:tensor",
                                       "c2c:31x17:tensor",
                                       "c2c:8x16x4:tensor",
                                       "c2c:4x4x4x4:tensor",
                                       "r2c:99999:tensor",
                                       "r2c:65536*3:tensor",
                                       "c2r:65536*3:tensor",
                                       "c2r:131072:tensor",
                                       "r2c:256x512:tensor",
                                       "c2r:256x512:tensor",
                                       "c2c:65536*2:tensor:is=2:id=1:os=2:od=1",
                                       "c2c:256x250:tensor",
                                       "c2c:250x256:tensor",
                                       "dct2:65536:tensor",
                                       "c2c:256*3:tensor:inplace",
                                       "c2c:1000:tensor:inplace",
                                       "c2c:16x16*3:tensor:inplace",
                                       "c2c:64*16:tensor:is=16:id=1:os=16:od=1",
                                       "c2c:100*3:tensor:is=3:id=400:os=2:od=300",
                                       "r2c:64*5:tensor",
                                       "r2c:101*3:tensor",
                                       "r2c:1024:tensor",
                                       "r2c:4096:tensor:inplace",
                                       "r2c:32x30:tensor",
                                       "c2r:64*5:tensor",
                                       "c2r:101*3:tensor",
                                       "c2r:1024:tensor",
                                       "c2r:4096:tensor:inplace",
                                       "c2r:32x30:tensor",
                                       "dct1:65*5:tensor",
                                       "dct2:64*5:tensor",
                                       "dct3:100*3:tensor",
                                       "dct4:64*5:tensor",
                                       "dct2:16x16:tensor",
                                       NULL};

const char *const problems_splits[] = {
    "c2c:16*20:tensor:half1",  "c2c:256*3:tensor:half1", "c2c:1024*2:tensor:half1",    "c2c:65536:tensor:half1",
    "c2c:1000:tensor:half1",   "r2c:1024:tensor:half1",  "c2c:16*20:tensor:paper",     "c2c:256*3:tensor:paper",
    "c2c:1024*2:tensor:paper", "c2c:65536:tensor:paper", "c2c:1000:tensor:paper",      "c2c:16*20:tensor:split2",
    "c2c:4096:tensor:split2",  "c2c:1024*2:tol=1e-3",    "c2c:1024*2:tensor:tol=1e-3", "c2c:1024*2:tensor:tol=1e-5",
    "c2c:1024*2:tol=1e-6",     "r2c:1000*2:tol=1e-3",    "dct2:256*3:tol=1e-4",        NULL};

const char *const problems_large[] = {"c2c:2097152",
                                      "c2c:4194304",
                                      "c2c:4194301",
                                      "c2c:1594323",
                                      "c2c:2097146",
                                      "c2c:4000000",
                                      "c2c:3145739",
                                      "c2c:4194304:inplace",
                                      "r2c:4194304",
                                      "c2r:4194304",
                                      "r2c:4194301",
                                      "c2r:4194301",
                                      "dct2:4194304",
                                      "dct3:2097143",
                                      "dct1:1048577",
                                      "dct4:3000000",
                                      "c2c:2048x2048",
                                      "c2c:160x160x160",
                                      "c2c:40x41x42x43",
                                      "r2c:2048x2047",
                                      "c2r:2048x2047",
                                      "c2c:1024*1024:is=1024:id=1:os=1:od=1024",
                                      NULL};

const char *const problems_tensor_large[] = {"c2c:262144:tensor",        "c2c:1048576:tensor",       "c2c:1000000:tensor",
                                             "c2c:999983:tensor",        "c2c:1048573:tensor",       "c2c:131042:tensor",
                                             "c2c:1048576:tensor:half1", "c2c:1048576:tensor:paper", "c2c:512x512:tensor",
                                             "r2c:262144:tensor",        "dct2:65536:tensor",        NULL};

// ------------------------------------------------------------------------------------------------ random problems

typedef struct axis {
  int64_t n, stride;
} axis;

// Strides of one side: the axes (the batch among them, last) nested in a random order with random gaps.
static void random_layout(test_rng *rng, axis *axes, int count) {
  int order[TCFFT_MAX_RANK + 1];
  for (int i = 0; i < count; i++) order[i] = i;
  for (int i = count - 1; i > 0; i--) {
    const int j = (int)test_between(rng, 0, i), keep = order[i];
    order[i] = order[j];
    order[j] = keep;
  }
  int64_t inside = 1;
  for (int i = 0; i < count; i++) {
    axis *a = &axes[order[i]];
    a->stride = inside * test_between(rng, 1, 2) + test_between(rng, 0, 1) * test_between(rng, 0, 5);
    inside = a->stride * (a->n - 1) + inside;
  }
}

static size_t print_side(char *text, size_t cap, char side, const axis *axes, int rank) {
  size_t used = (size_t)snprintf(text, cap, ":%cs=", side);
  for (int a = 0; a < rank; a++)
    used += (size_t)snprintf(text + used, cap - used, "%s%" PRId64, a ? "," : "", axes[a].stride);
  return used + (size_t)snprintf(text + used, cap - used, ":%cd=%" PRId64, side, axes[rank].stride);
}

void problems_random(const problems_set *set, test_rng *rng, char *text, size_t cap) {
  const char *kind = set->kinds[test_between(rng, 0, set->count - 1)];
  const int rank = (int)test_between(rng, set->least_rank, TCFFT_MAX_RANK);
  axis in[TCFFT_MAX_RANK + 1], out[TCFFT_MAX_RANK + 1];
  int64_t points = 1;
  size_t used = (size_t)snprintf(text, cap, "%s:", kind);
  for (int a = 0; a < rank; a++) {
    in[a].n = out[a].n = test_between(rng, strcmp(kind, "dct1") ? set->shortest : 2, set->longest[rank - 1]);
    points *= in[a].n;
    used += (size_t)snprintf(text + used, cap - used, "%s%" PRId64, a ? "x" : "", in[a].n);
  }
  in[rank].n = out[rank].n = test_between(rng, 1, 20) + 256 / points;
  used += (size_t)snprintf(text + used, cap - used, "*%" PRId64, in[rank].n);
  if (!strcmp(kind, "r2c")) out[rank - 1].n = out[rank - 1].n / 2 + 1;
  if (!strcmp(kind, "c2r")) in[rank - 1].n = in[rank - 1].n / 2 + 1;
  random_layout(rng, in, rank + 1);
  random_layout(rng, out, rank + 1);
  const int in_place = test_between(rng, 0, 3) == 0, packed = test_between(rng, 0, 3) == 0;
  const int real = !strcmp(kind, "r2c") || !strcmp(kind, "c2r");
  if (in_place) used += (size_t)snprintf(text + used, cap - used, ":inplace");
  const int64_t batch_axes = test_between(rng, 0, 2) ? 0 : test_between(rng, 0, rank - 1);
  if (batch_axes) used += (size_t)snprintf(text + used, cap - used, ":ba=%" PRId64, batch_axes);
  // In place both sides share one layout; where one of them is real only the packed one is sure to be allowed.
  if (!packed && !(in_place && real)) {
    used += print_side(text + used, cap - used, 'i', in, rank);
    print_side(text + used, cap - used, 'o', in_place ? in : out, rank);
  }
}
