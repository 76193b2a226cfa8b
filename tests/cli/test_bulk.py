"""Long inputs give what short ones give."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import pytest

from sudoku_cp.cli.bulk import FEW

TIMES = ("nodes", "propagations", "ms")


def without_costs(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in TIMES}


@pytest.fixture
def both_ways(
    run: Callable[..., Any], replace_solver: Callable[..., None], many_lines: list[str]
) -> Callable[..., tuple[Any, Any]]:
    """Run a command on many lines, once in bulk and once puzzle by puzzle."""

    def command(*arguments: object, lines: list[str] = many_lines) -> tuple[Any, Any]:
        assert len(lines) > FEW
        text = "\n".join(lines) + "\n"
        in_bulk = run(*arguments, stdin=text)
        chosen = run(*arguments, "--time-limit", 10_000, stdin=text)
        return in_bulk, chosen

    return command


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the batches that are solved."""
    from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover

    sizes: list[int] = []
    solve_many = CompiledExactCover.solve_many

    def counted(self: Any, givens: Any, **options: Any) -> Any:
        sizes.append(len(givens))
        return solve_many(self, givens, **options)

    monkeypatch.setattr(CompiledExactCover, "solve_many", counted)
    return sizes


@pytest.mark.parametrize("arguments", [("solve",), ("solve", "--limit", 1), ("count", "--limit", 3)])
def test_records(both_ways: Callable[..., Any], batches: list[int], many_lines: list[str], arguments: Any) -> None:
    in_bulk, one_by_one = both_ways(*arguments)
    assert sum(batches) == len(many_lines)
    assert in_bulk.code == one_by_one.code == 1
    assert [list(record) for record in in_bulk.records] == [list(record) for record in one_by_one.records]
    unique = [record for record in in_bulk.records if record["verdict"] == "unique"]
    assert len(unique) == (0 if 1 in arguments else len(many_lines) // 3 - 1)
    for record, other in zip(in_bulk.records, one_by_one.records, strict=True):
        assert record["propagations"] is None
        assert without_costs({**record, "solution": 0}) == without_costs({**other, "solution": 0})
        assert (record["solution"] == other["solution"]) or record["count"] > 1 or not record["exact"]


@pytest.mark.parametrize("arguments", [("count", "--limit", 3), ("count", "--limit", 1)])
def test_counts_as_lines(both_ways: Callable[..., Any], batches: list[int], arguments: Any) -> None:
    in_bulk, one_by_one = both_ways(*arguments, "--format", "line")
    assert batches
    assert (in_bulk.code, in_bulk.out) == (one_by_one.code, one_by_one.out)


def test_solutions_as_lines(both_ways: Callable[..., Any], batches: list[int], many_lines: list[str]) -> None:
    in_bulk, one_by_one = both_ways("solve", "--format", "line")
    assert batches
    lines, others = in_bulk.out.splitlines(), one_by_one.out.splitlines()
    assert len(lines) == len(others) == len(many_lines)
    for number, (line, other, puzzle) in enumerate(zip(lines, others, many_lines, strict=True)):
        assert len(line) == 81
        if number % 3 == 1:
            assert all(given in (".", digit) for given, digit in zip(puzzle, line, strict=True))
        else:
            assert line == other or puzzle == "." * 81


@pytest.mark.parametrize("symbols", ["ABCD", None, "9/~["])
def test_symbols(both_ways: Callable[..., Any], batches: list[int], symbols: str | None) -> None:
    first = (symbols or "1234")[0]
    lines = [f"{first}..." + "." * 12] * (FEW + 1)
    options = () if symbols is None else ("--symbols", symbols)
    in_bulk, one_by_one = both_ways("solve", "--format", "line", "--input-format", "line", *options, lines=lines)
    assert batches
    assert set(in_bulk.out) == set(one_by_one.out) == {*(symbols or "1234"), "\n"}


def test_symbols_that_json_escapes_go_the_slow_way(both_ways: Callable[..., Any], batches: list[int]) -> None:
    lines = ["\\..." + "." * 12] * (FEW + 1)
    in_bulk, _ = both_ways("solve", "--symbols", '\\"12', "--input-format", "line", lines=lines)
    assert batches == []
    assert set(in_bulk.records[0]["solution"]) == set('\\"12')


@pytest.mark.slow
def test_digits_that_start_at_zero(both_ways: Callable[..., Any], batches: list[int], tmp_path: Any) -> None:
    lines = ["0123456789ABCDEF" + "." * 240] * (FEW + 1)
    in_bulk, one_by_one = both_ways("solve", "--limit", 1, "--format", "line", lines=lines)
    assert batches
    assert set(in_bulk.out) == set(one_by_one.out) == {*"0123456789ABCDEF", "\n"}
    assert all(line.startswith("0123456789ABCDEF") for line in in_bulk.out.splitlines())


def test_another_model(both_ways: Callable[..., Any], batches: list[int], puzzle: str) -> None:
    in_bulk, one_by_one = both_ways("solve", "--model", "x_sudoku", lines=[puzzle] * (FEW + 1))
    assert batches
    assert in_bulk.code == one_by_one.code == 1
    assert {record["verdict"] for record in in_bulk.records} == {"none"}


def test_a_score_is_searched_one_by_one(both_ways: Callable[..., Any], batches: list[int], puzzle: str) -> None:
    in_bulk, _ = both_ways("solve", "--model", "target", lines=[puzzle] * (FEW + 1))
    assert batches == []
    assert {record["verdict"] for record in in_bulk.records} == {"best"}


def test_a_model_of_another_size(run: Callable[..., Any], puzzle: str) -> None:
    outcome = run("solve", "--model", "hexadoku", stdin=f"{puzzle}\n" * (FEW + 1))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "<stdin>:1: the grid is 9×9, and hexadoku is 16×16\n"


def test_a_bad_line_loses_nothing_before_it(run: Callable[..., Any], batches: list[int], puzzle: str) -> None:
    lines = [puzzle] * 2000
    lines[1234] = "12x"
    outcome = run("solve", stdin="\n".join(lines))
    assert batches
    assert outcome.code == 2
    assert [record["line"] for record in outcome.records] == list(range(1, 1235))
    assert outcome.err.startswith("<stdin>:1235: a puzzle of 3 characters")


def test_several_files_comments_and_sizes(
    run: Callable[..., Any], batches: list[int], puzzle: str, tmp_path: Any
) -> None:
    file = tmp_path / "mixed.txt"
    file.write_text("# puzzles\n" + f"{puzzle}\n" * FEW + "\n1...............\n" * 3 + f"{puzzle}\n" * FEW)
    outcome = run("solve", file, file)
    assert batches
    assert outcome.code == 0
    lines = [*range(2, FEW + 2), FEW + 3, FEW + 5, FEW + 7, *range(FEW + 8, 2 * FEW + 8)]
    assert [record["line"] for record in outcome.records] == lines * 2
    assert {len(record["solution"]) for record in outcome.records} == {16, 81}


def test_whole_grids_are_no_lines(run: Callable[..., Any], batches: list[int], puzzle: str) -> None:
    rows = "\n".join(puzzle[start : start + 9] for start in range(0, 81, 9))
    outcome = run("solve", stdin=f"{rows}\n\n" * 20)
    assert batches == []
    assert [record["verdict"] for record in outcome.records] == ["unique"] * 20


def test_node_limit(both_ways: Callable[..., Any], batches: list[int]) -> None:
    in_bulk, one_by_one = both_ways("count", "--limit", 10_000, "--node-limit", 1, lines=["." * 81] * (FEW + 1))
    assert batches
    assert in_bulk.code == one_by_one.code == 3
    assert {record["status"] for record in in_bulk.records} == {"limit"}


def test_a_wrong_answer_sends_its_batch_the_slow_way(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, puzzle: str
) -> None:
    from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover

    solve_many = CompiledExactCover._solve_many

    def wrong(self: Any, *arguments: Any) -> Any:
        batch = solve_many(self, *arguments)
        batch.solutions[7, 3] = batch.solutions[7, 4]
        return batch

    monkeypatch.setattr(CompiledExactCover, "_solve_many", wrong)
    outcome = run("solve", stdin=f"{puzzle}\n" * 100)
    assert (outcome.code, outcome.err) == (0, "")
    assert [record["line"] for record in outcome.records] == list(range(1, 101))


def test_ctrl_c_writes_what_is_known(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, puzzle: str) -> None:
    from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover

    solve_many = CompiledExactCover._solve_many

    def interrupted(self: Any, givens: Any, limit: int, threads: int, limits: Any) -> Any:
        batch = solve_many(self, givens, limit, threads, limits)
        signal.raise_signal(signal.SIGINT)
        assert limits.cancel.is_set()
        batch.counts[10:] = 0
        batch.exact[10:] = False
        return batch

    monkeypatch.setattr(CompiledExactCover, "_solve_many", interrupted)
    outcome = run("solve", stdin=f"{puzzle}\n" * 2000)
    assert outcome.code == 130
    assert [record["line"] for record in outcome.records] == list(range(1, 11))
