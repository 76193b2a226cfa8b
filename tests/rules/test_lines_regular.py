from __future__ import annotations

import re
from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import automaton_line, hidden_sequence, pair_line, regular_line

LINE = "r1c1 r2c2 r3c3 r4c4"


def text(v: Any) -> str:
    return "".join(map(str, v))


@pytest.mark.slow
@pytest.mark.parametrize("expression", ["(1|2)+[^1]*", "1.*|.*4", "(12|3){2}|4+"])
def test_regular_line(means: Any, selects: Any, expression: str) -> None:
    sudoku = Sudoku(4, regions="")
    words = sudoku.cells_at(LINE)
    means(sudoku, regular_line(LINE, expression), words, lambda v: bool(re.fullmatch(expression, text(v))))
    diagonal = [(0, 0), (1, 1), (2, 2), (3, 3)]
    selects(
        Sudoku(4, regions=""),
        regular_line(LINE, expression),
        lambda g: bool(re.fullmatch(expression, text(g[r][c] for r, c in diagonal))),
    )


def test_automaton_line(means: Any) -> None:
    """Somewhere a 1 is followed by a 2: the automaton guesses where."""
    sudoku = Sudoku(4, regions="")
    clue = automaton_line(LINE, "0 1,2,3,4 0; 0 1 1; 1 2 2; 2 1,2,3,4 2;", [2])
    means(sudoku, clue, sudoku.cells_at(LINE), lambda v: "12" in text(v))
    several = automaton_line(LINE, "0 1 0; 1 2 1", [0, 1], start=[0, 1])
    means(sudoku, several, sudoku.cells_at(LINE), lambda v: set(v) in ({1}, {2}))


def test_refuse() -> None:
    sudoku = Sudoku(4)
    with pytest.raises(ModelError, match="moves: '0 x 1' is not a move such as 0 1,2 3"):
        sudoku.add(automaton_line(LINE, "0 x 1", [1]))
    with pytest.raises(ModelError, match="states are numbers from 0"):
        sudoku.add(automaton_line(LINE, "0 1 1", [-1]))
    with pytest.raises(ModelError, match="expression: unclosed group"):
        sudoku.add(regular_line(LINE, "(1"))


@pytest.mark.parametrize("digits", [[2], [1, 2], [1, 1, 2], [2, 1, 2]])
def test_hidden_sequence(means: Any, digits: list[int]) -> None:
    sudoku = Sudoku(4, regions="")
    line = sudoku.cells_at("r1c1 r2c2 r3c3 r4c4")

    def hides(word: tuple[int, ...]) -> bool:
        return any(list(word[at : at + len(digits)]) == digits for at in range(4))

    means(sudoku, hidden_sequence("r1c1 r2c2 r3c3 r4c4", digits), line, hides)


def test_a_sequence_too_long_to_be_hidden() -> None:
    with pytest.raises(ModelError, match="digits: a line of 1 cells cannot hide 2 digits"):
        Sudoku(4).add(hidden_sequence("r1c1", [1, 2]))


@pytest.mark.parametrize("apart", [False, True])
def test_pair_line(means: Any, apart: bool) -> None:
    sudoku = Sudoku(4, regions="")
    names = "r1c1 r2c2 r3c3"
    listed = {(1, 2), (2, 2), (2, 4), (1, 4), (4, 1)}
    clue = pair_line(names, "1 2; 2 2;2 4; 1 4 ;4 1;", apart)
    means(
        sudoku,
        clue,
        sudoku.cells_at(names),
        lambda v: {v[:2], v[1:]} <= listed and (not apart or (v[0], v[2]) in listed),
    )


def test_a_pair_that_is_none() -> None:
    with pytest.raises(ModelError, match="pairs: '1 2 3' is not a pair of digits such as 1 2"):
        Sudoku(4).add(pair_line("r1c1 r1c2", "1 2; 1 2 3"))
