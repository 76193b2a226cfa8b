"""The board of a constraint string, with its extra variables, before any clue."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudoku_cp import rules
from sudoku_cp.formats.iss.cells import GRID, REGIONS, Names, Puzzle
from sudoku_cp.formats.iss.landmarks import Place, landmarks_of
from sudoku_cp.formats.iss.shape import MAX_SIDE, Shape, boxes_of, shape_of
from sudoku_cp.formats.iss.text import Entry
from sudoku_cp.model import Board, InputError, ModelError, OpenGrid, Sudoku
from sudoku_cp.rules import AppliedRule

MAX_CELLS = 1000
"""The largest number of cells and extra variables together."""

_SIZE = re.compile(r"(?:([1-9]\d{0,3})x)?([1-9]\d{0,3})")
_NAME = "iss"


def puzzle_of(entries: Sequence[Entry]) -> Puzzle:
    """Declare the board and the variables that entries describe.

    Raises
    ------
    InputError
        If one of these entries is wrong.
    """
    shape = shape_of(entries)
    kinds = {entry.type: entry for entry in entries}
    is_chaos = "ChaosConstruction" in kinds
    board = _board(shape, is_chaos)
    names = Names()
    names.add(GRID, board.grid, shape.width)
    for entry in entries:
        if entry.type == "Var":
            _declare_variables(entry, board, names, shape)
    if is_chaos:
        _declare_regions(kinds["ChaosConstruction"], board, names, shape, landmarks_of(entries, shape))
    if "Doppelganger" in kinds:
        _declare_missing_digits(kinds["Doppelganger"], board, names)
    ties = "~".join(kinds["FullRankTies"].arguments) if "FullRankTies" in kinds else "only-unclued"
    return Puzzle(board, shape, names, ties)


def _board(shape: Shape, is_chaos: bool) -> Board:
    """A grid with the boxes, or with the jigsaw pieces if they partition it; other regions become clues."""
    if not shape.has_houses:
        return OpenGrid(shape.height, shape.width, shape.digits, name=_NAME)
    size, regions = (shape.height, shape.width), boxes_of(shape)
    pieces_are_regions = not regions and not is_chaos and sum(map(len, shape.pieces)) == shape.height * shape.width > 0
    if shape.boxes and not is_chaos:
        sudoku = Sudoku(size, box=shape.boxes, digits=shape.digits, name=_NAME)
    elif pieces_are_regions:
        label = {place: index for index, piece in enumerate(shape.pieces) for place in piece}
        rows, columns = range(1, shape.height + 1), range(1, shape.width + 1)
        labels = [[label[row, column] for column in columns] for row in rows]
        return Sudoku(size, regions=labels, digits=shape.digits, name=_NAME)
    else:
        sudoku = Sudoku(size, regions=(), digits=shape.digits, name=_NAME)
        sudoku.add(*(rules.extra_region(_cells(region)) for region in regions))
    sudoku.add(*(rules.extra_region(_cells(piece)) for piece in shape.pieces))
    return sudoku


def _cells(places: Sequence[tuple[int, int]]) -> list[str]:
    return [f"r{row}c{column}" for row, column in places]


def _declare_variables(entry: Entry, board: Board, names: Names, shape: Shape) -> None:
    """``Var~X~label~12`` has the variables VX1 to VX12, and ``Var~X~label~3x4`` as many in rows of four."""
    prefix, _, size, *_ = (*entry.arguments, "", "", "")
    if not re.fullmatch("[A-Z]+", prefix):
        raise InputError(f"{entry.place}: the name of variables consists of letters A to Z, not {prefix!r}")
    found = _SIZE.fullmatch(size or "1")
    if found is None:
        raise InputError(f"{entry.place}: the number of variables must be written like 12 or 3x4, not {size!r}")
    rows, columns = int(found[1] or 1), int(found[2])
    if (found[1] and columns > MAX_SIDE) or len(board.cells) + rows * columns > MAX_CELLS:
        raise InputError(
            f"{entry.place}: {size} variables are too many: rows have at most {MAX_SIDE}, and there "
            f"are at most {MAX_CELLS} cells"
        )
    group, count = f"V{prefix}", rows * columns
    if group in names.groups:
        raise InputError(f"{entry.place}: there are two groups of cells {group}")
    labels = [group] if count == 1 else [f"{group}{index}" for index in range(1, count + 1)]
    names.add(group, board.variables(labels, shape.digits), columns if found[1] else shape.width)


def _add(entry: Entry, board: Board, clue: AppliedRule) -> None:
    """Add a clue that declares variables."""
    try:
        board.add(clue)
    except ModelError as error:
        raise InputError(f"{entry.place}: {error}") from None


def _declare_regions(entry: Entry, board: Board, names: Names, shape: Shape, landmarks: Sequence[Place]) -> None:
    _add(entry, board, rules.chaos_construction(shape.region_size, _cells(landmarks)))
    names.add(REGIONS, [board.region_of[cell] for cell in board.grid], shape.width)


def _declare_missing_digits(entry: Entry, board: Board, names: Names) -> None:
    """Name the digits that houses lack: DGC for rows, DGR for columns, DGB for boxes."""
    _add(entry, board, rules.doppelganger())
    for prefix, kind in (("DGC", "row"), ("DGR", "column"), ("DGB", "box")):
        missing = [board[f"missing_from_{kind}_{number}"] for number in range(1, board.width + 1)]
        names.add(prefix, missing, board.width)
