# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Transforms of tensors by a kind, a direction and a factor, which is what the custom operators of PyTorch are made of."""

from __future__ import annotations

from typing import Any, Sequence

import torch

from . import cache
from ._call import Call, fill_hermitian
from ._layout import Side, packed
from ._library import INVERSE
from ._numbers import F32
from ._torch_arrays import LIBRARY
from ._transform import COMPLEX_IN, COMPLEX_OUT, Options, Transform


class DirectCall(Call):
    """A call whose input is copied where its address is not a multiple of its elements' size."""

    __slots__ = ()

    def redo(self, library: Any, copy: Any, out: Any) -> Any:
        return self.run(library, copy, out) if not self.simple else library.execute(self, copy, out)


def _plain(x: Any, axes: Sequence[int]) -> Any:
    """The tensor itself, or a copy if it is a lazy conjugate or does not go forward along its axes."""
    x = x.detach().resolve_conj().resolve_neg()
    lies = all(x.stride(a) > 0 or x.shape[a] <= 1 for a in axes)
    aligned = x.data_ptr() % x.element_size() == 0
    return x if lies and aligned else x.clone(memory_format=torch.contiguous_format)


def run(kind: str, x: Any, axes: Sequence[int], last: int, inverse: bool, scale: float, whole: bool = False) -> Any:
    """A new packed tensor.

    Args:
        kind: as in :func:`tcfft.plan`
        axes: not negative
        last: logical length of the last of the axes
        scale: factor of the result
        whole: r2c with the conjugate half as well
    """
    x = _plain(x, axes)
    key = (kind, x.shape, x.stride(), x.dtype, x.device, tuple(axes), last, inverse, scale, whole)
    call = cache.CALLS.get(key)
    if call is None:
        call = _make(kind, x, tuple(axes), last, inverse, scale, whole)
        cache.remember(key, call)
    return LIBRARY.execute(call, x, None) if call.simple else call.run(LIBRARY, x, None)


def _make(kind: str, x: Any, axes: tuple[int, ...], last: int, inverse: bool, scale: float, whole: bool) -> Call:
    operand = LIBRARY.operand(x)
    wanted = F32.element(kind in COMPLEX_IN)
    if operand.number is not F32 or operand.is_complex != (kind in COMPLEX_IN):
        raise TypeError(f"x is {operand.dtype}, {kind} takes {wanted}")
    lengths = tuple(x.shape[a] for a in axes[:-1]) + (int(last),)
    full = list(x.shape)
    full[axes[-1]] = int(last)
    shape = list(full)
    if kind == "r2c":
        shape[axes[-1]] = int(last) // 2 + 1
    out_shape = tuple(full) if whole else tuple(shape)
    target = Side(tuple(shape), packed(out_shape))
    options = Options(operand.device, (1.0, float(scale)) if inverse else (float(scale), 1.0))
    call = DirectCall(None)  # type: ignore[arg-type]
    transform = Transform(kind, lengths, axes, operand.side, target, options, cache.plan_for)
    call.set_transform(transform, INVERSE if inverse else 0, out_shape, wanted, F32.element(kind in COMPLEX_OUT))
    call.cuda = operand.device[1] if operand.device[0] == "cuda" else -1
    if whole:
        call.finish = lambda library, y: fill_hermitian(library, y, axes, int(last))
        call.simple = False
    return call
