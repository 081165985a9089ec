# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Plans that belong to their caller: one transform of fixed shape, strides and device, executed as often as wanted."""

from __future__ import annotations

import math
from typing import Any, Sequence

from ._arrays import LIBRARIES, find, give_back, import_array, import_arrays
from ._call import Call
from ._devices import next_fast_len, resolve
from ._handle import Handle
from ._layout import Side, bounds, packed
from ._library import ALGORITHMS, EFFORTS, INVALID_ARGUMENT, INVERSE, KINDS, WORKSPACE, Error, exec_info
from ._norm import axes_of, lengths_of, listed, scales, threads_of, whole
from ._numbers import F32, Number, arithmetic, named
from ._operand import NOT_WHOLE, Operand
from ._transform import COMPLEX_IN, COMPLEX_OUT, Options, Transform


class _Default(str):
    """A value that an argument has unless it is given, which is another object of the same text."""


_NORM = _Default("backward")


class PlanCall(Call):
    """An execution of a plan with arrays of one layout; ``from_host``: their memory is the host's, the plan's is not."""

    __slots__ = ("from_host",)
    from_host: bool

    def redo(self, library: Any, copy: Any, out: Any) -> Any:
        raise Error(INVALID_ARGUMENT, "an array does not begin at a multiple of its elements' size, which its plan needs")

    def pin(self, *memory: Any) -> None:
        self.transform.captured.extend(memory)

    def run(self, library: Any, x: Any, out: Any, info: Any = None) -> Any:
        with library.on_device(x):
            return self._run(library, x, out, info)

    def _run(self, library: Any, x: Any, out: Any, info: Any = None) -> Any:
        given = out is not None
        if out is None:
            out = library.empty(self.out_shape, self.out_element, x)
        library.check_output(out)
        work = None  # of the library of x as well: in the host's memory, if x is
        if self.transform.work_shape is not None:
            work = library.empty(self.transform.work_shape, self.transform.work_element, x)
        pointers = [library.pointer(x), library.pointer(out), 0 if work is None else library.pointer(work)]
        if self.from_host:
            self.transform.run_from_host(pointers, self.direction)
        else:
            launch = library.launcher(x, 0 if info else self.transform.workspace)
            self.transform.run(pointers, self.direction, info(launch) if info else launch.reference)
            if launch.captured and not library.keeps_captured:
                self.pin(launch.keep, work)
        if given:
            library.written(out)
        return out


class Plan:
    """A transform of fixed shape, strides and device. Made by :func:`plan`.

    Any number of threads may execute a plan at once, and one may close it meanwhile. A copy shares the plan's memory, and is
    closed by itself. A pickled plan is planned again where it is loaded, on the device of the same name.

    Attributes:
        shape: logical shape, that of the real array for r2c and c2r
        in_shape, out_shape: shapes of the arrays
        in_dtype, out_dtype: names of the arrays' elements, such as "complex64"
        axes: what is transformed; the last of them is the halved one of r2c and c2r
        device: backend and index
        norm: as given, None where ``scale`` was
        scale: factors of both directions
    """

    def __init__(
        self, transform: Transform, shape: tuple[int, ...], axes: tuple[int, ...], options: Options, norm: Any, own: bool
    ):
        self.kind, self.shape, self.axes, self.norm = transform.kind, shape, axes, norm
        self.in_shape, self.out_shape = transform.source.shape, transform.target.shape
        self.in_dtype, self.out_dtype = self._elements(transform)
        self.device, self.scale = options.device, options.scale
        self._options, self._own_workspace = options, own
        self._overwrites = options.in_place and transform.in_unit == transform.out_unit
        self._transform: Transform | None = transform
        self._calls: dict[Any, PlanCall] = {}

    # -------------------------------------------------------------------------------------------- executing

    def __call__(self, x: Any, out: Any = None, *, inverse: bool = False, stream: Any = None, workspace: Any = None) -> Any:
        """Transforms ``x``.

        Args:
            x: an array of the plan's input shape, strides and type of numbers, on its device, or of the host's memory
                whatever the device (the call then returns when the result is there)
            out: an array for the result, of the plan's output shape and strides; None makes one, or takes ``x`` if the plan
                is in place. It may be ``x`` where both sides of the plan have one layout.
            inverse: the sign of the exponent is positive; DCTs run their inverse type
            stream: of CuPy, of PyTorch or its address; None is the current stream of the library of ``x``
            workspace: an array of at least :attr:`workspace_size` bytes on the device, aligned to 64 bytes

        Returns:
            ``out``, or a new row-major array of the library of ``x``

        Raises:
            TypeError: elements of another type, arrays of different libraries, a tensor that requires grad
            ValueError: other shapes, strides or devices; a stream where there is none; a closed plan
            tcfft.Error: what the library refuses, with its text
        """
        library = LIBRARIES.get(type(x))
        if out is None and self._overwrites:
            out = x
        if library is not None and stream is None and workspace is None:
            if out is None:
                call = self._calls.get((library.signature(x), inverse))
            elif type(out) is type(x):
                call = self._calls.get((library.signature(x), inverse, library.signature(out)))
            else:
                call = None
            if call is not None:
                return library.execute(call, x, out) if call.simple else call.run(library, x, out)
        return self._execute(x, out, inverse, stream, workspace)

    def _execute(self, x: Any, out: Any, inverse: bool, stream: Any, workspace: Any) -> Any:
        transform = self._transform
        if transform is None:
            raise ValueError("the plan is closed")
        library, back, given, own = find(x), None, out, x
        if library is None:
            x, out, back = import_arrays(x, out)
            library = find(x)
        if library is None:
            raise TypeError(f"{type(x).__name__} is no array that is known here")
        library.check_input(x)
        if out is not None and find(out) is not library:
            raise TypeError(f"out is {type(out).__name__}, not an array of the library of x ({library.name})")
        call = self._check(transform, library, x, out, inverse)
        with library.on_stream(stream, x):
            if back is not None and stream is not None:
                x, out, back = import_arrays(own, given)  # once more, for what is queued to come before this stream's work
            result = self._run(call, library, x, out, workspace)
            if back is not None:
                result = give_back(library, back, result, given)
        if stream is None and workspace is None:
            key = (library.signature(x), inverse) if out is None else (library.signature(x), inverse, library.signature(out))
            if len(self._calls) >= 256:
                self._calls.clear()
            if self._transform is not None:  # not closed meanwhile
                self._calls[key] = call
        return result

    def _run(self, call: PlanCall, library: Any, x: Any, out: Any, workspace: Any) -> Any:
        size = call.transform.workspace
        if call.from_host or (workspace is None and (self._own_workspace or not size)):
            return call.run(library, x, out)
        if workspace is None:
            raise Error(WORKSPACE, f"the plan's workspace is the caller's: workspace= of {size} bytes is missing")
        owner = find(workspace)
        if owner is not library or library.operand(workspace).device != self.device:
            raise ValueError("workspace is no array of the library and the device of x")
        library.check_output(workspace, "workspace")
        bytes_each = workspace.element_size() if library.name == "torch" else workspace.dtype.itemsize
        low, high = bounds(*library.operand(workspace).side, bytes_each)
        address = library.pointer(workspace) + low

        def info(launch: Any) -> Any:
            stream = launch.reference._obj.stream if launch.reference and self.device[0] != "host" else None
            return exec_info(address, high - low, stream or 0)

        return call.run(library, x, out, info)

    def _check(self, transform: Transform, library: Any, x: Any, out: Any, inverse: bool) -> PlanCall:
        given = library.operand(x)
        elements = self.in_dtype, self.out_dtype
        self._check_side("x", given, transform.source, elements[0])
        if out is not None:
            library.check_output(out)
            other = library.operand(out)
            self._check_side("out", other, transform.target, elements[1])
            if other.device != given.device:
                raise ValueError(f"x is on {':'.join(map(str, given.device))}, out on {':'.join(map(str, other.device))}")
        call = PlanCall(None)  # type: ignore[arg-type]
        call.from_host = given.device != self.device
        if call.from_host and given.device[0] != "host":
            raise ValueError(
                f"x is on {':'.join(map(str, given.device))}, the plan is for {':'.join(map(str, self.device))}"
            )
        call.set_transform(transform, INVERSE if inverse else 0, transform.target.shape, *elements)
        call.cuda = given.device[1] if given.device[0] == "cuda" else -1
        packed_out = out is not None or transform.target.strides == packed(transform.target.shape)
        if not packed_out:
            raise ValueError("out is missing: the plan's output is not row-major")
        call.simple = transform.simple and not call.from_host and (self._own_workspace or not transform.workspace)
        return call

    @staticmethod
    def _elements(transform: Transform) -> tuple[str, str]:
        source, target = transform.numbers
        return source.element(transform.kind in COMPLEX_IN), target.element(transform.kind in COMPLEX_OUT)

    @staticmethod
    def _check_side(what: str, given: Operand, side: Side, wanted: str) -> None:
        if given.number is None or given.number.element(given.is_complex) != wanted:
            raise TypeError(f"{what} is {given.dtype}, the plan takes {wanted}")
        if given.side.shape != side.shape:
            raise ValueError(f"{what} has shape {given.side.shape}, the plan {side.shape}")
        if not given.whole:
            raise ValueError(f"{what} {NOT_WHOLE}")
        differ = any(n > 1 and a != b for n, a, b in zip(side.shape, given.side.strides, side.strides))
        if differ and 0 not in side.shape:
            raise ValueError(
                f"{what} has strides of {given.side.strides} elements, the plan {side.strides} (like= takes an array's)"
            )

    # -------------------------------------------------------------------------------------------- asking

    def _get(self) -> Transform:
        if self._transform is None:
            raise ValueError("the plan is closed")
        return self._transform

    def describe(self) -> str:
        """The stages of the plan, its predicted time and error, as text; executions that are repeated are told."""
        texts = []
        for step in self._get().steps:
            repeated = f"executions:{len(step.at)}\n" if len(step.at) > 1 else ""
            texts.append(repeated + step.handle.describe())
        return "\n".join(texts)

    @property
    def error_bound(self) -> float:
        """Predicted relative L2 error, RMS over random input; measured errors are between a fifth and all of it."""
        return math.sqrt(sum(step.handle.error_bound**2 for step in self._get().steps))

    @property
    def predicted_time(self) -> float:
        """Seconds that one execution is predicted to take."""
        return sum(step.handle.predicted_time * len(step.at) for step in self._get().steps)

    @property
    def workspace_size(self) -> int:
        """Bytes of workspace of one execution."""
        return self._get().workspace

    @property
    def good(self) -> bool:
        """Whether every length is a fast one of the device: its own :func:`tcfft.next_fast_len`."""
        self._get()
        return all(next_fast_len(self.shape[a], self.kind, self.device) == self.shape[a] for a in self.axes)

    def close(self) -> None:
        """Frees the plan, once executions of other threads have ended. Calling it again does nothing."""
        self._transform = None
        self._calls.clear()

    def __enter__(self) -> Plan:
        self._get()
        return self

    def __copy__(self) -> Plan:
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__, _calls={})
        return copy

    def __deepcopy__(self, memo: Any) -> Plan:
        return self.__copy__()

    def __reduce__(self) -> Any:
        made = self._get()
        numbers = tuple(n.name for n in made.numbers)
        options = self._options._asdict()
        del options["numbers"]
        layout = tuple(made.source), tuple(made.target)
        return _again, (self.kind, self.shape, self.axes, *layout, options, numbers, self.norm, self._own_workspace)

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        state = ", closed" if self._transform is None else ""
        what = f"{self.kind} of {self.shape} along {self.axes} from {self.in_dtype} to {self.out_dtype}"
        return f"<tcfft.Plan {what} on {self.device[0]}:{self.device[1]}{state}>"


# ------------------------------------------------------------------------------------------------ making


def _again(
    kind: str, shape: tuple[int, ...], axes: tuple[int, ...], source: Any, target: Any, options: Any, numbers: Any, norm: Any,
    own: bool,
) -> Plan:  # fmt: skip
    """Plans what another process has pickled."""
    o = Options(**options, numbers=(named(numbers[0]), named(numbers[1])))
    lengths = tuple(shape[a] for a in axes)
    return Plan(Transform(kind, lengths, axes, Side(*source), Side(*target), o, Handle), shape, axes, o, norm, own)


def _chosen(value: str, choices: Any, what: str) -> str:
    if value not in choices:
        raise ValueError(f"{what} = {value!r} is none of {', '.join(map(repr, choices))}")
    return value


def _strides(given: Sequence[int] | None, shape: tuple[int, ...], what: str) -> tuple[int, ...]:
    if given is None:
        return packed(shape)
    strides = tuple(whole(s, what) for s in given)
    if len(strides) != len(shape):
        raise ValueError(f"{what} has {len(strides)} strides, the shape {len(shape)} axes")
    return strides


def _padded_rows(shape: tuple[int, ...], axes: tuple[int, ...]) -> tuple[int, ...]:
    """Strides of the real side in place: rows of 2 (n / 2 + 1) numbers."""
    if axes[-1] != len(shape) - 1:
        raise ValueError("in place r2c and c2r want the last axis of the array as the last of axes")
    row = 2 * (shape[-1] // 2 + 1)
    return tuple(s * row for s in packed(shape[:-1])) + (1,)


def _half(shape: tuple[int, ...], axes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of the complex side of r2c and c2r."""
    return tuple(n // 2 + 1 if a == axes[-1] else n for a, n in enumerate(shape))


def _place(
    device: Any, like: Any, in_shape: tuple[int, ...]
) -> tuple[tuple[str, int], tuple[int, ...] | None, Number | None]:
    """The device of a plan, and the strides and numbers of ``like``."""
    if like is None:
        return resolve(device), None, None
    array = like if find(like) else import_array(like)[0]
    operand = find(array).operand(array)
    if operand.side.shape != in_shape:
        raise ValueError(f"like has shape {operand.side.shape}, the plan's input {in_shape}")
    if not operand.whole:
        raise ValueError(f"like {NOT_WHOLE}")
    if operand.number is None:
        raise TypeError(f"like is {operand.dtype}, of which the library has no plans")
    return resolve(device) if device is not None else operand.device, operand.side.strides, operand.number


def _sides(kind: str, full: tuple, axes: tuple, in_strides: Any, out_strides: Any, inplace: bool) -> tuple[Side, Side]:
    """Input and output with their strides, row-major where none are given."""
    half = _half(full, axes)
    if inplace and kind == "r2c" and in_strides is None:
        in_strides = _padded_rows(full, axes)
    if inplace and kind == "c2r" and out_strides is None:
        out_strides = _padded_rows(full, axes)
    in_shape, out_shape = half if kind == "c2r" else full, half if kind == "r2c" else full
    source = Side(in_shape, _strides(in_strides, in_shape, "in_strides"))
    if inplace and out_strides is None and (kind in COMPLEX_IN) == (kind in COMPLEX_OUT):
        out_strides = source.strides
    for a in axes:
        if source.strides[a] <= 0 and source.shape[a] > 1:
            raise ValueError(
                f"the input's stride of {source.strides[a]} along axis {a}, which is transformed, is not positive"
            )
    return source, Side(out_shape, _strides(out_strides, out_shape, "out_strides"))


def _factors(kind: str, lengths: tuple[int, ...], norm: str | None, scale: Any) -> tuple[float, float]:
    if scale is None:
        return (1.0, 1.0) if norm is None else scales(kind, lengths, norm)
    if norm is not None and norm is not _NORM:
        raise ValueError(f"norm = {norm!r} and scale = {scale!r} are both given: scale is in place of norm")
    pair = tuple(map(float, scale)) if isinstance(scale, (tuple, list)) else (float(scale), float(scale))
    if len(pair) != 2 or 0.0 in pair:
        raise ValueError(f"scale = {scale!r} is neither a factor nor two of them, or a factor is 0")
    return (pair[0], pair[1])


def plan(
    shape: int | Sequence[int], kind: str = "c2c", axes: int | Sequence[int] | None = None, *,
    like: Any = None, device: Any = None, in_strides: Sequence[int] | None = None, out_strides: Sequence[int] | None = None,
    inplace: bool = False, norm: str | None = _NORM, scale: float | tuple[float, float] | None = None,
    tolerance: float | None = None, algorithm: str = "auto", effort: str = "estimate", workspace: str = "plan",
    compile: str = "wait", dtype: Any = None, out_dtype: Any = None, threads: int | None = None,
) -> Plan:  # fmt: skip
    """Plans a transform, for executions by ``y = p(x)``, ``p(x, out=y)`` and ``p(x, inverse=True)``.

    Args:
        shape: logical shape, that of the real array for r2c and c2r; the other side of the last of ``axes`` has n // 2 + 1
        kind: "c2c", "r2c", "c2r", or "dct1" .. "dct4" (unscaled ``scipy.fft.dct``); each transforms one way, and
            ``inverse=True`` changes the sign of the exponent or takes the inverse DCT
        axes: what is transformed; None: all axes. The other axes are a batch.
        like: an array of the input's shape, whose device, strides and type of numbers the plan takes
        device: "host", "cuda", "cuda:1", "opencl", a device of :func:`tcfft.devices`, PyTorch or CuPy; None: that of
            ``like``, else the first CUDA device, else the host
        in_strides, out_strides: elements from one index of each axis to the next; None: row-major
        inplace: the result overwrites the input. For r2c and c2r rows of real numbers are padded to 2 (n // 2 + 1), and
            both arrays, views of one memory, are passed.
        norm: "backward", "ortho", "forward": factors as NumPy has them; None: unscaled
        scale: a factor of both directions, or of (forward, inverse), in place of ``norm``, which is not given beside it
        tolerance: relative L2 error that is accepted; None: the accuracy of the results' type
        algorithm: "auto", "classic" (FP32) or "tensor" (tensor cores)
        effort: "estimate", "measure" (times candidates, and remembers) or "wisdom_only"
        workspace: "plan": each execution gets its own; "caller": every execution brings it by ``workspace=``
        compile: "wait", or "background": on CUDA a new length runs at once, and faster when its kernels are compiled
        dtype: numbers of the input: "float32", "float64", "float16", "bfloat16", "int8", "int16", or the complex type of two;
            None: that of ``like``, else float32
        out_dtype: numbers of the output; None: float64 for float64, else float32
        threads: at most so many on the host; None: OMP_NUM_THREADS or all cores, as far as they are of use. There are never
            more than the cores that the process may use, and other devices take no notice.

    Raises:
        TypeError, ValueError: arguments that do not fit each other
        tcfft.Error: what the library refuses: sizes, layouts, devices, tolerances
    """
    _chosen(kind, KINDS, "kind")
    _chosen(workspace, ("plan", "caller"), "workspace")
    sizes = listed(shape)
    full = tuple(whole(n, "shape") for n in (sizes if isinstance(sizes, tuple) else (sizes,)))
    chosen = axes_of(axes, None, len(full))
    if not chosen:
        raise ValueError("at least one axis has to be transformed")
    lengths = lengths_of(None, chosen, full, False, True)
    place, strides_of_like, number_of_like = _place(device, like, _half(full, chosen) if kind == "c2r" else full)
    given = in_strides if in_strides is not None else strides_of_like
    source, target = _sides(kind, full, chosen, given, out_strides, inplace)
    number = named(dtype) if dtype is not None else number_of_like or F32
    options = Options(
        place, _factors(kind, lengths, norm, scale), _chosen(algorithm, ALGORITHMS, "algorithm"), tolerance or 0.0,
        _chosen(effort, EFFORTS, "effort"), _chosen(compile, ("wait", "background"), "compile"), bool(inplace),
        (number, arithmetic(number) if out_dtype is None else named(out_dtype)), threads_of(threads),
    )  # fmt: skip
    transform = Transform(kind, lengths, chosen, source, target, options, Handle)
    given_norm = str(norm) if scale is None and norm is not None else None
    return Plan(transform, full, chosen, options, given_norm, workspace == "plan")
