# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""CuPy's arrays."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator

import cupy

from ._handle import now
from ._library import exec_info, failure, lib
from ._numpy import ELEMENTS, operand_like_numpy
from ._operand import Launch, Operand, UNCHANGED

_exec, _exec_with = lib.tcfft_exec, lib.tcfft_exec_with
_ndarray = cupy.ndarray
_alloc = cupy.cuda.alloc


def _slow_stream() -> int:
    return cupy.cuda.get_current_stream().ptr


try:  # the same without an object for the stream
    from cupy_backends.cuda.stream import get_current_stream_ptr as _stream
except ImportError:
    _stream = _slow_stream

try:
    from cupy.cuda.runtime import getDevice as _current_device
except ImportError:

    def _current_device() -> int:
        return cupy.cuda.Device().id


_is_capturing = getattr(cupy.cuda.runtime, "streamIsCapturing", lambda stream: False)
_DEFAULT = (0, 1)  # the legacy default stream, which cannot be captured, and may not be asked during captures of others


class CupyLibrary:
    name = "cupy"
    keeps_captured = False  # it goes back to CuPy's pool, and to whoever asks next

    @staticmethod
    def signature(x: Any) -> Any:
        return (x.shape, x.strides, x.dtype, x.data.device_id)

    @staticmethod
    def operand(x: Any) -> Operand:
        return operand_like_numpy(x, ("cuda", int(x.data.device_id)))

    @staticmethod
    def pointer(x: Any) -> int:
        return x.data.ptr

    @staticmethod
    def check_input(x: Any) -> Any:
        return x

    @staticmethod
    def check_output(out: Any, what: str = "out") -> None:
        pass

    @staticmethod
    def written(out: Any) -> None:
        pass

    @staticmethod
    def empty(shape: tuple[int, ...], element: str, x: Any) -> Any:
        return _ndarray(shape, ELEMENTS[element])

    @staticmethod
    def zeros(shape: tuple[int, ...], element: str, x: Any) -> Any:
        return cupy.zeros(shape, ELEMENTS[element])

    @staticmethod
    def convert(x: Any, element: str) -> Any:
        return cupy.array(x, ELEMENTS[element], order="C", copy=True)

    @staticmethod
    def plain(x: Any) -> Any:
        return x

    @staticmethod
    def fill(out: Any, to: Any, source: Any, axes: tuple[int, ...]) -> Any:
        part = cupy.conjugate(cupy.flip(out[source], axes))  # not into out, of which it would make a copy that a graph uses
        out[to] = part
        return part

    @staticmethod
    def execute(call: Any, x: Any, out: Any) -> Any:
        if _current_device() != call.cuda:
            with cupy.cuda.Device(call.cuda):
                return CupyLibrary.execute(call, x, out)
        if out is None:
            out = _ndarray(call.out_shape, ELEMENTS[call.out_element])
        handle = call.handle
        handle.used = now()
        source, target, size, stream = x.data.ptr, out.data.ptr, handle.workspace, _stream()
        work = None
        if size or stream:
            work = _alloc(size) if size else None
            info = exec_info(work.ptr if size else 0, size, stream)
            status = _exec_with(handle.pointer, source, target, call.direction, info)
        else:
            status = _exec(handle.pointer, source, target, call.direction)
        if status:
            if source % call.in_unit:
                return call.redo(CupyLibrary, x.copy(), out)
            raise failure(status)
        if stream not in _DEFAULT and _is_capturing(stream):
            call.pin(work)
        return out

    @staticmethod
    def launcher(x: Any, size: int) -> Launch:
        work, stream = _alloc(size) if size else None, _stream()
        captured = stream not in _DEFAULT and _is_capturing(stream)
        return Launch(exec_info(work.ptr if size else 0, size, stream), work, captured)

    @staticmethod
    def is_captured(x: Any) -> bool:
        stream = _stream()
        return stream not in _DEFAULT and _is_capturing(stream)

    @staticmethod
    def on_device(x: Any) -> Any:
        device = x.data.device_id
        return UNCHANGED if _current_device() == device else cupy.cuda.Device(device)

    @staticmethod
    @contextlib.contextmanager
    def on_stream(stream: Any, x: Any) -> Iterator[None]:
        if stream is None:
            yield
            return
        device = x.data.device_id
        if isinstance(stream, int):
            stream = cupy.cuda.ExternalStream(stream, device) if stream else cupy.cuda.Stream.null
        elif hasattr(stream, "cuda_stream"):  # PyTorch's
            stream = cupy.cuda.ExternalStream(stream.cuda_stream, stream.device_index)
        if getattr(stream, "device_id", device) not in (device, -1):
            raise ValueError(f"stream is of device {stream.device_id}, x is on device {device}")
        with cupy.cuda.Device(device), stream:  # CuPy takes a stream as the current one where its device is
            yield


LIBRARY = CupyLibrary
