"""The oracle itself, against the plainest possible definition; and that the strategies reach what they should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import product

import pytest
from hypothesis import Phase, given, settings

from sudoku_cp import AllDifferent, Constraint, Model, Sudoku, Table
from sudoku_cp.kernel import Combination, Linear
from sudoku_cp.kernel.kinds import KERNEL
from tests.support import brute_force, tiny_models


@pytest.mark.slow
@settings(max_examples=60)
@given(model=tiny_models().filter(lambda model: len(model.cells) <= 5))
def test_oracle_is_the_filtered_product_of_the_domains(model: Model) -> None:
    plain = [values for values in product(*(cell.domain for cell in model.cells)) if not model.violations(values)]
    assert brute_force(model) == plain


def test_oracle_knows_the_number_of_small_grids() -> None:
    assert len(brute_force(Sudoku(4))) == 288
    assert len(brute_force(Sudoku(4, regions=()))) == 576
    assert brute_force(Model()) == [()]


KINDS: dict[str, Callable[[Model, int], bool]] = {
    "no solution": lambda model, count: count == 0,
    "one solution": lambda model, count: count == 1,
    "many solutions": lambda model, count: count > 20,
    "objective that decides": lambda model, count: model.objective is not None and count > 2,
    "4×4 grid": lambda model, count: len(model.cells) >= 16 and count > 1,
    "table of three cells": lambda model, count: any(len(set(c.scope)) > 2 for c in _of(model, Table)) and count > 0,
    "table of no cells": lambda model, count: any(not c.scope for c in _of(model, Table)) and count > 0,
    "sum of three cells": lambda model, count: any(len(set(c.scope)) > 2 for c in _of(model, Linear)) and count > 0,
    "sum of no cells": lambda model, count: any(not c.scope for c in _of(model, Linear)) and count > 0,
    "all different of no cells": lambda model, count: any(not c.scope for c in _of(model, AllDifferent)) and count > 0,
    "repeated cell": lambda model, count: (
        any(len(set(c.scope)) < len(c.scope) for c in model.constraints) and count > 0
    ),
    "givens and pencil marks": lambda model, count: bool(model.givens and model.pencilmarks) and count > 1,
    "no cells": lambda model, count: not model.cells,
    "combination of combinations": lambda model, count: (
        any(isinstance(part, Combination) for c in _of(model, Combination) for part in getattr(c, "constraints", ()))
        and count > 0
    ),
}


def _of(model: Model, kind: type[Constraint]) -> list[Constraint]:
    return [constraint for constraint in _with_parts(model.constraints) if isinstance(constraint, kind)]


def _with_parts(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    for constraint in constraints:
        yield constraint
        if isinstance(constraint, Combination):
            yield from _with_parts(constraint.constraints)


@pytest.mark.slow
def test_strategy_reaches_models_of_every_kind() -> None:
    reached: Counter[str] = Counter()

    @settings(max_examples=1000, phases=[Phase.generate], derandomize=True, database=None)
    @given(model=tiny_models())
    def look(model: Model) -> None:
        count = len(brute_force(model))
        reached.update(kind for kind, is_of_kind in KINDS.items() if is_of_kind(model, count))
        if count > 0:
            reached.update({type(constraint).__name__ for constraint in _with_parts(model.constraints)})

    look()
    assert [kind for kind in KINDS if not reached[kind]] == []
    assert [kind.__name__ for kind in KERNEL if not reached[kind.__name__]] == []
