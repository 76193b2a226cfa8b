"""Boards, fillings and the tools of the generators: all that oracles share, none of it from ``sudoku_cp``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice, permutations, product
from math import perm
from random import Random
from typing import Any, NamedTuple

MOST_FILLINGS = 256
"""More fillings than these are not all tried: a walk along the border of what is accepted tries some of them."""

MOST_VARIED = 700
"""No clue gets more cells than can be filled in so many ways, or few fillings would show what it means."""


class Place(NamedTuple):
    """A cell, counted from 1."""

    row: int
    column: int

    @property
    def name(self) -> str:
        return f"r{self.row}c{self.column}"


Places = tuple[Place, ...]


@dataclass(frozen=True)
class Board:
    """A grid without digits; ``labels`` has a letter a cell for its boxes or regions, and is empty without any."""

    height: int
    width: int
    digits: tuple[int, ...]
    labels: str = ""
    box: tuple[int, int] | None = None

    @cached_property
    def places(self) -> Places:
        return tuple(Place(r, c) for r in range(1, self.height + 1) for c in range(1, self.width + 1))

    @cached_property
    def rows(self) -> tuple[Places, ...]:
        return tuple(self.places[start : start + self.width] for start in range(0, len(self.places), self.width))

    @cached_property
    def columns(self) -> tuple[Places, ...]:
        return tuple(zip(*self.rows, strict=True))

    @cached_property
    def regions(self) -> tuple[Places, ...]:
        return tuple(
            tuple(place for place, own in zip(self.places, self.labels, strict=True) if own == label)
            for label in dict.fromkeys(self.labels)
        )

    @property
    def houses(self) -> tuple[Places, ...]:
        return (*self.rows, *self.columns, *self.regions)

    def region_of(self, place: Place) -> Places:
        return next(region for region in self.regions if place in region)

    def seen_from(self, side: str, index: int) -> Places:
        """The cells that a clue outside the grid looks along."""
        line = self.rows[index - 1] if side in ("left", "right") else self.columns[index - 1]
        return line if side in ("left", "top") else line[::-1]


@dataclass(frozen=True)
class Grid:
    """A filled board.

    ``factors`` says how many times its digit a cell counts, where that is not once; ``layers`` has what else is found
    beside the digits, such as the number of each cell's region.
    """

    board: Board
    digits: Mapping[Place, int]
    factors: Mapping[Place, int] = field(default_factory=dict)
    layers: Mapping[str, Mapping[Place, int]] = field(default_factory=dict)

    def __getitem__(self, place: Place) -> int:
        return self.digits[place]

    def word(self, places: Iterable[Place]) -> tuple[int, ...]:
        """The digits in some cells."""
        return tuple(self.digits[place] for place in places)

    def value(self, place: Place) -> int:
        """What a cell counts in sums and comparisons."""
        return self.digits[place] * self.factors.get(place, 1)

    def values(self, places: Iterable[Place]) -> tuple[int, ...]:
        return tuple(self.value(place) for place in places)


Clue = tuple[str, dict[str, Any]]
"""The name of a rule and its parameters."""


@dataclass(frozen=True)
class Draw:
    """A random clue, and the fillings that it is tried on.

    Parameters
    ----------
    vary
        The cells that are filled in every way, in a random filling of the others.
    kind
        ``free``: digits may repeat; ``distinct``: not among the cells that vary; ``copies``: all cells of the board
        differ, and then one or two take the digit of another; ``solutions``: those of the board's houses.
    grids
        The fillings themselves, where none of these serves.
    beside
        Clues that the model has besides.
    """

    board: Board
    parameters: dict[str, Any]
    vary: Places = ()
    kind: str = "free"
    factors: Mapping[Place, int] = field(default_factory=dict)
    beside: Sequence[Clue] = ()
    grids: Sequence[Grid] = ()


Holds = Callable[..., bool]


@dataclass(frozen=True)
class Oracle:
    """A rule in other words: a predicate over grids, and random clues to try it on."""

    holds: Holds
    draw: Callable[[Hand], Draw]

    def accepts(self, grid: Grid, draw: Draw, **altered: Any) -> bool:
        """Say whether a grid satisfies the drawn clue, or the altered one."""
        parameters = {**draw.parameters, **altered}
        given = {key: value for key, value in parameters.items() if value is not LEFT_OUT}
        named = {f"{key}_" if key in ("sum", "all") else key: value for key, value in given.items()}
        return self.holds(grid, **named, **({"beside": draw.beside} if draw.beside else {}))


LEFT_OUT = object()
"""In place of a parameter that is not given."""

ORACLES: dict[str, Oracle] = {}
"""Every oracle by the name of its rule."""


def oracle(draw: Callable[[Hand], Draw]) -> Callable[[Holds], Holds]:
    """Register a predicate as the oracle of the rule of its name."""

    def register(holds: Holds) -> Holds:
        name = holds.__name__
        assert name not in ORACLES, name
        ORACLES[name] = Oracle(holds, draw)
        return holds

    return register


@cache
def solutions(board: Board) -> tuple[tuple[int, ...], ...]:
    """Every filling without a digit twice in a house, as digits in reading order."""
    peers = [
        [other for other in range(at) if any({place, board.places[other]} <= set(house) for house in board.houses)]
        for at, place in enumerate(board.places)
    ]
    found: list[tuple[int, ...]] = []

    def extend(filled: tuple[int, ...]) -> None:
        if len(filled) == len(board.places):
            found.append(filled)
            return
        taken = {filled[peer] for peer in peers[len(filled)]}
        for digit in board.digits:
            if digit not in taken:
                extend((*filled, digit))

    extend(())
    return tuple(found)


def _solved(board: Board, random: Random) -> Sequence[tuple[int, ...]]:
    """All solutions of a board or some of them."""
    if len(board.digits) == max(board.height, board.width) and len(board.places) <= 16:
        every = solutions(board)
        return random.sample(every, min(len(every), MOST_FILLINGS // 2))
    return [_solution(board, random) for _ in range(MOST_FILLINGS // 4)]


def _solution(board: Board, random: Random) -> tuple[int, ...]:
    """Fill cell by cell at random, and begin again where no digit is left."""
    while True:
        filled: dict[Place, int] = {}
        for place in board.places:
            taken = {filled[other] for house in board.houses if place in house for other in house if other in filled}
            open_digits = [digit for digit in board.digits if digit not in taken]
            if not open_digits:
                break
            filled[place] = random.choice(open_digits)
        else:
            return tuple(filled.values())


class Hand:
    """A source of random boards, cells and numbers."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def one_of(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def maybe(self, **values: Any) -> dict[str, Any]:
        """Some of the parameters; the others are left out."""
        return {name: value for name, value in values.items() if self.random.random() < 0.6}

    def digits(self, least: int, *, negative: bool = False, zero: bool = True) -> tuple[int, ...]:
        """At least so many digits: from 1 on, from 0 on, with a gap, with more than are needed, negative ones."""
        usual = tuple(range(1, least + 1))
        others = [usual, (*usual, least + 1), (*usual[:-1], least + 2)]
        others += [tuple(range(least)), tuple(range(least + 1))] if zero else []
        others += [tuple(range(-1, least - 1))] if negative else []
        return usual if self.random.random() < 0.4 else self.one_of(*others)

    def board(
        self,
        *shapes: tuple[int, int],
        regions: bool | None = None,
        negative: bool = False,
        zero: bool = True,
        digits: tuple[int, ...] | None = None,
    ) -> Board:
        """A board of one of the shapes, with regions or boxes or without them as is told, or at random."""
        height, width = self.one_of(*(shapes or ((4, 4), (4, 4), (5, 5), (6, 6), (3, 3), (2, 3), (3, 4), (4, 6))))
        own = digits or self.digits(max(height, width), negative=negative, zero=zero)
        cuts = _CUTS.get((height, width), ())
        if not cuts or not (self.random.random() < 0.5 if regions is None else regions):
            return Board(height, width, own)
        cut = self.one_of(*cuts)
        return Board(height, width, own, cut) if isinstance(cut, str) else boxed(height, width, own, cut)

    def cells(self, board: Board, least: int, most: int) -> Places:
        """Some cells in any order; no more than a walk covers well."""
        fit = next((n for n in range(most, 0, -1) if len(board.digits) ** n <= MOST_VARIED), 1)
        count = self.random.randint(min(least, len(board.places)), max(least, min(most, fit, len(board.places))))
        return tuple(self.random.sample(board.places, min(count, len(board.places))))

    def factors(self, places: Sequence[Place], *among: int) -> dict[Place, int]:
        """Sometimes a cell or two that count a multiple of their digits."""
        if self.random.random() < 0.7:
            return {}
        chosen = self.random.sample(places, min(len(places), self.one_of(1, 1, 2)))
        factor = self.one_of(*(among or (2, 2, 3, -1)))
        return dict.fromkeys(chosen, factor)

    def filling(self, board: Board) -> dict[Place, int]:
        choice, digits = self.random.choice, board.digits
        return {place: choice(digits) for place in board.places}

    def total(self, board: Board, places: Iterable[Place], factors: Mapping[Place, int] | None = None) -> int:
        """What some cells may add up to."""
        return sum(Grid(board, self.filling(board), factors or {}).values(places))

    def side(self, board: Board) -> dict[str, Any]:
        """Where a clue outside the grid stands."""
        side = self.one_of("left", "right", "top", "bottom")
        lines = board.height if side in ("left", "right") else board.width
        return {"side": side, "index": self.random.randint(1, lines)}


_CUTS: dict[tuple[int, int], tuple[str | tuple[int, int], ...]] = {
    (3, 3): ("AABABBCCC", "AABACBCCB"),
    (4, 4): ((2, 2), (2, 2), "AAABABBBCCCDCDDD", "AAAABBCCBBCCDDDD"),
    (6, 6): ((2, 3), (3, 2)),
    (9, 9): ((3, 3),),
    (2, 4): ((2, 2),),
    (4, 6): ((2, 3), (4, 1)),
    (3, 4): ("AABBACBBACCC", "AAAABBBBCCCC"),
    (2, 3): ((2, 1), "AABABB"),
    (3, 2): ((1, 2), "AAABBB"),
}
"""Boxes and regions for boards of a shape."""


def boxed(height: int, width: int, digits: tuple[int, ...], box: tuple[int, int]) -> Board:
    """A board with boxes of so many rows and columns."""
    labels = (chr(65 + row // box[0] * width + column // box[1]) for row in range(height) for column in range(width))
    return Board(height, width, digits, "".join(labels), box)


def tried(draw: Draw, accepts: Callable[[Grid], bool], hand: Hand) -> Iterator[tuple[Grid, bool]]:
    """The fillings that a clue is tried on, and which of them are accepted.

    They are all there are, or those on a walk along the border of what is accepted.
    """
    fillings = _fillings(draw, hand)
    if fillings is None:
        yield from islice(_walk(draw, accepts, hand), MOST_FILLINGS // 2)
    else:
        yield from ((grid, accepts(grid)) for grid in fillings)


def _fillings(draw: Draw, hand: Hand) -> Iterable[Grid] | None:
    """All fillings or a sample; None where they are too many."""
    if draw.grids:
        return draw.grids
    board, base, size = draw.board, hand.filling(draw.board), len(draw.vary)
    varied: Iterable[tuple[int, ...]]
    if draw.kind == "solutions":
        own = _solved(board, hand.random)
        return (Grid(board, dict(zip(board.places, digits, strict=True)), draw.factors) for digits in own)
    if draw.kind == "copies":
        return (Grid(board, digits, draw.factors) for digits in _copies(board, hand.random))
    if draw.kind == "distinct" and perm(len(board.digits), size) <= MOST_FILLINGS:
        varied = permutations(board.digits, size)
    elif draw.kind == "free" and len(board.digits) ** size <= MOST_FILLINGS:
        varied = product(board.digits, repeat=size)
    else:
        return None
    return (Grid(board, base | dict(zip(draw.vary, digits, strict=True)), draw.factors) for digits in varied)


def _copies(board: Board, random: Random) -> Iterator[dict[Place, int]]:
    """All cells differ, and then one or two have the digit of another."""
    digits = random.sample(board.digits, len(board.places))
    base = dict(zip(board.places, digits, strict=True))
    yield base
    pairs = list(permutations(board.places, 2))
    for one, other in random.sample(pairs, min(len(pairs), MOST_FILLINGS // 4)):
        yield base | {one: base[other]}
    for _ in range(20):
        one, other, third, fourth = random.sample(board.places, 4)
        yield base | {one: base[other], third: base[fourth]}


def _walk(draw: Draw, accepts: Callable[[Grid], bool], hand: Hand) -> Iterator[tuple[Grid, bool]]:
    """Change digit after digit; once within what is accepted stay there, but try the neighbours."""
    board, vary, random = draw.board, draw.vary, hand.random
    own = random.sample(board.digits, len(board.digits))
    here = hand.filling(board) | {place: own[at % len(own)] for at, place in enumerate(vary)}
    inside = False
    for step in range(10**9):
        changed = dict(here)
        one, other = random.choice(vary), random.choice(vary)
        if draw.kind == "distinct":
            spare = random.choice(
                [digit for digit in board.digits if digit not in {here[p] for p in vary}] or [here[one]]
            )
            changed |= {one: here[other], other: here[one]} if random.random() < 0.7 else {one: spare}
        elif random.random() < 0.3:
            changed |= {one: here[other], other: here[one]}
        else:
            changed[one] = random.choice(board.digits)
        grid = Grid(board, changed, draw.factors)
        accepted = accepts(grid)
        yield grid, accepted
        if accepted or not inside or step % 50 == 0:
            here, inside = changed, accepted
