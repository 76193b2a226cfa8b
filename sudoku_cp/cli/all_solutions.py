"""``sudoku-cp solve --all``: write every solution of a puzzle as soon as it is found."""

from __future__ import annotations

from functools import partial
from itertools import islice
from time import monotonic
from typing import Any

from sudoku_cp.cli.drawing import caption, drawn, heading, solutions_in_words
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.records import SOLVED, Finding, finding, record
from sudoku_cp.cli.scores import target_score
from sudoku_cp.cli.session import Output, Session, compile_once
from sudoku_cp.model import Solution
from sudoku_cp.model.answers import Statistics
from sudoku_cp.model.limits import Limits


def list_solutions(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    """Write each solution at once; the output at the end has the count, and whether it is complete."""
    start, count, wanted = monotonic(), 0, session.options.limit
    compiled, limits = compile_once(session.options.solver, puzzle.model, limits, session.options.threads)
    target = target_score(session, compiled, puzzle.givens, limits)
    solutions = compiled.solutions(puzzle.givens, limits, target=target)
    for count, solution in enumerate(islice(solutions, wanted), 1):
        session.write(
            partial(_record, puzzle, count, solution),
            partial(puzzle.line_of, solution),
            partial(_text, session, puzzle, count, solution),
        )
    solutions.close()
    spent = Statistics(solutions.statistics.nodes, solutions.statistics.propagations, monotonic() - start)
    found = finding(solutions.status, count, wanted)
    return Output(
        found.code,
        partial(_last_record, puzzle, compiled.solver_name, found, count, spent),
        lambda: "",
        lambda: f"{heading(puzzle)}: {caption(solutions_in_words(count, found.exact), spent, compiled.solver_name)}",
    )


def _record(puzzle: Puzzle, number: int, solution: Solution) -> dict[str, Any]:
    objective = puzzle.model.objective
    return {
        "status": SOLVED,
        "number": number,
        "solution": puzzle.text_of(solution),
        "objective": None if objective is None else objective.value(solution),
        "source": puzzle.source,
        "line": puzzle.line,
    }


def _text(session: Session, puzzle: Puzzle, number: int, solution: Solution) -> str:
    return f"{drawn(session, puzzle, solution)}\nsolution {number:,}"


def _last_record(puzzle: Puzzle, solver: str, found: Finding, count: int, spent: Statistics) -> dict[str, Any]:
    return record(
        puzzle,
        status=found.status,
        verdict=found.verdict,
        solver=solver,
        exact=found.exact,
        count=count,
        statistics=spent,
    )
