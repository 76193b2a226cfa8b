"""What readers of other programs' documents share: entries, regions of any size, and rules that only texts name.

These documents carry the rules as a text for people, but the solver reads only the fields. If the text has more rules,
it solves a different puzzle. A word counts unless it is negated (``no negative constraint``) or the document has a
field of its kind. In a title, which may be a pun, only unambiguous words count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from sudoku_cp.kernel import Linear
from sudoku_cp.model import Clue, Constraint, InputError, ModelError, Sudoku
from sudoku_cp.model.geometry import box_positions, default_box


def sudoku_with(
    regions: Sequence[Sequence[tuple[int, int]]], size: int, name: str, digits: Iterable[int] | None = None
) -> tuple[Sudoku, list[list[str]]]:
    """A grid with these regions, and the regions that become extra regions because they do not partition the grid.

    Parameters
    ----------
    regions
        The rows and columns, from 1, of the cells of each region; one without cells is none.
    size
        The number of rows and columns.
    name
        The name of the model.
    digits
        The digits; by default 1 to ``size``.

    Raises
    ------
    InputError
        If a region has more cells than there are digits, or one that is not in the grid or is there twice.
    """
    regions = [cells for cells in regions if cells]
    for cells in regions:
        if len(cells) > size:
            raise InputError(f"the region of {_named(cells[0])} has {len(cells)} cells, more than there are digits")
        for cell in cells:
            if not all(1 <= coordinate <= size for coordinate in cell):
                raise InputError(f"the region of {_named(cells[0])} has {_named(cell)}, which is not in the grid")
            if cells.count(cell) > 1:
                raise InputError(f"the region of {_named(cells[0])} has {_named(cell)} twice")
    if {tuple(sorted(cells)) for cells in regions} == set(box_positions(size, size, default_box(size))):
        return Sudoku(size, name=name, digits=digits), []
    label_of = {cell: number for number, cells in enumerate(regions) for cell in cells}
    span = range(1, size + 1)
    if len(label_of) == size**2 == sum(map(len, regions)) and all(len(cells) == size for cells in regions):
        return Sudoku(
            size, regions=[[label_of[row, column] for column in span] for row in span], name=name, digits=digits
        ), []
    extra = [[_named(cell) for cell in cells] for cells in regions]
    return Sudoku(size, regions=(), name=name, digits=digits), extra


def refuse_what_is_lost(
    sudoku: Sudoku,
    again: Sudoku,
    program: str,
    left: Mapping[str, Collection[int]] | None = None,
    restricted: Collection[Clue] = (),
) -> None:
    """Refuse a puzzle that a writer has written and a reader has read back as another one.

    Parameters
    ----------
    sudoku, again
        The puzzle, and what was read back.
    program
        What was written, in words.
    left
        The candidates of cells by their names, if clues are written as candidates.
    restricted
        Those clues.

    Raises
    ------
    ModelError
        If the puzzles differ.
    """
    candidates = _candidates(sudoku) if left is None else {name: set(digits) for name, digits in left.items()}
    constraints = Counter(map(_comparable, sudoku.constraints))
    for clue in restricted:
        constraints -= Counter(map(_comparable, clue.constraints(sudoku)))
    differs = {
        "its digits": sudoku.digits != again.digits,
        "its boxes or regions": _regions_of(sudoku) != _regions_of(again),
        "its givens and candidates": candidates != _candidates(again),
        "its clues": constraints != Counter(map(_comparable, again.constraints)),
    }
    if lost := [part for part, is_other in differs.items() if is_other]:
        raise ModelError(f"{sudoku.name}: {program} cannot express {lost[0]}")


def _candidates(sudoku: Sudoku) -> dict[str, set[int]]:
    return {
        cell.name: {sudoku.givens[cell]} if cell in sudoku.givens else set(sudoku.pencilmarks.get(cell, sudoku.digits))
        for cell in sudoku.grid
    }


def _regions_of(sudoku: Sudoku) -> set[frozenset[str]]:
    return {frozenset(cell.name for cell in cells) for cells in sudoku.boxes}


def _comparable(constraint: Constraint) -> str:
    """A constraint in words; the order of cells in a sum does not matter."""
    words = constraint.describe()
    return " ".join(sorted(words.split())) if isinstance(constraint, Linear) else words


def _named(cell: tuple[int, int]) -> str:
    return f"r{cell[0]}c{cell[1]}"


@contextmanager
def at_place(name: str) -> Iterator[None]:
    """Begin the messages of errors raised in this context with a place, and make them input errors.

    Parameters
    ----------
    name
        The place in the document, such as ``killercage 3``.

    Raises
    ------
    InputError
        For any input error, model error or type error in the context.
    """
    try:
        yield
    except InputError as error:
        raise type(error)(f"{name}: {error.message}") from None
    except (ModelError, TypeError) as error:
        raise InputError(f"{name}: {error}") from None


class _Word(NamedTuple):
    """A rule, its names in texts, and the fields that state it."""

    rule: str
    pattern: re.Pattern[str]
    fields: frozenset[str]
    in_titles: bool = False


def _word(rule: str, pattern: str, *fields: str, in_titles: bool = False) -> _Word:
    return _Word(rule, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), frozenset(fields), in_titles)


_INDEXERS = ("rowindexer", "columnindexer", "boxindexer")

_WORDS = (
    _word("knightmare", "knightmare", "knightmare"),
    _word("knightmare", "knightmare", "knightmare", "antiknight", in_titles=True),
    _word("anti-knight", r"anti[-\s]?knights?|knight[’']?s?[-\s]moves?", "antiknight"),
    _word("anti-king", r"anti[-\s]?kings?|king[’']?s?[-\s]moves?", "antiking"),
    _word("anti-queen", r"anti[-\s]?queens?|queen[’']?s?[-\s]moves?"),
    _word("non-consecutive", r"non[-\s]?consecutive", "nonconsecutive"),
    _word(
        "a negative constraint",
        r"negative constraints?|all (?:possible |kropki |white |black |v and x )*(?:dots|xs|vs|xvs|xs and vs)"
        r" (?:are|have been) (?:given|shown|marked)",
        "negative",
        "nonconsecutive",
    ),
    _word("disjoint groups", r"disjoint (?:groups?|sets?|sudoku|boxes)", "disjointgroups"),
    _word("diagonals", r"sudoku[-\s]x|(?:both|main)(?: main)? diagonals?", "diagonal+", "diagonal-", "littlekillersum"),
    _word("windoku", r"windoku|hyper[-\s]?sudoku", "extraregion"),
    _word("toroidal", "(?<!on a )toroidal"),
    _word("global entropy", "global entropy", in_titles=True),
    _word("dutch flatmates", "(?:dutch )?flatmates"),
    _word("doublers", "doublers?"),
    _word("negators", "negators?"),
    _word("Schrödinger cells", r"schr(?:ö|oe?)dinger(?:[’']?s)? cells?"),
    _word("chaos construction", "chaos construction", in_titles=True),
    _word("yin-yang", r"yin[-\s]?yang"),
    _word("nurikabe", "nurikabe"),
    _word("numbered rooms", "numbered rooms?"),
    _word("whispers", r"(?:german|dutch) whispers?|whispers? lines?", "whispers"),
    _word("renban", "renbans?", "renban"),
    _word("nabner", "nabners?", "nabner"),
    _word("thermometers", r"thermos?|thermometers?", "thermometer", "slowthermometer"),
    _word("palindromes", "palindromes?", "palindrome"),
    _word("between lines", r"between[-\s]lines?", "betweenline"),
    _word("lockout lines", r"lockout[-\s]lines?"),
    _word("zipper lines", r"zipper(?:[-\s]lines?)?", "zipperline"),
    _word("region sum lines", r"region[-\s]sum lines?", "regionsumline"),
    _word("entropic lines", r"entropic(?:[-\s]lines?)?|entropy lines?", "entropicline"),
    _word("modular lines", r"modular(?:[-\s]lines?)?", "modularline"),
    _word("kropki dots", "kropki", "difference", "ratio"),
    _word("sandwich sums", "sandwich(?:es)?", "sandwichsum"),
    _word("skyscrapers", "skyscrapers?", "skyscraper"),
    _word("X-sums", r"x[-\s]?sums?", "xsum"),
    _word("little killers", r"little[-\s]killers?", "littlekillersum"),
    _word("killer cages", r"(?<!little )(?<!little-)killer(?: cages?| sudoku| rules?)", "killercage"),
    _word("quadruples", "quadruples?", "quadruple"),
    _word("clones", "clones?", "clone"),
    _word("indexing", r"159|indexers?|(?:row|column|box) indexing", *_INDEXERS),
)
_NEGATED_BEFORE = re.compile(
    r"(?:\b(?:no|without)(?:\s+(?:an?|any|the|standard|normal))?|\bnot|n['’]t)\s+$", re.IGNORECASE
)
_NEGATED_AFTER = re.compile(
    r"\s*(?:\w+\s+){0,2}(?:do(?:es)?|is|are)\s*(?:not|n['’]t)\s+(?:apply|used|in use)", re.IGNORECASE
)


def unstated_rules(title: str, text: str, fields: Collection[str]) -> tuple[str, ...]:
    """Notes on the rules that the texts name and no field states.

    Parameters
    ----------
    fields
        The kinds of clue in the document, by their keys in f-puzzles.

    >>> unstated_rules("Ride", "Anti-knight rules apply, but no negative constraint.", {"killercage"})
    ('its rules say "Anti-knight", but none of its fields states such a rule (anti-knight): the rule is ignored',)
    """
    notes: dict[str, str] = {}
    for word in _WORDS:
        if word.rule in notes or not word.fields.isdisjoint(fields):
            continue
        for says, said in (("its rules say", text), ("its title says", title if word.in_titles else "")):
            found = next(_plain(word.pattern, said), None)
            if found is not None:
                field = f"none of its fields states such a rule ({word.rule}): the rule is ignored"
                notes[word.rule] = f'{says} "{" ".join(found.split())}", but {field}'
                break
    return tuple(notes.values())


def _plain(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """The matches of a pattern that are not negated."""
    for match in pattern.finditer(text):
        if not (_NEGATED_BEFORE.search(text[: match.start()]) or _NEGATED_AFTER.match(text[match.end() :])):
            yield match[0]


Entry: TypeAlias = Mapping[str, Any]
"""A clue as f-puzzles writes it."""

Parameters: TypeAlias = dict[str, Any]
"""A clue's parameters as puzzle documents write them."""

_CELL = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})")


class OtherValueError(InputError):
    """A value that no rule here expresses, such as ``<5`` for a sum."""


def cells_of(entry: Entry, key: str = "cells") -> list[str]:
    """The cells under a key of an entry, as ``r1c2`` for ``R1C2``; none if the entry is unfinished.

    Raises
    ------
    InputError
        If they are not a list, or one is not a cell.
    """
    cells = entry.get(key)
    if cells is None or cells == "":
        return []
    if not isinstance(cells, list):
        raise InputError(f"{key} must be a list of cells such as R1C1, not {cells!r}")
    return [cell_name(cell) for cell in cells]


def cell_name(cell: object) -> str:
    """Convert ``R1C2`` to ``r1c2``.

    Raises
    ------
    InputError
        If it is not a cell.
    """
    found = _CELL.fullmatch(cell) if isinstance(cell, str) else None
    if found is None:
        raise InputError(f"{cell!r} is not a cell such as R1C1")
    return f"r{int(found[1])}c{int(found[2])}"


def place_of(name: str) -> tuple[int, int]:
    """The row and the column of ``r1c2``."""
    row, column = name[1:].split("c")
    return int(row), int(column)


def number_of(entry: Entry, key: str = "value") -> int | None:
    """The number under a key of an entry, which may be a string; None if there is none.

    Raises
    ------
    OtherValueError
        If it is not a whole number.
    """
    value = entry.get(key)
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,6}\s*", value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise OtherValueError(f"{key} must be a whole number, not {value!r}")


def lines_of(entry: Entry) -> list[list[str]]:
    """The lines of an entry; none if it is unfinished.

    Raises
    ------
    InputError
        If they are not lists of cells.
    """
    lines = entry.get("lines")
    if lines is None or lines == "":
        return []
    if not isinstance(lines, list):
        raise InputError(f"lines must be a list of lists of cells, not {lines!r}")
    return [cells_of({"line": line}, "line") for line in lines]


class ReadEntry(Mapping[str, Any]):
    """An entry that knows which of its keys were read.

    >>> entry = ReadEntry({"cells": ["R1C1"], "outlineC": "#F00", "value": ""})
    >>> entry["cells"], entry.unread()
    (['R1C1'], ['outlineC'])
    """

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self._read.add(key)
        return self._entry[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entry)

    def __len__(self) -> int:
        return len(self._entry)

    def unread(self, implied: Collection[str] = ()) -> list[str]:
        """The keys that say something and were not read, without those whose content follows from the others."""
        return [key for key, value in self._entry.items() if value and key not in self._read and key not in implied]

    def fields(self, implied: Collection[str] = ()) -> list[str]:
        """The unread keys of which nothing is known, and which may change the solutions."""
        return [key for key in self.unread(implied) if key not in STYLES]


STYLES = {
    **dict.fromkeys(("outlineC", "baseC", "fontC", "color", "backgroundColor", "fontColor", "borderColor"), "colours"),
    **dict.fromkeys(("width", "height", "size", "angle", "thickness"), "size"),
    **dict.fromkeys(("style", "hidden"), "style"),
    **dict.fromkeys(("fromConstraint", "isNewConstraint", "fromRangskSolver"), "origin"),
}
"""Keys that say how a clue is drawn, in words."""


def left_out(keys: Iterable[str]) -> str:
    """What a clue leaves out whose entry has keys that are not read.

    >>> left_out(["outlineC", "baseC", "width", "isBroken"]), left_out(["style"])
    ('its field isBroken; its colours and size, which are only drawn', 'its style, which is only drawn')
    """
    fields = [f"its field {key}" for key in keys if key not in STYLES]
    styles = list(dict.fromkeys(STYLES[key] for key in keys if key in STYLES))
    verb = "are" if len(styles) > 1 or "colours" in styles else "is"
    return "; ".join([*fields, *([f"its {' and '.join(styles)}, which {verb} only drawn"] if styles else [])])


def entry_in_words(entry: Entry) -> str:
    """An entry as people say it: its cells, and whatever else it has.

    >>> entry_in_words({"cells": ["R1C1", "R1C2"], "value": "A", "unique": True, "width": 0.5})
    'r1c1 r1c2 with the value A, unique, width 0.5'
    >>> entry_in_words({"lines": [["R1C1", "R2C2"]], "cell": [0, 3], "odd": {"a": 1}}), entry_in_words({})
    ('r1c1 r2c2, r1c4 with odd', 'without content')
    """
    places, others = [], []
    for key, value in entry.items():
        if key in ("cell", "cells", "lines", "cloneCells"):
            places.append(_places_in_words(value))
        elif isinstance(value, str | int | float) and value not in (True, False, ""):
            others.append(f"the value {value}" if key == "value" else f"{key} {value}")
        elif value:
            others.append(key)
    said = [", ".join(filter(None, places)), f"with {', '.join(others)}" if others else ""]
    return " ".join(filter(None, said)) or "without content"


def _places_in_words(value: Any) -> str:
    """Names of cells, or pairs of a row and a column from 0, in lists of any depth."""
    if not isinstance(value, list):
        return str(value).lower()
    if len(value) == 2 and all(type(number) is int for number in value):
        return f"r{value[0] + 1}c{value[1] + 1}"
    return " ".join(map(_places_in_words, value))


def spelled(cells: str | Sequence[str]) -> list[str]:
    """Convert ``"r1c2"`` to ``["R1C2"]``."""
    return [cell.upper() for cell in (cells.split() if isinstance(cells, str) else cells)]
