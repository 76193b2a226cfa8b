"""Words that select parts of a puzzle: the name of a rule, ``givens``, the name of a cell, or the text of a part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sudoku_cp._base.errors import unknown
from sudoku_cp.authoring.parts import Part
from sudoku_cp.model import ModelError

GIVENS = "givens"
CONSTRAINTS = "constraints"


def words_of(part: Part) -> tuple[str, ...]:
    """The words that select a part.

    Parameters
    ----------
    part
        The part.

    Returns
    -------
    tuple
        The words, general ones first.
    """
    if part.cell is not None:
        return GIVENS, part.cell.name, part.name
    if part.clue is None:
        return CONSTRAINTS, part.name
    return part.name.split(" ", 1)[0], part.name


def selected(parts: Sequence[Part], words: Iterable[str]) -> int:
    """The set of the parts that some words select.

    Parameters
    ----------
    parts
        The parts of a puzzle.
    words
        The words.

    Returns
    -------
    int
        The set, with a bit for each part.

    Raises
    ------
    ModelError
        If a word selects nothing.
    """
    chosen = 0
    for word in words:
        some = sum(1 << place for place, part in enumerate(parts) if word in words_of(part))
        if not some and word != GIVENS:
            raise ModelError(unknown("part", word, dict.fromkeys(each for part in parts for each in words_of(part))))
        chosen |= some
    return chosen


def weighted(parts: Sequence[Part], weights: Mapping[str, int]) -> list[int]:
    """The weight of each part, 1 unless a word selects it; the last of several words counts.

    Parameters
    ----------
    parts
        The parts of a puzzle.
    weights
        The weight for each word.

    Returns
    -------
    list
        The weights, in the order of the parts.

    Raises
    ------
    ModelError
        If a word selects nothing, or a weight is less than 1.
    """
    found = [1] * len(parts)
    for word, weight in weights.items():
        if weight < 1:
            raise ModelError(f"the weight of {word} must be at least 1, not {weight}")
        chosen = selected(parts, [word])
        found = [weight if chosen >> place & 1 else old for place, old in enumerate(found)]
    return found
