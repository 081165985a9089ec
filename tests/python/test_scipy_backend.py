# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""tcfft.fft as a backend of scipy.fft: it serves FP32 arrays, and SciPy the rest."""

import os

import numpy as np
import pytest
from conftest import check, double, optional, random_array

scipy_fft = optional("scipy.fft", "SciPy")
scipy_signal = optional("scipy.signal", "SciPy")
import tcfft  # noqa: E402

REAL_INPUT = ("rfft", "ihfft", "rfft2", "rfftn", "dct", "idct", "dctn", "idctn")
COMPLEX_INPUT = ("fft", "ifft", "irfft", "hfft", "fft2", "ifft2", "irfft2", "fftn", "ifftn", "irfftn")
FUNCTIONS = {**dict.fromkeys(REAL_INPUT, "f4"), **dict.fromkeys(COMPLEX_INPUT, "c8")}


@pytest.fixture
def served(monkeypatch):
    """The names of the functions that tcfft ran."""
    names = []
    inner = tcfft.fft.__ua_function__

    def recording(method, args, kwargs):
        result = inner(method, args, kwargs)
        if result is not NotImplemented:
            names.append(method.__name__)
        return result

    monkeypatch.setattr(tcfft.fft, "__ua_function__", recording)
    return names


@pytest.mark.parametrize("name", FUNCTIONS)
def test_serves_fp32(rng, served, name):
    x = random_array(rng, (6, 10), FUNCTIONS[name])
    with scipy_fft.set_backend(tcfft.fft, only=True):
        got = getattr(scipy_fft, name)(x)
        again = getattr(scipy_fft, name)(x, overwrite_x=True, workers=2, norm="ortho")
    assert served == [name, name]
    check(got, getattr(scipy_fft, name)(double(x)), name)
    check(again, getattr(scipy_fft, name)(double(x), norm="ortho"), name)


def test_arguments_by_position(rng, served):
    x = random_array(rng, (6, 10), "f4")

    def results(x):
        return (
            scipy_fft.fft(x, 8, 0, "ortho", False, 1),
            scipy_fft.fftn(x, (8, 4), (0, 1), "forward"),
            scipy_fft.dct(x, 3, 8, 0, "ortho"),
            scipy_fft.dctn(x, 4, (8, 4), (0, 1), "ortho"),
        )

    wanted = results(double(x))
    with scipy_fft.set_backend(tcfft.fft):
        for got, want in zip(results(x), wanted):
            check(got, want)
        for got, want in zip(results(double(x)), wanted):
            check(got, want, gate=1e-14)
    assert served == 2 * ["fft", "fftn", "dct", "dctn"]


def planned(call):
    """How many threads the plans of a call may take; 0: as many as are of use."""
    tcfft.cache.clear("host")
    call()
    (threads,) = {problem.threads for problem in tcfft.cache._caches["host", 0].plans}
    return threads


@pytest.mark.parametrize("name", FUNCTIONS)
def test_workers(rng, name):
    """They are threads, as SciPy counts them."""
    x, function, cores = random_array(rng, (6, 10), FUNCTIONS[name]), getattr(scipy_fft, name), os.cpu_count()
    wanted = function(double(x))
    with scipy_fft.set_backend(tcfft.fft, only=True):
        for workers, threads in [(3, 3), (1, 1), (-1, cores), (-cores, 1), (None, 0)]:
            assert planned(lambda: check(function(x, workers=workers), wanted, name)) == threads, workers  # noqa: B023
        with scipy_fft.set_workers(2):
            assert planned(lambda: function(x)) == 2 and planned(lambda: function(x, workers=5)) == 5
        assert planned(lambda: function(x)) == 0
        for workers, kind, text in [
            (0, ValueError, "workers = 0"),
            (-cores - 1, ValueError, f"workers = -{cores + 1}"),
            (1.5, TypeError, "workers = 1.5"),
        ]:
            with pytest.raises(kind, match=text):
                function(x, workers=workers)


def test_workers_beside_a_plan(rng, served):
    """A plan has threads of its own, those that ``set_workers`` asks for are for others."""
    x = random_array(rng, (6, 10), "c8")
    p = tcfft.plan(x.shape, axes=1, device="host")
    with scipy_fft.set_backend(tcfft.fft, only=True), scipy_fft.set_workers(2):
        check(scipy_fft.fft(x, plan=p), np.fft.fft(double(x)))
        with pytest.raises(ValueError, match="threads = 2 beside plan"):
            scipy_fft.fft(x, plan=p, workers=2)


def test_leaves_the_rest_to_scipy(rng, served):
    x = (100 * random_array(rng, (6, 10), "f8")).astype("i2")  # whose transforms are complex128 there
    with scipy_fft.set_backend(tcfft.fft):
        assert np.array_equal(scipy_fft.fft(x), np.asarray(scipy_fft.fft(x, workers=1)))
        scipy_fft.fft([1, 2, 3])
        scipy_fft.dst(x.astype("f4"))
        scipy_fft.hfft2(x.astype("c8"))
    assert served == []


def test_functions_of_scipy_use_it(rng, served):
    a, b = random_array(rng, 1000, "f4"), random_array(rng, 64, "f4")
    wanted = scipy_signal.fftconvolve(double(a), double(b))
    with scipy_fft.set_backend(tcfft.fft):
        got = scipy_signal.fftconvolve(a, b)
    assert served and all(name.startswith(("rfft", "irfft")) for name in served)
    assert np.linalg.norm(got - wanted) <= 1e-5 * np.linalg.norm(wanted)


def test_global_backend(rng, served):
    x = random_array(rng, 32, "c8")
    scipy_fft.set_global_backend(tcfft.fft)
    scipy_fft.register_backend("scipy")  # for all others
    try:
        scipy_fft.fft(x)
        assert served == ["fft"]
        scipy_fft.fft(x.astype("clongdouble"))
        assert served == ["fft"]
    finally:
        scipy_fft.set_global_backend("scipy")


def test_what_scipy_takes(rng, served):
    """Sequences of any type, one length of one axis, and what only SciPy has: arrays of objects, no axes."""
    x = random_array(rng, (6, 8), "f4")

    def results(x):
        return (
            scipy_fft.fftn(x, s=4, axes=0),
            scipy_fft.dctn(x, s=4, axes=0),
            scipy_fft.dctn(x, axes=np.array([0, 1])),
            scipy_fft.dctn(x, s=np.array([4, 4])),
            scipy_fft.dctn(x, axes=range(2)),
        )

    def others(x):
        return (
            scipy_fft.fftn(x, axes=()),
            scipy_fft.fftn(x[0, 0]),
            scipy_fft.fft(np.array([1, 2], object)),
        )

    wanted, rest = results(double(x)), others(x)
    with scipy_fft.set_backend(tcfft.fft):
        for got, want in zip(results(x), wanted):
            check(got, want, "what SciPy takes")
        assert len(served) == len(wanted)
        for got, want in zip(others(x), rest):
            assert np.array_equal(got, want)
        assert len(served) == len(wanted)
