# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""The library of an array, by the array's type. NumPy, PyTorch and CuPy are loaded when the first of their arrays comes.

Arrays of other libraries come in and go out by DLPack, without a copy, as arrays of one of these. Those in a GPU's memory
are PyTorch's meanwhile, or else CuPy's, and the work is on that library's current stream. ``__dlpack__(stream=)`` orders the
streams of two libraries whenever an array changes hands: the new holder's stream waits for what the old one's has queued.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from ._operand import Library

# The module of this package that knows arrays of a type. A program need not have all of these libraries.
ADAPTERS = {
    ("numpy", "ndarray"): "_numpy",
    ("torch", "Tensor"): "_torch_arrays",
    ("cupy", "ndarray"): "_cupy",
}

LIBRARIES: dict[type, Library] = {}  # by the exact type of an array


def find(x: Any) -> Library | None:
    """The library whose arrays have the type of ``x`` or a base of it, remembered by type."""
    for base in type(x).__mro__:
        adapter = ADAPTERS.get((base.__module__.partition(".")[0], base.__name__))
        if adapter is not None:
            library = LIBRARIES[type(x)] = import_module("." + adapter, __package__).LIBRARY
            return library
    return None


def import_array(x: Any) -> tuple[Any, Any]:
    """An array of a known library on the memory of ``x``, and what makes results arrays of the library of ``x``.

    Both libraries' functions for this name their current stream to each other, so that the call belongs where the current
    stream is the one that the work will be on.
    """
    if not hasattr(x, "__dlpack__"):
        import numpy

        return numpy.asarray(x), None
    kind, _ = x.__dlpack_device__()
    if int(kind) in (1, 3):
        import numpy

        view = numpy.from_dlpack(x)
        return (
            view if view.flags.writeable or numpy.lib.NumpyVersion(numpy.__version__) >= "2.1.0" else writable(view)
        ), _exporter(x)
    if int(kind) in (2, 13):
        return _holder().from_dlpack(x), _exporter(x)
    raise TypeError(f"{type(x).__name__} is on a device of DLPack's type {int(kind)}, which is neither the host nor CUDA")


def import_arrays(x: Any, out: Any) -> tuple[Any, Any, Any]:
    """Input, output or None, and what makes the result an array of the caller's library."""
    x, back = import_array(x)
    if out is not None and back is not None:
        out, back = import_array(out)
    return x, out, back


def give_back(library: Any, back: Any, result: Any, given: Any) -> Any:
    """What a caller gets of an array of ``library``: its own array that was written, or a new one of its library.

    An array of the caller's own is imported as well, and dropped: its library's current stream thereby waits for the work,
    and may read the array, write it or free its input.
    """
    with library.on_device(result):
        if given is None:
            return back(result)
        if library.operand(result).device[0] != "host":
            back(result)
        return given


class _Alias:
    """The memory of an array without its read-only flag. It does not know the array that is made of it, which refers to it."""

    def __init__(self, view: Any):
        self.view = view
        self.__array_interface__ = {**view.__array_interface__, "data": (view.__array_interface__["data"][0], False)}


def writable(view: Any) -> Any:
    """An array on the memory of ``view``, which NumPy before 2.1 makes read-only when it imports it."""
    import numpy

    return numpy.asarray(_Alias(view))


def _holder() -> Any:
    """PyTorch where it is loaded, unless it was built without CUDA; else CuPy; else PyTorch."""
    for name, load in (("torch", False), ("cupy", False), ("cupy", True), ("torch", True)):
        try:
            module = import_module(name) if load else sys.modules.get(name)
        except ImportError:
            continue
        if module is not None and (name == "cupy" or module.cuda.is_available()):
            return module
    raise TypeError("arrays of other libraries in a GPU's memory need CuPy or PyTorch, which hold the results")


def _exporter(x: Any) -> Any:
    """The ``from_dlpack`` of the library of ``x``."""
    if hasattr(x, "__array_namespace__"):
        return x.__array_namespace__().from_dlpack
    module = sys.modules.get(type(x).__module__.partition(".")[0])
    if hasattr(module, "from_dlpack"):
        return module.from_dlpack
    raise TypeError(f"{type(x).__name__}: its library has no from_dlpack to make results of")
