"""Negative constraints: all signs of a kind are given, so that a missing sign is a clue as well.

These rules read the other clues of the model, whether added before or after them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence

from sudoku_cp.model import Constraint, ModelError, Sudoku
from sudoku_cp.rules.applied_rule import AppliedRule
from sudoku_cp.rules.chess import pairs_apart
from sudoku_cp.rules.dots import consecutive, kropki_black, kropki_grey, kropki_white, xv
from sudoku_cp.rules.neighbours import SIDES
from sudoku_cp.rules.parameters import Cells, Numbers, Pair
from sudoku_cp.rules.registry import Rule, rule
from sudoku_cp.rules.relations import add_up_to_none_of, differ_by_none_of, no_multiples, related_everywhere

KROPKI = (kropki_white, kropki_black, kropki_grey, consecutive)


@rule("negative_difference", reads_clues=True, of_digits=True)
def negative_difference(
    sudoku: Sudoku, values: Numbers = (1,), exempt: Cells | None = None
) -> Generator[Constraint, None, None]:
    """All white dots are given: adjacent digits without one do not differ by 1, or by any of the values.

    Pairs with another Kropki dot or a bar are exempt, and so are the pairs listed as exempt, cell by cell.
    """
    yield from related_everywhere(_unmarked_pairs(sudoku, KROPKI, exempt), differ_by_none_of, *values)


@rule("negative_ratio", reads_clues=True, of_digits=True)
def negative_ratio(
    sudoku: Sudoku, values: Numbers = (2,), exempt: Cells | None = None
) -> Generator[Constraint, None, None]:
    """All black dots are given.

    Of two adjacent digits without a dot, neither is twice the other, or any of the values times the other. Pairs with
    another Kropki dot or a bar are exempt, and so are the pairs listed as exempt, cell by cell.
    """
    yield from related_everywhere(_unmarked_pairs(sudoku, KROPKI, exempt), no_multiples, *values)


@rule("negative_sum", reads_clues=True, of_digits=True)
def negative_sum(
    sudoku: Sudoku, values: Numbers = (5, 10), exempt: Cells | None = None
) -> Generator[Constraint, None, None]:
    """All Xs and Vs are given: adjacent digits without one do not add up to 5 or 10, or to any of the values.

    The pairs listed as exempt, cell by cell, may have any sum.
    """
    yield from related_everywhere(_unmarked_pairs(sudoku, (xv,), exempt), add_up_to_none_of, *values)


def _unmarked_pairs(sudoku: Sudoku, signs: Sequence[Rule], exempt: Cells | None) -> Iterator[Cells]:
    """The values of each pair of adjacent cells that is not exempt and has no sign."""
    pairs = list(pairs_apart(sudoku, SIDES))
    free: set[Cells] = set(_two_by_two(exempt, pairs)) if exempt else set()
    for clue in sudoku.clues:
        if isinstance(clue, AppliedRule) and clue.rule in signs:
            names = dict(clue.arguments)["cells"]
            assert isinstance(names, tuple)
            free.add(sudoku.cells_named(map(str, names)))
    free.update([pair[::-1] for pair in free])
    return map(sudoku.values_of, [pair for pair in pairs if pair not in free])


def _two_by_two(cells: Cells, pairs: Iterable[Cells]) -> Iterator[Pair]:
    neighbours = set(map(frozenset, pairs))
    for place in range(0, len(cells), 2):
        pair = cells[place : place + 2]
        if frozenset(pair) not in neighbours:
            raise ModelError(f"exempt: {' '.join(cell.name for cell in pair)} is not a pair of neighbours")
        yield pair[0], pair[1]
