"""The fixture `run` holds all records of these tests against their schemas; here they are complete and not too wide."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp._base import schemas
from sudoku_cp.cli.commands import COMMANDS
from sudoku_cp.formats import load
from sudoku_cp.model import InputError
from tests.cli.conftest import PUZZLES

jsonschema = pytest.importorskip("jsonschema")

UNIQUE = "1234341221......"
SEVERAL = "12.....1........"
NONE = "11.............."
BAD_ROW = "x..............."

KILLER = """
size = 4

[[killer]]
cells = "r1c1 r1c2"
sum = 3
"""

SCORES = """
size = 4
grid = '1...............'

[maximize]
r1c2 = [0, 5, 0, 0]

[then_minimize]
r1c3 = [0, 5, 0, 0]
"""

WALKTHROUGH = """
[[step]]
deduce = "r1c1!=4"

[[step]]
heat = true
"""

ELSEWHERE = {"columns", "notes", "found", "partial"}
"""Fields that other tests have: of the rows of a table, of documents whose text mentions further rules, of loops, of
drawings that are not read whole."""

HAS_CORPORA = find_spec("pyarrow") is not None

WITHOUT_RECORDS = {"judge", "convert", "show", "page", "schema", "completion", "manual"}


def _runs(run: Callable[..., Any], folder: Path) -> Iterator[tuple[str, list[Any]]]:
    """Runs that print every kind of record, with every field."""
    table, killer, scores, walkthrough, solver, proof, wrong = (
        folder / name
        for name in ("t.csv", "killer.toml", "scores.toml", "walk.toml", "solver.py", "proof.pbp", "wrong.pbp")
    )
    table.write_text(f"name,grid\nfirst,{UNIQUE}\nsecond,{BAD_ROW}\n", encoding="utf-8")
    killer.write_text(KILLER, encoding="utf-8")
    scores.write_text(SCORES, encoding="utf-8")
    walkthrough.write_text(WALKTHROUGH, encoding="utf-8")
    graded = {"id": 1, "puzzle_id": "a", "number": 2, "model": "m", "puzzle": UNIQUE, "answer": UNIQUE}
    (folder / "answers.jsonl").write_text(f"{json.dumps(graded)}\n", encoding="utf-8")
    solver.write_text("def solve(line):\n    return '1' * len(line)\n", encoding="utf-8")
    table_options = (table, "--column", "grid", "--format", "jsonl", "--errors", "record")
    for arguments in (
        ("solve", *table_options),
        ("solve", "--limit", 1, SEVERAL),
        ("solve", "--all", SEVERAL),
        ("solve", scores),
        ("solve", "--all", scores),
        ("solve", "--best", 2, scores),
        ("solve", "--pareto", scores),
        ("solve", "--best", 2, "target"),
        ("solve", "--worst", "--node-limit", 1, "target"),
        ("count", *table_options),
        ("count", "--estimate", 10, SEVERAL, NONE),
        ("candidates", *table_options),
        ("check", *table_options),
        ("check", "--proof", proof, UNIQUE),
        ("check", "--against", f"{solver}:solve", PUZZLES[0]),
        ("verify", proof),
        ("count", "--journal", folder / "journal", SEVERAL),
        ("verify", folder / "journal"),
        ("fuzz", "--cases", 1, "--solver", "exact-cover"),
        ("fuzz", "--cases", 2, "--size", 4, "--against", f"{solver}:solve"),
        ("rate", *table_options),
        ("rate", "--hodoku", PUZZLES[0]),
        ("rate", "--steps", UNIQUE),
        ("why", *table_options),
        *(("why", text) for text in (UNIQUE, SEVERAL, NONE)),
        ("why", "r1c3=1", SEVERAL),
        ("why", "r1c3=3", SEVERAL),
        ("why", "--node-limit", 1, "." * 16),
        ("reduce", *table_options),
        ("equal", *table_options),
        ("equal", "1.....1.....3..."),
        ("generate", killer, "--clues", "killer:1", "--path"),
        ("generate", "--rating", "1..3"),
        *(("step", "--stage", stage, *table_options) for stage in (1, 2, 3)),
        ("path", *table_options),
        ("path", "--walkthrough", walkthrough, UNIQUE),
        ("models",),
        ("formats",),
        ("rules",),
        ("doctor",),
        ("grade", folder / "answers.jsonl"),
    ):
        yield str(arguments[0]), run(*arguments).records
    if HAS_CORPORA:
        lines = folder / "lines.txt"
        lines.write_text(f"{PUZZLES[0]}\nx\n", encoding="utf-8")
        out = folder / "out"
        yield "corpus", run("corpus", lines, "--out", out, "--executor", "threads:1").records
        yield "verify", run("verify", out).records
    wrong.write_text(proof.read_text(encoding="utf-8").replace("COMPLETE 1", "COMPLETE 2"), encoding="utf-8")
    wrong.with_suffix(".opb").write_bytes(proof.with_suffix(".opb").read_bytes())
    yield "verify", run("verify", wrong).records


@pytest.mark.slow
def test_every_kind_and_field_occurs(run: Callable[..., Any], tmp_path: Path) -> None:
    unseen = {command: _kinds(schemas.schema(command)) for command in schemas.names()}
    for kind in ("finding", "replay"):  # a fault is needed: `test_fuzz` has one, and its records are checked there
        del unseen["fuzz"][kind]
    if not HAS_CORPORA:
        del unseen["corpus"]
    for command, records in _runs(run, tmp_path):
        whole = schemas.schema(command)
        for record in records:
            (kind,) = (kind for kind in _kinds(whole) if _obeys(record, whole, kind))
            unseen[command][kind] -= record.keys()
            assert not _obeys({**record, "surplus": 1}, whole, kind)
    left = {(command, kind): fields - ELSEWHERE for command, kinds in unseen.items() for kind, fields in kinds.items()}
    assert {kind: fields for kind, fields in left.items() if fields} == {}


@pytest.mark.parametrize("name", ["masyu", "slitherlink", "yin_yang", "chaos"])
def test_records_have_what_was_found_besides_digits(run: Callable[..., Any], name: str) -> None:
    board = load(name)
    solution = board.solve().solution
    assert solution is not None
    found = {word: [solution[board[f"{word} {cell.name}"]] for cell in board.grid] for word in board.layers}
    assert found
    for options in ((), ("--all",)):
        first, *_ = run("solve", name, *options, "--format", "jsonl").records
        assert first["found"] == found
        assert [kind for kind in _kinds(schemas.schema("solve")) if _obeys(first, schemas.schema("solve"), kind)]
    assert "found" not in run("solve", "killer").records[0]


def _kinds(whole: dict[str, Any]) -> dict[str, set[str]]:
    """The names of the fields of each kind of record, by the name of the kind."""
    kinds = {}
    for each in whole["anyOf"]:
        file, _, name = each["$ref"].partition("#/$defs/")
        kinds[file + name] = set(_fields(whole, file, name))
    return kinds


def _fields(whole: dict[str, Any], file: str, name: str) -> Iterator[str]:
    definition = (whole["$defs"][file] if file else whole)["$defs"][name]
    yield from definition["properties"]
    for each in definition.get("allOf", ()):
        further, _, shared = each["$ref"].partition("#/$defs/")
        yield from _fields(whole, further or file, shared)


def _obeys(record: object, whole: dict[str, Any], kind: str) -> bool:
    before, extension, after = kind.rpartition(".json")
    file, name = before + extension, after
    alone = {**whole, "anyOf": [{"$ref": f"{file}#/$defs/{name}"}]}
    valid: bool = jsonschema.Draft202012Validator(alone).is_valid(record)
    return valid


def test_every_command_with_records_has_a_schema() -> None:
    assert set(schemas.names()) == set(COMMANDS) - WITHOUT_RECORDS


@pytest.mark.parametrize("command", schemas.names())
def test_schemas_are_schemas_with_words_for_all_fields(command: str) -> None:
    whole = schemas.schema(command)
    jsonschema.Draft202012Validator.check_schema(whole)
    for definition in whole["$defs"].values():
        for name, field in definition.get("properties", {}).items():
            assert field.keys() & {"description", "const", "enum", "$ref"}, name


def test_an_unknown_command() -> None:
    with pytest.raises(InputError, match="there is no command with JSON records slove: did you mean solve"):
        schemas.schema("slove")


def test_the_command(run: Callable[..., Any]) -> None:
    assert json.loads(run("schema", "solve").out) == schemas.schema("solve")
    assert run("schema").out.split() == list(schemas.names())
    refused = run("schema", "judge")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("there is no command with JSON records judge")
