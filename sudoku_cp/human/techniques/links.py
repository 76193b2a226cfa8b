"""Links between candidates: of two with a strong link one is true, of two with a weak link one is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from sudoku_cp.human.techniques.almost_locked import AlmostLockedSet
from sudoku_cp.human.techniques.layout import House, bits_of
from sudoku_cp.human.techniques.position import Position


@dataclass(frozen=True)
class Node:
    """A digit in a cell, or in one of a few cells."""

    digit: int
    cells: int


class Links:
    """The graph of links between candidates. Nodes are counted in the order of their first link; sets are masks.

    Parameters
    ----------
    position
        The candidates.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.nodes: list[Node] = []
        self.strong: list[int] = []
        self.weak: list[int] = []
        self._number: dict[Node, int] = {}
        self._houses: dict[tuple[int, int], House] = {}
        self._sets: dict[tuple[int, int], list[AlmostLockedSet]] = {}
        self._seen: list[int] = []
        self._of_digit = [0] * len(position.digits)

    def node(self, digit: int, cells: int) -> int:
        """The number of a node."""
        node = Node(digit, cells)
        number = self._number.get(node)
        if number is None:
            number = self._number[node] = len(self.nodes)
            self.nodes.append(node)
            self.strong.append(0)
            self.weak.append(0)
            self._seen.append(self.position.sees_all(digit, cells))
            self._of_digit[digit] |= 1 << number
        return number

    def join(self, one: int, other: int, house: House | None) -> None:
        """Add a strong link: in a cell, or in a house."""
        self.strong[one] |= 1 << other
        self.strong[other] |= 1 << one
        if house is not None:
            self._houses.setdefault((min(one, other), max(one, other)), house)

    def add_cells(self, number: int = 2) -> None:
        """Add the candidates of the open cells that have at most ``number``; a cell with two is a strong link."""
        for cell in bits_of(self.position.open):
            mask = self.position.masks[cell]
            if mask.bit_count() <= number:
                nodes = [self.node(digit, 1 << cell) for digit in bits_of(mask)]
                if len(nodes) == 2:
                    self.join(nodes[0], nodes[1], None)

    def add_houses(self) -> None:
        """Add the complete houses with two cells for a digit as strong links."""
        for digit, links in enumerate(self.position.strong_links):
            for house, one, two in links:
                self.join(self.node(digit, 1 << one), self.node(digit, 1 << two), house)

    def add_groups(self) -> None:
        """Add strong links between cells or groups: two or more cells of one house that another house contains."""
        for digit in self.position.digits:
            places = self.position.places[digit]
            for house in self.position.layout.complete:
                cells = house.bits & places
                if cells.bit_count() < 3:
                    continue
                parts = {cells & other.bits for other in self.position.layout.houses if other is not house}
                for part in sorted(parts):
                    rest = cells & ~part
                    if part and rest and (rest in parts or rest & (rest - 1) == 0):
                        self.join(self.node(digit, part), self.node(digit, rest), house)

    def add_sets(self, sets: Iterable[AlmostLockedSet]) -> None:
        """Add almost locked sets: each lacks one digit at most, so any two of its digits have a strong link."""
        for each in sets:
            nodes = [self.node(digit, cells) for digit, cells in each.places.items()]
            for one, other in combinations(nodes, 2):
                self.join(one, other, each.house)
                self._sets.setdefault((min(one, other), max(one, other)), []).append(each)

    def add_weak(self, *, in_cells: bool = True) -> None:
        """Add all weak links: of a digit in cells that differ and, if wanted, of the digits of a cell."""
        with_cell: dict[tuple[int, int], int] = {}
        for number, node in enumerate(self.nodes):
            for cell in bits_of(node.cells):
                with_cell[node.digit, cell] = with_cell.get((node.digit, cell), 0) | 1 << number
        for number, node in enumerate(self.nodes):
            unseen = 0
            for cell in bits_of(self.position.places[node.digit] & ~self._seen[number]):
                unseen |= with_cell.get((node.digit, cell), 0)
            self.weak[number] |= self._of_digit[node.digit] & ~unseen
        if in_cells:
            by_cell: dict[int, int] = {}
            for number, node in enumerate(self.nodes):
                if node.cells & (node.cells - 1) == 0:
                    by_cell[node.cells] = by_cell.get(node.cells, 0) | 1 << number
            for number, node in enumerate(self.nodes):
                self.weak[number] |= by_cell.get(node.cells, 0) & ~(1 << number)

    def house_of(self, one: int, other: int) -> House | None:
        """The house of a strong link; None in a cell."""
        return self._houses.get((min(one, other), max(one, other)))

    def sets_of(self, one: int, other: int) -> Sequence[AlmostLockedSet]:
        """The almost locked sets of a strong link, small ones first; none for other strong links."""
        return self._sets.get((min(one, other), max(one, other)), ())

    def chains_from(self, start: int, most: int, wanted: Callable[[int], int]) -> Iterator[list[int]]:
        """The shortest chains from a node, which begin and end with strong links: one of their ends is true.

        Parameters
        ----------
        start
            The first node.
        most
            The largest number of links.
        wanted
            How many of the shortest chains to a node are of use.

        Yields
        ------
        list
            The nodes of chains to each node that can be reached, in the order of their lengths.
        """
        levels, true, false = [1 << start], 0, 1 << start
        for length in range(1, most + 1):
            table, known = (self.strong, true) if length % 2 else (self.weak, false)
            found = 0
            for number in bits_of(levels[-1]):
                found |= table[number]
            found &= ~known
            if not found:
                return
            levels.append(found)
            if length % 2:
                true |= found
                for end in bits_of(found):
                    if number := wanted(end):
                        yield from islice(self._ways_back(levels, (end,)), number)
            else:
                false |= found

    def _ways_back(self, levels: list[int], way: tuple[int, ...]) -> Iterator[list[int]]:
        length = len(levels) - len(way)
        if not length:
            yield list(way)
            return
        table = self.strong if length % 2 else self.weak
        for before in bits_of(table[way[0]] & levels[length - 1]):
            yield from self._ways_back(levels, (before, *way))

    def eliminated(self, one: int, other: int) -> dict[int, int]:
        """The candidates with a weak link to two nodes, of which one is true; by cell."""
        first, second = self.nodes[one], self.nodes[other]
        if first.digit == second.digit:
            return self.position.lost(first.digit, self._seen[one] & self._seen[other])
        found: dict[int, int] = {}
        for node, seen, far in ((first, self._seen[one], second), (second, self._seen[other], first)):
            if far.cells & (far.cells - 1) == 0:  # the other digit's cell may have this digit as well
                found |= self.position.lost(node.digit, seen & far.cells)
        if first.cells == second.cells and first.cells & (first.cells - 1) == 0:
            (cell,) = bits_of(first.cells)
            rest = self.position.masks[cell] & ~(1 << first.digit | 1 << second.digit)
            return {cell: rest} if rest else {}
        return found

    def text(self, chain: Iterable[int]) -> str:
        """A chain, with ``=`` for strong and ``-`` for weak links: ``(5)r1c2=(5)r1c7-(3)r1c7``."""
        layout = self.position.layout
        words = []
        for place, number in enumerate(chain):
            node = self.nodes[number]
            words.append("" if not place else "=" if place % 2 else "-")
            words.append(f"({layout.digit_names(1 << node.digit)}){layout.cell_names(node.cells).replace(' ', '|')}")
        return "".join(words)
