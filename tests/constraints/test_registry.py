"""What is done with a constraint is found beside its meaning, in this package and in those of other people."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sudoku_cp import Model, Not
from sudoku_cp.cross_check import Verdict, cross_check
from sudoku_cp.cross_check.instances import INSTANCES
from sudoku_cp.kernel.kinds import KERNEL
from sudoku_cp.kernel.slots import Slot
from sudoku_cp.model import LoweringError, Status
from sudoku_cp.proofs import NotCoveredError, prove
from sudoku_cp.solvers.cp_sat.lowering import LOWERINGS as CP_SAT
from sudoku_cp.solvers.exact_cover.lowering import LOWERINGS as EXACT_COVER
from sudoku_cp.solvers.pseudo_boolean.encoding import ENCODINGS
from sudoku_cp.solving.registry import load_solver

MEANING = '''
from dataclasses import dataclass
from sudoku_cp import Cell, Constraint


@dataclass(frozen=True, eq=False, repr=False)
class Odd(Constraint):
    """The cell is odd."""

    cell: Cell
    label: str = ""

    @property
    def scope(self):
        return (self.cell,)

    def holds(self, assignment):
        return assignment[self.cell] % 2 == 1

    def describe(self):
        return f"{self.cell} is odd"


@dataclass(frozen=True, eq=False, repr=False)
class VeryOdd(Odd):
    """The same, by another name."""
'''
CP_SAT_LOWERING = """
def define(constraint, holds, definitions):
    values = [value for value in constraint.cell.domain if value % 2]
    definitions.literals.equate(holds, definitions.literals.among(constraint.cell, values))
"""
EXACT_COVER_LOWERING = """
from sudoku_cp import Table
from sudoku_cp.solvers.exact_cover import lowering


def table(constraint):
    return Table.where([constraint.cell], lambda value: value % 2 == 1)


def post(native, constraint, part):
    return lowering.post(native, table(constraint), part)


def post_reified(native, constraint):
    return lowering.post_reified(native, table(constraint))
"""


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a constraint of another package, with its meaning alone."""
    folder = tmp_path / "theirs" / "odd"
    folder.mkdir(parents=True)
    (tmp_path / "theirs" / "__init__.py").touch()
    (folder / "__init__.py").touch()
    (folder / "meaning.py").write_text(MEANING, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "theirs"]:
        monkeypatch.delitem(sys.modules, name)
    return folder


def odd_model(kind: str = "Odd") -> Model:
    from theirs.odd import meaning  # type: ignore[import-not-found]

    model = Model()
    a, b = model.variables("ab", (1, 2, 3))
    model.add(getattr(meaning, kind)(a), Not(getattr(meaning, kind)(b)))
    return model


def test_every_kind_of_the_kernel_fills_every_slot() -> None:
    slots: tuple[Slot[object], ...] = (EXACT_COVER, CP_SAT, ENCODINGS, INSTANCES)  # type: ignore[assignment]
    assert [(kind, slot) for kind in KERNEL for slot in slots if slot.find(kind) is None] == []


def test_an_empty_slot_is_refused(theirs: Path) -> None:
    for solver in ("exact-cover", "cp-sat"):
        with pytest.raises(LoweringError, match=rf"^{solver} cannot express a is odd \(Odd\)$"):
            load_solver(solver).compile(odd_model())
    with pytest.raises(NotCoveredError, match=r"^pseudo-Boolean formulas do not cover a is odd \(Odd\)$"):
        prove(odd_model(), {})
    assert load_solver("python-constraint").compile(odd_model()).count().count == 2


@pytest.mark.parametrize("kind", ["Odd", "VeryOdd"])
def test_a_constraint_of_another_package_is_solved(kind: str, theirs: Path) -> None:
    (theirs / "cp_sat.py").write_text(CP_SAT_LOWERING, encoding="utf-8")
    (theirs / "exact_cover.py").write_text(EXACT_COVER_LOWERING, encoding="utf-8")
    report = cross_check(odd_model(kind), ("exact-cover", "cp-sat", "python-constraint"))
    assert report.verdict is Verdict.AGREE
    assert {
        tuple(solution.values_in_order) for solution in load_solver("cp-sat").compile(odd_model(kind)).solutions()
    } == {
        (1, 2),
        (3, 2),
    }
    assert load_solver("exact-cover").compile(odd_model(kind)).solve().status is Status.SOLVED


def test_what_a_slot_misses_is_named(theirs: Path) -> None:
    (theirs / "cp_sat.py").write_text("import no_such_module_anywhere\n", encoding="utf-8")
    with pytest.raises(ModuleNotFoundError, match="no_such_module_anywhere"):
        load_solver("cp-sat").compile(odd_model())


def test_a_file_that_does_not_fill_the_slot_leaves_it_empty(theirs: Path) -> None:
    (theirs / "cp_sat.py").write_text("nothing = 0\n", encoding="utf-8")
    with pytest.raises(LoweringError, match="cp-sat cannot express"):
        load_solver("cp-sat").compile(odd_model())


def test_a_slot_is_loaded_when_it_is_needed() -> None:
    code = (
        "import sys; from sudoku_cp import Sudoku; Sudoku(4).solve(); "
        "print([name for name in sys.modules if name.startswith('sudoku_cp.constraints.') and name.count('.') == 3"
        " and not name.endswith('.meaning')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=True)
    assert run.stdout.strip() == "['sudoku_cp.constraints.all_different.exact_cover']"
