# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""As much of CuPy as the package asks for, on the memory and the streams of the emulated CUDA device.

The real one is used where there is a GPU. Here pointers, workspaces, streams and layouts meet a device whose memory the
processor cannot touch and whose work is done late. CuPy's device 0 is the emulated one. Its device 1 has streams and arrays,
but the library makes no plans for it: it is there to be the current one.
"""

import ctypes
import sys
import types
import weakref

import numpy as np
from tcfft._library import lib

for _name, _result, _arguments in [
    ("alloc", ctypes.c_void_p, 1), ("write", ctypes.c_int, 3), ("read", ctypes.c_int, 3),
    ("sync", ctypes.c_int, 1), ("stream", ctypes.c_void_p, 0),
]:  # fmt: skip
    _function = getattr(lib, f"tcf_test_{_name}")
    _function.restype = _result
    _function.argtypes = [
        ctypes.c_void_p if i < 2 and not (_name == "alloc") else ctypes.c_size_t for i in range(_arguments)
    ]


CAPTURING = set()  # streams
POOLS = {}  # as in CuPy, memory that is free again goes to the next who asks for it on the same stream


class Device:
    now = 0

    def __init__(self, device=None):
        self.id = Device.now if device is None else device
        self.before = []

    def __enter__(self):
        self.before.append(Device.now)
        Device.now = self.id
        return self

    def __exit__(self, *exception):
        Device.now = self.before.pop()


class Memory:
    alive = weakref.WeakSet()

    def __init__(self, size):
        Memory.alive.add(self)
        self.device_id = Device.now
        self.size = max(size, 1)
        self.pool = POOLS.setdefault((current().ptr, self.size), [])
        self.ptr = self.pool.pop() if self.pool else lib.tcf_test_alloc(self.size)
        assert self.ptr

    def __del__(self):
        self.pool.append(self.ptr)


class Pointer:
    device_id = property(lambda self: self.memory.device_id)

    def __init__(self, memory, offset):
        self.memory, self.offset, self.ptr = memory, offset, memory.ptr + offset


class Stream:
    """The current stream of a device is the last one that was entered there. ``null`` is that of every device."""

    entered = {0: [], 1: []}

    def __init__(self, ptr=None, device_id=-1, non_blocking=False):
        self.ptr = lib.tcf_test_stream() if ptr is None else ptr
        self.device_id = Device.now if ptr is None else device_id

    def __enter__(self):
        if self.device_id not in (Device.now, -1):
            raise RuntimeError("the device of the stream is not the current one")
        Stream.entered[Device.now].append(self)
        return self

    def __exit__(self, *exception):
        Stream.entered[Device.now if self.device_id < 0 else self.device_id].pop()

    def begin_capture(self):
        """The work is executed nevertheless, and there is no graph: what is tested is that plans and memory stay."""
        CAPTURING.add(self.ptr)

    def end_capture(self):
        CAPTURING.remove(self.ptr)

    def synchronize(self):
        assert lib.tcf_test_sync(self.ptr) == 0


Stream.null = Stream(0)


def current(device=None):
    entered = Stream.entered[Device.now if device is None else device]
    return entered[-1] if entered else Stream.null


class ndarray:
    __module__ = "cupy"

    def __init__(self, shape, dtype=np.float32, data=None, strides=None):
        self.dtype = np.dtype(dtype)
        like = np.empty(shape, self.dtype) if strides is None else None
        self.shape = tuple(shape) if strides is not None else like.shape
        self.strides = tuple(strides) if strides is not None else like.strides
        self.data = Pointer(Memory(like.nbytes), 0) if data is None else data

    ndim = property(lambda self: len(self.shape))

    def __dlpack_device__(self):
        return (2, self.data.device_id)

    def __dlpack__(self, stream=None, **_):
        """The array itself serves as the capsule. ``stream`` waits, as here the processor does for it."""
        current(self.data.device_id).synchronize()
        return self

    def _mirror(self, read=True):
        """All of the memory in the host's, and this array's view of it."""
        memory = self.data.memory
        base = np.empty(memory.size, "u1")
        if read:
            current(memory.device_id).synchronize()
            assert lib.tcf_test_read(base.ctypes.data, memory.ptr, memory.size) == 0
        return base, np.ndarray(self.shape, self.dtype, base, self.data.offset, self.strides)

    def get(self):
        return self._mirror()[1].copy()

    def __int__(self):
        return int(self.get())

    def copy(self):
        return array(self, self.dtype)

    def transpose(self, *axes):
        return ndarray([self.shape[a] for a in axes], self.dtype, self.data, [self.strides[a] for a in axes])

    def __getitem__(self, index):
        base, view = self._mirror(read=False)
        part = view[(*(index if isinstance(index, tuple) else (index,)), ...)]  # also of one element a view
        offset = part.__array_interface__["data"][0] - base.ctypes.data
        return ndarray(part.shape, self.dtype, Pointer(self.data.memory, offset), part.strides)

    def check_device(self):
        """CuPy's functions and assignments are for arrays of the current device."""
        if self.data.device_id != Device.now:
            raise ValueError(f"the array is on device {self.data.device_id}, the current one is {Device.now}")
        return self

    def __setitem__(self, index, value):
        self.check_device()
        base, view = self._mirror()
        view[index] = value.check_device().get() if isinstance(value, ndarray) else value
        assert lib.tcf_test_write(self.data.memory.ptr, base.ctypes.data, self.data.memory.size) == 0

    def __imul__(self, factor):
        self[...] = self.get() * self.dtype.type(factor)
        return self


def array(x, dtype=None, order="C", copy=True):
    host = np.array(x.check_device().get() if isinstance(x, ndarray) else x, dtype, order=order)
    made = ndarray(host.shape, host.dtype)
    made[...] = host
    return made


def from_dlpack(x):
    """Names CuPy's current stream to the library of ``x``, as CuPy does; 1 is the legacy default stream."""
    with Device(x.__dlpack_device__()[1]):
        return x.__dlpack__(stream=current().ptr or 1)


def is_capturing(stream):
    assert stream not in (0, 1), "CUDA may refuse this for the legacy default stream"
    return stream in CAPTURING


def install():
    """Puts the module in CuPy's place."""
    cupy = types.ModuleType("cupy")
    cupy.ndarray, cupy.array, cupy.asarray = ndarray, array, array
    cupy.empty, cupy.from_dlpack = ndarray, from_dlpack
    cupy.complex64 = np.complex64
    cupy.zeros = lambda shape, dtype: array(np.zeros(shape, dtype))
    cupy.ones = lambda shape, dtype: array(np.ones(shape, dtype))
    cupy.flip = lambda x, axes: array(np.flip(x.check_device().get(), axes))
    cupy.conjugate = lambda x: array(np.conjugate(x.check_device().get()))
    cupy.cuda = types.SimpleNamespace(
        alloc=Memory, Device=Device, Stream=Stream, ExternalStream=Stream,
        get_current_stream=current,
        runtime=types.ModuleType("cupy.cuda.runtime"),
    )  # fmt: skip
    cupy.cuda.runtime.streamIsCapturing = is_capturing
    sys.modules["cupy"] = cupy
    return cupy
