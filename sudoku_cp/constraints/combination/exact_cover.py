"""Combinations in the engine.

A nested combination and its negation refer to the same parts, so that the size of the engine's model is proportional to
the declared one at any depth.
"""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.combination import Combination
from sudoku_cp.kernel.relation import Relation
from sudoku_cp.solvers.exact_cover import lowering
from sudoku_cp.solvers.exact_cover.lowering import tabulated, united


def post(native: _native.CellModel, constraint: Combination, part: bool) -> int:
    """Add the comparison of the number of parts that hold.

    If it must hold, and its number decides every part, each part is added by itself. A small one becomes a table,
    and alternatives that are automata over the same cells become one automaton.
    """
    automaton = united(constraint)
    if automaton is not None:
        return lowering.post(native, automaton, part)
    relation, constant, parts = constraint.relation, constraint.constant, constraint.constraints
    if not part and constant == len(parts) and relation in (Relation.EQUAL, Relation.AT_LEAST):
        for required in parts:
            lowering.post(native, required)
        return -1
    if not part and constant == 0 and relation in (Relation.EQUAL, Relation.AT_MOST):
        for refused in parts:
            _compare(native, [lowering.post_reified(native, refused)], Relation.EQUAL, 0, False)
        return -1
    table = None if part else tabulated(constraint)
    if table is not None:
        return lowering.post(native, table)
    return _compare(native, _add_parts(native, constraint), relation, constant, part)


def post_reified(native: _native.CellModel, constraint: Combination) -> tuple[int, int]:
    """Add the comparison and the opposite one, over the same parts."""
    automaton = united(constraint)
    if automaton is not None:
        return lowering.post_reified(native, automaton)
    parts = _add_parts(native, constraint)
    held = _compare(native, parts, constraint.relation, constraint.constant, True)
    opposite, more = lowering.OPPOSITE[constraint.relation]
    return held, _compare(native, parts, opposite, constraint.constant + more, True)


def _add_parts(native: _native.CellModel, constraint: Combination) -> list[tuple[int, int]]:
    return [lowering.post_reified(native, part) for part in constraint.constraints]


def _compare(
    native: _native.CellModel, parts: list[tuple[int, int]], relation: Relation, constant: int, part: bool
) -> int:
    # All constants above the number of parts, or below 0, give the same comparison.
    return native.add_combination(parts, relation.value, min(max(constant, -1), len(parts) + 1), part)
