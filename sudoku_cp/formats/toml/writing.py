"""Writing puzzle documents: boards with givens, candidates, weights and clues, as TOML."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from sudoku_cp._base.text import with_json_escapes
from sudoku_cp.formats.document import Document, sudoku_of
from sudoku_cp.formats.entries import NO_CELL
from sudoku_cp.formats.format import ParsedPuzzle
from sudoku_cp.formats.grid import picture
from sudoku_cp.formats.symbols import GridText, grid_text
from sudoku_cp.formats.toml.values import TEXTS
from sudoku_cp.model import (
    Board,
    Cell,
    Clue,
    Constraint,
    InputError,
    Kakuro,
    Model,
    ModelError,
    MultiGrid,
    Objective,
    OpenGrid,
    Sudoku,
)
from sudoku_cp.model.board import default_symbols
from sudoku_cp.model.geometry import default_box

if TYPE_CHECKING:
    from sudoku_cp.rules import AppliedRule


BEGINNING = "sudoku-cp:#doc="
"""The beginning of addresses that hold the whole text, deflated and in base64."""

Declared: TypeAlias = Sudoku | MultiGrid | Kakuro | OpenGrid
"""The boards that a document can declare."""


def write(puzzles: Iterable[GridText | Document]) -> Iterator[str]:
    """Write one puzzle as a document.

    Raises
    ------
    InputError
        If there is more than one puzzle.
    """
    for number, puzzle in enumerate(puzzles):
        if number:
            raise InputError("a TOML document holds one puzzle, and this is a second one", puzzle.source, puzzle.line)
        if isinstance(puzzle, Document):
            yield dump_document(puzzle.model, puzzle.carried)
        else:
            yield dump_document(sudoku_of(puzzle))


def dump_document(model: Model, carried: Mapping[str, Any] | None = None) -> str:
    """The text of a document that declares a model, with the author and the rules in words carried with it, if any.

    Raises
    ------
    ModelError
        If a document cannot express it: the model is not a board, or has variables outside the grid, constraints that
        do not come from a named rule, or an objective with a constant.

    >>> sudoku = Sudoku(4, name="small")
    >>> print(dump_document(sudoku.give("r1c1", 1)))
    name = "small"
    size = 4
    grid = \"\"\"
    1 . | . .
    . . | . .
    ----+----
    . . | . .
    . . | . .
    \"\"\"
    <BLANKLINE>
    """
    if not isinstance(model, Declared):
        raise ModelError(f"{model.name} is not a board, and a document can only declare boards")
    refuse_what_has_no_rule(model)
    texts = {key: str(carried[kept]) for key, kept in TEXTS.items() if carried.get(kept)} if carried else {}
    if "rules" in texts and _are_own_words(texts["rules"], model):
        del texts["rules"]
    parts = [f"name = {_value(model.name)}", *(f"{key} = {text_value(text)}" for key, text in texts.items())]
    parts += (*_shape(model), *_digits(model))
    if not isinstance(model, Kakuro) and (model.givens or not isinstance(model, OpenGrid)):
        parts.append(f"grid = {grid_value(model)}")
    if model.objective is not None:
        parts.extend(_objective(model))
    if model.pencilmarks:
        parts.append("\n[candidates]")
        parts.extend(f"{cell.name} = {list(values)}" for cell, values in model.pencilmarks.items())
    for clue in model.clues:
        parts.extend(clue_lines(_spoken(clue)))
    return "\n".join(parts) + "\n"


def _are_own_words(text: str, board: Declared) -> bool:
    """Whether the rules are those that an export wrote for want of the author's, which the clues say anyway."""
    from sudoku_cp.render.drawn import rules_in_words

    return text == rules_in_words(board)


def _shape(board: Declared) -> Iterator[str]:
    if isinstance(board, Kakuro):
        yield f"layout = '''\n{board.text()}\n'''"
        return
    if isinstance(board, OpenGrid):
        yield 'model = "blank"'
        yield f"size = {board.height if board.height == board.width else [board.height, board.width]}"
        return
    if isinstance(board, MultiGrid):
        yield f"size = {board.size}"
        yield f"grids = [{', '.join(map(_value, board.places))}]"
        usual = default_box(board.size)
    else:
        yield f"size = {board.size if board.is_square else [board.height, board.width]}"
        usual = default_box(board.height, board.width)
    if board.box is None:
        yield f"regions = {_long(_regions(board) if board.boxes else '')}"
    elif board.box != usual:
        yield f"box = {list(board.box)}"


def _regions(board: Board) -> str:
    """A label for each cell, with one row on each line."""
    labels = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    if len(board.boxes) > len(labels):
        raise ModelError(f"a document can label {len(labels)} regions, and {board.name} has {len(board.boxes)}")
    return "".join("".join(labels[board.box_of[cell]] for cell in row) + "\n" for row in board.rows)


def _digits(board: Declared) -> Iterator[str]:
    if board.digits != _usual_digits(board):
        yield f"digits = {list(board.digits)}"
    if board.symbols != default_symbols(board.digits):
        yield f"symbols = {_value(board.symbols)}"


def _usual_digits(board: Declared) -> tuple[int, ...]:
    """The digits of a board whose document does not list them."""
    if isinstance(board, OpenGrid):
        return (0,)
    return tuple(range(1, 10 if isinstance(board, Kakuro) else board.size + 1))


def grid_value(board: Board) -> str:
    """The givens as the value of the key ``grid``.

    Parameters
    ----------
    board
        The board.

    Returns
    -------
    str
        The value, a TOML string of several lines.
    """
    return _long(_grid(board))


def _grid(board: Board) -> str:
    if board.symbols and isinstance(board, Sudoku) and board.is_square:
        return picture(grid_text(board))
    written = dict(zip(board.digits, board.symbols or map(str, board.digits), strict=True))
    rows = [
        [NO_CELL if cell is None else written[board.givens[cell]] if cell in board.givens else "." for cell in row]
        for row in board.lattice
    ]
    return "".join(" ".join(row) + "\n" for row in rows)


def _objective(board: Board) -> Iterator[str]:
    """The scores, the most important first; tables come after all texts, so what follows one is a table, too."""
    assert board.objective is not None
    is_table, written = False, set()
    for place, stage in enumerate(board.objective.stages):
        key = f"{'then_' if place else ''}{stage.sense.value}"
        if key in written:
            raise ModelError(f"a document has no place for a second {key}")
        written.add(key)
        if stage.expression.constant:
            raise ModelError(f"a document has no place for the constant {stage.expression.constant} of the objective")
        is_table = is_table or bool(stage.bonuses)
        yield f"\n[{key}]\n{_points(board, stage)}" if is_table else f"{key} = {_long(_weights(board, stage))}"


def _points(board: Board, objective: Objective) -> str:
    return "\n".join(
        f"{cell.name} = {[of_cell[digit] for digit in board.digits]}" for cell, of_cell in objective.points().items()
    )


def _weights(board: Board, objective: Objective) -> str:
    weights: Counter[Cell] = Counter()
    for weight, cell in objective.expression.terms:
        weights[cell] += weight
    return "".join(
        " ".join(NO_CELL if cell is None else str(weights[cell]) for cell in row) + "\n" for row in board.lattice
    )


def refuse_what_has_no_rule(board: Declared) -> None:
    """Refuse variables outside the grid, and constraints that do not come from a named rule.

    Raises
    ------
    ModelError
        If there are any.
    """
    auxiliary = set(board.auxiliary_cells)
    for variable in board.cells[len(board.grid) :]:
        if variable.row is None and variable not in auxiliary:
            raise ModelError(f"a document cannot declare the variable {variable}, which is not in the grid")
    declared = [each for each in board.declarations if each.clue is not None]
    made = [*board.constraints[: _houses(board)], *board.definitions]
    made += [constraint for each in declared for constraint in each.constraints]
    known, clues = Counter(map(id, made)), {id(each.clue) for each in declared}
    others = [clue for clue in board.clues if id(clue) not in clues]  # of a copy, whose constraints are made again
    said = Counter(_key(constraint) for clue in others for constraint in clue.constraints(board))
    for constraint in board.constraints:
        known[id(constraint)] -= 1
        if known[id(constraint)] < 0:
            said[_key(constraint)] -= 1
            if said[_key(constraint)] < 0:
                raise ModelError(f"a document cannot express the constraint {constraint}: it comes from no named rule")


def _houses(board: Declared) -> int:
    """The number of constraints, at the beginning of the list, that come with the board."""
    if isinstance(board, Sudoku):
        return len(board.rows) + len(board.columns) + len(board.boxes)
    if isinstance(board, Kakuro):
        return sum(1 if run.sum is None else 2 for run in board.runs)
    if isinstance(board, OpenGrid):
        return 0
    return len(MultiGrid(board.places, size=board.size, box=board.box, digits=board.digits).constraints)


def _key(constraint: Constraint) -> tuple[str, ...]:
    return type(constraint).__name__, constraint.describe(), *(cell.name for cell in constraint.scope)


def clue_lines(clue: AppliedRule, outer: str = "") -> Iterator[str]:
    """The table of a clue, and those of the clues inside it.

    Parameters
    ----------
    clue
        The clue.
    outer
        The names of the tables around it, each with a dot behind it.

    Yields
    ------
    str
        The lines of the tables, with a blank line before each table.
    """
    name = outer + clue.rule.name
    yield f"\n[[{name}]]"
    yield from (f"{key} = {_value(value)}" for key, value in clue.parameters.items())
    for inner in clue.inner:
        yield from clue_lines(inner, f"{name}.")


def _spoken(clue: Clue) -> AppliedRule:
    from sudoku_cp.rules import AppliedRule

    if not isinstance(clue, AppliedRule):
        raise ModelError(f"a document cannot express the clue {clue}: its rule has no name")
    return clue


def _value(value: str | int | None) -> str:
    """A TOML value; strings and Booleans are written as in JSON."""
    return with_json_escapes(json.dumps(value, ensure_ascii=False))


def text_value(text: str) -> str:
    """A text as a TOML value, over as many lines as it has unless it has characters that would not come back."""
    return _long(text) if "\n" in text and all(map(str.isprintable, text.split("\n"))) else _value(text)


def _long(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"""\n{escaped}"""'


def write_addresses(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    """Write an address for each puzzle.

    Parameters
    ----------
    puzzles
        The puzzles.

    Yields
    ------
    str
        An address, and the end of its line.

    Raises
    ------
    ModelError
        If a document cannot express a puzzle.
    """
    for puzzle in puzzles:
        yield packed("".join(write([puzzle]))) + "\n"


def packed(text: str) -> str:
    """The address that holds a document.

    >>> from sudoku_cp.formats.toml.reading import unpacked
    >>> unpacked(packed("size = 4"))
    'size = 4'
    """
    return BEGINNING + urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
