"""The judges' answers, compared with a plain search through all fillings."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp.cli.judge import PROBLEMS, USUAL, judge
from sudoku_cp.model import InputError
from sudoku_cp.solving.plain_grids import PlainGrids

SOLVED = "".join(str((3 * (row % 3) + row // 3 + column) % 9 + 1) for row in range(9) for column in range(9))
SEVERAL = SOLVED.translate(str.maketrans("124", "..."))
LETTERS = "ABCDEFGHIJKLMNOP"
SOLVED_16 = "".join(LETTERS[(4 * (row % 4) + row // 4 + column) % 16] for row in range(16) for column in range(16))


def without_solution(grid: str) -> str:
    """Empty a cell of a solved grid, and give another digit of its row twice."""
    return "." + grid[2] + grid[2:]


def without_solution_or_clash() -> str:
    """Empty the cells of 1 and 2, and fill two cells of 1 with 1 and 2."""
    ones = [cell for cell, digit in enumerate(SOLVED) if digit == "1"]
    emptied = list(SOLVED.translate(str.maketrans("12", "..")))
    emptied[ones[0]], emptied[ones[1]] = "1", "2"
    return "".join(emptied)


HOUSES = (
    [[9 * row + column for column in range(9)] for row in range(9)]
    + [[9 * row + column for row in range(9)] for column in range(9)]
    + [
        [27 * band + 3 * stack + 9 * row + column for row in range(3) for column in range(3)]
        for band in range(3)
        for stack in range(3)
    ]
)


def solutions(puzzle: str) -> Iterator[str]:
    """All fillings of a 9×9 puzzle in ascending order."""
    if "." not in puzzle:
        if all(len({puzzle[cell] for cell in house}) == 9 for house in HOUSES):
            yield puzzle
        return
    cell = puzzle.index(".")
    seen = {puzzle[other] for house in HOUSES if cell in house for other in house}
    for digit in "123456789":
        if digit not in seen:
            yield from solutions(puzzle[:cell] + digit + puzzle[cell + 1 :])


def answer(problem: str, text: str) -> str:
    out = BytesIO()
    judge(problem, BytesIO(text.encode()), out)
    return out.getvalue().decode()


def rows(grid: str, empty: str = ".", space: str = "") -> str:
    size = round(len(grid) ** 0.5)
    lines = [space.join(grid[start : start + size]) for start in range(0, size * size, size)]
    return "".join(line.replace(".", empty) + "\n" for line in lines)


def board(grid: str) -> str:
    return json.dumps([list(line) for line in rows(grid).splitlines()], separators=(",", ":")) + "\n"


@pytest.fixture
def sparse() -> list[str]:
    """Puzzles with exactly one solution."""
    emptied = [SOLVED.replace(digit, ".") for digit in "159"]
    for size in (20, 30, 40):
        cells = ("." if 7 * index % 81 < size else digit for index, digit in enumerate(SOLVED))
        emptied.append("".join(cells))
    return [puzzle for puzzle in emptied if len(list(solutions(puzzle))) == 1]


def test_the_puzzles_are_what_they_are_called(sparse: list[str]) -> None:
    assert len(sparse) >= 4
    assert len(list(solutions(SEVERAL))) > 20
    assert list(solutions(without_solution(SOLVED))) == []
    assert list(solutions(without_solution_or_clash())) == []
    assert list(solutions(without_solution_or_clash().replace("2", "."))) == [SOLVED]


class TestPoj3074:
    def test_a_line_a_puzzle(self, sparse: list[str]) -> None:
        assert answer("poj3074", "\n".join(sparse) + "\nend\n") == (SOLVED + "\n") * len(sparse)

    def test_nothing_for_a_puzzle_without_solution(self, sparse: list[str]) -> None:
        text = "\n".join([sparse[0], without_solution(SOLVED), without_solution_or_clash(), sparse[1], "end"])
        assert answer("poj3074", text) == (SOLVED + "\n") * 2

    def test_one_of_several_solutions(self) -> None:
        found = answer("poj3074", SEVERAL + "\nend\n")
        assert found.strip() in set(solutions(SEVERAL))
        assert answer("poj3074", SEVERAL + "\nend\n") == found

    @pytest.mark.parametrize("text", ["", "end\n", "\nend"])
    def test_no_puzzle(self, text: str) -> None:
        assert answer("poj3074", text) == ""

    def test_the_end_may_be_missing_and_nothing_after_it_counts(self, sparse: list[str]) -> None:
        assert answer("poj3074", sparse[0]) == SOLVED + "\n"
        assert answer("poj3074", f"{sparse[0]}\r\nend\nrubbish") == SOLVED + "\n"

    @pytest.mark.parametrize("times", [10, 400])
    def test_long_inputs(self, sparse: list[str], times: int) -> None:
        puzzles = [*sparse, without_solution(SOLVED)] * times
        assert answer("poj3074", "\n".join([*puzzles, "end", "rubbish"])) == (SOLVED + "\n") * times * len(sparse)

    def test_puzzles_that_differ(self) -> None:
        turned = [SOLVED[9 * row :] + SOLVED[: 9 * row] for row in (0, 3, 6)] * 40
        puzzles = [grid.replace(str(number % 9 + 1), ".") for number, grid in enumerate(turned)]
        assert answer("poj3074", "\n".join([*puzzles, "end"])).split() == turned

    @pytest.mark.parametrize("before", [1, 63, 64, 65, 200])
    def test_what_stands_before_an_error_is_answered(self, sparse: list[str], before: int) -> None:
        out = BytesIO()
        with pytest.raises(InputError, match=rf"^<stdin>:{before + 1}, column 81: 'x' is not a digit of 1–9"):
            judge("poj3074", BytesIO((f"{sparse[0]}\n" * before + f"{SOLVED[:-1]}x\nend").encode()), out)
        assert out.getvalue().decode() == (SOLVED + "\n") * before

    def test_a_puzzle_of_another_size(self, sparse: list[str]) -> None:
        for before in (1, 100):
            with pytest.raises(
                InputError, match=rf"^<stdin>:{before + 1}: POJ 3074 has 9×9 grids, and this one is 4×4$"
            ):
                answer("poj3074", f"{sparse[0]}\n" * before + "." * 16)


class Test16x16:
    PUZZLE = SOLVED_16.translate(str.maketrans("CK", ".-")).replace("-", "K")
    NONE = without_solution(SOLVED_16)

    def grids(self, *puzzles: str) -> str:
        return "\n".join(rows(puzzle, "-") for puzzle in puzzles)

    def test_poj_divides_the_grids(self) -> None:
        solved = rows(SOLVED_16)
        assert answer("poj3076", self.grids(self.PUZZLE)) == solved
        assert answer("poj3076", self.grids(*[self.PUZZLE] * 3)) == f"{solved}\n{solved}\n{solved}"

    def test_acwing_ends_every_grid_with_an_empty_line(self) -> None:
        solved = rows(SOLVED_16)
        assert answer("acwing171", self.grids(self.PUZZLE)) == f"{solved}\n"
        assert answer("acwing171", self.grids(self.PUZZLE, self.PUZZLE)) == f"{solved}\n{solved}\n"

    def test_poj_has_no_lines_for_a_grid_without_solution(self) -> None:
        solved = rows(SOLVED_16)
        assert answer("poj3076", self.grids(self.PUZZLE, self.NONE, self.PUZZLE)) == f"{solved}\n\n{solved}"
        assert answer("poj3076", self.grids(self.NONE, self.PUZZLE)) == f"\n{solved}"

    def test_acwing_repeats_a_grid_without_solution(self) -> None:
        assert answer("acwing171", self.grids(self.NONE, self.PUZZLE)) == f"{rows(self.NONE, '-')}\n{rows(SOLVED_16)}\n"

    def test_many_grids(self) -> None:
        solved = rows(SOLVED_16)
        assert answer("poj3076", self.grids(*[self.PUZZLE] * 100)) == "\n".join([solved] * 100)
        mixed = self.grids(*[self.PUZZLE, self.NONE] * 50)
        assert answer("poj3076", mixed) == f"{solved}\n\n" * 49 + f"{solved}\n"
        assert answer("acwing171", mixed) == f"{solved}\n{rows(self.NONE, '-')}\n" * 50

    def test_an_empty_grid_gets_a_solution(self) -> None:
        found = answer("acwing171", "-" * 16 + ("\n" + "-" * 16) * 15)
        assert all(sorted(row) == list(LETTERS) for row in found.split())
        assert len(found.split()) == 16

    @pytest.mark.parametrize("problem", ["poj3076", "acwing171"])
    def test_errors(self, problem: str) -> None:
        assert answer(problem, "") == ""
        for before in (0, 70):
            out = BytesIO()
            text = (rows(self.PUZZLE, "-") + "\n") * before + ("-" * 16 + "\n") * 3
            with pytest.raises(InputError, match=rf"^<stdin>:{17 * before + 1}: the grid has only 3 of 16 rows$"):
                judge(problem, BytesIO(text.encode()), out)
            assert len(out.getvalue().split()) == 16 * before


class TestAcwing183:
    @staticmethod
    def best(puzzle: str) -> int:
        scores = [
            sum(
                int(digit) * (6 + min(cell // 9, 8 - cell // 9, cell % 9, 8 - cell % 9))
                for cell, digit in enumerate(grid)
            )
            for grid in solutions(puzzle)
        ]
        return max(scores, default=-1)

    def test_the_best_score_of_all_solutions(self) -> None:
        best = self.best(SEVERAL)
        assert answer("acwing183", rows(SEVERAL, "0", " ")) == f"{best}\n"

    def test_no_solution_and_further_grids(self, sparse: list[str]) -> None:
        puzzles = [without_solution_or_clash(), sparse[0], SEVERAL]
        text = "".join(rows(puzzle, "0", " ") for puzzle in puzzles)
        assert answer("acwing183", text).split() == [str(self.best(puzzle)) for puzzle in puzzles]
        assert answer("acwing183", text).startswith("-1\n")


class TestHdu1426:
    @staticmethod
    def expected(puzzle: str) -> str:
        return "".join(rows(grid, space=" ") for grid in solutions(puzzle))

    def test_one_solution(self, sparse: list[str]) -> None:
        assert answer("hdu1426", rows(sparse[0], "?", " ")) == rows(SOLVED, space=" ")

    def test_all_solutions_in_ascending_order(self) -> None:
        assert answer("hdu1426", rows(SEVERAL, "?", " ")) == self.expected(SEVERAL)

    @pytest.mark.parametrize("comment", ["", "# read by the format\n"])
    def test_the_order_does_not_depend_on_the_search(self, comment: str, monkeypatch: pytest.MonkeyPatch) -> None:
        found = PlainGrids.solutions
        monkeypatch.setattr(PlainGrids, "solutions", lambda *arguments: found(*arguments)[::-1])
        assert answer("hdu1426", comment + rows(SEVERAL, "?", " ")) == self.expected(SEVERAL)

    @pytest.mark.parametrize("held", [1, 2, 10])
    def test_few_solutions_are_held(self, monkeypatch: pytest.MonkeyPatch, held: int) -> None:
        monkeypatch.setattr(importlib.import_module("sudoku_cp.cli.judge"), "SORTED", held)
        found, asked = PlainGrids.solutions, []

        def solutions_of(grids: PlainGrids, ranks: bytes, most: int) -> list[bytes]:
            asked.append(most)
            return found(grids, ranks, most)

        monkeypatch.setattr(PlainGrids, "solutions", solutions_of)
        assert answer("hdu1426", rows(SEVERAL, "?", " ")) == self.expected(SEVERAL)
        assert len(asked) > 1
        assert set(asked) == {held + 1}

    def test_grids_are_divided_by_an_empty_line(self, sparse: list[str]) -> None:
        puzzles = [sparse[0], SEVERAL, without_solution(SOLVED), sparse[1]]
        text = "\n".join(rows(puzzle, "?", " ") for puzzle in puzzles)
        assert answer("hdu1426", text) == "\n".join(self.expected(puzzle) for puzzle in puzzles)


class TestLeetcode37:
    def test_boards(self, sparse: list[str]) -> None:
        assert answer("leetcode37", board(sparse[0])) == board(SOLVED)
        assert answer("leetcode37", "".join(map(board, sparse))) == board(SOLVED) * len(sparse)
        assert answer("leetcode37", "".join(map(board, sparse)) * 30) == board(SOLVED) * len(sparse) * 30

    def test_a_board_without_solution_is_repeated(self, sparse: list[str]) -> None:
        none = without_solution_or_clash()
        assert answer("leetcode37", board(none) + board(sparse[0])) == board(none) + board(SOLVED)

    def test_another_size(self) -> None:
        with pytest.raises(InputError, match=r"^<stdin>:1: LeetCode 37 has 9×9 grids, and this one is 1×1$"):
            answer("leetcode37", '[["1"]]')


def inputs_of(problem: str, times: int) -> str:
    """Grids as a statement has them, one of them without solution."""
    small = [SOLVED.replace("1", "."), without_solution(SOLVED), SOLVED.replace("9", ".")] * times
    large = [Test16x16.PUZZLE, Test16x16.NONE, SOLVED_16.replace("A", "-")] * times
    match problem:
        case "poj3074":
            return "\n".join([*small, "end\n"])
        case "poj3076" | "acwing171":
            return "\n".join(rows(puzzle, "-") for puzzle in large)
        case "hdu1426":
            return "\n".join(rows(puzzle, "?", " ") for puzzle in small)
        case "acwing183":
            return "".join(rows(puzzle, "0", " ") for puzzle in small)
        case _:
            return "".join(board(puzzle) for puzzle in small)


LAYOUTS: dict[str, Callable[[str], str]] = {
    "an empty line after each row": lambda text: text.replace("\n", "\n\n"),
    "all on one line": lambda text: " ".join(text.split()),
    "a token a line": lambda text: "\n".join(text.split()),
    "spaces at the ends": lambda text: text.replace("\n", " \t \n  "),
    "CR LF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "Ctrl-Z": lambda text: text + "\x1a",
    "CR LF and Ctrl-Z": lambda text: text.replace("\n", "\r\n") + "\r\n\x1a\r\n",
    "no end of the last line": lambda text: text.rstrip("\n"),
}


@cache
def usual_answer(problem: str, times: int) -> str:
    return answer(problem, inputs_of(problem, times))


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 60])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("problem", USUAL)
def test_layout_does_not_matter(problem: str, layout: str, times: int) -> None:
    if layout == "all on one line" and (problem == "leetcode37" or times > 1):
        pytest.skip("a line has one board, and 65,536 bytes")
    text = inputs_of(problem, times)
    expected = usual_answer(problem, times)
    assert len(expected.split()) >= 2 * times
    assert answer(problem, LAYOUTS[layout](text)) == expected


@pytest.mark.parametrize("before", [0, 80])
def test_several_puzzles_on_a_line_are_several(before: int) -> None:
    puzzle = SOLVED.replace("1", ".")
    text = f"{puzzle}\n" * before + f"{puzzle} {puzzle}\t{puzzle} end {puzzle}\n"
    assert answer("poj3074", text) == f"{SOLVED}\n" * (before + 3)
    same_shape = f"{puzzle} {puzzle}\n" * (before + 3)
    assert answer("poj3074", same_shape) == f"{SOLVED}\n" * 2 * (before + 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("? " * 8 + "\n" + "? ? ? ? ? ? ? ? ?\n" * 8, ":1: row 1 has 8 cells, not 9"),
        ("? " * 9 + "\n" + "? ? ? ? ?\n? ? ? ? ?\n", ":2: row 2 has 5 cells, not 9"),
        ("? " * 9 + "\n" + "? " * 10, ":2: row 2 has 10 cells, not 9"),
        ("? " * 9 * 3 + "\n? ?", ":2: row 4 has 2 cells, not 9"),
        ("? " * 9 * 3, ":1: the grid has only 3 of 9 rows"),
        ("? " * 80, ":1: row 1 has 80 cells, not 9"),
        ("? ? 12 ? ? ? ? ? ?\n" * 9, ":1, column 5: '12' is not a digit of 1–9"),
        ("? ? x ? ? ? ? ? ?\n" * 9, ":1, column 5: 'x' is not a digit of 1–9"),
    ],
)
def test_rows_of_a_wrong_length_are_found(text: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^<stdin>{message}"):
        answer("hdu1426", text)


def test_unknown_problems() -> None:
    with pytest.raises(InputError, match=r"^there is no judge problem kattis; there are poj3074, "):
        answer("kattis", "")


def test_the_command(run: Callable[..., Any], sparse: Sequence[str]) -> None:
    done = run("judge", "poj3074", stdin=f"{sparse[0]}\nend\n")
    assert (done.code, done.out, done.err) == (0, SOLVED + "\n", "")
    done = run("judge", "poj3074", stdin=f"{sparse[0]}\n...\nend\n")
    assert (done.code, done.out) == (2, SOLVED + "\n")
    assert "<stdin>:2: a puzzle of 3 characters" in done.err
    assert run("judge", "kattis").code == 2
    assert all(name in run("judge", "--help").out for name in PROBLEMS)
