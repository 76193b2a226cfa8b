"""Smaller puzzles: boards with fewer clues and givens, whose clues have fewer cells and smaller numbers.

The result can still be written as a document; `models` shrinks the constraints further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sudoku_cp.cross_check.shrink.shrinker import Budget, shrink
from sudoku_cp.cross_check.smaller import nearer, without_some
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.model import Model, ModelError, Sudoku
from sudoku_cp.rules import AppliedRule, Cells, Clues, Numbers, Parameter


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
