"""Cases are drawn again from their numbers, reach every rule and corner, and mostly have solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from math import prod
from random import Random

import pytest

from sudoku_cp import Model
from sudoku_cp.cross_check import Verdict
from sudoku_cp.cross_check.fuzz.boards import Ground
from sudoku_cp.cross_check.fuzz.cases import Case, Plan, random_case, solvers_of
from sudoku_cp.cross_check.fuzz.findings import ask
from sudoku_cp.cross_check.fuzz.requirements import CONTEXTS, TOP
from sudoku_cp.cross_check.fuzz.run import CaseResult, Tally
from sudoku_cp.cross_check.relations import RELATIONS
from sudoku_cp.cross_check.source_text import python_source
from sudoku_cp.kernel import (
    AllDifferent,
    Automaton,
    Cardinality,
    Circuit,
    Combination,
    Connected,
    Count,
    CountDistinct,
    Element,
    Linear,
    Loop,
    Maximum,
    Minimum,
    Path,
    Precedence,
    Product,
    Rank,
    Regions,
    Sightlines,
    Table,
    Tables,
)
from sudoku_cp.model import Constraint
from sudoku_cp.rules import RULES, Cells, rule


@cache
def drawn(number: int) -> Case:
    """A case of the seed 0, which several tests look at."""
    return random_case(0, number)


def text(model: Model) -> str:
    return python_source(model, model.givens, ())


def test_witnesses_number_open_regions_as_the_rule_does() -> None:
    random = Random(7)
    fixed = 0
    for _ in range(12):
        ground = Ground(random, random.choice((4, 5)), open_regions=True)
        digits = ground.solution(random)
        assert digits is not None
        board = ground.fresh()
        witness = ground.witness(board, digits)
        assert all(value in cell.domain for cell, value in witness.items())
        about_regions = [constraint for constraint in board.constraints if witness.keys() >= set(constraint.scope)]
        assert all(constraint.holds(witness) for constraint in about_regions)
        assert any(isinstance(constraint, Precedence) for constraint in about_regions)
        fixed += sum(len(region.domain) == 1 for region in board.region_of.values())
    assert fixed > 12


@pytest.mark.slow
def test_the_number_is_all_that_a_case_depends_on() -> None:
    for number in range(30):
        case, again = random_case(4, number), random_case(4, number)
        assert text(case.model) == text(again.model)
        assert case.parts == again.parts
    assert text(random_case(5, 0).model) != text(random_case(4, 0).model)


@pytest.mark.slow
def test_variety() -> None:
    cases = [random_case(1, number) for number in range(200)]
    rules = Counter(rule for case in cases for rule, _ in case.parts)
    assert len(rules) > 60
    assert {context for case in cases for _, context in case.parts} == set(CONTEXTS)
    assert {"AllDifferent", "Linear", "Table", "Automaton", "Count", "Element"} <= set(rules)
    scopes = [constraint.scope for case in cases for constraint in case.model.constraints]
    assert any(not scope for scope in scopes)
    assert any(len(set(scope)) < len(scope) for scope in scopes)
    sizes = {len(case.model.cells) for case in cases}
    assert {1, 16} <= sizes
    assert sum(case.model.objective is not None for case in cases) > 20
    assert sum(bool(case.model.pencilmarks) for case in cases) > 10
    assert 10 < sum(not case.tiny for case in cases) < 100


TOP_ALONE = {
    *("schroedinger_cells", "doubler", "doublers", "halver", "halvers"),
    *("multiplier", "multipliers", "negator", "negators", "doppelganger", "loop", "path", "slitherlink"),
    *("yin_yang", "nurikabe", "shaded_count", "hot_cold"),
}
"""Rules that declare variables; combinations take none."""

RARE = {"chaos_construction"}
"""A combination takes it where another one has declared its variables, which is rare."""

KERNEL = (
    *(
        AllDifferent,
        Automaton,
        Cardinality,
        Circuit,
        Connected,
        Count,
        CountDistinct,
        Element,
        Linear,
        Loop,
        Maximum,
        Minimum,
        Path,
        Precedence,
        Product,
        Rank,
        Regions,
        Sightlines,
    ),
    *(Table, Tables),
)


@pytest.mark.slow
def test_everything_is_drawn_at_the_top_and_in_combinations() -> None:
    tally = Tally()
    for number in range(2500):
        case = drawn(number)
        tally.add(CaseResult(number, Verdict.AGREE, True, case.tiny, case.parts))
    table = {row[0]: row[1:] for row in tally.tables[0][1:]}
    names = {*RULES, *(kind.__name__ for kind in KERNEL)}
    assert names <= table.keys()
    assert {name for name in names if table[name][0] == "0"} == set()
    assert {name for name in names if set(table[name][1:]) == {"0"}} - RARE == TOP_ALONE
    frequencies = {name: tally.parts[name, TOP] for name in names}
    assert min(frequencies.values()) * 60 > max(frequencies.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["region_border", "pair_line", "doppelganger", "windoku"])
def test_a_rule_that_most_boards_refuse(name: str) -> None:
    parts = [part for number in range(15) for part in random_case(0, number, rules=[name]).parts]
    assert sum(rule == name for rule, _ in parts) > 10


@pytest.mark.slow
def test_clues_about_regions_have_regions_that_are_known() -> None:
    cases = [random_case(0, number, rules=["region_count"], sizes=[4]) for number in range(20)]
    tried = [ask(case.model, ("exact-cover", "brute-force")) for case in cases if case.tiny]
    assert Verdict.DISAGREE not in {report.verdict for report in tried}
    assert sum(report.verdict is Verdict.AGREE for report in tried) > len(tried) // 2
    assert any(report.solvable for report in tried)


def _is_over_64_states(constraint: Constraint) -> bool:
    return isinstance(constraint, Automaton) and len(constraint.machine.transitions) > 64


def _is_over_64_tuples(constraint: Constraint) -> bool:
    return isinstance(constraint, Table) and len(constraint.tuples) > 64


def _is_long_negated_sum(constraint: Constraint) -> bool:
    return isinstance(constraint, Combination) and any(
        isinstance(part, Linear) and len(part.terms) > 2 for part in constraint.constraints
    )


def _is_product_at_its_bound(constraint: Constraint) -> bool:
    return (
        isinstance(constraint, Product)
        and isinstance(constraint.value, int)
        and constraint.value
        in (
            prod(cell.domain[-1] for cell in constraint.cells),
            prod(cell.domain[0] for cell in constraint.cells),
        )
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "is_so", [_is_over_64_states, _is_over_64_tuples, _is_long_negated_sum, _is_product_at_its_bound]
)
def test_large_constraints_are_drawn(is_so: Callable[[Constraint], bool]) -> None:
    cases = [drawn(number) for number in range(1, 801, 2)]
    assert sum(any(map(is_so, case.model.constraints)) for case in cases) >= 4


def test_a_rule_of_a_user_is_drawn_from_its_parameters() -> None:
    @rule("climbing")
    def climbing(line: Cells, step: int = 1):  # type: ignore[no-untyped-def]
        """Each digit exceeds the one before it by at least the step."""
        yield from (later >= earlier + step for earlier, later in pairwise(line))

    case = random_case(0, 0, rules=["climbing"], sizes=[4])
    assert {name for name, _ in case.parts} <= {"climbing"}
    seen = [random_case(0, number, ["climbing"], [3]) for number in range(20)]
    assert sum(any(name == "climbing" for name, _ in case.parts) for case in seen) > 15
    assert "climbing" in RULES


@pytest.mark.slow
def test_whom_to_ask() -> None:
    plan, asked = Plan(), 0
    for number in range(200):
        case = drawn(number)
        names = solvers_of(plan, case)
        assert names[0] == "exact-cover"
        assert case.tiny == ("brute-force" in names)
        houses_only = all(isinstance(part, AllDifferent) for part in case.model.constraints)
        assert case.tiny or sum(name.partition("~")[2] in RELATIONS for name in names) == (1 if houses_only else 2)
        asked += "cp-sat" in names
        everybody = solvers_of(Plan(solvers=("exact-cover", "cp-sat"), sometimes=()), case)
        assert everybody[:2] == ("exact-cover", "cp-sat")
    assert 20 < asked < 60


@pytest.mark.slow
@pytest.mark.parametrize("name", ["python-constraint", "cp-sat:presolve=true"])
def test_a_solver_without_other_settings_is_asked_as_it_is(name: str) -> None:
    for number in range(30):
        names = solvers_of(Plan(solvers=(name,), sometimes=()), drawn(number))
        assert {other.partition("~")[0] for other in names} <= {name, "brute-force"}
