# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""A plan of the library that lives as long as anybody refers to it."""

from __future__ import annotations

import ctypes
from time import perf_counter as now
from typing import Any

from ._layout import Problem, desc_of
from ._library import check, lib, offer_compiler, text_of


class Handle:
    """Owns a ``tcfft_plan``.

    Executions keep a reference while they run, so that closing a plan in one thread cannot free it under another one. Its
    workspace is always brought by the caller, because executions of several threads need one each.
    """

    __slots__ = ("pointer", "problem", "workspace", "bytes", "used", "pinned", "__weakref__")

    def __init__(self, problem: Problem):
        if problem.backend == "cuda":
            offer_compiler()
        out = ctypes.c_void_p()
        check(lib.tcfft_plan_create(ctypes.byref(out), ctypes.byref(desc_of(problem))))
        self.pointer = out.value
        self.problem = problem
        self.workspace = lib.tcfft_plan_workspace_size(out)
        self.bytes = lib.tcfft_plan_table_size(out)
        self.used = now()  # when it last was
        self.pinned = False  # whether the cache must not drop it

    def __copy__(self) -> Handle:  # what it refers to has one owner
        return self

    def __deepcopy__(self, memo: Any) -> Handle:
        return self

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("a plan's memory cannot be pickled")

    def __del__(self, destroy=lib.tcfft_plan_destroy):
        pointer = getattr(self, "pointer", None)
        if pointer:
            destroy(pointer)

    def describe(self) -> str:
        return text_of(lib.tcfft_plan_describe, self.pointer)

    @property
    def error_bound(self) -> float:
        return lib.tcfft_plan_error_bound(self.pointer)

    @property
    def predicted_time(self) -> float:
        return lib.tcfft_plan_predicted_time(self.pointer)
