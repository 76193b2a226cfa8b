"""Lines along which digits rise from a bulb."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from sudoku_cp.model import Automaton, Constraint, Increasing
from sudoku_cp.rules.drawings import Line
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.repeats import refuse_repeats


@rule("thermo", draw=Line(bulb=True, width=0.3))
def thermo(line: Cells) -> Generator[Constraint, None, None]:
    """Digits strictly increase along the thermometer, starting from the bulb."""
    refuse_repeats(line, "line")
    yield Increasing(line, 1)


@rule("slow_thermo", draw=Line(bulb=True, width=0.3, colour="#b9cfe4"))
def slow_thermo(line: Cells) -> Generator[Constraint, None, None]:
    """Digits increase or stay the same along the thermometer, starting from the bulb."""
    yield Increasing(line, 0)


@rule("fast_thermo", draw=Line(bulb=True, width=0.3, colour="#e8b9b0"))
def fast_thermo(line: Cells, step: int = 2) -> Generator[Constraint, None, None]:
    """Digits increase by at least 2, or by the step, from cell to cell, starting from the bulb."""
    if step > 0:
        refuse_repeats(line, "line")
    yield Increasing(line, step)


@rule("ambiguous_thermo", draw=Line(width=0.3))
def ambiguous_thermo(line: Cells, step: int = 1) -> Generator[Constraint, None, None]:
    """Digits increase by at least 1, or by the step, from cell to cell, starting from one of the two ends."""
    if step > 0:
        refuse_repeats(line, "line")

    def extend(state: Any, digit: int) -> Any:
        """A state is the last digit, and whether the line may still rise and fall."""
        if state is None:
            return digit, True, True
        last, rises, falls = state
        rises, falls = rises and digit - last >= step, falls and last - digit >= step
        return (digit, rises, falls) if rises or falls else None

    yield Automaton.stepping(line, None, extend)
