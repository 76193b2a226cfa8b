"""The answer of an external solver about a puzzle, and reading it from output as this arrives.

Answers are on lines, in JSON, or grids over several lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sudoku_cp.formats.judge_grids import JUDGE_GRIDS
from sudoku_cp.formats.line import ORDER
from sudoku_cp.model import Sudoku

SHOWN = 60
"""The number of characters of a solver's output that messages show."""

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ParsedAnswer:
    """The answer to one puzzle, or a part of it; an empty one carries no information."""

    solutions: tuple[Values, ...] = ()
    """The values of each solution, in the order of the model's cells."""
    number: int | None = None
    """The number of solutions; for a scored puzzle the best value."""
    at_least: bool = False
    """Whether there may be more than the number."""
    denied: bool = False
    """Whether it states that there is no solution."""
    gave_up: bool = False
    """Whether it states that the answer is unknown."""
    unclear: str = ""
    """Output that is not an answer."""
    surplus: str = ""
    """A further answer after the answer."""
    text: str = ""
    """The output, if it is not a solution."""
    failed: str = ""
    """The reason why the answer is missing or incomplete."""
    late: bool = False
    """Whether it is missing because the solver took too long."""
    whole: bool = False
    """Whether no further answer about the puzzle follows."""

    @property
    def understood(self) -> bool:
        """Whether it answers anything about a puzzle."""
        return bool(self.solutions or self.denied or self.gave_up or self.failed) or self.number is not None

    def __str__(self) -> str:
        return repr(self.text) if self.text else "nothing"


NOTHING = ParsedAnswer()
"""The answer of a solver that wrote nothing."""


def join(answers: Sequence[ParsedAnswer]) -> ParsedAnswer:
    """Join all answers about one puzzle: any number of solutions, or one answer of another kind."""
    if not answers:
        return NOTHING
    solutions = [answer for answer in answers if answer.solutions]
    others = [answer for answer in answers if answer.understood and not answer.solutions]
    beside = others if solutions else others[1:]
    return replace(
        next(iter(solutions or others), NOTHING),
        solutions=tuple(solution for answer in answers for solution in answer.solutions),
        unclear=_first(answer.unclear for answer in answers),
        surplus=_first(answer.surplus for answer in answers) or _first(answer.text for answer in beside),
        text=" ".join(answer.text for answer in answers if answer.text)[:SHOWN],
        failed=_first(answer.failed for answer in answers),
        late=any(answer.late for answer in answers),
    )


def _first(texts: Iterable[str]) -> str:
    return next(filter(None, texts), "")


FIXED_SYMBOLS = {"poj3074": ORDER} | {each.format.name: each.symbols for each in JUDGE_GRIDS}
"""The symbols of forms that define their own."""

_NUMBER = re.compile(r"[+-]?\d{1,13}")
"""The largest number of digits in a count or score; more digits are part of a grid."""

_DENIAL = re.compile(
    r"-+|none|null|nil|no|false|(s )?unsat(isfiable)?|unsolvable|infeasible|impossible|inconsistent|invalid"
    r"|contradiction|((there )?(is|has) )?no (valid )?(solution|answer)s?( found| exists?)?"
    r"|(not solvable|cannot be solved|can't be solved)"
)
_BESIDE = re.compile(
    r"[#(]?\d+(\.\d+)?(e[+-]?\d+)?[.)]?(s|ms|us|µs|ns)?|s|ms|us|µs|ns|seconds?|solution|answer|v|-+>|=+>?|\|"
)
"""What may stand beside a solution on its line: a number, as of the puzzle or for a time, with its unit; a heading."""

_GIVING_UP = re.compile(r"(s )?unknown|time ?out|timed out|limit|gave up|giving up")
_OPEN = frozenset(".0-_?*")
_BARS = dict.fromkeys(map(ord, "|│┃║ \t,"))
_RULE = re.compile(r"[-+|=─━│┃┏┓┗┛┣┫┳┻╋┼├┤┬┴═║╔╗╚╝╠╣╦╩╬ ]{3,}")

OPEN_GRID = "a grid with open cells"


class AnswerReader:
    """Turns bytes into answers, in sequence for several puzzles.

    Parameters
    ----------
    board
        The board of the puzzles.
    symbols
        The characters of its digits, in ascending order.
    form
        The form in which the solver was asked.
    """

    def __init__(self, board: Sudoku, symbols: str, form: str) -> None:
        self._board = board
        self._value = dict(zip(FIXED_SYMBOLS.get(form, symbols), board.digits, strict=False))
        self._rows_expected = form not in ("line", "poj3074", "json")
        self._partial = b""
        self._rows: list[str] = []
        self._brackets = ""
        self.blank_lines = 0
        """The number of blank lines after the last other one."""

    def feed(self, data: bytes) -> Iterator[ParsedAnswer]:
        """The answers that these bytes complete."""
        *lines, self._partial = (self._partial + data).split(b"\n")
        for line in lines:
            text = line.decode(errors="replace").strip()
            self.blank_lines = 0 if text else self.blank_lines + 1
            yield from self._line(text)

    def close(self) -> Iterator[ParsedAnswer]:
        """The answers in the remaining bytes."""
        yield from self._line(self._partial.decode(errors="replace").strip())
        self._partial = b""
        yield from self._leave_rows()
        if self._brackets:
            yield _unclear(self._brackets)
            self._brackets = ""

    def _line(self, line: str) -> Iterator[ParsedAnswer]:
        if self._brackets or line.startswith("["):
            yield from self._array(line)
        elif not line:
            yield from self._leave_rows()
        elif (answer := self._of_line(line)) is not None:
            yield from self._leave_rows()
            yield answer
        elif self._is_row(line):
            self._rows.append(line)
            if len(self._rows) == self._board.height:
                text, self._rows = "".join(row.translate(_BARS) for row in self._rows), []
                yield self._of_grid(text)
        elif not _RULE.fullmatch(line):
            yield from self._leave_rows()
            yield _of_number(line)

    def _of_line(self, line: str) -> ParsedAnswer | None:
        """The answer that a line forms by itself; None if it may be a row of a grid, a number or unknown text."""
        if line.startswith("{"):
            return self._of_record(line)
        parts = [part for part in re.split(r"[\s,;:]+", line) if part]
        if grids := [part for part in parts if self._is_grid(part)]:
            return self._of_grids(line, grids, [part for part in parts if not self._is_grid(part)])
        words = line.lower().rstrip(".!")
        if _DENIAL.fullmatch(words):
            return ParsedAnswer(denied=True, text=line[:SHOWN])
        return ParsedAnswer(gave_up=True, text=line[:SHOWN]) if _GIVING_UP.fullmatch(words) else None

    def _is_grid(self, word: str) -> bool:
        return len(word) == len(self._board.grid) and all(mark in self._value or mark in _OPEN for mark in word)

    def _open_cells(self, word: str) -> int:
        return sum(mark not in self._value for mark in word)

    def _of_grid(self, word: str) -> ParsedAnswer:
        """Read a grid; one with open cells means that there is no solution."""
        if self._open_cells(word):
            return ParsedAnswer(denied=True, text=OPEN_GRID)
        return ParsedAnswer((tuple(self._value[mark] for mark in word),))

    def _of_grids(self, line: str, grids: Sequence[str], beside: Sequence[str]) -> ParsedAnswer:
        """Read a line with grids: the puzzle and its solution, or one of them, and what may stand beside them."""
        solved = list(dict.fromkeys(word for word in grids if not self._open_cells(word)))
        words = " ".join(beside).lower().rstrip(".!")
        if all(map(_BESIDE.fullmatch, words.split())) and len(solved) < 2:
            return self._of_grid((solved or grids)[0])
        if not solved and _DENIAL.fullmatch(words):
            return ParsedAnswer(denied=True, text=line[:SHOWN])
        if not solved and _GIVING_UP.fullmatch(words):
            return ParsedAnswer(gave_up=True, text=line[:SHOWN])
        return _unclear(line)

    def _is_row(self, line: str) -> bool:
        """Whether a line is a row of a grid; a line of digits, which may be a number, is one only if they differ."""
        marks = line.translate(_BARS)
        if len(marks) != self._board.width or not all(mark in self._value or mark in _OPEN for mark in marks):
            return False
        return self._rows_expected or not line.isdigit() or len(set(line)) == len(line)

    def _leave_rows(self) -> Iterator[ParsedAnswer]:
        """Handle rows that do not form a grid: a single one may be a number, others are not understood."""
        rows, self._rows = self._rows, []
        if len(rows) == 1 and not self._rows_expected:
            yield _of_number(rows[0])
        elif rows:
            yield _unclear(f"{len(rows)} of {self._board.height} rows: {rows[0]}")

    def _array(self, line: str) -> Iterator[ParsedAnswer]:
        """Read a board as a JSON array, on one line or several."""
        self._brackets += line
        if self._brackets.count("[") > self._brackets.count("]") and len(self._brackets) < 100 * len(self._board.grid):
            return
        text, self._brackets = self._brackets, ""
        try:
            solution = self._of_array(json.loads(text))
        except ValueError:
            solution = None
        yield _unclear(text) if solution is None else solution

    def _of_array(self, array: Any) -> ParsedAnswer | None:
        """The grid in an array of symbols or digits; None if it is not a grid."""
        flat: list[Any] = [array] if isinstance(array, str) else list(_flat(array))
        if all(isinstance(value, str) for value in flat):
            word = "".join(flat)
            return self._of_grid(word) if self._is_grid(word) else None
        if len(flat) != len(self._board.grid) or not all(type(value) is int for value in flat):
            return None
        return ParsedAnswer((tuple(flat),))

    def _of_record(self, line: str) -> ParsedAnswer:
        """Read an object with ``solution``, ``solutions``, ``count`` or ``objective``, as our commands write them."""
        try:
            record: dict[str, Any] = json.loads(line)
        except ValueError:
            return _unclear(line)
        listed = record.get("solutions")
        given = listed if isinstance(listed, list) and listed else [record.get("solution")]
        grids = [self._of_array(grid) for grid in given if grid]
        if any(grid is None for grid in grids):
            return _unclear(line)
        solutions = tuple(solution for grid in grids if grid is not None for solution in grid.solutions)
        number = record.get("objective" if self._board.objective is not None else "count")
        status = str(record.get("status", "")).lower()
        gave_up = not solutions and bool(_GIVING_UP.fullmatch(status))
        denied = not solutions and not gave_up and (bool(_DENIAL.fullmatch(status)) or _says_none(record))
        answer = ParsedAnswer(
            solutions,
            number if type(number) is int and not gave_up else None,
            at_least=record.get("exact") is False,
            denied=denied,
            gave_up=gave_up,
            text="" if solutions else line[:SHOWN],
        )
        return answer if answer.understood else _unclear(line)


def _says_none(record: dict[str, Any]) -> bool:
    """Whether a record has a key for a solution without one."""
    return any(key in record and not record[key] for key in ("solution", "solutions"))


def _of_number(line: str) -> ParsedAnswer:
    if _NUMBER.fullmatch(line):
        return ParsedAnswer(number=int(line), text=line)
    return _unclear(line)


def _unclear(text: str) -> ParsedAnswer:
    return ParsedAnswer(unclear=text[:SHOWN], text=text[:SHOWN])


def _flat(array: Any) -> Iterable[Any]:
    return (value for part in array for value in _flat(part)) if isinstance(array, list) else (array,)


def read_answers(text: str, board: Sudoku, symbols: str, form: str) -> Sequence[ParsedAnswer]:
    """All the answers in a text.

    Parameters
    ----------
    text
        The output of a solver.
    board, symbols, form
        See `AnswerReader`.

    Returns
    -------
    list
        An answer for each puzzle, in order.
    """
    reader = AnswerReader(board, symbols, form)
    return [*reader.feed(text.encode()), *reader.close()]
