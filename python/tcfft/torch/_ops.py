# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Custom operators of PyTorch: what they compute, what autograd, vmap and the compiler have to know of them.

Each operator is linear, so that its backward pass is its adjoint: the transform of the opposite direction with the same
factor. Tensors of a half spectrum stand for two conjugate bins each but in the first and, of even lengths, the last one,
which is where the weights of c2r's and r2c's adjoints come from.
"""

from __future__ import annotations

from typing import List, Tuple

import torch
from torch.autograd import forward_ad

from .._direct import run


def _with_last(x: torch.Tensor, axis: int, n: int) -> List[int]:
    shape = list(x.shape)
    shape[axis] = n
    return shape


def _weigh_inner(x: torch.Tensor, axis: int, n: int, factor: float) -> torch.Tensor:
    """Multiplies the bins of a half spectrum that stand for two."""
    weights = torch.full((n // 2 + 1,), factor, dtype=torch.float32, device=x.device)
    weights[0] = 1
    if n % 2 == 0:
        weights[-1] = 1
    return x * weights.reshape([-1] + [1] * (x.ndim - 1 - axis))


# ------------------------------------------------------------------------------------------------ c2c


@torch.library.custom_op("tcfft::c2c", mutates_args=())
def c2c(x: torch.Tensor, axes: List[int], inverse: bool, scale: float) -> torch.Tensor:
    return run("c2c", x, axes, x.shape[axes[-1]], inverse, scale)


@c2c.register_fake
def _(x, axes, inverse, scale):
    return x.new_empty(x.shape)


def _c2c_context(ctx, inputs, output):
    _, ctx.axes, ctx.inverse, ctx.scale = inputs


def _c2c_backward(ctx, grad):
    return c2c(grad, ctx.axes, not ctx.inverse, ctx.scale), None, None, None


c2c.register_autograd(_c2c_backward, setup_context=_c2c_context)

# ------------------------------------------------------------------------------------------------ r2c


@torch.library.custom_op("tcfft::r2c", mutates_args=())
def r2c(x: torch.Tensor, axes: List[int], inverse: bool, scale: float, onesided: bool) -> torch.Tensor:
    return run("r2c", x, axes, x.shape[axes[-1]], inverse, scale, not onesided)


@r2c.register_fake
def _(x, axes, inverse, scale, onesided):
    n = x.shape[axes[-1]]
    return x.new_empty(_with_last(x, axes[-1], n // 2 + 1 if onesided else n), dtype=torch.complex64)


def _r2c_context(ctx, inputs, output):
    x, ctx.axes, ctx.inverse, ctx.scale, ctx.onesided = inputs
    ctx.n = x.shape[ctx.axes[-1]]


def _r2c_backward(ctx, grad):
    if ctx.onesided:
        halved = _weigh_inner(grad, ctx.axes[-1], ctx.n, 0.5)
        result = c2r(halved, ctx.axes, ctx.n, not ctx.inverse, ctx.scale)
    else:
        result = torch.real(c2c(grad, ctx.axes, not ctx.inverse, ctx.scale)).contiguous()
    return result, None, None, None, None


r2c.register_autograd(_r2c_backward, setup_context=_r2c_context)

# ------------------------------------------------------------------------------------------------ c2r


@torch.library.custom_op("tcfft::c2r", mutates_args=())
def c2r(x: torch.Tensor, axes: List[int], last: int, inverse: bool, scale: float) -> torch.Tensor:
    return run("c2r", x, axes, last, inverse, scale)


@c2r.register_fake
def _(x, axes, last, inverse, scale):
    return x.new_empty(_with_last(x, axes[-1], last), dtype=torch.float32)


def _c2r_context(ctx, inputs, output):
    _, ctx.axes, ctx.last, ctx.inverse, ctx.scale = inputs


def _c2r_backward(ctx, grad):
    half = r2c(grad, ctx.axes, not ctx.inverse, ctx.scale, True)
    return _weigh_inner(half, ctx.axes[-1], ctx.last, 2.0), None, None, None, None


c2r.register_autograd(_c2r_backward, setup_context=_c2r_context)

# ------------------------------------------------------------------------------------------------ dct


@torch.library.custom_op("tcfft::dct", mutates_args=())
def dct(x: torch.Tensor, axes: List[int], type: int, scale: float) -> torch.Tensor:
    return run(f"dct{type}", x, axes, x.shape[axes[-1]], False, scale)


@dct.register_fake
def _(x, axes, type, scale):
    return x.new_empty(x.shape)


def _dct_context(ctx, inputs, output):
    _, ctx.axes, ctx.type, ctx.scale = inputs


def scale_edges(x: torch.Tensor, axes: List[int], factor: float, both: bool) -> torch.Tensor:
    """Multiplies the first elements along the axes, and the last ones if both."""
    for a in axes:
        weights = torch.ones((x.shape[a],), dtype=torch.float32, device=x.device)
        weights[0] = factor
        if both:
            weights[-1] = factor
        x = x * weights.reshape([-1] + [1] * (x.ndim - 1 - a))
    return x


def _dct_backward(ctx, grad):
    """The transposed matrices: those of types 2 and 3 are each other's but for an edge, that of type 4 is symmetric."""
    kind, axes, scale = ctx.type, ctx.axes, ctx.scale
    if kind in (1, 2):
        grad = scale_edges(grad, axes, 2.0, kind == 1)
    result = dct(grad, axes, {1: 1, 2: 3, 3: 2, 4: 4}[kind], scale)
    if kind in (1, 3):
        result = scale_edges(result, axes, 0.5, kind == 1)
    return result, None, None, None


dct.register_autograd(_dct_backward, setup_context=_dct_context)

# ------------------------------------------------------------------------------------------------ vmap


def _register_vmap(op) -> None:
    """A dimension that is mapped over is one more of the batch, whose strides are taken as they are."""

    def batched(info, in_dims: Tuple, x: torch.Tensor, axes: List[int], *rest):
        return op(x.movedim(in_dims[0], 0), [a + 1 for a in axes], *rest), 0

    op.register_vmap(batched)


for _op in (c2c, r2c, c2r, dct):
    _register_vmap(_op)

# ------------------------------------------------------------------------------------------------ forward differentiation


def linear(op, x: torch.Tensor, *rest):
    """Runs an operator. Of a tensor with a tangent the result's tangent is the tangent's transform.

    A custom operator has no rule for that, and would drop the tangent, which then counts as zero.
    """
    if forward_ad._current_level >= 0:
        primal, tangent = forward_ad.unpack_dual(x)
        if tangent is not None:
            return forward_ad.make_dual(linear(op, primal, *rest), linear(op, tangent, *rest))
    return op(x, *rest)
