# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Arrays of libraries that tcfft does not know, by DLPack, and the names of the array API's fft extension."""

import gc
import inspect
import re
import types
import weakref

import numpy as np
import pytest
import tcfft
from conftest import check, double, optional, random_array


class Foreign:
    """An array that can nothing but be exchanged."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **arguments):
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __array_namespace__(self, api_version=None):
        return types.SimpleNamespace(from_dlpack=lambda other: Foreign(np.from_dlpack(other)), roll=None)

    shape = property(lambda self: self.array.shape)
    dtype = property(lambda self: self.array.dtype)


class OfAnotherDevice(Foreign):
    def __dlpack_device__(self):
        return (9, 0)


def test_foreign_arrays(rng):
    z = random_array(rng, (6, 8), "c8")
    for x in (Foreign(z), Foreign(z[:, ::2])):
        got = tcfft.fft.fft(x)
        assert type(got) is Foreign
        check(got.array, np.fft.fft(double(x.array)))
    out = Foreign(np.empty((6, 5), "c8"))
    assert tcfft.fft.rfft(Foreign(z.real.copy()), out=out) is out
    check(out.array, np.fft.rfft(double(z.real)))
    p = tcfft.plan((6, 8), device="host")
    check(p(Foreign(z)).array, np.fft.fftn(double(z)))
    check(tcfft.plan((6, 8), like=Foreign(z), axes=0)(z), np.fft.fft(double(z), axis=0))


def test_foreign_arrays_are_let_go(rng):
    """What was imported is free again when the caller has no more use of it."""
    for name, out in (("fft", None), ("fft", True), ("ifftn", None)):
        z = random_array(rng, (6, 8), "c8")
        owners = [z, np.empty_like(z)] if out else [z]
        alive = [weakref.ref(owner) for owner in owners]
        foreign = [Foreign(owner) for owner in owners]
        getattr(tcfft.fft, name)(foreign[0], **({"out": foreign[1]} if out else {}))
        del z, owners, foreign
        gc.collect()
        assert all(ref() is None for ref in alive)


def test_foreign_bad_input(rng):
    with pytest.raises(TypeError, match="device of DLPack's type 9"):
        tcfft.fft.fft(OfAnotherDevice(np.ones(4, "c8")))
    with pytest.raises(TypeError, match="int64"):
        tcfft.fft.fft(Foreign(np.ones(4, "i8")))
    with pytest.raises(TypeError):
        tcfft.fft.fft(object())
    with pytest.raises(TypeError):
        tcfft.fft.fft(None)


def test_subclasses_of_numpy(rng):
    class Named(np.ndarray):
        pass

    z = random_array(rng, (6, 8), "c8")
    check(tcfft.fft.fft(z.view(Named)), np.fft.fft(double(z)))
    assert type(tcfft.fft.fft(z.view(Named))) is np.ndarray


def test_strict_arrays(rng):
    xp = optional("array_api_strict", "array-api-strict")
    for name, dtype in [("fft", "c8"), ("ifftn", "c8"), ("rfft", "f4"), ("irfftn", "c8"), ("hfft", "c8"), ("ihfft", "f4")]:
        z = random_array(rng, (6, 8), dtype)
        got = getattr(tcfft.fft, name)(xp.asarray(z))
        assert type(got) is type(xp.asarray(z))
        check(np.asarray(got), getattr(np.fft, name)(double(z)))
        wanted = getattr(xp.fft, name)(xp.asarray(z))
        assert got.dtype == wanted.dtype and got.shape == wanted.shape


ONE_AXIS = {"fft": "c8", "ifft": "c8", "rfft": "f4", "irfft": "c8", "hfft": "c8", "ihfft": "f4"}
SEVERAL_AXES = {"fftn": "c8", "ifftn": "c8", "rfftn": "f4", "irfftn": "c8"}


@pytest.mark.parametrize("name", [*ONE_AXIS, *SEVERAL_AXES])
def test_strict_arrays_at_random(rng, name):
    """Shapes, types and values are those of the array API's own reference, for every argument that it has."""
    xp = optional("array_api_strict", "array-api-strict")
    for _ in range(40):
        shape = rng.integers(2, 7, rng.integers(1, 5))
        x = random_array(rng, shape, {**ONE_AXIS, **SEVERAL_AXES}[name])
        arguments = {"norm": str(rng.choice(["backward", "ortho", "forward"]))}
        if name in ONE_AXIS:
            axis = int(rng.integers(-x.ndim, x.ndim))
            arguments |= {"axis": axis, "n": [None, int(rng.integers(1, 2 * shape[axis]))][rng.integers(2)]}
        else:
            axes = [int(a) for a in rng.permutation(x.ndim)[: rng.integers(1, x.ndim + 1)]]
            s = [int(rng.choice([-1, rng.integers(1, 2 * shape[a])])) for a in axes]
            arguments |= [{}, {"axes": axes}, {"axes": axes, "s": s}][rng.integers(3)]
        got = getattr(tcfft.fft, name)(xp.asarray(x), **arguments)
        wanted = getattr(xp.fft, name)(xp.asarray(x), **arguments)
        assert got.dtype == wanted.dtype and got.shape == wanted.shape, arguments
        wanted = np.asarray(getattr(xp.fft, name)(xp.asarray(double(x)), **arguments))
        check(np.asarray(got), wanted, f"{name} {arguments}")


def test_strict_helpers(rng):
    xp = optional("array_api_strict", "array-api-strict")
    for n in (1, 2, 7, 8, 100):
        for name in ("fftfreq", "rfftfreq"):
            for types in ({}, {"dtype": xp.float32}, {"dtype": xp.float64}):
                got = getattr(tcfft.fft, name)(n, d=0.3, xp=xp, **types)
                wanted = getattr(xp.fft, name)(n, d=0.3, **types)
                assert type(got) is type(wanted) and got.dtype == wanted.dtype and got.shape == wanted.shape
                assert np.allclose(np.asarray(got), np.asarray(wanted))
    x = xp.asarray(random_array(rng, (3, 4, 5), "c8"))
    for axes in (None, 1, (0,), (2, 0), [1, 2]):
        for name in ("fftshift", "ifftshift"):
            got, wanted = getattr(tcfft.fft, name)(x, axes=axes), getattr(xp.fft, name)(x, axes=axes)
            assert got.dtype == wanted.dtype and np.array_equal(np.asarray(got), np.asarray(wanted))


# The extension's functions and their parameters, of the standard's revision 2023.12.
ARRAY_API = {
    **{name: ("n", "axis", "norm") for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")},
    **{name: ("s", "axes", "norm") for name in ("fftn", "ifftn", "rfftn", "irfftn")},
    **{name: ("d", "dtype", "device") for name in ("fftfreq", "rfftfreq")},
    **{name: ("axes",) for name in ("fftshift", "ifftshift")},
}


@pytest.mark.parametrize("name", ARRAY_API)
def test_names_of_the_array_api(name):
    parameters = inspect.signature(getattr(tcfft.fft, name)).parameters
    assert set(ARRAY_API[name]) <= set(parameters)
    assert getattr(tcfft.fft, name).__doc__


TRANSFORMS = sorted({*ONE_AXIS, *SEVERAL_AXES, "fft2", "ifft2", "rfft2", "irfft2", "dct", "idct", "dctn", "idctn"})


@pytest.mark.parametrize("name", TRANSFORMS)
def test_every_argument_is_documented(name):
    function = getattr(tcfft.fft, name)
    sections = re.split(r"^(Args|Returns|Types of numbers|Raises):\n", inspect.getdoc(function), flags=re.MULTILINE)
    assert sections[0].strip() and sections[1::2] == ["Args", "Returns", "Types of numbers", "Raises"]
    assert re.findall(r"^    (\w+): \S", sections[2], re.MULTILINE) == list(inspect.signature(function).parameters)
    assert re.search(r"(real|complex) (numbers|ones).*(elements along|of shape ``s``)", sections[4])
    assert re.findall(r"^    ([\w.]+): \S", sections[8], re.MULTILINE) == ["TypeError", "ValueError", "tcfft.Error"]
    assert max(map(len, inspect.getdoc(function).splitlines())) <= 125


def test_documented_types(rng):
    """The table of the docstrings is what the functions do."""
    table = re.search(r"^Types of numbers:\n(.*?)\n\n", inspect.getdoc(tcfft.fft.fft), re.MULTILINE | re.DOTALL)[1]
    seen = []
    for row in table.splitlines()[1:]:
        *types, of_complex, of_real = re.findall(r"(?:float|complex|int)\d+", row)
        for element in types if of_real.startswith("float") else ():
            x = (8 * random_array(rng, 16, "c16" if element.startswith("complex") else "f8")).astype(element)
            for name, wanted in (
                ("fft", of_complex),
                ("irfft", of_real),
                ("dct", of_complex if x.dtype.kind == "c" else of_real),
            ):
                assert getattr(tcfft.fft, name)(x).dtype == wanted, (name, element)
            seen.append(element)
    assert seen == ["float32", "complex64", "float64", "complex128", "float16", "int8", "int16"]
    x = np.ones(16, np.longdouble)
    assert tcfft.fft.fft(x, cast=True).dtype == of_complex and tcfft.fft.irfft(x, cast=True).dtype == of_real


def test_every_name_is_documented():
    for module in (tcfft, tcfft.fft, tcfft.cache, tcfft.sparse, tcfft.wisdom):
        assert module.__doc__
        for name in module.__all__:
            assert name == "version" or name == "OUTCOMES" or getattr(module, name).__doc__, name
    assert all(number in tcfft.__doc__ for number in ("FP32", "FP64", "FP16", "BF16", "integer"))
