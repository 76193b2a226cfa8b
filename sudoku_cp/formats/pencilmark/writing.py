"""Writing documents of pencilmark; `sudoku_cp.formats.pencilmark.reading` describes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sudoku_cp._base.text import with_json_escapes
from sudoku_cp.formats.document import sudoku_of, with_rules
from sudoku_cp.formats.format import ParsedPuzzle
from sudoku_cp.formats.other_programs import Parameters
from sudoku_cp.formats.pencilmark.reading import LINES, META, NAME, OUTSIDE, VERSION, WHOLE
from sudoku_cp.formats.symbols import GridText
from sudoku_cp.formats.toml.writing import refuse_what_has_no_rule
from sudoku_cp.model import Clue, ModelError, Sudoku
from sudoku_cp.model.sudoku import single_grid


def write(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    """Write one document on each line.

    Raises
    ------
    ModelError
        If the format cannot express a puzzle.
    """
    for puzzle in puzzles:
        sudoku = sudoku_of(puzzle) if isinstance(puzzle, GridText) else single_grid(puzzle.model)
        carried = {} if isinstance(puzzle, GridText) else puzzle.carried
        yield with_json_escapes(json.dumps(document_of(sudoku, carried), ensure_ascii=False)) + "\n"


def document_of(sudoku: Sudoku, carried: Mapping[str, Any]) -> dict[str, Any]:
    """The document that declares a puzzle.

    Raises
    ------
    ModelError
        If the format cannot express some part of it.
    """
    refuse_what_has_no_rule(sudoku)
    size = sudoku.size
    if sudoku.objective is not None or not sudoku.is_square or sudoku.digits != tuple(range(1, size + 1)):
        raise ModelError(f"{sudoku.name}: a document of pencilmark has squares with the digits from 1, and no score")
    rules: list[dict[str, Any]] = [{"type": "grid", "origin": "r1c1"}]
    if sudoku.box:
        rules = [{"type": "box_grid", "origin": "r1c1", "box": list(sudoku.box)}]
    else:
        rules += [
            {"type": "region", "kind": "region", "cells": [cell.name for cell in cells]} for cells in sudoku.boxes
        ]
    for clue in sudoku.clues:
        entries = _entries(clue, size)
        if entries is None:
            raise ModelError(f"{sudoku.name}: a document of pencilmark cannot express the clue {clue}")
        rules += entries
    carried = with_rules(carried, sudoku)
    meta = {"title": sudoku.name} | {theirs: carried[key] for key, theirs in META.items() if carried.get(key)}
    document = {
        "format": NAME,
        "format_version": VERSION,
        "meta": meta,
        "board": {"rows": size, "cols": size},
        "digits": size,
        "givens": [sudoku.givens.get(cell, 0) for cell in sudoku.grid],
    }
    if isinstance(solution := carried.get("solution"), list) and len(solution) == size * size:
        document["solution"] = solution
    if sudoku.pencilmarks:
        document["candidates"] = {cell.name: list(digits) for cell, digits in sudoku.pencilmarks.items()}
    return document | {"rules": rules}


_KIND_OF_LINE = {name: (kind, parameter, default) for kind, (name, parameter, default) in LINES.items()}
_KIND_OUTSIDE = {name: (type_, key) for type_, (name, key) in OUTSIDE.items()}
_KIND_OF_WHOLE = {name: kind for kind, name in WHOLE.items()}


def _entries(clue: Clue, size: int) -> list[dict[str, Any]] | None:
    """The rules that say a clue; None if none does."""
    from sudoku_cp.rules import AppliedRule

    if not isinstance(clue, AppliedRule):
        return None
    name, parameters = clue.rule.name, dict(clue.parameters)
    entry = _entry(name, parameters, size)
    return None if entry is None or parameters else [entry]


def _entry(name: str, left: Parameters, size: int) -> dict[str, Any] | None:
    """The rule for a clue, whose parameters are taken from ``left``."""
    if name in _KIND_OF_LINE:
        kind, parameter, default = _KIND_OF_LINE[name]
        line: dict[str, Any] = {"type": "line", "kind": kind, "cells": _listed(left.pop("line"))}
        value = left.pop(parameter, default) if parameter else None
        return line if value is None else line | {"value": value}
    if name in _KIND_OF_WHOLE:
        return {"type": "neighbours", "kind": _KIND_OF_WHOLE[name]}
    if name in _KIND_OUTSIDE:
        type_, key = _KIND_OUTSIDE[name]
        side, index = left.pop("side"), left.pop("index")
        along = range(1, size + 1) if side in ("left", "top") else range(size, 0, -1)
        cells = [f"r{index}c{at}" if side in ("left", "right") else f"r{at}c{index}" for at in along]
        return {"type": type_, key: left.pop("value"), "side": side, "cells": cells}
    if name == "killer":
        total = left.pop("sum", None)
        cage = {"type": "cage", "cells": _listed(left.pop("cells"))}
        return cage if total is None else cage | {"sum": total}
    if name == "arrow":
        return {"type": "arrow", "bulb": _listed(left.pop("circle")), "lines": [_listed(left.pop("line"))]}
    if name in ("odd", "even"):
        return {"type": "cell", "kind": name, "cells": _listed(left.pop("cells"))}
    if name == "extra_region":
        return {"type": "region", "kind": "extra", "cells": _listed(left.pop("cells"))}
    if name == "clone":
        return {"type": "clone", "regions": [_listed(left.pop("cells")), _listed(left.pop("copy"))]}
    if name == "quadruple":
        digits = [int(digit) for digit in _listed(left.pop("digits"))]
        return {"type": "contains", "digits": digits, "cells": _listed(left.pop("cells"))}
    if name == "counting_circles":
        return {"type": "count", "kind": "circles", "cells": _listed(left.pop("cells"))}
    if name == "global_entropy":
        return {"type": "global_entropy"}
    return _edge_entry(name, left)


def _edge_entry(name: str, left: Parameters) -> dict[str, Any] | None:
    """The rule for a clue on the edge of two cells."""
    marks: Mapping[str, tuple[str, int | None, Mapping[int, dict[str, str]]]] = {
        "kropki_white": ("difference", 1, {1: {"kind": "kropki", "color": "white"}}),
        "kropki_black": ("ratio", 2, {2: {"kind": "kropki", "color": "black"}}),
        "xv": ("sum", None, {10: {"kind": "xv", "letter": "X"}, 5: {"kind": "xv", "letter": "V"}}),
    }
    if name not in marks:
        return None
    parameter, default, usual = marks[name]
    cells, value = _listed(left.pop("cells")), left.pop(parameter, default)
    if len(cells) != 2 or type(value) is not int:
        return None
    said: dict[str, Any] = dict(usual.get(value, {"kind": parameter, "sum" if parameter == "sum" else "value": value}))
    return {"type": "edge", **said, "cells": cells}


def _listed(value: Any) -> list[str]:
    return value.split() if isinstance(value, str) else [str(each) for each in value]
