"""The board that a TOML document describes by the keys ``model``, ``size``, ``box`` and others."""

from __future__ import annotations

from math import isqrt
from typing import Any

from sudoku_cp.formats.toml.values import Values
from sudoku_cp.model import Board, InputError, ModelError, MultiGrid, Sudoku
from sudoku_cp.model.board import MAX_SIZE

SHAPE = ("size", "box", "regions", "grids", "layout", "digits", "symbols")
"""The keys that are parameters of the model."""

_BOX = "its height and width, such as [2, 3]"
_SIZE = "a whole number, or the numbers of rows and columns, such as [6, 9]"


def board_of(values: Values) -> Board:
    """The board without givens and clues.

    Raises
    ------
    InputError
        If a value is wrong, or no board has that shape.
    """
    from sudoku_cp import models

    given = _shape(values)
    name = values.value("model", str, "the name of a model") or ("kakuro" if "layout" in given else None)
    kind = MultiGrid if "grids" in given else Sudoku
    try:
        return kind(**given) if name is None else models.load(name, **given)
    except ModelError as error:
        raise _placed(values, given, str(error)) from None


def _shape(values: Values) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "size": _size(values),
        "box": values.integers("box", _BOX),
        "regions": values.value("regions", str, "a text with a label for each cell"),
        "grids": values.texts("grids", 'a list of places, such as ["r1c1", "r1c13"]'),
        "layout": values.value("layout", str, "a text with an entry for each place"),
        "digits": values.integers("digits", "a list of whole numbers"),
        "symbols": values.value("symbols", str, "a text with a character for each digit"),
    }
    given = {key: value for key, value in shape.items() if value is not None}
    if not given.keys() & {"size", "grids", "layout"} and "model" not in values.by_key:
        given |= _size_of_line(values.by_key.get("grid"))
    if "box" in given and len(given["box"]) != 2:
        raise values.error(("box",), f"box must be {_BOX}, not {list(given['box'])}")
    if "grids" in given and "regions" in given:
        raise values.error(("regions",), "grids have boxes, so regions cannot be given as well")
    return given


def _size(values: Values) -> int | tuple[int, ...] | None:
    if not isinstance(values.by_key.get("size"), list):
        return values.value("size", int, _SIZE)
    size = values.integers("size", _SIZE)
    if size is None or len(size) != 2:
        raise values.error(("size",), f"size must be {_SIZE}, not {values.by_key['size']!r}")
    return size


def _size_of_line(grid: object) -> dict[str, int]:
    """The size of a grid whose cells are on one line, without blanks; 9 is the usual one."""
    rows = grid.split() if isinstance(grid, str) else []
    size = isqrt(len(rows[0])) if len(rows) == 1 else 0
    return {"size": size} if 1 < size <= MAX_SIZE and size * size == len(rows[0]) else {}


def _placed(values: Values, given: dict[str, Any], message: str) -> InputError:
    """The error of a model, placed at the key that it refers to."""
    if "symbols" in given and message.startswith("the symbol "):
        return values.error(("symbols",), message)
    keys = (key for key in ("layout", "model", *SHAPE) if key in values.by_key)
    return values.error(tuple(keys)[:1], message)
