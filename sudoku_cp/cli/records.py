"""The records that commands write as lines of JSON, one object for each puzzle."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

from sudoku_cp._base.text import with_json_escapes
from sudoku_cp._base.version import __version__
from sudoku_cp.cli.colour import knows_unicode
from sudoku_cp.cli.exit_codes import ExitCode
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


def best_finding(result: Result) -> Finding:
    """Interpret the result of a search for the best solution."""
    if result.status is Status.INFEASIBLE:
        return Finding(result.status.value, "none", ExitCode.NONE, exact=True)
    if result.status is Status.OPTIMAL:
        return Finding(result.status.value, "best", ExitCode.ANSWERED, exact=True)
    verdict = "unknown" if result.solution is None else "solvable"
    return Finding(result.status.value, verdict, ExitCode.UNKNOWN, exact=False)
