"""The text of a constraint string: entries ``.Type~argument~argument``, and their parts in base 64.

Some entries enclose others up to an ``.End``. The parts in base 64 are relations of two digits, sets of cells,
expressions and automata. Bits of relations and sets are counted from the lowest one of each character, six to a
character. An automaton is a stream of bits, highest bits first: its format (2 bits), the bits of a state (4, less 1),
its symbols (4, less 1), the numbers of start states and of other accepting states, whether each start state accepts,
and its moves. States are numbered from the start states on; the other accepting states follow.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from binascii import Error
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qs, urlsplit

from sudoku_cp.formats.text_lines import inner_end
from sudoku_cp.model import InputError

GIVEN = "Given"
HOLDERS = ("Or", "And", "Replicate")
"""The types whose entries enclose others."""

MAX_NESTED = 50
"""The largest depth of nested entries."""

_NUMBER = re.compile(r"-?\d{1,9}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One constraint as written in the string."""

    type: str
    arguments: tuple[str, ...]
    place: str
    """The name in messages: ``Cage 2`` is the second cage of the string."""
    inner: tuple[Entry, ...] = ()


def constraint_string(text: str) -> str:
    """The constraint string in a text, which may be an address.

    Raises
    ------
    InputError
        If an address has none.
    """
    if (fault := inner_end(text)) is not None:
        raise InputError(fault)
    if not text.lstrip().startswith("http"):
        return text
    held = parse_qs(urlsplit(text.strip()).query).get("q")
    if held is None or not held[0].lstrip().startswith("."):
        raise InputError("the address holds no constraint string after ?q=")
    return held[0]


def entries_of(text: str) -> tuple[Entry, ...]:
    """Read the entries of a string.

    Raises
    ------
    InputError
        If it does not begin with a point, or an ``.End`` is missing or ends nothing.
    """
    before, *parts = "".join(text.split()).split(".")
    if before:
        raise InputError(f"a constraint string must begin with a point, not with {before[:20]!r}")
    counted: Counter[str] = Counter()
    remaining = iter(parts)
    return tuple(_entries(remaining, counted, None, 0))


def _entries(parts: Iterator[str], counted: Counter[str], holder: str | None, depth: int) -> Iterator[Entry]:
    """The entries up to the end of the holder, or of the string."""
    if depth > MAX_NESTED:
        raise InputError(f"{holder}: entries are nested more than {MAX_NESTED} deep")
    for part in parts:
        name, *arguments = part.split("~")
        kind = name or GIVEN
        if kind == "End":
            if holder is None:
                raise InputError("unmatched .End: there is no Or, And or Replicate before it")
            return
        counted[kind] += 1
        place = f"{kind} {counted[kind]}"
        inner = tuple(_entries(parts, counted, place, depth + 1)) if kind in HOLDERS else ()
        yield Entry(kind, tuple(arguments), place, inner)
    if holder is not None:
        raise InputError(f"{holder}: its .End is missing")


def number(text: str, name: str) -> int:
    """A whole number.

    Raises
    ------
    InputError
        If the text is not a whole number.
    """
    if not _NUMBER.fullmatch(text):
        raise InputError(f"the {name} must be a whole number, not {text!r}")
    return int(text)


def numbers(text: str, name: str) -> list[int]:
    """The whole numbers of ``1_2_2``."""
    return [number(part, name) for part in text.split("_")]


def groups(arguments: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The lists of cells, separated by empty arguments and by names, which begin with ``_``."""
    cells: list[str] = []
    for argument in (*arguments, ""):
        if argument and not argument.startswith("_"):
            cells.append(argument)
        elif cells:
            yield tuple(cells)
            cells = []


def segments(cells: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The parts of a list, separated by ``-``."""
    parts: list[list[str]] = [[]]
    for cell in cells:
        if cell == "-":
            parts.append([])
        else:
            parts[-1].append(cell)
    return [tuple(part) for part in parts]


_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUE_OF = {character: value for value, character in enumerate(_CHARACTERS)}

MAX_ENCODED = 1 << 18
"""The largest number of characters that are decoded."""


def bits_of(text: str) -> set[int]:
    """The positions of the bits that are set, six bits to a character.

    Raises
    ------
    InputError
        If a character is not in the base-64 alphabet.

    >>> sorted(bits_of("BC"))
    [0, 7]
    """
    for character in text:
        if character not in _VALUE_OF:
            raise InputError(f"{character!r} is not a character of base 64")
    return {
        6 * place + bit for place, character in enumerate(text) for bit in range(6) if _VALUE_OF[character] >> bit & 1
    }


def pairs_of(key: str, digits: range) -> frozenset[tuple[int, int]]:
    """The pairs of digits that a relation allows.

    >>> sorted(pairs_of("D", range(1, 3)))
    [(1, 1), (1, 2)]
    """
    most = len(digits) ** 2
    return frozenset(
        (digits[place // len(digits)], digits[place % len(digits)]) for place in bits_of(key) if place < most
    )


def decoded(text: str) -> bytes:
    """The bytes encoded by a text in base 64 without padding.

    Raises
    ------
    InputError
        If it is not such a text.
    """
    if len(text) > MAX_ENCODED or not _VALUE_OF.keys() >= set(text):
        raise InputError("not a text in base 64")
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (Error, ValueError):
        raise InputError("not a text in base 64: characters are missing") from None


@dataclass(frozen=True, slots=True)
class Machine:
    """An automaton over the symbols 0, 1, …, which may have several moves for one symbol."""

    symbols: int
    starts: int
    """The number of start states, which are the first states."""
    accepting: frozenset[int]
    moves: tuple[dict[int, list[int]], ...]
    """The next states by symbol, for each state."""


class _Bits:
    """Reads numbers from a stream of bits."""

    def __init__(self, data: bytes) -> None:
        self._bits = f"{int.from_bytes(data):0{8 * len(data)}b}" if data else ""
        self.left = len(self._bits)

    def read(self, count: int) -> int:
        if count > self.left:
            raise InputError("the automaton is cut off")
        start = len(self._bits) - self.left
        self.left -= count
        return int(self._bits[start : start + count] or "0", 2)


@lru_cache(maxsize=64)
def machine_of(text: str) -> Machine:
    """The automaton that a text encodes.

    Raises
    ------
    InputError
        If it does not encode one.
    """
    bits = _Bits(decoded(text))
    is_packed = bits.read(2)
    if is_packed > 1:
        raise InputError("the automaton is in an unknown format")
    width, symbols = bits.read(4) + 1, bits.read(4) + 1
    starts, others = bits.read(width), bits.read(width)
    start_accepts = bits.read(starts)
    moves = list(_packed(bits, symbols, width) if is_packed else _listed(bits, symbols, width))
    accepting = {state for state in range(starts) if start_accepts >> state & 1}
    accepting.update(range(starts, starts + others))
    needed = 1 + max(
        [starts - 1, *accepting, *(state for row in moves for targets in row.values() for state in targets)]
    )
    moves += [{} for _ in range(needed - len(moves))]
    return Machine(symbols, starts, frozenset(accepting), tuple(moves))


def _packed(bits: _Bits, symbols: int, width: int) -> list[dict[int, list[int]]]:
    """One bit for each symbol, the first symbol in the lowest bit, and then the next states."""
    moves = []
    while bits.left >= symbols:
        used = bits.read(symbols)
        moves.append({symbol: [bits.read(width)] for symbol in range(symbols) if used >> symbol & 1})
    return moves


def _listed(bits: _Bits, symbols: int, width: int) -> list[dict[int, list[int]]]:
    """The number of moves, and then each with its symbol and next state."""
    count_width, move_width = bits.read(4), (symbols - 1).bit_length() + width
    moves: list[dict[int, list[int]]] = []
    while count_width and bits.left >= count_width:
        row: dict[int, list[int]] = {}
        for _ in range(bits.read(count_width)):
            move = bits.read(move_width)
            row.setdefault(move >> width, []).append(move & ((1 << width) - 1))
        moves.append(row)
    return moves
