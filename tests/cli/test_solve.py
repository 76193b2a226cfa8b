from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp import Sudoku, __version__
from sudoku_cp.formats.document import CHOSEN
from sudoku_cp.model import LoweringError
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.limits import Limits
from tests.formats.drawn.documents import document, line

KEYS = [
    *("status", "verdict", "solution", "count", "exact", "objective", "bound"),
    *("nodes", "propagations", "ms", "solver", "source", "line", "version"),
]


def violations(puzzle: str, solution: str) -> list[Any]:
    sudoku = Sudoku(9)
    sudoku.give_grid(None if character == "." else int(character) for character in puzzle)
    return sudoku.violations([int(character) for character in solution])


def test_a_unique_solution(run: Callable[..., Any], puzzle: str) -> None:
    outcome = run("solve", puzzle)
    assert (outcome.code, outcome.err) == (0, "")
    [record] = outcome.records
    assert list(record) == KEYS
    assert violations(puzzle, record["solution"]) == []
    assert {key: record[key] for key in ("status", "verdict", "count", "exact", "objective", "bound")} == {
        "status": "complete",
        "verdict": "unique",
        "count": 1,
        "exact": True,
        "objective": None,
        "bound": None,
    }
    assert (record["solver"], record["source"], record["line"]) == ("exact-cover", "<argument>", 1)
    assert record["version"] == __version__
    assert record["ms"] > 0


@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
def test_solvers(run: Callable[..., Any], puzzle: str, solver: str) -> None:
    [record] = run("solve", puzzle, "--solver", solver).records
    assert (record["verdict"], record["solver"]) == ("unique", solver)


def test_several_solutions(run: Callable[..., Any], puzzle: str) -> None:
    grid = puzzle.replace("5", ".").replace("3", ".")
    two, four, one = (run("solve", grid, "--limit", limit).records[0] for limit in (2, 4, 1))
    assert (two["status"], two["verdict"], two["count"], two["exact"]) == ("solved", "several", 2, False)
    assert (four["verdict"], four["count"]) == ("several", 4)
    assert (one["status"], one["verdict"], one["count"]) == ("solved", "solvable", 1)
    assert violations(grid, one["solution"]) == []


def test_no_solution(run: Callable[..., Any], puzzle: str) -> None:
    outcome = run("solve", "11" + puzzle[2:])
    [record] = outcome.records
    assert outcome.code == 1
    assert (record["status"], record["verdict"], record["solution"]) == ("infeasible", "none", None)
    assert (record["count"], record["exact"]) == (0, True)


def test_the_best_solution(run: Callable[..., Any]) -> None:
    outcome = run("solve", "target")
    [record] = outcome.records
    assert outcome.code == 0
    assert (record["status"], record["verdict"]) == ("optimal", "best")
    assert record["objective"] == record["bound"] == 2856


def test_line_format_writes_a_line_a_puzzle(run: Callable[..., Any], puzzle: str) -> None:
    outcome = run("solve", "--format", "line", stdin=f"{puzzle}\n11{puzzle[2:]}\n")
    solved, empty = outcome.out.splitlines()
    assert outcome.code == 1
    assert violations(puzzle, solved) == []
    assert empty == "." * 81


def test_text_format(run: Callable[..., Any], puzzle: str) -> None:
    outcome = run("solve", puzzle, "--format", "text")
    lines = outcome.out.splitlines()
    assert lines[0] == "<argument>:1: classic"
    assert lines[1].startswith("┏")
    assert lines[-1].startswith("unique solution (exact-cover, ")
    assert "\x1b" not in outcome.out
    assert "\x1b[1m" in run("solve", puzzle, "--format", "text", "--color", "always").out


def test_text_of_a_score(run: Callable[..., Any]) -> None:
    assert "\nbest solution: 2856 (exact-cover, " in run("solve", "target", "--format", "text").out


def test_symbols_of_the_text_are_kept(run: Callable[..., Any]) -> None:
    [letters] = run("solve", "hexadoku").records
    assert set(letters["solution"]) == set("ABCDEFGHIJKLMNOP")
    [from_zero] = run("solve", "hexadoku_0_f").records
    assert set(from_zero["solution"]) == set("0123456789ABCDEF")
    [own] = run("solve", "--symbols", "♠♥♦♣", stdin="♠...\n..♥.\n.♦..\n...♣\n").records
    assert set(own["solution"]) == set("♠♥♦♣")


def test_digits_without_symbols(run: Callable[..., Any]) -> None:
    document = 'size = 2\nbox = [1, 2]\ndigits = [40, 50]\ngrid = """\n40 .\n. .\n"""\n'
    assert run("solve", stdin=document).records[0]["solution"] == [40, 50, 50, 40]
    assert run("solve", "--format", "line", stdin=document).out == "40 50 50 40\n"


def test_a_time_limit_that_is_hit(run: Callable[..., Any], replace_solver: Callable[..., None], puzzle: str) -> None:
    def count(self: Any, givens: Any, limit: int, limits: Limits) -> Result:
        assert limits.seconds is not None  # what compiling has left
        assert 0 <= limits.seconds <= 500
        assert limits.nodes == 7
        return Result("cp-sat", Status.LIMIT, None, 0)

    replace_solver("cp-sat", _count=count)
    outcome = run("solve", puzzle, "--solver", "cp-sat", "--time-limit", "500", "--node-limit", "7")
    assert outcome.code == 3
    assert (outcome.records[0]["status"], outcome.records[0]["verdict"]) == ("limit", "unknown")
    assert (
        run("solve", puzzle, "--solver", "cp-sat", "--time-limit", "500", "--node-limit", 7, "--sat-exit-codes").code
        == 0
    )


@pytest.mark.parametrize(("prefix", "code"), [("", 10), ("11", 20)])
def test_sat_exit_codes(run: Callable[..., Any], puzzle: str, prefix: str, code: int) -> None:
    assert run("solve", prefix + puzzle[len(prefix) :], "--sat-exit-codes").code == code


def test_a_bad_line_ends_its_file_and_loses_nothing(run: Callable[..., Any], puzzle: str, tmp_path: Any) -> None:
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_text(f"{puzzle}\n{puzzle}\n12x\n{puzzle}\n")
    good.write_text(f"{puzzle}\n")
    outcome = run("solve", bad, good)
    assert outcome.code == 2
    assert [(record["source"], record["line"]) for record in outcome.records] == [
        (str(bad), 1),
        (str(bad), 2),
        (str(good), 1),
    ]
    assert outcome.err.startswith(f"{bad}:3: a puzzle of 3 characters")


def test_a_solver_that_cannot_express_the_model(
    run: Callable[..., Any], replace_solver: Callable[..., None], puzzle: str
) -> None:
    def refuse(self: Any, *arguments: Any) -> None:
        raise LoweringError("row 1: too long")

    replace_solver("cp-sat", __init__=refuse)
    outcome = run("solve", puzzle, "--solver", "cp-sat")
    assert (outcome.code, outcome.err) == (3, '<argument>:1: row 1: too long: solver="exact-cover" can\n')


def test_a_solver_that_is_wrong(run: Callable[..., Any], replace_solver: Callable[..., None], puzzle: str) -> None:
    def count(self: Any, givens: Any, limit: int, limits: Limits) -> Result:
        return Result("cp-sat", Status.COMPLETE, self.model.solution([1] * 81), 1)

    replace_solver("cp-sat", _count=count)
    outcome = run("solve", puzzle, "--solver", "cp-sat")
    assert outcome.code == 4
    assert outcome.err.startswith("<argument>:1: cp-sat gave a wrong solution: ")
    assert outcome.out == ""


def test_ctrl_c_gives_what_is_known(run: Callable[..., Any], replace_solver: Callable[..., None], puzzle: str) -> None:
    def count(self: Any, givens: Any, limit: int, limits: Limits) -> Result:
        signal.raise_signal(signal.SIGINT)
        assert limits.cancel is not None
        assert limits.cancel.is_set()
        return Result("cp-sat", Status.LIMIT, None, 0)

    replace_solver("cp-sat", _count=count)
    outcome = run("solve", "--solver", "cp-sat", stdin=f"{puzzle}\n{puzzle}\n")
    assert outcome.code == 130
    assert [record["status"] for record in outcome.records] == ["limit"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_second_ctrl_c_ends_at_once(
    run: Callable[..., Any], replace_solver: Callable[..., None], puzzle: str
) -> None:
    def count(self: Any, givens: Any, limit: int, limits: Limits) -> Result:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError

    replace_solver("cp-sat", _count=count)
    outcome = run("solve", "--solver", "cp-sat", puzzle)
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "")


def test_rules_of_the_user(run: Callable[..., Any], tmp_path: Any) -> None:
    rules = tmp_path / "rules.py"
    rules.write_text(
        "from sudoku_cp.rules import Cells, rule\n"
        "@rule('first_is_two')\n"
        "def first_is_two(cells: Cells):\n"
        "    '''The first cell is 2.'''\n"
        "    yield cells[0] == 2\n"
    )
    document = 'size = 2\nbox = [1, 2]\ngrid = """\n..\n..\n"""\n[[first_is_two]]\ncells = "r1c1"\n'
    assert run("solve", stdin=document).code == 2
    assert run("solve", "--rules", rules, stdin=document).records[0]["solution"] == "2112"


def test_drawings_are_read_by_the_text_or_as_the_user_says(run: Callable[..., Any], tmp_path: Path) -> None:
    """What was not read makes no answer, or with `--ignore-unsupported` one that is not unique."""
    file = tmp_path / "drawn.json"
    given = {"r1c2": 2, "r4c1": 4, "r4c2": 3, "r2c4": 2, "r3c3": 4}
    drawn: dict[str, Any] = {"lines": [line("r1c1 r2c2"), line("r2c2 r2c3")]}
    file.write_text(document("Normal sudoku rules apply. Purple lines are renbans.", 4, givens=given, **drawn))
    found = run("solve", file)
    assert found.code == 0
    assert any("2 purple lines: renban" in note for note in found.records[0]["notes"])
    assert "read: 2 purple lines: renban" in found.err
    file.write_text(document("Normal sudoku rules apply. Lines mean something else.", 4, givens=given, **drawn))
    refused = run("solve", file)
    assert refused.code == 2
    assert 'not supported: only drawn: 2 purple lines; not read: "Lines mean something else."' in refused.err
    part = run("solve", "--ignore-unsupported", file)
    assert part.records[0]["verdict"] != "unique"
    own = run("solve", "--read", "purple lines=drawn", "--ignore-unsupported", file)
    assert "2 purple lines: only drawn (as you say)" in own.err


def test_readings_end_with_their_command(run: Callable[..., Any]) -> None:
    assert run("solve", "--read", "violet line=renban", "1234341221......").code == 0
    assert CHOSEN.get() == ()
