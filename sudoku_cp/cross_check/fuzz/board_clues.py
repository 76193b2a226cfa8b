"""Random clues on a board, with each rule in turn: required directly, or within combinations."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from random import Random

from sudoku_cp.cross_check.fuzz.clues import Drawn, random_clue
from sudoku_cp.cross_check.fuzz.contexts import CONTEXTS, TOP, clue_in_context
from sudoku_cp.cross_check.fuzz.grounds import Ground
from sudoku_cp.model import ModelError, Sudoku
from sudoku_cp.rules import AppliedRule, Rule

Parts = tuple[tuple[str, str], ...]
"""The rule or kind of each clue or constraint, with its context."""

WITNESSES = 4
"""The number of solutions tried to find one for which the first clue holds."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The requirements on the first clue of a case.

    Parameters
    ----------
    rules
        The rules of all clues of the case.
    rule
        The rule whose turn it is.
    alone
        Whether the clue is required directly, otherwise within a combination.
    """

    rules: tuple[Rule, ...]
    rule: Rule
    alone: bool


def turn_of(seed: int, number: int, rules: tuple[Rule, ...]) -> Turn:
    """The rule whose turn it is: each rule once in successive numbers of cases, directly every other time."""
    lap, place = divmod(number, len(rules))
    order = Random(f"{seed} lap {lap}").sample(rules, len(rules))
    return Turn(rules, order[place], lap % 2 == 0)


def add_clues(random: Random, ground: Ground, board: Sudoku, turn: Turn) -> tuple[tuple[int, ...], Parts] | None:
    """Add some clues to a board of the ground; clues that declare variables come first.

    Returns the digits of the solution that the clues are built around, and the parts; None if the board refuses every
    clue of the rule whose turn it is.
    """
    found = _first_clue(random, ground, turn)
    if found is None:
        return None
    digits, first = found
    context = TOP if turn.alone or first.declares else random.choice(CONTEXTS[1:])
    drawn = [_combined(random, ground, digits, turn.rules, first, context)]
    for _ in range(random.choice((0, 0, 0, 1, 1, 2))):
        further = _draw(random, ground, digits, random.choice(turn.rules), turn.rules)
        if further is not None:
            context = TOP if further.declares or random.random() < 0.55 else random.choice(CONTEXTS[1:])
            drawn.append(_combined(random, ground, digits, turn.rules, further, context))
    parts: Parts = tuple((clue.rule.name, TOP) for clue in ground.first)
    for _, clue, named in sorted(drawn, key=lambda entry: not entry[0]):
        with suppress(ModelError):  # it may be incompatible with the others
            board.add(clue)
            parts += named
    return (digits, parts) if turn.rule.name in {name for name, _ in parts} else None


def _first_clue(random: Random, ground: Ground, turn: Turn) -> tuple[tuple[int, ...], Drawn] | None:
    """A clue of the rule whose turn it is, and digits for which it holds, if found."""
    last: tuple[tuple[int, ...], Drawn] | None = None
    for _ in range(WITNESSES):
        digits = ground.solution(random)
        drawn = None if digits is None else _draw(random, ground, digits, turn.rule, turn.rules)
        if digits is None or drawn is None:
            return last
        last = digits, drawn
        if drawn.holds or drawn.declares:
            return last
    if last is not None and turn.alone:
        digits = ground.solution_with(random, last[1].clue)
        if digits is not None:
            return digits, Drawn(last[1].clue, declares=False, holds=True)
    return last


def _draw(random: Random, ground: Ground, digits: tuple[int, ...], rule: Rule, rules: tuple[Rule, ...]) -> Drawn | None:
    """A random clue of a rule, made on a board of its own."""
    board = ground.fresh()
    return random_clue(random, rule, rules, board, ground.witness(board, digits), 12 if board.size <= 4 else 6)


def _combined(
    random: Random, ground: Ground, digits: tuple[int, ...], rules: tuple[Rule, ...], drawn: Drawn, context: str
) -> tuple[bool, AppliedRule, Parts]:
    """Whether the clue declares variables, the clue in its context, mostly one that holds, and its parts."""
    clues = [drawn.clue]
    if context in ("any of", "all of", "exactly", "at most"):
        further = _draw(random, ground, digits, random.choice(rules), rules)
        clues += [further.clue] if further is not None and not further.declares else []
    combined = clue_in_context(random, clues, context)
    holds = drawn.holds or drawn.declares if context == TOP else _holds(ground, digits, combined)
    if not holds and random.random() < (0.4 if context == TOP else 0.75):
        combined, context = clue_in_context(random, [combined], "not"), "not"
    return drawn.declares, combined, tuple((clue.rule.name, context) for clue in clues)


def _holds(ground: Ground, digits: tuple[int, ...], clue: AppliedRule) -> bool:
    board = ground.fresh()
    witness = ground.witness(board, digits)
    return all(constraint.holds(witness) for constraint in clue.constraints(board))
