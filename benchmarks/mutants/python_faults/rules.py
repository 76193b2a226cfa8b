"""Faults in rules about loops, paths and shadings that are to be found."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

_LOOPS = "tests/rules/test_loops.py"
_SHADINGS = "tests/rules/test_shadings.py"

RULE_FAULTS = [
    Fault(
        "loops: a number is the least number of sides",
        "return sides.bit_count() == digit",
        "return sides.bit_count() >= digit",
        _LOOPS,
    ),
    Fault(
        "loops: corners of cells change places",
        "number = {0: -wide - 1, 1: -wide, 2: 0, 3: -1}",
        "number = {0: -wide - 1, 1: -wide, 2: -1, 3: 0}",
        _LOOPS,
    ),
    Fault(
        "loops: none along the upper and left border of the grid",
        "if other is None or side in (2, 4):",
        "if side in (2, 4):",
        _LOOPS,
    ),
    Fault(
        "loops: all cells need not be visited",
        "must |= sides.keys() - set(blocked or ())",
        "must |= sides.keys() & set(visits or ())",
        _LOOPS,
    ),
    Fault(
        "loops: digits say where a loop may go",
        "return (digit in values) == (sides != 0)",
        "return (digit in values) >= (sides != 0)",
        "tests/rules/test_oracles.py",
    ),
    Fault(
        "loops: no path ends on the left",
        "ENDS, STRAIGHT, TURNS = (1, 2, 4, 8), (5, 10), (3, 6, 9, 12)",
        "ENDS, STRAIGHT, TURNS = (1, 2, 4), (5, 10), (3, 6, 9, 12)",
        _LOOPS,
    ),
    Fault(
        "loops: digits differ in place of values",
        "related(board.values_of((cell, other)), differ_by_at_least, difference)",
        "related((cell, other), differ_by_at_least, difference)",
        _LOOPS,
    ),
    Fault(
        "shadings: only shaded cells are connected",
        "yield Connected.by_sides(shade.values(), (colour,))",
        "yield Connected.by_sides(shade.values(), (1,))",
        _SHADINGS,
    ),
    Fault(
        "shadings: cells of both colours are apart",
        "return not one == other == colour",
        "return not one == other",
        _SHADINGS,
    ),
    Fault(
        "shadings: islands may touch",
        "return one == other or not (one and other)",
        "return True",
        _SHADINGS,
    ),
    Fault(
        "shadings: islands reach less far",
        "_steps(cell, other) < size",
        "_steps(cell, other) < size - 1",
        _SHADINGS,
    ),
    Fault(
        "shadings: islands are counted, and not connected",
        "yield Connected.by_sides(area, (place,), None if sizes is None else sizes[place - 1])",
        "yield Count(area, (place,), cell if sizes is None else sizes[place - 1])",
        _SHADINGS,
    ),
    Fault(
        "shadings: the sea has squares",
        "yield NoSquares(shade.values(), 1)",
        "pass",
        _SHADINGS,
    ),
    Fault(
        "shadings: cold cells are hot",
        "digit + (hot if dark else cold)",
        "digit + (cold if dark else hot)",
        "tests/rules/test_oracles.py",
    ),
]
