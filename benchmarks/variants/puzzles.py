"""Real puzzles of many variants: the text of each, the model that it declares, and its known answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.data import lines
from sudoku_cp import Cell, Kakuro, Model, MultiGrid, Sudoku, rules
from sudoku_cp.formats import Document, read

Record: TypeAlias = Mapping[str, Any]

EMPTY = ".0"
SOLUTIONS = {"unique": 1, "some": None, "count": 2}
"""The number of solutions found in a search for two, by the expectation in the samples of f-puzzles."""


@dataclass(frozen=True, slots=True)
class Known:
    """The known answer to a puzzle."""

    count: int | None
    """The number of solutions found in a search for two; None if unknown."""
    solution: tuple[int, ...] | None
    """The first cells of one solution, in cell order."""


@dataclass(frozen=True, slots=True)
class BenchmarkPuzzle:
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
        """The known answer to the puzzle, for a model of it."""
        return self.known(json.loads(self.text), model)


def sets(data: Path) -> dict[str, list[BenchmarkPuzzle]]:
    """The sets by name."""
    found = {}
    for path in sorted((data / "variants").glob("*.jsonl")):
        name = path.stem.removeprefix("puzzlekit_").removesuffix("Sudoku") or "Sudoku"
        found[name] = list(_puzzles(name, path))
    found["f-puzzles"] = [
        BenchmarkPuzzle("f-puzzles", f"{number} {json.loads(line)['name'].strip()}", line, _f_puzzle, _known_f_puzzle)
        for number, line in enumerate(lines(data / "fpuzzles" / "samples.jsonl"), 1)
    ]
    found.update(_of_iss(data / "iss" / "iss_odd.jsonl"))
    return found


def _of_iss(path: Path) -> Mapping[str, list[BenchmarkPuzzle]]:
    """The puzzles of Interactive Sudoku Solver by its own sets."""
    found: dict[str, list[BenchmarkPuzzle]] = {}
    for line in lines(path):
        record = json.loads(line)
        name = f"ISS {record['set']}"
        found.setdefault(name, []).append(BenchmarkPuzzle(name, record["name"], line, _iss, _known_iss))
    return found


def _iss(record: Record) -> Model:
    (document,) = read(BytesIO(record["constraint"].encode()), "iss_odd.jsonl", "iss")
    assert isinstance(document, Document)
    return document.model


def _known_iss(record: Record, model: Model) -> Known:
    """The grid of the solution; if there are digits of 10 or more, letters stand for the digits from 1 on."""
    text = record["solution"]
    if text is None:
        return Known(record["solutions"], None)
    first = ord("A") - 1 if any(map(str.isalpha, text)) else ord("0")
    return Known(record["solutions"], tuple(0 if letter == "0" else ord(letter) - first for letter in text))


_TENTH = {
    "Clueless1Sudoku": ["r2,5,8,11,14,17,20,23,26c2,5,8,11,14,17,20,23,26"],
    "Clueless2Sudoku": ["r4-6,13-15,22-24c4-6,13-15,22-24"],
}


def _puzzles(name: str, path: Path) -> Iterator[BenchmarkPuzzle]:
    for line in lines(path):
        record = json.loads(line)
        if "offsets" in record:
            yield BenchmarkPuzzle(name, record["id"], line, _overlaid, _known_layout)
        elif "runs" in record:
            yield BenchmarkPuzzle(name, record["id"], line, _kakuro, _known_layout)
        elif name == "Renban":
            yield BenchmarkPuzzle(name, record["id"], line, _renban, _known_grid)
        else:
            yield BenchmarkPuzzle(name, record["id"], line, _square, _known_grid)


def _f_puzzle(record: Record) -> Model:
    (document,) = read(BytesIO(record["payload"].encode()), "samples.jsonl", "f-puzzles")
    assert isinstance(document, Document)
    return document.model


def _known_f_puzzle(record: Record, model: Model) -> Known:
    solution = record["solution"]
    return Known(SOLUTIONS[record["expect"]], None if solution is None else tuple(map(int, solution)))


def _square(record: Record) -> Sudoku:
    """A square grid with the clues of the record."""
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
            yield rules.calcudoku(cells, int(clue[:-1]), operator)
        else:
            yield rules.calcudoku(cells, int(clue))


def _parities(record: Record, sudoku: Sudoku) -> Iterator[rules.AppliedRule]:
    for rule, letter in ((rules.even, "E"), (rules.odd, "O")):
        yield rule([cell for cell, mark in zip(sudoku.grid, record["parity"], strict=True) if mark == letter])


def _edges(record: Record, sudoku: Sudoku) -> Iterator[rules.AppliedRule]:
    rule = "skyscraper" if record["set"].startswith("Skyscraper") else "margin_sum"
    for side, clues in record["edges"].items():
        for index, clue in enumerate(clues, 1):
            if clue.isdecimal():
                yield rules.clue(rule, {"side": side, "index": index, "value": int(clue)})


def _consecutive(record: Record, sudoku: Sudoku) -> Iterator[rules.AppliedRule]:
    """Bars between all neighbours with consecutive digits, and nowhere else."""
    for one, other in record["consecutive_pairs"]:
        yield rules.consecutive((sudoku.grid[one], sudoku.grid[other]))
    yield rules.negative_difference()


def _greater(record: Record, sudoku: Sudoku) -> Iterator[rules.AppliedRule]:
    for higher, lower in record["greater_than"]:
        yield rules.greater_than([sudoku.grid[higher], sudoku.grid[lower]])


_CLUES: Mapping[str, Callable[[Record, Sudoku], Iterator[Any]]] = {
    "cages": _cages,
    "parity": _parities,
    "edges": _edges,
    "greater_than": _greater,
    "consecutive_pairs": _consecutive,
}


def _overlaid(record: Record) -> MultiGrid:
    """9×9 sudokus that share cells.

    Nine grids in a square may have a tenth one without clues: the middle cells of all boxes (Clueless 1), or the middle
    boxes of all grids (Clueless 2).
    """
    places = [f"r{top + 1}c{left + 1}" for top, left in record["offsets"]]
    grids = MultiGrid(places + _TENTH.get(record["set"], []), name=record["set"])
    for cell in grids.grid:
        assert cell.row is not None
        assert cell.column is not None
        entry = record["grid"][cell.row - 1][cell.column - 1]
        if entry not in EMPTY:
            grids.give(cell, int(entry))
    return grids


def _kakuro(record: Record) -> Kakuro:
    """Read the source, which has ``-`` for a block without sums, 0 for a cell, and ``16,`` ``,7`` ``23,7`` for sums."""
    entries = {"-": "#", "0": "."}
    rows = ([entries.get(entry, entry.replace(",", "\\")) for entry in row.split()] for row in record["grid"])
    return Kakuro("\n".join(map(" ".join, rows)), name=record["set"])


def _known_grid(record: Record, model: Model) -> Known:
    assert isinstance(model, Sudoku)
    digits = _digits(record["solution"], record["n"])
    return Known(1 if record["unique"] else 2, tuple(digit for digit in digits if digit is not None))


def _known_layout(record: Record, model: Model) -> Known:
    """The digits of the solution in the cells of a model with rows and columns."""
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
