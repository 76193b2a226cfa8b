"""Answers as plain data: results, candidates and rankings with their status; and cubes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from sudoku_cp._base.arguments import mapping, refused
from sudoku_cp._base.errors import ModelError, unknown
from sudoku_cp._base.text import shown
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.model.providers import Displayed, renderer

if TYPE_CHECKING:
    from sudoku_cp.model.model import Model


def named(name: str, cells: Iterable[Cell]) -> Cell:
    """The cell with a given name.

    Raises
    ------
    KeyError
        If there is none.
    """
    if not isinstance(name, str):
        raise KeyError(f"{shown(name)} is neither a cell of this model nor a name")
    listed = tuple(cells)
    for cell in listed:
        if cell.name == name:
            return cell
    raise KeyError(unknown("cell", name, [cell.name for cell in listed], " in this model"))


class Solution(Displayed, Mapping[Cell, int]):
    """A value for every cell of a model.

    It prints as the solved grid, and is a picture in a notebook.

    Parameters
    ----------
    cells
        The cells of the model, in its order.
    values
        One value for each cell, in the same order.
    model
        The model for displaying it.
    """

    __slots__ = ("cells", "model", "values_in_order")

    def __init__(self, cells: tuple[Cell, ...], values: tuple[int, ...], model: Model | None = None) -> None:
        self.cells = cells
        self.values_in_order = values
        self.model = model

    def _shown(self) -> tuple[Model, Mapping[Cell, int]] | None:
        return None if self.model is None else (self.model, self)

    def __getitem__(self, cell: Cell | str) -> int:
        """The value of a cell, or of the cell with a name."""
        if isinstance(cell, str):
            cell = named(cell, self.cells)
        if isinstance(cell, Cell) and 0 <= cell.index < len(self.cells) and self.cells[cell.index] is cell:
            return self.values_in_order[cell.index]
        raise KeyError(f"{cell!r} is not a cell of this model; look up its own cells, such as model['r1c1']")

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits of the grid, row by row; 0 where there is no cell.

        Raises
        ------
        ModelError
            If the model has no rows.
        """
        lattice = getattr(self.model, "lattice", None)
        if lattice is None:
            raise ModelError("this solution has no rows: its model is no board")
        return tuple(tuple(0 if cell is None else self[cell] for cell in row) for row in lattice)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """The digits as an array: the rows of a board; for any other model, the values of the cells in their order."""
        import numpy as np

        if copy is False:
            raise ValueError("a solution is no array, so that one is made")
        has_rows = getattr(self.model, "lattice", None) is not None
        return np.array(self.rows if has_rows else self.values_in_order, dtype)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self.values_in_order == other.values_in_order

    def __hash__(self) -> int:
        return hash(self.values_in_order)

    def __repr__(self) -> str:
        return f"Solution({' '.join(map(str, self.values_in_order))})"


@dataclass(frozen=True, slots=True)
class Violation:
    """One condition of the model that a solution breaks."""

    message: str
    """The condition and the values that break it, in words."""
    constraint: Constraint | None = None
    """The broken constraint; None if a value is not among its cell's candidates."""

    def __str__(self) -> str:
        return self.message


def _values_of(model: Model, solution: object) -> dict[Cell, int]:
    """A value for each cell, those included that clues have declared, such as the value of a negator."""
    if not isinstance(solution, Mapping):
        return dict(model.solution(solution))  # type: ignore[arg-type]
    given = {model._cell(cell): value for cell, value in solution.items()}
    missing = [cell.name for cell in model.cells if cell not in given]
    if missing:
        number = f"{len(missing)} of {len(model.cells)} cells have"
        raise ModelError(
            f"the solution must have a value for each cell of {model.name}, and {number} none: {', '.join(missing)}"
        )
    return dict(model.solution([given[cell] for cell in model.cells]))


def violations_of(
    model: Model, solution: Mapping[Cell, int] | Sequence[int], givens: Mapping[Cell, int]
) -> list[Violation]:
    """List the violations of a solution; see `Model.violations`.

    Raises
    ------
    ModelError
        If a cell has no value, or a value is no integer.
    """
    values = _values_of(model, solution)
    fixed = mapping(givens, "the givens", "values by cell")
    if not model.owns_all(fixed):
        raise refused("the givens", f"values by cell of {model.name}", givens)
    broken = [
        Violation(f"{cell.name}={values[cell]} overrides the given {value}")
        for cell, value in fixed.items()
        if values.get(cell, value) != value
    ]
    broken += [
        Violation(f"{cell.name}={value} is not among its candidates")
        for cell, value in values.items()
        if value not in model.pencilmarks.get(cell, cell.domain)
    ]
    for constraint in model.constraints:
        if constraint.holds(values):
            continue
        guilty = [part for part in constraint.parts if not part.holds(values)]
        for part in guilty or [constraint]:
            where = " ".join(f"{cell.name}={values[cell]}" for cell in dict.fromkeys(part.scope))
            broken.append(Violation(f"{part} is broken: {where}", constraint))
    return broken


class Status(Enum):
    """The status of an answer; the first four mean that it is final."""

    COMPLETE = "complete"
    """All solutions were found; there is at least one."""
    INFEASIBLE = "infeasible"
    """Proved: there is no solution."""
    OPTIMAL = "optimal"
    """The best solution, proved."""
    SOLVED = "solved"
    """One solution was requested and found; there may be more."""
    LIMIT = "limit"
    """A limit, a cancellation or an interrupt ended the search; the answer has the results so far."""


class Verdict(Enum):
    """The result of a comparison of solvers."""

    AGREE = "agree"
    """At least two solvers proved the same answer, and none proved another."""
    DISAGREE = "disagree"
    """A solver is wrong: two solvers proved different answers, or one gave an answer that breaks the model."""
    INCONCLUSIVE = "inconclusive"
    """No contradiction, but fewer than two proofs: a limit was reached, or a solver cannot express the model."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """The cost of a search.

    Nodes are branchings (decisions); propagations are the solver's own unit of inference; seconds are wall-clock.
    """

    nodes: int = 0
    """The number of decisions."""
    propagations: int = 0
    """The number of inferences, in the unit of the solver."""
    seconds: float = 0.0
    """The time in seconds."""

    def __str__(self) -> str:
        return f"{self.nodes:,} node{'' if self.nodes == 1 else 's'}, {duration(self.seconds)}"


def duration(seconds: float) -> str:
    """Format a duration for people.

    >>> duration(0.00042), duration(12.3456)
    ('0.4 ms', '12.35 s')
    """
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


class Answer:
    """An answer that prints as a grid with a line about it, and is a picture in a notebook."""

    __slots__ = ()

    solver: str
    status: Status
    statistics: Statistics

    def _findings(self) -> list[str]:
        """The results in a few words each."""
        raise NotImplementedError

    @property
    def caption(self) -> str:
        """The answer on one line: ``optimal: a solution, score 2856 (exact-cover, 26 nodes, 1.6 ms)``."""
        found = ", ".join(self._findings())
        return f"{self.status.value}{f': {found}' if found else ''} ({self.solver}, {self.statistics})"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.caption}>"

    def _repr_html_(self) -> str:
        return renderer().answer(self)


@dataclass(frozen=True, slots=True, repr=False)
class Result(Answer):
    """The answer to one question."""

    solver: str
    """The name of the solver, with its settings."""
    status: Status
    """How the search ended."""
    solution: Solution | None = None
    """A solution (the best one, with an objective); None if none is known."""
    count: int = 0
    """The number of distinct solutions found."""
    objective: int | None = None
    """The value of ``solution``, if there is an objective."""
    bound: int | None = None
    """A value that no solution beats; equal to ``objective`` once that is proved to be the best."""
    statistics: Statistics = field(default_factory=Statistics)
    """The cost of the search."""
    scores: tuple[int, ...] = ()
    """If the objective has several scores, those of ``solution``, the most important first."""
    bounds: tuple[int | None, ...] = ()
    """For each of them a value that no solution with the same scores before it beats; None if none is known."""

    @property
    def exact(self) -> bool:
        """Return whether the search finished, so that the answer is final."""
        return self.status not in (Status.LIMIT, Status.SOLVED)

    def _findings(self) -> list[str]:
        number = f"{self.count:,} solution{'' if self.count == 1 else 's'}"
        if self.status is not Status.COMPLETE:  # there may be more
            number = "a solution" if self.count == 1 else f"at least {number}"
        found = [number] if self.count else []
        if self.objective is not None:
            found.append(f"score {', then '.join(map(str, self.scores or (self.objective,)))}")
        return found if self.bound is None else [*found, f"bound {self.bound}"]

    def __str__(self) -> str:
        return self.caption if self.solution is None else f"{self.solution}\n{self.caption}"


@dataclass(frozen=True, slots=True, repr=False)
class Candidates(Answer):
    """The values of each cell that occur in some solution."""

    solver: str
    """The name of the solver, with its settings."""
    status: Status
    """COMPLETE or INFEASIBLE; with LIMIT, the values are those found so far."""
    values: Mapping[Cell, tuple[int, ...]]
    """The values of each cell, ascending."""
    statistics: Statistics = field(default_factory=Statistics)
    """The cost of the search."""
    model: Model | None = field(default=None, compare=False)
    """The model for displaying it."""

    def __getitem__(self, cell: Cell | str) -> tuple[int, ...]:
        """The values of a cell, or of the cell with a name, ascending.

        Raises
        ------
        KeyError
            If there is no such cell.
        """
        return self.values[cell if isinstance(cell, Cell) else named(cell, self.values)]

    def _findings(self) -> list[str]:
        return [f"{sum(map(len, self.values.values())):,} candidates in {len(self.values):,} cells"]

    def __str__(self) -> str:
        if self.model is None:
            return self.caption
        return f"{renderer().candidates(self.model, self.values)}\n{self.caption}"


@dataclass(frozen=True, slots=True, repr=False)
class Ranking(Answer):
    """The best solutions."""

    solver: str
    """The name of the solver, with its settings."""
    status: Status
    """OPTIMAL: these are the best; COMPLETE: these are all, fewer than requested; INFEASIBLE: there is none."""
    solutions: tuple[Solution, ...]
    """The solutions, the best first; solutions with equal scores are in any order."""
    objectives: tuple[int, ...]
    """The score of each solution."""
    bound: int | None = None
    """A score that no other solution beats; None if there is no other, or nothing is known."""
    statistics: Statistics = field(default_factory=Statistics)
    """The cost of the search."""
    scores: tuple[tuple[int, ...], ...] = ()
    """If the objective has several scores, those of each solution, the most important first."""

    def _findings(self) -> list[str]:
        return [f"scores {', '.join(map(str, self.scores or self.objectives))}"] if self.objectives else []

    def __str__(self) -> str:
        scored = zip(self.scores or self.objectives, self.solutions, strict=True)
        grids = [f"{rank}. score {score}\n{solution}" for rank, (score, solution) in enumerate(scored, 1)]
        return "\n".join([*grids, self.caption])


@dataclass(frozen=True, slots=True)
class Point:
    """Scores that no solution dominates: none is better in one of them and as good in all others."""

    scores: tuple[int, ...]
    """The scores, in the order of the goals."""
    solution: Solution
    """A solution with these scores."""


@dataclass(frozen=True, slots=True, repr=False)
class Front(Answer):
    """The points of several scores that no solution dominates, each with a solution, and each proved."""

    solver: str
    """The name of the solver, with its settings."""
    status: Status
    """COMPLETE: these are all points; INFEASIBLE: there is no solution; with LIMIT, these are those found so far."""
    goals: tuple[str, ...]
    """The goals in words."""
    points: tuple[Point, ...]
    """The points, ordered by the first score, the best one first; then by the second, and so on."""
    statistics: Statistics = field(default_factory=Statistics)
    """The cost of the search."""

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """The scores of all points."""
        return tuple([point.scores for point in self.points])

    def _findings(self) -> list[str]:
        return [f"{len(self.points):,} point{'' if len(self.points) == 1 else 's'}"] if self.points else []

    def __str__(self) -> str:
        shown = [f"{', '.join(map(str, point.scores))}\n{point.solution}" for point in self.points]
        return "\n".join(["; ".join(self.goals), *shown, self.caption])


Values = tuple[tuple[str, int], ...]
"""Fixed values by cell name, in the order of the model's cells, which makes them canonical."""


@dataclass(frozen=True, slots=True)
class Cube:
    """The solutions with some fixed values.

    >>> cube = Cube((("r1c1", 3),), 120.0)
    >>> cube.givens, str(cube)
    ({'r1c1': 3}, 'r1c1=3')
    """

    values: Values
    """The fixed values, in addition to the givens of the puzzle."""
    estimate: float = 0.0
    """The expected number of search nodes."""
    bound: int | None = None
    """A score that no solution in it beats, if one is known."""

    @property
    def givens(self) -> dict[str, int]:
        """The fixed values by cell name."""
        return dict(self.values)

    def __str__(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self.values) or "everything"


@dataclass(frozen=True, slots=True)
class Split:
    """A cube divided by the value of one cell, which has each value of its domain in one part."""

    values: Values
    """The fixed values of the divided cube."""
    cell: str
    empty: tuple[int, ...]
    """The values with which propagation finds no solution."""
    parts: tuple[Cube, ...]
    """A cube for each other value."""


def ordered(values: Mapping[str, int], places: Mapping[str, int]) -> Values:
    """Values in the order of the cells.

    Parameters
    ----------
    values
        Fixed values by cell name.
    places
        The place of each cell in its model, by name.

    Returns
    -------
    tuple
        The values, in canonical order.
    """
    return tuple(sorted(values.items(), key=lambda item: places[item[0]]))
