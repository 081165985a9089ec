# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""tcfft.fft, plans and sparse transforms on CuPy's arrays; without a GPU on the emulated device, if the library has it."""

import os
import pathlib
import re
import types

import numpy as np
import pytest
import tcfft
from conftest import GATE, check, double, has_cuda, optional, random_array
from tcfft._library import lib
from tcfft._numbers import F64, arithmetic, named, serves

EMULATED = hasattr(lib, "tcf_test_alloc")
assert EMULATED or "TCFFT_TEST_EMULATED" not in os.environ, "the library has no emulated device"
if EMULATED:
    import fake_cupy

    cupy = fake_cupy.install()
else:
    cupy = optional("cupy", "CuPy")
    if not has_cuda(cupy.cuda.is_available()):
        pytest.skip("no CUDA device for CuPy and tcfft", allow_module_level=True)

REAL_INPUT = {"rfft", "ihfft", "rfftn", "rfft2"}
FUNCTIONS = [
    "fft",
    "ifft",
    "rfft",
    "irfft",
    "hfft",
    "ihfft",
    "fft2",
    "ifft2",
    "rfft2",
    "irfft2",
    "fftn",
    "ifftn",
    "rfftn",
    "irfftn",
]


def on_gpu(x):
    return cupy.asarray(x)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(rng, name):
    base = random_array(rng, (4, 6, 8), "f4" if name in REAL_INPUT else "c8")
    device = on_gpu(base)
    many = name[-1] in "2n"
    for x in (device, device[::2, 1:5, 4:], device.transpose(2, 0, 1)):
        for arguments in [{"axes": (0, 2)}] if many else [{"axis": 1}, {"axis": 2, "n": 5}]:
            got = getattr(tcfft.fft, name)(x, **arguments)
            assert type(got) is cupy.ndarray
            check(got, getattr(np.fft, name)(double(x), **arguments), f"{name} {x.strides} {arguments}")
    assert np.array_equal(device.get(), base)


def test_real_input_and_reversed_axes(rng):
    x = on_gpu(random_array(rng, (4, 6), "f4"))
    check(tcfft.fft.fft(x), np.fft.fft(double(x)))
    check(tcfft.fft.ifftn(x), np.fft.ifftn(double(x)))
    check(tcfft.fft.rfft(x[:, ::-1]), np.fft.rfft(double(x)[:, ::-1]))
    check(tcfft.fft.rfft(x, n=9), np.fft.rfft(double(x), n=9))


def test_cosine_transforms(rng):
    x = on_gpu(random_array(rng, (4, 6), "f4"))
    scipy_fft = optional("scipy.fft", "SciPy")
    for type in (1, 2, 3, 4):
        check(tcfft.fft.dct(x, type=type, norm="ortho"), scipy_fft.dct(double(x), type=type, norm="ortho"))


def test_out_and_plans(rng):
    z = on_gpu(random_array(rng, (4, 8), "c8"))
    out = cupy.empty((8, 4), np.complex64).transpose(1, 0)
    assert tcfft.fft.fft(z, out=out) is out
    check(out, np.fft.fft(double(z)))
    p = tcfft.plan((4, 8), axes=1, like=z)
    assert p.device == ("cuda", 0)
    y = cupy.empty((4, 8), np.complex64)
    for _ in range(3):
        assert p(z, out=y) is y
        check(y, np.fft.fft(double(z)))
        check(p(z, inverse=True), np.fft.ifft(double(z)))
    x = random_array(rng, (4, 8), "c8")
    check(p(x), np.fft.fft(double(x)))  # memory of the host
    with pytest.raises(ValueError, match="plan is for host"):
        tcfft.plan((4, 8), device="host")(z)


def test_streams_and_workspaces(rng):
    """Long enough for a workspace; each stream's work in its order."""
    z = on_gpu(random_array(rng, (3, 32768 if EMULATED else 1 << 20), "c8"))
    wanted, p = np.fft.fft(double(z)), tcfft.plan(z.shape, axes=1, like=z)
    streams = [cupy.cuda.Stream() for _ in range(2)]
    if not EMULATED:
        cupy.cuda.Device().synchronize()
    results = []
    for stream in streams:
        with stream:
            results.append(p(z))
            results.append(tcfft.fft.fft(z))
    results.append(p(z, stream=streams[0]))
    results.append(p(z, stream=streams[1].ptr))
    for stream in streams:
        stream.synchronize()
    for y in results:
        check(y, wanted)
    with pytest.raises(ValueError, match="device"):
        p(z, stream=cupy.cuda.ExternalStream(streams[0].ptr, 1))
    if p.workspace_size:
        caller = tcfft.plan(z.shape, axes=1, like=z, workspace="caller")
        with pytest.raises(tcfft.Error, match="workspace"):
            caller(z)
        check(caller(z, workspace=cupy.empty((caller.workspace_size,), np.uint8)), wanted)


@pytest.mark.parametrize("dtype", ["f8", "c16", "f2", "i1", "i2"])
def test_types(rng, dtype):
    """Numbers of other types as they are."""
    x = (100 * random_array(rng, (4, 30), dtype if dtype == "c16" else "f8")).astype(dtype)
    number = named(x.dtype)
    assert serves(("cuda", 0), number, arithmetic(number))
    check(tcfft.fft.fft(on_gpu(x)), np.fft.fft(double(x)), gate=1e-14 if number is F64 else GATE)
    if dtype != "c16":
        check(tcfft.fft.rfft(on_gpu(x), axis=0), np.fft.rfft(double(x), axis=0), gate=1e-14 if number is F64 else GATE)


def test_short_results(rng):
    """A plan that stores FP16: one result in FP32 rounded."""
    x = random_array(rng, (5, 32), "f8").astype("f2")
    with tcfft.plan(x.shape, "dct2", axes=1, device="cuda", dtype="float16", out_dtype="float16", norm=None) as p:
        y = on_gpu(np.zeros((5, 32), "f2"))
        p(on_gpu(x), out=y)
    wide = tcfft.fft.dct(on_gpu(x), axis=1).get()
    assert y.get().dtype == np.float16 and np.abs(y.get() - wide).max() <= 2.0**-11 * np.abs(wide).max()


def test_bad_input(rng):
    z = on_gpu(random_array(rng, (4, 8), "c8"))
    with pytest.raises(TypeError, match="int32: cuda:0 takes float32"):
        tcfft.fft.fft(on_gpu(np.ones(4, "i4")))
    with pytest.raises(TypeError, match="library"):
        tcfft.fft.fft(z, out=np.empty((4, 8), "c8"))
    with pytest.raises(TypeError, match="library"):
        tcfft.fft.fft(np.ones((4, 8), "c8"), out=z)
    with pytest.raises(tcfft.Error, match="overlap"):
        tcfft.fft.fft(z[:2], out=z[1:3])
    before = z.get()
    with pytest.raises(ValueError, match="shape"):
        tcfft.fft.rfft(on_gpu(np.ones((4, 8), "f4")), out=z)
    assert np.array_equal(z.get(), before)


@pytest.mark.skipif(not EMULATED, reason="the producer is made for the emulated device")
def test_streams_of_other_libraries(rng):
    """Work that the library of an array has queued comes before ours on it, what it queues later comes behind."""
    other, given = cupy.cuda.Stream(), cupy.cuda.Stream()
    z = on_gpu(random_array(rng, (4, 4096), "c8"))
    wanted = np.fft.fft(np.fft.fft(double(z)))

    class Producer:
        """Its array is that of CuPy's ``array``, its current stream ``other``."""

        def __init__(self, array):
            self.array, self.streams = array, []

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

        def __dlpack__(self, stream=None, **_):
            self.streams.append(stream)
            other.synchronize()
            return self.array.__dlpack__(stream=stream)

        def __array_namespace__(self):
            return types.SimpleNamespace(from_dlpack=lambda x: Producer(x.__dlpack__(stream=other.ptr)))

    def now(x):
        """What is in memory, without waiting for any stream."""
        host = np.empty(x.array.shape, x.array.dtype)
        assert lib.tcf_test_read(host.ctypes.data, x.array.data.ptr, host.nbytes) == 0
        return host

    p = tcfft.plan(z.shape, axes=1, device="cuda")
    for stream in (None, cupy.cuda.Stream.null, given):
        for out in (None, Producer(cupy.empty(z.shape, np.complex64))):
            x = Producer(p(z, stream=other))  # still to be computed
            if stream is None:
                y = tcfft.fft.fft(x, out=out)
            else:
                y = p(x, out=out, stream=stream)
            assert out is None or y is out
            check(now(y), wanted, f"{stream} {out}")
            assert x.streams[-1] == (given.ptr if stream is given else 1)
            assert out is None or out.streams[-1] == x.streams[-1]


# A call, and its result in double precision.
ELSEWHERE = {
    "one execution": (lambda z: tcfft.fft.fft(z), lambda x: np.fft.fft(x)),
    "in place": (lambda z: tcfft.fft.ifft(z, out=z), lambda x: np.fft.ifft(x)),
    "several executions": (lambda z: tcfft.fft.fft(z[::-1]), lambda x: np.fft.fft(x[::-1])),
    "a reversed axis": (lambda z: tcfft.fft.ifft(z[:, ::-1]), lambda x: np.fft.ifft(x[:, ::-1])),
    "padding": (lambda z: tcfft.fft.fft(z, n=10), lambda x: np.fft.fft(x, n=10)),
    "six axes": (lambda z: tcfft.fft.irfftn(six_axes(z)), lambda x: np.fft.irfftn(x.reshape(2, 2, 1, 2, 2, 2))),
    "a conjugate half": (lambda z: tcfft.fft.fft(real(z)), lambda x: np.fft.fft(x.real)),
    "scaled edges": (lambda z: tcfft.fft.dct(tcfft.fft.dct(real(z), norm="ortho"), 3, norm="ortho"), lambda x: x.real),
    "a plan": (lambda z: tcfft.plan((4, 8), like=z)(z), lambda x: np.fft.fftn(x)),
    "a plan in place": (lambda z: tcfft.plan((4, 8), like=z, inplace=True)(z), lambda x: np.fft.fftn(x)),
    "a plan's loops": (lambda z: tcfft.plan((4, 8), axes=1, like=z[::-1])(z[::-1]), lambda x: np.fft.fft(x[::-1])),
}


def six_axes(z):
    return cupy.ndarray((2, 2, 1, 2, 2, 2), z.dtype, z.data, strides=(128, 64, 64, 32, 16, 8))


def real(z):
    return cupy.ndarray((4, 8), np.float32, z.data, strides=(64, 8))


@pytest.mark.skipif(not EMULATED and cupy.cuda.runtime.getDeviceCount() < 2, reason="fewer than two CUDA devices")
@pytest.mark.parametrize("what", ELSEWHERE)
def test_arrays_that_are_not_on_the_current_device(rng, what):
    """The work is on their device, on its current stream, and the current device stays what it is."""
    (call, reference), here, there = ELSEWHERE[what], cupy.cuda.Device(1), cupy.cuda.Device(0)
    with there:
        z, stream = on_gpu(random_array(rng, (4, 8), "c8")), cupy.cuda.Stream(non_blocking=True)
        cupy.cuda.Stream.null.synchronize()
        with stream, here, cupy.cuda.Stream(non_blocking=True):
            for _ in range(2):  # the second time the call is known
                wanted = reference(double(z))
                y = call(z)
                assert cupy.cuda.Device().id == 1 and y.data.device_id == 0
                with there:
                    check(y, wanted)
            p = tcfft.plan((4, 8), axes=1, like=z)
            with there:
                other, wanted = cupy.cuda.Stream(non_blocking=True), np.fft.fft(double(z))
            for given in (other, other.ptr):
                y = p(z, stream=given)
                with there, other:
                    check(y, wanted)


@pytest.mark.skipif(not EMULATED and cupy.cuda.runtime.getDeviceCount() < 2, reason="fewer than two CUDA devices")
def test_sparse_that_is_not_on_the_current_device(rng):
    z = on_gpu(np.exp(2j * np.pi * 5 * np.arange(4096) / 4096).astype("c8"))
    cupy.cuda.Stream.null.synchronize()
    with cupy.cuda.Device(1):
        found = tcfft.sparse.fft(z, 3)
        assert cupy.cuda.Device().id == 1 and found.index.data.device_id == 0
    assert found.index.get().tolist() == [5]


@pytest.mark.parametrize("kind", ["c2c", "r2c", "c2r"])
def test_arrays_of_the_host(rng, kind):
    """A plan of the GPU takes arrays of the host's memory, also where the transform is several executions."""
    for shape in ((5, 12), (2, 3, 2, 2, 3, 4), (2,) * 9 + (4,)):
        half = shape[:-1] + (shape[-1] // 2 + 1,)
        x = random_array(rng, half if kind == "c2r" else shape, "f4" if kind == "r2c" else "c8")
        before, p = x.copy(), tcfft.plan(shape, kind, device="cuda")
        wanted = {"c2c": np.fft.ifftn, "r2c": np.fft.rfftn, "c2r": np.fft.irfftn}[kind](double(x))
        out = np.empty(wanted.shape, "f4" if kind == "c2r" else "c8")
        for y in (p(x, inverse=kind != "r2c"), p(x, out, inverse=kind != "r2c")):
            assert type(y) is np.ndarray
            check(y, wanted, f"{kind} {shape}")
        assert np.array_equal(x, before)
    rows = random_array(rng, (3, 8), "c8")[::-1]
    check(tcfft.plan((3, 8), axes=1, device="cuda", like=rows)(rows), np.fft.fft(double(rows)))


@pytest.mark.skipif(EMULATED, reason="what stands for CuPy here has no arange")
@pytest.mark.parametrize("name", ["fftfreq", "rfftfreq"])
def test_frequencies(name):
    """Of CuPy's type for new arrays, unless another is asked for."""
    for n in (1, 2, 7, 8):
        wanted = getattr(cupy.fft, name)(n, 0.3)
        for types in ({}, {"dtype": np.float32}):
            got = getattr(tcfft.fft, name)(n, 0.3, xp=cupy, **types)
            assert type(got) is cupy.ndarray and got.dtype == types.get("dtype", wanted.dtype)
            assert np.allclose(got.get(), wanted.get())


def test_example_of_readme():
    text = (pathlib.Path(__file__).parents[2] / "README.md").read_text()
    (example,) = (e for e in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL) if "import cupy" in e)
    names = {}
    exec(example, names)
    assert type(names["y"]) is cupy.ndarray and names["y"].get()[5, 0] == 1000


@pytest.fixture
def small_cache():
    tcfft.cache.clear("cuda")
    tcfft.cache.limit(plans=2, device="cuda")
    yield
    tcfft.cache.clear("cuda")
    tcfft.cache.limit(tcfft.cache.DEFAULT_PLANS, tcfft.cache.DEFAULT_BYTES, "cuda")


def flood(z):
    for n in range(20, 30):
        tcfft.fft.fft(z, n=n)


def memory_besides(others):
    """Addresses of what is in use, if that is known."""
    return {memory.ptr for memory in fake_cupy.Memory.alive if memory not in others} if EMULATED else set()


CAPTURED = {
    "one execution": ((4, 20011), "c8", lambda z: tcfft.fft.fft(z)),
    "several executions": ((2, 20011), "c8", lambda z: tcfft.fft.fft(z[::-1])),
    "a copy": ((4, 20011), "c8", lambda z: tcfft.fft.fft(z[:, ::-1])),
    "padding": ((4, 20011), "c8", lambda z: tcfft.fft.fft(z, n=20021)),
    "a conjugate half": ((4, 1000), "f4", lambda z: tcfft.fft.fft(z)),
    "conjugates along two axes": ((40, 30), "f4", lambda z: tcfft.fft.fftn(z)),
    "more axes than a plan has": ((2, 2, 4, 4, 4, 64), "c8", lambda z: tcfft.fft.irfftn(z)),
}


@pytest.mark.parametrize("what", CAPTURED)
def test_graphs_keep_what_the_functions_took(rng, small_cache, what):
    """A captured plan stays although the cache is full, and so do workspaces and copies."""
    (shape, element, call), stream = CAPTURED[what], cupy.cuda.Stream(non_blocking=True)
    with stream:
        z = on_gpu(random_array(rng, shape, element))
        y = call(z)
        stream.synchronize()
        flood(z)
        assert tcfft.cache.info("cuda").pinned == 0
        before = list(fake_cupy.Memory.alive) if EMULATED else []
        stream.begin_capture()
        y = call(z)
        graph = stream.end_capture()
        pinned, taken = tcfft.cache.info("cuda").pinned, memory_besides(before)
        assert pinned >= 1 and (not EMULATED or len(taken) > 1)
        flood(z)
        assert tcfft.cache.info("cuda").pinned == pinned and memory_besides(before) == taken
        if not EMULATED:
            z[...] = on_gpu(random_array(rng, z.shape, element))
            others = [cupy.zeros(y.shape, np.complex64) for _ in range(20)]
            graph.launch()
            stream.synchronize()
            check(y, double(call(z)))
            assert not any(other.any() for other in others)
    tcfft.cache.clear("cuda")
    assert tcfft.cache.info("cuda").pinned == 0 and len(memory_besides(before)) == EMULATED  # the result's


def test_sparse(rng):
    n = 1 << 14
    where = np.sort(rng.choice(n, 5, replace=False))
    spectrum = np.zeros(n, complex)
    spectrum[where] = n
    signal = np.fft.ifft(spectrum)
    for found in (tcfft.sparse.fft(on_gpu(signal.astype("c8")), 5), tcfft.sparse.fft(on_gpu(signal), 5, cast=True)):
        assert found.outcome in ("verified", "dense") and found.index.get().tolist() == where.tolist()
        assert np.allclose(found.value.get(), n, rtol=1e-3)
    with pytest.raises(TypeError, match="complex128: .*cast=True"):
        tcfft.sparse.fft(on_gpu(signal), 5)
