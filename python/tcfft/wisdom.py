# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""What measuring plans has found: the fastest plan of each measured problem on each device.

Plans of ``effort="measure"`` add to it, plans of every effort take it. A process begins with the user's file, which
``TCFFT_WISDOM`` names (else ``tcfft/wisdom`` in the user's folder of caches).
"""

from __future__ import annotations

import os

from ._library import check, lib, text_of


def _path(path: str | os.PathLike[str] | None) -> bytes | None:
    return None if path is None else os.fsencode(path)


def load(path: str | os.PathLike[str] | None = None) -> None:
    """Adds the wisdom of a file; None is the user's. Of two records of one problem the faster stays.

    Raises:
        tcfft.Error: it cannot be read, others may write it, or a line is none of wisdom
    """
    check(lib.tcfft_wisdom_import(_path(path)))


def save(path: str | os.PathLike[str] | None = None) -> None:
    """Writes all wisdom of the process to a file, merged with what the file has; None is the user's.

    Raises:
        tcfft.Error: it cannot be written, or is no file of wisdom
    """
    check(lib.tcfft_wisdom_export(_path(path)))


def loads(text: str) -> None:
    """Adds the wisdom of a text.

    Raises:
        TypeError: it is no text
        tcfft.Error: a line is none of wisdom; nothing was added
    """
    if not isinstance(text, str):
        raise TypeError(f"wisdom is text, not {type(text).__name__}")
    check(lib.tcfft_wisdom_import_string(text.encode()))


def dumps() -> str:
    """All wisdom of the process as text."""
    return text_of(lib.tcfft_wisdom_export_string)


def forget() -> None:
    """Forgets all wisdom of the process. Files and plans stay as they are."""
    lib.tcfft_wisdom_forget()


__all__ = ["dumps", "forget", "load", "loads", "save"]
