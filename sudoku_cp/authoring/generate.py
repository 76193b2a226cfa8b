"""New puzzles of a model, each proved to have one solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Unpack

from sudoku_cp._base.arguments import by_name, checked, each, integer, pair, real, text, truth
from sudoku_cp.authoring.attempts import Attempts, Generated
from sudoku_cp.authoring.clue_stock import drawable_rule
from sudoku_cp.authoring.difficulty import Difficulty
from sudoku_cp.authoring.lockstep import NODES, Lockstep
from sudoku_cp.authoring.symmetry import orbits
from sudoku_cp.authoring.wishes import refuse_impossible, wishes_of
from sudoku_cp.formats import as_model
from sudoku_cp.model import Board, ModelError
from sudoku_cp.model.answers import Status
from sudoku_cp.model.compiled import DEFAULT_SOLVER
from sudoku_cp.model.limits import AnyLimits, Limits, limits_of
from sudoku_cp.rating.classic import require_classic
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.uncompiled import compiled_in_time

__all__ = ["Generated", "generate"]

FIRST_SOLUTIONS = 8
"""The number of solutions in which the digits are tried to determine regions to be found."""


@checked(
    seed=integer,
    symmetry=each(text, "a list of names"),
    givens=pair(integer, "two integers"),
    pattern=text,
    minimal=truth,
    clues=by_name(integer, "numbers of clues by the names of rules"),
    rating=pair(real, "two numbers"),
    technique=text,
    threads=integer,
)
def generate(
    puzzle: Board | str | Path,
    *,
    seed: int = 0,
    symmetry: Iterable[str] = (),
    givens: tuple[int, int] | None = None,
    pattern: str | None = None,
    minimal: bool = False,
    clues: Mapping[str, int] | None = None,
    rating: tuple[float, float] | None = None,
    technique: str | None = None,
    threads: int = 1,
    solver: str = DEFAULT_SOLVER,
    **limits: Unpack[AnyLimits],
) -> Iterator[Generated]:
    """Generate puzzles without end: random solutions, from which givens are taken away while there is one solution.

    Without a number of givens or a pattern, givens are taken away as long as possible. The solutions are random, but
    not uniformly so. The same seed gives the same puzzles on any number of threads. A puzzle that has one solution
    already gives one new puzzle at most, unless it gets new clues.

    Parameters
    ----------
    puzzle
        A board, or a puzzle as for `sudoku_cp.solve`; its clues and its givens are in every new puzzle.
    seed
        The seed, at least 0.
    symmetry
        Symmetries of the pattern of givens: ``rot180``, ``rot90``, ``horizontal``, ``vertical``, ``diagonal``,
        ``antidiagonal``.
    givens
        The least and the largest number of givens.
    pattern
        The cells that are given: a character for each cell, ``.`` or ``0`` for open ones; white space is ignored.
    minimal
        Whether each given must be needed.
    clues
        How many new clues of which rules every puzzle has, such as ``{"killer": 12}``: they are drawn at random by the
        types of the rule's parameters, and the solution satisfies them.
    rating
        The least and the largest rating of a classic puzzle on Sudoku Explainer's scale (see `sudoku_cp.rating`).
    technique
        The technique of the hardest step of a classic puzzle: one of `sudoku_cp.rating.technique_names`, or one of
        `sudoku_cp.human.techniques.TECHNIQUES` that those lack, in the order of HoDoKu's points.
    threads
        The number of threads.
    solver
        The name of the solver.
    **limits
        When to stop early: ``limits``, or ``seconds``, ``cancel``, ``on_progress``, whose ``attempts`` is the number of
        finished attempts, and ``count`` that of the puzzles.

    Yields
    ------
    Generated
        The puzzles, until a limit comes.

    Raises
    ------
    ModelError
        If the wishes contradict each other or the board, the board has no solution, the new clues do not fit, or the
        board has regions to be found that its digits do not determine.

    >>> from itertools import islice
    >>> from sudoku_cp import Sudoku
    >>> [len(each.givens) for each in islice(generate(Sudoku(4), seed=1, givens=(4, 5)), 5)]
    [5, 5, 5, 5, 4]
    """
    puzzle = as_model(puzzle)
    if not isinstance(puzzle, Board):
        raise ModelError(f"puzzles are generated on a board, not on a {type(puzzle).__name__}")
    if seed < 0:
        raise ModelError(f"a seed must be at least 0, not {seed}")
    wanted = replace(
        wishes_of(puzzle, tuple(symmetry), givens, pattern, minimal),
        clues=tuple((drawable_rule(name), number) for name, number in (clues or {}).items()),
    )
    if rating is not None or technique is not None:
        wanted = replace(wanted, difficulty=Difficulty(rating, technique))
        if wanted.clues:
            raise ModelError("puzzles with new clues have no rating")
        require_classic(puzzle)
    refuse_impossible(puzzle, wanted)
    groups = orbits(puzzle, wanted.symmetry)
    bounds, _ = limits_of("generate", None, limits)
    compiled, bounds = compiled_in_time(load_solver(solver), puzzle.with_objective(None), bounds)
    solutions = compiled.count(2, limits=bounds)
    if solutions.status is Status.INFEASIBLE:
        raise ModelError(f"{puzzle.name} has no solution")
    if puzzle.region_of and not _determine_regions(puzzle, compiled, bounds):
        raise ModelError(
            f"{puzzle.name} has regions to be found, which even all digits leave open, and generate draws givens only: "
            "begin with a puzzle that has clues about its regions, such as region_border or region_view"
        )
    lockstep = Lockstep(puzzle, compiled, dict(puzzle.givens), threads, bounds, monotonic())
    attempts = 1 if solutions.count == 1 and solutions.exact and not wanted.clues else None
    return Attempts(puzzle, lockstep, seed, wanted, attempts).run(groups)


def _determine_regions(puzzle: Board, compiled: LoweredModel, limits: Limits) -> bool:
    """Whether the digits of one of the first solutions leave no choice of the regions."""
    limits = replace(limits, nodes=NODES)
    for solution in islice(compiled.solutions(puzzle.givens, limits), FIRST_SOLUTIONS):
        result = compiled.count(2, {cell: solution[cell] for cell in puzzle.grid}, limits)
        if result.count == 1 and result.exact:
            return True
    return False
