"""A puzzle for an external solver, and the text that the solver reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from sudoku_cp.formats import FORMATS, WRITABLE, Document, grid_text, write
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.model import Cell, Sudoku
from sudoku_cp.model.sudoku import single_grid

FORMS = (*WRITABLE, "json")
"""The forms of puzzles for solvers: formats that can be written, and JSON objects with ``puzzle`` and ``toml``."""

ONE_PUZZLE = tuple(name for name in WRITABLE if FORMATS[name].has_one)
"""The forms whose texts hold a single puzzle."""

GRIDS = tuple(name for name in WRITABLE if FORMATS[name].givens_only)
"""The forms that hold only givens."""


@dataclass(frozen=True, eq=False)
class Query:
    """A puzzle to ask about."""

    model: Sudoku
    """The model, shared by all puzzles of its kind."""
    givens: Mapping[Cell, int]
    """The fixed values of this puzzle."""
    symbols: str
    """The characters of the digits, in ascending order."""
    origin: Any = None
    """Data of the caller, returned with the answer."""

    @property
    def board(self) -> Sudoku:
        """The model with these givens."""
        board = copy(self.model)
        board.givens = dict(self.givens)
        board.symbols = self.symbols
        return board

    def text(self, form: str) -> str:
        """The puzzle in a form.

        Parameters
        ----------
        form
            One of `FORMS`.

        Returns
        -------
        str
            The text that a solver reads.
        """
        return "".join(texts([self], form))


def texts(queries: Iterable[Query], form: str) -> Iterator[str]:
    """The text of each query as queries arrive, and the text that closes the input.

    Parameters
    ----------
    form
        One of `FORMS`.
    """
    if form == "json":
        return map(_json_line, queries)
    if form in GRIDS:
        return write((grid_text(single_grid(query.board)) for query in queries), form)
    return write((Document(query.board, "", 1) for query in queries), form)


def _json_line(query: Query) -> str:
    line = {"puzzle": query.text("line").strip(), "toml": dump_document(query.board)}
    return f"{json.dumps(line, ensure_ascii=False)}\n"
