# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""tcfft.fft and plans on PyTorch's tensors: results are tensors of the same device, on the current stream."""

import numpy as np
import pytest
from conftest import check, double, has_cuda, optional, random_array

torch = optional("torch", "PyTorch")
import tcfft  # noqa: E402

CUDA = has_cuda(torch.cuda.is_available())
needs_gpu = pytest.mark.skipif(not CUDA, reason="no CUDA device for PyTorch and tcfft")
DEVICES = ["cpu", pytest.param("cuda", marks=needs_gpu)]
REAL_INPUT = {"rfft", "ihfft", "rfftn", "rfft2"}
FUNCTIONS = [
    "fft",
    "ifft",
    "rfft",
    "irfft",
    "hfft",
    "ihfft",
    "fft2",
    "ifft2",
    "rfft2",
    "irfft2",
    "fftn",
    "ifftn",
    "rfftn",
    "irfftn",
]


def tensor(rng, shape, dtype, device):
    return torch.from_numpy(random_array(rng, shape, dtype)).to(device)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(rng, name, device):
    base = tensor(rng, (12, 20, 28), "f4" if name in REAL_INPUT else "c8", device)
    many = name[-1] in "2n"
    for x in (base, base[::2, 3:13, 14:], base.permute(2, 0, 1), base[:1].expand(6, 20, 28)):
        before = x.clone()
        for arguments in (
            [{"axes": (0, 2)}, {"axes": (2, 1), "s": (9, 30)}] if many else [{"axis": a} for a in (0, 1, 2)] + [{"n": 17}]
        ):
            for norm in (None, "ortho"):
                got = getattr(tcfft.fft, name)(x, norm=norm, **arguments)
                assert type(got) is torch.Tensor and got.device == x.device and got.is_contiguous()
                check(got, getattr(np.fft, name)(double(x), norm=norm, **arguments), f"{name} {x.stride()} {arguments}")
        assert torch.equal(x, before)


@pytest.mark.parametrize("device", DEVICES)
def test_real_input(rng, device):
    x = tensor(rng, (4, 5, 8), "f4", device)
    check(tcfft.fft.fft(x, axis=1), np.fft.fft(double(x), axis=1))
    check(tcfft.fft.ifftn(x), np.fft.ifftn(double(x)))


@pytest.mark.parametrize("device", DEVICES)
def test_cosine_transforms(rng, device):
    x = tensor(rng, (4, 5, 8), "f4", device)
    scipy_fft = optional("scipy.fft", "SciPy")
    for type in (1, 2, 3, 4):
        for norm in (None, "ortho"):
            check(tcfft.fft.dctn(x, type=type, norm=norm), scipy_fft.dctn(double(x), type=type, norm=norm))
            check(tcfft.fft.idct(x + 1j * x, type=type, norm=norm), scipy_fft.idct(double(x + 1j * x), type=type, norm=norm))


@pytest.mark.parametrize("device", DEVICES)
def test_types(rng, device):
    """Doubles stay doubles, shorter numbers are transformed in FP32."""
    z = tensor(rng, (6, 8), "c8", device)
    wide = z.to(torch.complex128)
    check(tcfft.fft.fft(wide), np.fft.fft(double(wide)), gate=1e-14)
    check(tcfft.fft.rfft(wide.real), np.fft.rfft(double(wide.real)), gate=1e-14)
    check(tcfft.fft.irfftn(wide), np.fft.irfftn(double(wide)), gate=1e-14)
    for dtype in (torch.float16, torch.bfloat16, torch.int16, torch.int8):
        x = (100 * z.real).to(dtype)
        check(tcfft.fft.rfft(x, axis=0), np.fft.rfft(double(x.float()), axis=0), str(dtype))
    with tcfft.plan((6, 8), "r2c", axes=1, device=device, dtype=torch.bfloat16, norm=None) as p:
        x = z.real.bfloat16()
        check(p(x), np.fft.rfft(double(x.float())))


@pytest.mark.parametrize("device", DEVICES)
def test_conjugates_and_offsets(rng, device):
    z = tensor(rng, (6, 8), "c8", device)
    check(tcfft.fft.fft(z.conj()), np.fft.fft(double(z).conj()))
    check(tcfft.fft.ifft(torch._neg_view(z)), np.fft.ifft(-double(z)))
    part = tensor(rng, 33, "f4", device)[1:]  # its first element is not where its memory begins
    check(tcfft.fft.rfft(part), np.fft.rfft(double(part)))


@pytest.mark.parametrize("device", DEVICES)
def test_out_and_plans(rng, device):
    z = tensor(rng, (6, 8), "c8", device)
    out = torch.empty(8, 6, dtype=torch.complex64, device=device).T
    assert tcfft.fft.fft(z, out=out) is out
    check(out, np.fft.fft(double(z)))
    p = tcfft.plan((6, 8), axes=1, like=z)
    assert p.device == (("host", 0) if device == "cpu" else ("cuda", 0))
    y = torch.empty_like(z)
    for _ in range(3):
        assert p(z, out=y) is y
        check(y, np.fft.fft(double(z)))
        check(p(z, inverse=True), np.fft.ifft(double(z)))
    copy = z.clone()
    assert p(copy, out=copy) is copy
    check(copy, np.fft.fft(double(z)))


def test_subclasses(rng):
    z = torch.nn.Parameter(tensor(rng, 8, "c8", "cpu"), requires_grad=False)
    check(tcfft.fft.fft(z), np.fft.fft(double(z)))


def test_bad_input(rng):
    z = tensor(rng, (4, 8), "c8", "cpu")
    grad = z.clone().requires_grad_()
    for _ in range(2):
        for use in (
            lambda: tcfft.fft.fft(grad),
            lambda: tcfft.fft.fftn(grad, axes=[0]),
            lambda: tcfft.plan((4, 8), device="host")(grad),
        ):
            with pytest.raises(TypeError, match="requires grad"):
                use()
        with torch.no_grad():
            check(tcfft.fft.fft(grad), np.fft.fft(double(z)))
        with pytest.raises(TypeError, match="requires grad"):
            tcfft.fft.fft(z, out=grad)
    for x, text in [
        (z.real.to(torch.int32), "int32"),
        (z.to("meta"), "meta"),
        (z.to_sparse(), "sparse"),
        (z.to_sparse_csr(), "sparse"),
    ]:
        with pytest.raises(TypeError, match=text):
            tcfft.fft.fft(x)
    with pytest.raises(TypeError, match="library"):
        tcfft.fft.fft(z, out=z.numpy())
    with pytest.raises(TypeError, match="library"):
        tcfft.fft.fft(z.numpy(), out=z)
    with pytest.raises(ValueError, match="conjugated"):
        tcfft.fft.fft(z, out=z.clone().conj())
    with pytest.raises(ValueError, match="stream"):
        tcfft.plan((4, 8), device="host")(z, stream=5)
    with pytest.raises(tcfft.Error, match="share memory"):
        tcfft.fft.fft(z, out=torch.empty(1, 8, dtype=torch.complex64).expand(4, 8))


@needs_gpu
def test_streams(rng):
    z = tensor(rng, (256, 4099), "c8", "cuda")
    wanted, stream = np.fft.fft(double(z)), torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        spectra = [tcfft.fft.fft(z) for _ in range(10)]
    stream.synchronize()
    for y in spectra:
        check(y, wanted)
    p = tcfft.plan(z.shape, axes=-1, like=z)
    for given in (stream, stream.cuda_stream):
        y = p(z, stream=given)
        stream.synchronize()
        check(y, wanted)


@needs_gpu
def test_graphs(rng):
    z = tensor(rng, (16, 4096), "c8", "cuda")
    p, y = tcfft.plan(z.shape, axes=-1, like=z), torch.empty_like(z)
    p(z, out=y)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        p(z, out=y)
    z.copy_(tensor(rng, z.shape, "c8", "cuda"))
    graph.replay()
    torch.cuda.synchronize()
    check(y, np.fft.fft(double(z)))


@needs_gpu
def test_graphs_keep_the_plans_of_functions(rng):
    """A captured plan stays although the cache is full, until it is cleared."""
    import tcfft.torch

    z = tensor(rng, (4, 10007), "c8", "cuda")
    functions = (tcfft.fft.fft, tcfft.fft.ifftn, tcfft.torch.fft, lambda x: tcfft.fft.fft(x, n=10009))
    wanted = [f(z) for f in functions]
    tcfft.cache.clear("cuda")
    tcfft.cache.limit(plans=2, device="cuda")
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        got = [f(z) for f in functions]
    pinned = tcfft.cache.info("cuda").pinned
    for n in range(20, 40):
        tcfft.fft.fft(z, n=n)
    assert pinned >= 3 and tcfft.cache.info("cuda").pinned == pinned
    graph.replay()
    torch.cuda.synchronize()
    for a, b in zip(got, wanted):
        assert torch.equal(a, b)
    del graph
    tcfft.cache.clear("cuda")
    assert tcfft.cache.info("cuda").pinned == 0
    tcfft.cache.limit(tcfft.cache.DEFAULT_PLANS, tcfft.cache.DEFAULT_BYTES, "cuda")


@needs_gpu
def test_arrays_of_the_host_on_a_device_plan(rng):
    x = random_array(rng, (64, 1000), "c8")
    p = tcfft.plan(x.shape, axes=-1, device="cuda")
    check(p(x), np.fft.fft(double(x)))
    check(p(torch.from_numpy(x), inverse=True), np.fft.ifft(double(x)))
    with pytest.raises(ValueError, match="plan is for host"):
        tcfft.plan(x.shape, axes=-1, device="host")(torch.from_numpy(x).cuda())


@needs_gpu
def test_bad_input_on_a_gpu(rng):
    z = tensor(rng, (4, 8), "c8", "cuda")
    with pytest.raises(ValueError, match="out is on host"):
        tcfft.fft.fft(z, out=z.cpu())
    with pytest.raises(tcfft.Error, match="overlap"):
        tcfft.fft.fft(z[:2], out=z[1:3])


@pytest.mark.skipif(not CUDA or torch.cuda.device_count() < 2, reason="fewer than two CUDA devices")
def test_two_devices(rng):
    a = tensor(rng, (4, 8), "c8", "cuda:0")
    b = a.to("cuda:1")
    check(tcfft.fft.fft(b), np.fft.fft(double(a)))
    with pytest.raises(ValueError, match="cuda:1"):
        tcfft.fft.fft(a, out=torch.empty_like(b))
    with pytest.raises(ValueError, match="cuda:1"):
        tcfft.plan((4, 8), device="cuda:0")(b)
    with pytest.raises(ValueError, match="stream"):
        tcfft.plan((4, 8), like=a)(a, stream=torch.cuda.Stream("cuda:1"))


WRITES = {
    "one execution": lambda z, out: tcfft.fft.fft(z, out=out),
    "several executions": lambda z, out: tcfft.fft.fft(z[:1].expand(6, 8), out=out),
    "a conjugate half": lambda z, out: tcfft.fft.fft(z.real.contiguous(), out=out),
    "a copy of the input": lambda z, out: tcfft.fft.fft(z[:, :5], n=8, out=out),
    "a misaligned input": lambda z, out: tcfft.fft.fft(SHIFTED, out=out),
    "a plan": lambda z, out: tcfft.plan((6, 8), like=z)(z, out=out),
    "a plan in place": lambda z, out: tcfft.plan((6, 8), like=z, inplace=True)(out),
    "a plan's function": lambda z, out: tcfft.fft.fftn(z, out=out, plan=tcfft.plan((6, 8), like=z)),
    "a caller's workspace": lambda z, out: tcfft.plan((6, 8), like=z)(z, out=out, workspace=torch.zeros(1 << 16, device=z.device)),
}  # fmt: skip
SHIFTED = torch.from_numpy(np.zeros(97, "f4")[1:].view("c8").reshape(6, 8))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("what", WRITES)
def test_autograd_notices_what_is_written(rng, what, device):
    if "misaligned" in what and device != "cpu":
        pytest.skip("its tensor is the processor's")
    z = tensor(rng, (6, 8), "c8", device)
    kept = tensor(rng, (6, 8), "c8", device)
    weights = torch.ones_like(kept, requires_grad=True)
    product = (weights * kept).abs().sum()  # whose gradient needs what is kept
    for repetition in (1, 2):
        WRITES[what](z, kept)
        assert kept._version >= repetition and kept.view(-1)._version == kept._version
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        product.backward()
    before = z._version
    tcfft.fft.fft(z)
    assert z._version == before


def test_inference_tensors(rng):
    """They have no version, and may be written in inference mode only."""
    z = tensor(rng, (6, 8), "c8", "cpu")
    p = tcfft.plan((6, 8), axes=1, like=z)
    with torch.inference_mode():
        out = torch.empty_like(z)
        for x in (z, z.real.contiguous(), torch.empty_like(z).copy_(z)):
            for _ in range(2):
                check(tcfft.fft.fft(x, out=out), np.fft.fft(double(x)))
        check(p(z, out=out), np.fft.fft(double(z)))
    before = out.clone()
    for write in (
        lambda: tcfft.fft.fft(z, out=out),
        lambda: tcfft.fft.fft(z.real.contiguous(), out=out),
        lambda: p(z, out=out),
    ):
        with pytest.raises(ValueError, match="inference"):
            write()
    assert torch.equal(out, before)


def test_versions_in_older_torch(rng, monkeypatch):
    from tcfft import _torch_arrays

    monkeypatch.setattr(_torch_arrays, "_count_version", _torch_arrays._count_by_writing)
    z = tensor(rng, (6, 8), "c8", "cpu")
    leaf = z.clone().requires_grad_()
    with torch.no_grad():
        tcfft.fft.fft(z, out=leaf)
    assert leaf._version == 1


@pytest.mark.parametrize("device", DEVICES)
def test_frequencies(device):
    """Of PyTorch's default type, unless another is asked for."""
    before = torch.get_default_dtype()
    try:
        for default in (torch.float32, torch.float64):
            torch.set_default_dtype(default)
            for name in ("fftfreq", "rfftfreq"):
                for n in (1, 2, 7, 8):
                    for types in ({}, {"dtype": torch.float32}, {"dtype": torch.float64}):
                        got = getattr(tcfft.fft, name)(n, 0.3, device=device, xp=torch, **types)
                        wanted = getattr(torch.fft, name)(n, 0.3, device=device, **types)
                        assert got.dtype == wanted.dtype and got.device == wanted.device
                        assert torch.allclose(got, wanted)
    finally:
        torch.set_default_dtype(before)


@pytest.mark.parametrize("device", DEVICES)
def test_sparse(rng, device):
    """Doubles are converted where that is asked for, and gradients are refused before."""
    n, where = 1 << 14, np.sort(rng.choice(1 << 14, 5, replace=False))
    spectrum = np.zeros(n, complex)
    spectrum[where] = n
    x = torch.from_numpy(np.fft.ifft(spectrum)).to(device)
    for found in (tcfft.sparse.fft(x.to(torch.complex64), 5), tcfft.sparse.fft(x, 5, cast=True)):
        assert found.index.tolist() == where.tolist() and found.index.device == x.device
        assert found.value.dtype == torch.complex64 and np.allclose(found.value.cpu(), n, rtol=1e-3)
    with pytest.raises(TypeError, match="complex128: .*cast=True"):
        tcfft.sparse.fft(x, 5)
    with pytest.raises(TypeError, match="requires grad"):
        tcfft.sparse.fft(x.clone().requires_grad_(), 5, cast=True)
