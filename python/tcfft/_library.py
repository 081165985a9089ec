# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""The C library by ctypes: where it is found, its structs and functions, and its failures as exceptions."""

from __future__ import annotations

import ctypes
import glob
import os
import sys
from ctypes import POINTER, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint64, c_void_p

MAX_RANK = 4
FORWARD, INVERSE = 0, 1
KINDS = {"c2c": 0, "r2c": 1, "c2r": 2, "dct1": 3, "dct2": 4, "dct3": 5, "dct4": 6}
BACKENDS = {"auto": 0, "host": 1, "cuda": 2, "opencl": 3}
ALGORITHMS = {"auto": 0, "classic": 1, "tensor": 2}
EFFORTS = {"estimate": 0, "measure": 1, "wisdom_only": 2}

# Numbers of tcfft_status that this package looks at or raises itself.
INVALID_ARGUMENT, INVALID_LAYOUT, NO_DEVICE, UNSUPPORTED, WORKSPACE, OVERLAP, BUFFER_TOO_SMALL = 1, 3, 5, 6, 9, 10, 12


class Error(RuntimeError):
    """A failure of the library: ``status`` is its ``tcfft_status``, the text names argument, value and limit."""

    def __init__(self, status: int, text: str):
        super().__init__(text)
        self.status = status
        self.text = text

    def __reduce__(self):
        return (Error, (self.status, self.text))


class Desc(ctypes.Structure):
    """``tcfft_desc``."""

    _fields_ = [
        ("size", c_size_t),
        ("kind", c_int),
        ("rank", c_int),
        ("n", c_int64 * MAX_RANK),
        ("batch", c_int64),
        ("in_stride", c_int64 * MAX_RANK),
        ("out_stride", c_int64 * MAX_RANK),
        ("in_distance", c_int64),
        ("out_distance", c_int64),
        ("placement", c_int),
        ("backend", c_int),
        ("device", c_char_p),
        ("algorithm", c_int),
        ("split", c_int),
        ("tolerance", c_double),
        ("effort", c_int),
        ("scale", c_double * 2),
        ("workspace", c_int),
        ("threads", c_int),
        ("compile", c_int),
        ("batch_axes", c_int),
        ("in_type", c_int),
        ("out_type", c_int),
    ]


class ExecInfo(ctypes.Structure):
    """``tcfft_exec_info``."""

    _fields_ = [("size", c_size_t), ("workspace", c_void_p), ("workspace_bytes", c_size_t), ("stream", c_void_p)]


class DeviceInfo(ctypes.Structure):
    """``tcfft_device_info``."""

    _fields_ = [
        ("size", c_size_t),
        ("backend", c_int),
        ("index", c_int),
        ("name", ctypes.c_char * 128),
        ("cores", c_int),
        ("memory", c_int64),
    ]


class SparseDesc(ctypes.Structure):
    """``tcfft_sparse_desc``."""

    _fields_ = [
        ("size", c_size_t),
        ("n", c_int64),
        ("k", c_int64),
        ("capacity", c_int64),
        ("batch", c_int64),
        ("distance", c_int64),
        ("real", c_int),
        ("snr", c_double),
        ("least", c_double),
        ("seed", c_uint64),
        ("method", c_int),
        ("no_verify", c_int),
        ("no_fallback", c_int),
        ("backend", c_int),
        ("device", c_char_p),
        ("threads", c_int),
    ]


_TEXT = (c_char_p, c_size_t)
# Name, type of the result, types of the arguments. A c_int that is a status is checked by check().
_FUNCTIONS = (
    ("tcfft_version", c_int, ()),
    ("tcfft_status_string", c_char_p, (c_int,)),
    ("tcfft_last_error", c_char_p, ()),
    ("tcfft_last_text_size", c_size_t, ()),
    ("tcfft_plan_create", c_int, (POINTER(c_void_p), POINTER(Desc))),
    ("tcfft_plan_destroy", None, (c_void_p,)),
    ("tcfft_plan_workspace_size", c_size_t, (c_void_p,)),
    ("tcfft_plan_table_size", c_size_t, (c_void_p,)),
    ("tcfft_plan_error_bound", c_double, (c_void_p,)),
    ("tcfft_plan_predicted_time", c_double, (c_void_p,)),
    ("tcfft_plan_describe", c_int, (c_void_p, *_TEXT)),
    ("tcfft_plan_problem", c_int, (c_void_p, *_TEXT)),
    ("tcfft_plan_explain", c_int, (POINTER(Desc), c_char_p, *_TEXT)),
    ("tcfft_exec", c_int, (c_void_p, c_void_p, c_void_p, c_int)),
    ("tcfft_exec_with", c_int, (c_void_p, c_void_p, c_void_p, c_int, POINTER(ExecInfo))),
    ("tcfft_exec_host", c_int, (c_void_p, c_void_p, c_void_p, c_int)),
    ("tcfft_good_size", c_int, (POINTER(c_int64), c_int64, c_int, c_int, c_char_p)),
    ("tcfft_device_count", c_int, (c_int, POINTER(c_int))),
    ("tcfft_device_get", c_int, (c_int, c_int, POINTER(DeviceInfo))),
    ("tcfft_device_describe", c_int, (c_int, c_int, *_TEXT)),
    ("tcfft_wisdom_import", c_int, (c_char_p,)),
    ("tcfft_wisdom_import_string", c_int, (c_char_p,)),
    ("tcfft_wisdom_export", c_int, (c_char_p,)),
    ("tcfft_wisdom_export_string", c_int, _TEXT),
    ("tcfft_wisdom_forget", None, ()),
    ("tcfft_sparse_plan_create", c_int, (POINTER(c_void_p), POINTER(SparseDesc))),
    ("tcfft_sparse_plan_destroy", None, (c_void_p,)),
    ("tcfft_sparse_workspace_size", c_size_t, (c_void_p,)),
    ("tcfft_sparse_plan_describe", c_int, (c_void_p, *_TEXT)),
    ("tcfft_sparse_exec", c_int, (c_void_p,) * 6 + (POINTER(ExecInfo),)),
    ("tcfft_sparse_exec_host", c_int, (c_void_p,) * 6),
)


def _candidates() -> list[str]:
    """Files that may be the library: the one that TCFFT_LIBRARY names, else the package's own, else the system's."""
    asked = os.environ.get("TCFFT_LIBRARY")
    if asked:
        return [asked]
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib", "libtcfft.so")
    return ([inside] if os.path.exists(inside) else []) + ["libtcfft.so.0.1"]


def _open() -> ctypes.CDLL:
    failures = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError as failure:
            failures.append(str(failure))
            continue
        for name, result, arguments in _FUNCTIONS:
            function = getattr(library, name)
            function.restype = result
            function.argtypes = arguments
        return library
    raise ImportError("libtcfft.so was not found (TCFFT_LIBRARY names its file): " + "; ".join(failures))


lib = _open()


def failure(status: int) -> Error:
    """The exception of a status that a call of this thread has just returned."""
    return Error(status, lib.tcfft_last_error().decode() or lib.tcfft_status_string(status).decode())


def check(status: int) -> None:
    if status:
        raise failure(status)


def exec_info(workspace: int, size: int, stream: int):
    """A reference to a tcfft_exec_info, or None where there is nothing to say."""
    if not size and not stream:
        return None
    return ctypes.byref(ExecInfo(ctypes.sizeof(ExecInfo), workspace, size, stream))


def text_of(function, *arguments) -> str:
    """The text that a function of the library writes into a buffer; a longer text is asked for a second time."""
    size = 4096
    while True:
        buffer = ctypes.create_string_buffer(size)
        status = function(*arguments, buffer, size)
        if status != BUFFER_TOO_SMALL:
            check(status)
            return buffer.value.decode()
        size = lib.tcfft_last_text_size()


def version_text() -> str:
    number = lib.tcfft_version()
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


_compiler_sought = False


def offer_compiler() -> None:
    """Loads the NVRTC that PyPI's packages bring, so that the library finds it by its name. Done before CUDA is used."""
    global _compiler_sought
    if _compiler_sought or "TCFFT_NVRTC" in os.environ:
        return
    _compiler_sought = True
    for folder in sys.path:
        for pattern in ("nvidia/cu13/lib/libnvrtc.so.13", "nvidia/cuda_nvrtc/lib/libnvrtc.so.1[23]"):
            for path in glob.glob(os.path.join(glob.escape(folder or "."), pattern)):
                try:
                    ctypes.CDLL(path)
                    return
                except OSError:
                    continue
