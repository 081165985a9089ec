// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The executors that heFFTe gets from tcfft, on boxes of host memory, against the definition in double precision: heFFTe's
// own tests compare the transforms of a backend with other transforms of the same backend. Nothing here starts MPI.
#include "heffte/boxes.h"

using tag = heffte::backend::tcfft;

static const std::array<int, 3> orders[] = {{{0, 1, 2}}, {{0, 2, 1}}, {{1, 0, 2}}, {{1, 2, 0}}, {{2, 0, 1}}, {{2, 1, 0}}};

// Even and odd lengths, axes of one element, a length with a convolution (37), and one that needs workspace.
static const std::array<int, 3> sizes[] = {{{6, 5, 4}},  {{1, 7, 3}}, {{16, 1, 9}},
                                           {{2, 37, 8}}, {{1, 1, 1}}, {{4, 2, 1031}}};

// heFFTe's workspace, at an address that only elements are aligned to, between elements that nobody may write.
template <typename number>
class work {
 public:
  explicit work(size_t count) : count(count), block(count + 3, mark()) {}
  std::complex<number> *data() { return count ? block.data() + 1 : nullptr; }
  void check() const { ck_assert(block[0] == mark() && block[count + 1] == mark() && block[count + 2] == mark()); }

 private:
  static std::complex<number> mark() { return std::complex<number>(123, -456); }
  size_t count;
  values_of<number> block;
};

// Forward and backward of an executor for these axes, in place, of complex and of real data.
template <typename number>
static void check_precision(const heffte::executor_base &fft, const box3d<> &box, const std::vector<int> &axes,
                            const char *what) {
  const values_of<number> in = random_values<number>(box.count(), false), real = random_values<number>(box.count(), true);
  ck_assert_int_eq(fft.box_size(), static_cast<int>(box.count()));
  ck_assert_int_eq(fft.complex_size(), static_cast<int>(box.count()));
  work<number> workspace(fft.workspace_size());
  for (const int sign : {-1, 1}) {
    exact expected(in.begin(), in.end()), expected_real(real.begin(), real.end());
    for (const int axis : axes) {
      expected = definition(box, box, expected, axis, sign);
      expected_real = definition(box, box, expected_real, axis, sign);
    }
    values_of<number> data = in;
    if (sign < 0) {
      fft.forward(data.data(), workspace.data());
      check_near(data, expected, what, box);
      std::vector<number> numbers;
      for (const auto &v : real) numbers.push_back(v.real());
      fft.forward(numbers.data(), data.data(), workspace.data());
      check_near(data, expected_real, what, box);
    } else {
      fft.backward(data.data(), workspace.data());
      check_near(data, expected, what, box);
      std::vector<number> numbers(in.size());
      data = in;
      fft.backward(data.data(), numbers.data(), workspace.data());
      for (auto &v : expected) v = v.real();
      check_near(numbers, expected, what, box);
    }
  }
  workspace.check();
}

static void check_complex(const heffte::executor_base &fft, const box3d<> &box, const std::vector<int> &axes,
                          const char *what) {
  check_precision<float>(fft, box, axes, what);
  check_precision<double>(fft, box, axes, what);
}

START_TEST(lines) {
  for (const auto &size : sizes)
    for (const auto &order : orders)
      for (int axis = 0; axis < 3; axis++) {
        const box3d<> box = make_box(size, order);
        check_complex(*heffte::make_executor<tag>(nullptr, box, axis), box, {axis}, "a line");
      }
}
END_TEST

START_TEST(planes) {
  for (const auto &size : sizes)
    for (const auto &order : orders)
      for (int axis = 0; axis < 3; axis++) {
        const int other = (axis + 1) % 3;
        const box3d<> box = make_box(size, order);
        check_complex(*heffte::make_executor<tag>(nullptr, box, axis, other), box, {axis, other}, "a plane");
        check_complex(*heffte::make_executor<tag>(nullptr, box, other, axis), box, {axis, other}, "a plane");
      }
}
END_TEST

START_TEST(volumes) {
  for (const auto &size : sizes)
    for (const auto &order : orders) {
      const box3d<> box = make_box(size, order);
      check_complex(*heffte::make_executor<tag>(nullptr, box), box, {0, 1, 2}, "a volume");
    }
}
END_TEST

// Real data to half a spectrum along an axis, and back: n times the data.
template <typename number>
static void check_half(const heffte::executor_base &fft, const box3d<> &box, const box3d<> &half, int axis) {
  ck_assert_int_eq(fft.box_size(), static_cast<int>(box.count()));
  ck_assert_int_eq(fft.complex_size(), static_cast<int>(half.count()));
  work<number> workspace(fft.workspace_size());
  const values_of<number> in = random_values<number>(box.count(), true);
  std::vector<number> numbers;
  for (const auto &v : in) numbers.push_back(v.real());
  exact expected(in.begin(), in.end());
  values_of<number> out(half.count());
  fft.forward(numbers.data(), out.data(), workspace.data());
  check_near(out, definition(box, half, expected, axis, -1), "half a spectrum", half);
  fft.backward(out.data(), numbers.data(), workspace.data());
  for (auto &v : expected) v *= box.size[axis];
  check_near(numbers, expected, "real data", box);
  workspace.check();
}

START_TEST(halves) {
  for (const auto &size : sizes)
    for (const auto &order : orders)
      for (int axis = 0; axis < 3; axis++) {
        const box3d<> box = make_box(size, order), half = box.r2c(axis);
        const auto fft = heffte::make_executor_r2c<tag>(nullptr, box, axis);
        check_half<float>(*fft, box, half, axis);
        check_half<double>(*fft, box, half, axis);
      }
}
END_TEST

// Boxes with indices of 64 bits, which do not begin at 0.
START_TEST(long_indices) {
  const box3d<long long> box({{5, 6, 7}}, {{8, 11, 9}}, {{2, 0, 1}});
  const box3d<> same = make_box({{4, 6, 3}}, {{2, 0, 1}});
  check_complex(*heffte::make_executor<tag>(nullptr, box, 0, 1), same, {0, 1}, "a plane");
  check_complex(*heffte::make_executor<tag>(nullptr, box), same, {0, 1, 2}, "a volume");
}
END_TEST

// At least one executor has to use the workspace, or nothing above has tested it.
START_TEST(workspace) {
  ck_assert_uint_gt(heffte::make_executor<tag>(nullptr, make_box({{4, 2, 1031}}, {{0, 1, 2}}), 2)->workspace_size(), 0);
}
END_TEST

template <typename call>
static void check_throws(call wrong, const char *part) {
  std::string text;
  try {
    wrong();
  } catch (const std::runtime_error &e) {
    text = e.what();
  }
  ck_assert_msg(text.find(part) != std::string::npos, "'%s' does not say '%s'", text.c_str(), part);
}

// What cannot be computed is never passed over: sizes beyond heFFTe's int, a workspace that is missing.
START_TEST(refusals) {
  const box3d<> box = make_box({{4, 2, 1031}}, {{0, 1, 2}});
  const auto fft = heffte::make_executor<tag>(nullptr, box, 2);
  values data(box.count());
  values_of<double> wide(box.count());
  check_throws([&] { fft->forward(wide.data(), nullptr); }, "workspace");
  check_throws([&] { fft->forward(data.data(), nullptr); }, "workspace");
  const box3d<long long> large({{0, 0, 0}}, {{2047, 1023, 1023}});
  check_throws([&] { heffte::make_executor<tag>(nullptr, large, 0); }, "2147483648 elements");
  check_throws([&] { heffte::make_executor_r2c<tag>(nullptr, large, 0); }, "2147483648 elements");
}
END_TEST

extern "C" Suite *test_suite(void) {
  Suite *suite = suite_create("heffte executors");
  tcase_add_test(test_case(suite, "lines", 60), lines);
  tcase_add_test(test_case(suite, "planes", 60), planes);
  tcase_add_test(test_case(suite, "volumes", 60), volumes);
  tcase_add_test(test_case(suite, "halves", 60), halves);
  tcase_add_test(test_case(suite, "long_indices", 60), long_indices);
  tcase_add_test(test_case(suite, "workspace", 60), workspace);
  tcase_add_test(test_case(suite, "refusals", 60), refusals);
  return suite;
}
