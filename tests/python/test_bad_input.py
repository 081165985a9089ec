# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Faulty arguments are exceptions that say what is wrong, and nothing has been written."""

import numpy as np
import pytest
import tcfft
from conftest import random_array

X = np.ones((4, 8), "c8")
READ_ONLY = np.ones((4, 8), "c8")
READ_ONLY.flags.writeable = False
MEMORY = np.ones(96, "c8")

FUNCTIONS = [
    (TypeError, "int32: host:0 takes float32, .*int16", lambda f: f.fft(np.ones(8, "i4"))),
    (TypeError, "float128|longdouble", lambda f: f.ifftn(np.ones((8, 8), np.longdouble))),
    (TypeError, "result is complex128", lambda f: f.fft(X.astype(complex), out=np.empty((4, 8), "c8"))),
    (TypeError, "result is float64", lambda f: f.irfft(X.astype(complex), out=np.empty((4, 14), "f2"))),
    (TypeError, "result is complex64", lambda f: f.rfft(np.ones((4, 8), "i2"), out=np.empty((4, 5), "c16"))),
    (TypeError, "result is float32", lambda f: f.dct(np.ones((4, 8), "i2"), out=np.empty((4, 8), "i2"))),
    (TypeError, "results of float32", lambda f: f.dctn(np.ones((2,) * 5, "f2"), out=np.empty((2,) * 5, "f2"))),
    (TypeError, "int64", lambda f: f.rfft(np.arange(8))),
    (TypeError, "object", lambda f: f.fft(np.array([None, 1]), cast=True)),
    (TypeError, "<U1", lambda f: f.fft(np.array(["a"]))),
    (TypeError, "real", lambda f: f.rfft(X)),
    (TypeError, "real", lambda f: f.ihfft(X, cast=True)),
    (IndexError, "axis 2", lambda f: f.fft(X, axis=2)),
    (ValueError, "axis -3", lambda f: f.fft(X, axis=-3)),
    (TypeError, "axis = 0.5", lambda f: f.fft(X, axis=0.5)),
    (IndexError, "axis", lambda f: f.fft(np.float32(1))),
    (ValueError, "twice", lambda f: f.fftn(X, axes=(1, -1))),
    (ValueError, "at least one", lambda f: f.fftn(X, axes=())),
    (ValueError, "lengths", lambda f: f.fftn(X, s=(8,), axes=(0, 1))),
    (ValueError, "3 lengths", lambda f: f.fftn(X, s=(8, 8, 8))),
    (ValueError, "points", lambda f: f.fft(X, n=0)),
    (ValueError, "points", lambda f: f.fft(X, n=-1)),
    (ValueError, "points", lambda f: f.irfft(X, n=-1)),
    (ValueError, "points", lambda f: f.ihfft(X.real, n=-1)),
    (ValueError, "points", lambda f: f.dct(X.real, n=-1)),
    (ValueError, "points", lambda f: f.fft(X, n=-2)),
    (ValueError, "points", lambda f: f.fftn(X, s=(-2, 8), axes=(0, 1))),
    (ValueError, "points", lambda f: f.fft(X, n=-1, plan=tcfft.plan(X.shape, axes=-1, device="host"))),
    (TypeError, "n = 2.5", lambda f: f.fft(X, n=2.5)),
    (TypeError, "n = 8.0", lambda f: (f.fft(X, n=8), f.fft(X, n=8.0))),
    (TypeError, "n = 8.0", lambda f: (f.fftn(X, s=(4, 8)), f.fftn(X, s=(4, 8.0)))),
    (TypeError, "axis = 1.0", lambda f: (f.fft(X, axis=1), f.fft(X, axis=1.0))),
    (TypeError, "type = 2.0", lambda f: (f.dct(X.real, type=2), f.dct(X.real, type=2.0))),
    (TypeError, "n = 8.0", lambda f: (f.dct(X.real, n=8), f.dct(X.real, n=8.0))),
    (ValueError, "beyond 64 bits", lambda f: f.fft(X, n=2**64 + 8)),
    (ValueError, "beyond 64 bits", lambda f: tcfft.next_fast_len(2**64 + 5)),
    (TypeError, "n = 1.5", lambda f: tcfft.next_fast_len(1.5)),
    (TypeError, "threads = 2.0", lambda f: (f.fft(X, threads=2), f.fft(X, threads=2.0))),
    (TypeError, "plan = 'x'", lambda f: f.fft(X, plan="x")),
    (TypeError, "bytes", lambda f: tcfft.wisdom.loads(b"tcfft wisdom")),
    (ValueError, "backward along axis 1", lambda f: f.fft(X, out=np.empty((4, 8), "c8")[:, ::-1])),
    (ValueError, "backward along axis 0", lambda f: f.fftn(X, out=np.empty((4, 8), "c8")[::-1])),
    (ValueError, "points", lambda f: f.fft(np.empty((3, 0), "c8"))),
    (ValueError, "points", lambda f: f.irfft(np.ones((3, 1), "c8"))),
    (ValueError, "norm", lambda f: f.fft(X, norm="unitary")),
    (ValueError, "type", lambda f: f.dct(X.real, type=5)),
    (tcfft.Error, "below 2", lambda f: f.dct(np.ones(1, "f4"), type=1)),
    (tcfft.Error, "tolerance", lambda f: f.fft(X, tolerance=-1)),
    (ValueError, "threads = -1", lambda f: f.fft(X, threads=-1)),
    (TypeError, "threads = 'all'", lambda f: f.dct(X, threads="all")),
    (ValueError, "threads = 2 beside plan", lambda f: f.fft(X, threads=2, plan=tcfft.plan(X.shape, axes=-1, device="host"))),
    (ValueError, "tolerance = 0.1 beside", lambda f: f.fftn(X, tolerance=0.1, plan=tcfft.plan(X.shape, device="host"))),
    (ValueError, "factors are .3.0, 3.0", lambda f: f.fftn(X, norm="backward", plan=tcfft.plan((4, 8), like=X, scale=3))),
    (TypeError, "out", lambda f: f.fft(X, out=[1])),
    (TypeError, "float32", lambda f: f.fft(X, out=np.empty((4, 8), "f4"))),
    (TypeError, "complex128", lambda f: f.fft(X, out=np.empty((4, 8), "c16"))),
    (ValueError, "shape", lambda f: f.fft(X, out=np.empty((4, 9), "c8"))),
    (ValueError, "shape", lambda f: f.rfft(X.real, out=np.empty((4, 8), "c8"))),
    (ValueError, "read-only", lambda f: f.fft(X, out=READ_ONLY)),
    (tcfft.Error, "share memory", lambda f: f.fft(X, out=np.lib.stride_tricks.as_strided(MEMORY, (4, 8), (32, 8)))),
    (ValueError, "broadcast|read-only|share", lambda f: f.fft(X, out=np.broadcast_to(np.empty(8, "c8"), (4, 8)))),
    (tcfft.Error, "share memory", lambda f: f.fft(X, out=np.lib.stride_tricks.as_strided(MEMORY, (4, 8), (0, 8)))),
    (tcfft.Error, "share memory", lambda f: f.fft(X[0], out=np.lib.stride_tricks.as_strided(MEMORY, (8,), (0,)))),
    (tcfft.Error, "share memory", lambda f: f.fftn(X, out=np.lib.stride_tricks.as_strided(MEMORY, (4, 8), (0, 0)))),
    (
        ValueError,
        "leave plan out",
        lambda f: f.dct(X.real, norm="ortho", plan=tcfft.plan(X.shape, "dct2", axes=-1, norm="ortho")),
    ),
    (tcfft.Error, "overlap", lambda f: f.fft(MEMORY[:32].reshape(4, 8), out=MEMORY[8:40].reshape(4, 8))),
    (tcfft.Error, "overlap", lambda f: f.fft(MEMORY[::2], out=MEMORY[1::2])),
    (tcfft.Error, "overlap", lambda f: f.fft(MEMORY[:64].reshape(8, 8), out=MEMORY[:64].reshape(8, 8).T)),
    (tcfft.Error, "overlap", lambda f: f.fft(MEMORY[:32].reshape(4, 8)[::-1], out=MEMORY[:32].reshape(4, 8))),
    (tcfft.Error, "overlap", lambda f: f.rfft(MEMORY.view("f4")[:8], out=MEMORY[:5])),
]


@pytest.mark.parametrize("case", range(len(FUNCTIONS)))
def test_functions(case):
    kind, text, call = FUNCTIONS[case]
    before = [a.copy() for a in (X, READ_ONLY, MEMORY)]
    for _ in range(2):
        with pytest.raises(kind, match=text):
            call(tcfft.fft)
    for array, copy in zip((X, READ_ONLY, MEMORY), before):
        assert np.array_equal(array, copy)


PLANS = [
    (ValueError, "kind", lambda: tcfft.plan(8, "z2z")),
    (ValueError, "device", lambda: tcfft.plan(8, device="tpu")),
    (tcfft.Error, "device", lambda: tcfft.plan(8, device="host:7")),
    (ValueError, "algorithm", lambda: tcfft.plan(8, device="host", algorithm="quick")),
    (ValueError, "effort", lambda: tcfft.plan(8, device="host", effort="much")),
    (ValueError, "workspace", lambda: tcfft.plan(8, device="host", workspace="none")),
    (ValueError, "compile", lambda: tcfft.plan(8, device="host", compile="never")),
    (ValueError, "norm", lambda: tcfft.plan(8, device="host", norm="unitary")),
    (ValueError, "scale", lambda: tcfft.plan(8, device="host", scale=0)),
    (ValueError, "norm = 'ortho' and scale = 3.0", lambda: tcfft.plan(8, device="host", norm="ortho", scale=3.0)),
    (ValueError, "norm = 'backward' and scale = ", lambda: tcfft.plan(8, device="host", norm="backward", scale=(1, 2))),
    (ValueError, "threads = -1", lambda: tcfft.plan(8, device="host", threads=-1)),
    (ValueError, "threads = 4294967297", lambda: tcfft.plan(8, device="host", threads=2**32 + 1)),
    (TypeError, "threads = 1.5", lambda: tcfft.plan(8, device="host", threads=1.5)),
    (ValueError, "threads = -2", lambda: tcfft.sparse.plan(4096, 5, threads=-2)),
    (ValueError, "n = 18446744073709552640 is beyond", lambda: tcfft.sparse.plan(2**64 + 1024, 3)),
    (ValueError, "k = 18446744073709551619 is beyond", lambda: tcfft.sparse.fft(np.ones(4096, "c8"), 2**64 + 3)),
    (ValueError, "beyond 64 bits", lambda: tcfft.plan(2**64 + 8, device="host")),
    (ValueError, "x is not row-major", lambda: tcfft.sparse.fft(np.ones(8192, "c8")[::2], 3)),
    (ValueError, "x has strides .* byte order", lambda: tcfft.sparse.fft(np.ones(4096, ">c8"), 3)),
    (tcfft.Error, "scale", lambda: tcfft.plan(8, device="host", scale=1e39)),
    (TypeError, "shape", lambda: tcfft.plan(2.5)),
    (ValueError, "points", lambda: tcfft.plan(0, device="host")),
    (tcfft.Error, "2", lambda: tcfft.plan(2**40, device="host")),
    (ValueError, "axis|axes", lambda: tcfft.plan(8, axes=1)),
    (ValueError, "in_strides", lambda: tcfft.plan((8, 8), device="host", in_strides=(8,))),
    (ValueError, "stride", lambda: tcfft.plan(8, device="host", in_strides=(-1,))),
    (ValueError, "stride", lambda: tcfft.plan(8, device="host", in_strides=(0,))),
    (tcfft.Error, "share memory", lambda: tcfft.plan((8, 8), device="host", out_strides=(4, 1))),
    (ValueError, "like", lambda: tcfft.plan((8, 8), like=X)),
    (ValueError, "last axis", lambda: tcfft.plan((8, 8), "r2c", axes=(1, 0), device="host", inplace=True)),
    (tcfft.Error, "tolerance", lambda: tcfft.plan(8, device="host", tolerance=1e-12)),
    (TypeError, "dtype = 'int64'", lambda: tcfft.plan(8, device="host", dtype="int64")),
    (tcfft.Error, "out_type = i16", lambda: tcfft.plan(8, device="host", dtype="int16", out_dtype="int16")),
    (tcfft.Error, "f64", lambda: tcfft.plan(8, device="host", dtype="float32", out_dtype="float64")),
    (tcfft.Error, "unequal size", lambda: tcfft.plan(8, device="host", dtype="float16", inplace=True)),
]


@pytest.mark.parametrize("case", range(len(PLANS)))
def test_plans(case):
    kind, text, call = PLANS[case]
    with pytest.raises(kind, match=text):
        call()


EXECUTIONS = [
    (TypeError, "float32", lambda p: p(X.real)),
    (TypeError, "complex128", lambda p: p(X.astype(complex))),
    (ValueError, "shape", lambda p: p(X[:2])),
    (ValueError, "strides", lambda p: p(np.asfortranarray(X))),
    (TypeError, "out", lambda p: p(X, [1])),
    (TypeError, "float32", lambda p: p(X, np.empty((4, 8), "f4"))),
    (ValueError, "shape", lambda p: p(X, np.empty((4, 9), "c8"))),
    (ValueError, "strides", lambda p: p(X, np.empty((8, 4), "c8").T)),
    (ValueError, "read-only", lambda p: p(X, READ_ONLY)),
    (tcfft.Error, "overlap", lambda p: p(MEMORY[:32].reshape(4, 8), MEMORY[8:40].reshape(4, 8))),
    (ValueError, "stream", lambda p: p(X, stream=1)),
    (ValueError, "workspace", lambda p: p(X, workspace=[1])),
]


@pytest.mark.parametrize("case", range(len(EXECUTIONS)))
def test_executions(case):
    kind, text, call = EXECUTIONS[case]
    p = tcfft.plan((4, 8), axes=1, device="host")
    before = MEMORY.copy()
    for _ in range(2):
        with pytest.raises(kind, match=text):
            call(p)
    assert np.array_equal(MEMORY, before) and (READ_ONLY == 1).all()


def test_loops_write_nothing_before_they_fail(rng):
    """Overlap is found before the first of several executions."""
    memory = random_array(rng, 200, "c8")
    x = np.lib.stride_tricks.as_strided(memory, (3, 8), (0, 8))
    before = memory.copy()
    with pytest.raises(tcfft.Error, match="overlap"):
        tcfft.fft.fft(x, out=memory[4:28].reshape(3, 8))
    assert np.array_equal(memory, before)


def test_errors_carry_the_status():
    import pickle

    with pytest.raises(tcfft.Error) as caught:
        tcfft.plan(8, device="host", tolerance=1e-12)
    assert caught.value.status == 7 and "tolerance" in caught.value.text
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.status == 7 and str(again) == str(caught.value)
