# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""The examples of python/README.md run as they stand there."""

import pathlib
import re
import subprocess
import sys

import pytest
from conftest import optional

README = pathlib.Path(__file__).parents[2] / "python" / "README.md"
MODULES = {"SciPy": "scipy", "PyTorch": "torch", "CuPy": "cupy"}
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)


def test_there_are_examples():
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example(number):
    """An example may skip for want of a library, and no library that is there."""
    answer = subprocess.run([sys.executable, "-c", EXAMPLES[number]], capture_output=True, text=True)
    lacking = re.fullmatch(r"skipped: (\w+) is not installed\n", answer.stderr)
    if lacking:
        optional(MODULES[lacking[1]], lacking[1])
    assert answer.returncode == 0, answer.stderr
