"""The answers to many puzzles as text: the same records and lines as for single puzzles, made from arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.records import finding, json_line, record
from sudoku_cp.model.answers import Statistics, Status

if TYPE_CHECKING:
    from sudoku_cp.model.batches import Batch

_GAP = "\ue000"
"""A placeholder in a record for the parts that differ between puzzles; it occurs nowhere else."""


def counts_text(batch: Batch) -> bytes:
    """One number of solutions on each line, with ``+`` if there may be more."""
    exact = batch.exact.tolist()
    lines = [f"{count}\n" if exact[puzzle] else f"{count}+\n" for puzzle, count in enumerate(batch.counts.tolist())]
    return "".join(lines).encode()


def solutions_text(batch: Batch, puzzle: Puzzle) -> bytes:
    """The first solution of each puzzle on a line of its own; the empty grid if there is none.

    Parameters
    ----------
    puzzle
        One of the puzzles, which share model and symbols.
    """
    from sudoku_cp.formats.bulk import format_lines
    from sudoku_cp.formats.bulk_cells import ranks_of_values

    return format_lines(ranks_of_values(puzzle.model, batch.solutions), puzzle.symbols)


def records_text(batch: Batch, puzzle: Puzzle, first_line: int, limit: int) -> bytes:
    """The record of each puzzle on a line of its own, with mean milliseconds and without propagations."""
    cells = len(puzzle.model.grid)
    solutions = solutions_text(batch, puzzle).decode()
    seconds = batch.seconds / max(len(batch.counts), 1)
    templates: dict[tuple[int, bool], list[str]] = {}
    lines = []
    answers = zip(batch.counts.tolist(), batch.exact.tolist(), batch.nodes.tolist(), strict=True)
    for number, (count, exact, nodes) in enumerate(answers):
        kind = (count, exact)
        if kind not in templates:
            templates[kind] = _template(puzzle, count, exact, limit, seconds)
        before, between, later, after = templates[kind]
        solution = f'"{solutions[number * (cells + 1) : number * (cells + 1) + cells]}"' if count else "null"
        lines.append(f"{before}{solution}{between}{nodes}{later}{first_line + number}{after}\n")
    return "".join(lines).encode()


def _template(puzzle: Puzzle, count: int, exact: bool, limit: int, seconds: float) -> list[str]:
    """The parts of the record around solution, nodes and line."""
    found = finding(status_of(count, exact), count, limit)
    data = record(
        puzzle,
        status=found.status,
        verdict=found.verdict,
        solver="exact-cover",
        exact=found.exact,
        count=count,
        statistics=Statistics(seconds=seconds),
    )
    data.update(solution=_GAP, nodes=_GAP, line=_GAP, propagations=None)
    return json_line(data).split(f'"{_GAP}"')


def status_of(count: int, exact: bool) -> Status:
    """The finding of a search with a number of solutions."""
    return Status.LIMIT if not exact else Status.COMPLETE if count else Status.INFEASIBLE
