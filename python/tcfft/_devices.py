# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Devices: which there are, and how callers name them."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

from ._library import BACKENDS, KINDS, NO_DEVICE, DeviceInfo, check, lib, offer_compiler
from ._norm import whole


class Device(NamedTuple):
    """A device of :func:`devices`. ``str(device)`` is a name that every ``device=`` of this package takes."""

    backend: str  #: "host", "cuda" or "opencl"
    index: int  #: within its backend
    name: str
    cores: int  #: cores, multiprocessors or compute units
    memory: int  #: bytes, 0 where unknown

    def __str__(self) -> str:
        return f"{self.backend}:{self.index}"


def count(backend: str) -> int:
    """Devices of one backend; 0 where it cannot work at all."""
    if backend == "cuda":
        offer_compiler()
    number = ctypes.c_int()
    status = lib.tcfft_device_count(BACKENDS[backend], ctypes.byref(number))
    if status == NO_DEVICE:
        return 0
    check(status)
    return number.value


def devices(backend: str | None = None) -> list[Device]:
    """All devices that plans can be made for, or those of one backend ("host", "cuda", "opencl").

    Raises:
        ValueError: an unknown backend
        tcfft.Error: a device fails when it is asked for its properties
    """
    if backend is not None and backend not in ("host", "cuda", "opencl"):
        raise ValueError(f"backend = {backend!r} is none of 'host', 'cuda', 'opencl'")
    found = []
    for name in [backend] if backend else ["cuda", "opencl", "host"]:
        for index in range(count(name)):
            info = DeviceInfo(size=ctypes.sizeof(DeviceInfo))
            check(lib.tcfft_device_get(BACKENDS[name], index, ctypes.byref(info)))
            found.append(Device(name, index, info.name.decode(), info.cores, info.memory))
    return found


def resolve(device: Any) -> tuple[str, int]:
    """Backend and index of what a caller wrote as ``device=``.

    None is the first of CUDA and the host that has a device. Otherwise a text ("host", "cpu", "cuda", "cuda:1",
    "opencl:0"), a :class:`Device`, or a device object of PyTorch, CuPy or NumPy.
    """
    if device is None:
        return ("cuda", 0) if count("cuda") else ("host", 0)
    if isinstance(device, tuple) and len(device) == 2 and device[0] in BACKENDS:
        return device
    if hasattr(device, "id") and type(device).__module__.startswith("cupy"):
        return ("cuda", int(device.id))
    text = str(device)
    backend, _, index = text.partition(":")
    backend = "host" if backend == "cpu" else backend
    if backend not in ("host", "cuda", "opencl") or (index and not index.isdecimal()):
        raise ValueError(f"device = {text!r} is no device such as 'host', 'cuda' or 'cuda:1'")
    return (backend, int(index or 0))


def next_fast_len(n: int, kind: str = "c2c", device: Any = None) -> int:
    """The next length of at least ``n`` that the device transforms fast: no somewhat longer one takes less time.

    ``kind`` is one of "c2c", "r2c", "c2r", "dct1" .. "dct4". ``device`` is as in :func:`tcfft.plan`.

    Raises:
        TypeError: ``n`` is no whole number
        ValueError: an unknown kind or device, ``n`` beyond 64 bits
        tcfft.Error: ``n`` is below 1 or above 2^33, or no such device
    """
    if kind not in KINDS:
        raise ValueError(f"kind = {kind!r} is none of {', '.join(KINDS)}")
    backend, index = resolve(device)
    n = whole(n, "n")
    good = ctypes.c_int64()
    check(lib.tcfft_good_size(ctypes.byref(good), n, KINDS[kind], BACKENDS[backend], str(index).encode()))
    return good.value
