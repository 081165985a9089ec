# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Complex and real Fourier transforms. :mod:`tcfft.fft` has the rules that all of them share."""

from __future__ import annotations

from typing import Any, Sequence

from .._call import Op, quick
from .._library import FORWARD, INVERSE

_FFT = Op("fft", "c2c", FORWARD, False)
_IFFT = Op("ifft", "c2c", INVERSE, False)
_RFFT = Op("rfft", "r2c", FORWARD, False)
_IRFFT = Op("irfft", "c2r", INVERSE, False)
_HFFT = Op("hfft", "c2r", FORWARD, False)
_IHFFT = Op("ihfft", "r2c", INVERSE, False)
_FFTN = Op("fftn", "c2c", FORWARD, True)
_IFFTN = Op("ifftn", "c2c", INVERSE, True)
_RFFTN = Op("rfftn", "r2c", FORWARD, True)
_IRFFTN = Op("irfftn", "c2r", INVERSE, True)


def fft(
    x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The transform along one axis: ``y[k] = sum over j of x[j] exp(-2 pi i j k / n)``.

    Args:
        x: any, with ``m`` elements along ``axis``; real input is transformed as such, and its conjugate half filled in
        n: length, None: ``m``

    Returns:
        complex64, ``n`` elements along ``axis``
    """
    return quick(_FFT, n, axis, norm, tolerance, cast, threads, x, out, plan)


def ifft(
    x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`fft`: the exponent's sign is positive, and the sum is divided by ``n``.

    Args:
        x: any
        n: length, None: that of ``x``

    Returns:
        complex64, ``n`` elements along ``axis``
    """
    return quick(_IFFT, n, axis, norm, tolerance, cast, threads, x, out, plan)


def rfft(
    x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The non-negative half of the transform of real numbers.

    Args:
        x: float32
        n: length, None: that of ``x``

    Returns:
        complex64, ``n // 2 + 1`` elements along ``axis``
    """
    return quick(_RFFT, n, axis, norm, tolerance, cast, threads, x, out, plan)


def irfft(
    x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`rfft`. Imaginary parts of the first and, for even ``n``, the last element are ignored.

    Args:
        x: ``m`` elements along ``axis``, the non-negative half of a spectrum
        n: length of the result, None: ``2 (m - 1)``

    Returns:
        float32, ``n`` elements along ``axis``
    """
    return quick(_IRFFT, n, axis, norm, tolerance, cast, threads, x, out, plan)


def hfft(
    x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The transform of a signal with Hermitian symmetry, whose spectrum is real.

    Args:
        x: ``m`` elements along ``axis``, the non-negative half of the signal
        n: length of the result, None: ``2 (m - 1)``

    Returns:
        float32, ``n`` elements along ``axis``
    """
    return quick(_HFFT, n, axis, norm, tolerance, cast, threads, x, out, plan)


def ihfft(
    x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`hfft`.

    Args:
        x: float32, a real spectrum
        n: length, None: that of ``x``

    Returns:
        complex64, ``n // 2 + 1`` elements along ``axis``
    """
    return quick(_IHFFT, n, axis, norm, tolerance, cast, threads, x, out, plan)


def fft2(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = (-2, -1), norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The transform along two axes, as :func:`fftn`.

    Args:
        x: any
        s: lengths along ``axes``, None: those of ``x``; so is an element of -1
        axes: the axes, each once

    Returns:
        complex64, of shape ``s`` along ``axes``
    """
    return quick(_FFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


def ifft2(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = (-2, -1), norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`fft2`.

    Args:
        x: any
        s: lengths along ``axes``, None: those of ``x``; so is an element of -1
        axes: the axes, each once

    Returns:
        complex64, of shape ``s`` along ``axes``
    """
    return quick(_IFFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


def fftn(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The transform along several axes, which is :func:`fft` along each of them.

    Args:
        x: any
        s: lengths along ``axes``, None: those of ``x``; so is an element of -1
        axes: the axes, each once; None: the last ``len(s)`` ones, or all

    Returns:
        complex64, of shape ``s`` along ``axes``
    """
    return quick(_FFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


def ifftn(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`fftn`.

    Args:
        x: any
        s: lengths along ``axes``, None: those of ``x``; so is an element of -1
        axes: the axes, each once; None: the last ``len(s)`` ones, or all

    Returns:
        complex64, of shape ``s`` along ``axes``
    """
    return quick(_IFFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


def rfft2(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = (-2, -1), norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The transform of real numbers along two axes, as :func:`rfftn`.

    Args:
        x: float32
        s: lengths along ``axes``, None: those of ``x``; so is an element of -1
        axes: the axes, the last of which is the halved one

    Returns:
        complex64, of shape ``s`` along ``axes`` but ``s[-1] // 2 + 1`` along the last
    """
    return quick(_RFFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


def irfft2(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = (-2, -1), norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`rfft2`, for ``m`` elements along the last of the axes.

    Args:
        x: the non-negative half of a spectrum
        s: lengths of the result along ``axes``; None: those of ``x``, but ``2 (m - 1)`` along the last; an element of -1 is
            that of ``x`` along the last as well, as NumPy has it
        axes: the axes, the last of which is the halved one

    Returns:
        float32, of shape ``s`` along ``axes``
    """
    return quick(_IRFFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


def rfftn(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The transform of real numbers: :func:`rfft` along the last of the axes, :func:`fft` along the others.

    Args:
        x: float32
        s: lengths along ``axes``, None: those of ``x``; so is an element of -1
        axes: the axes, the last of which is the halved one; None: the last ``len(s)`` ones, or all

    Returns:
        complex64, of shape ``s`` along ``axes`` but ``s[-1] // 2 + 1`` along the last
    """
    return quick(_RFFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


def irfftn(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`rfftn`, for ``m`` elements along the last of the axes.

    Args:
        x: the non-negative half of a spectrum
        s: lengths of the result along ``axes``; None: those of ``x``, but ``2 (m - 1)`` along the last; an element of -1 is
            that of ``x`` along the last as well, as NumPy has it
        axes: the axes, the last of which is the halved one; None: the last ``len(s)`` ones, or all

    Returns:
        float32, of shape ``s`` along ``axes``
    """
    return quick(_IRFFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)
