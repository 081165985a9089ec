# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""What the docstrings of the transforms share.

A function's own text says what it alone has. :func:`described` adds the rest, so that ``help(tcfft.fft.fft)`` tells every
argument, the types of numbers and the errors.
"""

from __future__ import annotations

import re
import textwrap
from typing import Any

# Arguments, as texts that a function's own entry of the same name replaces.
_ARGUMENTS = {
    "n": "length; longer input is cut, shorter input is filled up with zeros. None: that of ``x``",
    "axis": "the axis that is transformed",
    "s": """lengths along ``axes``; longer input is cut, shorter input is filled up with zeros. None: those of ``x``, and so
        is an element of -1""",
    "axes": "what is transformed, each axis once; None: the last ``len(s)`` axes, or all",
    "norm": """"backward" (None is the same): the inverse transform is divided by the number of points; "forward": the other
        one is; "ortho": both are, by its square root""",
    "out": """an array for the result on the device of ``x``, of the result's shape and type, or of FP16 or bfloat16 where
        that is FP32. Its strides are as they are, but no two elements share memory, and it does not overlap ``x`` unless it
        is ``x``. None: a new row-major array""",
    "plan": "of :func:`tcfft.plan`, made for this function's kind, shape, axes and numbers, in place of a plan of the cache",
    "tolerance": """relative L2 error that is accepted, for which a faster way may be found; None: the accuracy of the
        result's type""",
    "cast": """whether ``x`` of other types of numbers is converted to float32 or complex64, in a copy; without it they are a
        TypeError""",
    "threads": """at most so many on the host, and never more than the cores that the process may use; None:
        ``OMP_NUM_THREADS`` or all cores, as far as they are of use. Other devices take no notice""",
}

_TYPES = """\
Types of numbers:
    x                                     complex result    real result
    float32, complex64                    complex64         float32
    float64, complex128                   complex128        float64
    float16, int8, int16; of PyTorch      complex64         float32
      also bfloat16, complex32
    any other, with ``cast=True``         complex64         float32
"""

_ERRORS = """\
Raises:
    TypeError: numbers that the device does not take, complex ``x`` where real numbers are transformed, ``out`` of another
        type or library, an argument that is no whole number, a tensor that requires grad
    ValueError: a wrong axis (which is an IndexError as well), length, ``norm`` or number of threads; ``out`` that is
        read-only, or of another shape or device; a ``plan`` for something else, or beside ``tolerance`` or ``threads``
    tcfft.Error: what the library refuses, with its text: sizes, a ``tolerance`` that is not reached, memory that overlaps
"""

_SECTION = re.compile(r"^(Args|Returns):\n", re.MULTILINE)
_ENTRY = re.compile(r"^    (\w+): ", re.MULTILINE)


def _parts(text: str, heading: re.Pattern[str]) -> tuple[str, dict[str, str]]:
    """What comes before the first heading, and the texts below the headings by their names."""
    parts = heading.split(text)
    return parts[0], dict(zip(parts[1::2], parts[2::2]))


def described(function: Any, also: dict[str, str] | None = None) -> Any:
    """Completes a function's docstring: every argument in the order of the signature, types of numbers, errors.

    ``also`` has texts of arguments that a group of functions shares.
    """
    if not function.__doc__:  # python -OO
        return function
    first, _, rest = function.__doc__.partition("\n")  # the others are indented, unless Python 3.13 has seen to it
    summary, sections = _parts(first + "\n" + textwrap.dedent(rest), _SECTION)
    _, own = _parts(sections.get("Args", ""), _ENTRY)
    texts, code = {**_ARGUMENTS, **(also or {}), **own}, function.__code__
    lines = []
    for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        text = f"{name}: {' '.join(texts[name].split())}"
        lines.append(textwrap.fill(text, 120, initial_indent="    ", subsequent_indent="        ", break_on_hyphens=False))
    blocks = [summary, "Args:\n" + "\n".join(lines), "Returns:\n" + sections["Returns"], _TYPES, _ERRORS]
    function.__doc__ = "\n\n".join(block.rstrip() for block in blocks) + "\n"
    return function
