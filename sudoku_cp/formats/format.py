"""The declaration of a format in its own file, and puzzles of sizes 1 to 3, which numbers look like.

Such small puzzles are read only where nothing else can be meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sudoku_cp._base.errors import InputError
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.symbols import GridText
from sudoku_cp.formats.text_lines import SMALLEST
from sudoku_cp.model import Sudoku

if TYPE_CHECKING:
    from sudoku_cp.formats.document import Document


ParsedPuzzle: TypeAlias = "GridText | Document"
"""The puzzles that readers yield."""

Reader: TypeAlias = Callable[[SourceLines, str | None], Iterator[ParsedPuzzle]]
"""Reads puzzles lazily from lines; the string has the symbols of the digits, None to detect them."""

Writer: TypeAlias = Callable[[Iterable[ParsedPuzzle]], Iterator[str]]
"""Writes puzzles lazily, piece by piece."""

Peek: TypeAlias = Callable[[int], SourceLine | None]
"""Returns the line at an offset from the first line of interest; None after the last."""


def _never(_: object) -> bool:
    return False


@dataclass(frozen=True)
class Format:
    """A way to write puzzles as text.

    Parameters
    ----------
    name
        The name for ``--input-format`` and ``--to``.
    summary
        A description in one line for ``sudoku-cp formats`` and the table in ``docs/``.
    read
        Yields the puzzles of a text, and raises `InputError` at the first text that is not a puzzle.
    write
        Yields the text of puzzles; None for a read-only format.
    starts
        Returns whether the first line that is neither blank nor a comment is enough to recognise the format. A puzzle
        on one line can then be answered before a second line arrives.
    recognises
        Does the same by looking at further lines, if no format is recognised by the first one.
    is_line_wise
        Whether a puzzle may fit on one line, and lines are independent of each other.
    givens_only
        Whether a puzzle is a grid of givens and nothing else.
    has_solution
        Whether a puzzle has a place for its solution.
    has_one
        Whether a text holds a single puzzle.
    explains
        Returns whether the format takes a text that no format recognises, to explain what is wrong.
    samples
        Texts in the format, which only its own reader may take.
    """

    name: str
    summary: str
    read: Reader
    write: Writer | None = None
    starts: Callable[[str], bool] = _never
    recognises: Callable[[Peek], bool] = _never
    is_line_wise: bool = False
    givens_only: bool = False
    has_solution: bool = False
    has_one: bool = False
    explains: Callable[[Peek], bool] = _never
    samples: tuple[str, ...] = ()


def writer_of_grids(write: Callable[[Iterable[GridText]], Iterator[str]]) -> Writer:
    """Turn a writer of grids into a writer of puzzles.

    Parameters
    ----------
    write
        Yields the text of grids.

    Returns
    -------
    Writer
        A function that yields the text of puzzles, and raises `ModelError` for a puzzle that is more than a grid.
    """

    def write_puzzles(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
        from sudoku_cp.formats.document import plain_grid

        return write(map(plain_grid, puzzles))

    return write_puzzles


ROWS = ("line", "grid")
"""The formats of plain rows, in which anything may look like such a puzzle."""

SMALLEST_OF = {
    **dict.fromkeys(("line", "grid", "variant-line", "picture", "pencil-marks"), SMALLEST),
    "tatham": 2,
}
"""The smallest sizes that nothing else looks like; those of all but the first two may be several of one size."""

MOST_HELD = 1000
"""The largest number of small puzzles that wait for what follows them."""


def small_ones_alone(puzzles: Iterator[ParsedPuzzle], form: Format, *, is_named: bool) -> Iterator[ParsedPuzzle]:
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
    before: ParsedPuzzle | None = None
    is_long = False
    is_named |= form.name not in ROWS
    held: list[ParsedPuzzle] = []
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


def _are_alike(one: ParsedPuzzle, other: ParsedPuzzle) -> bool:
    return _size_of(one) == _size_of(other)


def _size_of(puzzle: ParsedPuzzle) -> int:
    if isinstance(puzzle, GridText):
        return puzzle.size
    return puzzle.model.size if isinstance(puzzle.model, Sudoku) else SMALLEST


def refuse_small(puzzle: ParsedPuzzle) -> None:
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
