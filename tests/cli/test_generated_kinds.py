"""Six kinds of new puzzles: one solution by CP-SAT, and the same text whenever and on however many threads."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp import models
from sudoku_cp.formats import read
from sudoku_cp.formats.document import Document
from sudoku_cp.model import Board
from sudoku_cp.solving.registry import load_solver

KINDS = {
    "minimal": ("--minimal",),
    "rot180": ("--symmetry", "rot180", "--givens", "24..26"),
    "killer": ("--clues", "killer:24", "--givens", "0"),
    "thermo and arrow": ("--clues", "thermo:4,arrow:4"),
    "samurai": ("--model", "samurai"),
    "16×16": ("--model", "hexadoku", "--givens", "120..140"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_new_puzzles_are_unique_and_the_same_again(run: Callable[..., Any], kind: str) -> None:
    command = ("generate", "--seed", "0", *KINDS[kind])
    outcome = run(*command, "--format", "jsonl")
    assert (outcome.code, outcome.err) == (0, "")
    for record in outcome.records:
        board = _board(record)
        found = load_solver("cp-sat").compile(board).count(2, board.givens)
        assert (found.count, found.exact) == (1, True)
        assert found.solution is not None
        values = [found.solution[cell] for cell in board.grid]
        assert "".join(board.symbols[board.digits.index(value)] for value in values) == record["solution"]
    again = run(*command, "--threads", "2", "--format", "jsonl")
    assert again.out == outcome.out


def _board(record: dict[str, Any]) -> Board:
    if "document" in record:
        (item,) = read(BytesIO(record["document"].encode()))
        assert isinstance(item, Document)
        return item.model
    board = models.load(record["source"])
    for cell, symbol in zip(board.grid, record["grid"], strict=True):
        if symbol != ".":
            board.give(cell, board.digits[board.symbols.index(symbol)])
    return board
