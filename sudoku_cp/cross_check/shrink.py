"""Shrinking of a model that shows a fault to the smallest one that shows the same fault.

A greedy loop replaces an object by a smaller one that still fails, until there is none. It ends because every pass
reduces some measure that no pass increases: constraints, their parts and cells, candidates, terms, the size of
constants. A board keeps its clues, so that the result can be written as a document; a plain model shrinks further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from time import process_time
from typing import Any, TypeVar

from sudoku_cp.cross_check.instances import nearer, remade, smaller_constraints, without_some
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.model import LinearExpression, Model, ModelError, Objective, Sudoku
from sudoku_cp.model.givens import domains
from sudoku_cp.rules import AppliedRule, Cells, Clues, Numbers, Parameter

_T = TypeVar("_T")

Pass = Callable[[_T], Iterator[_T]]
"""Yields smaller objects, the smallest first."""


class Budget:
    """The budget for trying smaller models.

    Parameters
    ----------
    tries
        The total number of tries.
    seconds
        The time from now on.
    clock
        The clock that measures it: processor time if this process does the work, so that other work does not count.
    """

    def __init__(self, tries: int = 3000, seconds: float = 20.0, clock: Callable[[], float] = process_time) -> None:
        self._tries = tries
        self._clock = clock
        self._end = clock() + seconds

    def take(self) -> bool:
        """Count a try; return whether it is within the budget."""
        self._tries -= 1
        return self._tries >= 0 and self._clock() < self._end


def shrink(thing: _T, fails: Callable[[_T], bool], passes: Sequence[Pass[_T]], budget: Budget) -> _T:
    """Shrink an object as long as it fails; one that cannot be checked does not count as failing."""
    improved = True
    while improved:
        improved = False
        for smaller in passes:
            while (found := _first(smaller(thing), fails, budget)) is not None:
                thing, improved = found, True
    return thing


def _first(things: Iterator[_T], fails: Callable[[_T], bool], budget: Budget) -> _T | None:
    while budget.take():
        try:
            thing = next(things)
            if fails(thing):
                return thing
        except ModelError:
            continue
        except StopIteration:
            break
    return None


@dataclass(frozen=True)
class _Sketch:
    """The parts of a board, with cells given by name."""

    board: Sudoku
    """A board that determines only the shape."""
    clues: tuple[AppliedRule, ...]
    givens: tuple[tuple[str, int], ...]
    pencilmarks: tuple[tuple[str, tuple[int, ...]], ...]
    scored: bool

    def made(self) -> Sudoku:
        """Build the board."""
        shape = self.board
        box: Mapping[str, object] = {"box": shape.box} if shape.box is not None else {"regions": _regions(shape)}
        board = Sudoku(shape.size, digits=shape.digits, symbols=shape.symbols, name=shape.name, **box)  # type: ignore[arg-type]
        board.add(*self.clues)
        for name, value in self.givens:
            board.give(name, value)
        for name, values in self.pencilmarks:
            board.restrict(name, values)
        if self.scored and shape.objective is not None:
            board.objective = shape.objective.moved({cell: board[cell.name] for cell in shape.objective.points()})
        return board


def smallest_board(model: Model, fails: Callable[[Model], bool], budget: Budget) -> Sudoku | None:
    """The smallest failing board with named clues; None if the model is not a board, or has more than clues."""
    if not isinstance(model, Sudoku):
        return None
    try:
        dump_document(model)
    except ModelError:
        return None
    clues = tuple(clue for clue in model.clues if isinstance(clue, AppliedRule))
    sketch = _Sketch(
        model,
        clues,
        tuple((cell.name, value) for cell, value in model.givens.items()),
        tuple((cell.name, values) for cell, values in model.pencilmarks.items()),
        scored=model.objective is not None,
    )
    passes = (_without_clues, _without_objective, _with_smaller_clues, _without_givens)
    if not fails(sketch.made()):
        return None
    return shrink(sketch, lambda smaller: fails(smaller.made()), passes, budget).made()


def _regions(board: Sudoku) -> list[list[int]]:
    return [[board.box_of[cell] for cell in row] for row in board.rows] if board.boxes else []


def _without_clues(sketch: _Sketch) -> Iterator[_Sketch]:
    yield from (replace(sketch, clues=kept) for kept in without_some(sketch.clues))


def _without_givens(sketch: _Sketch) -> Iterator[_Sketch]:
    yield from (replace(sketch, givens=kept) for kept in without_some(sketch.givens))
    yield from (replace(sketch, pencilmarks=kept) for kept in without_some(sketch.pencilmarks))


def _without_objective(sketch: _Sketch) -> Iterator[_Sketch]:
    if sketch.scored:
        yield replace(sketch, scored=False)


def _with_smaller_clues(sketch: _Sketch) -> Iterator[_Sketch]:
    for place, clue in enumerate(sketch.clues):
        for smaller in _smaller(clue):
            yield replace(sketch, clues=(*sketch.clues[:place], smaller, *sketch.clues[place + 1 :]))


def _smaller(clue: AppliedRule) -> Iterator[AppliedRule]:
    """Smaller versions of a clue: an inner clue, fewer cells, clues and numbers, smaller numbers, defaults."""
    yield from clue.inner
    for place, parameter in enumerate(clue.rule.parameters):
        name, value = clue.arguments[place]
        for smaller in _smaller_arguments(parameter, value):
            yield replace(clue, arguments=(*clue.arguments[:place], (name, smaller), *clue.arguments[place + 1 :]))


def _smaller_arguments(parameter: Parameter, value: Any) -> Iterator[Any]:
    if not parameter.required and value != parameter.default:
        yield parameter.default
    if isinstance(value, tuple) and parameter.annotation in (Cells, Numbers, Clues):
        yield from (some for some in without_some(value) if some)
        for place, item in enumerate(value):
            if isinstance(item, AppliedRule):
                yield from ((*value[:place], smaller, *value[place + 1 :]) for smaller in _smaller(item))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from nearer(value, parameter.default if isinstance(parameter.default, int) else 0)


def smallest_model(model: Model, fails: Callable[[Model], bool], budget: Budget) -> Model:
    """The smallest failing plain model found; clues and houses become constraints, givens become domains."""
    plain, _ = remade(model)
    if not fails(plain):
        return model
    passes = (
        with_domains,
        without_givens,
        without_constraints,
        without_objective,
        with_fewer_candidates,
        with_smaller_constraints,
        without_idle_cells,
    )
    smallest = shrink(plain, fails, passes, budget)
    named = _renamed(smallest)
    return named if fails(named) else smallest


def without_constraints(model: Model) -> Iterator[Model]:
    """Remove constraints."""
    yield from (remade(model, constraints=kept)[0] for kept in without_some(model.constraints))


def with_smaller_constraints(model: Model) -> Iterator[Model]:
    """Replace a constraint by a smaller one."""
    constraints = model.constraints
    for place, constraint in enumerate(constraints):
        for smaller in smaller_constraints(constraint):
            yield remade(model, constraints=(*constraints[:place], smaller, *constraints[place + 1 :]))[0]


def without_objective(model: Model) -> Iterator[Model]:
    """Remove the objective or some of its terms; reduce its weights and its constant."""
    objective = model.objective
    if objective is None:
        return
    yield remade(model, objective=None)[0]
    terms, constant = objective.expression.terms, objective.expression.constant
    smaller = [(kept, constant) for kept in without_some(terms)]
    smaller += [(terms, number) for number in nearer(constant)]
    smaller += [
        ((*terms[:place], (number, cell), *terms[place + 1 :]), constant)
        for place, (weight, cell) in enumerate(terms)
        for number in nearer(weight, 1 if weight > 0 else -1)
    ]
    for new_terms, new_constant in smaller:
        expression = LinearExpression(new_terms, new_constant)
        yield remade(model, objective=Objective(objective.sense, expression, objective.bonuses))[0]
    for kept in without_some(tuple(objective.bonuses.items())):
        yield remade(model, objective=Objective(objective.sense, objective.expression, dict(kept)))[0]


def without_givens(model: Model) -> Iterator[Model]:
    """Open given cells, and drop pencil marks."""
    for kept in without_some(tuple(model.givens.items())):
        smaller, cells = remade(model)
        smaller.givens = {cells[cell]: value for cell, value in kept}
        yield smaller
    for kept_marks in without_some(tuple(model.pencilmarks.items())):
        smaller, cells = remade(model)
        smaller.pencilmarks = {cells[cell]: values for cell, values in kept_marks}
        yield smaller


def with_domains(model: Model) -> Iterator[Model]:
    """Express givens and pencil marks by domains."""
    if not (model.givens or model.pencilmarks):
        return
    left = domains(model, model.givens)
    if all(left):
        smaller, _ = remade(model, domains=dict(zip(model.cells, left, strict=True)))
        smaller.givens.clear()
        yield smaller


def with_fewer_candidates(model: Model) -> Iterator[Model]:
    """Remove values from domains: first from all cells that have more, then from single cells."""
    if model.givens or model.pencilmarks:
        return
    for value in sorted({value for cell in model.cells for value in cell.domain}):
        holders = [cell for cell in model.cells if value in cell.domain and len(cell.domain) > 1]
        if holders:
            yield remade(model, domains={cell: [v for v in cell.domain if v != value] for cell in holders})[0]
    for cell in model.cells:
        if len(cell.domain) > 1:
            yield from (remade(model, domains={cell: left})[0] for left in without_some(cell.domain))


def without_idle_cells(model: Model) -> Iterator[Model]:
    """Remove cells that occur in no constraint."""
    used = {cell for constraint in model.constraints for cell in constraint.scope}
    used |= set(model.objective.points()) if model.objective is not None else set()
    idle = {cell for cell in model.cells if cell not in used}
    if idle:
        yield remade(model, order=[cell for cell in model.cells if cell not in idle])[0]
        for one in model.cells:
            if one in idle:
                yield remade(model, order=[cell for cell in model.cells if cell is not one])[0]


def _renamed(model: Model) -> Model:
    """The model with short cell names."""
    if len(model.cells) > len(ascii_lowercase):
        return model
    named, _ = remade(model, names=dict(zip(model.cells, ascii_lowercase, strict=False)))
    named.name = "model"
    return named
