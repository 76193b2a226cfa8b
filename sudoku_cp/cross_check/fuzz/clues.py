"""Random clues of any registered rule, including rules of users, made from the types of its parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Literal, get_args, get_origin

from sudoku_cp.cross_check.instances import Witness
from sudoku_cp.model import Board, Cell, ModelError
from sudoku_cp.rules import AppliedRule, Cells, Clues, Numbers, Pair, Parameter, Rule

LEFT_OUT = 0.4
"""The probability of leaving out an optional parameter."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A clue that a board accepts."""

    clue: AppliedRule
    declares: bool
    """Whether it declares variables; such a clue comes before other clues, and not in a combination."""
    holds: bool
    """Whether it holds for the witness; unknown, and therefore False, for clues that declare variables."""


def random_clue(
    random: Random, rule: Rule, rules: Sequence[Rule], board: Board, witness: Witness, tries: int, deep: bool = True
) -> Drawn | None:
    """Draw a clue of a rule that the board accepts, if one is found in some tries; it mostly holds for the witness.

    The clue may declare variables on the board, which the caller must discard.

    Parameters
    ----------
    rules
        The rules of the clues inside it, if any.
    deep
        Whether these may have clues inside them as well.
    """
    cells = len(board.cells)
    last: Drawn | None = None
    for _ in range(tries):
        try:
            clue = rule.clue(_arguments(random, rule, rules, board, witness, deep))
            constraints = list(clue.constraints(board))
        except ModelError:
            continue
        # An inner or refused clue may already have declared the variables of this one.
        if len(board.cells) > cells or not all(witness.keys() >= set(part.scope) for part in constraints):
            return Drawn(clue, declares=True, holds=False)
        last = Drawn(clue, False, all(constraint.holds(witness) for constraint in constraints))
        if last.holds or random.random() < 0.05:
            break
    return last


def _arguments(
    random: Random, rule: Rule, rules: Sequence[Rule], board: Board, witness: Witness, deep: bool
) -> dict[str, object]:
    given: dict[str, object] = {}
    for parameter in rule.parameters:
        if not parameter.required and random.random() < LEFT_OUT:
            continue
        if parameter.annotation == Clues:
            given[parameter.name] = _clues(random, rules, board, witness, deep)
        else:
            given[parameter.name] = _argument(random, parameter, board, witness)
    return given


def _clues(random: Random, rules: Sequence[Rule], board: Board, witness: Witness, deep: bool) -> list[AppliedRule]:
    simple = [rule for rule in rules if deep or not any(p.annotation == Clues for p in rule.parameters)]
    if not simple:
        raise ModelError("there is no rule without inner clues")
    chosen = random.choices(simple, k=random.choice((1, 2, 2, 3)))
    drawn = [random_clue(random, rule, simple, board, witness, 4, deep=False) for rule in chosen]
    return [found.clue for found in drawn if found is not None and not found.declares]


def _argument(random: Random, parameter: Parameter, board: Board, witness: Witness) -> object:
    kind = parameter.annotation
    if get_origin(kind) is Literal:
        return random.choice(get_args(kind))
    if kind is Cell:
        return random.choice(board.grid)
    if kind == Pair:
        return random_path(random, board, 2)
    if kind == Cells:
        return _cells(random, board)
    if kind == Numbers:
        return random.sample(range(board.digits[0] - 1, board.digits[-1] + 2), random.choice((1, 1, 2, 2, 3)))
    if kind is bool:
        return random.random() < 0.5
    if kind is int:
        return random_integer(random, board, witness)
    return _text(random, parameter.name, board)


def random_integer(random: Random, board: Board, witness: Witness) -> int:
    """A number that may be an index, a digit, or the sum or product of digits; sometimes none of these."""
    match random.randrange(6):
        case 0 | 1:
            return random.randint(1, board.height)
        case 2 | 3:
            return sum(witness[cell] for cell in random.sample(board.grid, min(len(board.grid), random.randint(1, 4))))
        case 4:
            return random.choice(board.digits) * random.choice(board.digits)
    return random.choice((-1, 0, 1, 2, 3, 100))


def _cells(random: Random, board: Board) -> Cells:
    length = random.choice((1, 2, 2, 3, 3, 3, 4, 4, 5, board.height))
    match random.randrange(8):
        case 0:
            return tuple(random.choice(board.grid) for _ in range(length))
        case 1:
            return tuple(random.sample(board.grid, min(length, len(board.grid))))
        case 2:
            return random.choice(board.rows)[:length]
        case 3:
            top, left = random.randrange(board.height), random.randrange(board.width)
            square = (board.lattice[row][left : left + 2] for row in range(top, min(top + 2, board.height)))
            return tuple(cell for part in square for cell in part if cell is not None)
    return random_path(random, board, length)


def random_path(random: Random, board: Board, length: int) -> Cells:
    """A path of cells that touch each other, mostly at sides; it ends early at a dead end."""
    path = [random.choice(board.grid)]
    corners = random.random() < 0.3
    while len(path) < length:
        near = [cell for cell in _neighbours(board, path[-1], corners) if cell not in set(path)]
        if not near:
            break
        path.append(random.choice(near))
    return tuple(path)


def _neighbours(board: Board, cell: Cell, corners: bool) -> Iterable[Cell]:
    assert cell.row is not None
    assert cell.column is not None
    for row in range(max(cell.row - 2, 0), min(cell.row + 1, board.height)):
        for column in range(max(cell.column - 2, 0), min(cell.column + 1, board.width)):
            near = board.lattice[row][column]
            if (
                near is not None
                and near is not cell
                and (corners or near.row == cell.row or near.column == cell.column)
            ):
                yield near


def _text(random: Random, name: str, board: Board) -> str:
    """A string of one of the kinds that rules read; a rule that cannot read it refuses it."""
    kinds = {
        "expression": _expression,
        "moves": _moves,
        "clue": _counts,
        "pairs": _pairs,
        "directions": _directions,
    }
    return kinds.get(name, random.choice(list(kinds.values())))(random, [f"{digit}" for digit in board.digits])


def _expression(random: Random, digits: list[str], depth: int = 2) -> str:
    """A regular expression."""
    letters = [digit if len(digit) == 1 else f"<{digit}>" for digit in digits]
    if not depth or random.random() < 0.3:
        return random.choice(
            (".", random.choice(letters), f"[{''.join(random.sample(letters, min(2, len(letters))))}]")
        )
    one, other = (_expression(random, digits, depth - 1) for _ in range(2))
    return random.choice(
        (f"{one}{other}", f"({one}|{other})", f"({one})*{other}", f"({one}){{1,2}}{other}?", f"{one}.*")
    )


def _moves(random: Random, digits: list[str]) -> str:
    """The moves of an automaton, which need not be deterministic."""
    states = range(random.choice((1, 2, 3)))
    moves = [
        f"{state} {','.join(random.sample(digits, random.randint(1, len(digits))))} {random.choice(states)}"
        for state in states
        for _ in range(random.choice((1, 2, 3)))
    ]
    return "; ".join(moves)


def _pairs(random: Random, digits: list[str]) -> str:
    """Pairs of digits, from a few to nearly all."""
    share = random.choice((0.3, 0.6, 0.9))
    pairs = [f"{one} {other}" for one, other in product(digits, repeat=2) if random.random() < share]
    return "; ".join(pairs)


def _directions(random: Random, digits: list[str]) -> str:
    """Some of the directions of a view."""
    return " ".join(random.sample(("up", "right", "down", "left"), random.choice((1, 2, 3, 4))))


def _counts(random: Random, digits: list[str]) -> str:
    """The number of times that some digits occur in some cells."""
    return "".join(f"{random.randint(0, 2)}{digit}" for digit in random.sample(digits, min(2, len(digits))))
