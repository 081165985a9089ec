# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""What this package has to know of an array, and the array libraries that it knows it from.

A library is an object with the functions of :class:`Library`. NumPy, PyTorch and CuPy have their own; arrays of others come
in and go out by DLPack, without a copy, as arrays of one of these.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple, Protocol

from ._layout import Side

REAL, COMPLEX = 4, 8  # bytes of an element


class Operand(NamedTuple):
    """Layout, element and place of an array."""

    side: Side  #: shape, and strides in elements
    unit: int  #: REAL or COMPLEX; 0 for other types of numbers
    is_complex: bool  #: also of other types of numbers
    dtype: str  #: for error messages
    device: tuple[str, int]
    whole: bool  #: whether strides are whole elements, and bytes in this machine's order


class Library(Protocol):
    """What is asked of an array library. ``x`` is one of its arrays, and results are on the device of ``x``."""

    name: str

    def signature(self, x: Any) -> Any: ...  # hashable: all that operand() looks at
    def operand(self, x: Any) -> Operand: ...
    def pointer(self, x: Any) -> int: ...
    def check_input(self, x: Any) -> Any: ...  # refuses or resolves what operand() does not show
    def check_output(self, out: Any) -> None: ...
    def empty(self, shape: tuple[int, ...], is_complex: bool, x: Any) -> Any: ...
    def zeros(self, shape: tuple[int, ...], is_complex: bool, x: Any) -> Any: ...
    def convert(self, x: Any, is_complex: bool) -> Any: ...  # a packed copy in FP32
    def fill(self, out: Any, to: Any, source: Any, axes: tuple[int, ...]) -> None: ...  # conjugates, reversed along axes
    def execute(self, call: Any, x: Any, out: Any) -> Any: ...  # the quick way of a call with one execution
    def launcher(self, x: Any, size: int) -> Any: ...  # a _transform.Launch with so much workspace
    def on_stream(self, stream: Any, x: Any) -> Any: ...  # a context manager


LIBRARIES: dict[type, Library] = {}  # by the exact type of an array


def _load(name: str) -> Library | None:
    if name == "numpy":
        from . import _numpy

        return _numpy.LIBRARY
    if name == "torch":
        from . import _torch_arrays

        return _torch_arrays.LIBRARY
    if name == "cupy":
        from . import _cupy

        return _cupy.LIBRARY
    return None


def find(x: Any) -> Library | None:
    """The library whose arrays have the type of ``x`` or a base of it, remembered by type."""
    for base in type(x).__mro__:
        root = base.__module__.partition(".")[0]
        if (root, base.__name__) in (("numpy", "ndarray"), ("torch", "Tensor"), ("cupy", "ndarray")):
            library = _load(root)
            if library is not None:
                LIBRARIES[type(x)] = library
            return library
    return None


def import_array(x: Any) -> tuple[Any, Any]:
    """An array of a known library on the memory of ``x``, and what makes results arrays of the library of ``x``."""
    if not hasattr(x, "__dlpack__"):
        import numpy

        return numpy.asarray(x), None
    kind, _ = x.__dlpack_device__()
    if int(kind) in (1, 3):
        import numpy

        view = numpy.from_dlpack(x)
        return (
            view if view.flags.writeable or numpy.lib.NumpyVersion(numpy.__version__) >= "2.1.0" else _Alias(view).array
        ), _exporter(x)
    if int(kind) in (2, 13):
        holder = sys.modules.get("torch") or sys.modules.get("cupy") or _import_holder()
        return holder.from_dlpack(x), _exporter(x)
    raise TypeError(f"{type(x).__name__} is on a device of DLPack's type {int(kind)}, which is neither the host nor CUDA")


class _Alias:
    """The memory of an array without its read-only flag, which NumPy before 2.1 sets on all arrays that it imports."""

    def __init__(self, view: Any):
        import numpy

        self.view = view
        self.__array_interface__ = {**view.__array_interface__, "data": (view.__array_interface__["data"][0], False)}
        self.array = numpy.asarray(self)


def _import_holder() -> Any:
    for name in ("cupy", "torch"):
        try:
            return __import__(name)
        except ImportError:
            continue
    raise TypeError("arrays of other libraries in a GPU's memory need CuPy or PyTorch, which hold the results")


def _exporter(x: Any) -> Any:
    """The ``from_dlpack`` of the library of ``x``."""
    if hasattr(x, "__array_namespace__"):
        return x.__array_namespace__().from_dlpack
    module = sys.modules.get(type(x).__module__.partition(".")[0])
    if hasattr(module, "from_dlpack"):
        return module.from_dlpack
    raise TypeError(f"{type(x).__name__}: its library has no from_dlpack to make results of")
