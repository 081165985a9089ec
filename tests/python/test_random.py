# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Random shapes, axes, strides, types, norms and lengths against numpy.fft and scipy.fft in double precision."""

import numpy as np
import tcfft
from conftest import SEED, check, double, optional

hypothesis = optional("hypothesis", "hypothesis")
from hypothesis import HealthCheck, given, seed, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

TIMES = settings(max_examples=150, deadline=None, database=None, suppress_health_check=list(HealthCheck))
ONE = {"fft": "c8", "ifft": "c8", "rfft": "f4", "irfft": "c8", "hfft": "c8", "ihfft": "f4"}
MANY = {"fftn": "c8", "ifftn": "c8", "rfftn": "f4", "irfftn": "c8"}
NORMS = st.sampled_from([None, "backward", "ortho", "forward"])


@st.composite
def arrays(draw, dtype, least=1):
    """A view of a larger array: permuted, cut, stepped, reversed or broadcast in each axis."""
    shape = draw(st.lists(st.integers(least, 9), min_size=1, max_size=5))
    order = draw(st.permutations(range(len(shape))))
    cuts, base = [], []
    for n in shape:
        step, before, after = draw(st.sampled_from([1, 1, 1, 2, -1, 0])), draw(st.integers(0, 2)), draw(st.integers(0, 2))
        size = 1 if step == 0 else (n - 1) * abs(step) + 1
        base.append(before + size + after)
        end = before + size - 1
        cuts.append(
            slice(before, before + size, step or 1) if step >= 0 else slice(end, before - 1 if before else None, step)
        )
    numbers = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    memory = numbers.uniform(-1, 1, [base[i] for i in order])
    if dtype == "c8":
        memory = memory + 1j * numbers.uniform(-1, 1, memory.shape)
    view = memory.astype(dtype).transpose(np.argsort(order))[tuple(cuts)]
    return np.broadcast_to(view, shape)


@seed(SEED)
@TIMES
@given(st.data())
def test_one_axis(data):
    name = data.draw(st.sampled_from(sorted(ONE)))
    x = data.draw(arrays(ONE[name], 2))
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    n = data.draw(st.one_of(st.none(), st.integers(1, 20)))
    norm = data.draw(NORMS)
    check(getattr(tcfft.fft, name)(x, n, axis, norm), getattr(np.fft, name)(double(x), n, axis, norm))


@seed(SEED)
@TIMES
@given(st.data())
def test_several_axes(data):
    name = data.draw(st.sampled_from(sorted(MANY)))
    x = data.draw(arrays(MANY[name], 2))
    axes = tuple(data.draw(st.permutations(range(x.ndim))))[: data.draw(st.integers(1, x.ndim))]
    s = data.draw(st.one_of(st.none(), st.tuples(*[st.integers(1, 10) for _ in axes])))
    norm = data.draw(NORMS)
    check(getattr(tcfft.fft, name)(x, s, axes, norm), getattr(np.fft, name)(double(x), s, axes, norm))


@seed(SEED)
@TIMES
@given(st.data())
def test_cosine_transforms(data):
    scipy_fft = optional("scipy.fft", "SciPy")
    name = data.draw(st.sampled_from(["dctn", "idctn"]))
    x = data.draw(arrays(data.draw(st.sampled_from(["f4", "c8"])), 2))
    axes = tuple(data.draw(st.permutations(range(x.ndim))))[: data.draw(st.integers(1, x.ndim))]
    type, norm = data.draw(st.integers(1, 4)), data.draw(NORMS)
    check(getattr(tcfft.fft, name)(x, type, None, axes, norm), getattr(scipy_fft, name)(double(x), type, None, axes, norm))


@seed(SEED)
@TIMES
@given(st.data())
def test_out(data):
    """A result that is written into a view of another layout, with nothing written beside it."""
    x = data.draw(arrays("c8", 1))
    out = data.draw(arrays("c8", 1).filter(lambda a: 0 not in a.strides)).copy()
    memory = np.full([2 * n + 1 for n in x.shape], 5j, "c8")
    view = memory[tuple(slice(1, None, 2) for _ in x.shape)]
    axis = data.draw(st.integers(0, x.ndim - 1))
    assert tcfft.fft.fft(x, axis=axis, out=view) is view
    check(view, np.fft.fft(double(x), axis=axis))
    view[...] = 5j
    assert (memory == 5j).all() and out.size
