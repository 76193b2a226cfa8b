"""Puzzles of sizes 1 to 3, which numbers look like: they are read only where nothing else can be meant."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp.errors import InputError
from sudoku_cp.formats.format import Format, Puzzle
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.text_lines import SMALLEST

ROWS = ("line", "grid")
"""The formats of plain rows, in which anything may look like such a puzzle."""


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
    if form.name not in ROWS:
        yield from puzzles
        return
    before: Puzzle | None = None
    waiting: GridText | None = None
    error: InputError | None = None
    while error is None:
        try:
            puzzle = next(puzzles, None)
        except InputError as found:
            puzzle, error = None, found
        if waiting is not None:
            if puzzle is not None and not (is_named and _are_alike(waiting, puzzle)):
                raise small_error(waiting.size, waiting.source, waiting.line)
            if error is None:
                yield waiting
            waiting = None
        if puzzle is None:
            break
        if isinstance(puzzle, GridText) and puzzle.size < SMALLEST:
            if before is not None and not _are_alike(before, puzzle):
                raise small_error(puzzle.size, puzzle.source, puzzle.line)
            waiting = puzzle
        else:
            yield puzzle
        before = puzzle
    if error is not None:
        raise error


def _are_alike(one: Puzzle, other: Puzzle) -> bool:
    return isinstance(one, GridText) and isinstance(other, GridText) and one.size == other.size


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
