# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Cosine transforms, with SciPy's names and meaning. :mod:`tcfft.fft` has the rules that all functions share."""

from __future__ import annotations

from typing import Any, Sequence

from .._call import Op, Request, transform
from .._library import FORWARD, INVERSE
from .._norm import threads_of

_DCT, _IDCT = Op("dct", "dct", FORWARD, False), Op("idct", "dct", INVERSE, False)
_DCTN, _IDCTN = Op("dctn", "dct", FORWARD, True), Op("idctn", "dct", INVERSE, True)


def _run(op: Op, x: Any, type: int, n: Any, axis: Any, norm: Any, out: Any, orthogonalize: Any, plan: Any, rest: Any) -> Any:
    lengths, axes = (tuple(v) if isinstance(v, list) else v for v in (n, axis))
    tolerance, cast, threads = rest
    request = Request(op, lengths, axes, norm, tolerance, bool(cast), threads_of(threads), type, orthogonalize)
    return transform(request, x, out, plan)


def dct(
    x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, orthogonalize: bool | None = None, plan: Any = None, tolerance: float | None = None, cast: bool = False,
    threads: int | None = None,
) -> Any:  # fmt: skip
    """The cosine transform of type 1, 2, 3 or 4 along one axis, unscaled: ``scipy.fft.dct``.

    Args:
        x: float32; of complex64 the real and the imaginary parts are transformed
        type: 1 .. 4; type 1 takes at least two elements
        n: length, None: that of ``x``
        norm: "ortho" also scales the first elements (of type 1 the last ones as well), so that the transform is orthogonal,
            unless ``orthogonalize`` says otherwise

    Returns:
        an array of the type of ``x``, ``n`` elements along ``axis``
    """
    return _run(_DCT, x, type, n, axis, norm, out, orthogonalize, plan, (tolerance, cast, threads))


def idct(
    x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, orthogonalize: bool | None = None, plan: Any = None, tolerance: float | None = None, cast: bool = False,
    threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`dct` of the same type."""
    return _run(_IDCT, x, type, n, axis, norm, out, orthogonalize, plan, (tolerance, cast, threads))


def dctn(
    x: Any, type: int = 2, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None,
    out: Any = None, *, orthogonalize: bool | None = None, plan: Any = None, tolerance: float | None = None,
    cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The cosine transform along several axes, which is :func:`dct` along each of them.

    Args:
        x: float32 or complex64
        s: lengths along ``axes``, None: those of ``x``; so is an element of -1
        axes: the axes, each once; None: the last ``len(s)`` ones, or all
    """
    return _run(_DCTN, x, type, s, axes, norm, out, orthogonalize, plan, (tolerance, cast, threads))


def idctn(
    x: Any, type: int = 2, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None,
    out: Any = None, *, orthogonalize: bool | None = None, plan: Any = None, tolerance: float | None = None,
    cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`dctn` of the same type."""
    return _run(_IDCTN, x, type, s, axes, norm, out, orthogonalize, plan, (tolerance, cast, threads))
