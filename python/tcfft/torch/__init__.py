# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""The functions of :mod:`tcfft.fft` as custom operators of PyTorch: with gradients, vmap and torch.compile.

``x`` is a tensor of float32 or complex64 (others with ``cast=True``), results are new packed tensors on its device. ``n``,
``s``, ``axis``, ``axes`` and ``norm`` are as in :mod:`tcfft.fft`; input is cut and padded by operations that autograd knows.
An ``ImportError`` says so where PyTorch is older than 2.5.
"""

from __future__ import annotations

from typing import Any, Sequence

import torch

from . import _needs  # noqa: F401, I001: before what such a PyTorch fails at
from .._norm import axes_of, axis_of, lengths_of
from . import _ops

__all__ = [
    "dct", "dctn", "fft", "fft2", "fftn", "hfft", "idct", "idctn", "ifft", "ifft2", "ifftn", "ihfft", "irfft", "irfft2",
    "irfftn", "rfft", "rfft2", "rfftn",
]  # fmt: skip


_run = _ops.linear


def _factor(points: Any, norm: str | None, inverse: bool) -> float:
    if norm == "ortho":
        return points**-0.5
    if norm not in (None, "backward", "forward"):
        raise ValueError(f"norm = {norm!r} is none of 'backward', 'ortho', 'forward'")
    return 1 / points if (norm == "forward") != inverse else 1.0


def _typed(x: torch.Tensor, cast: bool) -> torch.Tensor:
    if not isinstance(x, torch.Tensor):
        raise TypeError(f"x is {type(x).__name__}, not a tensor")
    if x.dtype in (torch.float32, torch.complex64):
        return x
    if not cast:
        raise TypeError(f"x is {x.dtype}: tcfft computes in float32 and complex64 (cast=True converts the input)")
    return x.to(torch.complex64 if x.is_complex() else torch.float32)


def _resized(x: torch.Tensor, axis: int, n: int) -> torch.Tensor:
    """Cut, or filled up with zeros."""
    if n < x.shape[axis]:
        return x.narrow(axis, 0, n)
    if n > x.shape[axis]:
        return torch.nn.functional.pad(x, [0, 0] * (x.ndim - 1 - axis) + [0, n - x.shape[axis]])
    return x


def _arguments(x: Any, n: Any, axis: Any, many: bool, halved: bool, cast: bool) -> Any:
    """The tensor with its axes' final lengths, the axes and their logical lengths."""
    x = _typed(x, cast)
    axes = axes_of(axis, n, x.ndim) if many else (axis_of(axis, x.ndim),)
    if not axes:
        raise ValueError("at least one axis has to be transformed")
    wanted = n if many or n is None else (n,)
    lengths = lengths_of(wanted, axes, x.shape, halved, many)
    if wanted is not None:
        for a, length in zip(axes, lengths):
            x = _resized(x, a, length // 2 + 1 if halved and a == axes[-1] else length)
    return x, list(axes), lengths


def _points(lengths: Sequence[int]) -> int:
    points = 1
    for n in lengths:
        points = points * n
    return points


def _complex(x: Any, n: Any, axis: Any, norm: Any, cast: bool, many: bool, inverse: bool) -> torch.Tensor:
    x, axes, lengths = _arguments(x, n, axis, many, False, cast)
    scale = _factor(_points(lengths), norm, inverse)
    return _run(_ops.c2c, x, axes, inverse, scale) if x.is_complex() else _run(_ops.r2c, x, axes, inverse, scale, False)


def _real(x: Any, n: Any, axis: Any, norm: Any, cast: bool, many: bool, inverse: bool) -> torch.Tensor:
    x, axes, lengths = _arguments(x, n, axis, many, False, cast)
    if x.is_complex():
        raise TypeError(f"real numbers are wanted, x is {x.dtype}")
    return _run(_ops.r2c, x, axes, inverse, _factor(_points(lengths), norm, inverse), True)


def _to_real(x: Any, n: Any, axis: Any, norm: Any, cast: bool, many: bool, inverse: bool) -> torch.Tensor:
    x, axes, lengths = _arguments(x, n, axis, many, True, cast)
    x = x if x.is_complex() else x.to(torch.complex64)
    return _run(_ops.c2r, x, axes, lengths[-1], inverse, _factor(_points(lengths), norm, inverse))


def _cosine(
    x: Any, kind: int, n: Any, axis: Any, norm: Any, orthogonalize: Any, cast: bool, many: bool, inverse: bool
) -> torch.Tensor:
    if kind not in (1, 2, 3, 4):
        raise ValueError(f"type = {kind!r} is none of 1, 2, 3, 4")
    x, axes, lengths = _arguments(x, n, axis, many, False, cast)
    if x.is_complex():
        parts = [_cosine(part, kind, n, axis, norm, orthogonalize, cast, many, inverse) for part in (x.real, x.imag)]
        return torch.complex(*parts)
    scale = _factor(_points([max(2 * (m - 1), 1) if kind == 1 else 2 * m for m in lengths]), norm, inverse)
    effective = {1: 1, 2: 3, 3: 2, 4: 4}[kind] if inverse else kind
    orthogonal = norm == "ortho" if orthogonalize is None else orthogonalize
    if orthogonal and effective in (1, 3):
        x = _ops.scale_edges(x, axes, 2**0.5, effective == 1)
    y = _run(_ops.dct, x, axes, effective, scale)
    return _ops.scale_edges(y, axes, 0.5**0.5, effective == 1) if orthogonal and effective in (1, 2) else y


def fft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *, cast: bool = False) -> torch.Tensor:
    """:func:`tcfft.fft.fft` with a gradient."""
    return _complex(x, n, axis, norm, cast, False, False)


def ifft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *, cast: bool = False) -> torch.Tensor:
    """:func:`tcfft.fft.ifft` with a gradient."""
    return _complex(x, n, axis, norm, cast, False, True)


def rfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *, cast: bool = False) -> torch.Tensor:
    """:func:`tcfft.fft.rfft` with a gradient."""
    return _real(x, n, axis, norm, cast, False, False)


def irfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *, cast: bool = False) -> torch.Tensor:
    """:func:`tcfft.fft.irfft` with a gradient."""
    return _to_real(x, n, axis, norm, cast, False, True)


def hfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *, cast: bool = False) -> torch.Tensor:
    """:func:`tcfft.fft.hfft` with a gradient."""
    return _to_real(x, n, axis, norm, cast, False, False)


def ihfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *, cast: bool = False) -> torch.Tensor:
    """:func:`tcfft.fft.ihfft` with a gradient."""
    return _real(x, n, axis, norm, cast, False, True)


def fft2(
    x: Any, s: Sequence[int] | None = None, axes: Any = (-2, -1), norm: str | None = None, *, cast: bool = False
) -> torch.Tensor:
    """:func:`tcfft.fft.fft2` with a gradient."""
    return _complex(x, s, axes, norm, cast, True, False)


def ifft2(
    x: Any, s: Sequence[int] | None = None, axes: Any = (-2, -1), norm: str | None = None, *, cast: bool = False
) -> torch.Tensor:
    """:func:`tcfft.fft.ifft2` with a gradient."""
    return _complex(x, s, axes, norm, cast, True, True)


def fftn(
    x: Any, s: Sequence[int] | None = None, axes: Any = None, norm: str | None = None, *, cast: bool = False
) -> torch.Tensor:
    """:func:`tcfft.fft.fftn` with a gradient."""
    return _complex(x, s, axes, norm, cast, True, False)


def ifftn(
    x: Any, s: Sequence[int] | None = None, axes: Any = None, norm: str | None = None, *, cast: bool = False
) -> torch.Tensor:
    """:func:`tcfft.fft.ifftn` with a gradient."""
    return _complex(x, s, axes, norm, cast, True, True)


def rfft2(
    x: Any, s: Sequence[int] | None = None, axes: Any = (-2, -1), norm: str | None = None, *, cast: bool = False
) -> torch.Tensor:
    """:func:`tcfft.fft.rfft2` with a gradient."""
    return _real(x, s, axes, norm, cast, True, False)


def irfft2(
    x: Any, s: Sequence[int] | None = None, axes: Any = (-2, -1), norm: str | None = None, *, cast: bool = False
) -> torch.Tensor:
    """:func:`tcfft.fft.irfft2` with a gradient."""
    return _to_real(x, s, axes, norm, cast, True, True)


def rfftn(
    x: Any, s: Sequence[int] | None = None, axes: Any = None, norm: str | None = None, *, cast: bool = False
) -> torch.Tensor:
    """:func:`tcfft.fft.rfftn` with a gradient."""
    return _real(x, s, axes, norm, cast, True, False)


def irfftn(
    x: Any, s: Sequence[int] | None = None, axes: Any = None, norm: str | None = None, *, cast: bool = False
) -> torch.Tensor:
    """:func:`tcfft.fft.irfftn` with a gradient."""
    return _to_real(x, s, axes, norm, cast, True, True)


def dct(
    x: Any, type: int = 2, n: Any = None, axis: int = -1, norm: str | None = None, *, orthogonalize: bool | None = None,
    cast: bool = False,
) -> torch.Tensor:  # fmt: skip
    """:func:`tcfft.fft.dct` with a gradient."""
    return _cosine(x, type, n, axis, norm, orthogonalize, cast, False, False)


def idct(
    x: Any, type: int = 2, n: Any = None, axis: int = -1, norm: str | None = None, *, orthogonalize: bool | None = None,
    cast: bool = False,
) -> torch.Tensor:  # fmt: skip
    """:func:`tcfft.fft.idct` with a gradient."""
    return _cosine(x, type, n, axis, norm, orthogonalize, cast, False, True)


def dctn(
    x: Any, type: int = 2, s: Any = None, axes: Any = None, norm: str | None = None, *, orthogonalize: bool | None = None,
    cast: bool = False,
) -> torch.Tensor:  # fmt: skip
    """:func:`tcfft.fft.dctn` with a gradient."""
    return _cosine(x, type, s, axes, norm, orthogonalize, cast, True, False)


def idctn(
    x: Any, type: int = 2, s: Any = None, axes: Any = None, norm: str | None = None, *, orthogonalize: bool | None = None,
    cast: bool = False,
) -> torch.Tensor:  # fmt: skip
    """:func:`tcfft.fft.idctn` with a gradient."""
    return _cosine(x, type, s, axes, norm, orthogonalize, cast, True, True)
