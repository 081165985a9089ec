# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Plans that are copied and pickled: nothing that the library made is freed twice, or too early."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
import tcfft
from conftest import random_array


def test_copies_share_and_close_alone(rng):
    x = random_array(rng, (4, 16), "c8")
    p = tcfft.plan(x.shape, axes=-1, like=x)
    wanted = p(x)
    for make in (copy.copy, copy.deepcopy, lambda q: copy.deepcopy({"plan": [q]})["plan"][0]):
        q = make(p)
        assert np.array_equal(q(x), wanted)
        q.close()
        with pytest.raises(ValueError, match="closed"):
            q(x)
        del q
        assert np.array_equal(p(x), wanted)
    q = copy.copy(p)
    p.close()
    assert np.array_equal(q(x), wanted)


PICKLED = [
    dict(shape=(4, 16), axes=-1),
    dict(shape=(6, 10), kind="r2c", scale=(2.0, 3.0), out_strides=(8, 1)),
    dict(shape=(3, 4, 5), kind="dct2", axes=(0, 2), norm="ortho", dtype="float64"),
    dict(shape=(16,), kind="c2r", dtype="float32", threads=1),
    dict(shape=(4, 8), dtype="int16", kind="r2c"),
]


@pytest.mark.parametrize("case", range(len(PICKLED)))
@pytest.mark.parametrize("protocol", (2, pickle.HIGHEST_PROTOCOL))
def test_pickled(rng, case, protocol):
    p = tcfft.plan(device="host", **PICKLED[case])
    q = pickle.loads(pickle.dumps(p, protocol))
    assert repr(p) == repr(q) and p.describe() == q.describe() and p.scale == q.scale and p.norm == q.norm
    x = (100 * rng.standard_normal(p.in_shape)).astype(p.in_dtype)
    element, wide = np.dtype(p.out_dtype), PICKLED[case].get("out_strides")
    strides = None if wide is None else [element.itemsize * s for s in wide]
    results = [np.ndarray(p.out_shape, element, np.zeros(200 * element.itemsize, "u1"), strides=strides) for _ in range(2)]
    assert np.array_equal(p(x, results[0]), q(x, results[1])) and results[0].any()
    p.close()
    with pytest.raises(ValueError, match="closed"):
        pickle.dumps(p)


def test_pickled_elsewhere():
    p = tcfft.plan((4, 16), axes=-1, device="host")
    program = (
        "import pickle, sys, numpy as np; p = pickle.load(sys.stdin.buffer); print(abs(p(np.ones((4, 16), 'c8'))).max())"
    )
    result = subprocess.run([sys.executable, "-c", program], input=pickle.dumps(p), capture_output=True, check=True)
    assert float(result.stdout) == 16


def test_handles_are_not_pickled():
    handle = tcfft.plan(16, device="host")._get().steps[0].handle
    assert copy.copy(handle) is handle and copy.deepcopy(handle) is handle
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(handle)


def test_copied_searches():
    signal = np.exp(2j * np.pi * 100 * np.arange(4096) / 4096).astype("c8")
    p = tcfft.sparse.plan(4096, 3, seed=5, snr=30.0)
    wanted = p.describe()
    for make in (copy.copy, copy.deepcopy, lambda q: pickle.loads(pickle.dumps(q))):
        q = make(p)
        assert q.describe() == wanted and q(signal)[0][0, 0] == 100
        del q
    assert p.describe() == wanted and p(signal)[0][0, 0] == 100
