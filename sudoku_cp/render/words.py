"""The words in a picture: its title, and the clues that are not drawn."""

from __future__ import annotations

import re

from sudoku_cp.model import Board, Clue
from sudoku_cp.rules import AppliedRule

_IDENTIFIER = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
_UNNAMED = ("sudoku", "multi_grid")
"""The default names of boards."""


def title(board: Board) -> str:
    """The title of the puzzle; empty if it has no name.

    >>> from sudoku_cp import Sudoku
    >>> title(Sudoku(4, name="anti_knight")), title(Sudoku(4, name="Rat Run 7")), title(Sudoku(4))
    ('Anti-knight', 'Rat Run 7', '')
    """
    return "" if board.name in _UNNAMED else sentence(in_words(board.name))


def in_words(name: str) -> str:
    """The name of a rule or a model as people write it; a text that is not an identifier is unchanged.

    >>> in_words("x_sum"), in_words("non_consecutive"), in_words("Killer 2_b")
    ('x sum', 'non-consecutive', 'Killer 2_b')
    """
    if not _IDENTIFIER.fullmatch(name):
        return name
    return re.sub(r"^(anti|non) ", r"\1-", name.replace("_", " "))


def sentence(words: str) -> str:
    """Words with an initial capital."""
    return words[:1].upper() + words[1:]


def clue_in_words(clue: Clue) -> str:
    """A clue with its parameters.

    >>> from sudoku_cp.rules import any_of, negative_sum, same_region
    >>> clue_in_words(negative_sum([5, 15])), clue_in_words(any_of([same_region("r1c1 r1c2")]))
    ('negative sum (values 5 15)', 'any of (same region (r1c1 r1c2))')
    """
    if not isinstance(clue, AppliedRule):
        return str(clue)
    words = list(map(clue_in_words, clue.inner))
    for parameter in clue.rule.parameters:
        value = clue.parameters.get(parameter.name)
        if value is True:
            words.append(in_words(parameter.name))
        elif value is not None and parameter.is_cells:
            words.append(str(value))
        elif value is not None:
            words.append(f"{in_words(parameter.name)} {value}")
    return in_words(clue.rule.name) + (f" ({'; '.join(words)})" if words else "")
