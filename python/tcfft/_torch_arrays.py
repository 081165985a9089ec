# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""PyTorch's tensors, on the host and on CUDA devices."""

from __future__ import annotations

from typing import Any

import torch
from torch.autograd import forward_ad

from ._handle import now
from ._layout import Side
from ._library import exec_info, failure, lib
from ._numbers import BF16, F16, F32, F64, I8, I16
from ._operand import Launch, Operand, UNCHANGED
from ._scratch import host

_BYTE = torch.uint8
# PyTorch has no complex numbers of bfloat16 and of integers.
_ELEMENTS = {
    name: getattr(torch, name)
    for n in (F32, F64, F16, BF16, I8, I16)
    for name in (n.real, n.complex)
    if hasattr(torch, name)
}
_NUMBERS = {_ELEMENTS[name]: n for n in (F32, F64, F16, BF16, I8, I16) for name in (n.real, n.complex) if name in _ELEMENTS}
_exec, _exec_with = lib.tcfft_exec, lib.tcfft_exec_with
_empty = torch.empty
_grad_enabled = torch.is_grad_enabled


def _slow_stream(index: int) -> int:
    return torch.cuda.current_stream(index).cuda_stream


# The compiler's own way to a stream, which takes a tenth of the public one's time.
_stream = getattr(torch._C, "_cuda_getCurrentRawStream", _slow_stream)


_current_device = getattr(torch._C, "_cuda_getDevice", torch.cuda.current_device)


def _is_captured(device: int) -> bool:
    if _current_device() == device:
        return torch.cuda.is_current_stream_capturing()
    with torch.cuda.device(device):
        return torch.cuda.is_current_stream_capturing()


def _count_by_writing(out: torch.Tensor) -> None:
    out.detach()[:0].zero_()


# Autograd compares a tensor's version with the one that it saved for a backward pass. Views share their base's.
_count_version = getattr(torch.autograd.graph, "increment_version", _count_by_writing)


def _has_version(out: torch.Tensor, what: str = "out") -> bool:
    """Whether autograd may have saved the tensor. Inference tensors it has not, and these are written in their mode only."""
    if not out.is_inference():
        return True
    if not torch.is_inference_mode_enabled():
        raise ValueError(f"{what} is an inference tensor, which is not written outside of torch.inference_mode")
    return False


def _refuse_gradient(what: str) -> TypeError:
    return TypeError(f"{what} requires grad: tcfft.torch has the functions that autograd knows (or use torch.no_grad)")


def _refuse_tangent(x: torch.Tensor) -> None:
    if forward_ad.unpack_dual(x).tangent is not None:
        raise TypeError("the tensor has a tangent: tcfft.torch has the functions that forward differentiation knows")


class TorchLibrary:
    name = "torch"
    keeps_captured = True  # in the graph's pool

    @staticmethod
    def signature(x: torch.Tensor) -> Any:
        if x.requires_grad and _grad_enabled():
            raise _refuse_gradient("the tensor")
        if forward_ad._current_level >= 0:
            _refuse_tangent(x)
        try:
            return (x.shape, x.stride(), x.dtype, x.device, x.is_conj(), x.is_neg())
        except RuntimeError:
            raise TypeError(f"a tensor of layout {x.layout} has no transform") from None

    @staticmethod
    def operand(x: torch.Tensor) -> Operand:
        if x.layout is not torch.strided or x.is_quantized or x.device.type not in ("cpu", "cuda"):
            raise TypeError(f"a tensor of layout {x.layout} on {x.device} has no transform")
        number = _NUMBERS.get(x.dtype)
        device = ("host", 0) if x.device.type == "cpu" else ("cuda", x.device.index)
        plain = not x.is_conj() and not x.is_neg()
        return Operand(Side(tuple(x.shape), tuple(x.stride())), number, x.dtype.is_complex, str(x.dtype), device, plain)

    @staticmethod
    def pointer(x: torch.Tensor) -> int:
        return x.data_ptr()

    @staticmethod
    def check_input(x: torch.Tensor) -> torch.Tensor:
        if x.requires_grad and _grad_enabled():
            raise _refuse_gradient("the tensor")
        if forward_ad._current_level >= 0:
            _refuse_tangent(x)
        return x

    @staticmethod
    def check_output(out: torch.Tensor, what: str = "out") -> None:
        if out.requires_grad and _grad_enabled():
            raise _refuse_gradient(what)
        if out.is_conj() or out.is_neg():
            raise ValueError(f"{what} is a lazily conjugated or negated view")
        _has_version(out, what)

    @staticmethod
    def written(out: torch.Tensor) -> None:
        if _has_version(out):
            _count_version(out)

    @staticmethod
    def empty(shape: tuple[int, ...], element: str, x: torch.Tensor) -> torch.Tensor:
        return _empty(shape, dtype=_ELEMENTS[element], device=x.device)

    @staticmethod
    def zeros(shape: tuple[int, ...], element: str, x: torch.Tensor) -> torch.Tensor:
        return torch.zeros(shape, dtype=_ELEMENTS[element], device=x.device)

    @staticmethod
    def convert(x: torch.Tensor, element: str) -> torch.Tensor:
        copy = _empty(x.shape, dtype=_ELEMENTS[element], device=x.device)
        return copy.copy_(x.detach())

    @staticmethod
    def plain(x: Any) -> Any:
        return x

    @staticmethod
    def fill(out: torch.Tensor, to: Any, source: Any, axes: tuple[int, ...]) -> None:
        out[to] = torch.conj(torch.flip(out[source], axes))

    @staticmethod
    def execute(call: Any, x: torch.Tensor, out: torch.Tensor | None) -> torch.Tensor:
        counted = False
        if out is None:
            if call.in_element == call.out_element:
                out = x.new_empty(call.out_shape)  # takes half the time of empty()
            else:
                out = _empty(call.out_shape, dtype=_ELEMENTS[call.out_element], device=x.device)
        else:
            counted = _has_version(out)
        handle = call.handle
        handle.used = now()
        source, target, size = x.data_ptr(), out.data_ptr(), handle.workspace
        if call.cuda < 0:
            status = _exec_with(handle.pointer, source, target, call.direction, host(size).reference)
        else:
            stream = _stream(call.cuda)
            if size or stream:
                work = _empty(size, dtype=_BYTE, device=x.device) if size else None
                info = exec_info(work.data_ptr() if size else 0, size, stream)
                status = _exec_with(handle.pointer, source, target, call.direction, info)
            else:
                status = _exec(handle.pointer, source, target, call.direction)
        if status:
            if source % call.in_unit:
                return call.redo(TorchLibrary, x.clone(), out)
            raise failure(status)
        if call.cuda >= 0 and stream and _is_captured(call.cuda):
            call.pin()
        if counted:
            _count_version(out)
        return out

    @staticmethod
    def launcher(x: torch.Tensor, size: int) -> Launch:
        if x.device.type == "cpu":
            scratch = host(size)
            return Launch(scratch.reference, scratch)
        work = _empty(size, dtype=_BYTE, device=x.device) if size else None
        stream = _stream(x.device.index)
        captured = stream != 0 and _is_captured(x.device.index)
        return Launch(exec_info(work.data_ptr() if size else 0, size, stream), work, captured)

    @staticmethod
    def is_captured(x: torch.Tensor) -> bool:
        return x.device.type == "cuda" and _is_captured(x.device.index)

    @staticmethod
    def on_device(x: torch.Tensor) -> Any:
        if x.device.type == "cpu" or _current_device() == x.device.index:
            return UNCHANGED
        return torch.cuda.device(x.device)

    @staticmethod
    def on_stream(stream: Any, x: torch.Tensor) -> Any:
        if stream is None:
            return UNCHANGED
        if x.device.type == "cpu":
            raise ValueError("stream: tensors on the processor have none")
        if hasattr(stream, "ptr"):  # of CuPy; its default streams belong to no device
            if stream.device_id not in (-1, x.device.index):
                raise ValueError(f"stream is of cuda:{stream.device_id}, x is on {x.device}")
            stream = stream.ptr
        if isinstance(stream, int):
            stream = torch.cuda.ExternalStream(stream, device=x.device) if stream else torch.cuda.default_stream(x.device)
        device = getattr(stream, "device", x.device)
        if device != x.device:
            raise ValueError(f"stream is of {device}, x is on {x.device}")
        return torch.cuda.stream(stream)


LIBRARY = TorchLibrary
