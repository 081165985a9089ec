# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""A transform of one array into another: one or several plans of the library, and the executions that they take.

Up to four axes are one plan. More axes are transformed by one plan after the other, and dimensions of a batch that the
library cannot take (broadcast or reversed ones, or more than four) by one execution for each of their indices.
"""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Sequence

from ._layout import Problem, Side, arrange, bounds, check_distinct, offsets, packed
from ._library import MAX_RANK, OVERLAP, Error, check, lib
from ._numbers import F32, Number, arithmetic

IN, OUT, WORK = 0, 1, 2
COMPLEX_IN = {"c2c", "c2r"}
COMPLEX_OUT = {"c2c", "r2c"}


class Options(NamedTuple):
    """How a problem is planned, apart from its layout."""

    device: tuple[str, int]
    scale: tuple[float, float] = (1.0, 1.0)
    algorithm: str = "auto"
    tolerance: float = 0.0
    effort: str = "estimate"
    compile: str = "wait"
    in_place: bool = False
    numbers: tuple[Number, Number] = (F32, F32)  #: of input and output
    threads: int = 0  #: of the host at most, 0: as many as are of use


class Step(NamedTuple):
    handle: Any
    source: int  #: IN, OUT or WORK
    target: int
    at: tuple[tuple[int, int], ...]  #: bytes from the first elements, one execution each


class Transform:
    """Fixed layouts on one device. ``plan_for`` makes plans or takes them from a cache."""

    def __init__(
        self,
        kind: str,
        lengths: Sequence[int],
        axes: Sequence[int],
        source: Side,
        target: Side,
        options: Options,
        plan_for: Callable[[Problem], Any],
    ):
        self.kind, self.source, self.target = kind, source, target
        self.numbers = options.numbers
        self.in_unit = options.numbers[0].bytes_of(kind in COMPLEX_IN)
        self.out_unit = options.numbers[1].bytes_of(kind in COMPLEX_OUT)
        self.work_shape: tuple[int, ...] | None = None
        self.steps: list[Step] = []
        self.captured: list[Any] = []  # memory that CUDA graphs use besides the plans
        if 0 in source.shape or 0 in target.shape:
            return
        self._plan_for, self._options = plan_for, options
        lengths, axes = tuple(lengths), tuple(axes)
        between = arithmetic(options.numbers[1])
        self._number_at = (*options.numbers, between)
        if len(axes) > MAX_RANK and options.numbers[1] is not between:
            raise TypeError(f"more than {MAX_RANK} axes have results of {between.real}, not {options.numbers[1].real}")
        if len(axes) <= MAX_RANK:
            self._add(kind, lengths, axes, (source, IN), (target, OUT), options.scale)
        elif kind == "c2r":
            self._add_complex_to_real(lengths, axes)
        else:
            self._add(kind, lengths[-MAX_RANK:], axes[-MAX_RANK:], (source, IN), (target, OUT), options.scale)
            rest = "c2c" if kind == "r2c" else kind
            self._add_rest(rest, lengths[:-MAX_RANK], axes[:-MAX_RANK], (target, OUT))
        # The library takes strides of 0 for a packed layout.
        shared = any(n > 1 and stride == 0 for n, stride in zip(target.shape, target.strides))
        if shared or any(len(step.at) > 1 for step in self.steps):
            check_distinct(target.shape, target.strides)
        self.workspace = max(step.handle.workspace for step in self.steps)

    workspace = 0

    def _add(self, kind: str, lengths: Sequence[int], axes: Sequence[int], source: Any, target: Any, scale: Any) -> None:
        fields, loops = arrange(kind, lengths, axes, source[0], target[0])
        o = self._options
        rest = dict(algorithm=o.algorithm, tolerance=o.tolerance, effort=o.effort, compile=o.compile, in_place=o.in_place)
        numbers = self._number_at[source[1]], self._number_at[target[1]]
        threads = o.threads if o.device[0] == "host" else 0  # one plan in the cache for devices that have no use of it
        problem = Problem(
            *o.device, scale=scale, types=(numbers[0].code, numbers[1].code), threads=threads, **rest, **fields
        )
        units = numbers[0].bytes_of(kind in COMPLEX_IN), numbers[1].bytes_of(kind in COMPLEX_OUT)
        at = tuple((a * units[0], b * units[1]) for a, b in offsets(loops))
        self.steps.append(Step(self._plan_for(problem), source[1], target[1], at))

    def _add_rest(self, kind: str, lengths: Sequence[int], axes: Sequence[int], place: Any) -> None:
        """Further axes in place, four at a time."""
        for end in range(len(axes), 0, -MAX_RANK):
            begin = max(end - MAX_RANK, 0)
            self._add(kind, lengths[begin:end], axes[begin:end], place, place, (1.0, 1.0))

    def _add_complex_to_real(self, lengths: Sequence[int], axes: Sequence[int]) -> None:
        """All but the last four axes in a copy, because the input stays as it is."""
        self.work_shape = self.source.shape
        work = (Side(self.work_shape, packed(self.work_shape)), WORK)
        first, rest = axes[:-MAX_RANK], axes[-MAX_RANK:]
        self._add("c2c", lengths[: len(first)][:MAX_RANK], first[:MAX_RANK], (self.source, IN), work, (1.0, 1.0))
        self._add_rest("c2c", lengths[MAX_RANK : len(first)], first[MAX_RANK:], work)
        self._add("c2r", lengths[-MAX_RANK:], rest, work, (self.target, OUT), self._options.scale)

    @property
    def work_element(self) -> str:
        """Elements of the array of ``work_shape``."""
        return arithmetic(self.numbers[1]).complex

    @property
    def simple(self) -> bool:
        """Whether it is one execution, from the first element of the input to the first of the output."""
        return len(self.steps) == 1 and len(self.steps[0].at) == 1

    def check_overlap(self, source: int, target: int) -> None:
        """Refuses input and output whose memory overlaps, unless they are the same array."""
        if source == target and self.source.strides == self.target.strides and self.in_unit == self.out_unit:
            return
        low, high = bounds(*self.source, self.in_unit)
        to_low, to_high = bounds(*self.target, self.out_unit)
        if source + low < target + to_high and target + to_low < source + high:
            raise Error(
                OVERLAP,
                f"in = {source:#x} ({high - low} bytes) and out = {target:#x} ({to_high - to_low} bytes) overlap",
            )

    def run(self, pointers: Sequence[int], direction: int, reference: Any) -> None:
        """Executes on arrays of the plans' own device; ``reference`` is of the tcfft_exec_info, or None."""
        if not self.steps:
            return
        if not self.simple:
            self.check_overlap(pointers[IN], pointers[OUT])
        for step in self.steps:
            source, target, plan = pointers[step.source], pointers[step.target], step.handle.pointer
            for a, b in step.at:
                check(lib.tcfft_exec_with(plan, source + a, target + b, direction, reference))

    def run_from_host(self, pointers: Sequence[int], direction: int) -> None:
        """Executes on arrays in the host's memory, whatever the device."""
        if not self.steps:
            return
        if not self.simple:
            self.check_overlap(pointers[IN], pointers[OUT])
        for step in self.steps:
            for a, b in step.at:
                check(
                    lib.tcfft_exec_host(step.handle.pointer, pointers[step.source] + a, pointers[step.target] + b, direction)
                )
