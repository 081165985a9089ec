#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Runs test suites of programs that use cuFFT with tcfft in cuFFT's place and without it, and compares test by test.

    clients_suites.py SHIM OUT SUITE.. [--processes N] [--seconds S] [--modes wait,background]

SHIM is the libcufft.so.12 of tcfft, SUITE a test file or a folder of tests for pytest, OUT a folder for its logs. The modes run at
the same time. A test that passes without the shim and does not pass with it is named, and makes the exit status 1. Shares are those of
tcfft among the plans of FP32 for one GPU without callbacks, and among their executions: at least 99 % is asked.
"""
import argparse
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as xml

MODES = {"plain": {}, "wait": {"TCFFT_CUFFT_WAIT": "1"}, "background": {}}


def start(mode, suite, name, args):
    env = dict(os.environ, **MODES[mode])
    result = os.path.join(args.out, "%s.%s.xml" % (name, mode))
    if os.path.exists(result):
        os.remove(result)
    stats = os.path.join(args.out, "%s.%s.counts" % (name, mode))
    if mode != "plain":
        if os.path.exists(stats):
            os.remove(stats)
        env.update(LD_PRELOAD=os.path.abspath(args.shim), TCFFT_CUFFT_STATS=os.path.abspath(stats))
    log = open(os.path.join(args.out, "%s.%s.log" % (name, mode)), "w")
    command = [sys.executable, "-m", "pytest", "-q", "-x" if args.first else "-q", "-p", "no:cacheprovider", "-n", str(args.processes),
               "--junitxml=" + os.path.abspath(result), os.path.basename(suite)]
    return subprocess.Popen(command, cwd=os.path.dirname(os.path.abspath(suite)), env=env, stdout=log, stderr=log,
                            start_new_session=True)


def outcomes(file):
    """{test: passed, failed, error or skipped}"""
    found = {}
    for case in xml.parse(file).getroot().iter("testcase"):
        what = "passed"
        for child in case:
            if child.tag in ("failure", "error", "skipped"):
                what = {"failure": "failed"}.get(child.tag, child.tag)
        found[case.get("classname", "") + "::" + case.get("name", "")] = what
    return found


def counts(file):
    """The sums of the shim's lines: plans served and forwarded, executions served and forwarded, forwarded plans of FP32 for one GPU
    without callbacks, and forwarded executions of such."""
    sums = [0] * 6
    if os.path.exists(file):
        for line in open(file):
            numbers = [int(word) for word in line.replace(",", " ").replace(";", " ").split() if word.isdigit()]
            if len(numbers) == 6:
                sums = [a + b for a, b in zip(sums, numbers)]
    return sums


def compare(name, args):
    worse = 0
    missing = [mode for mode in args.modes if not os.path.exists(os.path.join(args.out, "%s.%s.xml" % (name, mode)))]
    if missing:
        print("%-24s has no result: %s" % (name, ", ".join(missing)))
        return 1
    plain = outcomes(os.path.join(args.out, name + ".plain.xml"))
    if "passed" not in plain.values():
        print("%-24s passes no test without the shim" % name)
        worse += 1
    for mode in args.modes:
        found = outcomes(os.path.join(args.out, "%s.%s.xml" % (name, mode)))
        kinds = ["%d %s" % (sum(v == kind for v in found.values()), kind) for kind in ("passed", "failed", "error", "skipped")]
        print("%-24s %-10s %s" % (name, mode, ", ".join(kinds)), end="")
        if mode == "plain":
            print()
            continue
        served = counts(os.path.join(args.out, "%s.%s.counts" % (name, mode)))
        print("; plans %d served, %d forwarded; execs %d served, %d forwarded; of FP32 %d plans, %d execs forwarded" % tuple(served))
        for what, mine, forwarded in (("plans", served[0], served[4]), ("execs", served[2], served[5])):
            share = 100 * mine / max(1, mine + forwarded)
            print("    share of FP32 %s: %.2f %%%s" % (what, share, "" if share >= 99 else ", less than 99 %"))
        if not served[2]:
            print("    the shim served nothing")
            worse += 1
        lost = [t for t, v in plain.items() if v == "passed" and found.get(t, "missing") != "passed"]
        for t in lost[:40]:
            print("    passes without the shim, %s with it: %s" % (found.get(t, "missing"), t))
        worse += len(lost)
    return worse


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shim")
    parser.add_argument("out")
    parser.add_argument("suites", nargs="+")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1500)
    parser.add_argument("--modes", type=lambda s: ["plain"] + s.split(","), default=list(MODES), metavar="wait,background",
                        help="those with the shim")
    parser.add_argument("--first", action="store_true", help="stop at the first failure")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    names = {suite: os.path.basename(suite.rstrip("/")).replace(".py", "") + "_%d" % i for i, suite in enumerate(args.suites)}
    running = [start(mode, suite.rstrip("/"), names[suite], args) for suite in args.suites for mode in args.modes]
    late = 0
    for process in running:
        try:
            process.wait(args.seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            late += 1
    if late:
        print("%d runs did not end" % late)
    sys.exit(1 if sum(compare(names[s], args) for s in args.suites) + late else 0)


main()
