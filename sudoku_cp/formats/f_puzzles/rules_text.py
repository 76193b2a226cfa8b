"""Rules of the whole grid that a document states in its rules text: a line such as ``constraints: knight chess:1,3``.

=================================  ===============================================================
word                               rule
=================================  ===============================================================
``knight`` ``king``                anti-knight, anti-king
``nc`` ``djg`` ``dpos`` ``dneg``   non-consecutive, disjoint groups, the rising or falling diagonal
``chess:1,3`` ``chess:1,3;v1,2``   cells 1 and 3 apart differ; only in the digits after ``v``
``difference:neg1``                all white dots are given; so with ``ratio:neg2``, ``sum:neg5;neg10``
=================================  ===============================================================

References
----------
The words are those of the command line of https://github.com/dclamage/SudokuSolver, and the line is that of its pull
request 69.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sudoku_cp.formats.f_puzzles.clues import FLAGS

_LINE = re.compile(r"^[ \t]*constraints?[ \t]*:[ \t]*(.+)$", re.IGNORECASE | re.MULTILINE)
_FLAGS: Mapping[str, str] = {
    "knight": "antiknight",
    "king": "antiking",
    "nc": "nonconsecutive",
    "djg": "disjointgroups",
    "dpos": "diagonal+",
    "dneg": "diagonal-",
}
_NEGATIVES = {"difference": "negative_difference", "ratio": "negative_ratio", "sum": "negative_sum"}
_MOVE = re.compile(r"([+-]?\d{1,2}),([+-]?\d{1,2})")
_DIGITS = re.compile(r"v(\d{1,2}(?:,\d{1,2})*)")
_NEGATIVE = re.compile(r"neg(\d{1,2})")


class Stated(NamedTuple):
    """A word of such a line."""

    word: str
    key: str
    """The key of the document that says the same; empty if there is none."""
    clues: tuple[tuple[str, Mapping[str, object]], ...]
    """The rules with their parameters; none if the word is not known."""


def stated_rules(text: str) -> Iterator[Stated]:
    r"""The rules that a rules text states.

    Parameters
    ----------
    text
        The text.

    Yields
    ------
    Stated
        Each word of its lines ``constraints: …``.

    >>> [(each.word, each.clues) for each in stated_rules("Normal rules apply.\nConstraints: king tea")]
    [('king', (('anti_king', {}),)), ('tea', ())]
    """
    for line in _LINE.finditer(text):
        for word in line[1].split():
            name, _, options = word.lower().partition(":")
            parts = options.split(";") if options else []
            if name in _FLAGS and not parts:
                yield Stated(word, _FLAGS[name], (FLAGS[_FLAGS[name]],))
            elif name == "chess":
                yield Stated(word, "", _chess(parts))
            elif name in _NEGATIVES:
                yield Stated(word, "negative", _negative(_NEGATIVES[name], parts))
            else:
                yield Stated(word, "", ())


def _chess(parts: list[str]) -> tuple[tuple[str, Mapping[str, object]], ...]:
    digits = {part: found for part in parts if (found := _DIGITS.fullmatch(part))}
    moves = [_MOVE.fullmatch(part) for part in parts if part not in digits]
    if not all(moves):
        return ()
    only = " ".join(found[1].replace(",", " ") for found in digits.values())
    restricted = {"digits": only} if only else {}
    return tuple(
        ("anti_leaper", {"rows": int(move[1]), "columns": int(move[2]), **restricted}) for move in moves if move
    )


def _negative(rule: str, parts: list[str]) -> tuple[tuple[str, Mapping[str, object]], ...]:
    values = [_NEGATIVE.fullmatch(part) for part in parts]
    if not parts or not all(values):
        return ()
    return ((rule, {"values": " ".join(value[1] for value in values if value)}),)
