"""Journals resume any run, and the checker accepts what shows its result and nothing else."""

from __future__ import annotations

import fcntl
import json
import re
import resource
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sudoku_cp import Model, __version__
from sudoku_cp._base.errors import InputError
from sudoku_cp.cubes.audit import audit
from sudoku_cp.cubes.checker import RejectedError, check
from sudoku_cp.cubes.tree import Journal
from sudoku_cp.model.limits import Limits
from tests.cubes.conftest import MODELS, SCORED
from tests.support.executors import Inline
from tests.support.oracle import solutions_by_meaning

Ask = Callable[[Model, Path], object]

ASKS: dict[str, Ask] = {
    "count": lambda model, path: model.compile().count(**options(path)).count,
    "best": lambda model, path: model.compile().best(3, **options(path)).objectives,
    "candidates": lambda model, path: model.compile().candidates(**options(path)).values,
}


def options(path: Path) -> Any:
    return {"executor": Inline(), "journal": path, "cubes": 12, "cube_seconds": 1e-9}


def questions() -> list[tuple[str, str]]:
    return [(name, ask) for name in MODELS for ask in ASKS if ask != "best" or name in SCORED]


SMALL = (
    ("plain", "candidates"),
    ("knight", "count"),
    ("thermometer", "count"),
    ("least", "best"),
    ("variables", "count"),
)
"""Questions of each kind, with symmetries or without, whose journals are short."""


@pytest.mark.parametrize(("name", "ask"), questions())
def test_a_finished_journal_is_verified_and_asks_nothing_again(name: str, ask: str, tmp_path: Path) -> None:
    model, path = MODELS[name](), tmp_path / "journal"
    answer = ASKS[ask](model, path)
    content = path.read_bytes()
    claim = check(content.splitlines(keepends=True))
    audit(claim, model, model.givens)
    assert claim.is_complete
    if ask == "count":
        assert claim.result == {"count": len(list(solutions_by_meaning(model)))}
    executor = Inline()
    again = model.compile()
    if ask == "count":
        assert again.count(**options(path) | {"executor": executor}).count == answer
    assert str(ASKS[ask](model, path)) == str(answer)
    assert (executor.tasks, path.read_bytes()) == ([], content)


@cache
def finished(name: str, ask: str) -> tuple[str, bytes]:
    """The answer to a question, and its journal."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal"
        return str(ASKS[ask](MODELS[name](), path)), path.read_bytes()


@given(st.data())
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@pytest.mark.slow
def test_a_journal_torn_anywhere_is_resumed(tmp_path: Path, data: st.DataObject) -> None:
    name, ask = data.draw(st.sampled_from(SMALL))
    model, path = MODELS[name](), tmp_path / "journal"
    answer, content = finished(name, ask)
    for _ in range(2):
        path.write_bytes(content[: int(data.draw(st.floats(0, 1)) * len(content))])
        assert str(ASKS[ask](model, path)) == answer
        content = path.read_bytes()
        assert check(content.splitlines(keepends=True)).is_complete


def test_answers_before_an_interruption_are_not_asked_again(tmp_path: Path) -> None:
    model, path = MODELS["thermometer"](), tmp_path / "journal"
    chosen = {"journal": path, "cubes": 12, "symmetry": False}
    model.compile().count(limits=Limits(nodes=40), executor=Inline(1), **chosen)  # type: ignore[arg-type]
    before = sum(b'"answer"' in line for line in path.open("rb"))
    executor = Inline()
    model.compile().count(executor=executor, **chosen)  # type: ignore[arg-type]
    assert before > 0
    assert before + len(executor.tasks) == sum(b'"answer"' in line for line in path.open("rb"))


def test_two_runs_on_one_journal_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with path.open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(InputError, match="another run writes this journal"):
            ASKS["count"](MODELS["plain"](), path)
    ASKS["count"](MODELS["plain"](), path)


@pytest.mark.parametrize("other", ["model", "givens", "question"])
def test_journals_about_something_else_are_refused(other: str, tmp_path: Path) -> None:
    model, path = MODELS["plain"](), tmp_path / "journal"
    ASKS["count"](model, path)
    content = path.read_bytes()
    if other == "model":
        model.add(model["r2c2"] != 1)
    if other == "givens":
        model.give("r2c2", 3)
    model.name = "renamed"
    with pytest.raises(InputError, match=f"journal:1: was written for another {other}"):
        ASKS["candidates" if other == "question" else "count"](model, path)
    assert path.read_bytes() == content


def test_names_do_not_count(tmp_path: Path) -> None:
    model, path = MODELS["plain"](), tmp_path / "journal"
    answer = ASKS["count"](model, path)
    model.name = "renamed"
    assert ASKS["count"](model, path) == answer


@pytest.mark.parametrize("version", ["0.0.1", None])
def test_journals_of_other_versions_are_refused(version: str | None, tmp_path: Path) -> None:
    model, path = MODELS["plain"](), tmp_path / "journal"
    ASKS["count"](model, path)
    content = path.read_text().replace(f'"version":"{__version__}"', f'"version":{json.dumps(version)}')
    path.write_text(content)
    with pytest.raises(InputError, match=f"journal:1: was written by version {version}, and this is {__version__}"):
        ASKS["count"](model, path)
    assert path.read_text() == content


@pytest.mark.parametrize("content", ["1...2...\n", "no end", '{"journal": 1}\n', '{"x":1}\n{'])
def test_other_files_are_left_alone(content: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text(content)
    with pytest.raises(InputError, match="is not a journal of cubes"):
        ASKS["count"](MODELS["plain"](), path)
    assert path.read_text() == content


def test_damaged_lines_are_refused_with_their_place(tmp_path: Path) -> None:
    model, path = MODELS["plain"](), tmp_path / "journal"
    ASKS["count"](model, path)
    lines = path.read_text().splitlines(keepends=True)
    for number, damaged, message in (
        (3, "{\n", "is not a line of a journal"),
        (3, "[" * 100_000 + "\n", "is not a line of a journal"),
        (3, '{"cube":{"r4c4":9},"answer":{}}\n', "does not fit the lines before it"),
        (2, lines[1] + lines[1], "does not fit the lines before it"),
    ):
        path.write_text("".join([*lines[: number - 1], damaged, *lines[number:]]))
        with pytest.raises(InputError, match=f"journal:3: {message}"):
            ASKS["count"](model, path)


def test_a_full_disk_ends_the_run_with_a_message(tmp_path: Path) -> None:
    model, path = MODELS["thermometer"](), tmp_path / "journal"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, before[1]))
    try:
        with pytest.raises(InputError, match="journal: cannot be written: File too large"):
            ASKS["count"](model, path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.stat().st_size <= 2_000
    assert path.read_bytes().endswith(b"\n")
    assert ASKS["count"](model, path) == len(list(solutions_by_meaning(model)))


def test_nothing_is_written_after_a_failure_that_goes_away(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Journal(path, {})
    journal.write({"found": 1})
    whole, before = path.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 5, before[1]))
    try:
        with pytest.raises(InputError, match="File too large"):
            journal.write({"found": 2})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    with pytest.raises(InputError, match="File too large"):
        journal.write({"found": 3})
    journal.close()
    assert path.read_bytes() == whole
    assert Journal(path, {}).lines == [{"found": 1}]


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a file"):
        ASKS["count"](MODELS["plain"](), tmp_path)


def lines_of(name: str, ask: str, path: Path) -> list[dict[str, Any]]:
    ASKS[ask](MODELS[name](), path)
    return [json.loads(line) for line in path.read_text().splitlines()]


def checked(lines: list[dict[str, Any]]) -> Any:
    return check([json.dumps(line).encode() + b"\n" for line in lines])


def test_the_checker_misses_no_changed_answer(tmp_path: Path) -> None:
    lines = lines_of("thermometer", "count", tmp_path / "journal")
    total = checked(lines).result["count"]
    for line in lines:
        answer = line.get("answer", {})
        if "count" in answer:
            answer["count"] += 1
            with pytest.raises(RejectedError, match=f"the result is .*{total}.*and that of the cubes"):
                checked(lines)
            answer["count"] -= 1
    checked(lines)


@pytest.mark.parametrize("wrong", [-1, 6.0, "6", True, None])
def test_the_checker_accepts_no_count_but_a_whole_number(wrong: object, tmp_path: Path) -> None:
    lines = lines_of("thermometer", "count", tmp_path / "journal")
    answers = [line["answer"] for line in lines if "count" in line.get("answer", {})]
    total = sum(answer["count"] for answer in answers)
    answers[0]["count"] = wrong
    answers[1]["count"] += total - sum(int(answer["count"] or 0) for answer in answers)
    with pytest.raises(RejectedError, match=re.escape(f"{wrong!r} is no number")):
        checked(lines)


@pytest.mark.parametrize("wrong", [6.0, "6", True])
@pytest.mark.parametrize("place", ["scores", "solutions", "rest", "cube", "target", "cells"])
def test_the_checker_accepts_no_other_numbers(place: str, wrong: object, tmp_path: Path) -> None:
    header, *lines = lines_of("scored", "best", tmp_path / "journal")
    line = next(line for line in lines if "answer" in line and line["cube"])
    line["answer"] |= {"scores": [6], "solutions": [[1] * 16]}
    match place:
        case "scores":
            line["answer"]["scores"][0] = wrong
        case "solutions":
            line["answer"]["solutions"][0][0] = wrong
        case "rest":
            line["answer"]["rest"] = wrong
        case "cube":
            line["cube"]["r1c1"] = wrong
        case "target":
            header["question"]["target"] = wrong
        case _:
            header["cells"][0][1][0] = wrong
    with pytest.raises(RejectedError, match=re.escape(f"{wrong!r} is no number")):
        checked([header, *lines])


def test_the_checker_rejects_deep_lines(tmp_path: Path) -> None:
    header, *_ = lines_of("plain", "count", tmp_path / "journal")
    with pytest.raises(RejectedError, match="line 2 is not a line of a journal"):
        check([json.dumps(header).encode() + b"\n", b"[" * 100_000 + b"\n"])


def test_the_checker_misses_no_copy_of_a_part(tmp_path: Path) -> None:
    """A copy of a cube that only parts of larger cubes lie in has no count."""
    cells = [[name, [1, 2]] for name in "abc"]
    about = {"model": "", "name": "", "question": {"name": "count", "limit": None, "target": None}, "sense": None}
    lines: list[dict[str, Any]] = [
        {"journal": "sudoku-cp cubes 1", "version": "1", "cells": cells, "givens": {}, **about},
        {"symmetry": 0, "cells": [1, 0, 2]},
        {"cube": {"a": 1}, "answer": {"count": 5}},
        {"cube": {"a": 2, "b": 2}, "answer": {"count": 1}},
        {"cube": {"a": 2, "b": 1}, "same": {"a": 1, "b": 2}, "symmetry": 0, "values": []},
    ]
    with pytest.raises(RejectedError, match="line 5: the original is no union of cubes"):
        checked(lines)
    parts = [{"cube": {"a": 1, "b": value}, "answer": {"count": value}} for value in (1, 2)]
    assert checked([*lines[:2], *parts, *lines[3:]]).result == {"count": 1 + 2 + 1 + 2}


def test_the_checker_misses_no_missing_cube(tmp_path: Path) -> None:
    lines = lines_of("thermometer", "count", tmp_path / "journal")
    for number, line in enumerate(lines):
        rest = lines[:number] + lines[number + 1 :]
        if "answer" in line or line.get("empty"):
            rest = [each for each in rest if "result" not in each]
            claim = checked(rest)
            assert not claim.is_complete
            assert claim.share < 1
            assert "of the space" in str(claim)


def test_the_checker_misses_no_overlap(tmp_path: Path) -> None:
    lines = lines_of("thermometer", "count", tmp_path / "journal")
    leaf = next(line for line in lines if "answer" in line and len(line["cube"]) > 1)
    inside = {**leaf, "cube": {**leaf["cube"], "r4c4": 2}}
    outside = {**leaf, "cube": dict([*leaf["cube"].items()][:1])}
    for other in (leaf, inside, outside):
        with pytest.raises(RejectedError, match="overlap"):
            checked([*lines[:-1], other])
    elsewhere = {**leaf, "cube": {"r4c4": 2}}
    with pytest.raises(RejectedError, match=r"overlap|not divided"):
        checked([*lines[:-1], elsewhere])
    with pytest.raises(RejectedError, match="is no value of a cell"):
        checked([*lines[:-1], {**leaf, "cube": {"r4c4": 7}}])


@pytest.mark.parametrize(("name", "step"), [("scored", 1), ("least", -1)])
def test_the_checker_misses_no_hidden_score(name: str, step: int, tmp_path: Path) -> None:
    lines = lines_of(name, "best", tmp_path / "journal")
    best = checked(lines).result["scores"]
    for line in lines:
        if "answer" in line:
            kept = dict(line["answer"])
            line["answer"]["rest"] = best[-1] + step
            with pytest.raises(RejectedError, match="may have a solution of score"):
                checked(lines)
            line["answer"] = kept
    without = [line for line in lines if "found" not in line]
    for line in without:
        if line.get("answer", {}).get("scores"):
            line["answer"] |= {"scores": [], "solutions": []}
    with pytest.raises(RejectedError):
        checked(without)


def test_the_checker_misses_no_wrong_candidate(tmp_path: Path) -> None:
    lines = lines_of("thermometer", "candidates", tmp_path / "journal")
    leaf = next(line for line in lines if "candidates" in line.get("answer", {}))
    kept = leaf["answer"]["candidates"]
    leaf["answer"]["candidates"] = [15] * 16
    with pytest.raises(RejectedError, match="are not values that it can have"):
        checked(lines)
    leaf["answer"]["candidates"] = kept
    lines[-1]["result"]["candidates"][5] ^= 1
    with pytest.raises(RejectedError, match="that of the cubes"):
        checked(lines)


def test_the_checker_misses_no_wrong_copy(tmp_path: Path) -> None:
    lines = lines_of("knight", "count", tmp_path / "journal")
    model = MODELS["knight"]()
    claim = checked(lines)
    assert claim.copies > 5
    audit(claim, model, model.givens)
    copy = next(line for line in lines if line.get("values"))
    for change, message in (
        ({"same": {"r4c4": 1}}, "does not map"),
        ({"symmetry": 99}, "no permutation"),
        ({"values": []}, "does not map"),
        ({"values": [[1, 2], [2, 2]]}, "the same name|does not map"),
    ):
        changed = [{**line, **change} if line is copy else line for line in lines]
        with pytest.raises(RejectedError, match=message):
            checked(changed)
    swapped = [
        {**line, "cells": [1, 0, *line["cells"][2:]]} if line.get("cells") and "symmetry" in line else line
        for line in lines
    ]
    with pytest.raises(RejectedError):
        audit(checked(swapped), model, model.givens)


def test_copies_stand_for_as_many_solutions(tmp_path: Path) -> None:
    model = MODELS["knight"]()
    lines = lines_of("knight", "count", tmp_path / "journal")
    solutions = [dict(zip(model.cells, values, strict=True)) for values in solutions_by_meaning(model)]

    def number(cube: dict[str, int]) -> int:
        return sum(all(solution[model[name]] == value for name, value in cube.items()) for solution in solutions)

    copies = [line for line in lines if "same" in line]
    assert len(copies) > 5
    for line in copies:
        assert number(line["cube"]) == number(line["same"])


@pytest.mark.parametrize("change", ["model", "givens", "objective", "solution", "score"])
def test_audits(change: str, tmp_path: Path) -> None:
    lines = lines_of("scored", "best", tmp_path / "journal")
    model = MODELS["scored"]()
    givens = dict(model.givens)
    audit(checked(lines), model, givens)
    match change:
        case "model":
            model.add(model["r1c1"] != model["r4c4"])
        case "givens":
            givens |= {model["r1c1"]: 2}
        case "objective":
            model = model.with_objective(None)
        case _:
            line = next(line for line in lines if "found" in line or line.get("answer", {}).get("solutions"))
            if change == "solution":
                of = line["found"]["solution"] if "found" in line else line["answer"]["solutions"][0]
                of[0], of[1] = of[1], of[0]
            elif "found" in line:
                line["found"]["score"] -= 1
            else:
                line["answer"]["scores"][0] -= 1
    with pytest.raises(RejectedError):
        audit(checked(lines), model, givens)


@given(st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_no_damage_ends_in_an_error_of_another_kind(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "journal"
    if not path.exists():
        ASKS["count"](MODELS["knight"](), path)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.sampled_from(b'0123456789{}[],:"a\n'))
    try:
        claim = check(bytes(content).splitlines(keepends=True))
        model = MODELS["knight"]()
        audit(claim, model, model.givens)
        assert str(claim)
    except RejectedError:
        return
