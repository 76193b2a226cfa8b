"""Addresses and payloads of f-puzzles, SudokuPad and SudokuMaker, and the documents in them. Nothing is fetched.

======================================  =========================================================================
text                                    content
======================================  =========================================================================
``https://f-puzzles.com/?load=N4Ig…``   an f-puzzles document, compressed by `sudoku_cp.formats.lz_string`
``N4Ig…``                               the same: the payload of any text that starts with ``{"`` starts like this
``fpuzzlesN4Ig…`` ``fpuzN4Ig…``         the same, as SudokuPad writes it; also after ``https://sudokupad.app/``
``sclN4Ig…`` ``ctcN4Ig…``               a SudokuPad document, compressed; also after ``https://sudokupad.app/``
``scf…``                                a short SudokuPad grid; also after ``https://sudokupad.app/``
``https://sudokumaker.app/?puzzle=N4…`` a SudokuMaker document, compressed
``{…}``                                 a document itself
======================================  =========================================================================
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from sudoku_cp.formats.lz_string import compress, decompress
from sudoku_cp.formats.text_lines import inner_end
from sudoku_cp.model import InputError

F_PUZZLES = "https://f-puzzles.com/?load="
SUDOKUPAD = "https://sudokupad.app/"

_F_PUZZLES = re.compile(r"https?://(?:[\w-]+\.)*f-puzzles\.com/.*?[?&]load=([^&#]+)")
_SUDOKUPAD = re.compile(
    r"https?://(?:[\w-]+\.)*(?:sudokupad\.app|crackingthecryptic\.com)/(?:sudoku/?)?(?:\?puzzleid=)?(.*)"
)
_SUDOKUMAKER = re.compile(r"https?://(?:[\w-]+\.)*sudokumaker\.app/.*?[?&]puzzle=([^&#]+)")
_PREFIX = re.compile(r"(fpuz(?:zles)?|scl|ctc|scf)(?=.{8})(.*)", re.S)
_PAYLOAD = re.compile(r"N4Ig[\w+/ ]+=*")
_ADDRESS = re.compile(r"https?://")

_FROM_ADDRESS = str.maketrans("-$", "/=")
"""From the alphabet of lz-string for addresses to base64."""

Kind = Literal["f-puzzles", "sudokupad", "scf", "sudokumaker"]


class Unpacked(NamedTuple):
    """The content of an address."""

    kind: Kind
    text: str


def is_address(text: str) -> bool:
    """Return whether a text is an address or a payload.

    >>> is_address("https://f-puzzles.com/?load=N4Ig"), is_address("sclN4IgzglgX"), is_address("{")
    (True, True, False)
    """
    is_ours = "#doc=" in text  # an address of `sudoku_cp.formats.toml.address`
    return bool((_ADDRESS.match(text) and not is_ours) or _PAYLOAD.fullmatch(text) or _PREFIX.fullmatch(text))


def kind_of(text: str) -> Kind:
    """The kind of document in an address or a payload, recognised by its beginning.

    >>> kind_of("https://sudokupad.app/sclN4IgzglgX"), kind_of("fpuzzlesN4IgzglgX")
    ('sudokupad', 'f-puzzles')
    >>> kind_of("https://sudokumaker.app/?puzzle=N4IgZg9g")
    'sudokumaker'
    """
    if _SUDOKUMAKER.match(text):
        return "sudokumaker"
    found = re.search(r"(?:^|[/=])(scl|ctc|scf)", text)
    return "f-puzzles" if found is None else "scf" if found[1] == "scf" else "sudokupad"


def unpack(text: str) -> Unpacked:
    """Decode an address or a payload.

    Raises
    ------
    InputError
        If it holds no puzzle, or the payload is damaged.
    """
    from urllib.parse import unquote

    address = text.strip()
    if (fault := inner_end(address)) is not None:
        raise InputError(fault)
    if found := _F_PUZZLES.match(address):
        return Unpacked("f-puzzles", decompress(unquote(found[1])))
    if found := _SUDOKUMAKER.match(address):
        return Unpacked("sudokumaker", decompress(unquote(found[1]).translate(_FROM_ADDRESS)))
    if _PAYLOAD.fullmatch(address):
        return Unpacked("f-puzzles", decompress(address))
    found = _SUDOKUPAD.fullmatch(address)
    puzzle = _PREFIX.fullmatch(re.split(r"[?#]", unquote(found[1]))[0] if found else unquote(address))
    if puzzle is None:
        raise InputError("the address holds no puzzle: it may name one stored elsewhere, and nothing is fetched")
    if puzzle[1] == "scf":
        return Unpacked("scf", puzzle[2])
    return Unpacked("f-puzzles" if puzzle[1].startswith("fpuz") else "sudokupad", decompress(puzzle[2]))


def sudokupad_address(document: str) -> str:
    """The address that holds a SudokuPad document."""
    from urllib.parse import quote

    return f"{SUDOKUPAD}scl{quote(compress(document), safe='')}"


def f_puzzles_address(document: str) -> str:
    """The address that holds an f-puzzles document."""
    from urllib.parse import quote

    return F_PUZZLES + quote(compress(document), safe="")
