"""Puzzles of sizes 1 to 3, which numbers look like: they are read only where nothing else can be meant."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp._base.errors import InputError
from sudoku_cp.formats.format import Format, Puzzle
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.text_lines import SMALLEST
from sudoku_cp.model import Sudoku

ROWS = ("line", "grid")
"""The formats of plain rows, in which anything may look like such a puzzle."""

SMALLEST_OF = {"line": SMALLEST, "grid": SMALLEST, "variant-line": SMALLEST, "tatham": 2, "picture": SMALLEST}
"""The smallest sizes that nothing else looks like; those of the last three may be several of one size."""

MOST_HELD = 1000
"""The largest number of small puzzles that wait for what follows them."""


def small_ones_alone(puzzles: Iterator[Puzzle], form: Format, *, is_named: bool) -> Iterator[Puzzle]:
    """Pass on puzzles; a small one only if it is all of the input, or if the format is named and all have its size.

    Parameters
    ----------
    puzzles
        The puzzles of a text.
    form
        Their format.
    is_named
        Whether the format has not been recognised but named.

    Raises
    ------
    InputError
        If there is a small puzzle among others.
    """
    smallest = SMALLEST_OF.get(form.name, 0)
    if not smallest:
        yield from puzzles
        return
    before: Puzzle | None = None
    is_long = False
    is_named |= form.name not in ROWS
    held: list[Puzzle] = []
    for puzzle in puzzles:
        if held and not (is_named and _are_alike(held[-1], puzzle)):
            raise small_error(_size_of(held[-1]), held[-1].source, held[-1].line)
        if _size_of(puzzle) >= smallest:
            yield puzzle
        elif before is not None and not _are_alike(before, puzzle):
            raise small_error(_size_of(puzzle), puzzle.source, puzzle.line)
        elif is_long or len(held) == MOST_HELD:
            yield from held
            held, is_long = [], True
            yield puzzle
        else:
            held.append(puzzle)
        before = puzzle
    yield from held


def _are_alike(one: Puzzle, other: Puzzle) -> bool:
    return _size_of(one) == _size_of(other)


def _size_of(puzzle: Puzzle) -> int:
    if isinstance(puzzle, GridText):
        return puzzle.size
    return puzzle.model.size if isinstance(puzzle.model, Sudoku) else SMALLEST


def refuse_small(puzzle: Puzzle) -> None:
    """Refuse a small puzzle in a row of a text, which is not all of the input.

    Raises
    ------
    InputError
        If it is one.
    """
    if isinstance(puzzle, GridText) and puzzle.size < SMALLEST:
        raise small_error(puzzle.size, puzzle.source, puzzle.line)


def small_error(size: int, source: str, line: int) -> InputError:
    """The error for a small puzzle that may be something else."""
    return InputError(
        f"a puzzle of {size}×{size}, or something else: puzzles below {SMALLEST}×{SMALLEST} are recognised alone, "
        "or where --input-format names their format and all have one size",
        source,
        line,
    )
