"""``sudoku-cp judge``: answers in the format of online judges, byte for byte.

`docs/guides/judges.md` has the answers to each problem. For puzzles without a solution, they are what well-known
accepted programs give. For a puzzle with several solutions it is one of them, the same in every run, or the smallest
where the statement or ``--smallest`` asks for that: the first in ascending order of its digits.

Judges start a program for each input. Input in its usual form is therefore answered by this module alone (problems
whose input has numbers of grids, by `sudoku_cp.cli.counted_judges`), without models and formats, in a fraction of the
time that these take to load; they take over where the form changes, such as at a comment or an error. A long input is
answered block by block. Its grids with several solutions may get others than in a short one.

For HDU 1426, at most `SORTED` solutions are held at a time: a grid with more is split by the digits of its first open
cell, then by those of the next one, until the parts have fewer.
"""

from __future__ import annotations

import sys
from functools import partial

from sudoku_cp._base.errors import InputError, unknown
from sudoku_cp.cli.process import STDIN, ExitCode, held_signals, standard_input

TYPE_CHECKING = False

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

    import numpy as np
    from numpy.typing import NDArray

    from sudoku_cp.formats.symbols import GridText
    from sudoku_cp.solving.plain_grids import PlainGrids

    Blocks = Iterator[NDArray[np.uint8]]

MOST = 1 << 15
"""The largest number of bytes of a short input: hundreds of puzzles, and less than the longest line of a format."""

BLOCK = 1 << 18
"""The number of bytes read at a time of a longer one."""

END = b"end"
"""The line after the last puzzle of POJ 3074."""

_EMPTY = ".0?"
"""Marks of empty cells in addition to that of answers; another one may draw a frame."""
_STRANGE = 255


class UsualText:
    """The text of grids of one kind, whose rows or whole grids stand between white space.

    Parameters
    ----------
    symbols
        The characters of the digits in ascending order, as many as a grid has rows.
    token
        The number of characters between white space.
    empty
        The character of an empty cell in answers.
    has_end
        Whether `END` may follow the last grid.
    """

    def __init__(self, symbols: str, token: int, empty: str, *, has_end: bool = False) -> None:
        self.size = len(symbols)
        self._token = token
        self._tokens = self.size**2 // token
        self._has_end = has_end
        ranks = bytearray([_STRANGE]) * 256
        for mark in _EMPTY + empty:
            ranks[ord(mark)] = 0
        for rank, symbol in enumerate(symbols, 1):
            ranks[ord(symbol)] = rank
        self._ranks = bytes(ranks)
        self._marks = (empty + symbols).encode().ljust(256)

    def read(self, text: bytes) -> list[bytes] | None:
        """The digits of each grid in reading order, 0 for an empty cell; None for a text of another form."""
        tokens = text.split()
        if self._has_end and tokens[-1:] == [END]:
            tokens.pop()
        if b"\f" in text or b"\v" in text or not {*map(len, tokens)} <= {self._token}:
            return None
        return self._grids(b"".join(tokens))

    def written(self, ranks: bytes) -> str:
        """The lines of a grid."""
        text = ranks.translate(self._marks).decode()
        return "\n".join([text[start : start + self._token] for start in range(0, len(text), self._token)]) + "\n"

    def whole(self, text: bytes) -> int:
        """The number of bytes up to the end of the last line at which a grid of usual text ends; 0 without one."""
        text = text[: text.rfind(b"\n") + 1]
        begun = len(text.split()) % self._tokens
        if not begun:
            return len(text)
        before = len(b"".join(text.rsplit(None, begun)[:-begun]))
        return text.rfind(b"\n", before, len(text) - len(text[before:].lstrip())) + 1

    def _grids(self, marks: bytes) -> list[bytes] | None:
        ranks, cells = marks.translate(self._ranks), self.size**2
        if _STRANGE in ranks or len(ranks) % cells:
            return None
        return [ranks[start : start + cells] for start in range(0, len(ranks), cells)]


class UsualRows(UsualText):
    """The text of 9×9 grids with one row on each line, whose cells stand between white space."""

    def __init__(self) -> None:
        super().__init__("123456789", 1, "0")

    def read(self, text: bytes) -> list[bytes] | None:
        """See `UsualText.read`."""
        lines = [line.split() for line in text.splitlines()]
        if not all(len(cells) in (0, self.size) for cells in lines):
            return None
        if not self._are_even(lines):
            return None
        return super().read(text)

    def _are_even(self, lines: list[list[bytes]]) -> bool:
        """Whether blank lines are between all rows if they are between rows of one grid."""
        inside, between, row, is_apart = set[bool](), set[bool](), 0, False
        for cells in lines:
            if cells and row:
                (inside if row % self.size else between).add(is_apart)
            row, is_apart = row + bool(cells), not cells
        return True not in inside or False not in inside | between

    def written(self, ranks: bytes) -> str:
        """See `UsualText.written`."""
        marks = ranks.translate(self._marks).decode()
        return "".join([" ".join(marks[start : start + self.size]) + "\n" for start in range(0, 81, self.size)])


class UsualBoards(UsualText):
    """The text of 9×9 grids in JSON, each on a line of its own: an array of rows, which are arrays of strings."""

    def __init__(self) -> None:
        super().__init__("123456789", 81, ".")

    def read(self, text: bytes) -> list[bytes] | None:
        """See `UsualText.read`."""
        lines = [line.strip(b" \t\r").replace(b", ", b",") for line in text.split(b"\n")]
        boards = [line for line in lines if line]
        marks = [board.translate(None, b'[],"') for board in boards]
        if any(len(cells) != 81 or _board(cells) != board for cells, board in zip(marks, boards, strict=True)):
            return None
        return self._grids(b"".join(marks))

    def written(self, ranks: bytes) -> str:
        """See `UsualText.written`."""
        return _board(ranks.translate(self._marks)).decode() + "\n"


def _board(marks: bytes) -> bytes:
    rows = [b'","'.join([marks[at : at + 1] for at in range(start, start + 9)]) for start in range(0, 81, 9)]
    return b'[["' + b'"],["'.join(rows) + b'"]]'


class UsualBlocks:
    """The grids of a stream in blocks, up to its end or to text of another form.

    Parameters
    ----------
    usual
        The form.
    stream
        A stream with ``read1``.
    """

    def __init__(self, usual: UsualText, stream: BinaryIO) -> None:
        self._usual = usual
        self._stream = stream
        self.rest = b""
        """What has been read, but is of another form; `stream` has the text after it."""
        self.line = 1
        """The number of its first line."""
        self.is_short = False
        """Whether the text is short, so that the first block has all grids."""

    def __iter__(self) -> Iterator[list[bytes]]:
        self.rest, is_all = beginning(self._stream, self.rest, MOST)
        self.is_short = is_all
        while True:
            if not is_all:
                self.rest, is_all = beginning(self._stream, self.rest, BLOCK)
            end = len(self.rest) if is_all else self._usual.whole(self.rest)
            text = self.rest[:end]
            grids = self._usual.read(text) if end or is_all else None
            if grids is None or _has_long_line(text):
                return
            self.rest = self.rest[end:]
            self.line += text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n")
            yield grids
            if is_all:
                return


def _has_long_line(text: bytes) -> bool:
    """Whether a line may be longer than `MOST`, and too long for a format."""
    return any(b"\n" not in text[start : start + MOST // 2] for start in range(0, len(text) - MOST // 2, MOST // 2))


def beginning(stream: BinaryIO, text: bytes = b"", most: int = MOST) -> tuple[bytes, bool]:
    """Read on until a text has a number of bytes, and return it, and whether it ends where the stream or an `END` does.

    Parameters
    ----------
    text
        What has been read already.
    most
        The number of bytes.
    """
    while len(text) < most:
        more = stream.read1(most - len(text))  # type: ignore[attr-defined]
        text += more
        if not more or (text[-1:].isspace() and text.rstrip().endswith(END)):
            return text, True
    return text, False


SMALL = UsualText("123456789", 81, ".", has_end=True)
LARGE = UsualText("ABCDEFGHIJKLMNOP", 16, "-")
ROWS = UsualRows()
BOARDS = UsualBoards()

RINGS = [6 + min(row, column, 8 - row, 8 - column) for row in range(9) for column in range(9)]
"""What the digit of each cell counts in the score of AcWing 183."""

FEW = 512
"""The number of puzzles solved one by one before numpy is loaded, as its import takes longer than solving them."""

SORTED = 10_000
"""The largest number of solutions of one grid that are sorted at a time."""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("problem", choices=PROBLEMS, metavar="PROBLEM", help=", ".join(PROBLEMS))
    parser.add_argument(
        "--smallest", action="store_true", help="of several solutions, write the first in ascending order of digits"
    )


def run(options: Namespace) -> ExitCode:
    """Answer standard input on standard output."""
    return _run(options.problem, smallest=options.smallest)


def run_alone(arguments: Sequence[str]) -> int | None:
    """Run the command if its one argument is a problem, and return the exit code; None if it has to be parsed."""
    if len(arguments) != 1 or arguments[0] not in PROBLEMS:
        return None
    from sudoku_cp.cli.process import code_of_run

    return int(code_of_run(partial(_run, arguments[0])))


def _run(problem: str, *, smallest: bool = False) -> ExitCode:
    judge(problem, standard_input(), sys.stdout.buffer, smallest=smallest)
    return ExitCode.ANSWERED


def judge(problem: str, stdin: BinaryIO, stdout: BinaryIO, *, smallest: bool = False) -> None:
    """Answer a judge's input.

    Parameters
    ----------
    problem
        A name in `PROBLEMS`.
    stdin
        A stream with ``read1``.
    smallest
        Whether the smallest of several solutions is the answer, where one is.

    Raises
    ------
    InputError
        At the first grid that violates the statement, after the grids before it have been answered.
    """
    if problem not in PROBLEMS:
        raise InputError(unknown("judge problem", problem, PROBLEMS))
    for answer in PROBLEMS[problem](stdin, smallest):
        stdout.write(answer.encode())
    stdout.flush()


def _poj3074(stdin: BinaryIO, smallest: bool) -> Iterator[str]:
    for _, solution in _solved("poj3074", SMALL, stdin, smallest):
        if solution is not None:
            yield SMALL.written(solution)


def _poj3076(stdin: BinaryIO, smallest: bool) -> Iterator[str]:
    for number, (_, solution) in enumerate(_solved("poj3076", LARGE, stdin, smallest)):
        if number:
            yield "\n"
        if solution is not None:
            yield LARGE.written(solution)


def _acwing171(stdin: BinaryIO, smallest: bool) -> Iterator[str]:
    for ranks, solution in _solved("poj3076", LARGE, stdin, smallest):
        yield LARGE.written(ranks if solution is None else solution) + "\n"


def _acwing183(stdin: BinaryIO, _: bool) -> Iterator[str]:
    grids = _rows(stdin)
    solver = _solver(9, RINGS)
    for ranks in grids:
        score = solver.best(ranks)
        yield f"{-1 if score is None else score}\n"


def _hdu1426(stdin: BinaryIO, _: bool) -> Iterator[str]:
    grids = _rows(stdin)
    solver = _solver(9)
    for number, ranks in enumerate(grids):
        if number:
            yield "\n"
        for solution in solver.ascending(ranks, SORTED):
            yield ROWS.written(solution)


def _leetcode37(stdin: BinaryIO, smallest: bool) -> Iterator[str]:
    for ranks, solution in _solved("leetcode37", BOARDS, stdin, smallest):
        yield BOARDS.written(ranks if solution is None else solution)


def _counted(problem: str, stdin: BinaryIO, smallest: bool) -> Iterator[str]:
    with held_signals():
        from sudoku_cp.cli import counted_judges
    return counted_judges.answers(problem, stdin, smallest)


USUAL: dict[str, Callable[[BinaryIO, bool], Iterator[str]]] = {
    "poj3074": _poj3074,
    "poj3076": _poj3076,
    "acwing171": _acwing171,
    "acwing183": _acwing183,
    "hdu1426": _hdu1426,
    "leetcode37": _leetcode37,
}
"""The problems whose input is grids alone, each with the function that answers it."""

COUNTED = ("poj2676", "spoj", "uva989", "tioj1025")
"""Those whose input has the number or the size of the grids, and those whose answer has a number."""

PROBLEMS = USUAL | {name: partial(_counted, name) for name in COUNTED}
"""The problems by name, each with the function that answers its input."""


def _solved(name: str, usual: UsualText, stdin: BinaryIO, smallest: bool) -> Iterator[tuple[bytes, bytes | None]]:
    """Each grid with one solution, or None if there is none: the ranks of the digits, 0 for an empty cell."""
    blocks = UsualBlocks(usual, stdin)
    solver = _solver(usual.size)
    for grids in blocks:
        solve = solver.smallest if smallest else solver.solve
        is_single = smallest or blocks.is_short
        yield from zip(grids, map(solve, grids) if is_single else solver.solve_many(grids), strict=True)
    if blocks.rest:
        further = _solved_by_format(name, blocks.rest, stdin, blocks.line)
        yield from ((ranks, solver.smallest(ranks) if smallest and found else found) for ranks, found in further)


def _rows(stdin: BinaryIO) -> Iterator[bytes]:
    """The digits of each grid of `ROWS`, 0 for an empty cell."""
    blocks = UsualBlocks(ROWS, stdin)
    for grids in blocks:
        yield from grids
    if blocks.rest:
        with held_signals():
            from sudoku_cp.formats.judge_grids import HDU_1426
            from sudoku_cp.formats.source_lines import SourceLines, chain_streams
        lines = SourceLines(chain_streams(blocks.rest, stdin), STDIN, blocks.line)
        yield from (bytes(grid.ranks) for grid in HDU_1426.read(lines))


def _solver(size: int, weights: Sequence[int] = ()) -> PlainGrids:
    with held_signals():
        from sudoku_cp.solving.plain_grids import PlainGrids
    return PlainGrids(size, weights)


def _solved_by_format(name: str, text: bytes, stdin: BinaryIO, first: int) -> Iterator[tuple[bytes, bytes | None]]:
    """The same as `_solved`, for text that is read by its format.

    Parameters
    ----------
    name
        The format: ``poj3074``, ``poj3076`` or ``leetcode37``.
    text
        The first bytes, which have been read already.
    stdin
        The rest.
    first
        The number of the first line.
    """
    with held_signals():
        from sudoku_cp.formats.judge_grids import POJ_3076, of_size, read_blocks_of_poj_3074, read_poj_3074
        from sudoku_cp.formats.source_lines import SourceLines, chain_streams

    lines = SourceLines(chain_streams(text, stdin), STDIN, first)
    if name == "poj3074":
        return _in_blocks("classic", read_poj_3074(lines), lambda: read_blocks_of_poj_3074(lines))
    if name == "leetcode37":
        from sudoku_cp.formats import leetcode37
        from sudoku_cp.formats.line import ORDER

        return _in_blocks("classic", of_size(9, leetcode37.read(lines, ORDER), "LeetCode 37"), None)
    return _in_blocks("hexadoku", POJ_3076.read(lines), lambda: POJ_3076.read_blocks(lines))


def _in_blocks(
    model: str, grids: Iterator[GridText], blocks: Callable[[], Blocks] | None
) -> Iterator[tuple[bytes, bytes | None]]:
    """Solve few grids one by one, and many in blocks; `blocks` reads those after the first `FEW`."""
    few, error = _first(FEW, grids)
    if 0 < len(few) < FEW:
        solver = _solver(few[0].size)
        for ranks in [bytes(grid.ranks) for grid in few]:
            yield ranks, solver.solve(ranks)
    elif few:
        from itertools import chain

        from sudoku_cp import models
        from sudoku_cp.formats.bulk import stack_grids
        from sudoku_cp.model.sudoku import single_grid
        from sudoku_cp.solving.registry import load_solver

        compiled = load_solver("exact-cover").compile(single_grid(models.load(model)))
        for block in chain(stack_grids(iter(few)), stack_grids(grids) if blocks is None else blocks()):
            batch = compiled.solve_many(block)
            solutions = batch.solutions.astype(block.dtype)
            for row, count in enumerate(batch.counts.tolist()):
                yield block[row].tobytes(), solutions[row].tobytes() if count else None
    if error is not None:
        raise error


def _first(most: int, grids: Iterator[GridText]) -> tuple[list[GridText], InputError | None]:
    """The first `most` grids, or those before an error with the error."""
    found: list[GridText] = []
    try:
        while len(found) < most and (grid := next(grids, None)) is not None:
            found.append(grid)
    except InputError as error:
        return found, error
    return found, None
