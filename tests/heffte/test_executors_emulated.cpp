// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The executors that heFFTe gets from tcfft for CUDA, on the emulated device: its memory cannot be touched by the processor,
// and work on a stream is done when the stream is waited for. What heFFTe's CUDA backend brings besides is its own, but for
// the conversions of real data, which are made here in place of its kernels.
#include "heffte/boxes.h"

extern "C" {
// tests/python/emulated_device.c
void *tcf_test_alloc(size_t bytes);
int tcf_test_write(void *memory, const void *host, size_t bytes);
int tcf_test_read(void *host, const void *memory, size_t bytes);
int tcf_test_sync(void *stream);
void *tcf_test_stream(void);

// As much of CUDA's runtime as the executors call.
static int current_device = 0;
cudaError_t cudaGetDevice(int *device) {
  *device = current_device;
  return cudaSuccess;
}
const char *cudaGetErrorString(cudaError_t) { return "an error of CUDA's"; }
}

using tag = heffte::backend::tcfft_cuda;

template <typename T>
static T *load(const std::vector<T> &host) {
  T *memory = static_cast<T *>(tcf_test_alloc(host.size() * sizeof(T)));
  ck_assert(memory && tcf_test_write(memory, host.data(), host.size() * sizeof(T)) == 0);
  return memory;
}

template <typename T>
static std::vector<T> unload(const T *memory, size_t count) {
  std::vector<T> host(count);
  ck_assert_int_eq(tcf_test_read(host.data(), memory, count * sizeof(T)), 0);
  return host;
}

template <typename number>
static void to_complex(cudaStream_t stream, long long count, const number in[], std::complex<number> out[]) {
  ck_assert_int_eq(tcf_test_sync(stream), 0);
  const std::vector<number> numbers = unload(in, static_cast<size_t>(count));
  const values_of<number> v(numbers.begin(), numbers.end());
  ck_assert_int_eq(tcf_test_write(out, v.data(), v.size() * sizeof v[0]), 0);
}

template <typename number>
static void to_real(cudaStream_t stream, long long count, const std::complex<number> in[], number out[]) {
  ck_assert_int_eq(tcf_test_sync(stream), 0);
  std::vector<number> numbers;
  for (const auto &v : unload(in, static_cast<size_t>(count))) numbers.push_back(v.real());
  ck_assert_int_eq(tcf_test_write(out, numbers.data(), numbers.size() * sizeof(number)), 0);
}

namespace heffte {
namespace cuda {
template <>
void convert<float, long long>(cudaStream_t stream, long long count, const float in[], std::complex<float> out[]) {
  to_complex(stream, count, in, out);
}
template <>
void convert<double, long long>(cudaStream_t stream, long long count, const double in[], std::complex<double> out[]) {
  to_complex(stream, count, in, out);
}
template <>
void convert<float, long long>(cudaStream_t stream, long long count, const std::complex<float> in[], float out[]) {
  to_real(stream, count, in, out);
}
template <>
void convert<double, long long>(cudaStream_t stream, long long count, const std::complex<double> in[], double out[]) {
  to_real(stream, count, in, out);
}
}  // namespace cuda
}  // namespace heffte

// Workspace at an address that only elements are aligned to.
static std::complex<float> *workspace_for(const heffte::executor_base &fft) {
  return fft.workspace_size() ? load(values(fft.workspace_size() + 1)) + 1 : nullptr;
}

static std::vector<float> real_parts(const values &in) {
  std::vector<float> numbers;
  for (const auto &v : in) numbers.push_back(v.real());
  return numbers;
}

// Forward and backward, complex and real, on a stream of the caller's: nothing is done before it is waited for.
static void check_complex(const box3d<> &box, const std::vector<int> &axes, const char *what) {
  cudaStream_t stream = static_cast<cudaStream_t>(tcf_test_stream());
  std::unique_ptr<heffte::executor_base> fft;
  if (axes.size() == 1)
    fft = heffte::make_executor<tag>(stream, box, axes[0]);
  else if (axes.size() == 2)
    fft = heffte::make_executor<tag>(stream, box, axes[0], axes[1]);
  else
    fft = heffte::make_executor<tag>(stream, box);
  const size_t count = static_cast<size_t>(box.count());
  std::complex<float> *workspace = workspace_for(*fft);
  const values in = random_values(count, false), real = random_values(count, true);
  exact expected[] = {exact(in.begin(), in.end()), exact(in.begin(), in.end())}, expected_real(real.begin(), real.end());
  for (const int axis : axes) {
    for (const int inverse : {0, 1}) expected[inverse] = definition(box, box, expected[inverse], axis, inverse ? 1 : -1);
    expected_real = definition(box, box, expected_real, axis, -1);
  }

  std::complex<float> *data = load(in);
  fft->forward(data, workspace);
  ck_assert_msg(unload(data, count) == in, "%s did not wait for its stream", what);
  ck_assert_int_eq(tcf_test_sync(stream), 0);
  check_near(unload(data, count), expected[0], what, box);

  data = load(in);
  fft->backward(data, workspace);
  ck_assert_int_eq(tcf_test_sync(stream), 0);
  check_near(unload(data, count), expected[1], what, box);

  fft->forward(load(real_parts(real)), data, workspace);
  ck_assert_int_eq(tcf_test_sync(stream), 0);
  check_near(unload(data, count), expected_real, what, box);

  float *numbers = load(std::vector<float>(count));
  data = load(in);
  fft->backward(data, numbers, workspace);
  for (auto &v : expected[1]) v = v.real();
  check_near(unload(numbers, count), expected[1], what, box);
}

START_TEST(lines) {
  for (int axis = 0; axis < 3; axis++) check_complex(make_box({{6, 5, 4}}, {{1, 2, 0}}), {axis}, "a line");
  check_complex(make_box({{3, 1031, 2}}, {{0, 1, 2}}), {1}, "a line with workspace");
}
END_TEST

START_TEST(planes) {
  for (int axis = 0; axis < 3; axis++) check_complex(make_box({{6, 5, 4}}, {{0, 1, 2}}), {axis, (axis + 1) % 3}, "a plane");
}
END_TEST

START_TEST(volumes) { check_complex(make_box({{6, 5, 4}}, {{2, 0, 1}}), {0, 1, 2}, "a volume"); }
END_TEST

START_TEST(halves) {
  cudaStream_t stream = static_cast<cudaStream_t>(tcf_test_stream());
  for (int axis = 0; axis < 3; axis++) {
    const box3d<> box = make_box({{6, 5, 4}}, {{1, 2, 0}}), half = box.r2c(axis);
    const size_t count = static_cast<size_t>(box.count());
    const auto fft = heffte::make_executor_r2c<tag>(stream, box, axis);
    std::complex<float> *workspace = workspace_for(*fft), *out = load(values(half.count()));
    const values in = random_values(count, true);
    exact expected(in.begin(), in.end());
    float *numbers = load(real_parts(in));
    fft->forward(numbers, out, workspace);
    ck_assert_int_eq(tcf_test_sync(stream), 0);
    check_near(unload(out, half.count()), definition(box, half, expected, axis, -1), "half a spectrum", half);
    fft->backward(out, numbers, workspace);
    ck_assert_int_eq(tcf_test_sync(stream), 0);
    for (auto &v : expected) v *= box.size[axis];
    check_near(unload(numbers, count), expected, "real data", box);
  }
}
END_TEST

// Doubles are transformed, or refused in the library's words where it does not transform them on the device.
START_TEST(doubles) {
  cudaStream_t stream = static_cast<cudaStream_t>(tcf_test_stream());
  const box3d<> box = make_box({{6, 5, 4}}, {{0, 1, 2}});
  const size_t count = static_cast<size_t>(box.count());
  const auto fft = heffte::make_executor<tag>(stream, box, 1);
  const values_of<double> in = random_values<double>(count, false);
  std::complex<double> *data = load(in), *workspace = load(values_of<double>(fft->workspace_size() + 1));
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_desc_parse(&d, "c2c:64:f64");
  d.backend = TCFFT_BACKEND_CUDA;
  tcfft_plan *plan = nullptr;
  const bool served = tcfft_plan_create(&plan, &d) == TCFFT_SUCCESS;
  tcfft_plan_destroy(plan);
  std::string text;
  try {
    fft->forward(data, workspace);
  } catch (const std::runtime_error &e) {
    text = e.what();
  }
  ck_assert_int_eq(tcf_test_sync(stream), 0);
  ck_assert_msg(served == text.empty() && (served || text.find("in_type = f64") != std::string::npos), "'%s'", text.c_str());
  if (served) check_near(unload(data, count), definition(box, box, exact(in.begin(), in.end()), 1, -1), "doubles", box);
}
END_TEST

// A plan is for the device that is current, and there is one here.
START_TEST(devices) {
  current_device = 7;
  std::string text;
  try {
    heffte::make_executor<tag>(nullptr, make_box({{6, 5, 4}}, {{0, 1, 2}}), 0);
  } catch (const std::runtime_error &e) {
    text = e.what();
  }
  ck_assert_msg(text.find("7") != std::string::npos, "'%s' does not name device 7", text.c_str());
}
END_TEST

extern "C" Suite *test_suite(void) {
  Suite *suite = suite_create("heffte executors for CUDA");
  tcase_add_test(test_case(suite, "lines", 60), lines);
  tcase_add_test(test_case(suite, "planes", 60), planes);
  tcase_add_test(test_case(suite, "volumes", 60), volumes);
  tcase_add_test(test_case(suite, "halves", 60), halves);
  tcase_add_test(test_case(suite, "doubles", 60), doubles);
  tcase_add_test(test_case(suite, "devices", 60), devices);
  return suite;
}
