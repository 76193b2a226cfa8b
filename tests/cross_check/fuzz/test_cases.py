"""Cases are drawn again from their numbers, reach every rule and corner, and mostly have solutions."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from sudoku_cp import Model
from sudoku_cp.cross_check.fuzz.cases import random_case
from sudoku_cp.cross_check.fuzz.contexts import CONTEXTS
from sudoku_cp.cross_check.fuzz.plan import Plan, backends_of
from sudoku_cp.cross_check.source_text import python_source
from sudoku_cp.rules import RULES, Cells, rule


def text(model: Model) -> str:
    return python_source(model, model.givens, ())


def test_the_number_is_all_that_a_case_depends_on() -> None:
    for number in range(30):
        case, again = random_case(4, number), random_case(4, number)
        assert text(case.model) == text(again.model)
        assert case.parts == again.parts
    assert text(random_case(5, 0).model) != text(random_case(4, 0).model)


def test_variety() -> None:
    cases = [random_case(1, number) for number in range(250)]
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


def test_whom_to_ask() -> None:
    plan = Plan(backends=("exact-cover",))
    for number in range(60):
        case = random_case(0, number)
        names = backends_of(plan, case)
        assert names[0] == "exact-cover"
        assert case.tiny == ("brute-force" in names)
        assert case.tiny or sum("~" in name for name in names) == 2
