"""Random cover problems small enough to try every subset of their options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import compress, product

import pytest
from hypothesis import strategies as st

from sudoku_cp.exact_cover import ExactCover

Items = dict[str, str | None]
"""The items of an option with their colours."""


@dataclass(frozen=True)
class Listed:
    """A cover problem written out."""

    primary: tuple[str, ...]
    secondary: tuple[str, ...]
    options: tuple[Items, ...]
    costs: tuple[int, ...]

    def covers(self) -> list[tuple[int, ...]]:
        """Every cover, by trying every subset of the options."""
        subsets = product((False, True), repeat=len(self.options))
        chosen = (tuple(compress(range(len(self.options)), subset)) for subset in subsets)
        return sorted(cover for cover in chosen if self.is_cover(cover))

    def is_cover(self, cover: tuple[int, ...]) -> bool:
        for item in self.primary:
            if sum(item in self.options[option] for option in cover) != 1:
                return False
        for item in self.secondary:
            colours = [self.options[option][item] for option in cover if item in self.options[option]]
            if len(colours) > 1 and (None in colours or len(set(colours)) > 1):
                return False
        return True

    def cost(self, cover: tuple[int, ...]) -> int:
        return sum(self.costs[option] for option in cover)

    def problem(self) -> ExactCover:
        """The same by names."""
        problem = ExactCover(self.primary, self.secondary)
        for items, cost in zip(self.options, self.costs, strict=True):
            problem.add_option(
                [item if colour is None else (item, colour) for item, colour in items.items()], cost=cost
            )
        return problem

    def problem_of_arrays(self) -> ExactCover:
        """The same by numbers."""
        numbers = {item: number for number, item in enumerate(self.primary + self.secondary)}
        colours = {None: 0, "red": 7, "blue": 2}
        begin, items, colour_numbers = [0], [], []
        for option in self.options:
            items += [numbers[item] for item in option]
            colour_numbers += [colours[colour] for colour in option.values()]
            begin.append(len(items))
        return ExactCover.from_arrays(
            len(self.primary), len(self.secondary), begin, items, colour_numbers, list(self.costs)
        )


@st.composite
def listed(draw: st.DrawFn) -> Listed:
    """Problems with anything from no item and no option to items that own every option."""
    primary = tuple("abcde"[: draw(st.integers(0, 5))])
    secondary = tuple("xyz"[: draw(st.integers(0, 3))])
    options: list[Items] = []
    owner = draw(st.sampled_from(primary)) if primary and draw(st.integers(0, 4)) == 0 else None
    for _ in range(draw(st.integers(0, 9)) if primary else 0):
        items: Items = dict.fromkeys(draw(st.lists(st.sampled_from(primary), min_size=1, max_size=3, unique=True)))
        if owner is not None:
            items[owner] = None
        if secondary:
            for item in draw(st.lists(st.sampled_from(secondary), max_size=3, unique=True)):
                items[item] = draw(st.sampled_from((None, "red", "blue")))
        options.append(dict(draw(st.permutations(list(items.items())))))
    costs = tuple(draw(st.sampled_from((0, 0, 1, 2, 5, 1000))) for _ in options)
    return Listed(primary, secondary, tuple(options), costs)


@pytest.fixture(scope="session")
def listed_problems() -> st.SearchStrategy[Listed]:
    """Cover problems written out, with ``covers()``, ``cost(cover)``, ``problem()`` and ``problem_of_arrays()``."""
    return listed()


@pytest.fixture(scope="session")
def list_problem() -> Callable[..., Listed]:
    """``list_problem(primary, secondary, options, costs)``: one problem written out."""
    return Listed
