"""Faults planted into the exact-cover lowering, one at a time: comparison with brute force must notice each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from sudoku_cp import DFA, NFA, AllDifferent, Automaton, Cell, Table, _native
from sudoku_cp.kernel import Combination, Count, CountDistinct, Element, Linear, Maximum, Minimum, Product, Tables
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Relation
from sudoku_cp.solvers.exact_cover import compiled, lowering

Planter = Callable[[pytest.MonkeyPatch], None]
FAULTS: list[Planter] = []


def fault(plant: Planter) -> Planter:
    FAULTS.append(plant)
    return plant


def change(patch: pytest.MonkeyPatch, kind: Any, other: Callable[[Any], Any]) -> None:
    """Add other constraints than those of the kind that are declared."""
    lowering = lowering_of(kind)
    post = lowering.post
    patch.setattr(
        lowering,
        "post",
        lambda native, constraint, part: post(
            native, other(constraint) if isinstance(constraint, kind) else constraint, part
        ),
    )


def change_negation(patch: pytest.MonkeyPatch, kind: Any, other: Callable[[Any], Any]) -> None:
    """Negate other constraints than those of the kind that are declared."""
    lowering = lowering_of(kind)
    post_reified = lowering.post_reified

    def post_wrong(native: _native.ModelBuilder, constraint: Any) -> tuple[int, int]:
        held, negated = post_reified(native, constraint)
        return held, post_reified(native, other(constraint))[1] if isinstance(constraint, kind) else negated

    patch.setattr(lowering, "post_reified", post_wrong)


def lowering_of(kind: Any) -> Any:
    return lowering.LOWERINGS.find(kind if isinstance(kind, type) else kind.__args__[0])


def changed_machine(automaton: Automaton, **fields: Any) -> Automaton:
    return Automaton(automaton.cells, replace(automaton.machine, **fields))


class Recorder:
    """Passes calls on to the engine's model, except those that a fault gets wrong."""

    def __init__(self, native: Any) -> None:
        self._native = native

    def __getattr__(self, name: str) -> Any:
        return getattr(self._native, name)


def replace_calls(patch: pytest.MonkeyPatch, **methods: Callable[..., Any]) -> None:
    """Let the lowering call other methods; each is given the engine's model first."""

    class Wrong(Recorder):
        pass

    for name, method in methods.items():
        setattr(Wrong, name, lambda self, *args, method=method: method(self._native, *args))
    make = _native.ModelBuilder

    class Native:
        ModelBuilder = staticmethod(lambda: Wrong(make()))

    patch.setattr(lowering, "_native", Native)


@fault
def dropped_house(patch: pytest.MonkeyPatch) -> None:
    replace_calls(patch, add_all_different=lambda native, cells: cells[0] and native.add_all_different(cells))


@fault
def house_without_its_last_cell(patch: pytest.MonkeyPatch) -> None:
    replace_calls(patch, add_all_different=lambda native, cells: native.add_all_different(cells[:-1]))


@fault
def repeated_cell_taken_as_one(patch: pytest.MonkeyPatch) -> None:
    replace_calls(patch, add_all_different=lambda native, cells: native.add_all_different(list(dict.fromkeys(cells))))


@fault
def ignored_pencil_marks(patch: pytest.MonkeyPatch) -> None:
    replace_calls(patch, restrict=lambda native, cell, values: None)


@fault
def lost_value(patch: pytest.MonkeyPatch) -> None:
    replace_calls(
        patch, add_variables=lambda native, domains: native.add_variables([*domains[:-1], domains[-1][:-1] or (7,)])
    )


@fault
def wrong_sign_of_the_objective(patch: pytest.MonkeyPatch) -> None:
    replace_calls(patch, add_cost=lambda native, cell, value, cost: native.add_cost(cell, value, -cost))


@fault
def lost_costs(patch: pytest.MonkeyPatch) -> None:
    replace_calls(patch, add_cost=lambda native, cell, value, cost: None)


@fault
def flipped_objective(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(compiled.CompiledExactCover, "_score", lambda self, cost: cost)


@fault
def ignored_givens(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(compiled.CompiledExactCover, "_by_cell", lambda program, givens: (program.model.cells, {}))


@fault
def lost_given(patch: pytest.MonkeyPatch) -> None:
    def by_cell(program: compiled.CompiledExactCover, givens: Givens) -> tuple[tuple[Cell, ...], dict[Cell, int]]:
        return program.model.cells, dict(list(givens.items())[1:])

    patch.setattr(compiled.CompiledExactCover, "_by_cell", by_cell)


@fault
def lost_last_solution(patch: pytest.MonkeyPatch) -> None:
    class Stingy(Recorder):
        def take(self, *args: Any, **limits: Any) -> Any:
            solutions, ending = self._native.take(*args, **limits)
            return (solutions if ending == "solution" else solutions[:-1]), ending

    take_all = compiled.take_all
    patch.setattr(compiled, "take_all", lambda solver, *rest: take_all(cast(Any, Stingy(solver)), *rest))


@fault
def relation_off_by_one(patch: pytest.MonkeyPatch) -> None:
    change(patch, Linear, lambda c: replace(c, constant=c.constant + (c.relation is Relation.AT_MOST)))


@fault
def weights_taken_as_positive(patch: pytest.MonkeyPatch) -> None:
    change(patch, Linear, lambda c: replace(c, terms=tuple((abs(weight), cell) for weight, cell in c.terms)))


@fault
def sum_without_its_last_term(patch: pytest.MonkeyPatch) -> None:
    change(patch, Linear, lambda c: replace(c, terms=c.terms[:-1]))


@fault
def equal_for_unequal(patch: pytest.MonkeyPatch) -> None:
    change(patch, Linear, lambda c: replace(c, relation=Relation.EQUAL) if c.relation is Relation.UNEQUAL else c)


@fault
def lost_tuple(patch: pytest.MonkeyPatch) -> None:
    change(patch, Table, lambda c: Table(c.cells, sorted(c.tuples)[:-1]))


@fault
def reversed_tuples(patch: pytest.MonkeyPatch) -> None:
    change(patch, Table, lambda c: Table(c.cells, [row[::-1] for row in c.tuples]))


@fault
def lost_place(patch: pytest.MonkeyPatch) -> None:
    change(patch, Tables, lambda c: Tables(c.places[:-1], c.tuples))


@fault
def lost_complement(patch: pytest.MonkeyPatch) -> None:
    change_negation(patch, Table, lambda c: Table(c.cells, [*c.tuples, (1,) * len(c.cells)]))


@fault
def word_without_its_last_letter(patch: pytest.MonkeyPatch) -> None:
    change(patch, Automaton, lambda c: Automaton(c.cells[:-1], c.machine))


@fault
def wrong_start(patch: pytest.MonkeyPatch) -> None:
    change(patch, Automaton, lambda c: c if isinstance(c.machine, NFA) else changed_machine(c, start=1))


@fault
def wrong_ends(patch: pytest.MonkeyPatch) -> None:
    change(patch, Automaton, lambda c: changed_machine(c, accepting=c.machine.accepting | {3}))


@fault
def one_start_of_several(patch: pytest.MonkeyPatch) -> None:
    change(
        patch,
        Automaton,
        lambda c: changed_machine(c, starts=frozenset({0})) if isinstance(c.machine, NFA) else c,
    )


@fault
def negated_word_that_falls_out_is_accepted(patch: pytest.MonkeyPatch) -> None:
    def closed(c: Automaton) -> Automaton:
        dfa = c.machine
        if isinstance(dfa, NFA):
            return c
        last = len(dfa.transitions) - 1
        rows = tuple(dict.fromkeys(range(4), last) | dict(row) for row in dfa.transitions)
        return Automaton(c.cells, DFA(rows, dfa.accepting, dfa.start))

    change_negation(patch, Automaton, closed)


@fault
def wrong_first_index(patch: pytest.MonkeyPatch) -> None:
    change(patch, Element, lambda c: replace(c, first=c.first + 1))


@fault
def wrong_first_index_of_the_negation(patch: pytest.MonkeyPatch) -> None:
    change_negation(patch, Element, lambda c: replace(c, first=c.first + 1))


@fault
def repeated_cells_counted_once(patch: pytest.MonkeyPatch) -> None:
    change(patch, Count, lambda c: replace(c, cells=tuple(dict.fromkeys(c.cells))))


@fault
def lost_counted_value(patch: pytest.MonkeyPatch) -> None:
    change(patch, Count, lambda c: replace(c, values=frozenset(sorted(c.values)[1:])))


@fault
def cells_counted_for_values(patch: pytest.MonkeyPatch) -> None:
    def count_cells(native: _native.ModelBuilder, c: CountDistinct, part: bool) -> int:
        return lowering.post(native, Count(c.cells, frozenset(range(4)), c.number, c.relation), part)

    patch.setattr(lowering_of(CountDistinct), "post", count_cells)


@fault
def swapped_maximum_and_minimum(patch: pytest.MonkeyPatch) -> None:
    change(patch, Maximum | Minimum, lambda c: (Minimum if isinstance(c, Maximum) else Maximum)(c.cells, c.value))


@fault
def swapped_negated_maximum_and_minimum(patch: pytest.MonkeyPatch) -> None:
    change_negation(
        patch, Maximum | Minimum, lambda c: (Minimum if isinstance(c, Maximum) else Maximum)(c.cells, c.value)
    )


@fault
def product_without_its_first_factor(patch: pytest.MonkeyPatch) -> None:
    change(patch, Product, lambda c: Product(c.cells[1:], c.value))


@fault
def numbers_off_by_one(patch: pytest.MonkeyPatch) -> None:
    number = lowering.number
    for module in (lowering, lowering_of(Count), lowering_of(CountDistinct), lowering_of(Product)):
        patch.setattr(module, "number", lambda value, offset=0: number(value, offset + 1))


@fault
def part_as_its_own_negation(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(lowering, "post_reified", lambda native, part: (lowering.post(native, part, True),) * 2)


@fault
def strict_opposite(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(lowering.OPPOSITE, Relation.AT_MOST, (Relation.AT_LEAST, 0))


@fault
def opposite_of_equal_lost(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(lowering.OPPOSITE, Relation.EQUAL, (Relation.AT_LEAST, 1))


@fault
def house_negated_by_one_less(patch: pytest.MonkeyPatch) -> None:
    change_negation(patch, AllDifferent, lambda c: AllDifferent(c.cells[:-1]))


@fault
def lost_part(patch: pytest.MonkeyPatch) -> None:
    change(patch, Combination, lambda c: replace(c, constraints=c.constraints[:-1]))


@fault
def one_more_part_wanted(patch: pytest.MonkeyPatch) -> None:
    change(patch, Combination, lambda c: replace(c, constant=c.constant + 1))


@pytest.mark.slow
@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
def test_fault_is_caught(plant: Planter, answers_right: Callable[[str], bool], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert not answers_right("exact-cover")
