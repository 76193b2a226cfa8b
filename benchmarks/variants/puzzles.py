"""Real puzzles of many variants: a text each, the model that it declares by our rules, and what is known of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.data import lines
from sudoku_cp import Cell, Model, Sudoku, rules
from sudoku_cp.formats import Document, read
from sudoku_cp.model import AllDifferent, Table

Record: TypeAlias = Mapping[str, Any]

EMPTY = ".0"
SOLUTIONS = {"unique": 1, "some": None, "count": 2}
"""Solutions found where two are looked for, by what the samples of f-puzzles expect."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a puzzle."""

    count: int | None
    """Solutions found where two are looked for; None if that is not known."""
    solution: tuple[int, ...] | None
    """In cell order."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of a set."""

    set: str
    id: str
    text: str
    declare: Callable[[Record], Model]
    known: Callable[[Record, Model], Known]

    def model(self) -> Model:
        """Read the text and declare its model."""
        return self.declare(json.loads(self.text))

    def known_of(self, model: Model) -> Known:
        """What is known of the puzzle, for a model of it."""
        return self.known(json.loads(self.text), model)


def sets(data: Path) -> dict[str, list[Puzzle]]:
    """Every set by its name."""
    found = {}
    for path in sorted((data / "variants").glob("*.jsonl")):
        name = path.stem.removeprefix("puzzlekit_").removesuffix("Sudoku") or "Sudoku"
        found[name] = list(_puzzles(name, path))
    found["f-puzzles"] = [
        Puzzle("f-puzzles", f"{number} {json.loads(line)['name'].strip()}", line, _f_puzzle, _known_f_puzzle)
        for number, line in enumerate(lines(data / "fpuzzles" / "samples.jsonl"), 1)
    ]
    return found


def _puzzles(name: str, path: Path) -> Iterator[Puzzle]:
    for line in lines(path):
        record = json.loads(line)
        if "offsets" in record:
            yield Puzzle(name, record["id"], line, _overlaid, _known_layout)
        elif "runs" in record:
            yield Puzzle(name, record["id"], line, _kakuro, _known_layout)
        elif name == "Renban":
            yield Puzzle(name, record["id"], line, _renban, _known_grid)
        else:
            yield Puzzle(name, record["id"], line, _square, _known_grid)


def _f_puzzle(record: Record) -> Model:
    (document,) = read(BytesIO(record["payload"].encode()), "samples.jsonl", "f-puzzles")
    assert isinstance(document, Document)
    return document.model


def _known_f_puzzle(record: Record, model: Model) -> Known:
    solution = record["solution"]
    return Known(SOLUTIONS[record["expect"]], None if solution is None else tuple(map(int, solution)))


def _square(record: Record) -> Sudoku:
    """A square grid with whatever clues the record has."""
    size = record["n"]
    if "box" in record:
        sudoku = Sudoku(size, box=tuple(record["box"]))
    else:
        sudoku = Sudoku(size, regions=_rows(record.get("regions", ()), size))
    for cell, digit in zip(sudoku.grid, _digits(record["givens"], size), strict=True):
        if digit is not None:
            sudoku.give(cell, digit)
    if record.get("diagonal"):
        sudoku.add(rules.diagonals())
    for key, read_clues in _CLUES.items():
        if key in record:
            sudoku.add(*read_clues(record, sudoku))
    return sudoku


def _rows(labels: Sequence[Any], size: int) -> Sequence[Any]:
    """Labels row by row, which a record may give in one row."""
    if labels and not isinstance(labels[0], list):
        return [labels[start : start + size] for start in range(0, len(labels), size)]
    return labels


def _renban(record: Record) -> Sudoku:
    """A Latin square in whose regions the digits are consecutive."""
    sudoku = _square({**record, "regions": ()})
    regions: dict[str, list[Cell]] = {}
    for row, labels in zip(sudoku.rows, record["regions"], strict=True):
        for cell, label in zip(row, labels, strict=True):
            regions.setdefault(label, []).append(cell)
    sudoku.add(*(rules.renban(cells) for cells in regions.values()))
    return sudoku


def _cages(record: Record, sudoku: Sudoku) -> Iterator[rules.AppliedRule]:
    for clue, indices in record["cages"]:
        cells = [sudoku.grid[index] for index in indices]
        if record["set"] != "KenKen":
            yield rules.killer(cells, int(clue) or None)
        elif clue[-1] in "+-*/x":
            operator = clue[-1].replace("x", "*")
            yield rules.clue("calcudoku", {"cells": cells, "value": int(clue[:-1]), "operator": operator})
        else:
            yield rules.clue("calcudoku", {"cells": cells, "value": int(clue)})


def _parities(record: Record, sudoku: Sudoku) -> Iterator[rules.AppliedRule]:
    for rule, letter in ((rules.even, "E"), (rules.odd, "O")):
        yield rule([cell for cell, mark in zip(sudoku.grid, record["parity"], strict=True) if mark == letter])


def _edges(record: Record, sudoku: Sudoku) -> Iterator[rules.AppliedRule]:
    rule = "skyscraper" if record["set"].startswith("Skyscraper") else "margin_sum"
    for side, clues in record["edges"].items():
        for index, clue in enumerate(clues, 1):
            if clue.isdecimal():
                yield rules.clue(rule, {"side": side, "index": index, "value": int(clue)})


def _consecutive(record: Record, sudoku: Sudoku) -> Iterator[rules.AppliedRule | Table]:
    """Bars between all neighbours with consecutive digits, and only there."""
    marked = {frozenset(pair) for pair in record["consecutive_pairs"]}
    size = sudoku.size
    for index, cell in enumerate(sudoku.grid):
        for other in ([index + 1] if (index + 1) % size else []) + ([index + size] if index + size < size**2 else []):
            pair = (cell, sudoku.grid[other])
            if frozenset((index, other)) in marked:
                yield rules.kropki_white(pair)
            else:
                yield Table.where(pair, lambda one, two: abs(one - two) != 1)


def _greater(record: Record, sudoku: Sudoku) -> Iterator[rules.AppliedRule]:
    for higher, lower in record["greater_than"]:
        yield rules.thermo([sudoku.grid[lower], sudoku.grid[higher]])


_CLUES: Mapping[str, Callable[[Record, Sudoku], Iterator[Any]]] = {
    "cages": _cages,
    "parity": _parities,
    "edges": _edges,
    "greater_than": _greater,
    "consecutive_pairs": _consecutive,
}


def _overlaid(record: Record) -> Model:
    """9×9 sudokus that share cells."""
    model = Model(record["set"])
    cells: dict[tuple[int, int], Cell] = {}
    for grid in _grids_of(record):
        for row, column in grid:
            if (row, column) not in cells:
                cells[row, column] = model.variable(f"r{row + 1}c{column + 1}", range(1, 10), row + 1, column + 1)
    for grid in _grids_of(record):
        square = [cells[place] for place in grid]
        for number in range(9):
            box = number // 3 * 27 + number % 3 * 3
            model.add(AllDifferent(tuple(square[number * 9 : number * 9 + 9])))
            model.add(AllDifferent(tuple(square[number::9])))
            model.add(AllDifferent(tuple(square[box + step // 3 * 9 + step % 3] for step in range(9))))
    for (row, column), cell in cells.items():
        entry = record["grid"][row][column]
        if entry not in EMPTY:
            model.give(cell, int(entry))
    return model


def _grids_of(record: Record) -> Iterator[list[tuple[int, int]]]:
    """The places of each grid, row by row.

    Nine grids in a square may have a tenth without clues: the middle cells of all boxes (Clueless 1), or the middle
    boxes of all grids (Clueless 2).
    """
    for top, left in record["offsets"]:
        yield list(product(range(top, top + 9), range(left, left + 9)))
    tenth = {"Clueless1Sudoku": [1, 4, 7, 10, 13, 16, 19, 22, 25], "Clueless2Sudoku": [3, 4, 5, 12, 13, 14, 21, 22, 23]}
    if record["set"] in tenth:
        span = tenth[record["set"]]
        yield list(product(span, span))


def _kakuro(record: Record) -> Model:
    """Runs of white cells with sums."""
    model = Model(record["set"])
    columns = record["cols"]
    for index in sorted({index for _, run in record["runs"] for index in run}):
        row, column = index // columns + 1, index % columns + 1
        model.variable(f"r{row}c{column}", range(1, 10), row, column)
    for total, run in record["runs"]:
        model.add(rules.killer([f"r{index // columns + 1}c{index % columns + 1}" for index in run], total or None))
    return model


def _known_grid(record: Record, model: Model) -> Known:
    assert isinstance(model, Sudoku)
    digits = _digits(record["solution"], record["n"])
    return Known(1 if record["unique"] else 2, tuple(digit for digit in digits if digit is not None))


def _known_layout(record: Record, model: Model) -> Known:
    """The digits that the solution has in the cells of a model with rows and columns."""
    values = []
    for cell in model.cells:
        assert cell.row is not None
        assert cell.column is not None
        values.append(int(record["solution"][cell.row - 1][cell.column - 1]))
    return Known(1 if record["unique"] else 2, tuple(values))


def _digits(text: str, size: int) -> Sequence[int | None]:
    """The digits of a text: 1–9, or A–Z from 1 on in grids of size 10 or more."""
    if size < 10:
        return [None if character in EMPTY else int(character) for character in text]
    return [None if character in EMPTY else ord(character) - ord("A") + 1 for character in text]
