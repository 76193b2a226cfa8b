from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.formats import WRITABLE, Document, read
from sudoku_cp.solvers import LANGUAGES, written


@pytest.mark.parametrize("name", sorted(set(WRITABLE) - {"poj3076", "pencil-marks"}))
def test_there_and_back(run: Callable[..., Any], puzzle: str, name: str) -> None:
    there = run("convert", puzzle, "--to", name)
    assert (there.code, there.err) == (0, "")
    back = run("convert", "--to", "line", "--input-format", name, stdin=there.out)
    assert (back.code, back.out) == (0, puzzle + "\n")


def test_a_model_makes_a_document_of_a_grid(run: Callable[..., Any], puzzle: str) -> None:
    document = run("convert", puzzle, "--to", "toml", "--model", "target")
    assert "maximize" in document.out
    assert run("solve", stdin=document.out).records[0]["status"] == "optimal"


@pytest.mark.parametrize("name", ["f-puzzles", "f-puzzles-address", "sudokupad", "sudokupad-address"])
def test_with_the_solution(run: Callable[..., Any], puzzle: str, name: str) -> None:
    solution = run("solve", puzzle).records[0]["solution"]
    done = run("convert", puzzle, "--to", name, "--with-solution")
    assert (done.code, done.err) == (0, "")
    (found,) = read(BytesIO(done.out.encode()))
    assert isinstance(found, Document)
    assert found.carried["solution"] == [int(digit) for digit in solution]
    other = "sudokupad" if name.startswith("f-puzzles") else "f-puzzles"
    carried = run("convert", "--to", other, stdin=done.out).out
    assert solution in carried or json.loads(carried)["solution"] == [int(digit) for digit in solution]


@pytest.mark.parametrize(("text", "words"), [("1" + "." * 15, "more than one"), ("11" + "." * 14, "no")])
def test_without_one_solution(run: Callable[..., Any], text: str, words: str) -> None:
    done = run("convert", "--to", "f-puzzles", "--with-solution", stdin=text)
    assert (done.code, done.err) == (0, f"<stdin>:1: there is {words} solution\n")
    assert "solution" not in json.loads(done.out)


def test_a_format_without_a_place_for_the_solution(run: Callable[..., Any], puzzle: str) -> None:
    done = run("convert", puzzle, "--to", "line", "--with-solution")
    assert (done.code, done.out) == (2, "")
    assert "line has no place for a solution; f-puzzles, " in done.err


def test_what_a_format_cannot_say(run: Callable[..., Any]) -> None:
    outcome = run("convert", "killer", "--to", "line")
    assert (outcome.code, outcome.out) == (2, "")
    assert "only a TOML document can express" in outcome.err


def test_what_was_read_before_a_bad_puzzle_is_written(run: Callable[..., Any], puzzle: str) -> None:
    outcome = run("convert", "--to", "line", stdin=f"{puzzle}\n12x\n")
    assert (outcome.code, outcome.out) == (2, puzzle + "\n")
    assert outcome.err.startswith("<stdin>:2: ")


def test_the_canonical_form_is_that_of_all_copies(run: Callable[..., Any]) -> None:
    done = run("convert", "--to", "line", "--canonical", stdin="1...2...3......4\n4......3...2...1\n")
    assert (done.code, done.err, done.out) == (0, "", ".......1....234.\n" * 2)


def test_symmetric_copies_are_left_out(run: Callable[..., Any]) -> None:
    puzzles = "1...2...3......4\n4......3...2...1\n1...2...3.......\n"
    done = run("convert", "--to", "line", "--unique", stdin=puzzles)
    assert (done.code, done.err, done.out) == (0, "", "1...2...3......4\n1...2...3.......\n")
    rows = run("convert", "--to", "line", "--unique", "--errors", "skip", stdin=f"{puzzles}12\n")
    assert (rows.code, rows.out) == (2, done.out)


def test_variants_have_canonical_forms(run: Callable[..., Any]) -> None:
    text = 'size = 4\ngrid = "1..............."\n[[killer]]\ncells = "r1c1 r1c2"\nsum = 4\n'
    done = run("convert", "--to", "toml", "--canonical", stdin=text)
    assert (done.code, done.err) == (0, "")
    counts = [run("count", "--format", "jsonl", stdin=each).records[0]["count"] for each in (text, done.out)]
    assert counts[0] == counts[1] > 0


def test_a_model_without_a_canonical_form(run: Callable[..., Any]) -> None:
    text = 'size = 5\nregions = ""\n'
    done = run("convert", "--to", "toml", "--canonical", stdin=text)
    assert (done.code, done.out) == (2, "")
    assert "too many for a canonical form" in done.err


def test_an_address_holds_the_whole_document(run: Callable[..., Any]) -> None:
    document = run("convert", "killer", "--to", "toml").out
    address = run("convert", "killer", "--to", "toml-address").out
    assert address.startswith("sudoku-cp:#doc=")
    assert run("convert", address.strip(), "--to", "toml").out == document
    assert [record["count"] for record in run("count", stdin=address + address).records] == [1, 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_puzzle_for_other_solvers(run: Callable[..., Any], language: str) -> None:
    """The text is that of the puzzle's model and givens; one puzzle is one file."""
    outcome = run("convert", "12..............", "--to", language)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == written(Sudoku(4).give("r1c1", 1).give("r1c2", 2), language)
    several = run("convert", "--to", language, stdin="1...............\n2...............\n")
    assert (several.code, several.out) == (2, "")
    assert several.err.endswith(f":2: {language} has one puzzle to a file, and this is another\n")
    solved = run("convert", "12..............", "--to", language, "--with-solution")
    assert (solved.code, solved.out) == (2, "")
    assert f"{language} has no place for a solution" in solved.err


def test_a_score_for_other_solvers(run: Callable[..., Any]) -> None:
    refused = run("convert", "target", "--to", "dimacs")
    assert (refused.code, refused.out) == (2, "")
    assert "target:1: dimacs has no place for the score of target" in refused.err
    assert "\nmin: " in run("convert", "target", "--to", "opb").out
    assert "maximize sum(" in run("convert", "target", "--to", "minizinc").out
