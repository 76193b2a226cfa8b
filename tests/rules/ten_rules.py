"""Ten rules of a user's own, as a file for `--rules` and `load_rules`."""

from collections.abc import Generator
from itertools import pairwise, product
from math import gcd, isqrt

from sudoku_cp import AllOf, AnyOf, Cell, Constraint, Exactly, Sudoku, Table
from sudoku_cp.kernel import Count
from sudoku_cp.model import LinearExpression
from sudoku_cp.rules import Cage, Cells, Line, Shade, rule

Constraints = Generator[Constraint, None, None]


@rule("prime_line", draw=Line(colour="#e0c0e0"))
def prime_line(line: Cells) -> Constraints:
    """The digits along the line, read as a number, form a prime."""
    numbers = range(2, 10 ** len(line))
    primes = (number for number in numbers if all(number % factor for factor in range(2, isqrt(number) + 1)))
    yield Table(line, (map(int, str(prime).zfill(len(line))) for prime in primes))


@rule("equal_split", draw=Cage(label="½"))
def equal_split(cells: Cells) -> Constraints:
    """The digits in the cage can be split into two groups with the same sum."""
    signs = product((1, -1), repeat=len(cells))
    yield AnyOf(*(LinearExpression(tuple(zip(some, cells, strict=True))) == 0 for some in signs))


@rule("snail", draw=Line(colour="#c0d8c0"))
def snail(sudoku: Sudoku, line: Cells) -> Constraints:
    """Digits increase where the snail creeps into a later box, and decrease where it creeps back."""
    for cell, other in pairwise(line):
        if sudoku.box_of[cell] != sudoku.box_of[other]:
            yield cell < other if sudoku.box_of[cell] < sudoku.box_of[other] else cell > other


@rule("seesaw", draw=Line(colour="#d8c8a8"))
def seesaw(line: Cells, pivot: Cell) -> Constraints:
    """The digits are weights that balance on the pivot, one of the cells of the line."""
    place_of = {cell: place for place, cell in enumerate(line)}
    yield LinearExpression(tuple((place - place_of[pivot], cell) for cell, place in place_of.items())) == 0


@rule("coprime_line", draw=Line(colour="#c0c8e0"))
def coprime_line(line: Cells) -> Constraints:
    """Neighbours on the line have no common divisor but 1."""
    for pair in pairwise(line):
        yield Table.where(pair, lambda one, other: gcd(one, other) == 1)


@rule("mountain", draw=Line(edge_to_edge=True))
def mountain(line: Cells) -> Constraints:
    """Digits increase from both ends of the line to a summit between them."""
    ways = [(pairwise(line[: top + 1]), pairwise(line[top:])) for top in range(1, len(line) - 1)]
    yield AnyOf(*(AllOf(*(a < b for a, b in up), *(a > b for a, b in down)) for up, down in ways))


@rule("odd_one_out", draw=Shade(colour="#f3e3d3"))
def odd_one_out(cells: Cells) -> Constraints:
    """One of the cells holds an odd digit and all others hold even ones, or the other way round."""
    odd = frozenset(digit for cell in cells for digit in cell.domain if digit % 2)
    yield AnyOf(Count(cells, odd, 1), Count(cells, odd, len(cells) - 1))


@rule("median_line", draw=Line(colour="#d8d0e8"))
def median_line(line: Cells) -> Constraints:
    """Half of the other digits on the line are smaller than the middle one, the other half larger."""
    middle, half = line[len(line) // 2], len(line) // 2
    yield Exactly(half, *(cell < middle for cell in line))
    yield Exactly(half, *(cell > middle for cell in line))


@rule("square_cage", draw=Cage(label="n²"))
def square_cage(cells: Cells) -> Constraints:
    """The digits in the cage add up to a square number."""
    largest = isqrt(sum(max(cell.domain) for cell in cells))
    yield AnyOf(*(sum(cells, LinearExpression(())) == root**2 for root in range(largest + 1)))


@rule("antipodes")
def antipodes(sudoku: Sudoku) -> Constraints:
    """Cells opposite each other across the centre of the grid hold different digits."""
    for one, other in zip(sudoku.grid, reversed(sudoku.grid), strict=True):
        if one.index < other.index:
            yield one != other
