"""Puzzles that are drawn, with their rules as a text: lines, arrows, dots and sentences become clues.

`read_drawing` is what readers of documents call. The steps have a module each: primitives of documents
(`documents`), elements and kinds (`elements`, `colours`), sentences (`sentences`), what they say about kinds
(`statements`, `relations`), and the search for a reading that fits (`search`). How a rule is said and drawn is declared
with the rule itself (`sudoku_cp.rules.wording`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sudoku_cp.formats.document import CHOSEN, ONLY_DRAWN
from sudoku_cp.formats.drawn.building import JOINED, Drawing, Reading
from sudoku_cp.formats.drawn.colours import WORDS
from sudoku_cp.formats.drawn.elements import Kind, Primitive, elements_of, kinds_of
from sudoku_cp.formats.drawn.search import readings_of
from sudoku_cp.formats.drawn.sentences import plain
from sudoku_cp.model import InputError, Sudoku
from sudoku_cp.rules.applied_rule import AppliedRule

NOT_READ = "not read: "
"""The beginning of what is not supported because a sentence was not understood."""

_DIGITS = re.compile(
    r"\b(?:digits?|numbers?|values?|integers?)\b[^.]{0,20}?\b(\d{1,2}) ?(?:-|to|through|\.\.\.?) ?(\d{1,2})\b"
)
_BULBS = re.compile(r"\bthermo\w*\b|\bbulbs?\b|\bincreas\w+\b")
_USUAL = re.compile(
    r"\b(?:normal|standard|classic\w*|usual|regular)\b[^.]*\bsudoku\b(?![^.]*\bnot apply)"
    r"|\brow\b[^.]*\bcolumn\b[^.]*\b(?:box|3 ?x ?3|2 ?x ?[23])"
)


@dataclass(frozen=True)
class DrawnPuzzle:
    """What was read of a drawing."""

    model: Sudoku
    notes: tuple[str, ...]
    """What each kind of element and each rule of the grid was read as."""
    unsupported: tuple[str, ...]
    """What was not read, or does not fit."""
    readings: tuple[Reading, ...] = ()
    is_partial: bool = False
    """Whether sentences were not read of a puzzle in which nothing is drawn, or anything is unsupported."""


def read_drawing(
    make: Callable[[bool], Sudoku],
    primitives: Iterable[Primitive],
    text: str,
    solution: Sequence[int] | None,
    *,
    is_decorated: bool = False,
) -> DrawnPuzzle | None:
    """Read what is drawn by what is written.

    Parameters
    ----------
    make
        Makes the grid with its givens and what the document itself states; without regions on request.
    primitives
        What is drawn.
    text
        The rules in words.
    solution
        The published solution, row by row; None if there is none.
    is_decorated
        Whether the document states its rules by fields, and drawings that no sentence is about are decoration.

    Returns
    -------
    DrawnPuzzle or None
        None if the text says nothing that the document does not state.

    Raises
    ------
    InputError
        If the user's readings name no kind of element or no rule.
    """
    from sudoku_cp import rules

    base = make(False)
    bulbs = not text or _BULBS.search(plain(text)) is not None
    kinds = kinds_of(elements_of(primitives, base.size, bulbs=bulbs))
    assert rules.RULES
    stated = frozenset(clue.rule.name for clue in base.clues if isinstance(clue, AppliedRule))
    drawing = Drawing(make, kinds, text, solution, stated, _fixed(kinds), is_decorated)
    readings = readings_of(drawing)
    first = readings[0]
    if not first.adds and not first.left and not first.decorations:
        if is_decorated:
            return None
        ignored = tuple(f'{NOT_READ}"{" ".join(each.split())}"' for each in first.unread)
        return DrawnPuzzle(base, ignored, (), is_partial=True) if ignored else None
    return _outcome(readings, is_published=solution is not None)


def _fixed(kinds: Sequence[Kind]) -> dict[int, str]:
    """The kinds that the user names, with their rules."""
    from sudoku_cp.rules import RULES

    fixed: dict[int, str] = {}
    for text in CHOSEN.get():
        name, _, rule = (part.strip() for part in text.rpartition("="))
        if rule != "drawn" and rule.removesuffix(JOINED) not in RULES:
            raise InputError(f"--read {text}: there is no rule {rule!r}; `sudoku-cp rules` lists them")
        found = [number for number, kind in enumerate(kinds) if _is_named(kind, name)]
        if not found:
            raise InputError(f"--read {text}: there are {', '.join(kind.counted for kind in kinds) or 'no drawings'}")
        fixed.update(dict.fromkeys(found, rule))
    return fixed


def _is_named(kind: Kind, name: str) -> bool:
    """Whether a user means a kind by a name, whose words are colours or in the kind's own name."""
    own = set(plain(kind.name).split())
    for word in plain(name).split():
        singular = word.removesuffix("s")
        if not ({word, singular} & own or {*WORDS.get(word, ())} & {*kind.colours}):
            return False
    return bool(name)


def _outcome(readings: Sequence[Reading], *, is_published: bool) -> DrawnPuzzle:
    first = readings[0]
    notes = (
        *(f"read: {line}" for line in first.lines),
        *(f"{ONLY_DRAWN}{each}" for each in first.decorations),
        *(f"said, but not drawn: {each}" for each in first.undrawn),
    )
    if first.is_accepted and len(readings) > 1:
        differing = [reading for reading in readings[1:] if reading.answer != first.answer]
        if differing:
            said = (_difference(first, differing[0]),)
            return DrawnPuzzle(first.sudoku, notes, said, tuple(readings), is_partial=True)
    missing = tuple(_missing(first, is_published=is_published))
    return DrawnPuzzle(first.sudoku, notes, missing, tuple(readings), is_partial=bool(missing))


def _difference(one: Reading, other: Reading) -> str:
    """Two readings that fit, and where their solutions differ."""
    left, right = (
        [line for line in each.lines if line not in rest.lines] for each, rest in ((one, other), (other, one))
    )
    return (
        f"two readings fit, choose one with --read: {'; '.join(left)} (solution {one.answer}); or "
        f"{'; '.join(right)} (solution {other.answer})"
    )


def _missing(reading: Reading, *, is_published: bool) -> Iterator[str]:
    """What a reading lacks."""
    yield from (f"{ONLY_DRAWN}{kind}" for kind in reading.left)
    yield from (f'{NOT_READ}"{" ".join(sentence.split())}"' for sentence in reading.unread)
    if reading.against and reading.fits is None:
        yield f"its reading is not possible: {reading.against}"
    elif reading.fits is False:
        yield f"its reading does not fit the published solution, which breaks {reading.against}"
    elif reading.is_whole and reading.solutions == 0 and not CHOSEN.get():
        yield "its reading has no solution"
    elif reading.is_whole and is_published and reading.solutions != 1:
        many = "cannot be counted" if reading.solutions is None else "are several"
        yield f"its reading has more solutions than the published one, or they {many}"


def digits_said(text: str, size: int) -> tuple[int, ...] | None:
    """The digits that a text gives for a grid, if they are not 1 to its size.

    >>> digits_said("Fill the grid with the digits 0-8.", 9), digits_said("Place the digits 1 to 9.", 9)
    ((0, 1, 2, 3, 4, 5, 6, 7, 8), None)
    """
    for found in _DIGITS.finditer(plain(text)):
        low, high = int(found[1]), int(found[2])
        if high - low + 1 >= size and (low, high) != (1, size) and low in (0, 1) and high < 100:
            return tuple(range(low, high + 1))
        if (low, high) == (1, size):
            return None
    return None


def says_boxes(text: str) -> bool:
    """Whether a text says that the usual rules of sudoku apply, with their boxes."""
    return bool(_USUAL.search(plain(text)))
