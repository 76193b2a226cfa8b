"""Rules about adjacent cells, and about 2×2 squares, everywhere in the grid."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Literal

from sudoku_cp.kernel import DFA, Automaton
from sudoku_cp.model import Cell, Constraint, ModelError, Sudoku, count_of, sum_of
from sudoku_cp.rules.chess import pairs_apart
from sudoku_cp.rules.drawings import Mark, Shade
from sudoku_cp.rules.parameters import Cells, Pair
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import differ_by_at_least, differ_by_none_of, related, related_everywhere
from sudoku_cp.rules.wording import Wording

SIDES = ((0, 1), (1, 0))
CORNERS = ((1, 1),)
MOVES = {"sides": SIDES, "corners": CORNERS, "both": (*SIDES, *CORNERS)}

Touch = Literal["sides", "corners", "both"]
"""The cells that are compared: those that share a side, touch at a corner only, or either."""


@rule(
    "non_consecutive",
    synonyms=(
        "anti-consecutive",
        "orthogonally non-consecutive",
    ),
    said=(
        Wording(
            (
                r"(?:adjacent|neighbou?ring|next to|touching)\b[^.]*\b(?:cannot|not|never|no)\b[^.]*\bconsecutive"
                r"|\bconsecutive\b[^.]*\b(?:cannot|not|never|no)\b[^.]*\badjacent|\bnon-?consecutive\b",
            ),
            "grid",
            unless=r"\blines?\b|\bdots?\b|\bset\b|\bcages?\b",
        ),
    ),
)
def non_consecutive(
    sudoku: Sudoku, touching: Touch = "sides", difference: int = 1, toroidal: bool = False
) -> Generator[Constraint, None, None]:
    """Digits in cells that touch at sides, at corners or at both do not differ by 1, or by the difference given."""
    pairs = map(sudoku.values_of, pairs_apart(sudoku, MOVES[touching], toroidal))
    yield from related_everywhere(pairs, differ_by_none_of, difference)


@rule("global_whisper", synonyms=("global german whispers",))
def global_whisper(
    sudoku: Sudoku, difference: int = 4, touching: Touch = "sides", toroidal: bool = False
) -> Generator[Constraint, None, None]:
    """Digits in cells that touch differ by at least 4, or by the difference given, everywhere in the grid."""
    pairs = map(sudoku.values_of, pairs_apart(sudoku, MOVES[touching], toroidal))
    yield from related_everywhere(pairs, differ_by_at_least, difference)


@rule(
    "global_entropy",
    synonyms=("entropy",),
    said=(
        Wording((r"\bglobal entropy\b",), "grid", by_name=True),
        Wording((r"\b2x2\b", r"\blow\b", r"\bhigh\b"), "grid"),
    ),
)
def global_entropy(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """Every 2×2 square contains a low, a middle and a high digit, such as 1–3, 4–6 and 7–9.

    Raises
    ------
    ModelError
        If the digits do not divide into three groups.
    """
    third, rest = divmod(len(sudoku.digits), 3)
    if rest:
        raise ModelError(f"{len(sudoku.digits)} digits cannot be divided into low, middle and high ones")
    yield from _from_each_group(sudoku, {digit: at // third for at, digit in enumerate(sudoku.digits)})


@rule("global_mod")
def global_mod(sudoku: Sudoku, modulus: int = 3) -> Generator[Constraint, None, None]:
    """Every 2×2 square contains a digit of each remainder modulo 3 (147, 258 and 369), or modulo the modulus given.

    Raises
    ------
    ModelError
        If four cells cannot contain all remainders.
    """
    if not 2 <= modulus <= 4:
        raise ModelError(f"modulus must be 2 to 4, as a square has four cells, not {modulus}")
    yield from _from_each_group(sudoku, {digit: digit % modulus for digit in sudoku.digits}, modulus)


@rule(
    "minimum",
    synonyms=(
        "local minimum",
        "lowlands",
    ),
    draw=Shade(colour="#f3dfdf"),
    of_digits=True,
    said=(
        Wording(
            (r"\b(?:less|lower|smaller) than\b", r"\b(?:orthogonal\w*|adjacent|neighbou?r\w*|surrounding)\b"),
            ("shade", "cell"),
            joined=True,
            unless=r"\bdots?\b|how many|indicates|counts?",
        ),
    ),
)
def minimum(sudoku: Sudoku, cells: Cells) -> Generator[Constraint, None, None]:
    """The digit in each of the cells is less than every orthogonally adjacent digit outside the clue."""
    for cell, neighbour in _rims(sudoku, cells):
        yield cell < neighbour


@rule(
    "maximum",
    synonyms=(
        "local maximum",
        "high points",
        "fortress",
    ),
    draw=Shade(colour="#dff0df"),
    of_digits=True,
    said=(
        Wording(
            (r"\b(?:greater|higher|larger|bigger) than\b", r"\b(?:orthogonal\w*|adjacent|neighbou?r\w*|surrounding)\b"),
            ("shade", "cell"),
            joined=True,
            unless=r"\bdots?\b|how many|indicates|counts?",
        ),
    ),
)
def maximum(sudoku: Sudoku, cells: Cells) -> Generator[Constraint, None, None]:
    """The digit in each of the cells is greater than every orthogonally adjacent digit outside the clue."""
    for cell, neighbour in _rims(sudoku, cells):
        yield cell > neighbour


def _counter(cell: Cell) -> Iterator[Mark]:
    yield Mark((cell,), colour="#f3e3a8")


Which = Literal["smaller", "greater", "even", "odd"]

_NEIGHBOURS = r"\b(?:surrounding|adjacent|neighbou?r\w*|touching|around)\b"
_HOW_MANY = r"\b(?:indicates?|counts?|number of|how many)\b"


def _counting(which: Which, words: str) -> Iterator[Wording]:
    """How people say that a digit counts neighbours."""
    for touching, shape in (("both", r"surrounding|diagonal|\b8\b|king"), ("sides", r"orthogonal")):
        given = {"which": which, "touching": touching}
        unless = "" if touching == "both" else r"surrounding|diagonal|\b8\b|king"
        said = (_HOW_MANY, _NEIGHBOURS, rf"\b(?:{words})\b", shape)
        yield Wording(said, ("cell", "shade"), given=given, unless=unless)


@rule(
    "neighbour_count",
    draw=_counter,
    of_digits=True,
    said=(
        *_counting("smaller", "smaller|lower|less"),
        *_counting("greater", "greater|larger|higher|bigger"),
        *_counting("even", "even"),
        *_counting("odd", "odd"),
    ),
)
def neighbour_count(
    sudoku: Sudoku, cell: Cell, which: Which = "smaller", touching: Touch = "both"
) -> Generator[Constraint, None, None]:
    """The digit counts the cells around it with a smaller digit, or with a greater, an even or an odd one.

    The cells are those that touch it at a side or a corner, or only at one of these.
    """
    pairs = pairs_apart(sudoku, MOVES[touching])
    around = tuple([pair[pair[0] is cell] for pair in pairs if any(one is cell for one in pair)])
    match which:
        case "even" | "odd":
            remainder = int(which == "odd")
            digits = frozenset(digit for digit in sudoku.digits if digit % 2 == remainder)
            yield count_of(around, digits) == cell if around else cell == 0
        case "smaller":
            yield sum_of([other < cell for other in around]) == cell
        case _:
            yield sum_of([other > cell for other in around]) == cell


@rule(
    "no_parity_run",
    of_digits=True,
    said=(
        Wording(
            (
                r"\brows?\b|\bcolumns?\b",
                r"\b(?P<length>\d+) (?:consecutive |adjacent |successive |neighbouring )?(?:digits|cells|numbers)\b",
                r"\b(?:not|never|no|cannot)\b[^.]*\ball (?:even|odd)\b|\bsame parity\b",
            ),
            "grid",
        ),
    ),
)
def no_parity_run(sudoku: Sudoku, length: int = 3) -> Generator[Constraint, None, None]:
    """In every row and column, no three adjacent digits, or as many as given, are all even or all odd.

    Raises
    ------
    ModelError
        If the length is below 2.
    """
    if length < 2:
        raise ModelError(f"length must be at least 2, not {length}")
    runs = [
        line[start : start + length]
        for line in (*sudoku.rows, *sudoku.columns)
        for start in range(len(line) - length + 1)
    ]
    yield from related_everywhere(runs, _of_both_parities)


def _of_both_parities(*digits: int) -> bool:
    return len({digit % 2 for digit in digits}) == 2


@rule("anti_taxicab")
def anti_taxicab(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """Two cells that contain the same digit D are never exactly D orthogonal steps apart."""
    for distance in sudoku.digits:
        moves = [(rows, distance - rows) for rows in range(distance + 1)]
        yield from related_everywhere(pairs_apart(sudoku, moves), _not_both, distance)


@rule(
    "dutch_flatmates",
    synonyms=("flatmates",),
    said=(Wording((r"\bflatmates?\b",), "grid", by_name=True),),
)
def dutch_flatmates(
    sudoku: Sudoku, above: int = 1, middle: int = 5, below: int = 9
) -> Generator[Constraint, None, None]:
    """Every 5 has a 1 directly above it, a 9 directly below it, or both; other digits can replace these three."""
    for column in sudoku.columns:
        for index in range(len(column)):
            window, place = column[max(index - 1, 0) : index + 2], min(index, 1)
            yield related(window, _live_well, place, above, middle, below)


def _from_each_group(sudoku: Sudoku, group_of: Mapping[int, int], groups: int = 3) -> Iterator[Constraint]:
    """Every 2×2 square contains a digit of each group: one constraint a square, which sees more than one a group."""
    everything = frozenset(range(groups))
    machine = DFA.unfold(frozenset[int](), lambda seen, digit: seen | {group_of[digit]}, everything.__eq__, group_of)
    for square in squares(sudoku):
        yield Automaton(square, machine)


def _not_both(one: int, other: int, digit: int) -> bool:
    return not one == other == digit


def _live_well(*digits_and_clue: int) -> bool:
    *digits, place, above, middle, below = digits_and_clue
    return digits[place] != middle or above in digits[:place] or below in digits[place + 1 :]


def squares(sudoku: Sudoku) -> Iterator[Cells]:
    """Every 2×2 square of cells."""
    for row in range(1, sudoku.height):
        for column in range(1, sudoku.width):
            yield tuple(sudoku[row + down, column + right] for down in (0, 1) for right in (0, 1))


def _rims(sudoku: Sudoku, cells: Cells) -> Iterator[Pair]:
    """Each of the cells paired with each of its neighbours outside them."""
    inside = set(cells)
    for pair in pairs_apart(sudoku, SIDES):
        for one, other in (pair, pair[::-1]):
            if one in inside and other not in inside:
                yield sudoku.values.get(one, one), sudoku.values.get(other, other)
