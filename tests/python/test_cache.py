# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""The cache of the functions' plans: what it keeps, what it drops, and that nobody is harmed by it."""

import threading

import numpy as np
import pytest
import tcfft
from conftest import check, double, random_array


@pytest.fixture
def empty():
    tcfft.cache.clear()
    yield
    tcfft.cache.limit(tcfft.cache.DEFAULT_PLANS, tcfft.cache.DEFAULT_BYTES, "host")


def kept():
    return tcfft.cache.info("host")


def test_calls_share_plans(rng, empty):
    x = random_array(rng, (4, 50), "c8")
    created = kept().created
    for _ in range(3):
        tcfft.fft.fft(x)
        tcfft.fft.ifft(x, axis=1)
        tcfft.fft.fft(x, norm="backward", out=np.empty_like(x))
    assert kept().created == created + 1 and kept().plans == 1 and kept().bytes > 0
    assert "host:0" in tcfft.cache.devices()
    tcfft.cache.clear()
    assert kept().plans == 0 and kept().bytes == 0
    check(tcfft.fft.fft(x), np.fft.fft(double(x)))


def test_limits(rng, empty):
    tcfft.cache.limit(plans=5, device="host")
    arrays = [random_array(rng, n, "c8") for n in range(20, 40)]
    for x in arrays:
        check(tcfft.fft.fft(x), np.fft.fft(double(x)))
    assert kept().plans <= 5 and kept().plan_limit == 5
    created = kept().created
    tcfft.fft.fft(arrays[-1])
    assert kept().created == created  # the last ones are there
    tcfft.cache.limit(bytes=1, device="host")
    assert kept().plans == 0
    check(tcfft.fft.fft(arrays[0]), np.fft.fft(double(arrays[0])))
    assert kept().plans == 1 and kept().plan_limit == 5


def test_used_plans_stay(rng, empty):
    tcfft.cache.limit(plans=4, device="host")
    often = random_array(rng, 77, "c8")
    for n in range(20, 60):
        tcfft.fft.fft(random_array(rng, n, "c8"))
        created = kept().created
        tcfft.fft.fft(often)
        assert n == 20 or kept().created == created


def test_many_threads(rng, empty):
    """Threads plan, execute and drop each other's plans."""
    tcfft.cache.limit(plans=3, device="host")
    arrays = [random_array(rng, n, "c8") for n in (16, 30, 100, 101, 128, 1009)]
    wanted, failures = [np.fft.fft(double(x)) for x in arrays], []

    def work(first):
        try:
            for i in range(60):
                k = (first + i) % len(arrays)
                check(tcfft.fft.fft(arrays[k]), wanted[k])
                if i % 20 == first:
                    tcfft.cache.clear()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_bad_input():
    with pytest.raises(ValueError, match="plans = -1"):
        tcfft.cache.limit(plans=-1)
    with pytest.raises(ValueError, match="device"):
        tcfft.cache.info("moon")
