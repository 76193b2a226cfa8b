"""Refutations whose steps are clauses that the engine has learned.

The engine learns faster than `refuter` does, and learns more clauses than are needed. Trimming, which starts from the
contradiction, leaves those that it follows by, and says when each of them can be deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sudoku_cp.kernel import AllDifferent, Automaton, Product, Table, Tables
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Solution
from sudoku_cp.proofs.encoding import Encoding
from sudoku_cp.proofs.log import ProofLog
from sudoku_cp.proofs.refuter import permutations
from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover, Poll
from sudoku_cp.solvers.exact_cover.refutation import last_uses, learned_clauses

CLAUSAL = (AllDifferent, Automaton, Product, Table, Tables)
"""The kinds of constraints whose formula forces, by unit propagation, all that the engine's propagators remove.

That of a sum does not: unit propagation ignores that a cell has only one of its values.
"""

LARGEST_SUM = 1 << 62
"""The largest weight in total, and the largest bound, of a sum that the engine trims with."""


class LearnedRefutation:
    """A refutation by learned clauses.

    Parameters
    ----------
    encoding
        The encoding of the formula.
    log
        The log of the steps.
    """

    def __init__(self, encoding: Encoding, log: ProofLog) -> None:
        self._encoding = encoding
        self._log = log

    def refute(
        self,
        compiled: CompiledExactCover,
        givens: Givens,
        known: Sequence[Solution],
        denials: Sequence[list[int]],
        seconds: Callable[[], float | None],
        poll: Poll | None,
    ) -> int | None:
        """Derive a contradiction.

        Parameters
        ----------
        known
            The solutions that are logged.
        denials
            For each known solution the clause of the proof that excludes it.
        seconds
            Returns the time that is left.

        Returns
        -------
        int | None
            The number of the contradiction. None, and nothing is logged, if clauses of the engine need not follow.

        Raises
        ------
        RefutationStoppedError
            If a limit is reached.
        UnsoundAnswerError
            If there is another solution.
        """
        if any(type(constraint) not in CLAUSAL for constraint in compiled.model.constraints):
            return None
        formula = self._encoding.formula
        sums = [(constraint.terms, constraint.bound) for constraint in formula.constraints.values()]
        if any(max(abs(bound), sum(weight for weight, _ in terms)) > LARGEST_SUM for terms, bound in sums):
            return None
        clauses = learned_clauses(compiled, givens, known, self._encoding.literals, seconds(), poll)
        if clauses is None:
            return None
        placings = permutations(self._encoding)
        derived = [*denials, *(placing.literals for placing in placings)]
        sums += [(tuple((1, literal) for literal in clause), 1) for clause in derived]
        uses = last_uses(len(formula.names), sums, clauses, seconds(), poll)
        if uses is None:
            return None
        deletable: dict[int, list[int]] = {}
        """By clause the numbers of those that are not needed afterwards."""
        for placing, use in zip(placings, uses[len(sums) - len(placings) : len(sums)], strict=True):
            if use >= 0:
                deletable.setdefault(use, []).append(self._log.combination(placing.derivation))
        for at, (clause, use) in enumerate(zip(clauses, uses[len(sums) :], strict=True)):
            if use >= 0:
                deletable.setdefault(use, []).append(self._log.clause(clause))
                self._log.delete(deletable.get(at, ()))
        return self._log.clause([])
