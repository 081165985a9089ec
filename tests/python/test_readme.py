# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""The examples of python/README.md run as they stand there."""

import pathlib
import re
import subprocess
import sys

import pytest

README = pathlib.Path(__file__).parents[2] / "python" / "README.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)


def test_there_are_examples():
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example(number):
    answer = subprocess.run([sys.executable, "-c", EXAMPLES[number]], capture_output=True, text=True)
    if "skipped: " in answer.stderr:
        pytest.skip(answer.stderr.strip())
    assert answer.returncode == 0, answer.stderr
