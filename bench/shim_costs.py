#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""What tcfft in cuFFT's place costs the processor and the device's memory, beside cuFFT and beside tcfft's own functions.

    shim_costs.py SHIM LIBTCFFT [--real F] [--cudart F] [--seed N] [--csv F]

SHIM is the libcufft.so.12 of tcfft, LIBTCFFT its libtcfft.so with the CUDA backend, the real one cuFFT's file. Each of them is in
processes of its own, which take turns. Processes for new lengths begin with empty caches of compiled programs. Measured are
    call     processor time of queueing one execution: the calling thread's, in bursts, with a wait between them that is not timed
    known    making and destroying a plan of a length that was planned before; "known_background": a while after it was planned
             without waiting for its compilation
    new      from the creation of a plan of a new length, which is not waited for, to the return of its first execution
    memory   what many plans hold: memory of the device, and of the host ("rss"), after they are made, after each was executed, and
             after they are destroyed. Programs of kernels count as well
    memory_automatic   the same of fewer plans, each with a work area of its own
The exit status is 1 if something could not be measured; what is asked of the numbers and not reached does not count.
"""
import argparse
import ctypes
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

C2C, FORWARD = 0x29, -1
KNOWN = [64, 256, 1000, 4096, 10007, 65536, 1 << 20]
LARGEST = 1 << 20  # points of a plan
ASKED = {"call": 1.5e-6, "known": 0.3e-3, "new": 1e-3}

# ------------------------------------------------------------------------------------------------ the process that computes


def check(status, what):
    if status:
        sys.exit("shim_costs.py: %s gives %d" % (what, status))


class Runtime:
    def __init__(self, file):
        self.lib = ctypes.CDLL(file, mode=ctypes.RTLD_GLOBAL)
        self.stream = ctypes.c_void_p()
        check(self.lib.cudaStreamCreateWithFlags(ctypes.byref(self.stream), 1), "cudaStreamCreateWithFlags")

    def new(self, size):
        memory = ctypes.c_void_p()
        check(self.lib.cudaMalloc(ctypes.byref(memory), ctypes.c_size_t(max(1, size))), "cudaMalloc of %d bytes" % size)
        return memory

    def free(self, memory):
        check(self.lib.cudaFree(memory), "cudaFree")

    def wait(self):
        check(self.lib.cudaDeviceSynchronize(), "cudaDeviceSynchronize")

    def used(self):
        """Bytes of the device that are taken, and of the host by this process."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        check(self.lib.cudaMemGetInfo(ctypes.byref(free), ctypes.byref(total)), "cudaMemGetInfo")
        with open("/proc/self/statm") as f:
            return total.value - free.value, int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Cufft:
    """cuFFT, or what has taken its place."""

    def __init__(self, file, runtime):
        self.lib, self.runtime = ctypes.CDLL(file, mode=ctypes.RTLD_GLOBAL), runtime
        self.destroy = self.lib.cufftDestroy

    def make(self, n, batch):
        plan = ctypes.c_int()
        check(self.lib.cufftPlan1d(ctypes.byref(plan), n, C2C, batch), "cufftPlan1d of %d*%d" % (n, batch))
        return plan

    def make_without_area(self, n, batch):
        """The plan, and the bytes of work area that it asks for."""
        plan, size = ctypes.c_int(), ctypes.c_size_t()
        check(self.lib.cufftCreate(ctypes.byref(plan)), "cufftCreate")
        check(self.lib.cufftSetAutoAllocation(plan, 0), "cufftSetAutoAllocation")
        check(self.lib.cufftMakePlan1d(plan, n, C2C, batch, ctypes.byref(size)), "cufftMakePlan1d of %d*%d" % (n, batch))
        return plan, size.value

    def set_area(self, plan, area):
        check(self.lib.cufftSetWorkArea(plan, area), "cufftSetWorkArea")

    def set_stream(self, plan):
        check(self.lib.cufftSetStream(plan, self.runtime.stream), "cufftSetStream")

    def call(self, plan, x, y):
        """The function of an execution and its arguments, ready for ctypes."""
        return self.lib.cufftExecC2C, (plan, x, y, ctypes.c_int(FORWARD))


class Tcfft:
    def __init__(self, file, runtime):
        self.lib, self.runtime = ctypes.CDLL(file, mode=ctypes.RTLD_GLOBAL), runtime
        self.destroy = self.lib.tcfft_plan_destroy
        self.destroy.restype = None

    def make(self, n, batch):
        plan = ctypes.c_void_p()
        status = self.lib.tcfft_plan_1d(ctypes.byref(plan), 0, ctypes.c_int64(n), ctypes.c_int64(batch))
        check(status, "tcfft_plan_1d of %d*%d" % (n, batch))
        return plan

    def set_stream(self, plan):
        check(self.lib.tcfft_plan_set_stream(plan, self.runtime.stream), "tcfft_plan_set_stream")

    def call(self, plan, x, y):
        return self.lib.tcfft_exec, (plan, x, y, ctypes.c_int(0))


def burst(function, arguments, calls):
    """Seconds of one call: of this thread's processor time, and of the clock."""
    began, clock = time.thread_time(), time.perf_counter()
    for _ in range(calls):
        function(*arguments)
    return (time.thread_time() - began) / calls, (time.perf_counter() - clock) / calls


class Work:
    """Answers a process that compares: each method does what a line of it asks for."""

    def __init__(self, kind, library, cudart):
        self.runtime = Runtime(cudart)
        self.functions = (Tcfft if kind == "tcfft" else Cufft)(library, self.runtime)
        self.x, self.y = (self.runtime.new(8 * LARGEST) for _ in range(2))
        self.plan = self.functions.make(256, 1)  # whatever a process does once, it has done now
        self.functions.set_stream(self.plan)
        self.execute(self.plan)

    def execute(self, plan):
        function, arguments = self.functions.call(plan, self.x, self.y)
        check(function(*arguments), "an execution")
        self.runtime.wait()

    def empty(self, calls):
        """What ctypes costs: a function of as many arguments that does nothing."""
        return burst(ctypes.CDLL(None).labs, (ctypes.c_void_p(0), self.x, self.y, ctypes.c_int(0)), calls)

    def call(self, calls):
        function, arguments = self.functions.call(self.plan, self.x, self.y)
        check(function(*arguments), "an execution")
        seconds = burst(function, arguments, calls)
        self.runtime.wait()
        return seconds

    def plan_once(self, n):
        plan = self.functions.make(n, 1)
        self.execute(plan)
        self.functions.destroy(plan)
        return 0

    def known(self, n):
        began = time.perf_counter()
        self.functions.destroy(self.functions.make(n, 1))
        return time.perf_counter() - began

    def new(self, n):
        """Seconds until the plan is made, and until its first execution is queued."""
        began = time.perf_counter()
        plan = self.functions.make(n, 1)
        made = time.perf_counter()
        function, arguments = self.functions.call(plan, self.x, self.y)
        status = function(*arguments)
        queued = time.perf_counter()
        check(status, "an execution of length %d" % n)
        self.runtime.wait()
        self.functions.destroy(plan)
        return made - began, queued - began

    def memory(self, pairs, automatic):
        """Differences to what was taken before, in bytes; and the seconds for a plan."""
        library, runtime, area = self.functions, self.runtime, None
        runtime.wait()
        at, began = [runtime.used()], time.perf_counter()
        made = [(library.make(*p), 0) if automatic else library.make_without_area(*p) for p in pairs]
        seconds = (time.perf_counter() - began) / len(pairs)
        runtime.wait()
        at.append(runtime.used())
        if not automatic:
            area = runtime.new(max(size for _, size in made))
            for plan, _ in made:
                library.set_area(plan, area)
        for plan, _ in made:
            self.execute(plan)
        if area:
            runtime.free(area)
        at.append(runtime.used())
        for plan, _ in made:
            library.destroy(plan)
        runtime.wait()
        at.append(runtime.used())
        names = ["made", "executed", "destroyed"]
        return {"seconds": seconds, **{name: [b - a for a, b in zip(at[0], now)] for name, now in zip(names, at[1:])}}


def work(kind, library, cudart):
    worker = Work(kind, library, cudart)
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        name, arguments = json.loads(line)
        print(json.dumps(getattr(worker, name)(*arguments)), flush=True)


# ------------------------------------------------------------------------------------------------ the process that compares


class Worker:
    def __init__(self, kind, args, wait=True):
        self.kind = kind
        self.folder = tempfile.TemporaryDirectory(prefix="shim_costs.")
        self.counts = os.path.join(self.folder.name, "counts")
        env = dict(os.environ, TCFFT_CACHE=os.path.join(args.folder if wait else self.folder.name, "tcfft"),
                   CUDA_CACHE_PATH=os.path.join(self.folder.name, "cuda"))
        for name in ("TCFFT_CUFFT", "TCFFT_CUFFT_WAIT", "LD_PRELOAD"):
            env.pop(name, None)
        if kind == "shim":
            env.update(TCFFT_CUFFT_REAL=args.real, TCFFT_CUFFT_STATS=self.counts, **({"TCFFT_CUFFT_WAIT": "1"} if wait else {}))
        library = {"shim": args.shim, "cufft": args.real, "tcfft": args.tcfft}[kind]
        self.process = subprocess.Popen([sys.executable, os.path.abspath(__file__), "--work", kind, library, args.cudart], env=env,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.read()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("a process of %s has ended" % self.kind)
        return json.loads(line)

    def ask(self, name, *arguments):
        self.process.stdin.write(json.dumps([name, arguments]) + "\n")
        self.process.stdin.flush()
        return self.read()

    def end(self):
        """Ends the process. The shim must have served all that it was asked for."""
        self.process.stdin.close()
        status = self.process.wait()
        line = ""
        if self.kind == "shim" and os.path.exists(self.counts):
            with open(self.counts) as f:
                line = f.read().strip()
            print("# " + line, flush=True)
        self.folder.cleanup()
        if status:
            raise RuntimeError("a process of %s ends with %d" % (self.kind, status))
        if self.kind == "shim" and (line.count(" 0 forwarded") != 2 or " 0 served" in line):
            raise RuntimeError("the shim did not serve everything, or told no counts")


class Table:
    def __init__(self):
        self.rows = ["measure,problem,contender,unit,value"]
        print(self.rows[0])

    def add(self, measure, problem, contender, unit, value):
        self.rows.append("%s,%s,%s,%s,%.6g" % (measure, problem, contender, unit, value))
        print(self.rows[-1], flush=True)


def measure_calls(workers, args, table):
    """Median seconds of the processor, by contender."""
    for _ in range(2):  # caches and clocks
        for w in workers:
            w.ask("call", args.calls)
    turns = [{w.kind: w.ask("call", args.calls) for w in workers} for _ in range(args.turns)]
    ctypes_cost = statistics.median(workers[0].ask("empty", args.calls)[0] for _ in range(args.turns))
    table.add("call", "256*1", "ctypes", "us", 1e6 * ctypes_cost)
    for w in workers:
        for i, unit in enumerate(("us", "us of the clock")):
            table.add("call", "256*1", w.kind, unit, 1e6 * statistics.median(t[w.kind][i] for t in turns))
    return {w.kind: statistics.median(t[w.kind][0] for t in turns) for w in workers}


def measure_known(workers, args, table, name):
    """{length: {contender: median seconds}}"""
    found = {}
    for w in workers:
        for n in KNOWN:
            w.ask("plan_once", n)
    if name != "known":
        time.sleep(args.settle)
    for n in KNOWN:
        turns = [{w.kind: w.ask("known", n) for w in workers} for _ in range(args.turns)]
        found[n] = {w.kind: statistics.median(t[w.kind] for t in turns) for w in workers}
        for w in workers:
            table.add(name, "%d*1" % n, w.kind, "ms", 1e3 * found[n][w.kind])
    return found


def measure_new(args, table):
    """{length: {contender: median seconds until the first execution is queued}}"""
    r = random.Random(args.seed)
    lengths = []
    while len(lengths) < args.lengths:
        n = int(round(2 ** r.uniform(1, 20)))
        if n not in lengths and n != 256:
            lengths.append(n)
    found = {n: {"shim": [], "cufft": []} for n in lengths}

    def take_turns(workers, args):
        for n in lengths:
            for w in workers:
                found[n][w.kind].append(w.ask("new", n))
            time.sleep(args.pause)

    for _ in range(args.repeats):
        with_workers(["shim", "cufft"], args, False, take_turns)
    for n in lengths:
        for kind in found[n]:
            for i, unit in enumerate(("ms until made", "ms")):
                table.add("new", "%d*1" % n, kind, unit, 1e3 * statistics.median(s[i] for s in found[n][kind]))
    return {n: {kind: statistics.median(s[1] for s in found[n][kind]) for kind in found[n]} for n in lengths}


def draw_pairs(seed, count, lengths):
    """Different (n, batch): a third of the lengths each powers of two and near them, smooth ones, any."""
    r = random.Random(seed)
    some = sorted(r.sample(range(16, 8193), lengths - min(10, lengths // 2))) + [1 << k for k in range(4, 14)][:lengths // 2]
    pairs = set()
    while len(pairs) < count:
        n = r.choice(some)
        pairs.add((n, r.randint(1, min(LARGEST // n, 128))))
    pairs = sorted(pairs)
    r.shuffle(pairs)
    return pairs


def measure_memory(workers, args, table, name, count, automatic):
    """{contender: what the worker found}"""
    pairs = draw_pairs(args.seed, count, args.plan_lengths)
    found = {w.kind: w.ask("memory", pairs, automatic) for w in workers}
    problem = "%d plans of %d lengths" % (count, len({n for n, _ in pairs}))
    for w in workers:
        f = found[w.kind]
        for when in ("made", "executed", "destroyed"):
            table.add(name, problem, w.kind, "MB of the device when " + when, f[when][0] / 1e6)
            table.add(name, problem, w.kind, "MB rss when " + when, f[when][1] / 1e6)
        table.add(name, problem, w.kind, "ms for a plan", 1e3 * f["seconds"])
    return found


# ------------------------------------------------------------------------------------------------ the summary


def verdict(text, good):
    print("%-3s %s" % ("yes" if good else "NO", text), flush=True)


def tell_call(found):
    more = found["shim"] - found["tcfft"]
    verdict("a call costs %.2f us by the shim, %.2f us by tcfft_exec, %.2f us by cuFFT: %.2f us above tcfft_exec (asked: at most %.1f)" % (
        1e6 * found["shim"], 1e6 * found["tcfft"], 1e6 * found["cufft"], 1e6 * more, 1e6 * ASKED["call"]), more <= ASKED["call"])


def tell_known(found, name):
    worst = max(found, key=lambda n: found[n]["shim"] - found[n]["tcfft"])
    more = found[worst]["shim"] - found[worst]["tcfft"]
    text = "a plan of a length that is known (%s) costs at most %.3f ms above tcfft's own: %.3f ms for %d (asked: at most %.1f); cuFFT %.3f ms"
    verdict(text % (name, 1e3 * more, 1e3 * found[worst]["shim"], worst, 1e3 * ASKED["known"],
                    1e3 * found[worst]["cufft"]), more <= ASKED["known"])


def tell_new(found):
    longer = [n for n in found if found[n]["shim"] > found[n]["cufft"] + ASKED["new"]]
    worst = max(found, key=lambda n: found[n]["shim"] - found[n]["cufft"])
    verdict("of %d new lengths %d take longer than cuFFT and %g ms to their first execution; the worst is %d: %.2f ms, cuFFT %.2f ms" % (
        len(found), len(longer), 1e3 * ASKED["new"], worst, 1e3 * found[worst]["shim"], 1e3 * found[worst]["cufft"]), not longer)
    print("    medians: shim %.2f ms, cuFFT %.2f ms" % tuple(
        1e3 * statistics.median(f[kind] for f in found.values()) for kind in ("shim", "cufft")))


def tell_memory(found, name):
    shim, cufft = found["shim"], found["cufft"]
    verdict("%s: plans hold %.1f MB of the device, cuFFT's %.1f MB (asked: at most cuFFT's); executed %.1f and %.1f MB" % (
        name, shim["made"][0] / 1e6, cufft["made"][0] / 1e6, shim["executed"][0] / 1e6, cufft["executed"][0] / 1e6),
        shim["made"][0] <= cufft["made"][0])
    print("    the host's memory grows by %.1f MB, with cuFFT by %.1f MB; the device keeps %.1f and %.1f MB when they are destroyed" % (
        shim["executed"][1] / 1e6, cufft["executed"][1] / 1e6, shim["destroyed"][0] / 1e6, cufft["destroyed"][0] / 1e6))


def attempt(failures, name, body, *arguments):
    """The answer; None: it could not be measured."""
    try:
        return body(*arguments)
    except (RuntimeError, BrokenPipeError, json.JSONDecodeError) as e:
        failures.append("%s: %s" % (name, e))
        print("# not measured: " + failures[-1], flush=True)
        return None


def with_workers(kinds, args, wait, body, *arguments):
    workers = []
    try:
        for kind in kinds:
            workers.append(Worker(kind, args, wait))
        answer = body(workers, args, *arguments)
        for w in workers:
            w.end()
        return answer
    finally:
        for w in workers:
            w.process.kill()  # nothing, where it has ended


def compare(args):
    failures, table, told = [], Table(), []
    three, two = ["shim", "cufft", "tcfft"], ["shim", "cufft"]
    todo = [("call", tell_call, (), (with_workers, three, args, True, measure_calls, table)),
            ("known", tell_known, ("waited for",), (with_workers, three, args, True, measure_known, table, "known")),
            ("known", tell_known, ("background",), (with_workers, three, args, False, measure_known, table, "known_background")),
            ("new", tell_new, (), (measure_new, args, table)),
            ("memory", tell_memory, ("without work areas",),
             (with_workers, two, args, True, measure_memory, table, "memory", args.plans, 0)),
            ("memory", tell_memory, ("with work areas",),
             (with_workers, two, args, True, measure_memory, table, "memory_automatic", args.automatic_plans, 1))]
    for name, tell, words, measuring in todo:
        if name in args.only:
            answer = attempt(failures, name, *measuring)
            if answer:
                told.append((tell, answer) + words)
    print()
    for tell, answer, *words in told:
        tell(answer, *words)
    if args.csv:
        with open(args.csv, "w") as f:
            f.write("\n".join(table.rows) + "\n")
    if failures:
        sys.exit("shim_costs.py: not measured: " + "; ".join(failures))


def first_file(*names):
    return next((name for name in names if os.path.exists(name)), os.path.basename(names[0]))


def main():
    if sys.argv[1:2] == ["--work"]:
        return work(*sys.argv[2:])
    toolkit = "/usr/local/cuda/lib64/"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shim")
    parser.add_argument("tcfft")
    parser.add_argument("--real", default=toolkit + "libcufft.so.12")
    parser.add_argument("--cudart", default=first_file(toolkit + "libcudart.so.13", toolkit + "libcudart.so"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--csv")
    parser.add_argument("--only", type=lambda s: s.split(","), default=["call", "known", "new", "memory"], metavar="call,known,new,memory")
    parser.add_argument("--calls", type=int, default=1000, help="of a burst")
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--lengths", type=int, default=40, help="new ones")
    parser.add_argument("--repeats", type=int, default=3, help="processes that plan the new lengths")
    parser.add_argument("--pause", type=float, default=0.3, help="seconds between new lengths, for what is compiled meanwhile")
    parser.add_argument("--settle", type=float, default=5, help="seconds until all that was planned is compiled")
    parser.add_argument("--plans", type=int, default=4096)
    parser.add_argument("--automatic-plans", type=int, default=512)
    parser.add_argument("--plan-lengths", type=int, default=128, help="different lengths among these plans")
    args = parser.parse_args()
    programs = tempfile.TemporaryDirectory(prefix="shim_costs.")
    args.folder = programs.name
    for name in ("shim", "tcfft", "real"):
        setattr(args, name, os.path.abspath(getattr(args, name)))
        if not os.path.exists(getattr(args, name)):
            parser.error("there is no %s" % getattr(args, name))
    compare(args)


main()
