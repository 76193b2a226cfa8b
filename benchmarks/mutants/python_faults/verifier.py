"""Faults in the meaning of constraints, by which solutions are verified."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

VERIFIER_FAULTS = [
    Fault("verifier: < for ≤", '"<=", operator.le)', '"<=", operator.lt)'),
    Fault(
        "verifier: a sum skips its first term",
        "total = sum([weight * assignment[cell] for weight, cell in self.terms])",
        "total = sum([weight * assignment[cell] for weight, cell in self.terms[1:]])",
    ),
    Fault(
        "verifier: all-different with one repetition",
        "self.cells))) == len(self.cells)",
        "self.cells))) >= len(self.cells) - 1",
    ),
    Fault(
        "verifier: tables in any order",
        "return tuple([assignment[cell] for cell in self.cells]) in self.tuples",
        "return sorted([assignment[cell] for cell in self.cells]) in [sorted(row) for row in self.tuples]",
    ),
    Fault(
        "verifier: an automaton that stops in any state",
        "return state in self.accepting",
        "return True",
    ),
    Fault(
        "verifier: element counts from 0",
        "position = assignment[self.index] - self.first",
        "position = assignment[self.index]",
    ),
    Fault(
        "verifier: different values are counted as cells",
        "count = len({assignment[cell] for cell in self.cells})",
        "count = len([assignment[cell] for cell in self.cells])",
    ),
    Fault(
        "verifier: the largest is the last",
        "return max((assignment[cell] for cell in self.cells), default=None)",
        "return next((assignment[cell] for cell in reversed(self.cells)), None)",
    ),
    Fault(
        "verifier: parts that hold count once",
        "count = sum(constraint.holds(assignment) for constraint in self.constraints)",
        "count = any(constraint.holds(assignment) for constraint in self.constraints)",
    ),
    Fault(
        "verifier: the score without its constant",
        "total = self.constant\n",
        "total = 0\n",
    ),
]
