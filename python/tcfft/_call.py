# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Calls of the functions of :mod:`tcfft.fft`: arguments of one kind become a :class:`Call`, which is kept and run again.

The way of a call: :func:`transform` finds it by the layout of its arguments. Where it is new, :func:`_build` checks the
arguments and plans. What the library cannot take as it is (other types of numbers, reversed axes, padding) becomes a call
that copies the input and begins again with the copy.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any, Callable, NamedTuple

from . import cache
from ._arrays import LIBRARIES, find, give_back, import_arrays
from ._layout import Side, packed
from ._library import INVERSE
from ._norm import axes_of, axis_of, lengths_of, listed, scales, threads_of, whole
from ._numbers import BF16, F16, F32, Number, arithmetic, serves, taken_by
from ._operand import NOT_WHOLE, Operand
from ._transform import Options, Transform


class Op(NamedTuple):
    """A function: its kind, the sign of its exponent, and whether it takes several axes."""

    name: str
    kind: str
    direction: int
    many: bool


class Request(NamedTuple):
    """What a caller of a function asks for, but for the arrays. ``done``: the edges of DCTs were scaled."""

    op: Op
    n: Any
    axis: Any
    norm: str | None
    tolerance: float | None
    cast: bool
    threads: int = 0
    type: int = 2
    orthogonalize: bool | None = None
    done: bool = False


class Call:
    """What is done for arguments of one layout. ``prepare`` makes an input to begin again with, for ``request``."""

    __slots__ = (
        "request", "prepare", "finish", "transform", "simple", "handle", "direction", "cuda", "in_unit", "in_element",
        "out_shape", "out_element",
    )  # fmt: skip

    transform: Transform
    simple: bool  #: one execution, and nothing before or after it
    handle: Any  #: its plan
    direction: int
    cuda: int  #: number of the device, -1: the host
    in_unit: int  #: bytes that the input's address is a multiple of
    in_element: str  #: as in Number
    out_shape: tuple[int, ...]
    out_element: str

    def __init__(self, request: Request, prepare: Callable[[Any, Any], Any] | None = None):
        self.request = request
        self.prepare = prepare
        self.finish: Callable[[Any, Any], Any] | None = None  # returns the arrays that it made, or None
        self.simple = False

    def set_transform(
        self, transform: Transform, direction: int, out_shape: tuple[int, ...], in_element: str, out_element: str
    ) -> None:
        self.transform, self.direction, self.in_unit = transform, direction, transform.in_unit
        self.out_shape, self.in_element, self.out_element = out_shape, in_element, out_element
        self.simple = transform.simple
        if self.simple:
            self.handle = transform.steps[0].handle

    def redo(self, library: Any, copy: Any, out: Any) -> Any:
        """Runs with a copy of the input, which is not the caller's."""
        if not library.keeps_captured and library.is_captured(copy):
            cache.pin(library.operand(copy).device, copy)
        return transform(self.request, copy, out)

    def pin(self, *memory: Any) -> None:
        """After an execution that was captured in a CUDA graph: plans and memory stay."""
        cache.pin(("cuda", self.cuda), *memory, *(step.handle for step in self.transform.steps))

    def run(self, library: Any, x: Any, out: Any) -> Any:
        with library.on_device(x):
            return self._run(library, x, out)

    def _run(self, library: Any, x: Any, out: Any) -> Any:
        if self.prepare:
            return self.redo(library, self.prepare(library, x), out)
        given = out is not None
        if out is None:
            out = library.empty(self.out_shape, self.out_element, x)
        else:
            library.check_output(out)
        if self.simple and not self.finish:
            return library.execute(self, x, out)
        work = None
        if self.transform.work_shape is not None:
            work = library.empty(self.transform.work_shape, self.transform.work_element, x)
        launch = library.launcher(x, self.transform.workspace)
        source = library.pointer(x)
        if source % self.in_unit and self.transform.steps:
            return self.redo(library, library.convert(x, self.in_element), out)
        pointers = (source, library.pointer(out), 0 if work is None else library.pointer(work))
        self.transform.run(pointers, self.direction, launch.reference)
        made = (self.finish(library, out) if self.finish else None) or ()
        if launch.captured:
            self.pin(*(() if library.keeps_captured else (launch.keep, work, *made)))
        if given:
            library.written(out)
        return out


# ------------------------------------------------------------------------------------------------ from arguments to a call


def quick(
    op: Op, n: Any, axis: Any, norm: Any, tolerance: Any, cast: Any, threads: Any, x: Any, out: Any, plan: Any
) -> Any:  # fmt: skip
    """Runs a function, without making a request where the same was asked for before."""
    library = LIBRARIES.get(type(x))
    key: Any = None
    if library is not None and plan is None:
        try:
            a, b, c = n.__class__, axis.__class__, threads.__class__  # 8.0 is 8 as a key, and no length
            if a is tuple:
                a = tuple(map(type, n))
            if b is tuple:
                b = tuple(map(type, axis))
            if out is None:
                key = (op.name, n, a, axis, b, norm, tolerance, cast, threads, c, library, library.signature(x))
            else:
                other = LIBRARIES[type(out)]
                mine, its = library.signature(x), other.signature(out)
                key = (op.name, n, a, axis, b, norm, tolerance, cast, threads, c, library, mine, other, its)
            call = cache.CALLS[key]
        except KeyError:  # new, or out is of an unknown type
            pass
        except TypeError:  # lengths or axes in a list
            key = None
        else:
            return library.execute(call, x, out) if call.simple else call.run(library, x, out)
    request = Request(op, *numbers_of(op, n, axis), norm, tolerance, bool(cast), threads_of(threads))
    return _quick_new(key, request, x, out, plan)


def _quick_new(key: Any, request: Request, x: Any, out: Any, plan: Any) -> Any:
    result = transform(request, x, out, plan)
    library = LIBRARIES.get(type(x))
    if key is not None and library is not None and plan is None:
        call = cache.CALLS.get(_key_of(request, library, x, out))
        if call is not None:
            cache.remember(key, call)
    return result


def numbers_of(op: Op, n: Any, axis: Any) -> tuple[Any, Any]:
    """Lengths and axes as whole numbers, in tuples where the function takes several. One length is that of one axis."""
    n, axis = listed(n), listed(axis)
    if op.many and n is not None and not isinstance(n, tuple):
        n = (n,)
    if isinstance(n, tuple):
        n = tuple(None if v is None else whole(v, "n") for v in n)
    elif n is not None:
        n = whole(n, "n")
    if isinstance(axis, tuple):
        axis = tuple(whole(v, "axis") for v in axis)
    elif axis is not None:
        axis = whole(axis, "axis")
    return n, axis


def _key_of(request: Request, library: Any, x: Any, out: Any) -> Any:
    if out is None:
        return (request, library, library.signature(x))
    other = LIBRARIES.get(type(out))
    return None if other is None else (request, library, library.signature(x), other, other.signature(out))


def transform(request: Request, x: Any, out: Any = None, plan: Any = None) -> Any:
    """Runs a function on an array of any library."""
    library = LIBRARIES.get(type(x))
    if library is not None and plan is None:
        call = cache.CALLS.get(_key_of(request, library, x, out))
        if call is not None:
            return library.execute(call, x, out) if call.simple else call.run(library, x, out)
    return _transform_new(request, x, out, plan)


def _transform_new(request: Request, x: Any, out: Any, plan: Any) -> Any:
    library, back, given = find(x), None, out
    if library is None:
        x, out, back = import_arrays(x, out)
        library = find(x)
        if library is None:
            raise TypeError(f"{type(x).__name__} is no array that is known here")
    if plan is not None:
        result = run_plan(request, x, out, plan)
    else:
        result = _build_and_run(request, library, x, out)
    return result if back is None else give_back(library, back, result, given)


def _build_and_run(request: Request, library: Any, x: Any, out: Any) -> Any:
    library.check_input(x)
    operand = library.operand(x)
    target = None
    if out is not None:
        if find(out) is not library:
            raise TypeError(f"out is {type(out).__name__}, not an array of the library of x ({library.name})")
        library.check_output(out)
        target = library.operand(out)
    call = _build(request, operand, target)
    cache.remember(_key_of(request, library, x, out), call)
    return call.run(library, x, out)


def effective_type(request: Request) -> int:
    """The type of DCT that is computed: types 2 and 3 are inverses of each other."""
    return {1: 1, 2: 3, 3: 2, 4: 4}[request.type] if request.op.direction == INVERSE else request.type


def _kind_of(request: Request) -> str:
    if request.op.kind != "dct":
        return request.op.kind
    if request.type not in (1, 2, 3, 4):
        raise ValueError(f"type = {request.type} is none of 1, 2, 3, 4")
    return f"dct{request.type}"


def _number_of(request: Request, x: Operand) -> Number | None:
    """The input's type of numbers; None where the device does not take it, and a copy is converted."""
    if x.number is not None and serves(x.device, x.number, arithmetic(x.number)):
        return x.number
    if not request.cast:
        raise TypeError(
            f"x is {x.dtype}: {x.device[0]}:{x.device[1]} takes {taken_by(x.device)} (cast=True converts the input to float32)"
        )
    return None


def _build(request: Request, x: Operand, out: Operand | None) -> Call:
    """Checks the arguments and plans."""
    kind = _kind_of(request)
    number = _number_of(request, x)
    result = F32 if number is None else arithmetic(number)
    if kind == "r2c" and x.is_complex:
        raise TypeError(f"{request.op.name} takes real numbers, x is {x.dtype}")
    if kind == "c2r" and not x.is_complex:
        return Call(request, lambda library, a: library.convert(a, result.complex))
    if number is None:
        return Call(request, lambda library, a: library.convert(a, result.element(x.is_complex)))
    element = number.element(x.is_complex)
    if not x.whole:
        return Call(request, lambda library, a: library.convert(a, element))
    rank = len(x.side.shape)
    axes = axes_of(request.axis, request.n, rank) if request.op.many else (axis_of(request.axis, rank),)
    if not axes:
        raise ValueError("at least one axis has to be transformed")
    wanted = (request.n if request.op.many else (request.n,)) if request.n is not None else None
    lengths = lengths_of(wanted, axes, x.side.shape, kind == "c2r", request.op.many)
    if wanted is not None:  # which a copy of another shape would read differently
        request = request._replace(n=lengths if request.op.many else lengths[0])
    needed = list(x.side.shape)
    for a, n in zip(axes, lengths):
        needed[a] = n
    if kind == "c2r":
        needed[axes[-1]] = lengths[-1] // 2 + 1
    if any(n > have for n, have in zip(needed, x.side.shape)):
        return Call(request, lambda library, a: _padded(library, a, tuple(needed), element))
    if 0 not in needed and any(x.side.strides[a] <= 0 and needed[a] > 1 for a in axes):
        return Call(request, lambda library, a: library.convert(a, element))
    if kind.startswith("dct") and _orthogonal(request) and effective_type(request) in (1, 3) and not request.done:
        return Call(
            request._replace(done=True),
            lambda library, a: _scaled_edges(library, a, axes, needed, request, result.element(x.is_complex)),
        )
    return _plan_call(request, kind, axes, lengths, x._replace(side=Side(tuple(needed), x.side.strides)), out)


def _plan_call(request: Request, kind: str, axes: tuple, lengths: tuple, x: Operand, out: Operand | None) -> Call:
    call = Call(request)
    shape, out_complex = list(x.side.shape), kind in ("c2c", "r2c") or (kind.startswith("dct") and x.is_complex)
    for a, n in zip(axes, lengths):
        shape[a] = n
    if kind == "r2c":
        shape[axes[-1]] = lengths[-1] // 2 + 1
    numbers = (x.number or F32, arithmetic(x.number or F32))
    target = Side(tuple(shape), packed(shape))
    if out is not None:
        target = _checked_out(out, tuple(shape), axes, out_complex, numbers, x.device)
        numbers = (numbers[0], out.number or F32)
    factors, tolerance = scales(kind, lengths, request.norm), request.tolerance or 0.0
    options = Options(x.device, factors, tolerance=tolerance, numbers=numbers, threads=request.threads)
    whole, source, planned = target, x.side, kind
    if kind == "c2c" and not x.is_complex:  # the half that R2C computes, then its conjugates
        planned = "r2c"
        half = list(shape)
        half[axes[-1]] = lengths[-1] // 2 + 1
        target = Side(tuple(half), whole.strides)
        call.finish = lambda library, y: fill_hermitian(library, y, axes, lengths[-1])
    elif kind.startswith("dct") and x.is_complex:  # real and imaginary parts are transforms of their own
        source, target = _as_pairs(source), _as_pairs(target)
    if kind.startswith("dct") and _orthogonal(request) and effective_type(request) in (1, 2):
        call.finish = lambda library, y: _scale_edges(library.plain(y), axes, effective_type(request), math.sqrt(0.5))
    call.set_transform(
        Transform(planned, lengths, axes, source, target, options, cache.plan_for),
        request.op.direction,
        whole.shape,
        numbers[0].element(x.is_complex),
        numbers[1].element(out_complex),
    )
    call.cuda = x.device[1] if x.device[0] == "cuda" else -1
    call.simple = call.simple and call.finish is None
    return call


def _checked_out(
    out: Operand, shape: tuple[int, ...], axes: tuple[int, ...], is_complex: bool, numbers: tuple[Number, Number],
    device: tuple[str, int],
) -> Side:  # fmt: skip
    source, result = numbers
    shorter = result is F32 and out.number in (F16, BF16) and serves(device, source, out.number)
    if out.is_complex != is_complex or not (out.number is result or shorter):
        raise TypeError(f"out is {out.dtype}, the result is {result.element(is_complex)}")
    if out.side.shape != shape:
        raise ValueError(f"out has shape {out.side.shape}, the result {shape}")
    if out.device != device:
        raise ValueError(f"out is on {out.device[0]}:{out.device[1]}, x is on {device[0]}:{device[1]}")
    if not out.whole:
        raise ValueError(f"out {NOT_WHOLE}")
    for a in axes:
        if out.side.strides[a] < 0 and shape[a] > 1:
            raise ValueError(f"out goes backward along axis {a}, which is transformed: its stride is {out.side.strides[a]}")
    return out.side


def run_plan(request: Request, x: Any, out: Any, plan: Any) -> Any:
    """A function with a plan of :func:`tcfft.plan`, which has to be one of its kind."""
    kind = _kind_of(request)
    if not hasattr(plan, "in_shape"):
        raise TypeError(f"plan = {plan!r} is none of tcfft.plan")
    if plan.kind != kind:
        raise ValueError(f"plan is of kind {plan.kind}, {request.op.name} takes {kind}")
    if kind.startswith("dct") and _orthogonal(request) and effective_type(request) in (1, 2, 3):
        raise ValueError("an orthogonal DCT of this type scales its edges besides its plan: leave plan out")
    rank = len(plan.shape)
    axes = axes_of(request.axis, request.n, rank) if request.op.many else (axis_of(request.axis, rank),)
    lengths = wanted = tuple(plan.shape[a] for a in axes)
    if request.n is not None:
        s = request.n if request.op.many else (request.n,)
        wanted = lengths_of(s, axes, plan.in_shape, kind == "c2r", request.op.many)
    if axes != plan.axes or wanted != lengths:
        raise ValueError(
            f"plan transforms axes {plan.axes} of shape {plan.shape}, asked for are axes {axes} of lengths {wanted}"
        )
    if request.norm not in (None, plan.norm):
        raise ValueError(
            f"norm = {request.norm!r}, the plan was made with norm = {plan.norm!r}: its factors are {plan.scale}"
        )
    for name, value in (("tolerance", request.tolerance), ("threads", request.threads)):
        if value:
            raise ValueError(f"{name} = {value} beside plan = {plan!r}, which was made with its own")
    return plan(x, out=out, inverse=request.op.direction == INVERSE)


# ------------------------------------------------------------------------------------------------ around the transform


def _as_pairs(side: Side) -> Side:
    return Side(side.shape + (2,), tuple(2 * s for s in side.strides) + (1,))


def _padded(library: Any, x: Any, shape: tuple[int, ...], element: str) -> Any:
    """A copy that is cut or filled up with zeros."""
    copy = library.zeros(shape, element, x)
    common = tuple(slice(0, min(n, have)) for n, have in zip(shape, x.shape))
    copy[common] = x[common]
    return copy


def _at(axis: int, index: Any) -> tuple[Any, ...]:
    return (slice(None),) * axis + (index,)


def _orthogonal(request: Request) -> bool:
    return request.norm == "ortho" if request.orthogonalize is None else request.orthogonalize


def _scale_edges(y: Any, axes: tuple[int, ...], effective: int, factor: float) -> None:
    """Multiplies what SciPy's orthogonal DCTs scale: the first elements, and for type 1 also the last ones."""
    for a in axes:
        y[_at(a, 0)] *= factor
        if effective == 1:
            y[_at(a, -1)] *= factor


def _scaled_edges(library: Any, x: Any, axes: tuple, needed: list[int], request: Request, element: str) -> Any:
    copy = library.convert(x[tuple(slice(0, n) for n in needed)], element)
    _scale_edges(copy, axes, effective_type(request), math.sqrt(2))
    return copy


def fill_hermitian(library: Any, y: Any, axes: tuple[int, ...], n: int) -> list[Any]:
    """Fills the half of the last axis that real input leaves to symmetry: y[-k] = conj(y[k]). Returns arrays that it made."""
    *others, last = axes
    have, made = n // 2 + 1, []
    if have >= n:
        return made
    for choice in product((False, True), repeat=len(others)):
        to, source = [slice(None)] * len(y.shape), [slice(None)] * len(y.shape)
        to[last], source[last] = slice(have, n), slice(1, n - have + 1)
        for a, reverse in zip(others, choice):  # index 0 stays, the others are reversed
            to[a] = source[a] = slice(1, None) if reverse else slice(0, 1)
        if any(reverse and y.shape[a] == 1 for a, reverse in zip(others, choice)):
            continue
        flipped = tuple(a for a, reverse in zip(others, choice) if reverse) + (last,)
        made.append(library.fill(y, tuple(to), tuple(source), flipped))
    return made
