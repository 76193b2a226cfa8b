"""A puzzle that a document declares: a board with its clues, and content that is not logic; and plain grids as such."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from sudoku_cp.formats.symbols import GridText, givens, grid_text
from sudoku_cp.model import Board, Clue, ModelError, Sudoku
from sudoku_cp.model.sudoku import single_grid

ONLY_DRAWN = "only drawn: "
"""The beginning of what is not supported because it is a drawing: no field states its rule."""

CHOSEN: ContextVar[tuple[str, ...]] = ContextVar("CHOSEN", default=())
"""How the user reads drawings: texts such as ``violet line=renban``, ``grey circle=drawn`` for no rule, and
``violet line=renban joined`` for lines that are one line where they touch."""


@dataclass(frozen=True, slots=True)
class Document:
    """A puzzle declared by a document."""

    model: Board
    """The board with its givens and clues."""
    source: str
    """The file or the name of the document, for messages."""
    line: int
    """The line on which the document begins, from 1."""
    carried: Mapping[str, Any] = field(default_factory=dict)
    """Content of the document that is not logic: texts and drawings, by their keys in it."""
    unsupported: tuple[str, ...] = ()
    """Content of the document that is not supported and not in the model."""
    notes: tuple[str, ...] = ()
    """Notes on its texts: the rules that they name and that no field states."""
    partly: tuple[tuple[Clue, str], ...] = ()
    """Clues of the model that keep a part of what the document has, each with what is left out.

    What is in `unsupported` as well changes the solutions; the rest is how a clue is drawn, or a field that is
    not known.
    """
    names_variant: bool = True
    """Whether the document says which variant it is; if not, readers may name it."""
    is_partial: bool = False
    """Whether some of its drawings or sentences were not read, so that its rules are not those of the model."""


def with_rules(carried: Mapping[str, Any], board: Board) -> Mapping[str, Any]:
    """What is carried with a puzzle, with its rules in words if it has clues and the author has not said them."""
    if carried.get("ruleset") or not board.clues:
        return carried
    from sudoku_cp.render.drawn import rules_in_words

    return {**carried, "ruleset": rules_in_words(board)}


def sudoku_of(grid: GridText) -> Sudoku:
    """A plain sudoku with the digits of a grid as givens."""
    sudoku = Sudoku(grid.size, symbols=grid.symbols)
    sudoku.givens.update(givens(grid, sudoku))
    return sudoku


def plain_grid(puzzle: GridText | Document) -> GridText:
    """The grid of a puzzle that consists of a grid alone.

    Raises
    ------
    ModelError
        If it has clues, candidates, an objective or a shape that a grid cannot express.
    """
    if isinstance(puzzle, GridText):
        return puzzle
    sudoku = single_grid(puzzle.model)
    for unsaid in _beyond_givens(sudoku):
        raise ModelError(f"{sudoku.name}: only a TOML document can express {unsaid}")
    _refuse_without_rule(sudoku)
    return grid_text(sudoku, puzzle.source, puzzle.line)


def position_of(puzzle: GridText | Document, size: int | None = None) -> Sudoku:
    """The model of a puzzle that consists of givens and candidates alone.

    Parameters
    ----------
    puzzle
        The puzzle.
    size
        The size that it must have; None for any.

    Raises
    ------
    ModelError
        If it has anything else, or another size.
    """
    sudoku = sudoku_of(puzzle) if isinstance(puzzle, GridText) else single_grid(puzzle.model)
    for unsaid in _beyond_candidates(sudoku):
        raise ModelError(f"{sudoku.name}: a grid of candidates cannot express {unsaid}")
    _refuse_without_rule(sudoku)
    if size is not None and sudoku.size != size:
        raise ModelError(
            f"{sudoku.name}: the format has grids of {size}×{size}, and this is one of {sudoku.size}×{sudoku.size}"
        )
    return sudoku


def _refuse_without_rule(sudoku: Sudoku) -> None:
    for constraint in sudoku.constraints[len(Sudoku(sudoku.size).constraints) :]:
        raise ModelError(f"{sudoku.name}: no format can express the constraint {constraint}, which has no rule")


def _beyond_givens(sudoku: Sudoku) -> Iterator[str]:
    """The parts of a puzzle that a plain grid cannot express."""
    yield from _beyond_candidates(sudoku)
    if sudoku.pencilmarks:
        yield "the candidates"


def _beyond_candidates(sudoku: Sudoku) -> Iterator[str]:
    """The parts of a puzzle that a grid with candidates cannot express."""
    if not sudoku.is_square:
        yield f"the shape of {sudoku.height}×{sudoku.width} cells"
    plain = Sudoku(sudoku.size)
    yield from (f"the clue {clue}" for clue in sudoku.clues)
    if sudoku.objective:
        yield "the objective"
    if sudoku.box != plain.box:
        yield "the boxes or regions"
    if len(sudoku.digits) > sudoku.size:
        yield f"the {len(sudoku.digits)} digits"
    elif sudoku.digits != plain.digits and (sudoku.size < 10 or sudoku.digits != tuple(range(sudoku.size))):
        yield f"the digits {sudoku.digits[0]} to {sudoku.digits[-1]}"  # 0 is an empty cell, but in 0–F and the like
