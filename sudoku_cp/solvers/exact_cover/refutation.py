"""What proofs take from the engine: refutations by clause learning, and the prices by which it bounds scores.

A literal is an even number, or the next number for its negation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sudoku_cp import _native
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Solution, UnsoundAnswerError
from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover, Poll, has_wide_cells
from sudoku_cp.solvers.exact_cover.lowering import lower

WORD_BITS = 64
"""The number of values that a variable of the engine has room for."""

Clauses = list[list[int]]


class RefutationStoppedError(Exception):
    """Raised if a refutation reaches a limit."""


def learned_clauses(
    compiled: CompiledExactCover,
    givens: Givens,
    known: Sequence[Solution],
    literals: Sequence[Mapping[int, int]],
    seconds: float | None,
    poll: Poll | None,
) -> Clauses | None:
    """Learn clauses until they refute all solutions but the known ones.

    Parameters
    ----------
    literals
        For each cell the literal of each value.

    Returns
    -------
    list[list[int]] | None
        The clauses in the order in which they were learned: each follows from the constraints and the clauses before
        it, by unit propagation if that forces all that the propagators of the engine remove. None if there is a score,
        or cells are digits to the engine, or propagation alone refutes the model.

    Raises
    ------
    RefutationStoppedError
        If a limit is reached.
    UnsoundAnswerError
        If there is another solution.
    """
    if has_wide_cells(compiled.model):
        return None
    problem = lower(compiled.model, clausal=True)
    if not _native.can_refute(problem):
        return None
    rows = [solution.values_in_order for solution in known]
    fixed = [(cell.index, value) for cell, value in givens.items()]
    clauses, ending = _native.refute(problem, fixed, rows, seconds, poll)
    if ending == "stopped":
        raise RefutationStoppedError
    if ending == "solution":
        raise UnsoundAnswerError(f"{compiled.solver_name}: there is a solution that the search has lost")
    translated = {
        2 * (WORD_BITS * cell + place) + sign: by_value[value] ^ sign
        for cell, (table, by_value) in enumerate(zip(problem.tables, literals, strict=True))
        for place, value in enumerate(table)
        if value in by_value
        for sign in (0, 1)
    }
    return [[translated[literal] for literal in clause] for clause in clauses]


def last_uses(
    variables: int,
    sums: Sequence[tuple[Sequence[tuple[int, int]], int]],
    clauses: Clauses,
    seconds: float | None,
    poll: Poll | None,
) -> list[int] | None:
    """Find the sums and clauses that a refutation needs, and how long it needs each of them.

    Parameters
    ----------
    variables
        The number of variables of the formula.
    sums
        The sums of the formula, each with the bound that it must reach: weights, which are positive, and literals.
    clauses
        The refutation: each clause follows by unit propagation from the sums and the clauses before it, and together
        they are a contradiction.

    Returns
    -------
    list[int] | None
        For each sum and then each clause the number of the last clause that follows by it, counted from the first
        clause: the number of clauses for the contradiction, and -1 if nothing follows by it. None if some clause
        does not follow.

    Raises
    ------
    RefutationStoppedError
        If a limit is reached.
    """
    uses, ending = _native.trim(variables, sums, clauses, seconds, poll)
    if ending == "stopped":
        raise RefutationStoppedError
    return uses if ending == "trimmed" else None


SCALE = 1024
"""The number of parts of prices in a unit of cost."""

Prices = Mapping[tuple[frozenset[int], int], int]
"""The extra cost of a value by house (its cells) and value, in parts; negative costs are rewards."""


def prices_at_root(compiled: CompiledExactCover, target: int, givens: Givens) -> Prices:
    """The prices that bound the scores at the root of the search; empty if there are none.

    Parameters
    ----------
    target
        The score to exclude, together with all better scores.
    """
    solver = compiled.solver_reaching(target, givens)
    solver.take(1, nodes=0)
    rewards = solver.multipliers
    if not any(rewards):
        return {}
    problem = compiled.problem
    width = max(map(len, problem.tables))
    return {
        (frozenset(house), value): -rewards[number * width + place]
        for number, house in enumerate(problem.houses)
        for place, value in enumerate(problem.tables[house[0]])
    }
