"""Faults in proofs and their checker."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

CHECKING = "tests/proofs"
CORPUS = "tests/solving/test_fault_corpus.py"
_DATABASE = "tests/proofs/checker/test_database.py"

PROOF_FAULTS = [
    Fault(
        "checker: every step follows",
        "if not self.database.refutes(known.negated()):",
        "if False:",
        CHECKING,
    ),
    Fault(
        "checker: ≥ is negated to <, one off",
        "total - self.bound + 1)",
        "total - self.bound + 2)",
        CHECKING,
    ),
    Fault(
        "checker: division rounds down",
        "return Sum(weights, -(-self.bound // divisor))",
        "return Sum(weights, self.bound // divisor)",
        CHECKING,
    ),
    Fault(
        "checker: weakening keeps the bound",
        "return Sum(weights, self.bound - lost)",
        "return Sum(weights, self.bound)",
        CHECKING,
    ),
    Fault(
        "checker: slack is not restored (stale undo)",
        "                entry.slack += weight\n",
        "                pass\n",
        CHECKING,
    ),
    Fault(
        "checker: a solution may leave variables open",
        "if len(found) != len(self.formula.variables):",
        "if not found:",
        CHECKING,
    ),
    Fault(
        "checker: an exclusion may be deleted",
        " or number in self.kept:",
        ":",
        CHECKING,
    ),
    Fault(
        "checker: any constraint is a contradiction",
        "return sum(self.coefficients.values()) < self.bound",
        "return True",
        CHECKING,
    ),
    Fault(
        "proof: a learned clause lacks a literal",
        "self._keep([literal ^ 1, *self._shortened(clause, seen)])",
        "self._keep([literal ^ 1, *self._shortened(clause, seen)[1:]])",
        CHECKING,
    ),
    Fault(
        "proof: a clause of the engine lacks a literal",
        "[translated[literal] for literal in clause]",
        "[translated[literal] for literal in clause[1:]]",
        CHECKING,
    ),
    Fault(
        "proof: a clause of the engine is deleted before its last use",
        "deletable.setdefault(use, []).append(self._log.clause(clause))",
        "deletable.setdefault(use - 1, []).append(self._log.clause(clause))",
        CHECKING,
    ),
    Fault(
        "formula: a table lacks a support",
        "(there[partner] for partner in partners if partner in there)",
        "(there[partner] for partner in partners[1:] if partner in there)",
        CORPUS,
    ),
    Fault(
        "checker: a sum that always holds is a clause",
        "0 < known.bound <= min(weights)",
        "known.bound <= min(weights)",
        _DATABASE,
    ),
    Fault(
        "checker: clauses are not watched after a conflict",
        "                    kept += watching[at + 1 :]\n",
        "",
        _DATABASE,
    ),
]
