# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""NumPy's arrays."""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Callable

import numpy as np

from ._handle import now
from ._layout import Side
from ._library import failure, lib
from ._numbers import F16, F32, F64, I8, I16
from ._operand import Launch, Operand, UNCHANGED
from ._scratch import host

_F32, _C64 = np.dtype(np.float32), np.dtype(np.complex64)
# NumPy has no complex numbers of halves and of integers.
ELEMENTS = {name: np.dtype(name) for n in (F32, F64) for name in (n.real, n.complex)}
ELEMENTS.update({n.real: np.dtype(n.real) for n in (F16, I8, I16)})
_NUMBERS = {ELEMENTS[name]: n for n in (F32, F64, F16, I8, I16) for name in (n.real, n.complex) if name in ELEMENTS}
_exec_with = lib.tcfft_exec_with
_empty = np.empty


def _pointer(x: np.ndarray) -> int:
    return x.__array_interface__["data"][0]


def _find_pointer() -> Callable[[np.ndarray], int]:
    """The quickest way to an array's address that works here.

    NumPy's C interface has the address behind the head of the object, so that CPython can read it there. The public
    ``__array_interface__`` makes a dictionary, which takes longer than the transform of a short array.
    """
    head, field = object.__basicsize__, ctypes.c_void_p.from_address
    samples = [np.empty(5, _F32), np.empty((2, 3), _C64)[:, 1:], np.zeros(0, _F32)]
    if sys.implementation.name != "cpython" or any(field(id(a) + head).value != _pointer(a) for a in samples):
        return _pointer

    def quick(x: np.ndarray) -> int:
        return field(id(x) + head).value  # type: ignore[return-value]

    return quick


_quick_pointer = _find_pointer()


def operand_like_numpy(x: Any, device: tuple[str, int]) -> Operand:
    """Of an array with NumPy's attributes."""
    dtype = np.dtype(x.dtype)
    number = _NUMBERS.get(dtype.newbyteorder("="))
    size = dtype.itemsize or 1
    whole = dtype.isnative and not any(step % size for step, n in zip(x.strides, x.shape) if n > 1)
    strides = tuple(step // size for step in x.strides)
    if dtype.kind not in "biufc":
        raise TypeError(f"an array of {dtype} has no transform")
    return Operand(Side(tuple(x.shape), strides), number, dtype.kind == "c", str(dtype), device, whole)


class NumpyLibrary:
    name = "numpy"
    keeps_captured = True

    @staticmethod
    def signature(x: np.ndarray) -> Any:
        return (x.shape, x.strides, x.dtype)

    @staticmethod
    def operand(x: np.ndarray) -> Operand:
        return operand_like_numpy(x, ("host", 0))

    @staticmethod
    def pointer(x: np.ndarray) -> int:
        return _quick_pointer(x)

    @staticmethod
    def check_input(x: np.ndarray) -> np.ndarray:
        return x

    @staticmethod
    def check_output(out: np.ndarray, what: str = "out") -> None:
        if not out.flags.writeable:
            raise ValueError(f"{what} is read-only")

    @staticmethod
    def written(out: np.ndarray) -> None:
        pass

    @staticmethod
    def empty(shape: tuple[int, ...], element: str, x: Any) -> np.ndarray:
        return np.empty(shape, ELEMENTS[element])

    @staticmethod
    def zeros(shape: tuple[int, ...], element: str, x: Any) -> np.ndarray:
        return np.zeros(shape, ELEMENTS[element])

    @staticmethod
    def convert(x: np.ndarray, element: str) -> np.ndarray:
        return np.array(x, ELEMENTS[element], order="C", copy=True)

    @staticmethod
    def plain(x: np.ndarray) -> np.ndarray:
        return x.view(np.ndarray)  # writing to a masked array leaves out what is masked

    @staticmethod
    def fill(out: np.ndarray, to: Any, source: Any, axes: tuple[int, ...]) -> None:
        np.conjugate(np.flip(out[source], axes), out[to])

    @staticmethod
    def execute(call: Any, x: np.ndarray, out: np.ndarray | None) -> np.ndarray:
        if out is None:
            out = _empty(call.out_shape, ELEMENTS[call.out_element])
        elif not out.flags.writeable:
            raise ValueError("out is read-only")
        handle = call.handle
        handle.used = now()
        status = _exec_with(
            handle.pointer, _quick_pointer(x), _quick_pointer(out), call.direction, host(handle.workspace).reference
        )
        if status:
            if not x.flags.aligned:
                return call.redo(NumpyLibrary, np.array(x), out)
            raise failure(status)
        return out

    @staticmethod
    def launcher(x: np.ndarray, size: int) -> Launch:
        scratch = host(size)
        return Launch(scratch.reference, scratch)

    @staticmethod
    def is_captured(x: Any) -> bool:
        return False

    @staticmethod
    def on_device(x: Any) -> Any:
        return UNCHANGED

    @staticmethod
    def on_stream(stream: Any, x: Any) -> Any:
        if stream is not None:
            raise ValueError("stream: arrays of NumPy have none")
        return UNCHANGED


LIBRARY = NumpyLibrary
