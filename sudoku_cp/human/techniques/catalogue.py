"""All techniques, from easy to hard, and solving a puzzle by them, the easiest one each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from sudoku_cp._base.arguments import checked, each, of_type, truth
from sudoku_cp.human.techniques import basic, chains, fish, single_digit, uniqueness, wings
from sudoku_cp.human.techniques.almost_locked import als_xy_wings, als_xz, death_blossoms, sue_de_coq
from sudoku_cp.human.techniques.basic import full_houses, hidden_singles, hidden_subsets, naked_singles, naked_subsets
from sudoku_cp.human.techniques.chains import als_chains
from sudoku_cp.human.techniques.position import Pattern, Position
from sudoku_cp.human.techniques.single_digit import DELETE, SET, templates
from sudoku_cp.human.techniques.uniqueness import bug_plus_one

Find = Callable[[Position], Iterator[Pattern]]


@dataclass(frozen=True)
class Technique:
    """A technique with a name."""

    name: str
    """The name in ratings, paths and options."""
    find: Find
    """Finds all of its patterns in a position."""
    assumes_uniqueness: bool = False
    """Whether it is only right in puzzles with one solution."""
    is_rare: bool = False
    """Whether it is looked for only by its name: steps and paths do without it."""


def _fish(size: int, fins: str = fish.PLAIN, shape: str = fish.BASIC) -> Technique:
    find = partial(fish.fish, size=size, shape=shape, fins=fins)
    return Technique(f"{fins}{shape}{fish.NAMES[size]}", find, is_rare=shape == fish.MUTANT)


def _siamese(shape: str) -> Technique:
    find = partial(fish.siamese_fish, shape=shape, sizes=_BASIC_SIZES)
    return Technique(f"{fish.SIAMESE}{shape}fish", find, is_rare=True)


def _subset(kind: str, size: int, find: Find) -> Technique:
    return Technique(f"{kind} {('pair', 'triple', 'quad')[size - 2]}", find)


def _turbot(name: str) -> Technique:
    return Technique(name, partial(single_digit.turbot_fish, name=name))


def _loops(name: str, nodes: str) -> Technique:
    return Technique(nodes + name, partial(chains.nice_loops, name=name, nodes=nodes))


_BASIC_SIZES = (2, 3, 4)
_LOOP_NAMES = (chains.CONTINUOUS, chains.DISCONTINUOUS, chains.AIC)

TECHNIQUES: tuple[Technique, ...] = (
    Technique("full house", full_houses),
    Technique("naked single", naked_singles),
    Technique("hidden single", hidden_singles),
    *(_subset("locked", size, partial(naked_subsets, size=size, locked=True)) for size in (2, 3)),
    *(Technique(name, partial(basic.locked_candidates, name=name)) for name in (basic.POINTING, basic.CLAIMING)),
    *(_subset("naked", size, partial(naked_subsets, size=size, locked=False)) for size in (2, 3)),
    *(_subset("hidden", size, partial(hidden_subsets, size=size)) for size in (2, 3)),
    _subset("naked", 4, partial(naked_subsets, size=4, locked=False)),
    _subset("hidden", 4, partial(hidden_subsets, size=4)),
    *map(_fish, _BASIC_SIZES),
    Technique("remote pair", chains.remote_pairs),
    Technique("BUG+1", bug_plus_one, assumes_uniqueness=True),
    *map(_turbot, (single_digit.SKYSCRAPER, single_digit.KITE, single_digit.TURBOT)),
    Technique("empty rectangle", single_digit.empty_rectangles),
    Technique("W-wing", wings.w_wings),
    Technique("XY-wing", wings.xy_wings),
    Technique("XYZ-wing", wings.xyz_wings),
    *(Technique(name, partial(uniqueness.rectangles, name=name), assumes_uniqueness=True) for name in uniqueness.NAMES),
    *(_fish(size, fins) for size in _BASIC_SIZES for fins in (fish.FINNED, fish.SASHIMI)),
    Technique("sue de coq", sue_de_coq),
    Technique("simple colours", single_digit.simple_colours),
    Technique("multi colours", single_digit.multi_colours),
    Technique("X-chain", chains.x_chains),
    Technique("XY-chain", chains.xy_chains),
    *(_loops(name, nodes) for nodes in (chains.SINGLE, chains.GROUPED) for name in _LOOP_NAMES),
    Technique("ALS-XZ", als_xz),
    Technique("ALS-XY-wing", als_xy_wings),
    Technique("ALS chain", als_chains),
    *(_loops(name, chains.WITH_ALS) for name in _LOOP_NAMES),
    Technique("death blossom", death_blossoms),
    *(_fish(size, fins, fish.FRANKEN) for fins in (fish.PLAIN, fish.FINNED) for size in _BASIC_SIZES),
    *(_fish(size, shape=fish.MUTANT) for size in (3, 4, 5)),
    *(_fish(size, fish.FINNED, fish.MUTANT) for size in fish.NAMES),
    *map(_siamese, (fish.BASIC, fish.FRANKEN, fish.MUTANT)),
    Technique(fish.DUAL_KITE, fish.dual_kites, is_rare=True),
    Technique(fish.DUAL_RECTANGLE, fish.dual_empty_rectangles, is_rare=True),
    *(Technique(name, partial(templates, name=name), is_rare=True) for name in (SET, DELETE)),
)
"""All techniques, the easiest first."""

BY_NAME = {technique.name: technique for technique in TECHNIQUES}
"""The techniques by name."""


@checked(position=of_type(Position, "a Position"), techniques=each(of_type(Technique, "a Technique"), "techniques"))
def easiest(position: Position, techniques: Sequence[Technique]) -> Pattern | None:
    """The first pattern of the first technique that applies.

    Parameters
    ----------
    position
        The candidates.
    techniques
        The techniques in their order.

    Returns
    -------
    Pattern or None
        The pattern; None if none applies.
    """
    for technique in techniques:
        found = min(technique.find(position), key=lambda pattern: pattern.order, default=None)
        if found is not None:
            return found
    return None


@checked(uniqueness=truth)
def techniques_for(*, uniqueness: bool) -> tuple[Technique, ...]:
    """The techniques of paths in their order: all but the rare ones.

    Parameters
    ----------
    uniqueness
        Whether those count that are only right in puzzles with one solution.

    Returns
    -------
    tuple
        The techniques, the easiest first.
    """
    return _common() if uniqueness else _without_assumption()


@cache
def _common() -> tuple[Technique, ...]:
    return tuple(technique for technique in TECHNIQUES if not technique.is_rare)


@cache
def _without_assumption() -> tuple[Technique, ...]:
    return tuple(technique for technique in _common() if not technique.assumes_uniqueness)


@checked(position=of_type(Position, "a Position"), techniques=each(of_type(Technique, "a Technique"), "techniques"))
def walk(position: Position, techniques: Sequence[Technique]) -> Iterator[tuple[Position, Pattern]]:
    """Apply the easiest technique again and again.

    Parameters
    ----------
    position
        The candidates.
    techniques
        The techniques in their order.

    Yields
    ------
    tuple
        The candidates before each step, and the pattern. It ends where the puzzle is solved, no technique applies, or
        a cell has no candidate.
    """
    while position.open and not position.is_contradictory:
        pattern = easiest(position, techniques)
        if pattern is None:
            return
        yield position, pattern
        position = position.after(pattern.eliminated, pattern.placed)
