"""Lines that compare neighbouring digits."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from itertools import pairwise
from typing import Any

from sudoku_cp.model import Automaton, Constraint, ModelError
from sudoku_cp.rules.drawings import Line
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import differ_by_at_least, of_different_parity, related_everywhere
from sudoku_cp.rules.repeats import refuse_repeats


@rule("whisper", draw=Line(colour="#8fd98f"))
def whisper(line: Cells, difference: int = 5) -> Generator[Constraint, None, None]:
    """Neighbouring digits on the line differ by at least the difference: 5 for German, 4 for Dutch whispers."""
    if difference > 0:
        refuse_repeats(line, "line", 2)
    yield from related_everywhere(pairwise(line), differ_by_at_least, difference)


@rule("parity_line", draw=Line(colour="#e0a0a0"), of_digits=True)
def parity_line(line: Cells) -> Generator[Constraint, None, None]:
    """Digits on the line alternate between even and odd."""
    refuse_repeats(line, "line", 2)
    yield from related_everywhere(pairwise(line), of_different_parity)


@rule("modular_line", draw=Line(colour="#7fc8c0"), of_digits=True)
def modular_line(line: Cells, modulus: int = 3) -> Generator[Constraint, None, None]:
    """Any three neighbouring digits have different remainders modulo 3; a modulus M replaces three and 3.

    Raises
    ------
    ModelError
        If the modulus is below 1.
    """
    if modulus < 1:
        raise ModelError(f"modulus must be at least 1, not {modulus}")
    yield _taking_turns(line, modulus, lambda digit: digit % modulus)


@rule("entropic_line", draw=Line(colour="#f3c18c"), of_digits=True)
def entropic_line(line: Cells) -> Generator[Constraint, None, None]:
    """Any three neighbouring digits on the line include a low, a middle and a high one, such as 1–3, 4–6 and 7–9.

    Raises
    ------
    ModelError
        If the digits do not divide into three groups.
    """
    digits = sorted({digit for cell in line for digit in cell.domain})
    third, rest = divmod(len(digits), 3)
    if rest:
        raise ModelError(f"{len(digits)} digits cannot be divided into low, middle and high ones")
    group_of = {digit: place // third for place, digit in enumerate(digits)}
    yield _taking_turns(line, 3, group_of.__getitem__)


def _taking_turns(line: Cells, span: int, group_of: Callable[[int], Hashable]) -> Automaton:
    """Any `span` neighbouring digits are in different groups, and so are all digits of a shorter line."""
    refuse_repeats(line, "line", span)

    def extend(state: Any, digit: int) -> Any:
        """Read the line; a state holds the groups of the last cells."""
        group = group_of(digit)
        return None if group in state else (*state, group)[max(len(state) + 2 - span, 0) :]

    return Automaton.stepping(line, (), extend)
