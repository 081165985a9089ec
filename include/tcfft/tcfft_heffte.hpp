// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft as a backend of heFFTe 2.4, which computes 3D transforms over the ranks of MPI: heFFTe moves the data, tcfft
// transforms what lies on a rank. C++11; the program links with heFFTe and with tcfft.
//
//     heffte::fft3d<heffte::backend::tcfft> fft(inbox, outbox, MPI_COMM_WORLD);       // arrays in host memory
//     heffte::fft3d<heffte::backend::tcfft_cuda> fft(inbox, outbox, MPI_COMM_WORLD);  // arrays on the current CUDA device
//     fft.forward(in, out, heffte::scale::full);
//
// fft3d, fft2d, fft3d_r2c and fft2d_r2c take these tags, with every option of heFFTe's plans. backend::tcfft_cuda is there
// where heFFTe was built with CUDA, whose kernels move the data, and needs a tcfft with CUDA when it runs.
//
//   precision    float and double. heFFTe chooses between them when it runs, so that there are plans for both. Where a
//                device has none of doubles, their transform throws std::runtime_error with tcfft's text.
//   direction    forward is exp(-2 pi i j k / n) and backward exp(+2 pi i j k / n), as in heFFTe's other backends. heFFTe
//                scales.
//   threads      on the host each rank takes OMP_NUM_THREADS threads, or all cores that it may use: where ranks are not
//                bound to cores of their own, set OMP_NUM_THREADS.
//   workspace    is a part of heFFTe's: fft.size_workspace() contains it, and executing allocates nothing of tcfft's.
//   errors       every failure is a std::runtime_error with the text of tcfft_last_error().
#ifndef TCFFT_TCFFT_HEFFTE_HPP
#define TCFFT_TCFFT_HEFFTE_HPP

#include <heffte.h>

#include <algorithm>
#include <array>
#include <climits>
#include <complex>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "tcfft/tcfft.h"

#if Heffte_VERSION_MAJOR != 2 || Heffte_VERSION_MINOR < 4
#error "tcfft_heffte.hpp is for heFFTe 2.4 and later versions 2"
#endif

namespace heffte {

namespace backend {

struct tcfft {};  // host memory: std::vector, as heFFTe has by default
template <>
struct is_enabled<tcfft> : std::true_type {};
template <>
inline std::string name<tcfft>() {
  return "tcfft";
}

#ifdef Heffte_ENABLE_CUDA
struct tcfft_cuda {};  // memory of the CUDA device that is current when the plan is made
template <>
struct is_enabled<tcfft_cuda> : std::true_type {};
template <>
inline std::string name<tcfft_cuda>() {
  return "tcfft_cuda";
}
template <>
struct buffer_traits<tcfft_cuda> {
  using location = tag::gpu;
  template <typename T>
  using container = heffte::gpu::device_vector<T, data_manipulator<tag::gpu>>;
};
#endif

}  // namespace backend

// What differs between host and CUDA: the device of a plan, the stream of an execution, and the conversions of real data.
template <typename location_tag>
struct tcfft_location;

template <>
struct tcfft_location<tag::cpu> {
  using stream_type = void *;
  static tcfft_backend device(std::string &) { return TCFFT_BACKEND_HOST; }
  static void *stream(stream_type) { return nullptr; }
  template <typename number>
  static void real_part(stream_type, const std::complex<number> *in, int n, number *out) {
    for (int i = 0; i < n; i++) out[i] = in[i].real();
  }
};

#ifdef Heffte_ENABLE_CUDA
template <>
struct tcfft_location<tag::gpu> {
  using stream_type = cudaStream_t;
  static tcfft_backend device(std::string &index) {
    int current = 0;
    cuda::check_error(cudaGetDevice(&current), "tcfft: cudaGetDevice()");
    index = std::to_string(current);
    return TCFFT_BACKEND_CUDA;
  }
  static void *stream(stream_type stream) { return stream; }
  template <typename number>
  static void real_part(stream_type stream, const std::complex<number> *in, int n, number *out) {
    backend::data_manipulator<tag::gpu>::copy_n(stream, in, static_cast<size_t>(n), out);
  }
};
#endif

// A plan for some axes of a box, from data laid out as one box to data laid out as another, of floats or doubles.
template <typename location_tag, typename number>
class tcfft_box_plan {
 public:
  using location = tcfft_location<location_tag>;

  // real is the box whose sizes are the logical ones; for C2C all three boxes are the same.
  template <typename index>
  tcfft_box_plan(tcfft_kind kind, const std::array<bool, 3> &transformed, const box3d<index> &real, const box3d<index> &in,
                 const box3d<index> &out) {
    std::string device;
    tcfft_desc d = TCFFT_DESC_INIT;
    d.kind = kind;
    d.backend = location::device(device);
    if (!device.empty()) d.device = device.c_str();
    if (kind == TCFFT_C2C) d.placement = TCFFT_IN_PLACE;
    d.workspace = TCFFT_WORKSPACE_CALLER;
    const bool wide = std::is_same<number, double>::value;
    if (wide) d.in_type = d.out_type = TCFFT_F64;
    // A plan that may never be executed does not wait for a compiler.
    if (wide) d.compile = TCFFT_COMPILE_BACKGROUND;
    // The axes that are not transformed come first, as dimensions of the batch; each group from the slowest to the fastest,
    // so that one plan does any axes of a box in any order.
    for (const bool group : {false, true}) {
      for (int place = 2; place >= 0; place--) {
        const int axis = real.order[place];
        if (transformed[axis] != group) continue;
        d.n[d.rank] = real.size[axis];
        d.in_stride[d.rank] = stride(in, place);
        d.out_stride[d.rank] = stride(out, place);
        d.rank++;
      }
      if (!group) d.batch_axes = d.rank;
    }
    tcfft_plan *made = nullptr;
    const tcfft_status status = tcfft_plan_create(&made, &d);
    plan.reset(made);
    if (status != TCFFT_SUCCESS) why = text_of("planning");
    if (!wide) check_made();
  }

  // heFFTe's workspace is aligned to its elements, tcfft's to 64 bytes, hence as many bytes more.
  size_t workspace_size() const {
    const size_t bytes = plan ? tcfft_plan_workspace_size(plan.get()) : 0;
    return bytes ? (bytes + alignment) / sizeof(std::complex<number>) + 1 : 0;
  }

  void execute(typename location::stream_type stream, const void *in, void *out, tcfft_direction direction,
               std::complex<number> *workspace) const {
    check_made();
    tcfft_exec_info info = TCFFT_EXEC_INFO_INIT;
    info.stream = location::stream(stream);
    info.workspace_bytes = tcfft_plan_workspace_size(plan.get());
    if (info.workspace_bytes) {
      const uintptr_t address = reinterpret_cast<uintptr_t>(workspace);
      info.workspace = reinterpret_cast<void *>((address + alignment - 1) / alignment * alignment);
    }
    if (tcfft_exec_with(plan.get(), in, out, direction, &info) != TCFFT_SUCCESS)
      throw std::runtime_error(text_of("executing"));
  }

 private:
  static constexpr size_t alignment = 64;

  // Elements between neighbours along the axis at this place of the box's order, from 0, the fastest.
  template <typename index>
  static int64_t stride(const box3d<index> &box, int place) {
    int64_t product = 1;
    for (int i = 0; i < place; i++) product *= box.osize(i);
    return product;
  }

  static std::string text_of(const char *what) {
    return std::string("tcfft: ") + what + " for heFFTe failed: " + tcfft_last_error();
  }

  void check_made() const {
    if (!plan) throw std::runtime_error(why);
  }

  struct destroy {
    void operator()(tcfft_plan *p) const { tcfft_plan_destroy(p); }
  };
  std::unique_ptr<tcfft_plan, destroy> plan;
  std::string why;  // there is no plan
};

// The same for both precisions.
template <typename location_tag>
class tcfft_box_plans {
 public:
  using stream_type = typename tcfft_location<location_tag>::stream_type;

  template <typename index>
  tcfft_box_plans(tcfft_kind kind, const std::array<bool, 3> &transformed, const box3d<index> &real, const box3d<index> &in,
                  const box3d<index> &out)
      : floats(kind, transformed, real, in, out), doubles(kind, transformed, real, in, out) {}

  size_t workspace_size() const { return std::max(floats.workspace_size(), doubles.workspace_size()); }

  void execute(stream_type stream, const void *in, void *out, tcfft_direction direction,
               std::complex<float> *workspace) const {
    floats.execute(stream, in, out, direction, workspace);
  }
  void execute(stream_type stream, const void *in, void *out, tcfft_direction direction,
               std::complex<double> *workspace) const {
    doubles.execute(stream, in, out, direction, workspace);
  }

 private:
  tcfft_box_plan<location_tag, float> floats;
  tcfft_box_plan<location_tag, double> doubles;
};

class tcfft_executor_base : public executor_base {
 protected:
  // heFFTe's interface counts the elements of a box in int.
  template <typename index>
  static int count(const box3d<index> &box) {
    if (box.count() > INT_MAX)
      throw std::runtime_error("tcfft: a box of " + std::to_string(box.count()) +
                               " elements on one rank, heFFTe's executors take " + std::to_string(INT_MAX));
    return static_cast<int>(box.count());
  }
};

// Complex transforms in place along one, two or all axes of a box.
template <typename location_tag>
class tcfft_executor : public tcfft_executor_base {
 public:
  using stream_type = typename tcfft_location<location_tag>::stream_type;
  using executor_base::backward;
  using executor_base::forward;

  template <typename index>
  tcfft_executor(stream_type active_stream, const box3d<index> box, int dimension)
      : tcfft_executor(active_stream, box, dimension, dimension) {}
  template <typename index>
  tcfft_executor(stream_type active_stream, const box3d<index> box, int dimension0, int dimension1)
      : tcfft_executor(active_stream, box, axes(dimension0, dimension1)) {}
  template <typename index>
  tcfft_executor(stream_type active_stream, const box3d<index> box)
      : tcfft_executor(active_stream, box, std::array<bool, 3>{{true, true, true}}) {}

  void forward(std::complex<float> data[], std::complex<float> *workspace) const override {
    plan.execute(stream, data, data, TCFFT_FORWARD, workspace);
  }
  void forward(std::complex<double> data[], std::complex<double> *workspace) const override {
    plan.execute(stream, data, data, TCFFT_FORWARD, workspace);
  }
  void backward(std::complex<float> data[], std::complex<float> *workspace) const override {
    plan.execute(stream, data, data, TCFFT_INVERSE, workspace);
  }
  void backward(std::complex<double> data[], std::complex<double> *workspace) const override {
    plan.execute(stream, data, data, TCFFT_INVERSE, workspace);
  }
  void forward(const float in[], std::complex<float> out[], std::complex<float> *workspace) const override {
    forward_real(in, out, workspace);
  }
  void forward(const double in[], std::complex<double> out[], std::complex<double> *workspace) const override {
    forward_real(in, out, workspace);
  }
  void backward(std::complex<float> in[], float out[], std::complex<float> *workspace) const override {
    backward_real(in, out, workspace);
  }
  void backward(std::complex<double> in[], double out[], std::complex<double> *workspace) const override {
    backward_real(in, out, workspace);
  }

  int box_size() const override { return size; }
  size_t workspace_size() const override { return plan.workspace_size(); }

 private:
  template <typename index>
  tcfft_executor(stream_type active_stream, const box3d<index> &box, const std::array<bool, 3> &transformed)
      : stream(active_stream), size(count(box)), plan(TCFFT_C2C, transformed, box, box, box) {}

  // Real data of a complex transform: heFFTe wants whole spectra, and the real part of what comes back.
  template <typename number>
  void forward_real(const number in[], std::complex<number> out[], std::complex<number> *workspace) const {
    backend::data_manipulator<location_tag>::copy_n(stream, in, static_cast<size_t>(size), out);
    forward(out, workspace);
  }
  template <typename number>
  void backward_real(std::complex<number> in[], number out[], std::complex<number> *workspace) const {
    backward(in, workspace);
    tcfft_location<location_tag>::real_part(stream, in, size, out);
  }

  static std::array<bool, 3> axes(int dimension0, int dimension1) {
    std::array<bool, 3> result = {{false, false, false}};
    result[dimension0] = result[dimension1] = true;
    return result;
  }

  stream_type stream;
  int size;
  tcfft_box_plans<location_tag> plan;
};

// Real data to the non-negative half of the spectrum along one axis, and back.
template <typename location_tag>
class tcfft_executor_r2c : public tcfft_executor_base {
 public:
  using stream_type = typename tcfft_location<location_tag>::stream_type;
  using executor_base::backward;
  using executor_base::forward;

  template <typename index>
  tcfft_executor_r2c(stream_type active_stream, const box3d<index> box, int dimension)
      : stream(active_stream),
        real_size(count(box)),
        half_size(count(box.r2c(dimension))),
        r2c(TCFFT_R2C, only(dimension), box, box, box.r2c(dimension)),
        c2r(TCFFT_C2R, only(dimension), box, box.r2c(dimension), box) {}

  void forward(const float in[], std::complex<float> out[], std::complex<float> *workspace) const override {
    r2c.execute(stream, in, out, TCFFT_FORWARD, workspace);
  }
  void forward(const double in[], std::complex<double> out[], std::complex<double> *workspace) const override {
    r2c.execute(stream, in, out, TCFFT_FORWARD, workspace);
  }
  void backward(std::complex<float> in[], float out[], std::complex<float> *workspace) const override {
    c2r.execute(stream, in, out, TCFFT_INVERSE, workspace);
  }
  void backward(std::complex<double> in[], double out[], std::complex<double> *workspace) const override {
    c2r.execute(stream, in, out, TCFFT_INVERSE, workspace);
  }

  int box_size() const override { return real_size; }
  int complex_size() const override { return half_size; }
  size_t workspace_size() const override { return std::max(r2c.workspace_size(), c2r.workspace_size()); }

 private:
  static std::array<bool, 3> only(int dimension) { return {{dimension == 0, dimension == 1, dimension == 2}}; }

  stream_type stream;
  int real_size, half_size;
  tcfft_box_plans<location_tag> r2c, c2r;
};

template <>
struct one_dim_backend<backend::tcfft> {
  using executor = tcfft_executor<tag::cpu>;
  using executor_r2c = tcfft_executor_r2c<tag::cpu>;
};

// heFFTe's reordering would make every transform contiguous by transposing, which takes longer than tcfft's strided
// transforms do.
template <>
struct default_plan_options<backend::tcfft> {
  static const bool use_reorder = false;
};

#ifdef Heffte_ENABLE_CUDA
template <>
struct one_dim_backend<backend::tcfft_cuda> {
  using executor = tcfft_executor<tag::gpu>;
  using executor_r2c = tcfft_executor_r2c<tag::gpu>;
};

template <>
struct default_plan_options<backend::tcfft_cuda> {
  static const bool use_reorder = false;  // as with cuFFT
};
#endif

}  // namespace heffte

#endif
