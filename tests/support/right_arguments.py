"""Right arguments of models, constraints and questions; tests replace them one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from sudoku_cp import DFA, Cell, Kakuro, Limits, Model, MultiGrid, Sudoku, Table, kernel
from sudoku_cp.cross_check import Report, cross_check
from sudoku_cp.cross_check.external import Query
from sudoku_cp.exact_cover import ExactCover
from sudoku_cp.human.marks import Marks
from sudoku_cp.model import OpenGrid, Relation, Solution
from sudoku_cp.model.compiled import CompiledModel
from sudoku_cp.rules import killer

SOLVED = "1234341221434321"


class World:
    """Small models, and what is made of them, each at its first use."""

    @cached_property
    def sudoku(self) -> Sudoku:
        """A puzzle with a score."""
        sudoku = self.plain
        sudoku.maximize(sudoku["r3c1"] + 2 * sudoku["r4c2"])
        return sudoku

    @cached_property
    def plain(self) -> Sudoku:
        sudoku = Sudoku(4)
        sudoku.give_grid("1234341..1......")
        return sudoku

    @cached_property
    def fresh(self) -> Sudoku:
        return Sudoku(4)

    @cached_property
    def variables(self) -> tuple[Cell, ...]:
        return Model().variables("abcd", domain=(1, 2, 3))

    @cached_property
    def compiled(self) -> CompiledModel:
        return self.sudoku.compile()

    @cached_property
    def solution(self) -> Solution:
        return self.sudoku.solution(map(int, SOLVED))

    @cached_property
    def report(self) -> Report:
        return cross_check(self.plain, ["exact-cover", "exact-cover:seed=1"])

    @cached_property
    def marks(self) -> Marks:
        return Marks(self.plain)

    @cached_property
    def cover(self) -> ExactCover:
        cover = ExactCover("ab", "c")
        for option in ("a", "b", "abc"):
            cover.add_option(option, cost=1)
        return cover

    @cached_property
    def query(self) -> Query:
        return Query(self.plain, self.plain.givens, "1234")


def _ok(*_: object) -> bool:
    return True


def _stepping(state: int, value: int) -> int | None:
    return value if value >= state else None


CONSTRAINTS: dict[str, Callable[[tuple[Any, ...]], dict[str, Any]]] = {
    "AllDifferent": lambda v: {"cells": v[:2]},
    "Automaton": lambda v: {"cells": v[:2], "machine": DFA(({1: 0, 2: 0},), frozenset({0}))},
    "Cardinality": lambda v: {"cells": v[:2], "counts": {1: (0, 1)}},
    "Circuit": lambda v: {"cells": v[:3], "first": 0},
    "Combination": lambda v: {"constraints": (v[0] == 1, v[1] == 2), "relation": Relation.AT_LEAST, "constant": 1},
    "Connected": lambda v: {"cells": v[:3], "neighbours": ((0, 1), (1, 2)), "values": {1, 2}, "size": 2},
    "Count": lambda v: {"cells": v[:3], "values": {1, 2}, "number": v[3], "relation": Relation.EQUAL},
    "CountDistinct": lambda v: {"cells": v[:3], "number": v[3], "relation": Relation.EQUAL},
    "Element": lambda v: {"array": v[:3], "index": v[3], "value": 2, "first": 1},
    "Increasing": lambda v: {"cells": v[:3], "step": 0},
    "Linear": lambda v: {"terms": ((1, v[0]), (2, v[1])), "relation": Relation.AT_MOST, "constant": 6},
    "Loop": lambda v: {"cells": v[:3], "edges": ((0, 1), (1, 2), (2, 0)), "values": {1, 2}, "visits": {0}},
    "Maximum": lambda v: {"cells": v[:3], "value": v[3]},
    "Minimum": lambda v: {"cells": v[:3], "value": v[3]},
    "Path": lambda v: {"cells": v[:2], "edges": ((0, 1), (1, 2)), "values": 1, "visits": {1}, "ends": {0}},
    "Precedence": lambda v: {"cells": v[:3], "start": 0},
    "Polynomial": lambda v: {"terms": ((2, v[:2]),), "relation": "<=", "constant": 3},
    "Product": lambda v: {"cells": v[:2], "value": v[3]},
    "Rank": lambda v: {"line": v[:2], "others": (v[2:],), "rank": 1, "ties": True},
    "Regions": lambda v: {"cells": v[:2], "numbers": v[2:], "neighbours": ((0, 1),), "size": 1},
    "Sightlines": lambda v: {"viewer": v[0], "lines": (v[1:3],), "number": v[3]},
    "Table": lambda v: {"cells": v[:2], "tuples": [(1, 2), (2, 3)]},
    "Tables": lambda v: {"places": (v[:2], v[2:]), "tuples": [(1, 2), (2, 3)]},
}
"""The constraints of the kernel, on some of four variables."""


def _fresh(world: World) -> tuple[Any, Any]:
    return world.fresh, world.fresh.cells


CALLS: dict[str, Callable[[World], tuple[Callable[..., Any], Mapping[str, Any]]]] = {
    # models
    "Model": lambda w: (Model, {"name": "m"}),
    "Sudoku": lambda w: (Sudoku, {"size": 4, "box": (2, 2), "digits": (1, 2, 3, 4), "symbols": "1234", "name": "s"}),
    "Sudoku regions": lambda w: (Sudoku, {"size": 4, "regions": "1122112233443344"}),
    "OpenGrid": lambda w: (OpenGrid, {"height": 2, "width": 2, "digits": (1, 2), "name": "g"}),
    "MultiGrid": lambda w: (MultiGrid, {"grids": ["r1c1", "r3c3"], "size": 4, "box": (2, 2), "digits": range(1, 5)}),
    "Kakuro": lambda w: (Kakuro, {"layout": "# 3\\\n\\2 .", "digits": (1, 2, 3), "symbols": "123", "name": "k"}),
    "Kakuro.block_text": lambda w: (Kakuro("# 3\\\n\\2 .").block_text, {"row": 1, "column": 2}),
    "Kakuro.text": lambda w: (Kakuro("# 3\\\n\\2 .").text, {"solution": {}}),
    "Board.cells_at": lambda w: (w.fresh.cells_at, {"names": "r1c1 r1c2"}),
    "Board.declare_value": lambda w: (w.fresh.declare_value, {"cell": w.fresh["r1c1"], "domain": (1, 2)}),
    "Board.give_grid": lambda w: (w.fresh.give_grid, {"values": "1..............."}),
    "Board.values_of": lambda w: (w.fresh.values_of, {"cells": w.fresh.cells[:2]}),
    "Board.variable_of": lambda w: (w.fresh.variable_of, {"cell": w.fresh.cells[0], "name": "x", "domain": (0, 1)}),
    "Model.add": lambda w: (w.fresh.add, {"*": [w.fresh["r1c1"] == 1, killer("r2c1 r2c2", 3)]}),
    "Model.auxiliary": lambda w: (w.fresh.auxiliary, {"name": "x", "domain": (0, 1)}),
    "Model.define": lambda w: (w.fresh.define, {"*": [w.fresh["r1c1"] == 1]}),
    "Model.maximize": lambda w: (
        w.fresh.maximize,
        {"expression": 2 * w.fresh["r1c1"], "bonuses": {(w.fresh["r1c1"], 1): 3}},
    ),
    "Model.minimize": lambda w: (w.fresh.minimize, {"expression": 2 * w.fresh["r1c1"], "bonuses": {}}),
    "Model.with_constraints": lambda w: (w.plain.with_constraints, {"constraints": w.plain.constraints, "clues": ()}),
    "Model.with_objective": lambda w: (w.plain.with_objective, {"objective": None}),
    "Model.solution": lambda w: (w.plain.solution, {"values": list(map(int, SOLVED))}),
    "Model.violations": lambda w: (w.plain.violations, {"solution": dict(w.solution), "givens": w.plain.givens}),
    "Variables.give": lambda w: (w.fresh.give, {"cell": "r1c1", "value": 2}),
    "Variables.restrict": lambda w: (w.fresh.restrict, {"cell": "r1c1", "candidates": (1, 2)}),
    "Variables.domain_of": lambda w: (w.fresh.domain_of, {"cell": w.fresh["r1c1"]}),
    "Variables.variable": lambda w: (w.fresh.variable, {"name": "x", "domain": (1, 2), "row": 1, "column": 1}),
    "Variables.variables": lambda w: (w.fresh.variables, {"names": "xy", "domain": (1, 2)}),
    "Variables.cells_named": lambda w: (w.fresh.cells_named, {"names": ["r1c1"]}),
    "Variables.owns": lambda w: (w.fresh.owns, {"cell": w.fresh["r1c1"]}),
    "Variables.owns_all": lambda w: (w.fresh.owns_all, {"cells": w.fresh.cells}),
    "Sudoku.has": lambda w: (w.fresh.has, {"row": 1, "column": 1}),
    "Sudoku[]": lambda w: (w.fresh.__getitem__, {"name": (1, 1)}),
    # questions
    "Model.compile": lambda w: (w.plain.compile, {"solver": "exact-cover"}),
    "Model.check": lambda w: (w.plain.check, {"solvers": ["exact-cover", "exact-cover:seed=1"], "seconds": 5}),
    **{
        f"{owner}.{name}": lambda w, owner=owner, name=name, own=own: (  # type: ignore[misc]
            getattr(w.sudoku if owner == "Model" else w.compiled, name),
            {
                **own,
                "givens": {"r1c1": 1},
                "limits": Limits(nodes=99),
                **({"solver": "exact-cover"} if owner == "Model" else {}),
            },
        )
        for owner in ("Model", "CompiledModel")
        for name, own in {
            "solve": {},
            "count": {"limit": 2, "target": 3, "threads": 1},
            "solutions": {"target": 3},
            "candidates": {},
            "best": {"number": 2, "target": 3},
        }.items()
    },
    "cubes": lambda w: (
        w.compiled.count,
        {"executor": None, "cube_seconds": 1.0, "cubes": 1, "symmetry": True, "patience": 1.0},
    ),
    "CompiledModel.extremes": lambda w: (w.compiled.extremes, {"givens": {"r1c1": 1}, "limits": None}),
    "CompiledModel.split": lambda w: (w.compiled.split, {"seconds": 1.0, "givens": {"r1c1": 1}, "cubes": 2}),
    "CompiledModel.with_threads": lambda w: (w.compiled.with_threads, {"threads": 1}),
    "CompiledModel.reach": lambda w: (w.compiled.reach, {"target": 3, "givens": {"r1c1": 1}, "limits": None}),
    "CompiledModel.improvements": lambda w: (w.compiled.improvements, {"givens": {"r1c1": 1}, "limits": None}),
    "Limits": lambda w: (Limits, {"seconds": 1.0, "nodes": 3, "cancel": None, "on_progress": _ok}),
    # terms
    **{
        name: lambda w, name=name: (getattr(import_("sudoku_cp"), name), {"items": w.variables[:3]})  # type: ignore[misc]
        for name in ("max_of", "min_of", "distinct_of")
    },
    "Array": lambda w: (import_("sudoku_cp").Array, {"items": w.variables[:3], "first": 1}),
    "sum_of": lambda w: (import_("sudoku_cp").sum_of, {"items": w.variables[:3]}),
    "count_of": lambda w: (import_("sudoku_cp").count_of, {"items": w.variables[:3], "values": (1, 2)}),
    "LinearExpression": lambda w: (
        import_("sudoku_cp.model").LinearExpression,
        {"terms": ((1, w.variables[0]),), "constant": 1},
    ),
    "NoSquares": lambda w: (kernel.NoSquares, {"cells": w.fresh.cells[:6], "values": {1}, "size": 2}),
    "Shading": lambda w: (kernel.Shading, {"cells": w.fresh.cells[:6], "values": {1}, "both": True}),
    "AllEqual": lambda w: (kernel.AllEqual, {"*": w.variables[:3]}),
    "AllDifferentExcept": lambda w: (kernel.AllDifferentExcept, {"items": w.variables[:3], "values": 1}),
    "GlobalCardinality": lambda w: (
        kernel.GlobalCardinality,
        {"items": w.variables[:3], "values": (1, 2), "counts": (1, w.variables[3]), "closed": True},
    ),
    "LexLess": lambda w: (kernel.LexLess, {"one": w.variables[:2], "other": w.variables[2:4], "ties": True}),
    "LexChain": lambda w: (kernel.LexChain, {"lists": [w.variables[:2], w.variables[2:4]], "ties": True}),
    "Inverse": lambda w: (kernel.Inverse, {"forward": w.variables[:2], "backward": w.variables[2:4], "first": 1}),
    "NoOverlap": lambda w: (kernel.NoOverlap, {"starts": w.variables[:2], "durations": (1, 2)}),
    "Cumulative": lambda w: (
        kernel.Cumulative,
        {"starts": w.variables[:2], "durations": (1, 2), "demands": (1, 1), "capacity": 1},
    ),
    "BinPacking": lambda w: (kernel.BinPacking, {"bins": w.variables[:2], "sizes": (1, 2), "capacity": 2}),
    "IfThenElse": lambda w: (
        kernel.IfThenElse,
        {"condition": w.variables[0] == 1, "then": w.variables[1] == 1, "otherwise": True},
    ),
    "Xor": lambda w: (kernel.Xor, {"*": [w.variables[0] == 1, w.variables[1] == 1]}),
    "ShortTable": lambda w: (kernel.ShortTable, {"items": w.variables[:2], "tuples": [(1, "*")]}),
    "NegativeTable": lambda w: (kernel.NegativeTable, {"items": w.variables[:2], "tuples": [(1, 2)]}),
    "AnyOf": lambda w: (import_("sudoku_cp").AnyOf, {"*": [w.variables[0] == 1]}),
    "AllOf": lambda w: (import_("sudoku_cp").AllOf, {"*": [w.variables[0] == 1]}),
    "Not": lambda w: (import_("sudoku_cp").Not, {"constraint": w.variables[0] == 1}),
    "Table.where": lambda w: (Table.where, {"cells": w.variables[:2], "predicate": _ok, "label": "t"}),
    "Connected.by_sides": lambda w: (
        import_("sudoku_cp").Connected.by_sides,
        {"cells": w.fresh.cells[:3], "values": {1}, "size": 2},
    ),
    "DFA": lambda w: (DFA, {"transitions": ({1: 0},), "accepting": frozenset({0}), "start": 0}),
    "NFA": lambda w: (
        import_("sudoku_cp").NFA,
        {"transitions": ({1: frozenset({0})},), "accepting": frozenset({0}), "starts": frozenset({0})},
    ),
}
"""Calls with right arguments; those under ``*`` are given by place."""


def import_(name: str) -> Any:
    from importlib import import_module

    return import_module(name)
