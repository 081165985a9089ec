# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Devices, good lengths, wisdom, sparse transforms, the command, and what an import needs and loads."""

import os
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest
import tcfft
from conftest import missing, random_array
from tcfft._library import lib


def test_version_and_devices():
    assert tcfft.version == tcfft.__version__ and tcfft.version.count(".") == 2
    host = tcfft.devices("host")
    assert len(host) == 1 and host[0].backend == "host" and host[0].cores >= 1 and str(host[0]) == "host:0"
    assert host[0] in tcfft.devices()
    assert tcfft.plan(8, device=host[0]).device == ("host", 0)
    with pytest.raises(ValueError, match="backend"):
        tcfft.devices("tpu")


def test_next_fast_len():
    assert tcfft.next_fast_len(1024, device="host") == 1024
    assert 1009 <= tcfft.next_fast_len(1009, "r2c", "host") <= 1100
    with pytest.raises(ValueError, match="kind"):
        tcfft.next_fast_len(8, "z2z")
    with pytest.raises(tcfft.Error, match="n = 0"):
        tcfft.next_fast_len(0, device="host")


def test_wisdom(tmp_path):
    tcfft.wisdom.forget()
    tcfft.plan(360, device="host", effort="measure")
    text = tcfft.wisdom.dumps()
    assert "c2c:360" in text
    path = tmp_path / "wisdom"
    tcfft.wisdom.save(path)
    tcfft.wisdom.forget()
    assert "c2c:360" not in tcfft.wisdom.dumps()
    with pytest.raises(tcfft.Error, match="measured|wisdom"):
        tcfft.plan(362, device="host", effort="wisdom_only")
    tcfft.wisdom.load(path)
    assert "c2c:360" in tcfft.wisdom.dumps()
    tcfft.plan(360, device="host", effort="wisdom_only")
    tcfft.wisdom.forget()
    tcfft.wisdom.loads(text)
    assert "c2c:360" in tcfft.wisdom.dumps()
    with pytest.raises(tcfft.Error):
        tcfft.wisdom.loads("no wisdom")
    with pytest.raises(tcfft.Error):
        tcfft.wisdom.load(tmp_path / "none")


def tones(rng, n, k, real=False):
    """A signal of k tones, their frequencies and amplitudes."""
    where = np.sort(rng.choice(n // 2 - 1 if real else n, k, replace=False) + (1 if real else 0))
    spectrum = np.zeros(n, complex)
    spectrum[where] = n * np.exp(2j * np.pi * rng.uniform(size=k))
    if real:
        spectrum[-where] = spectrum[where].conj()
    x = np.fft.ifft(spectrum)
    return (x.real.astype("f4") if real else x.astype("c8")), where, spectrum[where]


def test_sparse_in_threads(rng):
    """Calls of one shape share a plan, and wait for each other."""
    signal = np.fft.ifft(np.where(np.arange(1 << 20) % 50000 == 7, 1000, 0)).astype("c8")
    wanted = set(range(7, 1 << 20, 50000))
    found, failed = [], []

    def search():
        try:
            for _ in range(25):
                found.append(set(tcfft.sparse.fft(signal, 20).index.tolist()))
        except tcfft.Error as error:
            failed.append(error)

    threads = [threading.Thread(target=search) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failed and len(found) == 100 and all(f == wanted for f in found)


def test_sparse_arguments():
    signal = np.exp(2j * np.pi * 100 * np.arange(4096) / 4096).astype("c8")
    for seed in (0, 2**63, 2**64 - 1):
        assert tcfft.sparse.fft(signal, 3, seed=seed, snr=30.0).index[0] == 100
    for wrong in (dict(k=3.0), dict(k=3, seed=5.0), dict(k=3, threads=1.0)):
        tcfft.sparse.fft(signal, **{name: int(value) for name, value in wrong.items()})
        with pytest.raises(TypeError):
            tcfft.sparse.fft(signal, **wrong)


def test_sparse_of_other_layouts():
    signal = np.exp(2j * np.pi * 100 * np.arange(4096) / 4096).astype("c8")
    twice = np.repeat(signal, 2)
    for x in (signal.astype(">c8"), twice[::2], signal.astype("c16"), signal.astype(">c16")):
        assert tcfft.sparse.fft(x, 1, snr=30.0, cast=True).index.tolist() == [100]


@pytest.mark.parametrize("real", [False, True])
def test_sparse(rng, real):
    signals, where, values = zip(*(tones(rng, 1 << 16, 20, real) for _ in range(3)))
    found = tcfft.sparse.fft(signals[0], 20)
    assert found.outcome == "verified" and np.array_equal(found.index, where[0])
    assert np.allclose(found.value, values[0], rtol=1e-3)
    rows = tcfft.sparse.fft(np.stack(signals), 20, capacity=100)
    assert [r.outcome for r in rows] == ["verified"] * 3
    assert all(np.array_equal(r.index, w) for r, w in zip(rows, where))
    p = tcfft.sparse.plan(1 << 16, 20, real=real, batch=3)
    index, value, count, status = p(np.stack(signals))
    assert index.shape == (3, p.capacity) and index.dtype == np.int64 and count.tolist() == [20] * 3 and not status.any()
    assert np.array_equal(index[1, :20], where[1])
    for wide in (signals[0].astype("f8" if real else "c16"), signals[0].astype(np.longdouble if real else np.clongdouble)):
        before = wide.copy()
        again = tcfft.sparse.fft(wide, 20, cast=True)
        assert np.array_equal(again.index, where[0]) and np.array_equal(again.value, found.value)
        assert again.value.dtype == np.complex64 and np.array_equal(wide, before)


def test_sparse_bad_input(rng):
    x = random_array(rng, 4096, "c8")
    p = tcfft.sparse.plan(4096, 5)
    for kind, text, use in [
        (TypeError, "float64", lambda: p(x.real.astype(float))),
        (TypeError, "float32", lambda: p(x.real.copy())),
        (ValueError, "shape", lambda: p(x[:100])),
        (ValueError, "row-major", lambda: p(random_array(rng, 8192, "c8")[::2])),
        (ValueError, "method", lambda: tcfft.sparse.plan(4096, 5, method="luck")),
        (tcfft.Error, "k", lambda: tcfft.sparse.plan(4096, 0)),
        (ValueError, "shape", lambda: tcfft.sparse.fft(x.reshape(2, 2, 1024), 5)),
        (TypeError, "complex128: .*cast=True", lambda: tcfft.sparse.fft(x.astype(complex), 5)),
        (TypeError, "int16: .*cast=True", lambda: tcfft.sparse.fft(np.ones(4096, "i2"), 5)),
        (TypeError, "<U1", lambda: tcfft.sparse.fft(np.array(["a"]), 5, cast=True)),
    ]:
        with pytest.raises(kind, match=text):
            use()


def run(*arguments, **environment):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env={**os.environ, **environment})


def test_command():
    if "TCFFT_COMMAND" not in os.environ and not hasattr(lib, "tcf_command") and not shutil.which("tcfft"):
        missing("command", "the command is not built (TCFFT_COMMAND names its file)")
    answer = run("-m", "tcfft", "plan", "c2c:4096*16", "--as", "H200", "--text")
    assert answer.returncode == 0 and answer.stdout.startswith("problem:c2c:4096*16")
    assert run("-m", "tcfft", "no-such-command").returncode != 0
    wrong = run("-m", "tcfft", TCFFT_COMMAND="/no/such/file")
    assert wrong.returncode == 2 and "/no/such/file" in wrong.stderr


@pytest.mark.parametrize("lacks", [None, "", "cuda,", "command,cuda,"])
def test_a_missing_command_is_a_failure_under_ctest(lacks):
    """Unless CTest says that the build has none."""
    environment = {name: value for name, value in os.environ.items() if name not in ("TCFFT_COMMAND", "TCFFT_TEST_LACKS")}
    environment["PATH"] = os.devnull
    if lacks is not None:
        environment["TCFFT_TEST_LACKS"] = lacks
    if hasattr(lib, "tcf_command"):
        pytest.skip("this library has the command inside")
    arguments = ["-m", "pytest", "-q", "-p", "no:cacheprovider", f"{__file__}::test_command"]
    answer = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment)
    optional_here = lacks is None or "command" in lacks
    assert ("1 skipped" if optional_here else "1 failed") in answer.stdout, answer.stdout


def test_import():
    """Without PyTorch, CuPy or SciPy being loaded by it, and with a clear failure where the library is missing."""
    loaded = "sorted({'torch', 'cupy', 'scipy', 'numpy'} & set(sys.modules))"
    program = f"import sys, tcfft; tcfft.plan(8, device='host'); print({loaded})"
    answer = run("-c", program)
    assert answer.returncode == 0 and answer.stdout.strip() == "[]", answer.stderr
    missing = run("-c", "import tcfft", TCFFT_LIBRARY="/no/such/file")
    assert missing.returncode == 1 and "ImportError" in missing.stderr and "/no/such/file" in missing.stderr


def test_fork(rng):
    """A forked process goes on with the host."""
    program = (
        "import os, numpy as np, tcfft\n"
        "x = np.ones((64, 4096), 'c8'); tcfft.fft.fft(x)\n"
        "child = os.fork()\n"
        "good = tcfft.fft.fft(x)[5, 0] == 4096 and tcfft.fft.fft(x, axis=0)[0, 7] == 64\n"
        "if not child: os._exit(0 if good else 1)\n"
        "assert good and os.waitpid(child, 0)[1] == 0\n"
    )
    answer = run("-c", program)
    assert answer.returncode == 0, answer.stderr


FORK_UNDER_LOCKS = """
import gc, os, signal, threading
import numpy as np, tcfft
from tcfft._locks import ForkedLock
x = np.ones((64, 4096), "c8")
tcfft.fft.fft(x)
p = tcfft.sparse.plan(4096, 5)
locks = [o for o in gc.get_objects() if type(o) is ForkedLock]
assert len(locks) == 3
held, done = threading.Semaphore(0), threading.Event()
def hold(lock):
    with lock:
        held.release()
        done.wait()
for lock in locks:
    threading.Thread(target=hold, args=(lock,)).start()
for lock in locks:
    held.acquire()
tcfft.cache._caches["host", 0].bytes += 7  # as if its holder were in the middle of a change
child = os.fork()
if not child:
    signal.alarm(60)
    info = tcfft.cache.info("host")
    good = info.bytes == sum(h.bytes for h in tcfft.cache._caches["host", 0].plans.values())
    good &= tcfft.fft.fft(x, axis=0)[0, 7] == 64 and tcfft.cache.info("host").plans == info.plans + 1
    good &= p(x[0])[2][0] == 1 and tcfft.sparse.fft(x[0], 5).index.tolist() == [0]
    with tcfft.cache._lock:  # the thread that forks goes on in the child, and gives back what it holds
        grandchild = os.fork()
    tcfft.cache.clear()
    os._exit(0 if not grandchild or (good and os.waitpid(grandchild, 0)[1] == 0) else 1)
status = os.waitpid(child, 0)[1]
done.set()
assert status == 0, status
"""


def test_fork_under_locks():
    """Threads hold every lock of the package while the process forks: the child goes on, and its cache counts right."""
    answer = run("-c", FORK_UNDER_LOCKS)
    assert answer.returncode == 0, answer.stderr
