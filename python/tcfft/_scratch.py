# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Host workspaces: one for each thread, grown as plans ask for it, and kept because fresh pages are slow to touch."""

from __future__ import annotations

import ctypes
import mmap
import threading

from ._library import ExecInfo

_KEPT = 128 << 20  # larger workspaces are given back after their call


class HostScratch:
    """Aligned memory and the ``tcfft_exec_info`` that names it."""

    __slots__ = ("memory", "size", "info", "reference")

    def __init__(self, size: int):
        self.memory = mmap.mmap(
            -1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        )  # not shared with forked processes
        self.size = size
        address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.info = ExecInfo(ctypes.sizeof(ExecInfo), address, size, None)
        self.info.memory = self.memory  # whoever has the reference keeps the memory: a call may have nothing else of it
        self.reference = ctypes.byref(self.info)


class _Local(threading.local):
    generation = -1
    scratch = HostScratch(4096)


_local = _Local()
_generation = 0


def host(size: int) -> HostScratch:
    """A workspace of at least so many bytes for an execution of the calling thread."""
    scratch = _local.scratch
    if scratch.size >= size and _local.generation == _generation:
        return scratch
    scratch = HostScratch(max(size, 1 << 16))
    if size <= _KEPT:
        _local.scratch = scratch
        _local.generation = _generation
    return scratch


def drop() -> None:
    """Frees the workspaces: the calling thread's now, those of other threads when they next execute."""
    global _generation
    _generation += 1
    _local.scratch = HostScratch(4096)
