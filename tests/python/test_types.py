# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Arrays of FP64, of halves and of integer samples, as NumPy transforms them in double precision."""

import numpy as np
import pytest
import tcfft
from conftest import check, double, optional, random_array

FP64 = 1e-14  # relative L2 error of both libraries
FOURIER = {"fft": "c", "ifft": "c", "rfft": "f", "irfft": "c", "hfft": "c", "ihfft": "f", "fftn": "c", "ifft2": "c",
           "rfftn": "f", "irfftn": "c"}  # fmt: skip


def samples(rng, shape, dtype):
    """Random numbers over the range of a type, or in [-1, 1]."""
    most = {"i1": 127, "i2": 32767}.get(dtype, 1)
    return (most * random_array(rng, shape, "f8")).astype(dtype)


@pytest.mark.parametrize("name", FOURIER)
def test_doubles(rng, name):
    for shape in [(16,), (5, 12), (1009,), (3, 4, 30), (2, 3, 2, 5, 4, 6)]:
        if name == "ifft2" and len(shape) < 2:
            continue
        x = random_array(rng, shape, "f8" if FOURIER[name] == "f" else "c16")
        for y in (x, x[..., ::-1], x[..., ::2], np.asfortranarray(x), x.astype(x.dtype.newbyteorder())):
            check(getattr(tcfft.fft, name)(y), getattr(np.fft, name)(y), f"{name} {y.shape} {y.strides}", FP64)
        real = x.real.copy()
        check(getattr(tcfft.fft, name)(real), getattr(np.fft, name)(real), f"{name} of real numbers", FP64)
    x = random_array(rng, (6, 20), "f8" if FOURIER[name] == "f" else "c16")
    if not name.endswith(("2", "n")):
        for n in (3, 30):
            check(getattr(tcfft.fft, name)(x, n, 0, "ortho"), getattr(np.fft, name)(x, n, 0, "ortho"), name, FP64)


@pytest.mark.parametrize("type", [1, 2, 3, 4])
def test_cosine_transforms_of_doubles(rng, type):
    scipy_fft = optional("scipy.fft", "SciPy")
    for dtype in ("f8", "c16"):
        x = random_array(rng, (5, 12, 7), dtype)
        for norm in (None, "ortho"):
            check(tcfft.fft.dctn(x, type=type, norm=norm), scipy_fft.dctn(x, type=type, norm=norm), gate=FP64)
            check(tcfft.fft.idct(x, type=type, axis=1, norm=norm), scipy_fft.idct(x, type=type, axis=1, norm=norm), gate=FP64)


@pytest.mark.parametrize("dtype", ["f2", "i1", "i2"])
def test_short_numbers(rng, dtype):
    """The same bits as of float32, in which all these numbers are."""
    scipy_fft = optional("scipy.fft", "SciPy")
    for shape, axis in [((64,), 0), ((6, 30), 0), ((6, 30), 1), ((3, 1009), 1), ((4, 5, 6, 7, 8), 2)]:
        x = samples(rng, shape, dtype)
        for name in ("fft", "ifft", "rfft", "ihfft", "dct", "idct"):
            module = np.fft if name in FOURIER else scipy_fft
            got = getattr(tcfft.fft, name)(x, axis=axis)
            check(got, getattr(module, name)(double(x), axis=axis), f"{name} of {dtype}")
            assert np.array_equal(got, getattr(tcfft.fft, name)(x.astype("f4"), axis=axis))
        check(tcfft.fft.irfft(x, 9, axis), np.fft.irfft(double(x), 9, axis))
        check(tcfft.fft.rfftn(x), np.fft.rfftn(double(x)))
        check(tcfft.fft.fft(x, 40, axis), np.fft.fft(double(x), 40, axis))
        check(tcfft.fft.rfft(x[::-1], axis=axis), np.fft.rfft(double(x[::-1]), axis=axis))
    check(tcfft.fft.dct(x, type=3, norm="ortho"), scipy_fft.dct(double(x), type=3, norm="ortho"))


def test_views_of_a_recording(rng):
    """Channels that take turns, and windows that overlap, are transformed where they are."""
    recording = samples(rng, (4800, 2), "i2")
    check(tcfft.fft.rfft(recording, axis=0), np.fft.rfft(double(recording), axis=0))
    windows = np.lib.stride_tricks.sliding_window_view(recording[:, 1], 256)[::64]
    before = recording.copy()
    check(tcfft.fft.rfft(windows), np.fft.rfft(double(windows)))
    assert np.array_equal(recording, before)
    odd = np.frombuffer(b"\0" + recording.tobytes(), "u1")[1:].view("i2")
    check(tcfft.fft.rfft(odd), np.fft.rfft(double(odd)))


def test_out(rng):
    x = random_array(rng, (6, 10), "c16")
    out = np.full((12, 20), 5j)
    assert tcfft.fft.fft(x, out=out[::2, ::2]) is not None
    check(out[::2, ::2], np.fft.fft(x), gate=FP64)
    assert (out[1::2] == 5j).all()
    y = x.copy()
    check(tcfft.fft.ifftn(y, out=y), np.fft.ifftn(x), gate=FP64)
    short = np.empty((6, 18), "f2")
    z = random_array(rng, (6, 10), "c8")
    assert tcfft.fft.irfft(z, out=short) is short
    assert np.array_equal(short, tcfft.fft.irfft(z).astype("f2"))


def test_plans(rng):
    x = random_array(rng, (4, 32), "f8")
    with tcfft.plan(x.shape, "r2c", axes=1, like=x, norm=None) as p:
        check(p(x), np.fft.rfft(x), gate=FP64)
        assert p.error_bound < 1e-15 and "f64" in p.describe()
        with pytest.raises(TypeError, match="float32, the plan takes float64"):
            p(x.astype("f4"))
    with tcfft.plan(x.shape, "r2c", axes=1, device="host", dtype=np.int16, norm=None) as p:
        samples16 = samples(rng, x.shape, "i2")
        check(p(samples16), np.fft.rfft(double(samples16)))
        with pytest.raises(TypeError, match="complex128, the plan takes complex64"):
            p(samples16, out=np.empty((4, 17), complex))
    with tcfft.plan(x.shape, "dct2", axes=1, device="host", dtype="f16", out_dtype="float16", inplace=True) as p:
        y = x.astype("f2")
        wanted = tcfft.fft.dct(y)
        assert p(y) is y and np.array_equal(y, wanted.astype("f2"))
        assert 1e-4 < p.error_bound < 1e-3
    with pytest.raises(tcfft.Error, match="tolerance"):
        tcfft.plan(64, device="host", dtype="f16", out_dtype="f16", tolerance=1e-6)


def test_error_within_bound(rng):
    x = random_array(rng, (50, 1000), "c16")
    p = tcfft.plan(x.shape, axes=1, like=x)
    wanted = np.fft.fft(x.astype("clongdouble")) if np.lib.NumpyVersion(np.__version__) >= "2.0.0" else np.fft.fft(x)
    assert np.linalg.norm(p(x) - wanted) <= (p.error_bound + 4e-16) * np.linalg.norm(wanted)
