# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Types of numbers in memory, and which of them a device transforms."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

from ._library import BACKENDS, UNSUPPORTED, Desc, lib, text_of


class Number(NamedTuple):
    """A type of real numbers, of which a complex one has two."""

    name: str  #: in texts of the library
    code: int  #: ``tcfft_type``
    size: int  #: bytes
    real: str  #: what array libraries call elements of one number, and of two
    complex: str

    def element(self, is_complex: bool) -> str:
        return self.complex if is_complex else self.real

    def bytes_of(self, is_complex: bool) -> int:
        return 2 * self.size if is_complex else self.size


F32 = Number("f32", 0, 4, "float32", "complex64")
F16 = Number("f16", 1, 2, "float16", "complex32")
BF16 = Number("bf16", 2, 2, "bfloat16", "complex of bfloat16")
F64 = Number("f64", 3, 8, "float64", "complex128")
I8 = Number("i8", 4, 1, "int8", "complex of int8")
I16 = Number("i16", 5, 2, "int16", "complex of int16")
NUMBERS = (F32, F16, BF16, F64, I8, I16)


def arithmetic(number: Number) -> Number:
    """What a transform of a type computes in, and gives unless the caller asks for another type."""
    return F64 if number is F64 else F32


def named(dtype: Any) -> Number:
    """The type that a caller names: "float64", "complex128", ``numpy.float64``, ``torch.float64``, .."""
    text = getattr(dtype, "__name__", None) or getattr(dtype, "name", None) or str(dtype)
    text = text.rpartition(".")[2]
    for number in NUMBERS:
        if text in (number.name, number.real, number.complex):
            return number
    raise TypeError(f"dtype = {text!r} is none of {', '.join(n.real for n in NUMBERS)}")


_served: dict[Any, bool] = {}


def serves(device: tuple[str, int], source: Number, target: Number) -> bool:
    """Whether the library transforms these types on a device, which it is asked once."""
    if source is F32 and target is F32:
        return True
    key = (device, source, target)
    answer = _served.get(key)
    if answer is None:
        answer = _served[key] = _ask(device, source, target)
    return answer


def _ask(device: tuple[str, int], source: Number, target: Number) -> bool:
    """Plans a transform for the device's description, which makes nothing. Failures of other kinds are for plans to tell."""
    about = text_of(lib.tcfft_device_describe, BACKENDS[device[0]], device[1])
    d = Desc(size=ctypes.sizeof(Desc), rank=1, batch=1, in_type=source.code, out_type=target.code)
    d.n[0] = 16
    buffer = ctypes.create_string_buffer(4096)
    return lib.tcfft_plan_explain(ctypes.byref(d), about.encode(), buffer, len(buffer)) != UNSUPPORTED


def taken_by(device: tuple[str, int]) -> str:
    """The types of inputs that a device transforms, for error messages."""
    return ", ".join(n.real for n in NUMBERS if serves(device, n, arithmetic(n)))
