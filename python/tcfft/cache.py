# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""The plans that the functions of :mod:`tcfft.fft` keep, so that a second call of one kind plans nothing.

Each device has a cache of its own, which drops the plans that were not used for longest once it holds more plans, or more
bytes of tables, than its limit. A dropped plan is freed when no call uses it any more. Plans of :func:`tcfft.plan` belong to
their caller and are not counted.

A plan whose execution is captured in a CUDA graph stays until :func:`clear`, whatever the limits, because nobody knows how
long the graph will be replayed. So do CuPy's arrays that the graph uses besides input and result; those of PyTorch are in
the graph's pool. Graphs that captured functions are not replayed after :func:`clear`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _scratch
from ._devices import resolve
from ._handle import Handle, now
from ._layout import Problem
from ._locks import ForkedLock

DEFAULT_PLANS = 1024
DEFAULT_BYTES = 512 << 20
_MOST_CALLS = 8192


class CacheInfo(NamedTuple):
    """What :func:`info` tells of one device."""

    plans: int  #: plans that are kept
    bytes: int  #: of their tables on the device
    plan_limit: int
    byte_limit: int
    created: int  #: plans made since the process began
    pinned: int  #: of the plans that are kept, those that CUDA graphs have captured


class _Cache:
    def __init__(self) -> None:
        self.plans: dict[Problem, Handle] = {}
        self.bytes = 0
        self.plan_limit = DEFAULT_PLANS
        self.byte_limit = DEFAULT_BYTES
        self.created = 0
        self.pinned: list[Any] = []  # what CUDA graphs use

    def add(self, handle: Handle) -> None:
        self.plans[handle.problem] = handle
        self.bytes += handle.bytes
        self.created += 1
        self.shrink(keep=handle)

    def shrink(self, keep: Handle | None = None) -> None:
        """Drops the plans that were not used for longest, but one and what CUDA graphs use."""
        over = self.is_over()
        loose = [h for h in self.plans.values() if h is not keep and not h.pinned]
        while self.is_over() and loose:
            oldest = min(loose, key=lambda h: h.used)
            loose.remove(oldest)
            del self.plans[oldest.problem]
            self.bytes -= oldest.bytes
        if over:
            CALLS.clear()  # they refer to plans

    def is_over(self) -> bool:
        return len(self.plans) > self.plan_limit or self.bytes > self.byte_limit


# What a function does with arguments of one kind, by these. Read without a lock; entries are never changed.
CALLS: dict[Any, Any] = {}
_caches: dict[tuple[str, int], _Cache] = {}


def _mend() -> None:
    """After a fork in the middle of a change: calls name no plan that is not kept, and bytes are those of the plans."""
    CALLS.clear()
    for cache in _caches.values():
        cache.bytes = sum(handle.bytes for handle in cache.plans.values())


_lock = ForkedLock(_mend)


def remember(key: Any, call: Any) -> None:
    """Keeps a call of a function. So many are not seen in practice; they are forgotten together."""
    with _lock:
        if len(CALLS) >= _MOST_CALLS:
            CALLS.clear()
        CALLS[key] = call


def plan_for(problem: Problem) -> Handle:
    """The plan of a problem, from the cache or made now."""
    device = (problem.backend, problem.index)
    with _lock:
        cache = _caches.setdefault(device, _Cache())
        handle = cache.plans.get(problem)
    if handle is not None:
        handle.used = now()
        return handle
    handle = Handle(problem)  # without the lock: planning may take seconds
    with _lock:
        other = cache.plans.get(problem)
        if other is not None:
            return other
        cache.add(handle)
    return handle


def pin(device: tuple[str, int], *things: Any) -> None:
    """Keeps plans and memory that a CUDA graph uses until they are cleared."""
    with _lock:
        _caches.setdefault(device, _Cache()).pinned.extend(things)
        for handle in things:
            if isinstance(handle, Handle):
                handle.pinned = True


def limit(plans: int | None = None, bytes: int | None = None, device: Any = None) -> None:
    """Sets how many plans, and how many bytes of tables, are kept for a device; what is None stays as it is.

    ``device`` is as in :func:`tcfft.plan`. With a limit of 0 the plan made last stays.

    Raises:
        ValueError: a negative limit, an unknown device
    """
    for name, value in (("plans", plans), ("bytes", bytes)):
        if value is not None and value < 0:
            raise ValueError(f"{name} = {value} is negative")
    with _lock:
        cache = _caches.setdefault(resolve(device), _Cache())
        cache.plan_limit = cache.plan_limit if plans is None else plans
        cache.byte_limit = cache.byte_limit if bytes is None else bytes
        cache.shrink()


def clear(device: Any = None) -> None:
    """Drops the plans of one device, or of all devices if ``device`` is None, also those that CUDA graphs have captured."""
    with _lock:
        CALLS.clear()
        for cache in [_caches.get(resolve(device))] if device is not None else list(_caches.values()):
            if cache is not None:
                cache.plans.clear()
                cache.pinned.clear()
                cache.bytes = 0
    _scratch.drop()


def info(device: Any = None) -> CacheInfo:
    """What is kept for a device (None: the device that plans take by default)."""
    with _lock:
        cache = _caches.get(resolve(device)) or _Cache()
        pinned = sum(handle.pinned for handle in cache.plans.values())
        return CacheInfo(len(cache.plans), cache.bytes, cache.plan_limit, cache.byte_limit, cache.created, pinned)


def devices() -> list[str]:
    """The devices for which plans have been kept, as ``device=`` takes them."""
    with _lock:
        return [f"{backend}:{index}" for backend, index in _caches]


__all__ = ["CacheInfo", "clear", "devices", "info", "limit"]
