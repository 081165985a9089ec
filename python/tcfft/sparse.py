# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Sparse transforms: the few large coefficients of a long signal, from a small part of its samples."""

from __future__ import annotations

import ctypes
import importlib
import operator
from typing import Any, NamedTuple

from ._arrays import find, import_array
from ._devices import resolve
from ._layout import packed
from ._library import BACKENDS, ExecInfo, SparseDesc, check, lib, offer_compiler, text_of
from ._locks import ForkedLock
from ._norm import threads_of, whole
from ._numbers import F32
from ._operand import NOT_WHOLE, Operand

METHODS = {"auto": 0, "peeling": 1, "voting": 2, "voting_comb": 3, "whole": 4}
OUTCOMES = ("verified", "unverified", "dense", "overflow")


class Result(NamedTuple):
    """The coefficients of one signal.

    ``outcome`` is "verified" (fresh samples agree with the result), "unverified" (they do not, or were not asked for),
    "dense" (the signal is not sparse: the largest coefficients of the whole transform) or "overflow" (more were found than
    there is room for: the largest ones).
    """

    index: Any  #: int64, ascending
    value: Any  #: complex64, as the unscaled forward transform has them at ``index``
    outcome: str


def _is_row_major(x: Operand) -> bool:
    return all(n == 1 or a == b for n, a, b in zip(x.side.shape, x.side.strides, packed(x.side.shape)))


class Plan:
    """A search for about ``k`` coefficients in signals of ``n`` samples. Made by :func:`plan`."""

    def __init__(self, desc: SparseDesc, device: tuple[str, int], arguments: dict[str, Any]):
        self._arguments = arguments
        if device[0] == "cuda":
            offer_compiler()
        pointer = ctypes.c_void_p()
        check(lib.tcfft_sparse_plan_create(ctypes.byref(pointer), ctypes.byref(desc)))
        self._pointer = pointer.value
        self._captured: list[Any] = []  # workspaces that CUDA graphs use
        self._lock = ForkedLock()  # an execution that brings no workspace uses the plan's
        self.n, self.k, self.batch, self.real, self.device = desc.n, desc.k, max(desc.batch, 1), bool(desc.real), device
        self.capacity = int(self.describe().partition(":capacity=")[2].partition(":")[0].split()[0] or desc.capacity)

    def __del__(self, destroy: Any = lib.tcfft_sparse_plan_destroy) -> None:
        pointer = getattr(self, "_pointer", None)
        if pointer:
            destroy(pointer)

    def __reduce__(self) -> Any:  # copies and pickles are plans of their own
        return _again, (self._arguments,)

    def describe(self) -> str:
        """The plan as text."""
        return text_of(lib.tcfft_sparse_plan_describe, self._pointer)

    def __call__(self, x: Any) -> tuple[Any, Any, Any, Any]:
        """Searches signals of shape ``(batch, n)``, or ``(n,)`` of one.

        ``x`` is complex64, or float32 if the plan is for real signals, row-major, of NumPy, CuPy or PyTorch. Arrays of a GPU
        need a plan for it, and the search is queued on the current stream.

        Returns:
            index (batch, capacity) int64, value (batch, capacity) complex64, count (batch,) int64, status (batch,) int32 (an
            index of ``OUTCOMES``), all of the library of ``x``; what lies behind a count is undefined
        """
        library = find(x)
        if library is None:
            x, _ = import_array(x)
            library = find(x)
        library.check_input(x)
        operand = library.operand(x)
        if operand.number is not F32 or operand.is_complex == self.real:
            raise TypeError(f"x is {operand.dtype}, the plan takes {'float32' if self.real else 'complex64'}")
        if operand.side.shape not in ((self.batch, self.n), (self.n,) if self.batch == 1 else ()):
            raise ValueError(f"x has shape {operand.side.shape}, the plan takes ({self.batch}, {self.n})")
        if not operand.whole:
            raise ValueError(f"x {NOT_WHOLE}")
        if not _is_row_major(operand):
            raise ValueError("x is not row-major")
        if operand.device[0] != "host" and operand.device != self.device:
            raise ValueError(
                f"x is on {operand.device[0]}:{operand.device[1]}, the plan is for {self.device[0]}:{self.device[1]}"
            )
        with library.on_device(x):
            results = self._results(library, x)
            pointers = [library.pointer(a) for a in (x, *results)]
            if operand.device[0] == "host":
                with self._lock:
                    check(lib.tcfft_sparse_exec_host(self._pointer, *pointers))
            else:
                launch = library.launcher(x, lib.tcfft_sparse_workspace_size(self._pointer))
                info = launch.reference or ctypes.byref(ExecInfo(ctypes.sizeof(ExecInfo)))
                check(lib.tcfft_sparse_exec(self._pointer, *pointers, info))
                if launch.captured and not library.keeps_captured:
                    self._captured.append(launch.keep)
        return results

    def _results(self, library: Any, x: Any) -> tuple[Any, Any, Any, Any]:
        module = importlib.import_module(library.name)
        shapes = {"int64": (self.batch, self.capacity), "complex64": (self.batch, self.capacity)}
        wanted = [
            ("int64", shapes["int64"]),
            ("complex64", shapes["complex64"]),
            ("int64", (self.batch,)),
            ("int32", (self.batch,)),
        ]
        if library.name == "torch":
            made = [module.empty(s, dtype=getattr(module, t), device=x.device) for t, s in wanted]
        else:
            made = [module.empty(s, dtype=t) for t, s in wanted]
        return (made[0], made[1], made[2], made[3])


def plan(
    n: int, k: int, *, batch: int = 1, capacity: int | None = None, real: bool = False, snr: float | None = None,
    least: float | None = None, seed: int = 0, method: str = "auto", verify: bool = True, fallback: bool = True,
    device: Any = "host", threads: int | None = None,
) -> Plan:  # fmt: skip
    """Plans searches.

    Args:
        n: samples of a signal
        k: how many coefficients are expected; it may be wrong by a factor of ten
        batch: signals in one call
        capacity: room for coefficients of each signal, None: 2 k
        real: samples are real, and coefficients 0 .. n // 2 are returned
        snr: power of the signal over that of the noise in dB, None: unknown
        least: the smallest amplitude that matters, None: that of the weakest of the k strongest tones found
        seed: of the random numbers that the plan draws
        method: "auto", "peeling", "voting", "voting_comb", "whole"
        verify: look at fresh samples to see whether the result is right
        fallback: compute the whole transform where the search fails
        device: "host", "cuda", "cuda:1" or a device object
        threads: as in :func:`tcfft.plan`

    Raises:
        ValueError: an unknown method or device, a wrong number of threads
        tcfft.Error: what the library refuses
    """
    if method not in METHODS:
        raise ValueError(f"method = {method!r} is none of {', '.join(METHODS)}")
    backend, index = resolve(device)
    arguments = dict(
        n=n, k=k, batch=batch, capacity=capacity, real=real, snr=snr, least=least, seed=seed, method=method, verify=verify,
        fallback=fallback, device=(backend, index), threads=threads,
    )  # fmt: skip
    d = SparseDesc(size=ctypes.sizeof(SparseDesc), n=whole(n, "n"), k=whole(k, "k"), batch=whole(batch, "batch"))
    d.capacity, d.real, d.seed = whole(capacity or 0, "capacity"), int(real), operator.index(seed) & (2**64 - 1)
    d.method = METHODS[method]
    d.snr, d.least = 0.0 if snr is None else (snr or 0.001), least or 0.0
    d.no_verify, d.no_fallback = int(not verify), int(not fallback)
    d.backend, d.device, d.threads = BACKENDS[backend], str(index).encode(), threads_of(threads)
    return Plan(d, (backend, index), arguments)


def _again(arguments: dict[str, Any]) -> Plan:
    return plan(**arguments)


_kept: dict[Any, Plan] = {}
_lock = ForkedLock()


def fft(x: Any, k: int, *, cast: bool = False, **options: Any) -> Any:
    """The large coefficients of a signal, or of each row of a two-dimensional array.

    Args:
        x: complex64 or float32, shape ``(n,)`` or ``(batch, n)``, row-major
        k: how many coefficients are expected
        cast: convert ``x`` of other types of numbers, such as NumPy's complex128 and float64, of other strides or another
            machine's byte order, in a copy
        options: those of :func:`plan` but ``batch``, ``real`` and ``device``, which are those of ``x``

    Returns:
        a :class:`Result`, or a list of them; the call waits for a GPU

    Raises:
        TypeError: other types of numbers without ``cast``
        ValueError: shapes, strides, unknown methods
        tcfft.Error: what the library refuses
    """
    library = find(x)
    if library is None:
        x, _ = import_array(x)
        library = find(x)
    library.check_input(x)
    operand = library.operand(x)
    if operand.number is not F32 and not cast:
        raise TypeError(f"x is {operand.dtype}: sparse transforms take float32 and complex64 (cast=True converts to these)")
    if len(operand.side.shape) not in (1, 2) or 0 in operand.side.shape:
        raise ValueError(f"x has shape {operand.side.shape}, neither (n,) nor (batch, n)")
    batch = 1 if len(operand.side.shape) == 1 else operand.side.shape[0]
    k = whole(k, "k")  # 3.0 is 3 as a key
    options.update({o: operator.index(options[o]) for o in ("capacity", "seed", "threads") if options.get(o) is not None})
    key = (operand.side.shape[-1], k, batch, operand.is_complex, operand.device, tuple(sorted(options.items())))
    with _lock:
        found = _kept.get(key)
        if found is None:
            if len(_kept) >= 16:
                _kept.pop(next(iter(_kept)))
            found = plan(key[0], k, batch=batch, real=not operand.is_complex, device=operand.device, **options)
            _kept[key] = found
    with library.on_device(x):
        if operand.number is not F32 or (cast and not (operand.whole and _is_row_major(operand))):
            x = library.convert(x, F32.element(operand.is_complex))
        index, value, count, status = found(x)
        rows = [Result(index[i, : int(count[i])], value[i, : int(count[i])], OUTCOMES[int(status[i])]) for i in range(batch)]
    return rows[0] if len(operand.side.shape) == 1 else rows


__all__ = ["OUTCOMES", "Plan", "Result", "fft", "plan"]
