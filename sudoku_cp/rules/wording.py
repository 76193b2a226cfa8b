"""How people say a rule in the text of a puzzle, and what they draw for it.

A rule declares its wordings next to its picture; `sudoku_cp.formats.drawn` reads drawn puzzles with them. Patterns are
regular expressions over a sentence in lower case, in which numbers are digits (``at least 5``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

Shape: TypeAlias = Literal[
    "grid",
    "line",
    "thermo",
    "arrow",
    "cage",
    "pair",
    "corner",
    "cell",
    "shade",
    "outside",
    "diagonal",
    "inequality",
    "border",
    "axis",
    "other",
]
"""What is drawn: ``grid`` is nothing at all, ``thermo`` a line with a bulb, ``pair`` a figure on the border of two
cells, ``corner`` one where four cells meet, ``cell`` a figure in a cell, ``shade`` a coloured cell, ``outside`` a text
beside the grid, ``diagonal`` one with an arrow along a diagonal, ``axis`` a thin line along a main diagonal, ``other``
what is none of these."""

SAME_DIGIT = (
    r"same (?:digit|number|value)|identical|(?:not|n.t|never) (?:\w+ )?repeat|repeated|different digits"
    r"|cannot be equal|be different|see itself"
)
"""Words for equal digits."""


@dataclass(frozen=True)
class Wording:
    r"""One way to say a rule and to draw its clues.

    Parameters
    ----------
    says
        Patterns that a sentence contains, all of them, in any order. Their named groups are parameters of the rule; a
        group ``text`` is a label that its elements have, such as X.
    drawn
        The shapes that its clues may have.
    colours
        The usual colours, in words; a hint for sentences that name none.
    figure
        The figure that elements of the shape have: ``circle``, ``square`` or ``diamond``.
    label
        The parameter that takes the label of an element. Elements without it do without the parameter.
    given
        Further parameters with their values.
    joined
        Whether all elements of a kind make one clue.
    areas
        Whether each connected area of cells of a kind makes one clue; for a rule with a copy, each but the first.
    unless
        A pattern that the sentence does not contain.
    by_name
        Whether the words are the rule's name, which says it without more. Otherwise they describe it.

    Examples
    --------
    >>> wording = Wording(("(?:sum|add up) to (?P<sum>\\d+)",), "pair")
    >>> wording.found_in("digits separated by a v sum to 5")
    [{'sum': '5'}]
    """

    says: tuple[str, ...]
    drawn: Shape | tuple[Shape, ...]
    colours: str = ""
    figure: str = ""
    label: str = ""
    given: Mapping[str, object] = field(default_factory=dict)
    joined: bool = False
    areas: bool = False
    unless: str = ""
    by_name: bool = False

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes that its clues may have."""
        return (self.drawn,) if isinstance(self.drawn, str) else self.drawn

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(pattern) for pattern in self.says)

    def found_in(self, sentence: str) -> list[dict[str, str]]:
        """The parameters of each time that the sentence says it; empty if it does not.

        Parameters
        ----------
        sentence
            A sentence in lower case with its numbers in digits.
        """
        if self.unless and re.search(self.unless, sentence):
            return []
        first, *others = self._patterns
        shared: dict[str, str] = {}
        for pattern in others:
            found = pattern.search(sentence)
            if found is None:
                return []
            shared |= _groups(found)
        return [shared | _groups(found) for found in first.finditer(sentence)]


def _groups(found: re.Match[str]) -> dict[str, str]:
    """The groups of a match; ``sum_2`` is another place of ``sum``."""
    return {re.sub(r"_\d$", "", name): value for name, value in found.groupdict().items() if value is not None}
