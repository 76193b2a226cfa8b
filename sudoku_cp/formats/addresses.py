"""Addresses and payloads of f-puzzles, SudokuPad and SudokuMaker, and what addresses hold. Nothing is fetched.

======================================  =========================================================================
text                                    content
======================================  =========================================================================
``https://f-puzzles.com/?load=N4Ig…``   an f-puzzles document, compressed by lz-string
``N4Ig…``                               the same: the payload of any text that starts with ``{"`` starts like this
``fpuzzlesN4Ig…`` ``fpuzN4Ig…``         the same, as SudokuPad writes it; also after ``https://sudokupad.app/``
``sclN4Ig…`` ``ctcN4Ig…``               a SudokuPad document, compressed; also after ``https://sudokupad.app/``
``scf…``                                a short SudokuPad grid; also after ``https://sudokupad.app/``
``https://sudokumaker.app/?puzzle=N4…`` a SudokuMaker document, compressed
``https://…/fpuzzlesN4Ig…`` ``…=N4Ig…`` such a payload in an address of any host, also as a part of another address
``https://…?bd=0093…`` ``https://…/0093…`` the n² digits of a grid in an address of any host
``<a href="https://…">``                an address in the source of a page
``[here](https://…)`` ``<https://…>``   an address as forums write it
``{…}``                                 a document itself
======================================  =========================================================================

Payloads may be percent-encoded, once or several times. One without a known prefix or host is the document that its keys
say.

The compression is lz-string, written in base64. A compressed text is a sequence of phrase numbers. Writer and reader
build the same list of phrases: after each phrase, they append that phrase extended by the next character. Numbers 0 and
1 announce a new character of 8 and of 16 bits, which becomes a phrase too; 2 is the end. A number is written lowest bit
first, in as many bits as the number of the next phrase needs. Characters are code units of UTF-16.

References
----------
lz-string by pieroxy: ``compressToBase64`` and ``decompressFromBase64``.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from sudoku_cp.formats.text_lines import are_cells, inner_end, is_solution
from sudoku_cp.model import InputError

F_PUZZLES = "https://f-puzzles.com/?load="
SUDOKUPAD = "https://sudokupad.app/"
SUDOKUMAKER = "https://sudokumaker.app/?puzzle="

_F_PUZZLES = re.compile(r"https?://(?:[\w-]+\.)*f-puzzles\.com/.*?[?&]load=([^&#]+)")
_SUDOKUPAD = re.compile(
    r"https?://(?:[\w-]+\.)*(?:sudokupad\.app|crackingthecryptic\.com)/(?:sudoku/?)?(?:\?puzzleid=)?(.*)"
)
_SUDOKUMAKER = re.compile(r"https?://(?:[\w-]+\.)*sudokumaker\.app/.*?[?&]puzzle=([^&#]+)")
_PREFIX = re.compile(r"(fpuz(?:zles)?|scl|ctc|scf)(?=.{8})(.*)", re.S)
_PAYLOAD = re.compile(r"N4Ig[\w+/ ]+=*")
_ADDRESS = re.compile(r"https?://")
_IN_SOURCE = re.compile(r"""(?:href|src|content|value)\s*=\s*["']?(https?://[^"'\s<>]+)""", re.IGNORECASE)
"""An address in the source of a page."""
_MARKED = re.compile(r"(?:\[[^\]\n]*\]\(|<)(https?://[^\s<>()]+)[)>][.,;]?")
"""An address in angle brackets, or behind the words of a link, as forums write it."""
_ANYWHERE = re.compile(r"(?:[/?=&#]|^)(fpuz(?:zles)?|scl|ctc)?(N4Ig[\w+/ $-]{8,}=*)")
_HOST = re.compile(r"https?://[^/?#]*")
_PARTS = re.compile(r"[/?&=#:,;+!|]")
_SMALL_DIGITS = {n * n: re.compile(f"[0-{n}.]+") for n in range(4, 9)}
_DIGITS_OF_9 = re.compile(r"[0-9.*_-]{81}")

MOST_ENCODED = 4
"""How often an address may be percent-encoded."""

_FROM_ADDRESS = str.maketrans("-$", "/=")
"""From the alphabet of lz-string for addresses to base64."""

_TO_ADDRESS = str.maketrans("/=", "-$")

Kind = Literal["f-puzzles", "sudokupad", "scf", "sudokumaker", "digits"]


class Unpacked(NamedTuple):
    """The content of an address."""

    kind: Kind
    text: str


def is_address(text: str) -> bool:
    """Return whether a text is an address or a payload.

    >>> is_address("https://f-puzzles.com/?load=N4Ig"), is_address("sclN4IgzglgX"), is_address("{")
    (True, True, False)
    """
    is_ours = "#doc=" in text  # an address of `sudoku_cp.formats.toml`
    if _ADDRESS.match(text) or _is_source(text):
        return not is_ours
    return bool(_PAYLOAD.fullmatch(text) or _PREFIX.fullmatch(text))


def _is_source(text: str) -> bool:
    return bool(_MARKED.fullmatch(text) or (text.startswith("<") and _IN_SOURCE.search(text)))


def _address_in(text: str) -> str:
    """The address in a line, which may be one of a page's source.

    Raises
    ------
    InputError
        If it has several different ones.
    """
    if not _is_source(text):
        return text
    if marked := _MARKED.fullmatch(text):
        return marked[1]
    from html import unescape

    found = list(dict.fromkeys(map(unescape, _IN_SOURCE.findall(text))))
    if len(found) > 1:
        raise InputError(f"a line with {len(found)} addresses: keep the one of the puzzle")
    return found[0]


def kind_of(text: str) -> Kind | None:
    """The kind of document in an address or a payload, recognised by its beginning; None if it seems to hold none.

    >>> kind_of("https://sudokupad.app/sclN4IgzglgX"), kind_of("fpuzzlesN4IgzglgX")
    ('sudokupad', 'f-puzzles')
    >>> kind_of("https://sudokumaker.app/?puzzle=N4IgZg9g"), kind_of("https://example.org/?bd=" + "0" * 81)
    ('sudokumaker', 'digits')
    """
    try:
        kind, held = _located(text)
        return kind or _kind_by_keys(decompress(held))
    except InputError:
        pass
    if _SUDOKUMAKER.match(text):
        return "sudokumaker"
    found = re.search(r"(?:^|[/=])(scl|ctc|scf)", text)
    return None if found is None else "scf" if found[1] == "scf" else "sudokupad"


def unpack(text: str) -> Unpacked:
    """Decode an address or a payload.

    Raises
    ------
    InputError
        If it holds no puzzle, or the payload is damaged.
    """
    kind, held = _located(text)
    if kind in ("scf", "digits"):
        return Unpacked(kind, held)
    document = decompress(held)
    return Unpacked(kind or _kind_by_keys(document), document)


def _located(text: str) -> tuple[Kind | None, str]:
    """The kind of what an address or a payload holds, and that; None for a payload whose kind its keys say.

    Raises
    ------
    InputError
        If it holds no puzzle, or several.
    """
    from urllib.parse import unquote

    address = _address_in(text.strip())
    if (fault := inner_end(address)) is not None:
        raise InputError(fault)
    if found := _F_PUZZLES.match(address):
        return "f-puzzles", unquote(found[1])
    if found := _SUDOKUMAKER.match(address):
        return "sudokumaker", unquote(found[1]).translate(_FROM_ADDRESS)
    if _PAYLOAD.fullmatch(address):
        return "f-puzzles", address
    found = _SUDOKUPAD.fullmatch(address)
    puzzle = _PREFIX.fullmatch(re.split(r"[?#]", unquote(found[1]))[0] if found else unquote(address))
    if puzzle is None:
        return _located_in_any(address)
    if puzzle[1] == "scf":
        return "scf", puzzle[2]
    return "f-puzzles" if puzzle[1].startswith("fpuz") else "sudokupad", puzzle[2]


def _located_in_any(address: str) -> tuple[Kind | None, str]:
    """What stands behind a known prefix, or the digits, in an address of any host."""
    from urllib.parse import unquote

    for _ in range(MOST_ENCODED):
        address = unquote(address)
    if found := _ANYWHERE.search(address):
        return _KINDS.get(found[1]), found[2].translate(_FROM_ADDRESS)
    if grids := digits_in(address):
        return "digits", grids[0]
    raise InputError(
        "the address holds no puzzle: it names one stored elsewhere, and nothing is fetched; open it, then copy the "
        "long address that it leads to"
    )


_KINDS: Mapping[str | None, Kind] = {
    "scl": "sudokupad",
    "ctc": "sudokupad",
    "fpuz": "f-puzzles",
    "fpuzzles": "f-puzzles",
}


def _kind_by_keys(text: str) -> Kind:
    """The kind of a document without a prefix."""
    if '"formatVersion"' in text:
        return "sudokumaker"
    keys = set(re.findall(r'"(cells|grid|size)"\s*:', text[:10_000]))
    return "sudokupad" if keys == {"cells"} else "f-puzzles"


def digits_in(address: str) -> list[str]:
    """The grids in an address that is not percent-encoded: n² digits between its separators; no solution of the first.

    Raises
    ------
    InputError
        If there are several puzzles.

    >>> digits_in("https://example.org/play/1...............?n=12")
    ['1...............']
    """
    host = _HOST.match(address)
    parts = _PARTS.split(address[host.end() :]) if host else []
    grids = list(dict.fromkeys(part for part in parts if _are_digits(part)))
    if len(grids) > 1 and not all(is_solution(other, grids[0]) for other in grids[1:]):
        raise InputError(f"an address with {len(grids)} puzzles of {len(grids[0])} and of {len(grids[1])} cells")
    return grids[:1]


def _are_digits(part: str) -> bool:
    if len(part) < 81:
        pattern = _SMALL_DIGITS.get(len(part))
        return pattern is not None and pattern.fullmatch(part) is not None and any(map(str.isdecimal, part))
    return _DIGITS_OF_9.fullmatch(part) is not None if len(part) == 81 else are_cells(part)


def sudokupad_address(document: str) -> str:
    """The address that holds a SudokuPad document."""
    from urllib.parse import quote

    return f"{SUDOKUPAD}scl{quote(compress(document), safe='')}"


def sudokumaker_address(document: str) -> str:
    """The address that holds a SudokuMaker document."""
    return SUDOKUMAKER + compress(document).translate(_TO_ADDRESS)


def f_puzzles_address(document: str) -> str:
    """The address that holds an f-puzzles document."""
    from urllib.parse import quote

    return F_PUZZLES + quote(compress(document), safe="")


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
MAX_TEXT = 1 << 22
"""The longest text in characters: a short payload can expand to an immense one."""

_BITS = 6
_NEW_8, _NEW_16, _END = range(3)
_DIGITS = {character: f"{value:0{_BITS}b}" for value, character in enumerate(ALPHABET)}


def decompress(payload: str) -> str:
    """Decompress a payload; spaces in it are read as ``+``, and the ``=`` at its end may be missing.

    Raises
    ------
    InputError
        If it is not such a payload.

    >>> decompress("EQYw9gtgDgTgpgZwXAJsABASweghugFgFYBaAGzgBdK4Z0B3MGFIA===")
    '"compressed" is a 45-letter word'
    """
    bits = _Bits(payload.strip().replace(" ", "+").rstrip("="))
    phrases = ["", "", ""]
    pieces: list[str] = []
    previous, length = "", 0
    while (number := bits.number(len(phrases).bit_length())) != _END:
        if number in (_NEW_8, _NEW_16):
            phrases.append(chr(bits.number(8 if number == _NEW_8 else 16)))
            phrase = phrases[-1]
        elif number < len(phrases):
            phrase = phrases[number]
        elif number == len(phrases) and previous:
            phrase = previous + previous[0]
        else:
            raise InputError("not an lz-string payload: it refers to a phrase that has not occurred yet")
        if previous:
            phrases.append(previous + phrase[0])
        pieces.append(phrase)
        previous, length = phrase, length + len(phrase)
        if length > MAX_TEXT:
            raise InputError(f"the payload expands to more than {MAX_TEXT:,} characters")
    try:
        return "".join(pieces).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise InputError("not an lz-string payload of a text: it has half of a character") from None


def compress(text: str) -> str:
    """Compress a text to a payload; the inverse of `decompress`."""
    bits: list[int] = []
    size = 3
    for number, character in _numbers_of(text):
        bits += _low_bits_first(number, size.bit_length())
        if number < _END:
            bits += _low_bits_first(character, 16 if number == _NEW_16 else 8)
        size += (number < _END) + (size > 3)
    bits += [0] * (_BITS - len(bits) % _BITS)
    code = [ALPHABET[_high_bits_first(bits[at : at + _BITS])] for at in range(0, len(bits), _BITS)]
    return "".join(code) + "=" * (-len(code) % 4)


def _numbers_of(text: str) -> Iterator[tuple[int, int]]:
    """The numbers of a text's phrases, each with the new character if there is one."""
    units = [chr(unit) for unit in array("H", text.encode("utf-16-le"))]
    numbers: dict[str, int] = {}
    unspoken = set[str]()
    phrase = ""
    for unit in [*units, ""]:
        if unit and unit not in numbers:
            numbers[unit] = len(numbers) + 3
            unspoken.add(unit)
        if unit and phrase + unit in numbers:
            phrase += unit
            continue
        if phrase in unspoken:
            unspoken.remove(phrase)
            yield _NEW_8 if ord(phrase) < 256 else _NEW_16, ord(phrase)
        elif phrase:
            yield numbers[phrase], 0
        if phrase and unit:
            numbers[phrase + unit] = len(numbers) + 3
        phrase = unit
    yield _END, 0


class _Bits:
    """Reads numbers from a payload."""

    def __init__(self, payload: str) -> None:
        try:
            self._digits = "".join([_DIGITS[character] for character in payload])
        except KeyError:
            wrong = next(place for place, character in enumerate(payload) if character not in _DIGITS)
            raise InputError(
                f"not an lz-string payload: its character {wrong + 1}, {payload[wrong]!r}, is not base64"
            ) from None
        self._at = 0

    def number(self, width: int) -> int:
        read = self._digits[self._at : self._at + width]
        if len(read) < width:
            raise InputError("not an lz-string payload: it is cut off")
        self._at += width
        return int(read[::-1], 2)


def _low_bits_first(number: int, width: int) -> list[int]:
    return [number >> place & 1 for place in range(width)]


def _high_bits_first(bits: list[int]) -> int:
    return int("".join(map(str, bits)), 2)
