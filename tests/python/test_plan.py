# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""tcfft.plan on the host: kinds, layouts, factors, placement, threads, and what a plan tells of itself."""

import gc
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
import tcfft
from conftest import check, double, optional, random_array
from tcfft._handle import Handle


def host_plan(*arguments, **options):
    return tcfft.plan(*arguments, device="host", **options)


def test_kinds(rng):
    z, x = random_array(rng, (5, 12), "c8"), random_array(rng, (5, 12), "f4")
    with host_plan((5, 12), axes=-1) as p:
        check(p(z), np.fft.fft(double(z)))
        check(p(z, inverse=True), np.fft.ifft(double(z)))
    check(host_plan((5, 12))(z), np.fft.fftn(double(z)))
    check(host_plan(12)(z[0]), np.fft.fft(double(z[0])))
    p = host_plan((5, 12), "r2c", axes=(0, 1))
    assert p.in_shape == (5, 12) and p.out_shape == (5, 7)
    check(p(x), np.fft.rfftn(double(x)))
    p = host_plan((5, 12), "c2r", axes=1)
    assert p.in_shape == (5, 7) and p.out_shape == (5, 12)
    check(p(z[:, :7].copy(), inverse=True), np.fft.irfft(double(z[:, :7])))
    check(p(z[:, :7].copy()), np.fft.hfft(double(z[:, :7])))


def test_cosine_kinds(rng):
    x = random_array(rng, (5, 12), "f4")
    scipy_fft = optional("scipy.fft", "SciPy")
    for t in (1, 2, 3, 4):
        p = host_plan((5, 12), f"dct{t}")
        check(p(x), scipy_fft.dctn(double(x), type=t))
        check(p(x, inverse=True), scipy_fft.idctn(double(x), type=t))


def test_factors(rng):
    z = random_array(rng, (5, 12), "c8")
    for norm in ("backward", "ortho", "forward"):
        p = host_plan((5, 12), norm=norm)
        check(p(z), np.fft.fftn(double(z), norm=norm))
        check(p(z, inverse=True), np.fft.ifftn(double(z), norm=norm))
    p = host_plan((5, 12), norm=None)
    check(p(p(z), inverse=True), 60 * double(z))
    for norm in ({}, {"norm": None}):
        p = host_plan((5, 12), scale=0.25, **norm)
        check(p(z), 0.25 * np.fft.fftn(double(z)))
        assert p.norm is None and p.scale == (0.25, 0.25)
    assert host_plan((5, 12)).norm == "backward"
    check(host_plan((5, 12), scale=(1, -2))(z, inverse=True), -120 * np.fft.ifftn(double(z)))


def test_layouts(rng):
    base = random_array(rng, (12, 20, 14), "c8")
    x = base[::2, 3:13, :]
    p = host_plan(x.shape, axes=1, like=x)
    check(p(x), np.fft.fft(double(x), axis=1))
    with pytest.raises(ValueError, match="strides"):
        p(x.copy())
    p = host_plan((6, 10, 14), axes=(0, 2), in_strides=(560, 14, 1), out_strides=(1, 6, 60))
    out = np.empty((6, 10, 14), "c8", order="F")
    assert p(x, out) is out
    check(out, np.fft.fftn(double(x), axes=(0, 2)))
    with pytest.raises(ValueError, match="out"):
        p(x)  # its result would not be row-major
    wide = np.broadcast_to(base[:1, :10], (6, 10, 14))
    p = host_plan((6, 10, 14), axes=(1,), like=wide)
    check(p(wide), np.fft.fft(double(wide), axis=1))
    assert "executions:6" in p.describe()


def test_more_axes_than_the_library(rng):
    z = random_array(rng, (2, 3, 4, 2, 3, 4), "c8")
    check(host_plan(z.shape)(z), np.fft.fftn(double(z)))
    check(host_plan(z.shape, "r2c")(z.real.copy()), np.fft.rfftn(double(z.real)))
    half = z[..., :3].copy()
    check(host_plan(z.shape, "c2r")(half, inverse=True), np.fft.irfftn(double(half)))
    check(host_plan(z.shape, axes=(1, 4))(z), np.fft.fftn(double(z), axes=(1, 4)))


def test_in_place(rng):
    z = random_array(rng, (5, 12), "c8")
    wanted = np.fft.fftn(double(z))
    p = host_plan((5, 12), inplace=True)
    assert p(z) is z
    check(z, wanted)
    memory = np.zeros((5, 14), "f4")
    x, spectrum = memory[:, :12], memory.view("c8")
    x[...] = random_array(rng, (5, 12), "f4")
    wanted = np.fft.rfftn(double(x))
    p = host_plan((5, 12), "r2c", inplace=True)
    assert p(x, spectrum) is spectrum
    check(spectrum, wanted)
    back = host_plan((5, 12), "c2r", inplace=True)
    back(spectrum, x, inverse=True)
    check(x, np.fft.irfftn(wanted, (5, 12), (0, 1)))


def test_plan_argument(rng):
    z = random_array(rng, (5, 12), "c8")
    p = host_plan((5, 12), axes=-1)
    check(tcfft.fft.fft(z, plan=p), np.fft.fft(double(z)))
    check(tcfft.fft.ifft(z, plan=p), np.fft.ifft(double(z)))
    for name, x, wrong in [
        ("fft", z, {"axis": 0}),
        ("rfft", z.real, {}),
        ("fft", z, {"n": 8}),
        ("fft", z, {"norm": "ortho"}),
    ]:
        with pytest.raises(ValueError, match="plan"):
            getattr(tcfft.fft, name)(x, plan=p, **wrong)


def test_workspace(rng):
    z = random_array(rng, 4096, "c8")
    p = host_plan(4096, workspace="caller")
    size = p.workspace_size
    assert size > 0
    with pytest.raises(tcfft.Error, match="workspace"):
        p(z)
    memory = np.zeros(size + 64, "u1")
    aligned = memory[-memory.ctypes.data % 64 :][:size]
    check(p(z, workspace=aligned), np.fft.fft(double(z)))
    with pytest.raises(tcfft.Error, match="workspace"):
        p(z, workspace=aligned[: size // 2])
    with pytest.raises(tcfft.Error, match="aligned"):
        p(z, workspace=np.zeros(size + 64, "u1")[-memory.ctypes.data % 64 + 4 :])
    check(host_plan(4096)(z, workspace=aligned), np.fft.fft(double(z)))


def test_asking():
    p = host_plan((3, 1009), axes=1)
    assert p.describe().startswith("problem:c2c:1009*3")
    assert 1e-8 < p.error_bound < 1e-6 and 0 < p.predicted_time < 1
    assert not p.good and host_plan(1024).good
    assert p.device == ("host", 0)
    assert repr(p) == "<tcfft.Plan c2c of (3, 1009) along (1,) from complex64 to complex64 on host:0>"
    p = host_plan(8, "r2c", dtype="float16", out_dtype="float32")
    assert (p.in_dtype, p.out_dtype) == ("float16", "complex64") and "from float16 to complex64" in repr(p)
    assert host_plan(64, algorithm="classic").describe().splitlines()[0].endswith("classic")


def test_closed(rng):
    z = random_array(rng, 64, "c8")
    p = host_plan(64)
    p(z)
    p.close()
    p.close()
    for use in (lambda: p(z), p.describe, lambda: p.error_bound, lambda: p.workspace_size, lambda: p.good, p.__enter__):
        with pytest.raises(ValueError, match="closed"):
            use()
    assert "closed" in repr(p)


def test_threads(rng):
    """Many threads execute one plan, which is closed under them: each gets a right result, or is told that it is closed."""
    z = random_array(rng, (40, 1009), "c8")
    wanted, p, failures, done = np.fft.fft(double(z)), host_plan((40, 1009), axes=1), [], []

    def work():
        try:
            while True:
                check(p(z), wanted)
                check(tcfft.fft.fft(z), wanted)
                done.append(1)
        except ValueError as failure:
            assert "closed" in str(failure)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    while len(done) < 60 and not failures:
        threading.Event().wait(0.01)
    p.close()
    for thread in threads:
        thread.join()
    assert not failures


THREADS_OF_THE_PROCESS = """
import os
import numpy as np
import tcfft

x = np.ones(1 << 20, np.complex64)
threads = lambda: len(os.listdir("/proc/self/task"))
before = threads()
p = tcfft.plan(x.shape, device="host", threads=1)
assert p(x)[0] == 1 << 20 and ":threads=1:" in p.describe()
assert tcfft.fft.fft(x, threads=1)[0] == 1 << 20 and tcfft.fft.dct(x.real, threads=1)[0] == 2 << 20
found = tcfft.sparse.fft(x, 3, method="whole", threads=1)
assert 0 in found.index.tolist() and threads() == before, (before, threads())
made = tcfft.cache.info("host").created
for asked in (None, 2):
    tcfft.fft.fft(x, threads=asked)
    tcfft.fft.fft(x, threads=1)
assert tcfft.cache.info("host").created == made + 2
print(threads() - before)
"""


def test_number_of_threads():
    """threads=1 stays in the thread that calls, whatever the machine has; without it there are more where there are cores."""
    environment = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
    command = [sys.executable, "-c", THREADS_OF_THE_PROCESS]
    answer = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert answer.returncode == 0, answer.stderr
    if len(os.sched_getaffinity(0)) > 1 and host_plan(1 << 20).describe().count(":threads=1:") == 0:
        assert int(answer.stdout) > 0


def test_no_growth(rng):
    """A plan that nobody refers to any more is freed."""
    z = random_array(rng, 60, "c8")

    def handles():
        gc.collect()
        return sum(type(o) is Handle for o in gc.get_objects())

    before = handles()
    plans = [host_plan(60) for _ in range(50)]
    assert handles() == before + 50
    for p in plans:
        p(z)
    del plans, p
    assert handles() == before


def test_read_only_workspace(rng):
    x = random_array(rng, (100, 1009), "c8")
    p = tcfft.plan(x.shape, axes=0, like=x, workspace="caller")
    memory = bytes(max(p.workspace_size, 64) + 64)
    w = np.frombuffer(memory, np.uint8)
    w = w[-w.__array_interface__["data"][0] % 64 :]
    with pytest.raises(ValueError, match="workspace is read-only"):
        p(x, workspace=w)
    assert not any(memory)


def test_like_of_another_byte_order():
    for like in (np.ones((4, 8), ">c8"), np.ones((4, 8), [("a", "c8"), ("b", "i1")])["a"]):
        with pytest.raises(ValueError, match="like has strides|byte order"):
            tcfft.plan(like.shape, like=like)
        with pytest.raises(ValueError, match="x has strides that are no multiples|byte order"):
            tcfft.plan(like.shape, device="host")(like)
    with pytest.raises(TypeError, match="like is int64"):
        tcfft.plan((4, 8), like=np.ones((4, 8), "i8"))


def test_sizes_of_any_sequence():
    assert tcfft.plan(np.array([4, 8]), axes=range(2), device="host").shape == (4, 8)
    assert tcfft.plan(range(2, 5), axes=np.array([-1]), device="host").axes == (2,)
    assert tcfft.plan(np.int64(8), device="host").shape == (8,)
