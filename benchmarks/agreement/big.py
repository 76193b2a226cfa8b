"""16×16, 25×25 and quasigroups: each puzzle in both solvers, with a time limit for every question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from benchmarks.agreement.settings import Check, Settings
from benchmarks.agreement.tally import Tally
from benchmarks.data import ranks_of, rows
from sudoku_cp import Cell, Model, Sudoku
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"

COUNTS = {"unique": 1, "multiple": 2, "infeasible": 0}
"""The number of solutions found in a search for two."""


def _sudokus(size: int, files: Sequence[str], settings: Settings, tally: Tally) -> None:
    sudoku = Sudoku(size)
    both = {name: load_solver(name).compile(sudoku) for name in ("exact-cover", "cp-sat")}
    for file in files:
        for name, text, solution, *further in rows(settings.data / "big" / f"{file}.tsv"):
            givens = _givens(sudoku, ranks_of(text, LETTERS[:size]))
            answers = {solver: compiled.count(2, givens, settings.limits) for solver, compiled in both.items()}
            check = further[0] if further else "unique"
            known = ranks_of(solution, LETTERS[:size]) if check == "unique" else None
            tally.judge(name, _is_right(answers["exact-cover"], COUNTS.get(check), known), answers["exact-cover"])
            tally.compare(name, _is_right(answers["cp-sat"], COUNTS.get(check), known), answers["cp-sat"])


def _is_right(answer: Result, count: int | None, solution: Sequence[int] | None) -> bool | None:
    """Compare with the known answer; None if the search did not end and has found nothing wrong."""
    values = None if answer.solution is None else list(answer.solution.values_in_order)
    if count is not None and (answer.count > count or (answer.exact and answer.count < count)):
        return False
    if solution is not None and values is not None and values != solution:
        return False
    return True if answer.exact or answer.count == 2 else None


def _latin(file: str, settings: Settings, tally: Tally) -> None:
    """Latin squares, solvable or not."""
    by_size: dict[int, dict[str, LoweredModel]] = {}
    for name, order, _, check, cells in rows(settings.data / "big" / f"{file}.tsv"):
        size = int(order)
        if size not in by_size:
            latin = Sudoku(size, regions=())
            by_size[size] = {solver: load_solver(solver).compile(latin) for solver in ("exact-cover", "cp-sat")}
        answers = {
            solver: _solvable(
                compiled, _givens(compiled.model, [int(value) for value in cells.split()]), settings.limits
            )
            for solver, compiled in by_size[size].items()
        }
        known = {"sat": True, "unsat": False}.get(check)
        ours, theirs = answers["exact-cover"], answers["cp-sat"]
        if known is None:
            known = ours if theirs is None else theirs
        tally.judge(name, None if ours is None else ours is known, f"solvable: {ours}")
        tally.compare(name, None if theirs is None else theirs is known, f"solvable: {theirs}")


def _solvable(compiled: LoweredModel, givens: dict[Cell, int], limits: Limits) -> bool | None:
    answer = compiled.solve(givens, limits)
    if answer.solution is not None:
        return True
    return False if answer.status is Status.INFEASIBLE else None


def _givens(model: Model, ranks: Sequence[int]) -> dict[Cell, int]:
    return {cell: rank for cell, rank in zip(model.cells, ranks, strict=True) if rank}


CHECKS: Mapping[str, Check] = {
    "gecode16": partial(_sudokus, 16, ["gecode_sudoku_16x16"]),
    "janko16": partial(_sudokus, 16, ["puzzlekit_janko_16x16"]),
    "sgt16": partial(_sudokus, 16, ["sgt_16x16"]),
    "amtal16": partial(_sudokus, 16, ["amtal_16test", "amtal_16test2"]),
    "sgt25": partial(_sudokus, 25, ["sgt_25x25"]),
    "hakank25": partial(_sudokus, 25, ["hakank_25x25_250", "hakank_25x25_378"]),
    "gecode25": partial(_sudokus, 25, ["gecode_sudoku_25x25"]),
    "qcp": partial(_latin, "qcp_minizinc"),
    "qwh30": partial(_latin, "qwh_order30"),
}
