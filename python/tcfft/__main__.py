# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""``python -m tcfft ..`` is the command ``tcfft``: the wheel's own, which its library holds, else the one on the PATH."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import sys


def _run_file(path: str) -> int:
    try:
        os.execv(path, ["tcfft", *sys.argv[1:]])
    except OSError as failure:
        print(f"tcfft: {path}: {failure.strerror}", file=sys.stderr)
    return 2


def _run_inside() -> int | None:
    """Runs the command that the library holds; None where it holds none."""
    from ._library import lib

    try:
        command = lib.tcf_command
    except AttributeError:
        return None
    arguments = [b"tcfft", *map(os.fsencode, sys.argv[1:])]
    for number in (signal.SIGINT, signal.SIGPIPE):  # as in a program of C: they end it
        signal.signal(number, signal.SIG_DFL)
    return command(len(arguments), (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None))


def main() -> int:
    asked = os.environ.get("TCFFT_COMMAND")
    if asked:
        return _run_file(asked)
    status = _run_inside()
    if status is not None:
        return status
    found = shutil.which("tcfft")
    if found and os.path.realpath(found) != os.path.realpath(sys.argv[0]):  # not the script that called this
        return _run_file(found)
    print("tcfft: the command is neither in the library nor on the PATH (TCFFT_COMMAND names its file)", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
