from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from sudoku_cp import Constraint, InputError, Model, ModelError, Sudoku, rules
from sudoku_cp.model import Clue
from sudoku_cp.rules import RULES, Cells, Line, Rule, clue, killer, load_rules, rule, thermo, whisper

STAIRCASE = """
    from itertools import pairwise

    from sudoku_cp.rules import Cells, Line, rule

    @rule("staircase", draw=Line())
    def staircase(line: Cells, step: int = 1):
        "Along the line each digit exceeds the one before it by the step."
        for lower, higher in pairwise(line):
            yield higher == lower + step
"""

NO_GENERATOR = """
    from sudoku_cp.rules import rule

    def f(): pass
    rule("new")(f)
"""


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(text: str, name: str = "my_rules.py") -> Path:
        path = tmp_path / name
        path.write_text(dedent(text), encoding="utf-8")
        return path

    return written


def test_the_rules_of_the_package() -> None:
    exported = {name: value for name in dir(rules) if isinstance(value := getattr(rules, name), Rule)}
    assert exported == dict(RULES)
    assert set(exported) < set(vars(rules)["__all__"])
    assert all(entry.name == name and entry.text.endswith(".") for name, entry in RULES.items())


def test_the_registry_is_read_only() -> None:
    with pytest.raises(TypeError):
        RULES["mine"] = killer  # type: ignore[index]


@pytest.mark.parametrize(
    ("made", "label"),
    [
        (killer("r1c1 r1c2", sum=3), "killer r1c1 r1c2 sum=3"),
        (killer(["r1c1", "r1c2"], 3, True), "killer r1c1 r1c2 sum=3 repeats=True"),
        (killer(repeats=False, cells="r1c1"), "killer r1c1"),
        (RULES["arrow"]("r1c1", "r1c2 r1c3"), "arrow r1c1 line=r1c2,r1c3"),
        (RULES["anti_king"](), "anti_king"),
        (RULES["diagonal"]("rising"), "diagonal direction=rising"),
    ],
    ids=str,
)
def test_clues_are_told_in_words(made: Clue, label: str) -> None:
    assert str(made) == label


def test_a_clue_is_a_value() -> None:
    sudoku = Sudoku(9)
    clues = {
        killer("r1c1 r1c2", sum=3),
        killer(sudoku.cells_at("r1c1 r1c2"), 3),
        clue("killer", {"cells": "r1c1 r1c2", "sum": 3}),
    }
    assert len(clues) == 1
    assert killer("r1c1 r1c2", sum=3) != killer("r1c1 r1c2", sum=4)


def test_the_parameters_of_a_clue_are_those_of_a_document() -> None:
    made = killer("r1c1 r1c2", sum=3, repeats=False)
    assert made.parameters == {"cells": "r1c1 r1c2", "sum": 3}
    assert clue(made.rule.name, made.parameters) == made


def test_a_clue_belongs_to_no_model() -> None:
    made = thermo("r1c1 r1c2")
    for sudoku in (Sudoku(4), Sudoku(9)):
        (constraint,) = made.constraints(sudoku)
        assert all(sudoku.owns(cell) for cell in constraint.scope)


def test_a_model_takes_clues() -> None:
    sudoku = Sudoku(4, regions="")
    made = killer("r1c1 r1c2", sum=3)
    assert isinstance(made, Clue)
    houses = len(sudoku.constraints)
    sudoku.add(made)
    assert sudoku.clues == [made]
    assert [str(constraint) for constraint in sudoku.constraints[houses:]] == ["killer r1c1 r1c2 sum=3"] * 2


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("kiler", {}, "there is no rule kiler: did you mean killer?"),
        (
            "zzz",
            {},
            "there is no rule zzz; `sudoku-cp rules` lists the rules, and `--rules FILE` adds those of a Python file",
        ),
        ("killer", {"sum": 3}, "killer needs cells: one or more cells such as 'r1c1 r1c2'"),
        (
            "killer",
            {"cell": "r1c1"},
            "killer has no parameter cell: did you mean cells?",
        ),
        ("killer", {"cells": "r1c1", "sum": "3"}, "killer: sum must be a whole number, not '3'"),
        ("anti_knight", {"sudoku": 1}, "anti_knight has no parameter sudoku; write anti_knight [toroidal]"),
    ],
)
def test_clue_refuses(name: str, parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ModelError, match=f"^{re.escape(message)}$"):
        clue(name, parameters)


def test_calls_refuse() -> None:
    with pytest.raises(ModelError, match=r"^killer has 3 parameters, not 4$"):
        killer("r1c1", 3, False, 4)
    with pytest.raises(ModelError, match=r"^killer: sum is given twice$"):
        killer("r1c1", 3, sum=3)


def test_a_cell_outside_the_grid() -> None:
    with pytest.raises(ModelError, match=r"^killer r1c5 sum=3: cells: r1c5 is not a cell of sudoku, .* r1c1 to r4c4$"):
        Sudoku(4).add(killer("r1c5", 3))


def test_a_rule_for_grids_needs_a_grid() -> None:
    with pytest.raises(ModelError, match=r"^anti_knight: the rule needs a Sudoku, and model is not one$"):
        Model().add(RULES["anti_knight"]())


def test_a_rule_without_grid_takes_any_model() -> None:
    model = Model()
    model.add(thermo(model.variables("ab", domain=(1, 2))))
    assert model.violations([1, 2]) == []
    assert [violation.message for violation in model.violations([2, 1])] == ["thermo a b is broken: a=2 b=1"]


def test_declare() -> None:
    @rule("rising", draw=Line(bulb=True))
    def rising(line: Cells) -> Generator[Constraint, None, None]:
        """Digits rise.

        Strictly.
        """
        yield line[0] < line[-1]

    assert RULES["rising"] is rising
    assert isinstance(rising, Rule)
    assert rising.text == "Digits rise.\n\nStrictly."
    sudoku = Sudoku(4)
    (line,) = rising("r1c1 r2c2").drawings(sudoku)
    assert [cell.name for cell in line.cells] == ["r1c1", "r2c2"]


def test_declare_refuses() -> None:
    def no_generator(line: Cells) -> None:
        """Text."""

    def no_text(line: Cells) -> Generator[Constraint, None, None]:
        yield line[0] < line[1]

    def bad_parameter(line: float) -> Generator[Constraint, None, None]:
        """Text."""
        yield from ()

    for function, message in (
        (no_generator, r"^rule new: no_generator must be a generator function: yield its constraints$"),
        (no_text, r"^rule new: no_text needs a docstring: the text of the rule$"),
        (bad_parameter, r"^rule new: line needs an annotation"),
    ):
        with pytest.raises(ModelError, match=message):
            rule("new")(function)  # type: ignore[arg-type]
    assert "new" not in RULES


def test_a_name_is_taken_once() -> None:
    with pytest.raises(ModelError, match=r"^there is already a rule killer \(.*cages.py:\d+\)$"):

        @rule("killer")
        def mine(line: Cells) -> Generator[Constraint, None, None]:
            """Text."""
            yield from ()


def test_what_goes_wrong_in_a_rule_is_told_with_its_place() -> None:
    @rule("chained")
    def chained(line: Cells) -> Generator[Constraint, None, None]:
        """Digits rise."""
        yield line[0] < line[1] < line[2]

    @rule("numbers")
    def numbers(line: Cells) -> Generator[Constraint, None, None]:
        """Numbers are no constraints."""
        yield len(line)  # type: ignore[misc]

    with pytest.raises(ModelError, match=r"^chained r1c1 r1c2 r1c3: .*: TypeError: .*has no truth value"):
        Sudoku(4).add(chained("r1c1 r1c2 r1c3"))
    with pytest.raises(ModelError, match=r"^chained r1c1: .*test_registry\.py:\d+: IndexError: "):
        Sudoku(4).add(chained("r1c1"))
    with pytest.raises(
        ModelError, match=r"^numbers r1c1: .*test_registry\.py:\d+: the rule yields 1, which is not a constraint$"
    ):
        Sudoku(4).add(numbers("r1c1"))


def test_draw_functions_name_what_they_need() -> None:
    @rule("two_lines", draw=lambda sudoku, first: [Line(first), Line(sudoku.rows[0])])
    def two_lines(sudoku: Sudoku, first: Cells, second: Cells) -> Generator[Constraint, None, None]:
        """Two lines."""
        yield from ()

    drawings = two_lines("r2c2", "r3c3").drawings(Sudoku(4))
    assert [len(drawing.cells) for drawing in drawings] == [1, 4]


def test_load_rules(write: Any) -> None:
    (staircase,) = load_rules(write(STAIRCASE))
    assert RULES["staircase"] is staircase
    sudoku = Sudoku(4)
    sudoku.add(clue("staircase", {"line": "r1c1 r1c2", "step": 2}))
    assert str(sudoku.constraints[-1]) == "staircase r1c1 r1c2 step=2"
    assert sudoku.constraints[-1].describe() == "r1c2 - r1c1 = 2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\ndef f(:\n", "{path}:2, column 7: invalid syntax"),
        ("\nimport nowhere_at_all\n", "{path}:2: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        (NO_GENERATOR, "{path}:5: rule new: f must be a generator function: yield its constraints"),
        ("x = '\0'", "{path}: is not a text file"),
        (STAIRCASE + "    raise SystemError('no')\n", "{path}:11: SystemError: no"),
    ],
)
def test_load_rules_refuses(write: Any, text: str, message: str) -> None:
    path = write(text)
    before = dict(RULES)
    with pytest.raises(InputError) as caught:
        load_rules(path)
    assert str(caught.value) == message.format(path=path)
    assert dict(RULES) == before


def test_load_rules_with_postponed_annotations(write: Any) -> None:
    (staircase,) = load_rules(write("from __future__ import annotations\n" + dedent(STAIRCASE)))
    assert staircase.usage == "staircase line [step]"


def test_load_rules_twice_is_a_clash(write: Any) -> None:
    path = write(STAIRCASE)
    load_rules(path)
    with pytest.raises(InputError, match=r"my_rules\.py:6: there is already a rule staircase \(.*my_rules\.py:6\)"):
        load_rules(path)
    assert "staircase" in RULES


def test_load_rules_without_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.py: cannot be read: No such file or directory"):
        load_rules(tmp_path / "none.py")


def test_whisper_default_stays_out_of_the_label() -> None:
    assert str(whisper("r1c1 r1c2", difference=5)) == "whisper r1c1 r1c2"


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("german_whispers", "did you mean whisper?"),
        ("Killer-Cage", "did you mean killer?"),
        ("kropki", "did you mean kropki_white or kropki_black?"),
        ("quadrupel", "did you mean quadruple?"),
        ("zzz", "`sudoku-cp rules` lists the rules"),
    ],
)
def test_a_rule_that_is_not_there_is_answered_with_the_one_that_is_meant(name: str, question: str) -> None:
    with pytest.raises(ModelError, match=re.escape(question)):
        clue(name, {})
