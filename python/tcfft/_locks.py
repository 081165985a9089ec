# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Locks that a forked process can take, whoever held them in its parent."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Callable


class ForkedLock:
    """A reentrant lock. A fork copies the lock but not the thread that holds it, so that the child makes a new one.

    ``mend`` is called in the child where another thread held the lock, and so may have left half of a change behind.
    """

    def __init__(self, mend: Callable[[], None] | None = None):
        self._inner = threading.RLock()
        self._mend = mend
        _all.add(self)

    def __enter__(self) -> None:
        self._inner.acquire()

    def __exit__(self, *exception: object) -> None:
        self._inner.release()

    def free_in_child(self) -> None:
        if self._inner.acquire(blocking=False):  # nobody has it, or the thread that forked, which goes on here
            self._inner.release()
            return
        self._inner = threading.RLock()
        if self._mend:
            self._mend()


_all: weakref.WeakSet[ForkedLock] = weakref.WeakSet()


def _free_all() -> None:
    for lock in list(_all):
        lock.free_in_child()


os.register_at_fork(after_in_child=_free_all)
