"""Writing documents of f-puzzles; `sudoku_cp.formats.f_puzzles.reading` describes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sudoku_cp._base.text import with_json_escapes
from sudoku_cp.formats.addresses import f_puzzles_address
from sudoku_cp.formats.document import Document, sudoku_of, with_rules
from sudoku_cp.formats.f_puzzles.clues import FLAGS, KINDS, NEGATIVE, whole_rule
from sudoku_cp.formats.f_puzzles.reading import CARRIED
from sudoku_cp.formats.other_programs import Entry
from sudoku_cp.formats.symbols import GridText
from sudoku_cp.formats.toml.writing import refuse_what_has_no_rule
from sudoku_cp.model import Cell, Clue, ModelError, Sudoku
from sudoku_cp.model.geometry import default_box
from sudoku_cp.model.sudoku import single_grid


def write(puzzles: Iterable[GridText | Document]) -> Iterator[str]:
    """Write one document on each line.

    Raises
    ------
    ModelError
        If a document of f-puzzles cannot express a puzzle.
    """
    for puzzle in puzzles:
        yield _written(puzzle) + "\n"


def write_addresses(puzzles: Iterable[GridText | Document]) -> Iterator[str]:
    """Write one address on each line."""
    for puzzle in puzzles:
        yield f_puzzles_address(_written(puzzle)) + "\n"


def _written(puzzle: GridText | Document) -> str:
    return with_json_escapes(json.dumps(_document(puzzle), ensure_ascii=False, separators=(",", ":")))


def _document(puzzle: GridText | Document) -> dict[str, Any]:
    if isinstance(puzzle, GridText):
        return document_of(sudoku_of(puzzle))
    return document_of(single_grid(puzzle.model), puzzle.carried)


def document_of(sudoku: Sudoku, carried: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The document that declares a puzzle and keeps the texts and drawings carried with it.

    Raises
    ------
    ModelError
        If f-puzzles cannot express some part of it.

    >>> from sudoku_cp.rules import killer
    >>> sudoku = Sudoku(4, name="small")
    >>> sudoku.add(killer("r1c1 r1c2", sum=3))
    >>> document_of(sudoku)["killercage"]
    [{'cells': ['R1C1', 'R1C2'], 'value': '3'}]
    """
    refuse_what_has_no_rule(sudoku)
    unsaid = next(_unsaid(sudoku), None)
    if unsaid is not None:
        raise ModelError(f"{sudoku.name}: a document of f-puzzles cannot express {unsaid}")
    kept = {key: value for key, value in with_rules(carried or {}, sudoku).items() if key in CARRIED}
    besides = (carried or {}).get("cells", {})
    document: dict[str, Any] = {"size": sudoku.size, "title": sudoku.name, **kept}
    document["grid"] = [[_entry(sudoku, cell) | besides.get(cell.name, {}) for cell in row] for row in sudoku.rows]
    for clue in sorted(sudoku.clues, key=_depends_on_dots):
        entries = _entries(sudoku, clue, document)
        if entries is None:
            raise ModelError(f"{sudoku.name}: a document of f-puzzles cannot express the clue {clue}")
        for key, entry in entries:
            if entry is True:
                document[key] = True
            else:
                document.setdefault(key, []).append(entry)
    return document


def _unsaid(sudoku: Sudoku) -> Iterator[str]:
    if sudoku.objective is not None:
        yield "the objective"
    if not sudoku.is_square:
        yield f"the shape of {sudoku.height}×{sudoku.width} cells"
    if sudoku.digits != tuple(range(1, sudoku.size + 1)):
        yield f"the digits {sudoku.digits[0]} to {sudoku.digits[-1]}"


def _entry(sudoku: Sudoku, cell: Cell) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    if cell in sudoku.givens:
        entry = {"value": sudoku.givens[cell], "given": True}
    if cell in sudoku.pencilmarks:
        entry["givenPencilMarks"] = list(sudoku.pencilmarks[cell])
    if sudoku.box != default_box(sudoku.size):
        entry["region"] = sudoku.box_of.get(cell)
    return entry


def _depends_on_dots(clue: Clue) -> bool:
    """Return whether a clue is written last, because its meaning in a document depends on the dots."""
    from sudoku_cp.rules import AppliedRule

    names = ["non_consecutive", *(negative.rule for negative in NEGATIVE.values())]
    return isinstance(clue, AppliedRule) and clue.rule.name in names


def _entries(sudoku: Sudoku, clue: Clue, document: Entry) -> list[tuple[str, Any]] | None:
    """The keys and values for a clue in a document that already has the dots."""
    from sudoku_cp import rules

    if not isinstance(clue, rules.AppliedRule):
        return None
    for key, negative in NEGATIVE.items():
        if clue.rule.name == negative.rule:
            read = rules.clue(negative.rule, negative.parameters(document.get(key)))
            if read == clue:
                return [("negative", key)]
    parameters: dict[str, Any] = dict(clue.parameters)
    if clue.rule.name == "diagonals":
        return [("diagonal+", True), ("diagonal-", True)]
    for key in FLAGS:
        if whole_rule(key, document) == (clue.rule.name, parameters):
            return [(key, True)]
    for kind in KINDS:
        if kind.rule == clue.rule.name:
            entries = kind.write(dict(parameters), sudoku.size)
            if entries is not None:
                return [(kind.key, entry) for entry in entries]
    return None
