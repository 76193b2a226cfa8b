"""What commands write: records as lines of JSON, lists, headings and captions, colours, and a progress line."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, TextIO

from sudoku_cp._base.errors import InputError, unknown
from sudoku_cp._base.text import counted, in_one_line, with_json_escapes
from sudoku_cp._base.version import __version__
from sudoku_cp.cli.process import ExitCode, notify, show
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.model.answers import Result, Statistics, Status

SOLVED = Status.SOLVED.value


def record(
    puzzle: Puzzle,
    *,
    status: str,
    verdict: str,
    solver: str,
    exact: bool,
    solution: Any = None,
    count: int | None = None,
    objective: int | None = None,
    bound: int | None = None,
    statistics: Statistics | None,
    **further: Any,
) -> dict[str, Any]:
    """The record of one puzzle, with its keys in the order of the output; without statistics it says no times."""
    cost = {}
    if statistics is not None:
        cost = {
            "nodes": statistics.nodes,
            "propagations": statistics.propagations,
            "ms": round(statistics.seconds * 1000, 3),
        }
    return {
        "status": status,
        "verdict": verdict,
        "solution": None if solution is None else puzzle.text_of(solution),
        **puzzle.found_in(solution),
        "count": count,
        "exact": exact,
        "objective": objective,
        "bound": bound,
        **cost,
        "solver": solver,
        "source": puzzle.source,
        "line": puzzle.line,
        "version": __version__,
        **({"notes": list(puzzle.notes)} if puzzle.notes else {}),
        **further,
    }


def json_line(data: dict[str, Any]) -> str:
    """A record on one line."""
    text = json.dumps(data, ensure_ascii=not knows_unicode(sys.stdout), separators=(",", ":"))
    return with_json_escapes(text)


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of a search for solutions."""

    status: str
    """As `Status`, but ``solved`` if the requested number of solutions was found."""
    verdict: str
    code: ExitCode
    exact: bool


def finding(status: Status, count: int, limit: int | None) -> Finding:
    """Interpret a number of solutions.

    Parameters
    ----------
    limit
        The requested number of solutions; None for all.
    """
    exact = status in (Status.COMPLETE, Status.INFEASIBLE)
    if status is Status.INFEASIBLE:
        return Finding(status.value, "none", ExitCode.NONE, exact)
    verdict = "several" if count > 1 else ("unique" if exact else ("solvable" if count else "unknown"))
    if not exact and limit is not None and count >= limit:
        return Finding(SOLVED, verdict, ExitCode.ANSWERED, exact)
    return Finding(status.value, verdict, ExitCode.ANSWERED if exact else ExitCode.UNKNOWN, exact)


def exactness(exact: bool) -> str:
    """What ``--exact`` says of a number."""
    return "exactly" if exact else "at least"


def best_finding(result: Result) -> Finding:
    """Interpret the result of a search for the best solution."""
    if result.status is Status.INFEASIBLE:
        return Finding(result.status.value, "none", ExitCode.NONE, exact=True)
    if result.status is Status.OPTIMAL:
        return Finding(result.status.value, "best", ExitCode.ANSWERED, exact=True)
    verdict = "unknown" if result.solution is None else "solvable"
    return Finding(result.status.value, verdict, ExitCode.UNKNOWN, exact=False)


def write_table(chosen: str | None, rows: Iterable[Mapping[str, str]], only: str | None = None) -> ExitCode:
    """Write rows with a kind, name and text: as JSON lines, bare names, or names with indented text.

    Parameters
    ----------
    only
        The first word of the names to write; None for all.

    Raises
    ------
    InputError
        If no name begins so.
    """
    every = list(rows)
    names = [next(iter(row.values())).split()[0] for row in every]
    if only is not None and only not in names:
        raise InputError(unknown(" or ".join(dict.fromkeys(next(iter(row)) for row in every)), only, names))
    for row in (row for row, name in zip(every, names, strict=True) if only in (None, name)):
        name, text = list(row.values())
        match chosen or ("text" if sys.stdout.isatty() else "jsonl"):
            case "jsonl":
                show(json_line(dict(row)))
            case "line":
                show(name)
            case _:
                show("\n".join([name, *(f"    {line}".rstrip() for line in text.splitlines())]))
    return ExitCode.ANSWERED


def heading(puzzle: Puzzle) -> str:
    """The place of the puzzle, and its name unless the place contains it."""
    name, source = in_one_line(puzzle.model.name), in_one_line(puzzle.source)
    return f"{source}:{puzzle.line}" + (f": {name}" if name != source else "")


def caption(words: str, statistics: Statistics, solver: str) -> str:
    """The result with its search statistics."""
    return f"{words} ({solver}, {statistics})"


def solutions_in_words(count: int, exact: bool, what: str = "solution") -> str:
    """A number of solutions, or of other things, in words.

    >>> solutions_in_words(1, True), solutions_in_words(1000, False)
    ('1 solution', 'at least 1,000 solutions')
    """
    return f"{'' if exact else 'at least '}{count:,} {what}{'' if count == 1 else 's'}"


def wants_colour(choice: str, stream: TextIO) -> bool:
    """Decide ``--color auto|always|never``; auto heeds ``NO_COLOR``, then ``FORCE_COLOR``, then ``TERM=dumb``."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def knows_unicode(stream: TextIO) -> bool:
    """Return whether the stream's encoding has box-drawing characters."""
    try:
        "┼".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


_INTERVAL = 0.2
_DELAY = 1.0
"""The delay before the first progress in seconds, so that short runs show nothing."""


class ProgressLine:
    """A line that is redrawn with each update, and erased before anything else is written.

    Parameters
    ----------
    shown
        Whether to show progress at all.
    """

    def __init__(self, shown: bool) -> None:
        self._shown = shown
        self._start = monotonic()
        self._drawn = self._start
        self._visible = False
        self._waits = False

    def update(self, text: str) -> None:
        """Show the text, unless the last update was a moment ago."""
        now = monotonic()
        if self._shown and now - self._start > _DELAY and now - self._drawn > _INTERVAL:
            self._draw(text)

    def wait_for(self, what: str | None) -> None:
        """Show what the run waits for, if anything: at once, and where no progress is shown, as a message."""
        if what is not None and self._waits:
            self.update(f"waiting for {what}")
        elif what is not None and self._shown:
            self._draw(f"waiting for {what}")
        elif what is not None:
            notify(f"waiting for {what}")
        self._waits = what is not None

    def puzzles(self, count: int) -> None:
        """Show the number of puzzles that are done."""
        seconds = monotonic() - self._start
        self.update(f"{counted(count, 'puzzle')}, {count / max(seconds, 1e-9):,.0f} a second")

    def wipe(self) -> None:
        """Erase the line."""
        if self._visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._visible = False

    def _draw(self, text: str) -> None:
        sys.stderr.write(f"\r{in_one_line(text, 79)}\x1b[K")
        sys.stderr.flush()
        self._drawn = monotonic()
        self._visible = True
