# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""tcfft.fft on NumPy's arrays against numpy.fft and scipy.fft in double precision."""

import numpy as np
import pytest
import tcfft
from conftest import check, double, optional, random_array

NORMS = [None, "backward", "ortho", "forward"]
ONE_AXIS = {"fft": "c8", "ifft": "c8", "rfft": "f4", "irfft": "c8", "hfft": "c8", "ihfft": "f4"}
SEVERAL = {
    "fft2": "c8",
    "ifft2": "c8",
    "fftn": "c8",
    "ifftn": "c8",
    "rfft2": "f4",
    "irfft2": "c8",
    "rfftn": "f4",
    "irfftn": "c8",
}


def compare(name, x, module=np.fft, **arguments):
    before = x.copy()
    got = getattr(tcfft.fft, name)(x, **arguments)
    assert np.array_equal(x, before)
    assert got.flags.c_contiguous
    check(got, getattr(module, name)(double(x), **arguments), f"{name} {x.shape} {x.strides} {arguments}")


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("name", ONE_AXIS)
def test_one_axis(rng, name, norm):
    for shape, axis in [((16,), -1), ((1009,), 0), ((6, 30), 0), ((6, 30), 1), ((5, 12, 7), 1), ((3, 4, 5, 6, 7), 2)]:
        x = random_array(rng, shape, ONE_AXIS[name])
        compare(name, x, axis=axis, norm=norm)
        for n in (1, 2, shape[axis] - 3, shape[axis] + 5):
            if n > 0:
                compare(name, x, n=n, axis=axis, norm=norm)


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("name", SEVERAL)
def test_several_axes(rng, name, norm):
    for shape, axes in [
        ((8, 9), (-2, -1)),
        ((7, 8, 9), (0, 2)),
        ((7, 8, 9), (2, 0)),
        ((4, 5, 6, 7), (2, 1)),
        ((4, 5, 6, 7, 3), (1, 3)),
    ]:
        x = random_array(rng, shape, SEVERAL[name])
        compare(name, x, axes=axes, norm=norm)
        compare(name, x, s=[shape[axes[0]] + 3, shape[axes[1]] - 2], axes=axes, norm=norm)


@pytest.mark.parametrize("name", [*SEVERAL, "dctn", "idctn"])
def test_lengths_of_the_input(rng, name):
    """-1 is the input's length, of the halved axis of irfftn as well."""
    module = np.fft if name in SEVERAL else optional("scipy.fft", "SciPy")
    x = random_array(rng, (4, 6, 5), SEVERAL.get(name, "f4"))
    for s, axes in [((-1, -1), (0, 1)), ((-1, 3), (2, 0)), ((7, -1), (0, 2)), ((-1, 5), (-3, -2))]:
        wanted = tuple(x.shape[a] if n == -1 else n for n, a in zip(s, axes))
        got = getattr(tcfft.fft, name)(x, s=s, axes=axes)
        check(got, getattr(module, name)(double(x), s=wanted, axes=axes), f"{name} {s}")
        if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
            assert got.shape == getattr(module, name)(double(x), s=s, axes=axes).shape
    if name in ("fftn", "rfftn"):
        p = tcfft.plan(x.shape, "c2c" if name == "fftn" else "r2c", device="host")
        check(getattr(tcfft.fft, name)(x, s=(-1, 6, -1), axes=(0, 1, 2), plan=p), getattr(np.fft, name)(double(x)))


@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn", "irfftn"])
def test_all_axes(rng, name):
    for shape in [(5,), (4, 6), (3, 4, 5), (2, 3, 4, 5), (3, 2, 4, 3, 6), (2, 3, 2, 3, 2, 4), (2,) * 8 + (4,)]:
        compare(name, random_array(rng, shape, SEVERAL[name]))


@pytest.mark.parametrize("name", ["fft", "ifft", "fft2", "ifftn"])
def test_real_input_of_complex_transforms(rng, name):
    for shape in [(4, 9), (5, 8), (3, 6, 7), (1, 1, 2)]:
        compare(name, random_array(rng, shape, "f4"))


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("type", [1, 2, 3, 4])
def test_cosine_transforms(rng, type, norm):
    scipy_fft = optional("scipy.fft", "SciPy")
    for dtype in ("f4", "c8"):
        x = random_array(rng, (5, 12, 7), dtype)
        for name in ("dct", "idct"):
            for axis in (0, 1, 2):
                compare(name, x, scipy_fft, type=type, axis=axis, norm=norm)
                compare(name, x, scipy_fft, type=type, axis=axis, norm=norm, n=9)
        for name in ("dctn", "idctn"):
            compare(name, x, scipy_fft, type=type, norm=norm)
            compare(name, x, scipy_fft, type=type, axes=(0, 2), norm=norm)
            if dtype == "f4":  # SciPy forgets the word for complex numbers
                compare(name, x, scipy_fft, type=type, norm=norm, orthogonalize=norm != "ortho")


def layouts(rng, dtype):
    """Arrays of shape (6, 10, 14) in different ways of lying in memory."""
    base = random_array(rng, (12, 20, 28), dtype)
    field = np.zeros((6, 10, 14), [("tag", "i2"), ("value", dtype)])
    field["value"] = base[:6, :10, :14]
    shifted = np.frombuffer(bytearray(base[:6, :10, :14].tobytes() + b"\0"), np.uint8)[: 6 * 10 * 14 * base.itemsize]
    moved = np.empty(shifted.size + 1, np.uint8)
    moved[1:] = shifted
    return {
        "sliced": base[:6, 3:13, 14:],
        "stepped": base[::2, ::2, ::2],
        "column-major": np.asfortranarray(base[:6, :10, :14]),
        "transposed": np.ascontiguousarray(base[:6, :10, :14].transpose(1, 2, 0)).transpose(2, 0, 1),
        "reversed": base[5::-1, 9::-1, 13::-1],
        "broadcast in the batch": np.broadcast_to(base[:1, :10, :14], (6, 10, 14)),
        "broadcast in the axis": np.broadcast_to(base[:6, :1, :14], (6, 10, 14)),
        "odd strides": field["value"],
        "misaligned": moved[1:].view(dtype).reshape(6, 10, 14),
        "other byte order": base[:6, :10, :14].astype(np.dtype(dtype).newbyteorder()),
        "read-only": np.frombuffer(base[:6, :10, :14].tobytes(), dtype).reshape(6, 10, 14),
        "overlapping windows": np.lib.stride_tricks.as_strided(
            base.ravel(), (6, 10, 14), [3 * base.itemsize, 14 * base.itemsize, base.itemsize]
        ),
    }


@pytest.mark.parametrize("name", ["fft", "rfft", "irfft", "hfft", "ihfft"])
def test_layouts_one_axis(rng, name):
    for what, x in layouts(rng, ONE_AXIS[name]).items():
        for axis in (0, 1, 2):
            for _ in range(2):  # the second time the call is known
                got = getattr(tcfft.fft, name)(x, axis=axis)
                check(got, getattr(np.fft, name)(double(x), axis=axis), f"{what}, axis {axis}")


@pytest.mark.parametrize("name", ["fftn", "rfftn", "irfftn"])
def test_layouts_several_axes(rng, name):
    for what, x in layouts(rng, SEVERAL[name]).items():
        for axes in ((0, 1), (2, 0), (0, 1, 2)):
            got = getattr(tcfft.fft, name)(x, axes=axes)
            check(got, getattr(np.fft, name)(double(x), axes=axes), f"{what}, axes {axes}")


def test_out(rng):
    x = random_array(rng, (6, 10, 14), "c8")
    whole = np.full((12, 10, 28), 7 + 7j, "c8")
    for out in (np.empty_like(x), np.empty_like(x, order="F"), whole[::2, :, 3:17]):
        for axis in (0, 1, 2):
            for _ in range(2):
                assert tcfft.fft.fft(x, axis=axis, out=out) is out
                check(out, np.fft.fft(double(x), axis=axis))
    rest = np.ones(whole.shape, bool)
    rest[::2, :, 3:17] = False
    assert (whole[rest] == 7 + 7j).all()
    in_place = x.copy()
    assert tcfft.fft.fftn(in_place, out=in_place) is in_place
    check(in_place, np.fft.fftn(double(x)))
    reversed_out = np.empty_like(x)[::-1, :, :]
    tcfft.fft.fft(x, out=reversed_out)
    check(reversed_out, np.fft.fft(double(x)))
    real = np.empty((6, 10, 14), "f4")
    assert tcfft.fft.irfftn(x[:, :, :8], out=real) is real
    check(real, np.fft.irfftn(double(x[:, :, :8])))


def test_cast(rng):
    for dtype in ("i4", "u1", "u2", "i8", "?", "longdouble", "clongdouble"):
        x = random_array(rng, (5, 16), "c16" if dtype == "clongdouble" else "f8")
        x = (x * 8).astype(dtype)
        with pytest.raises(TypeError, match=str(np.dtype(dtype))):
            tcfft.fft.fft(x)
        check(tcfft.fft.fft(x, cast=True), np.fft.fft(double(x)))
        with pytest.raises(TypeError):  # although the call with cast=True is known
            tcfft.fft.fft(x)
    check(tcfft.fft.fft([1, 2, 3, 4], cast=True), np.fft.fft([1, 2, 3, 4]))


def test_empty_and_single():
    assert tcfft.fft.fft(np.empty((0, 8), "c8")).shape == (0, 8)
    assert tcfft.fft.rfftn(np.empty((0, 8, 4), "f4"), axes=(1, 2)).shape == (0, 8, 3)
    assert tcfft.fft.fft(np.array([3 + 1j], "c8")) == 3 + 1j


def test_tolerance(rng):
    x = random_array(rng, 4096, "c8")
    check(tcfft.fft.fft(x, tolerance=1e-3), np.fft.fft(double(x)))
    with pytest.raises(tcfft.Error, match="tolerance"):
        tcfft.fft.fft(x, tolerance=1e-12)


def test_helpers():
    for n in (1, 2, 7, 8):
        for name in ("fftfreq", "rfftfreq"):
            wanted, single = getattr(np.fft, name)(n, 0.3), getattr(tcfft.fft, name)(n, 0.3, dtype=np.float32)
            got = getattr(tcfft.fft, name)(n, 0.3)
            assert got.dtype == wanted.dtype == np.float64 and np.allclose(got, wanted, rtol=1e-15, atol=0)
            assert single.dtype == np.float32 and np.allclose(single, wanted)
    x = np.arange(30).reshape(5, 6)
    for axes in (None, 0, (0, 1), [1], range(2), np.array([1, 0])):
        assert np.array_equal(tcfft.fft.fftshift(x, axes), np.fft.fftshift(x, axes))
        assert np.array_equal(tcfft.fft.ifftshift(x, axes), np.fft.ifftshift(x, axes))
    for name in ("fftfreq", "rfftfreq"):
        with pytest.raises(ValueError, match="n = 0 is below 1"):
            getattr(tcfft.fft, name)(0)
        with pytest.raises(TypeError, match="n = 2.5 is no whole number"):
            getattr(tcfft.fft, name)(2.5)


def test_frequencies():
    """They have the type that is asked for, are rounded once, and lie where it is said."""
    for n in (7, 70000, 140000):
        half = tcfft.fft.fftfreq(n, dtype=np.float16)
        assert half.dtype == np.float16 and np.array_equal(half, np.fft.fftfreq(n).astype(np.float16))
    for name in ("fftfreq", "rfftfreq"):
        function = getattr(tcfft.fft, name)
        assert function(4, np.float64(0.5), dtype=np.float32).dtype == np.float32
        assert function(4, np.float32(0.5)).dtype == np.float64
        for device in ("host", "cpu", "host:0", tcfft.devices("host")[0]):
            assert np.array_equal(function(9, device=device), getattr(np.fft, name)(9))
    assert np.array_equal(tcfft.fft.fftshift([1, 2, 3]), [3, 1, 2])


def test_lengths_of_any_sequence(rng):
    x = random_array(rng, (6, 8), "f4")
    wanted = tcfft.fft.fftn(x, s=(4,), axes=(0,))
    for s, axes in ((4, 0), ([4], np.array([0])), (np.array([4]), range(1)), (np.int64(4), 0)):
        assert np.array_equal(tcfft.fft.fftn(x, s=s, axes=axes), wanted)
        assert tcfft.fft.dctn(x, s=s, axes=axes).shape == (4, 8)
    assert tcfft.fft.fft(x, n=np.array(4), axis=np.array(1)).shape == (6, 4)


def test_masked_out(rng):
    x = random_array(rng, (6, 8), "f4")
    for name in ("fft", "dct"):
        norm = dict(norm="ortho") if name == "dct" else {}
        wanted = getattr(tcfft.fft, name)(x, **norm)
        out = np.ma.masked_array(np.zeros(wanted.shape, wanted.dtype), mask=True)
        getattr(tcfft.fft, name)(x, out=out, **norm)
        assert np.array_equal(out.data, wanted)


def test_empty_batches():
    """Arrays without elements have no memory, so that none of it is shared."""
    memory = np.empty(8, "c8")
    for shape, axis in (((0, 8), 1), ((8, 0), 0), ((4, 0, 8), 2)):
        x = np.empty(shape, "c8")
        assert tcfft.fft.fft(x, axis=axis).shape == shape
        assert tcfft.fft.fft(x.real, axis=axis).shape == shape
    assert tcfft.fft.fft(memory[:0].reshape(8, 0), axis=0, out=memory[:0].reshape(8, 0)).shape == (8, 0)


def test_large_workspace(rng, monkeypatch):
    """Workspaces above a size are not kept: each lives as long as its execution."""
    from tcfft import _scratch

    monkeypatch.setattr(_scratch, "_KEPT", 0)
    tcfft.cache.clear()
    x = random_array(rng, (1 << 20,), "c8")
    for _ in range(3):
        check(tcfft.fft.fft(x), np.fft.fft(double(x)), "fft of 2^20 points")


def test_frequencies_of_long_transforms():
    n = (1 << 24) + 3
    for dtype in (np.float32, None):
        assert tcfft.fft.fftfreq(n, dtype=dtype)[-1] == pytest.approx(-1 / n, rel=1e-6)
