"""Reading of files up to a size, and atomic writing."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sudoku_cp._base.errors import InputError

MOST_TEXT = 1 << 22
"""The largest size in bytes of a text that people write, such as a walkthrough."""

_PIECE = 1 << 20


def read_bytes(path: Path, most: int = MOST_TEXT) -> bytes:
    """The content of a file that must be a text; reading ends early where it cannot be one, or is too long.

    Parameters
    ----------
    path
        The file.
    most
        The largest number of bytes.

    Returns
    -------
    bytes
        The content.

    Raises
    ------
    InputError
        If it cannot be read, has a NUL character, as no text does, or is too long.
    """
    pieces: list[bytes] = []
    size = 0
    try:
        with path.open("rb") as stream:
            while piece := stream.read(_PIECE):
                if b"\0" in piece:
                    raise InputError("is not a text file", str(path))
                size += len(piece)
                if size > most:
                    raise InputError(f"is longer than {most:,} bytes", str(path))
                pieces.append(piece)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", str(path)) from None
    except ValueError as error:
        raise InputError(f"cannot be read: {error}", str(path)) from None
    return b"".join(pieces)


def read_text(path: Path, most: int = MOST_TEXT) -> str:
    """The text of a file; all of its line ends are newline characters.

    Parameters
    ----------
    path
        The file.
    most
        The largest number of bytes.

    Returns
    -------
    str
        The text.

    Raises
    ------
    InputError
        If it is not in UTF-8; otherwise as `read_bytes`.
    """
    try:
        text = read_bytes(path, most).decode()
    except UnicodeDecodeError:
        raise InputError("is not a text file", str(path)) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


class ChangedFileError(Exception):
    """A file is not as it was: another program has written or deleted it.

    Parameters
    ----------
    content
        What it has now; None if there is no such file.
    """

    def __init__(self, content: bytes | None) -> None:
        super().__init__("the file has changed")
        self.content = content


def write_file(path: Path, text: str) -> None:
    """Write a text to a temporary file and move it into place.

    If writing fails, an older file is unchanged. The mode and the target of a link are kept; anything that is not a
    plain file, such as a pipe, is written to directly.

    Raises
    ------
    OSError
        If the text cannot be written, as where the file may only be read; its `filename` is the path.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
        else:
            _replace(Path(os.path.realpath(path)), text.encode())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def replace_file(path: Path, content: bytes, known: bytes | None) -> None:
    """Replace a file as `write_file` does, unless another program has changed it.

    Parameters
    ----------
    path
        The file.
    content
        The new content.
    known
        What it is known to have; None for no such file. It is compared when the new content is on the disk already, so
        that nothing but a move follows.

    Raises
    ------
    ChangedFileError
        If it has something else.
    OSError
        If it cannot be read or written; its `filename` is the path.
    """

    def check() -> None:
        if (found := content_of(path, most)) != known:
            raise ChangedFileError(found)

    def move(beside: Path, target: Path) -> None:
        check()
        if known is None:
            try:
                os.link(beside, target)  # which never replaces a file
            except FileExistsError:
                raise ChangedFileError(content_of(path, most)) from None
            except OSError:  # no links on this file system
                beside.replace(target)
        else:
            beside.replace(target)

    most = max(len(known or b""), 1 << 20)
    try:
        check()
        _replace(Path(os.path.realpath(path)), content, move)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def content_of(path: Path, most: int) -> bytes | None:
    """The content of a file.

    Parameters
    ----------
    path
        The file.
    most
        The most bytes of interest; of a longer file, one more is read.

    Returns
    -------
    bytes or None
        The content; None if there is no such file.

    Raises
    ------
    OSError
        If it cannot be read, or is something else, such as a folder or a pipe.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would wait for its other end
            raise OSError(errno.EINVAL, "not a file")
        with path.open("rb") as stream:
            return stream.read(most + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _replace(path: Path, content: bytes, move: Callable[[Path, Path], object] = Path.replace) -> None:
    """Move a new file into place, with the mode and the owner of an older one.

    A file that may only be read could be replaced, as that changes its folder alone; but that is not what is meant.
    """
    older = path.stat() if path.exists() else None
    if older is not None and not (older.st_mode & 0o222 and os.access(path, os.W_OK)):  # root may write anything
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        with beside.open("wb") as stream:
            if older is not None:
                with suppress(PermissionError):  # only root gives files away
                    os.fchown(stream.fileno(), older.st_uid, older.st_gid)
                os.fchmod(stream.fileno(), stat.S_IMODE(older.st_mode))
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        move(beside, path)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
