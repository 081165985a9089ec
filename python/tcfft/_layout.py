# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""From an array's shape and strides to a problem of the library: sizes, strides, batch, and loops around it.

All strides here count elements of their own side, as the library's do.
"""

from __future__ import annotations

import ctypes
from itertools import product
from typing import NamedTuple, Sequence

from ._library import ALGORITHMS, BACKENDS, EFFORTS, INVALID_LAYOUT, KINDS, MAX_RANK, Desc, Error


class Problem(NamedTuple):
    """What ``tcfft_desc`` holds, as a key of dictionaries."""

    backend: str
    index: int
    kind: str
    n: tuple[int, ...]
    batch_axes: int
    batch: int
    in_stride: tuple[int, ...]
    out_stride: tuple[int, ...]
    in_distance: int
    out_distance: int
    scale: tuple[float, float]
    algorithm: str
    tolerance: float
    effort: str
    compile: str
    in_place: bool = False
    types: tuple[int, int] = (0, 0)  #: of input and output, as ``tcfft_type``
    threads: int = 0


class Loop(NamedTuple):
    """A dimension of the batch that the library does not take: one execution for each of its indices."""

    count: int
    in_step: int
    out_step: int


class Dimension(NamedTuple):
    """A dimension that is not transformed."""

    n: int
    in_stride: int
    out_stride: int


def desc_of(p: Problem) -> Desc:
    d = Desc(size=ctypes.sizeof(Desc), kind=KINDS[p.kind], rank=len(p.n), batch=p.batch)
    for i, (n, inner, outer) in enumerate(zip(p.n, p.in_stride, p.out_stride)):
        d.n[i], d.in_stride[i], d.out_stride[i] = n, inner, outer
    d.in_distance, d.out_distance = p.in_distance, p.out_distance
    d.backend, d.device = BACKENDS[p.backend], str(p.index).encode()
    d.algorithm, d.tolerance, d.effort = ALGORITHMS[p.algorithm], p.tolerance, EFFORTS[p.effort]
    d.scale[0], d.scale[1] = p.scale
    d.workspace, d.compile = 1, int(p.compile == "background")  # the caller's workspace: an array of the caller's library
    d.batch_axes, d.placement = p.batch_axes, int(p.in_place)
    d.in_type, d.out_type = p.types
    d.threads = p.threads
    return d


def packed(shape: Sequence[int]) -> tuple[int, ...]:
    """Strides of a row-major array."""
    strides, step = [], 1
    for n in reversed(shape):
        strides.append(step)
        step *= max(n, 1)
    return tuple(reversed(strides))


def merge(dimensions: list[Dimension]) -> list[Dimension]:
    """Joins dimensions that together are one of a constant stride, and drops those of one element."""
    kept = sorted((d for d in dimensions if d.n != 1), key=lambda d: (abs(d.out_stride), abs(d.in_stride)))
    merged: list[Dimension] = []
    for d in kept:
        last = merged[-1] if merged else None
        if last and d.in_stride == last.in_stride * last.n and d.out_stride == last.out_stride * last.n:
            merged[-1] = Dimension(last.n * d.n, last.in_stride, last.out_stride)
        else:
            merged.append(d)
    return merged


def split_loops(dimensions: list[Dimension], rank: int) -> tuple[list[Dimension], list[Loop]]:
    """Divides the batch's dimensions into those that the library takes and loops around it.

    The library takes positive strides, and with a transform of ``rank`` axes up to MAX_RANK - rank + 1 dimensions. Loops
    are made of the shortest ones.
    """
    loops = [d for d in dimensions if d.in_stride <= 0 or d.out_stride <= 0]
    taken = [d for d in dimensions if d not in loops]
    taken.sort(key=lambda d: d.n, reverse=True)
    room = MAX_RANK - rank + 1
    loops += taken[room:]
    return taken[:room], [Loop(d.n, d.in_stride, d.out_stride) for d in loops]


def offsets(loops: Sequence[Loop]) -> list[tuple[int, int]]:
    """Offsets into input and output, in elements, of the executions that the loops ask for."""
    steps = [[(i * d.in_step, i * d.out_step) for i in range(d.count)] for d in loops]
    return [(sum(a for a, _ in at), sum(b for _, b in at)) for at in product(*steps)]


def check_distinct(shape: Sequence[int], strides: Sequence[int], what: str = "out") -> None:
    """Refuses an output whose elements may share memory, by the library's rule: each stride clears all smaller ones."""
    reach = 0
    for stride, n in sorted((abs(stride), n) for stride, n in zip(strides, shape) if n > 1):
        if stride <= reach:
            raise Error(
                INVALID_LAYOUT, f"elements of {what} share memory: a stride of {stride} does not clear {reach + 1} elements"
            )
        reach += (n - 1) * stride


def bounds(shape: Sequence[int], strides: Sequence[int], unit: int) -> tuple[int, int]:
    """First and one behind the last byte of an array, relative to its element of all indices 0."""
    low = sum((n - 1) * stride for n, stride in zip(shape, strides) if stride < 0)
    high = sum((n - 1) * stride for n, stride in zip(shape, strides) if stride > 0)
    return low * unit, (high + 1) * unit


class Side(NamedTuple):
    """Shape and strides of one operand."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]


def arrange(kind: str, lengths: Sequence[int], axes: Sequence[int], source: Side, target: Side) -> tuple[dict, list[Loop]]:
    """The fields of a Problem that say where its elements are, and the loops around it.

    ``lengths`` are the logical sizes along ``axes``, of which the last is the halved one of r2c and c2r. Axes of the input
    have positive strides.
    """
    rest = [
        Dimension(source.shape[i], source.strides[i], target.strides[i]) for i in range(len(source.shape)) if i not in axes
    ]
    taken, loops = split_loops(merge(rest), len(axes))
    taken.sort(key=lambda d: d.in_stride)  # the largest distance is the library's batch, which copies are cut along
    batch = taken.pop() if taken else Dimension(1, 0, 0)
    taken.reverse()

    def strides(side: Side, own: Sequence[int]) -> tuple[int, ...]:
        return tuple(own) + tuple(side.strides[a] if side.shape[a] > 1 else 1 for a in axes)

    fields = dict(
        kind=kind,
        n=tuple(d.n for d in taken) + tuple(lengths),
        batch_axes=len(taken),
        batch=batch.n,
        in_stride=strides(source, [d.in_stride for d in taken]),
        out_stride=strides(target, [d.out_stride for d in taken]),
        in_distance=batch.in_stride,
        out_distance=batch.out_stride,
    )
    return fields, loops
