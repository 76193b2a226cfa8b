"""Puzzles as models, by the names of their files."""

from __future__ import annotations

import warnings
from collections.abc import Generator
from contextlib import closing
from io import BytesIO
from os import PathLike, fspath
from typing import BinaryIO

from sudoku_cp._base.arguments import checked, path, text, truth
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.grid_text import GridText, givens
from sudoku_cp.formats.sources import ARGUMENT, is_puzzle, located, unreadable
from sudoku_cp.formats.streams import read
from sudoku_cp.model import Board, InputError, Sudoku


@checked(puzzle=path, model=text, format=text, symbols=text, ignore_unsupported=truth)
def load(
    puzzle: str | PathLike[str],
    *,
    model: str | None = None,
    format: str | None = None,  # noqa: A002
    symbols: str | None = None,
    ignore_unsupported: bool = False,
) -> Board:
    """Load a puzzle as a model with its givens and clues.

    A warning names rules that the texts of a document mention but the document does not declare.

    Parameters
    ----------
    puzzle
        A file in any format of `FORMATS`; the name of a puzzle that comes with the package (see
        `sudoku_cp.models.puzzles`); or a puzzle itself: its cells on one line, an address, or a text of several lines.
    model
        The variant of a plain grid (see `sudoku_cp.models`); by default the usual one for its size. A document names
        its own variant.
    format, symbols, ignore_unsupported
        See `read`.

    Returns
    -------
    Board
        The model, with givens and clues.

    Raises
    ------
    InputError
        If there is no such file, it cannot be read as a puzzle, or it holds several.
    ModelError
        If there is no such model.

    >>> load("12..............").givens
    {r1c1: 1, r1c2: 2}
    >>> load("killer").name
    'killer'
    """
    source = fspath(puzzle)
    boards = load_all(source, model=model, format=format, symbols=symbols, ignore_unsupported=ignore_unsupported)
    with closing(boards):
        board = next(boards)
        if next(boards, None) is not None:
            raise InputError("there are several puzzles: load_all yields them one by one", _shown(source))
    return board


@checked(puzzles=path, model=text, format=text, symbols=text, ignore_unsupported=truth)
def load_all(
    puzzles: str | PathLike[str],
    *,
    model: str | None = None,
    format: str | None = None,  # noqa: A002
    symbols: str | None = None,
    ignore_unsupported: bool = False,
) -> Generator[Board, None, None]:
    """Load the puzzles of a file one by one, each as a model of its own; see `load`.

    Parameters
    ----------
    puzzles
        A file, the name of a puzzle that comes with the package, or a text.
    model, format, symbols, ignore_unsupported
        See `load`.

    Yields
    ------
    Board
        The model of each puzzle, with givens and clues.

    Raises
    ------
    InputError
        During the iteration, at the first text that is not a puzzle.

    >>> sum(len(board.givens) for board in load_all("classic.txt"))
    530
    """
    with opened(fspath(puzzles)) as stream:
        source = _shown(fspath(puzzles))
        for item in read(stream, source, format, symbols, ignore_unsupported=ignore_unsupported):
            yield _board_of(item, model) if isinstance(item, GridText) else _model_of(item)


def _model_of(document: Document) -> Board:
    for note in document.notes:
        warnings.warn(f"{document.source}:{document.line}: {note}", stacklevel=3)
    return document.model


def _board_of(grid: GridText, name: str | None) -> Board:
    from sudoku_cp import models

    board = models.of_size(grid.size) if name is None else models.load(name)
    if not isinstance(board, Sudoku):
        raise InputError(f"{board.name} is several grids: declare it in a TOML document", grid.source, grid.line)
    board.givens.update(givens(grid, board))
    board.symbols = grid.symbols
    return board


def opened(name: str) -> BinaryIO:
    """The bytes of a puzzle: of a file, of one that comes with the package, or of a text.

    Raises
    ------
    InputError
        If there is no such file.
    """
    if is_puzzle(name):
        return BytesIO(name.encode())
    try:
        return located(name).open("rb")
    except OSError as error:
        raise unreadable(name, error) from None
    except ValueError as error:
        raise InputError(f"cannot be read: {error}", name) from None


def _shown(name: str) -> str:
    return ARGUMENT if is_puzzle(name) else name
