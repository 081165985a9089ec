# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Complex and real Fourier transforms. What their docstrings share is added by :mod:`tcfft.fft._text`."""

from __future__ import annotations

from typing import Any, Sequence

from .._call import Op, quick
from .._library import FORWARD, INVERSE
from ._text import described

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


@described
def fft(
    x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The transform along one axis: ``y[k] = sum over j of x[j] exp(-2 pi i j k / n)``.

    Args:
        x: an array, complex or real; real input is transformed as such, and its conjugate half filled in

    Returns:
        complex numbers, ``n`` elements along ``axis``
    """
    return quick(_FFT, n, axis, norm, tolerance, cast, threads, x, out, plan)


@described
def ifft(
    x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`fft`: the exponent's sign is positive, and the sum is divided by ``n``.

    Args:
        x: an array, complex or real

    Returns:
        complex numbers, ``n`` elements along ``axis``
    """
    return quick(_IFFT, n, axis, norm, tolerance, cast, threads, x, out, plan)


@described
def rfft(
    x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The non-negative half of the transform of real numbers.

    Args:
        x: an array of real numbers

    Returns:
        complex numbers, ``n // 2 + 1`` elements along ``axis``
    """
    return quick(_RFFT, n, axis, norm, tolerance, cast, threads, x, out, plan)


@described
def irfft(
    x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`rfft`. Imaginary parts of the first and, for even ``n``, the last element are ignored.

    Args:
        x: an array with ``m`` elements along ``axis``, the non-negative half of a spectrum; real numbers are taken as
            complex ones
        n: length of the result, for which ``n // 2 + 1`` elements of ``x`` are used, with zeros behind shorter input; None:
            ``2 (m - 1)``

    Returns:
        real numbers, ``n`` elements along ``axis``
    """
    return quick(_IRFFT, n, axis, norm, tolerance, cast, threads, x, out, plan)


@described
def hfft(
    x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The transform of a signal with Hermitian symmetry, whose spectrum is real.

    Args:
        x: an array with ``m`` elements along ``axis``, the non-negative half of the signal; real numbers are taken as
            complex ones
        n: length of the result, for which ``n // 2 + 1`` elements of ``x`` are used, with zeros behind shorter input; None:
            ``2 (m - 1)``

    Returns:
        real numbers, ``n`` elements along ``axis``
    """
    return quick(_HFFT, n, axis, norm, tolerance, cast, threads, x, out, plan)


@described
def ihfft(
    x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`hfft`.

    Args:
        x: an array of real numbers, a real spectrum

    Returns:
        complex numbers, ``n // 2 + 1`` elements along ``axis``
    """
    return quick(_IHFFT, n, axis, norm, tolerance, cast, threads, x, out, plan)


@described
def fft2(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = (-2, -1), norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The transform along two axes, as :func:`fftn`.

    Args:
        x: an array, complex or real

    Returns:
        complex numbers, of shape ``s`` along ``axes``
    """
    return quick(_FFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


@described
def ifft2(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = (-2, -1), norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`fft2`.

    Args:
        x: an array, complex or real

    Returns:
        complex numbers, of shape ``s`` along ``axes``
    """
    return quick(_IFFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


@described
def fftn(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The transform along several axes, which is :func:`fft` along each of them.

    Args:
        x: an array, complex or real

    Returns:
        complex numbers, of shape ``s`` along ``axes``
    """
    return quick(_FFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


@described
def ifftn(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`fftn`.

    Args:
        x: an array, complex or real

    Returns:
        complex numbers, of shape ``s`` along ``axes``
    """
    return quick(_IFFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


@described
def rfft2(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = (-2, -1), norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The transform of real numbers along two axes, as :func:`rfftn`.

    Args:
        x: an array of real numbers
        axes: what is transformed, each axis once, the halved one last; None: the last ``len(s)`` axes, or all

    Returns:
        complex numbers, of shape ``s`` along ``axes`` but ``s[-1] // 2 + 1`` along the last
    """
    return quick(_RFFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


@described
def irfft2(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = (-2, -1), norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`rfft2`.

    Args:
        x: an array with ``m`` elements along the last of ``axes``, the non-negative half of a spectrum; real numbers are
            taken as complex ones
        s: lengths of the result along ``axes``, for which ``x`` is cut or filled up with zeros; None: those of ``x``, but
            ``2 (m - 1)`` along the last; an element of -1 is that of ``x`` along the last as well, as NumPy has it
        axes: what is transformed, each axis once, the halved one last; None: the last ``len(s)`` axes, or all

    Returns:
        real numbers, of shape ``s`` along ``axes``
    """
    return quick(_IRFFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


@described
def rfftn(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The transform of real numbers: :func:`rfft` along the last of the axes, :func:`fft` along the others.

    Args:
        x: an array of real numbers
        axes: what is transformed, each axis once, the halved one last; None: the last ``len(s)`` axes, or all

    Returns:
        complex numbers, of shape ``s`` along ``axes`` but ``s[-1] // 2 + 1`` along the last
    """
    return quick(_RFFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)


@described
def irfftn(
    x: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None,
    *, plan: Any = None, tolerance: float | None = None, cast: bool = False, threads: int | None = None,
) -> Any:  # fmt: skip
    """The inverse of :func:`rfftn`.

    Args:
        x: an array with ``m`` elements along the last of ``axes``, the non-negative half of a spectrum; real numbers are
            taken as complex ones
        s: lengths of the result along ``axes``, for which ``x`` is cut or filled up with zeros; None: those of ``x``, but
            ``2 (m - 1)`` along the last; an element of -1 is that of ``x`` along the last as well, as NumPy has it
        axes: what is transformed, each axis once, the halved one last; None: the last ``len(s)`` axes, or all

    Returns:
        real numbers, of shape ``s`` along ``axes``
    """
    return quick(_IRFFTN, s, axes, norm, tolerance, cast, threads, x, out, plan)
