"""Writing documents of SudokuPad: digits, regions, cages, rules of the whole grid, drawings, texts and the solution.

SudokuPad knows only cages and a few rules of the whole grid as logic. All other clues are drawn
(`sudoku_cp.formats.sudokupad.drawing`), and the text of the rules says what they mean. SudokuPad also opens f-puzzles
documents, which can express more as logic.

References
----------
The documents have no published definition; the keys are those that SudokuPad's importers of f-puzzles and Penpa write.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sudoku_cp._base.text import with_json_escapes
from sudoku_cp.formats.addresses import sudokupad_address
from sudoku_cp.formats.document import Document, sudoku_of
from sudoku_cp.formats.sudokupad.drawing import colours_outside, drawn
from sudoku_cp.formats.sudokupad.reading import GLOBAL, IN_WORDS, STRING
from sudoku_cp.formats.symbols import GridText
from sudoku_cp.formats.toml.writing import refuse_what_has_no_rule
from sudoku_cp.model import Cell, ModelError, Sudoku
from sudoku_cp.model.geometry import parse_names
from sudoku_cp.model.sudoku import single_grid
from sudoku_cp.render.drawn import rules_in_words
from sudoku_cp.rules import AppliedRule

CELL_SIZE = 50
"""The number of pixels per cell that SudokuPad's own importers set."""


def write(puzzles: Iterable[GridText | Document]) -> Iterator[str]:
    """Write one document on each line.

    Raises
    ------
    ModelError
        If a document of SudokuPad cannot express a puzzle.
    """
    for puzzle in puzzles:
        yield _json(puzzle) + "\n"


def write_addresses(puzzles: Iterable[GridText | Document]) -> Iterator[str]:
    """Write one address on each line."""
    for puzzle in puzzles:
        yield sudokupad_address(as_expanded(_json(puzzle))) + "\n"


_SYNTAX = re.compile(r"[,{\[](?=[a-zA-Z0-9]+:|[,}\]])|:(?=(?:[ft]|#[0F]|[0-9a-fA-F]{6})[,}\]])")
"""What the shorter notation of documents has between strings: a key without quotes, nothing, a short value."""


def as_expanded(text: str) -> str:
    r"""A document in JSON that is the same after SudokuPad has expanded it.

    It takes every address for the shorter notation, and does not spare strings.

    >>> print(as_expanded('{"title":"a,b:c","rules":"[]"}'))
    {"title":"a\u002cb:c","rules":"\u005b]"}
    """
    pieces = STRING.split(text)
    pieces[1::2] = [_SYNTAX.sub(lambda found: f"\\u{ord(found[0]):04x}", piece) for piece in pieces[1::2]]
    return "".join(pieces)


def _json(puzzle: GridText | Document) -> str:
    if isinstance(puzzle, GridText):
        document = document_of(sudoku_of(puzzle), {})
    else:
        document = document_of(single_grid(puzzle.model), puzzle.carried)
    return with_json_escapes(json.dumps(document, ensure_ascii=False, separators=(",", ":")))


def document_of(sudoku: Sudoku, carried: Mapping[str, Any]) -> dict[str, Any]:
    """The document that shows a puzzle, with the texts and the solution carried with it, if any.

    Raises
    ------
    ModelError
        If SudokuPad cannot express some part of it.
    """
    refuse_what_has_no_rule(sudoku)
    unsaid = next(_unsaid(sudoku), None)
    if unsaid is not None:
        hint = "; f-puzzles-address may express it, and SudokuPad reads that too"
        raise ModelError(f"{sudoku.name}: a document of SudokuPad cannot express {unsaid}{hint}")
    clues = [(clue.rule.name, clue.parameters) for clue in _applied(sudoku) if _is_said(clue)]
    cages = [_cage(name, parameters) for name, parameters in clues if name in CAGES]
    names = {rule: name for name, rule in GLOBAL.items()}
    drawings = drawn(sudoku, only_drawn(sudoku))
    in_words = [str(clue) for clue in only_drawn(sudoku) if not clue.drawings(sudoku)]
    drawings["cages"] = [*cages, *drawings.get("cages", [])]
    document: dict[str, Any] = {
        "cellSize": CELL_SIZE,
        "metadata": _metadata(sudoku, carried) | ({IN_WORDS: in_words} if in_words else {}),
        "cells": [[_entry(sudoku, cell) for cell in row] for row in sudoku.rows],
        "regions": [[_place(cell) for cell in box] for box in sudoku.boxes],
        "global": [names[name] for name, _ in clues if name in names],
    }
    return {key: value for key, value in (document | drawings).items() if value}


CAGES = ("killer", "extra_region")
"""The rules whose clues are cages."""


def only_drawn(sudoku: Sudoku) -> list[AppliedRule]:
    """The clues that SudokuPad does not know: drawings and the text of the rules say them to people."""
    return [clue for clue in _applied(sudoku) if not _is_said(clue)]


def _applied(sudoku: Sudoku) -> list[AppliedRule]:
    return [clue for clue in sudoku.clues if isinstance(clue, AppliedRule)]


def _unsaid(sudoku: Sudoku) -> Iterator[str]:
    if sudoku.objective is not None:
        yield "the objective"
    if sudoku.pencilmarks:
        yield "the candidates"
    if not sudoku.is_square:
        yield f"the shape of {sudoku.height}×{sudoku.width} cells"
    if sudoku.digits != tuple(range(1, sudoku.size + 1)):
        yield f"the digits {sudoku.digits[0]} to {sudoku.digits[-1]}"
    yield from (
        f"the clue {clue}, which has no named rule" for clue in sudoku.clues if not isinstance(clue, AppliedRule)
    )


def _is_said(clue: AppliedRule) -> bool:
    name, parameters = clue.rule.name, clue.parameters
    if name == "killer":
        sum_ = parameters.get("sum")
        return sum_ != 0 and (sum_ is not None or not parameters.get("repeats"))  # a sum of 0 would be read as none
    return name == "extra_region" or (name in GLOBAL.values() and not parameters)


def _cage(name: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    cells = [[row - 1, column - 1] for row, column in parse_names(str(parameters["cells"]))]
    cage: dict[str, Any] = {"cells": cells, "unique": not parameters.get("repeats")}
    if parameters.get("sum"):
        cage |= {"value": str(parameters["sum"]), "sum": parameters["sum"]}
    return cage | ({"style": "extraregion"} if name == "extra_region" else {})


def _metadata(sudoku: Sudoku, carried: Mapping[str, Any]) -> dict[str, Any]:
    texts = {"title": sudoku.name, "author": carried.get("author"), "rules": carried.get("ruleset")}
    texts["rules"] = texts["rules"] or _rules_text(sudoku)
    solution = carried.get("solution")
    if isinstance(solution, list) and all(isinstance(digit, int) and 0 < digit < 10 for digit in solution):
        texts["solution"] = "".join(map(str, solution))
    return {key: text for key, text in texts.items() if text}


def _rules_text(sudoku: Sudoku) -> str:
    """The rules in words, with the colours of clues beside the grid."""
    return rules_in_words(sudoku, {kind: f"{name}, beside the grid" for kind, name in colours_outside(sudoku).items()})


def _entry(sudoku: Sudoku, cell: Cell) -> dict[str, Any]:
    return {"value": sudoku.givens[cell]} if cell in sudoku.givens else {}


def _place(cell: Cell) -> list[int]:
    assert cell.row is not None
    assert cell.column is not None
    return [cell.row - 1, cell.column - 1]
