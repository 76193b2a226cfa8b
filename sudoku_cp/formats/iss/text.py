"""The text of a constraint string: entries ``.Type~argument~argument``; some enclose others up to an ``.End``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
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
