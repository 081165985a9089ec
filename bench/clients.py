#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""How fast torch.fft, cupy.fft and jax.numpy.fft are with tcfft in cuFFT's place, and how exact.

    clients.py SHIM [--library torch|cupy|jax] [--seed N] [--count N] [--problems P,..] [--pairs N] [--csv F]

SHIM is the libcufft.so.12 of tcfft. Processes compute the same random problems, which the seed draws (or P, such as
rfft:60452x27:dims=1, as the table prints them), in turn: one of each pair with
the shim preloaded, one without. Times are medians of samples of three milliseconds at least, each after as many calls that are not
timed, by the device's events (of JAX, which has none, by the clock), and of the pairs the least: calls of less than 50 us are limited
by the processor, and one process takes up to 1.7 times as long for them as the next. Errors are relative L2 errors against the same
function in FP64: of a sample of the results against cuFFT's, or of all against the process's own (tcfft's, with the shim), whichever is
larger.
"""
import argparse
import gc
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

LARGEST = 1 << 25  # points in all
SAMPLE = 3  # milliseconds
RESULTS = 4096  # of each problem that are compared with cuFFT's


def draw_length(r, most):
    """A third each: any length, a smooth one, one with a large prime factor."""
    what = r.randrange(3)
    while True:
        n = int(round(2 ** r.uniform(1, math.log2(most))))
        rest = n
        for p in (2, 3, 5, 7, 11, 13):
            while rest % p == 0:
                rest //= p
        if what == 0 or (what == 1 and rest == 1) or (what == 2 and rest > 31):
            return n


def draw(r):
    """A problem: the function, the array's shape, the dimensions that are transformed."""
    function = r.choice(["fft", "fft", "ifft", "rfft", "irfft"])
    rank = r.choices([1, 2, 3], [6, 3, 1])[0]
    most = {1: 1 << 20, 2: 4096, 3: 400}[rank]
    lengths = [draw_length(r, most) for _ in range(rank)]
    while math.prod(lengths) > LARGEST:
        lengths = [draw_length(r, most) for _ in range(rank)]
    batch = max(1, int(LARGEST / math.prod(lengths) * 2 ** r.uniform(-8, 0)))
    shape, dims = [batch] + lengths, list(range(1, rank + 1))
    if rank == 1 and r.random() < 0.25:  # along the first dimension: columns
        shape, dims = [lengths[0], batch], [0]
    return {"function": function + ("n" if rank > 1 else ""), "shape": shape, "dims": dims, "seed": r.randrange(1 << 30)}


def text_of(p):
    return "%s:%s:dims=%s" % (p["function"], "x".join(map(str, p["shape"])), ".".join(map(str, p["dims"])))


def problem_of(text):
    function, shape, dims = text.split(":")
    return {"function": function, "shape": [int(n) for n in shape.split("x")], "seed": 1,
            "dims": [int(d) for d in dims[len("dims="):].split(".")]}


# ------------------------------------------------------------------------------------------------ the process that computes


class Torch:
    def __init__(self):
        import torch

        self.torch = torch
        self.fft = torch.fft

    def make(self, p):
        t = self.torch
        t.manual_seed(p["seed"])
        is_real = p["function"].startswith("r")
        return t.rand(p["shape"], device="cuda", dtype=t.float32 if is_real else t.complex64) - 0.5

    def double(self, x):
        return x.to(self.torch.float64 if x.dtype == self.torch.float32 else self.torch.complex128)

    def error(self, y, z):
        return float(self.torch.linalg.vector_norm(y - z) / self.torch.linalg.vector_norm(z))

    def some(self, y, at):
        return y.reshape(-1)[self.torch.tensor(at, device="cuda")].tolist()

    def event(self):
        return self.torch.cuda.Event(enable_timing=True)

    def milliseconds(self, a, b):
        b.synchronize()
        return a.elapsed_time(b)

    def drop(self):
        self.torch.cuda.empty_cache()
        self.torch.backends.cuda.cufft_plan_cache.clear()


class Cupy:
    def __init__(self):
        import cupy

        self.cupy = cupy
        self.fft = cupy.fft

    def make(self, p):
        c = self.cupy
        c.random.seed(p["seed"])
        x = c.random.random(p["shape"], dtype=c.float32) - c.float32(0.5)
        if p["function"].startswith("r"):
            return x
        return (x + 1j * (c.random.random(p["shape"], dtype=c.float32) - c.float32(0.5))).astype(c.complex64)

    def double(self, x):
        return x.astype(self.cupy.float64 if x.dtype == self.cupy.float32 else self.cupy.complex128)

    def error(self, y, z):
        return float(self.cupy.linalg.norm((y - z).ravel()) / self.cupy.linalg.norm(z.ravel()))

    def some(self, y, at):
        return y.ravel()[self.cupy.array(at)].tolist()

    class Event:
        def __init__(self, cupy):
            self.event = cupy.cuda.Event()
            self.cupy = cupy

        def record(self):
            self.event.record()

    def event(self):
        return Cupy.Event(self.cupy)

    def milliseconds(self, a, b):
        b.event.synchronize()
        return self.cupy.cuda.get_elapsed_time(a.event, b.event)

    def drop(self):
        self.cupy.fft.config.get_plan_cache().clear()
        self.cupy.get_default_memory_pool().free_all_blocks()


class Jax:
    def __init__(self):
        os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
        import jax

        jax.config.update("jax_enable_x64", True)
        self.jax = jax
        self.fft = jax.numpy.fft
        self.last = None

    def make(self, p):
        numpy, key = self.jax.numpy, self.jax.random.key(p["seed"])
        re, im = (self.jax.random.uniform(k, p["shape"], dtype=numpy.float32) - numpy.float32(0.5) for k in self.jax.random.split(key))
        return re if p["function"].startswith("r") else self.jax.lax.complex(re, im)

    def double(self, x):
        return x.astype(self.jax.numpy.float64 if x.dtype == self.jax.numpy.float32 else self.jax.numpy.complex128)

    def error(self, y, z):
        norm = self.jax.numpy.linalg.norm
        return float(norm((y - z).ravel()) / norm(z.ravel()))

    def some(self, y, at):
        return y.ravel()[self.jax.numpy.array(at)].tolist()

    class Event:
        def __init__(self, calls):
            self.calls = calls

        def record(self):
            self.calls.jax.block_until_ready(self.calls.last)
            self.at = time.perf_counter()

    def event(self):
        return Jax.Event(self)

    def milliseconds(self, a, b):
        return 1e3 * (b.at - a.at)

    def drop(self):
        self.last = None

    def call(self, function, **which):
        compiled = self.jax.jit(lambda x: function(x, **which))

        def call(x):
            self.last = compiled(x)
            return self.last

        return call


LIBRARIES = {"torch": Torch, "cupy": Cupy, "jax": Jax}


def call_of(library, p):
    function, dims = getattr(library.fft, p["function"]), p["dims"]
    if isinstance(library, Jax):
        return library.call(function, axes=tuple(dims)) if len(dims) > 1 else library.call(function, axis=dims[0])
    if isinstance(library, Torch):
        return (lambda x: function(x, dim=tuple(dims))) if len(dims) > 1 else (lambda x: function(x, dim=dims[0]))
    return (lambda x: function(x, axes=tuple(dims))) if len(dims) > 1 else (lambda x: function(x, axis=dims[0]))


def sample(library, call, x, times):
    a, b = library.event(), library.event()
    for _ in range(times):  # the processor was asleep
        call(x)
    a.record()
    for _ in range(times):
        call(x)
    b.record()
    return library.milliseconds(a, b) / times


def parts(numbers):
    """Real and imaginary parts, as JSON takes them."""
    return [part for n in numbers for part in ((n.real, n.imag) if isinstance(n, complex) else (n,))]


def work(name):
    """Answers problems, a line each: {"error", "results", "fp64"} of a new one, {"ms"} of the one before."""
    library = LIBRARIES[name]()
    call = x = None
    times = 1
    gc.disable()
    for line in sys.stdin:
        p = json.loads(line)
        if p:
            call = x = None
            library.drop()
            call, x = call_of(library, p), library.make(p)
            y, z = call(x), call(library.double(x))
            at = random.Random(p["seed"]).choices(range(math.prod(y.shape)), k=RESULTS)
            answer = {"error": library.error(y, z), "results": parts(library.some(y, at)), "fp64": parts(library.some(z, at))}
            del y, z
            times = max(1, math.ceil(SAMPLE / max(1e-3, sample(library, call, x, 3))))
        else:
            answer = {"ms": sample(library, call, x, times)}
        print(json.dumps(answer), flush=True)


# ------------------------------------------------------------------------------------------------ the process that compares


class Worker:
    def __init__(self, library, shim):
        env = dict(os.environ, TCFFT_CUFFT_WAIT="1")
        self.counts = tempfile.NamedTemporaryFile(mode="r", suffix=".counts")
        if shim:
            env.update(LD_PRELOAD=os.path.abspath(shim), TCFFT_CUFFT_STATS=self.counts.name)
        self.process = subprocess.Popen([sys.executable, __file__, "--work", library], env=env, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def ask(self, p):
        self.process.stdin.write(json.dumps(p) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit("clients.py: a process that computes has ended")
        return json.loads(line)


def error_of(results, exact):
    norm = math.sqrt(math.fsum(z * z for z in exact))
    error = math.sqrt(math.fsum((y - z) ** 2 for y, z in zip(results, exact)))
    return error / norm if norm else error


def worse(a, b):
    """The larger error, or the one that is no number."""
    return a if a != a or b <= a else b


def compare(args):
    r = random.Random(args.seed)
    pairs = [(Worker(args.client, args.shim), Worker(args.client, None)) for _ in range(args.pairs)]
    rows = []
    for p in map(problem_of, args.problems) if args.problems else (draw(r) for _ in range(args.count)):
        ms, errors = [math.inf, math.inf], [0, 0]
        for pair in pairs:
            answers = [w.ask(p) for w in pair]
            exact = answers[1]["fp64"]  # without the shim
            errors = [worse(e, worse(a["error"], error_of(a["results"], exact))) for e, a in zip(errors, answers)]
            samples = [[w.ask(None)["ms"] for w in pair] for _ in range(7)]
            ms = [min(ms[i], statistics.median(s[i] for s in samples)) for i in (0, 1)]
        rows.append((args.client, text_of(p), ms[0], ms[1], ms[1] / ms[0], errors[0], errors[1]))
        print("%-6s %-44s %9.5f ms %9.5f ms %6.3f %9.2e %9.2e" % rows[-1], flush=True)
    for w in (w for pair in pairs for w in pair):
        w.process.stdin.close()
        w.process.wait()
    for with_shim, _ in pairs:
        counts = with_shim.counts.read()
        print(counts.strip())
        if "served" not in counts or " 0 served" in counts:
            sys.exit("clients.py: the shim served nothing")
    ratios = sorted(row[4] for row in rows)
    print("%s: %d problems, geometric mean of the ratio %.3f, least %.3f, %d below 0.95, %d with errors above 1e-6" % (
        args.client, len(rows), math.exp(statistics.mean(map(math.log, ratios))), ratios[0], sum(x < 0.95 for x in ratios),
        sum(not row[5] < 1e-6 for row in rows)))
    if args.csv:
        with open(args.csv, "w") as f:
            f.write("library,problem,shim_ms,cufft_ms,ratio,shim_rel_l2,cufft_rel_l2\n")
            f.writelines("%s,%s,%.6g,%.6g,%.4g,%.3g,%.3g\n" % row for row in rows)
    if not all(row[5] < 1e-6 for row in rows):
        sys.exit("clients.py: wrong results")


def main():
    if sys.argv[1:2] == ["--work"]:
        return work(sys.argv[2])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shim")
    parser.add_argument("--library", dest="client", default="torch", choices=list(LIBRARIES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--problems", type=lambda s: s.split(","))
    parser.add_argument("--pairs", type=int, default=2)
    parser.add_argument("--csv")
    compare(parser.parse_args())


main()
