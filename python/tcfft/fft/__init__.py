# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Fourier and cosine transforms with NumPy's names and meaning, on arrays of NumPy, CuPy, PyTorch and others.

All functions share these rules:

* ``x`` has float32 or complex64 elements and any strides, or others that its device transforms: on the host float64 and
  complex128, float16, int8 and int16. Other types of numbers are a TypeError, unless ``cast=True`` converts them to float32 or
  complex64. ``x`` is never changed, unless ``out`` is ``x``.
* Results of float64 and complex128 are float64 and complex128, all others float32 and complex64, as the functions' texts say.
* The result is a new row-major array of the library and on the device of ``x``, computed on that library's current stream.
  Arrays of libraries that are not known here come by DLPack: work on a GPU is then on the current stream of PyTorch where
  that is loaded, else of CuPy, between what the array's library has queued and what it queues on its current stream later.
* ``n`` (``s``) is the length (are the lengths) along the transformed axes: longer input is cut, shorter input is filled up
  with zeros in a copy. An element of ``s`` may be -1, the length of ``x``; ``n`` may not.
* ``norm`` is "backward" (None, the default: inverse transforms divide by the number of points), "ortho" or "forward".
* ``out`` is an array for the result, of its shape and type, or of float16 in place of float32. Its strides are as they are, but
  no two elements may share memory, and it may not overlap ``x`` unless it is ``x``.
* ``plan`` is a plan of :func:`tcfft.plan` of the function's kind, shape and axes, used in place of the cached ones.
* ``tolerance`` is the relative L2 error that the caller accepts; None asks for the accuracy of the result's type.
* Errors: TypeError (elements, libraries), ValueError (shapes, axes, norms, devices, read-only ``out``; a wrong axis is also
  an IndexError), :class:`tcfft.Error` (what the library refuses, with its text). After an error nothing was written.

The module is a backend of ``scipy.fft`` (``scipy.fft.set_backend(tcfft.fft)``) for arrays of FP32 and FP64, and has the names of the
array API's ``fft`` extension.
"""

from ._backend import __ua_convert__, __ua_domain__, __ua_function__
from ._cosine import dct, dctn, idct, idctn
from ._fourier import fft, fft2, fftn, hfft, ifft, ifft2, ifftn, ihfft, irfft, irfft2, irfftn, rfft, rfft2, rfftn
from ._helpers import fftfreq, fftshift, ifftshift, rfftfreq

__all__ = [
    "dct", "dctn", "fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "idct", "idctn", "ifft", "ifft2", "ifftn",
    "ifftshift", "ihfft", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn",
]  # fmt: skip
