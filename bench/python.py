#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Measures the Python package: what a call costs beside the C call, and the functions beside SciPy's and NumPy's.

    python.py overhead             microseconds of a call, for arrays of NumPy, PyTorch and CuPy (those that are here)
    python.py scipy [--workers 2]  one CSV row a length: tcfft.fft and scipy.fft on NumPy arrays in FP32. OMP_NUM_THREADS=2
                                   gives tcfft as many threads; on a busy machine both are measured badly

The package is found as everywhere: PYTHONPATH=python TCFFT_LIBRARY=build/host/src/libtcfft.so.
"""

import argparse
import ctypes
import math
import statistics
import sys
import time

import numpy as np
import tcfft
from tcfft import _library, _scratch


def best(call, seconds=0.15, sample=0.001):
    """Seconds of one call: the least of many short samples, so that what else the machine does counts little."""
    call()
    began, count = time.perf_counter(), 0
    while time.perf_counter() - began < sample:
        call()
        count += 1
    least, ends = math.inf, time.perf_counter() + seconds
    while time.perf_counter() < ends:
        began = time.perf_counter()
        for _ in range(count):
            call()
        least = min(least, (time.perf_counter() - began) / count)
    return least


def queued(call, wait, calls=1000, rounds=20):
    """Seconds of the processor for one call that a GPU executes later: a burst, then a wait that is not timed."""
    for _ in range(50):
        call()
    wait()
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        for _ in range(calls // rounds):
            call()
        times.append((time.perf_counter() - began) / (calls // rounds))
        wait()
    return statistics.median(times)


def c_call(x, y, pointer_of, stream):
    """The bare C function on the same memory, by ctypes with its arguments ready."""
    p = tcfft.plan(x.shape, like=x)
    handle = p._transform.steps[0].handle
    arguments = [ctypes.c_void_p(handle.pointer), ctypes.c_void_p(pointer_of(x)), ctypes.c_void_p(pointer_of(y)), 0]
    if stream is None:
        arguments.append(_scratch.host(handle.workspace).reference)
        return p, lambda: _library.lib.tcfft_exec_with(*arguments)
    return p, lambda: _library.lib.tcfft_exec(*arguments)


def libraries():
    """Name, an array, the address of one, what waits for the device (None: the host), and the library's own function."""
    x = np.random.default_rng(1).standard_normal(256).astype(np.complex64)
    yield "numpy", x, lambda a: a.ctypes.data, None, np.fft.fft
    try:
        import torch

        yield "torch cpu", torch.from_numpy(x), torch.Tensor.data_ptr, None, torch.fft.fft
        if torch.cuda.is_available() and tcfft.devices("cuda"):
            yield "torch cuda", torch.from_numpy(x).cuda(), torch.Tensor.data_ptr, torch.cuda.synchronize, torch.fft.fft
    except ImportError:
        pass
    try:
        import cupy

        if tcfft.devices("cuda"):
            yield "cupy", cupy.asarray(x), lambda a: a.data.ptr, cupy.cuda.Device().synchronize, cupy.fft.fft
    except ImportError:
        pass


def overhead():
    print("library,us_c_call,us_plan_out,us_plan,us_function,us_function_out,us_own_function")
    for name, x, pointer_of, wait, own in libraries():
        y = tcfft.fft.fft(x)
        p, bare = c_call(x, y, pointer_of, wait)
        calls = [
            bare,
            lambda: p(x, y),
            lambda: p(x),
            lambda: tcfft.fft.fft(x),
            lambda: tcfft.fft.fft(x, out=y),
            lambda: own(x),
        ]
        times = [best(call) if wait is None else queued(call, wait) for call in calls]
        print(name + "".join(f",{1e6 * t:.2f}" for t in times), flush=True)


def lengths():
    """Powers of two, products of small primes, primes, and shapes."""
    for n in [2**k for k in range(4, 23)] + [
        12,
        60,
        100,
        360,
        1000,
        3000,
        10000,
        44100,
        100000,
        360360,
        1000000,
        3**11,
        5**8,
        7**6,
    ]:
        yield (n,), (0,)
    for n in [17, 101, 509, 1009, 4099, 10007, 65521, 100003, 1000003]:
        yield (n,), (0,)
    for n in [16, 64, 100, 256, 1009, 1024, 4096]:
        yield (max(1, 2**20 // n), n), (1,)
    yield from [
        ((1024, 256), (0,)),
        ((64, 256, 64), (1,)),
        ((512, 512), (0, 1)),
        ((1000, 1000), (0, 1)),
        ((96, 96, 96), (0, 1, 2)),
    ]


def against_scipy(workers):
    import scipy.fft

    ratios = []
    print(f"# {tcfft.devices('host')[0].name}, tcfft {tcfft.version}, scipy {scipy.__version__}, workers={workers}")
    print("kind,shape,axes,us_tcfft,us_scipy,ratio")
    rng = np.random.default_rng(1)
    for shape, axes in lengths():
        real = rng.uniform(-1, 1, shape).astype(np.float32)
        for kind, x, name in [
            ("c2c", (real + 1j * real).astype(np.complex64), "fftn"),
            ("r2c", real, "rfftn"),
            ("dct2", real, "dctn"),
        ]:
            with scipy.fft.set_workers(workers):
                ours, theirs = getattr(tcfft.fft, name), getattr(scipy.fft, name)
                a = b = math.inf
                for _ in range(3):  # by turns
                    a = min(a, best(lambda: ours(x, axes=axes), 0.1))
                    b = min(b, best(lambda: theirs(x, axes=axes), 0.1))
            ratios.append(b / a)
            print(
                f"{kind},{'x'.join(map(str, shape))},{' '.join(map(str, axes))},{1e6 * a:.2f},{1e6 * b:.2f},{b / a:.2f}",
                flush=True,
            )
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    print(f"# {len(ratios)} rows: geometric mean {mean:.2f}, least {min(ratios):.2f}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["overhead", "scipy"])
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.what == "overhead":
        overhead()
    else:
        against_scipy(arguments.workers)


if __name__ == "__main__":
    main()
