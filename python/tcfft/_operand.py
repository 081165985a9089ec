# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""What this package has to know of an array, and what it asks of the array's library.

NumPy, PyTorch and CuPy have a module each (``_numpy``, ``_torch_arrays``, ``_cupy``), which knows nothing of the calls that
use it. :mod:`tcfft._arrays` finds the library of an array.
"""

from __future__ import annotations

import contextlib
from typing import Any, NamedTuple, Protocol

from ._layout import Side
from ._numbers import Number

NOT_WHOLE = "has strides that are no multiples of its elements, or another machine's byte order"
UNCHANGED = contextlib.nullcontext()  # a context that changes nothing


class Operand(NamedTuple):
    """Layout, element and place of an array."""

    side: Side  #: shape, and strides in elements
    number: Number | None  #: of an element, one or two; None: of a type that the library has not
    is_complex: bool  #: also of such types
    dtype: str  #: for error messages
    device: tuple[str, int]
    whole: bool  #: whether strides are whole elements, and bytes in this machine's order


class Launch(NamedTuple):
    """Workspace and stream of an execution."""

    reference: Any  #: of a tcfft_exec_info, or None
    keep: Any  #: what owns the workspace
    captured: bool = False  #: whether it becomes part of a CUDA graph, which reads plan and workspace later


class Library(Protocol):
    """What is asked of an array library. ``x`` is one of its arrays, and results are on the device of ``x``.

    What makes arrays, writes them or asks for the stream is called in the context ``on_device(x)``; ``execute`` sees to it.
    """

    name: str
    keeps_captured: bool  #: memory that was taken in a capture stays with the graph

    def signature(self, x: Any) -> Any: ...  # hashable: all that operand() looks at
    def operand(self, x: Any) -> Operand: ...
    def pointer(self, x: Any) -> int: ...
    def check_input(self, x: Any) -> Any: ...  # refuses or resolves what operand() does not show
    def check_output(self, out: Any, what: str = "out") -> None: ...
    def written(self, out: Any) -> None: ...  # tells the library, which does not see what is written to an array of its
    def empty(self, shape: tuple[int, ...], element: str, x: Any) -> Any: ...  # element: as in Number
    def zeros(self, shape: tuple[int, ...], element: str, x: Any) -> Any: ...
    def convert(self, x: Any, element: str) -> Any: ...  # a packed copy
    def plain(self, x: Any) -> Any: ...  # the same memory as an array whose elements are all there to be written
    def fill(self, out: Any, to: Any, source: Any, axes: tuple[int, ...]) -> Any: ...  # conjugates, reversed along axes
    def execute(self, call: Any, x: Any, out: Any) -> Any: ...  # the quick way of a call with one execution
    def launcher(self, x: Any, size: int) -> Launch: ...  # with so much workspace
    def is_captured(self, x: Any) -> bool: ...  # whether work on the device of x is put into a CUDA graph now
    def on_device(self, x: Any) -> Any: ...  # a context manager in which the device of x is the current one
    def on_stream(self, stream: Any, x: Any) -> Any: ...  # a context manager
