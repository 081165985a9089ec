# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""The protocol of ``scipy.fft``'s backends.

Arrays of FP32, and of FP64 where the device has it, are served; SciPy asks its next backend for all others. Workers are
threads: where neither ``workers=`` nor ``scipy.fft.set_workers`` asks for any, tcfft takes as many as are of use.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from .._arrays import find
from .._norm import listed, whole
from .._numbers import F32, F64, serves
from . import _cosine, _fourier

__ua_domain__ = "numpy.scipy.fft"

_NAMES_1D = ("x", "n", "axis", "norm", "overwrite_x", "workers")
_NAMES_ND = ("x", "s", "axes", "norm", "overwrite_x", "workers")
_NAMES_DCT = ("x", "type", "n", "axis", "norm", "overwrite_x", "workers")
_NAMES_DCTN = ("x", "type", "s", "axes", "norm", "overwrite_x", "workers")
# SciPy's order of the arguments of each function.
_SERVED = {
    **{name: (getattr(_fourier, name), _NAMES_1D) for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")},
    **{
        name: (getattr(_fourier, name), _NAMES_ND)
        for name in ("fft2", "ifft2", "fftn", "ifftn", "rfft2", "irfft2", "rfftn", "irfftn")
    },
    **{name: (getattr(_cosine, name), _NAMES_DCT) for name in ("dct", "idct")},
    **{name: (getattr(_cosine, name), _NAMES_DCTN) for name in ("dctn", "idctn")},
}


def _threads(workers: int | None) -> int | None:
    """What SciPy's ``workers`` stand for: negative ones count from the processors on, None are those of ``set_workers``.

    The one worker that SciPy takes where nobody has set any is no wish.
    """
    if workers is None:
        default = sys.modules["scipy.fft"].get_workers()
        return default if default > 1 else None
    number = whole(workers, "workers")
    threads = number if number > 0 else number + 1 + (os.cpu_count() or 1)
    if number == 0 or threads < 1:
        raise ValueError(f"workers = {number} is neither above 0 nor from -{os.cpu_count() or 1} to -1")
    return threads


def _is_served(x: Any, axes: Any) -> bool:
    """Whether it is an array of ours with axes to transform: SciPy returns it as it is where there are none."""
    library = find(x)
    if library is None:
        return False
    try:
        operand = library.operand(x)
    except TypeError:  # of no numbers
        return False
    if not operand.side.shape or (axes is not None and listed(axes) == ()):
        return False
    return operand.number in (F32, F64) and serves(operand.device, operand.number, operand.number)


def __ua_function__(method: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Runs a function of SciPy's, or answers NotImplemented where it or its array is not ours."""
    served = _SERVED.get(method.__name__)
    if served is None:
        return NotImplemented
    function, names = served
    given = dict(zip(names, args), **kwargs)
    given.pop("overwrite_x", None)  # a permission that is not needed
    workers, x = given.pop("workers", None), given.pop("x")
    if not _is_served(x, given.get("axes")):
        return NotImplemented
    if workers is not None or given.get("plan") is None:  # a plan has threads of its own
        given["threads"] = _threads(workers)
    return function(x, **given)


def __ua_convert__(dispatchables: Any, coerce: bool) -> Any:
    return [d.value for d in dispatchables]
