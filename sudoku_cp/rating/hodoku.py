"""HoDoKu's score and level of classic puzzles: the points of the steps that solve them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from sudoku_cp._base.arguments import checked, function, of_type
from sudoku_cp.human.techniques import BY_NAME, TECHNIQUES, Layout, Position, Technique, walk
from sudoku_cp.model import Model, Sudoku
from sudoku_cp.rating.classic import empty_classic, givens_of, require_classic
from sudoku_cp.rating.rater import Outcome, rate


class Level(IntEnum):
    """HoDoKu's levels. A score above the limit of a level raises a puzzle to the next one."""

    EASY = 800
    MEDIUM = 1000
    HARD = 1600
    UNFAIR = 1800

    def __str__(self) -> str:
        return self.name.lower()


_EXTREME = "extreme"
"""The level above all limits."""

_EASY = {"full house": 4, "naked single": 4, "hidden single": 14}
_MEDIUM = {
    "locked pair": 40,
    "locked triple": 60,
    "pointing": 50,
    "claiming": 50,
    "naked pair": 60,
    "naked triple": 80,
    "hidden pair": 70,
    "hidden triple": 100,
}
_HARD = {
    "naked quad": 120,
    "hidden quad": 150,
    "X-wing": 140,
    "swordfish": 150,
    "jellyfish": 160,
    "remote pair": 110,
    "BUG+1": 100,
    "skyscraper": 130,
    "two-string kite": 150,
    "turbot fish": 120,
    "empty rectangle": 120,
    "W-wing": 150,
    "XY-wing": 160,
    "XYZ-wing": 180,
    **{f"unique rectangle {kind}": 100 for kind in range(1, 7)},
    "hidden rectangle": 100,
    "avoidable rectangle 1": 100,
    "avoidable rectangle 2": 100,
    "finned X-wing": 130,
    "sashimi X-wing": 150,
    "simple colours": 150,
    "multi colours": 200,
}
_UNFAIR = {
    "finned swordfish": 200,
    "sashimi swordfish": 240,
    "finned jellyfish": 250,
    "sashimi jellyfish": 260,
    "sue de coq": 250,
    "X-chain": 260,
    "XY-chain": 260,
    "continuous nice loop": 280,
    "discontinuous nice loop": 280,
    "AIC": 280,
    "grouped continuous nice loop": 300,
    "grouped discontinuous nice loop": 300,
    "grouped AIC": 300,
    "ALS-XZ": 300,
    "ALS-XY-wing": 320,
    "ALS chain": 340,
    "franken X-wing": 300,
    "franken swordfish": 350,
    "finned franken X-wing": 390,
    "finned franken swordfish": 410,
}
POINTS = {**_EASY, **_MEDIUM, **_HARD, **_UNFAIR}
"""The points of each technique of the score."""

_SCORED = tuple(technique for technique in TECHNIQUES if technique.name in POINTS)

_NO_POINTS = 1 + max(POINTS.values())
"""What a technique that is not in the score counts as in comparisons."""

_LEVELS = {name: level for level, names in zip(Level, (_EASY, _MEDIUM, _HARD, _UNFAIR), strict=True) for name in names}


@dataclass(frozen=True, slots=True)
class Score:
    """HoDoKu's score of a puzzle.

    Parameters
    ----------
    outcome
        Whether the puzzle has a score, or why not; `Outcome.BEYOND` if the known techniques do not solve it.
    score
        The sum of the points of all steps; None unless the puzzle has a score.
    level
        ``easy``, ``medium``, ``hard``, ``unfair`` or ``extreme``; ``extreme`` as well if the techniques do not solve
        it; None otherwise.
    hardest
        The name of the step with the most points, the first one of these; None unless the puzzle has a score.
    """

    outcome: Outcome
    score: int | None = None
    level: str | None = None
    hardest: str | None = None

    def __str__(self) -> str:
        if self.score is None:
            return str(self.outcome.value) if self.level is None else f"{self.outcome.value} ({self.level})"
        return f"{self.score}, {self.level} ({self.hardest})"


def _never() -> bool:
    return False


@checked(puzzle=of_type((Model, str), "a classic sudoku or its text"), should_stop=function)
def score(puzzle: Sudoku | str, should_stop: Callable[[], bool] = _never) -> Score:
    """Score a classic puzzle as HoDoKu does.

    The techniques, their order and their points are those of HoDoKu 2.2 as it is set at first, as far as they are
    known here (`sudoku_cp.human.techniques`); it has forcing chains and nets besides, which are beyond them. Of several
    steps by a technique another one may be first, so scores may differ a little.

    Parameters
    ----------
    puzzle
        A classic 9×9 sudoku with its givens, or their text of 81 characters.
    should_stop
        Asked before each step; True ends with `Outcome.STOPPED`.

    Returns
    -------
    Score
        The score; without numbers unless the solution is unique, since some steps assume that it is.

    Raises
    ------
    ModelError
        If it is not a classic sudoku.
    """
    if isinstance(puzzle, str):
        text, puzzle = puzzle, Sudoku(9)
        puzzle.give_grid(text)
    outcome = rate(require_classic(puzzle)).outcome
    if outcome not in (Outcome.RATED, Outcome.BEYOND):
        return Score(outcome)
    return score_of_unique(givens_of(puzzle, puzzle.givens), should_stop)


def score_of_unique(givens: list[int], should_stop: Callable[[], bool] = _never) -> Score:
    """Score a puzzle whose solution is known to be unique.

    Parameters
    ----------
    givens
        The 81 givens, 0 for open cells.
    should_stop
        Asked before each step.

    Returns
    -------
    Score
        The score.
    """
    names: list[str] = []
    left = givens.count(0)
    for name, open_after in _steps(givens, _SCORED):
        if should_stop():
            return Score(Outcome.STOPPED)
        names.append(name)
        left = open_after
    if left:
        return Score(Outcome.BEYOND, level=_EXTREME)
    total = sum(POINTS[name] for name in names)
    hardest = max(names, key=POINTS.__getitem__, default="")
    least = max((_LEVELS[name] for name in names), default=Level.EASY)
    fitting = [str(level) for level in Level if level >= least and total <= level]
    return Score(Outcome.RATED, total, fitting[0] if fitting else _EXTREME, hardest)


def is_hardest(name: str, givens: list[int], should_stop: Callable[[], bool] = _never) -> bool | None:
    """Whether a technique is that of the hardest step, as in `Score.hardest`; this ends at the first harder step.

    A technique without points is that of the hardest step if the others leave something open that it does not.

    Parameters
    ----------
    name
        The name of the technique.
    givens, should_stop
        See `score_of_unique`.

    Returns
    -------
    bool
        Whether it is; None if ``should_stop`` ended the search.
    """
    most = POINTS.get(name, _NO_POINTS)
    easier = [technique for technique in _SCORED if POINTS[technique.name] <= most]
    last = _SCORED.index(easier[-1])
    tried = (*_SCORED[: last + 1], *(() if name in POINTS else (BY_NAME[name],)))
    first: str | None = None
    left = givens.count(0)
    for used, open_after in _steps(givens, tried):
        if should_stop():
            return None
        points = POINTS.get(used, _NO_POINTS)
        if points > most:
            return False
        if first is None and points == most:
            first = used
        left = open_after
    return not left and first == name


def _steps(givens: list[int], techniques: Sequence[Technique]) -> Iterator[tuple[str, int]]:
    """The name of each step, and the number of cells that it leaves open."""
    layout = _layout()
    position = Position.of_givens(
        layout, {cell: digit for cell, digit in zip(layout.cells, givens, strict=True) if digit}
    )
    for before, pattern in walk(position, techniques):
        yield pattern.name, before.after(pattern.eliminated, pattern.placed).open.bit_count()


@lru_cache(maxsize=1)
def _layout() -> Layout:
    return Layout(empty_classic())
