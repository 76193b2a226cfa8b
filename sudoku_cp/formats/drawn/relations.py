"""Signs on borders whose rule is put together from properties of two digits: "not consecutive, one odd and one even".

Where a sentence about signs names several properties, or one that no rule has, a clue lists the pairs of digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sudoku_cp.model import Sudoku
from sudoku_cp.rules.applied_rule import AppliedRule
from sudoku_cp.rules.registry import RULES

Relation = Callable[[int, int, int], bool]

_PROPERTIES: tuple[tuple[str, re.Pattern[str], Relation], ...] = tuple(
    (name, re.compile(pattern), relation)
    for name, pattern, relation in (
        ("not consecutive", r"\bnon-?\s?consecutive\b|\bnot (?:be )?consecutive\b", lambda a, b, n: abs(a - b) != 1),
        (
            "consecutive",
            r"(?<!non-)(?<!non )(?<!non)(?<!not )(?<!not be )\bconsecutive\b",
            lambda a, b, n: abs(a - b) == 1,
        ),
        (
            "of different parity",
            r"\b(?:one|1) even\b[^.]*\b(?:one|1) odd\b|\b(?:one|1) odd\b[^.]*\b(?:one"
            r"|1) even\b|\b(?:different|opposite) parit",
            lambda a, b, n: (a - b) % 2 == 1,
        ),
        (
            "of the same parity",
            r"\bsame parity\b|\bboth (?:odd or both even|even or both odd)\b",
            lambda a, b, n: (a - b) % 2 == 0,
        ),
        ("at least {n} apart", r"\bdiffer\w*\b[^.]*\bat least (\d+)\b", lambda a, b, n: abs(a - b) >= n),
        ("at most {n} apart", r"\bdiffer\w*\b[^.]*\bat most (\d+)\b", lambda a, b, n: abs(a - b) <= n),
        ("{n} apart", r"\bdiffer(?:ence)?\b (?:of|by)(?: exactly)? (\d+)\b", lambda a, b, n: abs(a - b) == n),
        (
            "in the ratio 1:2",
            r"\bratio\b[^.]*\b(?:1: ?2|2: ?1)\b|\bdouble\b|\btwice\b",
            lambda a, b, n: a == 2 * b or b == 2 * a,
        ),
        ("with the product {n}", r"\bproduct\b[^.]*\b(?:of|is|to|be) (\d+)\b", lambda a, b, n: a * b == n),
        (
            "with the sum {n}",
            r"\b(?:sum\w*|add\w*|total\w*)(?: up)?(?: to| of)(?: exactly)? (\d+)\b",
            lambda a, b, n: a + b == n,
        ),
        (
            "with a sum of at least {n}",
            r"\b(?:sum\w*|add\w*|total\w*)\b[^.]*\bat least (\d+)\b",
            lambda a, b, n: a + b >= n,
        ),
        (
            "with a sum of at most {n}",
            r"\b(?:sum\w*|add\w*|total\w*)\b[^.]*\bat most (\d+)\b",
            lambda a, b, n: a + b <= n,
        ),
        (
            "with a prime sum",
            r"\bsum\w*\b[^.]*\bprime\b",
            lambda a, b, n: a + b in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31),
        ),
        (
            "with a square sum",
            r"\bsum\w*\b[^.]*\b(?:perfect )?square\b(?! number)",
            lambda a, b, n: round((a + b) ** 0.5) ** 2 == a + b,
        ),
    )
)


@dataclass(frozen=True)
class Pairs:
    """Properties that the two digits at a sign have, all of them."""

    names: tuple[str, ...]
    relations: tuple[tuple[Relation, int], ...]

    def hold(self, one: int, other: int) -> bool:
        """Whether two digits have the properties."""
        return all(relation(one, other, number) for relation, number in self.relations)

    def clues(self, pairs: Iterable[tuple[str, ...]], sudoku: Sudoku, *, wanted: bool = True) -> list[AppliedRule]:
        """A clue for each pair of cells: that they have the properties, or that they have not.

        Parameters
        ----------
        pairs
            The names of the cells.
        sudoku
            The grid with its digits.
        wanted
            Whether the properties are required or forbidden.
        """
        digits = sudoku.digits
        listed = "; ".join(f"{a} {b}" for a in digits for b in digits if self.hold(a, b) is wanted)
        return [RULES["pair_line"].clue({"line": list(pair), "pairs": listed}) for pair in pairs]


def pair_relations(sentence: str) -> Pairs | None:
    """The properties that a sentence about signs names; None if there are none.

    >>> pair_relations("digits at a dot are non-consecutive and contain one even digit and one odd digit").names
    ('not consecutive', 'of different parity')
    """
    names: list[str] = []
    relations: list[tuple[Relation, int]] = []
    for name, pattern, relation in _PROPERTIES:
        if found := pattern.search(sentence):
            number = int(found[1]) if found.groups() and found[1] else 0
            names.append(name.format(n=number))
            relations.append((relation, number))
    return Pairs(tuple(names), tuple(relations)) if names else None
