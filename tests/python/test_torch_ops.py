# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""tcfft.torch: values, gradients, vmap and torch.compile, on the processor and on a GPU where there is one."""

import os
import shutil
import sysconfig
import warnings

import numpy as np
import pytest
from conftest import check, double, has_cuda, optional, random_array

torch = optional("torch", "PyTorch")
import tcfft  # noqa: E402

try:
    import tcfft.torch  # noqa: E402
except ImportError as error:
    if "needs PyTorch" not in str(error):
        raise
    pytest.skip(str(error), allow_module_level=True)

CUDA = has_cuda(torch.cuda.is_available())
DEVICES = ["cpu", pytest.param("cuda", marks=pytest.mark.skipif(not CUDA, reason="no CUDA device for PyTorch and tcfft"))]
REAL_INPUT = {"rfft", "ihfft", "rfft2", "rfftn"}
FUNCTIONS = [
    "fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn",
]  # fmt: skip


def tensor(rng, shape, dtype, device, grad=False):
    return torch.from_numpy(random_array(rng, shape, dtype)).to(device).requires_grad_(grad)


def input_of(rng, name, shape, device, grad=False):
    return tensor(rng, shape, "f4" if name in REAL_INPUT else "c8", device, grad)


def gradcheck(function, *inputs):
    """A large step, because the functions are linear and FP32 rounds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have double precision
        assert torch.autograd.gradcheck(function, inputs, eps=0.5, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_values(rng, name, norm, device):
    x = input_of(rng, name, (3, 8, 9), device)
    many = name[-1] in "2n"
    for arguments in ({}, {"s": (5, 12), "axes": (2, 0)} if many else {"n": 11, "axis": 1}):
        got = getattr(tcfft.torch, name)(x, norm=norm, **arguments)
        assert got.is_contiguous() and got.device == x.device
        check(got, getattr(np.fft, name)(double(x), norm=norm, **arguments), f"{name} {arguments}")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients(rng, name, device):
    function = getattr(tcfft.torch, name)
    many = name[-1] in "2n"
    for shape in ((3, 5), (4, 6)):
        gradcheck(function, input_of(rng, name, shape, device, True))
        gradcheck(
            lambda x: function(x, norm="ortho", **({"s": (6, 4)} if many else {"n": 7, "axis": 0})),
            input_of(rng, name, shape, device, True),
        )


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", ["fft", "rfft", "irfft", "fft2"])
def test_second_gradients(rng, name, device):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        x = input_of(rng, name, (3, 4), device, True)
        assert torch.autograd.gradgradcheck(getattr(tcfft.torch, name), (x,), eps=0.5, atol=1e-3, rtol=1e-3)


def test_gradient_of_real_input(rng):
    gradcheck(tcfft.torch.fft, tensor(rng, (3, 5), "f4", "cpu", True))
    gradcheck(tcfft.torch.ifftn, tensor(rng, (3, 4), "f4", "cpu", True))
    x = tensor(rng, (7, 16), "f4", "cpu", True)
    tcfft.torch.rfft(x).abs().square().sum().backward()
    y = x.detach().clone().requires_grad_()
    torch.fft.rfft(y).abs().square().sum().backward()
    assert torch.allclose(x.grad, y.grad, atol=1e-4)


@pytest.mark.parametrize("norm", [None, "ortho"])
@pytest.mark.parametrize("type", [1, 2, 3, 4])
def test_cosine_transforms(rng, type, norm):
    scipy_fft = optional("scipy.fft", "SciPy")
    x = tensor(rng, (3, 5), "f4", "cpu", True)
    for name in ("dct", "idct", "dctn", "idctn"):
        check(getattr(tcfft.torch, name)(x, type=type, norm=norm), getattr(scipy_fft, name)(double(x), type=type, norm=norm))
        gradcheck(lambda v: getattr(tcfft.torch, name)(v, type=type, norm=norm), x)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", [*FUNCTIONS, "dct", "idctn"])
def test_tangents(rng, name, device):
    """Forward differentiation: the tangent of a linear function's result is the function of the tangent."""
    function, forward_ad = getattr(tcfft.torch, name), torch.autograd.forward_ad
    x, t = (input_of(rng, "rfft" if "dct" in name else name, (4, 6), device) for _ in range(2))
    with forward_ad.dual_level():
        value, tangent = forward_ad.unpack_dual(function(forward_ad.make_dual(x, t), norm="ortho"))
        assert torch.equal(value, function(x, norm="ortho")) and torch.equal(tangent, function(t, norm="ortho"))
        assert forward_ad.unpack_dual(function(x)).tangent is None
        if hasattr(tcfft.fft, name):
            with pytest.raises(TypeError, match="tangent"):
                getattr(tcfft.fft, name)(forward_ad.make_dual(x, t))
            getattr(tcfft.fft, name)(x)
    value, tangent = torch.func.jvp(function, (x,), (t,))
    assert torch.equal(value, function(x)) and torch.equal(tangent, function(t))


def test_cosine_of_one_point(rng):
    for name in ("dct", "idct"):
        for norm in (None, "ortho", "forward"):
            with pytest.raises(tcfft.Error, match="below 2"):
                getattr(tcfft.torch, name)(tensor(rng, (3, 1), "f4", "cpu"), type=1, norm=norm)


@pytest.mark.parametrize("device", DEVICES)
def test_opcheck(rng, device):
    z, x = tensor(rng, (3, 6, 4), "c8", device, True), tensor(rng, (3, 6, 4), "f4", device, True)
    ops = torch.ops.tcfft
    for op, arguments in [
        (ops.c2c, (z, [1, 2], False, 0.5)),
        (ops.r2c, (x, [0, 1], False, 0.5, True)),
        (ops.r2c, (x, [2], True, 1.0, False)),
        (ops.c2r, (z, [1], 10, True, 0.1)),
        (ops.dct, (x, [0, 2], 2, 1.0)),
    ]:
        torch.library.opcheck(op.default, arguments)


def has_compiler():
    """Whether there is what inductor compiles with: a C++ compiler, and Python's headers."""
    header = os.path.join(sysconfig.get_path("include"), "Python.h")
    return shutil.which(os.environ.get("CXX", "g++")) is not None and os.path.exists(header)


needs_compiler = pytest.mark.skipif(not has_compiler(), reason="no C++ compiler or no header Python.h, which inductor needs")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("backend", ["aot_eager", pytest.param("inductor", marks=needs_compiler)])
def test_compile(rng, backend, device):
    def function(x):
        spectrum = tcfft.torch.rfft(x, norm="ortho")
        return (
            tcfft.torch.irfft(spectrum * torch.exp(-spectrum.abs()), n=x.shape[-1], norm="ortho")
            + tcfft.torch.fft(x, axis=0).real
        )

    compiled = torch.compile(function, fullgraph=True, backend=backend)
    x, y = (tensor(rng, (6, 10), "f4", device, True) for _ in range(2))
    got = compiled(x)
    assert torch.allclose(got, function(x), atol=1e-5)
    got.square().sum().backward()
    y.data.copy_(x.data)
    function(y).square().sum().backward()
    assert torch.allclose(x.grad, y.grad, atol=1e-4)


def test_compile_dynamic(rng):
    compiled = torch.compile(
        lambda x: tcfft.torch.ifft(tcfft.torch.fft(x)), fullgraph=True, backend="aot_eager", dynamic=True
    )
    for n in (8, 12, 30):
        x = tensor(rng, (n,), "c8", "cpu")
        assert torch.allclose(compiled(x), x, atol=1e-5)


@pytest.mark.parametrize("device", DEVICES)
def test_vmap(rng, device):
    x = tensor(rng, (4, 5, 6), "c8", device)
    for in_dim in (0, 1, 2):
        for name in ("fft", "irfft", "fftn"):
            got = torch.vmap(getattr(tcfft.torch, name), in_dims=in_dim)(x)
            wanted = torch.stack([getattr(torch.fft, name)(row) for row in x.unbind(in_dim)])
            assert torch.allclose(got, wanted, atol=1e-5)


def test_lengths_of_the_input(rng):
    z = tensor(rng, (6, 8), "c8", "cpu")
    for name in ("fft2", "irfftn"):
        for s in [(-1, 5), (9, -1), (-1, -1)]:
            wanted = tuple(have if n == -1 else n for n, have in zip(s, z.shape))
            check(getattr(tcfft.torch, name)(z, s=s, axes=(0, 1)), getattr(np.fft, name)(double(z), wanted, (0, 1)))


def test_strides_and_conjugates(rng):
    z = tensor(rng, (6, 8), "c8", "cpu")
    for x in (z.T, z[:, ::2], z.conj(), z[:1].expand(6, 8), z.conj().T):
        check(tcfft.torch.fft(x), np.fft.fft(double(x)))
        check(tcfft.torch.ifftn(x), np.fft.ifftn(double(x)))


def test_bad_input(rng):
    x = tensor(rng, (4, 8), "f4", "cpu")
    with pytest.raises(TypeError, match="float64"):
        tcfft.torch.fft(x.double())
    check(tcfft.torch.fft(x.double(), cast=True), np.fft.fft(double(x)))
    with pytest.raises(TypeError, match="not a tensor"):
        tcfft.torch.fft(np.ones(4, "f4"))
    with pytest.raises(TypeError, match="real"):
        tcfft.torch.rfft(x + 0j)
    with pytest.raises(IndexError):
        tcfft.torch.fft(x, axis=2)
    with pytest.raises(ValueError, match="norm"):
        tcfft.torch.fft(x, norm="orthogonal")
    for n in (0, -1, -2):
        with pytest.raises(ValueError, match="points"):
            tcfft.torch.fft(x, n=n)
