# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Cosine transforms, with SciPy's names and meaning. What their docstrings share is added by :mod:`tcfft.fft._text`."""

from __future__ import annotations

from typing import Any, Sequence

from .._call import Op, Request, numbers_of, transform
from .._library import FORWARD, INVERSE
from .._norm import threads_of, whole
from ._text import described

_DCT, _IDCT = Op("dct", "dct", FORWARD, False), Op("idct", "dct", INVERSE, False)
_DCTN, _IDCTN = Op("dctn", "dct", FORWARD, True), Op("idctn", "dct", INVERSE, True)

# What only their docstrings say.
_ARGUMENTS = {
    "x": "an array of real numbers; of complex ones the real and the imaginary parts are transformed",
    "type": "1, 2, 3 or 4; type 1 takes at least two elements along each axis",
    "norm": """"backward" (None is the same): the inverse is divided by ``2 n``, of type 1 by ``2 (n - 1)``, for each axis;
        "forward": the transform is; "ortho": both are, by the square root""",
    "orthogonalize": """whether the first elements (of type 1 the last ones as well) are scaled, so that the transform is
        orthogonal but for a factor; None: with ``norm="ortho"``. Then ``plan`` is for type 4 alone""",
}


def _described(function: Any) -> Any:
    return described(function, _ARGUMENTS)


def _run(op: Op, x: Any, type: int, n: Any, axis: Any, norm: Any, out: Any, orthogonalize: Any, plan: Any, rest: Any) -> Any:
    tolerance, cast, threads = rest
    lengths, axes = numbers_of(op, n, axis)
    number = whole(type, "type")
    request = Request(op, lengths, axes, norm, tolerance, bool(cast), threads_of(threads), number, orthogonalize)
    return transform(request, x, out, plan)


@_described
def dct(
    x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, orthogonalize: bool | None = None, plan: Any = None, tolerance: float | None = None, cast: bool = False,
    threads: int | None = None,
) -> Any:  # fmt: skip
    """The cosine transform of type 1, 2, 3 or 4 along one axis, unscaled: ``scipy.fft.dct``.

    Returns:
        real numbers, or complex ones if ``x`` is, ``n`` elements along ``axis``
    """
    return _run(_DCT, x, type, n, axis, norm, out, orthogonalize, plan, (tolerance, cast, threads))


@_described
def idct(
    x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, orthogonalize: bool | None = None, plan: Any = None, tolerance: float | None = None, cast: bool = False,
    threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`dct` of the same type: ``scipy.fft.idct``.

    Returns:
        real numbers, or complex ones if ``x`` is, ``n`` elements along ``axis``
    """
    return _run(_IDCT, x, type, n, axis, norm, out, orthogonalize, plan, (tolerance, cast, threads))


@_described
def dctn(
    x: Any, type: int = 2, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None,
    out: Any = None, *, orthogonalize: bool | None = None, plan: Any = None, tolerance: float | None = None,
    cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The cosine transform along several axes, which is :func:`dct` along each of them.

    Returns:
        real numbers, or complex ones if ``x`` is, of shape ``s`` along ``axes``
    """
    return _run(_DCTN, x, type, s, axes, norm, out, orthogonalize, plan, (tolerance, cast, threads))


@_described
def idctn(
    x: Any, type: int = 2, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None,
    out: Any = None, *, orthogonalize: bool | None = None, plan: Any = None, tolerance: float | None = None,
    cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`dctn` of the same type.

    Returns:
        real numbers, or complex ones if ``x`` is, of shape ``s`` along ``axes``
    """
    return _run(_IDCTN, x, type, s, axes, norm, out, orthogonalize, plan, (tolerance, cast, threads))
