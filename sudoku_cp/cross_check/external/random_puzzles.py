"""Random puzzles for external solvers: with one solution, with several, and with none.

Puzzles with one solution have as few givens as possible, or some more. Without one of these few, a puzzle has several
solutions; with a wrong value in an open cell it has none, even where no house shows that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from sudoku_cp.authoring.generation import generate
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Cell, Sudoku

if TYPE_CHECKING:
    from sudoku_cp.authoring.generation import Generated

Peers: TypeAlias = Mapping[Cell, frozenset[Cell]]
"""The cells that share a house with each cell."""

KINDS = ("one", "several", "none", "hard")
"""The numbers of solutions; those with one are hard where even the cells with the fewest candidates have many."""

DRAWS = 400
"""The number of puzzles from which a hard one is chosen."""

MOST_CELLS = 81
"""The largest number of cells of boards for which so many are drawn."""

FEW = 8
"""The number of puzzles from which a hard one of other boards is chosen."""

LABELLINGS = 40
"""The number of ways to name the digits of a hard puzzle, one of which puts the right digit last and is taken."""


def random_puzzles(board: Sudoku, seed: int) -> Iterator[tuple[str, Givens]]:
    """Draw puzzles of a board without end, of each kind in turn.

    Parameters
    ----------
    board
        The board, with its clues.
    seed
        The seed: it determines all puzzles.

    Yields
    ------
    tuple
        One of `KINDS`, and the givens.

    Raises
    ------
    ModelError
        If there are no puzzles of the board.
    """
    random, source, peers = Random(seed), generate(board, seed=seed), _peers(board)
    for kind in cycle(KINDS):
        if kind == "hard":
            givens = _hard(board, source, peers, random)
        else:
            givens = _GIVENS[kind](board, next(source), peers, random)
        yield kind, dict(sorted(givens.items(), key=lambda given: given[0].index))


def _peers(board: Sudoku) -> Peers:
    houses = [frozenset(house) for house in (*board.rows, *board.columns, *board.boxes)]
    return {cell: frozenset().union(*(house for house in houses if cell in house)) - {cell} for cell in board.grid}


def _open(peers: Peers, givens: Givens) -> dict[Cell, list[int]]:
    """The digits that no given excludes from each open cell."""
    seen = {cell: {givens[peer] for peer in peers[cell] if peer in givens} for cell in peers if cell not in givens}
    return {cell: [value for value in cell.domain if value not in taken] for cell, taken in seen.items()}


def _hard(board: Sudoku, source: Iterator[Generated], peers: Peers, random: Random) -> Givens:
    """The puzzle of several that leaves most digits open where it leaves the fewest, with the right ones last there."""
    number = DRAWS if len(board.grid) <= MOST_CELLS and not board.clues else FEW
    made = max(islice(source, number), key=lambda each: min(map(len, _open(peers, each.givens).values()), default=0))
    if board.clues:  # which may say something about the digits
        return made.givens
    least = min(map(len, _open(peers, made.givens).values()), default=0)
    labelled = [
        dict(zip(board.digits, random.sample(board.digits, len(board.digits)), strict=True)) for _ in range(LABELLINGS)
    ]

    def last(labels: dict[int, int]) -> int:
        """The number of cells with the fewest digits whose right one is the largest of them."""
        cells = [(cell, values) for cell, values in _open(peers, made.givens).items() if len(values) == least]
        return sum(labels[made.solution[cell]] == max(map(labels.__getitem__, values)) for cell, values in cells)

    labels = max(labelled, key=last)
    return {cell: labels[value] for cell, value in made.givens.items()}


def _one(board: Sudoku, made: Generated, _: Peers, random: Random) -> Givens:
    """As few givens as possible, or up to as many again."""
    left = [cell for cell in board.grid if cell not in made.givens]
    number = random.choice((0, random.randint(0, min(len(left), len(made.givens)))))
    return {**made.givens, **{cell: made.solution[cell] for cell in random.sample(left, number)}}


def _several(board: Sudoku, made: Generated, _: Peers, random: Random) -> Givens:
    """Without one given, with some of them, or with none."""
    number = len(made.givens)
    kept = random.choice((number - 1, random.randint(0, number - 1), 0)) if number else 0
    return dict(random.sample(list(made.givens.items()), kept))


def _none(board: Sudoku, made: Generated, peers: Peers, random: Random) -> Givens:
    """With a wrong value in an open cell, preferably one that clashes with no given."""
    givens = _one(board, made, peers, random)
    wrong = [(cell, value) for cell in board.grid if cell not in givens for value in cell.domain]
    wrong = [(cell, value) for cell, value in wrong if value != made.solution[cell]]
    left = _open(peers, givens)
    cell, value = random.choice([(cell, value) for cell, value in wrong if value in left[cell]] or wrong)
    return {**givens, cell: value}


_GIVENS = {"one": _one, "several": _several, "none": _none}
