# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""The examples in Python of README.md and python/README.md run as they stand there."""

import pathlib
import re
import subprocess
import sys

import pytest
from conftest import has_cuda, optional

ROOT = pathlib.Path(__file__).parents[2]
TITLES = {"scipy": "SciPy", "torch": "PyTorch", "cupy": "CuPy"}


def examples(file):
    return re.findall(r"^```python\n(.*?)^```$", file.read_text(), re.MULTILINE | re.DOTALL)


PACKAGE, PROJECT = examples(ROOT / "python" / "README.md"), examples(ROOT / "README.md")


def run(example):
    answer = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True)
    if "tcfft.torch needs PyTorch" in answer.stderr:
        pytest.skip(answer.stderr.rpartition("ImportError: ")[2])
    return answer


def test_there_are_examples():
    assert len(PACKAGE) >= 5 and len(PROJECT) == 3 and all(len(example.splitlines()) <= 6 for example in PROJECT)


@pytest.mark.parametrize("number", range(len(PACKAGE)))
def test_example(number):
    """An example may skip for want of a library, and no library that is there."""
    answer = run(PACKAGE[number])
    lacking = re.fullmatch(r"skipped: (\w+) is not installed\n", answer.stderr)
    if lacking:
        optional({title: name for name, title in TITLES.items()}[lacking[1]], lacking[1])
    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize("number", range(len(PROJECT)))
def test_example_of_the_project(number):
    """They are too short to ask for their library. On the emulated device test_cupy.py runs CuPy's."""
    for name in re.findall(r"^import (\w+)", PROJECT[number], re.MULTILINE):
        module = optional(name, TITLES.get(name, name))
        if name == "cupy" and not has_cuda(module.cuda.is_available()):
            pytest.skip("no CUDA device for CuPy and tcfft")
    answer = run(PROJECT[number])
    assert answer.returncode == 0, answer.stderr
