"""What formats keep of a puzzle is what the tables of `docs/guides/formats.md` say."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from sudoku_cp import InputError, ModelError, Sudoku, formats
from sudoku_cp.formats import WRITABLE, Document
from sudoku_cp.formats.document import sudoku_of
from sudoku_cp.formats.f_puzzles.reading import CARRIED
from sudoku_cp.formats.iss.reading import HINTS
from sudoku_cp.formats.janko import TEXTS
from sudoku_cp.formats.sniffing import takers
from sudoku_cp.formats.sudokupad.reading import DRAWINGS
from sudoku_cp.model import Board
from sudoku_cp.rules import anti_knight, any_of, killer, taxicab, thermo
from tests.support.pages import page_named, table

PAGE = page_named("formats.md")
(COLUMNS,) = [
    [re.findall(r"`([\w-]+)`", header) for header in line.split("|")[2:-1]]
    for line in PAGE.text.splitlines()
    if line.startswith("| part of a puzzle |")
]
SAID = {row[0]: row[1:] for row in table(PAGE, "part of a puzzle")}
LEFT_OUT = {row[0]: row[1:] for row in table(PAGE, "read")}

SIZES = {"poj3076": 16}
"""The sizes of formats that cannot have 9×9 cells."""


def _board(size: int, **options: Any) -> Sudoku:
    board = Sudoku(size, name="a title", **options)
    board.give("r1c1", 3)
    return board


def _with(*clues: Any) -> Callable[[int], Board]:
    def made(size: int) -> Board:
        board = _board(size)
        board.add(list(clues))
        return board

    return made


def _jigsaw(size: int) -> Board:
    """Boxes of which two exchange a cell."""
    edge = int(size**0.5)
    labels = [[row // edge * edge + column // edge for column in range(size)] for row in range(size)]
    labels[edge - 1][edge - 1], labels[0][edge] = labels[0][edge], labels[edge - 1][edge - 1]
    return _board(size, regions=labels)


def _oblong(_: int) -> Board:
    return Sudoku((4, 6), name="a title")


def _candidates(size: int) -> Board:
    board = _board(size)
    board.restrict("r1c2", [1, 2])
    return board


def _score(size: int) -> Board:
    board = _board(size)
    board.maximize(board["r2c2"])
    return board


def _constraint(size: int) -> Board:
    board = _board(size)
    board.add(board["r1c2"] < board["r1c3"])
    return board


def _several(_: int) -> Board:
    board = formats.load("samurai")
    assert isinstance(board, Board)
    return board


PARTS: Mapping[str, Callable[[int], Board]] = {
    "givens": _board,
    "title": _board,
    "author, rules in words": _board,
    "solution, for the player": _board,
    "irregular regions": _jigsaw,
    "rows and columns of different lengths": _oblong,
    "digits other than 1 to n": lambda size: _board(size, digits=range(2, size + 2)),
    "candidates of a cell": _candidates,
    "killer cages": _with(killer("r2c2 r2c3", sum=5)),
    "anti-knight": _with(anti_knight()),
    "clues such as a thermometer": _with(thermo("r2c2 r2c3")),
    "rules without a picture, such as `taxicab`": _with(taxicab(3)),
    "clues made of clues, such as `any_of`": _with(any_of([thermo("r2c2 r2c3"), thermo("r3c3 r2c3")])),
    "a score": _score,
    "constraints without a rule": _constraint,
    "several grids": _several,
}
TEXTS_OF: Mapping[str, Callable[[int], dict[str, Any]]] = {
    "author, rules in words": lambda _: {"author": "N. N.", "ruleset": "As usual."},
    "solution, for the player": lambda size: {"solution": [1] * size**2},
}


def _logic(board: Board) -> tuple[Any, ...]:
    """What a puzzle says, without its texts."""
    givens = {cell.name: digit for cell, digit in board.givens.items()}
    marks = {cell.name: digits for cell, digits in board.pencilmarks.items()}
    constraints = sorted(constraint.describe() for constraint in board.constraints)
    domains = {cell.name: board.domain_of(cell) for cell in board.cells}
    return givens, marks, constraints, domains, str(board.objective)


def _without_givens(board: Board) -> Board:
    for cell, digit in board.givens.items():
        board.restrict(cell, [digit])
    board.givens.clear()
    return board


def _kept(part: str, name: str) -> str:
    size = SIZES.get(name, 9)
    board, texts = PARTS[part](size), TEXTS_OF[part](size) if part in TEXTS_OF else {}
    try:
        text = "".join(formats.write([Document(board, "kept", 1, texts)], name))
    except (InputError, ModelError):
        return "refused"
    try:
        (found,) = formats.read(io.BytesIO(text.encode()), "kept", name)
    except InputError as error:
        words = {"only drawn": "drawn", "not read": "drawn", "only in words": "in words"}
        return next((word for said, word in words.items() if said in error.message), "error")
    again, carried = (found.model, found.carried) if isinstance(found, Document) else (sudoku_of(found), {})
    if name == "pencil-marks" and part != "givens":  # a given is a cell with one candidate there
        board = _without_givens(board)
    same = _logic(again) == _logic(board)
    if part == "title":
        same = same and again.name == board.name
    return "kept" if same and carried.items() >= texts.items() else "lost"


def test_every_format_that_is_written_has_a_column() -> None:
    assert sorted(name for column in COLUMNS for name in column) == sorted(WRITABLE)


@pytest.mark.parametrize("part", PARTS)
def test_parts_are_kept_refused_or_lost(part: str) -> None:
    found = [{_kept(part, name) for name in column} for column in COLUMNS]
    assert found == [{word} for word in SAID[part]]


def test_every_part_of_the_table_is_tried() -> None:
    assert list(SAID) == list(PARTS)


@pytest.mark.parametrize(
    ("name", "column", "words"),
    [
        ("`f-puzzles`", 0, set(CARRIED)),
        ("`sudokupad`", 2, set(DRAWINGS)),
        ("`iss`", 1, set(HINTS)),
        ("`janko`", 0, set(TEXTS)),
    ],
)
def test_what_is_not_logic_is_listed(name: str, column: int, words: set[str]) -> None:
    assert set(re.findall(r"`([\w-]+)`", LEFT_OUT[name][column])) == words


ROW = re.compile(r"^\| ([\w-]+) \| ([^|`]+) \| ([^|`]+|[^|]*`variant`[^|]*) \| `(.*)` \|$", re.M)
SAMPLES = {
    name: (keeps, text.replace("\\|", "|").replace("⏎", "\n"))
    for name, keeps, _, text in ROW.findall(PAGE.text.partition("| sample of |")[2])
}
WRITTEN_ONLY = {
    *("poj3074", "poj3076", "hdu1426", "noip2009"),
    *("f-puzzles-address", "sudokupad-address", "sudokumaker-address"),
}
"""The formats that another reader recognises."""


def test_every_format_has_a_sample() -> None:
    assert list(SAMPLES) == list(formats.FORMATS)


@pytest.mark.parametrize("name", formats.FORMATS)
def test_a_sample_of_the_page_is_read(name: str) -> None:
    """As it stands, by its own reader alone; and the format keeps at least what the sample has."""
    keeps, text = SAMPLES[name]
    found = list(formats.read(io.BytesIO(text.encode()), "page"))
    assert [_logic(_board_in(each)) for each in found] == [
        _logic(_board_in(each)) for each in formats.read(io.BytesIO(text.encode()), "page", name)
    ]
    taken = [each.name for each in takers(formats.SourceLines(io.BytesIO(text.encode()), "page"))]
    assert taken == [name] or name in WRITTEN_ONLY
    board = _board_in(found[0])
    parts = {"givens": board.givens, "candidates": board.pencilmarks, "clues": board.clues}
    assert any(parts.values())
    assert [part for part, content in parts.items() if content and part not in keeps] == []
    if len(found) == 1:
        assert _logic(formats.load(text)) == _logic(board)


def _board_in(puzzle: formats.ParsedPuzzle) -> Board:
    return puzzle.model if isinstance(puzzle, Document) else sudoku_of(puzzle)
