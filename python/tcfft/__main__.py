# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""``python -m tcfft ..`` is the command ``tcfft``: the package's own, else the one that is found on the PATH."""

import os
import shutil
import sys


def main() -> int:
    asked = os.environ.get("TCFFT_COMMAND")
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "tcfft")
    command = asked or (inside if os.access(inside, os.X_OK) else shutil.which("tcfft"))
    if not command:
        print("tcfft: the command is neither in the package nor on the PATH (TCFFT_COMMAND names its file)", file=sys.stderr)
        return 2
    try:
        os.execv(command, ["tcfft", *sys.argv[1:]])
    except OSError as failure:
        print(f"tcfft: {command}: {failure.strerror}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
