# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""What the Python tests share: random numbers whose seed is printed, and comparisons with double precision."""

import importlib
import importlib.util
import os
import secrets
import zlib

import numpy as np
import pytest
import tcfft

SEED = int(os.environ.get("TCFFT_TEST_SEED") or secrets.randbits(31))
GATE = 1e-6  # relative L2 error; FP32 transforms of these lengths stay below a quarter of it


def pytest_report_header(config):
    return f"TCFFT_TEST_SEED={SEED}"


@pytest.fixture
def rng(request):
    """Fresh random numbers for each test; TCFFT_TEST_SEED repeats those of the run that printed it."""
    return np.random.default_rng([SEED, zlib.crc32(request.node.nodeid.encode())])


# What CTest says that the build lacks: some of "command", "cuda". Where nobody says it, anything may be missing.
LACKS = os.environ.get("TCFFT_TEST_LACKS")


def missing(part, text):
    """Skips for want of a part of the build, which is a failure where the build has it."""
    if LACKS is not None and part not in LACKS.split(","):
        pytest.fail(text, pytrace=False)
    pytest.skip(text, allow_module_level=True)


def has_cuda(there):
    """Whether tcfft has the CUDA device that an array library has."""
    ours = any(device.backend == "cuda" for device in tcfft.devices())
    if there and not ours and LACKS is not None and "cuda" not in LACKS.split(","):
        pytest.fail("another library finds a CUDA device, tcfft, which was built for them, does not", pytrace=False)
    return there and ours


def optional(name, title):
    """A module that need not be installed. One that is there and does not work is a failure."""
    if importlib.util.find_spec(name.partition(".")[0]) is None:
        pytest.skip(f"{title} is not installed", allow_module_level=True)
    return importlib.import_module(name)


def random_array(rng, shape, dtype):
    x = rng.uniform(-1, 1, shape)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * rng.uniform(-1, 1, shape)
    return np.asarray(x, dtype)


def double(x):
    """A NumPy array in double precision of an array of any library on the host or a GPU."""
    if hasattr(x, "detach"):
        x = x.detach().resolve_conj().cpu().numpy()
    elif hasattr(x, "get"):
        x = x.get()
    x = np.asarray(x)
    return x.astype(complex if x.dtype.kind == "c" else float)


def check(got, wanted, what="", gate=GATE):
    """The result has the shape, the elements (of FP64 where the gate is below FP32's) and the values of a reference in double."""
    assert tuple(got.shape) == wanted.shape, what
    wide = gate < GATE
    element = ("complex128" if wide else "complex64") if wanted.dtype.kind == "c" else "float64" if wide else "float32"
    assert str(got.dtype).rpartition(".")[2] == element, what
    error = np.linalg.norm((double(got) - wanted).ravel())
    assert error <= gate * np.linalg.norm(wanted.ravel()) + 1e-30, f"{what}: error {error}"
