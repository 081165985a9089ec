# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# `tcfft exec` against numpy.fft, on files that NumPy wrote: kinds, axes, norms, element types.
#     cli_numpy.py PATH-OF-TCFFT        (in a directory that may be filled)
import itertools
import subprocess
import sys

import numpy as np

TCFFT = sys.argv[1]
GATE = 1e-6
rng = np.random.default_rng(2018)
failures = 0


def run(array, *options):
    np.save("in.npy", np.ascontiguousarray(array))
    subprocess.run([TCFFT, "exec", "in.npy", "out.npy", "--device", "host", *options], check=True, stdout=subprocess.DEVNULL)
    return np.load("out.npy")


def check(name, got, wanted, gate=GATE, types=("float32", "complex64")):
    global failures
    wanted = np.asarray(wanted)
    if got.shape != wanted.shape:
        failures += 1
        print(f"{name}: shape {got.shape}, not {wanted.shape}", file=sys.stderr)
        return
    error = np.linalg.norm(got.astype(wanted.dtype) - wanted) / np.linalg.norm(wanted)
    if not error <= gate or got.dtype.name not in types:
        failures += 1
        print(f"{name}: relative error {error:.3g}, type {got.dtype}", file=sys.stderr)


def real(*shape):
    return rng.uniform(-1, 1, shape).astype(np.float32)


def dct_matrix(kind, n):
    j, k = np.meshgrid(np.arange(n), np.arange(n))  # column j of the input, row k of the output
    if kind == 1:
        m = 2 * np.cos(np.pi * j * k / (n - 1))
        m[:, [0, -1]] /= 2
    elif kind == 2:
        m = 2 * np.cos(np.pi * (2 * j + 1) * k / (2 * n))
    elif kind == 3:
        m = 2 * np.cos(np.pi * j * (2 * k + 1) / (2 * n))
        m[:, 0] /= 2
    else:
        m = 2 * np.cos(np.pi * (2 * j + 1) * (2 * k + 1) / (4 * n))
    return m


for shape, axes, norm in itertools.product([(64,), (30, 40), (5, 6, 7), (1009,)], ["all", "last"], ["backward", "ortho", "forward"]):
    z = (real(*shape) + 1j * real(*shape)).astype(np.complex64)
    x = real(*shape)
    ax = tuple(range(len(shape))) if axes == "all" else (len(shape) - 1,)
    options = ["--axes", axes, "--norm", norm]
    name = f"{shape} {axes} {norm}"
    check(f"fft {name}", run(z, "--kind", "c2c", *options), np.fft.fftn(z, axes=ax, norm=norm))
    check(f"ifft {name}", run(z, "--kind", "c2c", "--inverse", *options), np.fft.ifftn(z, axes=ax, norm=norm))
    check(f"rfft {name}", run(x, "--kind", "r2c", *options), np.fft.rfftn(x, axes=ax, norm=norm))
    check(f"fft of float64 in FP32 {name}", run(x.astype(np.float64), "--kind", "c2c", "--type", "f32", *options), np.fft.fftn(x, axes=ax, norm=norm))
    # In FP64 by itself, or because it is asked for.
    double = {"gate": 1e-15, "types": ("float64", "complex128")}
    w, u = rng.uniform(-1, 1, shape) + 1j * rng.uniform(-1, 1, shape), rng.uniform(-1, 1, shape)
    check(f"fft of complex128 {name}", run(w, "--kind", "c2c", *options), np.fft.fftn(w, axes=ax, norm=norm), **double)
    check(f"ifft of complex128 {name}", run(w, "--kind", "c2c", "--inverse", *options), np.fft.ifftn(w, axes=ax, norm=norm), **double)
    check(f"fft of float64 {name}", run(u, "--kind", "c2c", *options), np.fft.fftn(u, axes=ax, norm=norm), **double)
    check(f"rfft of float64 {name}", run(u, "--kind", "r2c", *options), np.fft.rfftn(u, axes=ax, norm=norm), **double)
    check(f"rfft of float32 in FP64 {name}", run(x, "--kind", "r2c", "--type", "f64", *options),
          np.fft.rfftn(x.astype(np.float64), axes=ax, norm=norm), **double)
    for dtype, most in (("float16", 1), ("int8", 127), ("int16", 32767)):
        s = (most * real(*shape)).astype(dtype)
        exact = s.astype(np.float64)
        check(f"fft of {dtype} {name}", run(s, "--kind", "c2c", *options), np.fft.fftn(exact, axes=ax, norm=norm))
        check(f"rfft of {dtype} {name}", run(s, "--kind", "r2c", *options), np.fft.rfftn(exact, axes=ax, norm=norm))
        check(f"rfft of {dtype} in FP64 {name}", run(s, "--kind", "r2c", "--type", "f64", *options),
              np.fft.rfftn(exact, axes=ax, norm=norm), **double)
        if run(s, "--kind", "r2c", *options).tobytes() != run(s, "--kind", "r2c", "--type", "f32", *options).tobytes():
            failures += 1
            print(f"rfft of {dtype} {name}: other bits than of float32", file=sys.stderr)
    if shape[-1] % 2 == 0:  # what a half spectrum alone says of its length
        half = np.fft.rfftn(x, axes=ax).astype(np.complex64)
        check(f"irfft {name}", run(half, "--kind", "c2r", "--inverse", *options), np.fft.irfftn(half, axes=ax, norm=norm))

for kind, n in itertools.product([1, 2, 3, 4], [2, 9, 64]):
    x = real(3, n)
    check(f"dct{kind} {n}", run(x, "--kind", f"dct{kind}", "--axes", "last"), x @ dct_matrix(kind, n).T)
    s = (32767 * x).astype(np.int16)
    check(f"dct{kind} {n} of int16", run(s, "--kind", f"dct{kind}", "--axes", "last"), s.astype(float) @ dct_matrix(kind, n).T)
    for inverse in ((), ("--inverse",)):  # the ends of some types are scaled before
        ortho = ("--kind", f"dct{kind}", "--axes", "last", "--norm", "ortho", *inverse)
        check(f"orthogonal dct{kind} {n} of int16", run(s, *ortho), run(s.astype(np.float64), *ortho))
    u = rng.uniform(-1, 1, (3, n))
    check(f"dct{kind} {n} of float64", run(u, "--kind", f"dct{kind}", "--axes", "last"), u @ dct_matrix(kind, n).T, 1e-14, ("float64",))

z = (real(4, 256) + 1j * real(4, 256)).astype(np.complex64)
check("tensor", run(z, "--kind", "c2c", "--axes", "last", "--algorithm", "tensor"), np.fft.fft(z))


def sparse(name, spectrum, is_real):
    """A signal of these coefficients through tcfft sparse, as a structured array and as CSV."""
    global failures
    n = 2 * (len(spectrum) - 1) if is_real else len(spectrum)
    signal = np.fft.irfft(spectrum, n).astype(np.float32) if is_real else np.fft.ifft(spectrum).astype(np.complex64)
    np.save("in.npy", signal)
    for out in ("out.npy", "out.csv"):
        subprocess.run([TCFFT, "sparse", "in.npy", "--k", "20", "--out", out, "--device", "host"], check=True, stdout=subprocess.DEVNULL)
    got = np.load("out.npy")
    table = np.genfromtxt("out.csv", delimiter=",", names=True)
    wanted = np.flatnonzero(spectrum)
    right = got.dtype == np.dtype([("index", "<i8"), ("value", "<c8")]) and np.array_equal(got["index"], wanted)
    right = right and np.allclose(got["value"], spectrum[wanted], rtol=0, atol=1e-5 * np.abs(spectrum).max())
    right = right and np.array_equal(table["index"], wanted) and np.array_equal(table["real"].astype(np.float32), got["value"].real)
    if not right or table.dtype.names != ("index", "real", "imag", "magnitude"):
        failures += 1
        print(f"sparse {name}: {got['index']}, not {wanted}", file=sys.stderr)


for n in (2**17, 90000):
    for is_real in (False, True):
        spectrum = np.zeros(n // 2 + 1 if is_real else n, np.complex64)
        place = rng.choice(np.arange(1, len(spectrum) - 1), 20, replace=False)
        spectrum[place] = (rng.uniform(1, 2, 20) * np.exp(2j * np.pi * rng.uniform(0, 1, 20))).astype(np.complex64) * n
        sparse(f"{n} {'real' if is_real else 'complex'}", spectrum, is_real)

print(f"{failures} failures against NumPy {np.__version__}")
sys.exit(failures != 0)
