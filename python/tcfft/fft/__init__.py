# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Fourier and cosine transforms with NumPy's names and meaning, on arrays of NumPy, CuPy, PyTorch and others.

``help`` of a function tells its arguments, types of numbers and errors. All functions share these rules:

* ``x`` has any strides, and is never changed unless ``out`` is ``x``. It is copied where it goes backward or stands still
  along a transformed axis, is padded or misaligned, or is converted (``cast=True``).
* The host and CUDA devices transform float64 and complex128 in FP64, and float32, complex64, float16, bfloat16, int8 and
  int16 in FP32. What a device does not take is a TypeError that names what it takes.
* The result is a new row-major array of the library and on the device of ``x``, computed on that library's current stream.
  Arrays of libraries that are not known here come by DLPack: work on a GPU is then on the current stream of PyTorch where
  that is loaded, else of CuPy, between what the array's library has queued and what it queues on its current stream later.
* Errors are TypeError, ValueError or :class:`tcfft.Error`. After an error nothing was written.

The module is a backend of ``scipy.fft`` (``scipy.fft.set_backend(tcfft.fft)``) for arrays of FP32 and FP64, where SciPy's
``workers`` are ``threads``, and has the names of the array API's ``fft`` extension.
"""

from ._backend import __ua_convert__, __ua_domain__, __ua_function__
from ._cosine import dct, dctn, idct, idctn
from ._fourier import fft, fft2, fftn, hfft, ifft, ifft2, ifftn, ihfft, irfft, irfft2, irfftn, rfft, rfft2, rfftn
from ._helpers import fftfreq, fftshift, ifftshift, rfftfreq

__all__ = [
    "dct", "dctn", "fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "idct", "idctn", "ifft", "ifft2", "ifftn",
    "ifftshift", "ihfft", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn",
]  # fmt: skip
