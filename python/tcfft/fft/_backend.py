# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""The protocol of ``scipy.fft``'s backends. Arrays of FP32, and of FP64 where the device has it, are served; SciPy asks its next
backend for all others."""

from __future__ import annotations

from typing import Any

from .._arrays import find
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


def __ua_function__(method: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Runs a function of SciPy's, or answers NotImplemented where it or its array is not ours."""
    served = _SERVED.get(method.__name__)
    if served is None:
        return NotImplemented
    function, names = served
    given = dict(zip(names, args), **kwargs)
    given.pop("overwrite_x", None)  # a permission that is not needed
    given.pop("workers", None)
    x = given.pop("x")
    library = find(x)
    if library is None:
        return NotImplemented
    operand = library.operand(x)
    if operand.number not in (F32, F64) or not serves(operand.device, operand.number, operand.number):
        return NotImplemented
    return function(x, **given)


def __ua_convert__(dispatchables: Any, coerce: bool) -> Any:
    return [d.value for d in dispatchables]
