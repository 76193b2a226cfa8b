from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.cross_check.external.random_puzzles import random_puzzles
from sudoku_cp.solving.registry import load_solver

SOLVER = '''
def solve(line):
    """Solves nothing but full grids."""
    return None if "." in line else line
'''


@pytest.fixture
def solver(tmp_path: Path) -> str:
    (tmp_path / "solver.py").write_text(SOLVER)
    return f"{tmp_path}/solver.py:solve"


def test_records(run: Callable[..., Any], solver: str, puzzle: str) -> None:
    solved = run("solve", puzzle).records[0]["solution"]
    outcome = run("check", "--against", solver, stdin=f"{solved}\n{puzzle}\n{'11' + puzzle[2:]}\n")
    right, wrong, none = outcome.records
    assert outcome.code == 4
    assert [record["verdict"] for record in outcome.records] == ["right", "wrong", "right"]
    assert (right["solution"], right["solver"], right["mistake"]) == (solved, "solve", None)
    assert (wrong["mistake"], wrong["ours"]) == ("denies a solution", solved)
    assert wrong["smallest"] == "." * 81 + "\n"
    assert [record["theirs"] for record in outcome.records] == [solved, "-", "-"]
    assert none["ours"] is None
    assert outcome.err.startswith("3 puzzles: 2 right, 1 wrong (it denies a solution once); solve ")


@pytest.mark.slow
def test_text_and_lines(run: Callable[..., Any], solver: str, puzzle: str, tmp_path: Path) -> None:
    text = run("check", puzzle, "--against", solver, "--format", "text").out
    assert "solve: wrong: it says '-', but there is a solution\n\nthe same mistake with fewer givens:\n......" in text
    page = tmp_path / "page.html"
    assert run("check", puzzle, "--against", solver, "--format", "line", "-q", "--html", page).err == ""
    assert "but there is a solution" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("shown", ["jsonl", "text", "html"])
def test_small_examples_are_sought_where_they_are_shown(
    run: Callable[..., Any], tmp_path: Path, puzzle: str, shown: str
) -> None:
    def asked(*options: object) -> int:
        log = tmp_path / "log"
        log.unlink(missing_ok=True)
        (tmp_path / "solver.py").write_text(
            f"def solve(line):\n    print(line, file=open({str(log)!r}, 'a'))\n    return '-'\n"
        )
        run("check", puzzle, "--against", f"{tmp_path}/solver.py:solve", *options)
        return log.read_text(encoding="utf-8").count("\n")

    assert asked("--format", "line") == 1
    assert (
        asked(*(("--format", "line", "--html", tmp_path / "page.html") if shown == "html" else ("--format", shown))) > 1
    )


@pytest.mark.slow
def test_a_wrong_solution_is_shown(run: Callable[..., Any], tmp_path: Path, puzzle: str) -> None:
    (tmp_path / "solver.py").write_text("def solve(line):\n    return '1' * 81\n")
    page = tmp_path / "page.html"
    outcome = run("check", puzzle, "--against", f"{tmp_path}/solver.py:solve", "--html", page)
    assert outcome.records[0]["theirs"] == "1" * 81
    assert outcome.err.startswith("1 puzzle: 1 wrong (it gives a wrong solution once); ")
    assert {"its solution", "1" * 81} <= set(re.findall(r"[^<>\n]+", page.read_text(encoding="utf-8")))


@pytest.mark.slow
def test_another_format(run: Callable[..., Any], tmp_path: Path, puzzle: str) -> None:
    (tmp_path / "solver.py").write_text(
        "import json\ndef solve(text):\n    assert len(json.loads(text)['puzzle']) == 81\n    return 'none'\n"
    )
    options = ["--against", f"{tmp_path}/solver.py:solve", "--against-format", "json"]
    [record] = run("check", puzzle, *options).records
    assert record["reason"] == "it says 'none', but there is a solution"
    assert set(json.loads(record["smallest"])) == {"puzzle", "toml"}


@pytest.mark.slow
def test_bad_input(run: Callable[..., Any], solver: str, puzzle: str) -> None:
    missing = run("check", puzzle, "--against", "no-such-program")
    assert (missing.code, "no-such-program: cannot be run" in missing.err) == (2, True)
    samurai = run("check", "samurai", "--against", solver)
    assert (samurai.code, "needs single grids" in samurai.err) == (2, True)
    late = run("check", "--against", solver, "--format", "line", stdin=f"{puzzle}\n{'x' + puzzle[1:]}\n")
    assert (late.code, late.out) == (4, "wrong: it says '-', but there is a solution\n")
    assert "'x' is not a digit of 1–9" in late.err


@pytest.mark.parametrize("name", ["solver.py", "a blank and an ümlaut.py", "it's.py"])
def test_a_file_is_no_command(run: Callable[..., Any], tmp_path: Path, puzzle: str, name: str) -> None:
    """Both ways that the message names can be copied into a shell."""
    file = tmp_path / name
    file.write_text(SOLVER)
    outcome = run("check", puzzle, "--against", file)
    assert outcome.code == 2
    hint = re.search("name one of its functions with (.*), or run it with (.*)", outcome.err)
    assert hint is not None
    function, program = (shlex.split(words) for words in hint.groups())
    assert function == ["--against", f"{file}:FUNCTION"]
    assert program[0] == "--against"
    assert shlex.split(program[1]) == ["python", str(file)]


@pytest.mark.parametrize("name", ["a blank and an ümlaut", "it's"])
def test_a_program_is_named_by_its_path(run: Callable[..., Any], tmp_path: Path, puzzle: str, name: str) -> None:
    """As it is, or with the quotation marks of a shell and with arguments."""
    program = tmp_path / name
    program.write_text("#!/bin/sh\nread line; echo $1-\n", encoding="utf-8")
    program.chmod(0o755)
    for line in (program, shlex.quote(str(program))):
        assert run("check", f"11{puzzle[2:]}", "--against", line).records[0]["verdict"] == "right"
    [record] = run("check", f"11{puzzle[2:]}", "--against", f"{shlex.quote(str(program))} x").records
    assert record["verdict"] == "wrong"


def command_of(tmp_path: Path, program: str, *arguments: object) -> str:
    (tmp_path / "program.py").write_text(program)
    return shlex.join([sys.executable, "-I", "-S", f"{tmp_path}/program.py", *map(str, arguments)])


@pytest.mark.slow
def test_what_depends_on_what_came_before(run: Callable[..., Any], tmp_path: Path, many_lines: list[str]) -> None:
    """The first answer for all: two puzzles show it."""
    program = """
import json, sys
known = json.load(open(sys.argv[1]))
first = None
for line in sys.stdin:
    first = first or known[line.strip()]
    print(first, flush=True)
"""
    unique = many_lines[:18:3][:5]
    known = {line: run("solve", line).records[0]["solution"] for line in unique}
    (tmp_path / "known").write_text(json.dumps(known))
    outcome = run("check", "--against", command_of(tmp_path, program, tmp_path / "known"), stdin="\n".join(unique))
    assert outcome.code == 4
    assert [record["verdict"] for record in outcome.records] == ["right", *["wrong"] * 4]
    assert {record["mistake"] for record in outcome.records[1:]} == {"depends on earlier puzzles"}
    assert outcome.records[1]["smallest"].split() == unique[:2]
    assert [record["smallest"] for record in outcome.records[2:]] == [None] * 3


@pytest.mark.slow
@pytest.mark.parametrize(("goal", "verdict"), [("best", "wrong"), ("solution", "right")])
def test_goals(run: Callable[..., Any], tmp_path: Path, goal: str, verdict: str) -> None:
    """A solution that is not the best one."""
    best = run("solve", "target", "--format", "line").out.strip()
    worse = next(line for line in run("solve", "target", "--all", "--format", "line").out.split() if line != best)
    (tmp_path / "solver.py").write_text(f"def solve(line):\n    return {worse!r}\n")
    options = ["--against", f"{tmp_path}/solver.py:solve", "--against-goal", goal]
    [record] = run("check", "target", *options).records
    assert record["verdict"] == verdict
    assert ("is the best" in record["reason"]) == (goal == "best")


WAITING = """
import sys, time
sys.stdin.readline()
print("-", flush=True)
time.sleep(600)
"""


def started(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "sudoku_cp", "check", *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


@pytest.mark.slow
def test_verdicts_come_with_the_puzzles(solver: str, puzzle: str) -> None:
    """Each verdict is read before the next puzzle is written."""
    with started("--against", solver, "--format", "line", "--input-format", "line") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(f"11{puzzle[2:]}\n")
            assert process.stdout.readline() == "right: no solution\n"
        _, messages = process.communicate(timeout=60)
    assert process.returncode == 0
    assert messages.startswith("3 puzzles: 3 right")


@pytest.mark.slow
@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGINT, signal.SIGINT], [signal.SIGTERM]])
@pytest.mark.parametrize("wait", ["solver", "input"])
def test_a_signal_ends_it_at_once(tmp_path: Path, puzzle: str, signals: list[int], wait: str) -> None:
    """It waits for the solver, or for the next puzzle; the solver ends, and what is known is written."""
    program = "import os\nopen('pid', 'w').write(str(os.getpid()))\n" + WAITING
    command = command_of(tmp_path, f"import os\nos.chdir({str(tmp_path)!r})\n{program}")
    page = tmp_path / "page.html"
    with started("--against", command, "--format", "line", "--html", page, "--input-format", "line") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"11{puzzle[2:]}\n")
        if wait == "solver":
            process.stdin.write(f"{puzzle}\n")
        assert process.stdout.readline() == "right: no solution\n"
        for number in signals:
            process.send_signal(number)
        output, messages = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (output, messages.splitlines()[-1].startswith("1 puzzle: 1 right; ")) == ("", True)
    assert "no solution" in page.read_text(encoding="utf-8")
    solver = Path("/proc", (tmp_path / "pid").read_text(), "stat")
    assert not solver.exists() or solver.read_text().rsplit(")", 1)[1].split()[0] in "ZX"


@pytest.mark.slow
def test_a_signal_while_a_small_puzzle_is_sought(tmp_path: Path, puzzle: str) -> None:
    """The verdict is known by then, and is written."""
    program = f"""
import os, sys, time
os.chdir({str(tmp_path)!r})
if os.path.exists("asked"):
    open("again", "w")
    time.sleep(600)
open("asked", "w")
for line in sys.stdin: print("nonsense", flush=True)
"""
    with started(puzzle, "--against", command_of(tmp_path, program), "--time-limit", "10000") as process:
        while not (tmp_path / "again").exists():
            sleep(0.01)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(output)["mistake"] == "writes output that is not understood"


@pytest.mark.parametrize(
    ("code", "expected"), [(0, ""), (3, "; it ended with code 3: out of luck once, after all answers")]
)
def test_an_exit_code_after_all_answers_is_reported(
    run: Callable[..., Any], tmp_path: Path, puzzle: str, code: int, expected: str
) -> None:
    solved = run("solve", puzzle).records[0]["solution"]
    program = f"import sys; [print({solved!r}) for line in sys.stdin]; {code} and print('out of luck', file=sys.stderr)"
    outcome = run("check", puzzle, "--against", command_of(tmp_path, f"{program}; sys.exit({code})"))
    assert (outcome.code, outcome.records[0]["verdict"]) == (0, "right")
    assert re.sub(r".*our engine [^;]*", "", outcome.err.strip()) == expected


@pytest.mark.parametrize("unsolvable", [0, 1, 2])
def test_blank_lines_separate_answers(run: Callable[..., Any], tmp_path: Path, puzzle: str, unsolvable: int) -> None:
    """A puzzle without an answer has no solution, whatever blank lines there are."""
    solved = run("solve", puzzle).records[0]["solution"]
    lines, impossible = [puzzle, puzzle, puzzle], f"11{puzzle[2:]}"
    lines[unsolvable] = impossible
    program = f"import sys; [print() if line[:2] == '11' else print({solved!r}, end='\\n\\n') for line in sys.stdin]"
    outcome = run("check", "--against", command_of(tmp_path, program), stdin="\n".join(lines))
    assert [record["verdict"] for record in outcome.records] == ["right"] * 3
    silent = run(
        "check", "--against", command_of(tmp_path, "import sys; [print() for line in sys.stdin]"), stdin=puzzle
    )
    assert silent.records[0]["mistake"] == "denies a solution"


def test_garbage_beside_a_solution_is_wrong(run: Callable[..., Any], tmp_path: Path, puzzle: str) -> None:
    solved = run("solve", puzzle).records[0]["solution"]
    (tmp_path / "solver.py").write_text(f"def solve(line):\n    return {solved!r} + ' GARBAGE'\n")
    [record] = run("check", puzzle, "--against", f"{tmp_path}/solver.py:solve").records
    assert (record["verdict"], record["mistake"]) == ("wrong", "writes output that is not understood")


TWO = """
def solve(line, most=2):
    size = int(len(line) ** 0.5)
    height, width = {4: (2, 2), 6: (2, 3), 9: (3, 3)}[size]
    places = [(at // size, at % size, (at // size // height, at % size // width)) for at in range(size * size)]
    peers = [[b for b, q in enumerate(places) if q != p and any(x == y for x, y in zip(p, q))] for p in places]
    grid = list(line)
    if any(grid[a] != "." and grid[a] == grid[b] for a, near in enumerate(peers) for b in near):
        return "-"

    def fill():
        left = {
            at: [digit for digit in "123456789"[:size] if all(grid[b] != digit for b in peers[at])]
            for at, mark in enumerate(grid) if mark == "."
        }
        if not left:
            return True
        at = min(left, key=lambda at: len(left[at]))
        for digit in left[at][:most]:
            grid[at] = digit
            if fill():
                return True
        grid[at] = "."
        return False

    return "".join(grid) if fill() else "-"


def right(line):
    return solve(line, 9)
"""


@pytest.mark.slow
def test_random_puzzles_find_a_solver_that_tries_two_digits_a_cell(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "solver.py").write_text(TWO)
    found = run("fuzz", "--against", f"{tmp_path}/solver.py:solve", "--cases", 48)
    assert found.code == 4
    [wrong] = [record for record in found.records if record["verdict"] == "wrong"]
    assert (wrong["mistake"], wrong["source"]) == ("denies a solution", "classic (hard)")
    assert wrong["smallest"].count(".") > 0
    again = run("fuzz", "--against", f"{tmp_path}/solver.py:solve", "--cases", 48, "-q")
    assert [record["theirs"] for record in again.records] == [record["theirs"] for record in found.records]
    fine = run("fuzz", "--against", f"{tmp_path}/solver.py:right", "--cases", 72, "--size", "4,6,9")
    assert fine.code == 0
    assert {record["verdict"] for record in fine.records} == {"right"}
    assert {record["source"].partition(" ")[2] for record in fine.records} == {"(one)", "(several)", "(none)", "(hard)"}


@pytest.mark.parametrize("size", [4, 6])
def test_random_puzzles_have_as_many_solutions_as_they_say(size: int) -> None:
    board = Sudoku(size)
    other = load_solver("cp-sat").compile(board)
    for kind, givens in islice(random_puzzles(board, 7), 40):
        result = other.count(2, givens)
        assert {"none": 0, "several": 2}.get(kind, 1) == result.count, (kind, givens)
    first, second = (list(islice(random_puzzles(board, 7), 8)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--only", "killer"), "--only is for our own solvers, not for --against"),
        (("--solver", "cp-sat"), "--solver is for our own solvers, not for --against"),
        (("--model", "samurai"), "samurai is not a single grid"),
        (("--model", "windku"), "there is no model windku: did you mean windoku?"),
        (("--size", "1"), "--size 1 has no puzzles without a solution"),
        (("--against-format", "lin"), "there is no against-format lin: did you mean line?"),
    ],
)
def test_bad_input_of_random_puzzles(
    run: Callable[..., Any], solver: str, arguments: tuple[str, ...], message: str
) -> None:
    refused = run("fuzz", "--against", solver, "--cases", 4, *arguments)
    assert (refused.code, refused.out) == (2, "")
    assert message in refused.err
    assert run("fuzz", "--cases", 1, "--model", "classic").code == 2


def test_a_whole_line_is_read_and_a_blank_one_separates(run: Callable[..., Any], tmp_path: Path, puzzle: str) -> None:
    """A program that writes a blank line for an unsolvable puzzle, ends with code 3, and one that adds a word."""
    solved = run("solve", puzzle).records[0]["solution"]
    none = "11" + puzzle[2:]
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\n"
        f"known = {{{puzzle!r}: {solved!r}}}\n"
        "for line in sys.stdin:\n    print(known.get(line.strip(), ''), *sys.argv[1:], flush=True)\n"
        "sys.exit(0 if sys.argv[1:] else 3)\n"
    )
    program_line = f"{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
    text = f"{puzzle}\n{none}\n{puzzle}\n{none}\n"
    blank = run("check", "--against", program_line, stdin=text)
    assert [record["verdict"] for record in blank.records] == ["right"] * 4
    assert "it ended with code 3 once, after all answers" in blank.err
    further = run("check", "--against", f"{program_line} perhaps", stdin=f"{puzzle}\n")
    assert further.records[0]["verdict"] == "wrong"
    assert further.records[0]["mistake"] == "writes output that is not understood"
