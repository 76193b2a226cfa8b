"""Atomic writing of files."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path


def write_file(path: Path, text: str) -> None:
    """Write a text to a temporary file and move it into place.

    If writing fails, an older file is unchanged. The mode and the target of a link are kept; anything that is not a
    plain file, such as a pipe, is written to directly.

    Raises
    ------
    OSError
        If the text cannot be written; its `filename` is the path.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
        else:
            _replace(Path(os.path.realpath(path)), text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _replace(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        with beside.open("w", encoding="utf-8") as stream:
            if path.exists():
                os.fchmod(stream.fileno(), stat.S_IMODE(path.stat().st_mode))
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
