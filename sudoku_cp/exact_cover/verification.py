"""The definition of a cover, in plain Python that shares no code with the engine."""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_cp.exact_cover.options import NO_COLOUR, Options
from sudoku_cp.model import UnsoundAnswerError


def cost_of_cover(options: Options, cover: Sequence[int]) -> int:
    """Add up the costs of the options, after checking that they are a cover.

    Raises
    ------
    UnsoundAnswerError
        If a primary item is not covered exactly once, or a secondary item is in two options that do not give it the
        same colour.
    """
    colour_of: dict[int, int] = {}
    for option in cover:
        for at in range(options.begin[option], options.begin[option + 1]):
            item, colour = options.items[at], options.colours[at]
            if item in colour_of and (colour == NO_COLOUR or colour != colour_of[item]):
                raise UnsoundAnswerError(
                    f"item {options.item_names[item]!r} is in two options of {options.names(cover)}"
                )
            colour_of[item] = colour
    for item in range(options.primary):
        if item not in colour_of:
            raise UnsoundAnswerError(f"item {options.item_names[item]!r} is in no option of {options.names(cover)}")
    return sum(options.costs[option] for option in cover)
