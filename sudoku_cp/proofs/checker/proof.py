"""Reads a proof in VeriPB's syntax, version 3.0, and checks it step by step.

Of VeriPB's rules these are known: ``f``, ``pol``, ``rup``, ``del id``, ``solx``, ``soli``, ``output NONE`` and
``conclusion``. A solution that is logged is excluded from then on, or must be improved on; so at the end a
contradiction says that there is no other, or no better one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sudoku_cp.proofs.checker.database import Database
from sudoku_cp.proofs.checker.formula import Formula, integer, read_formula
from sudoku_cp.proofs.checker.sums import RejectedError, Sum, normal

HEADER = "pseudo-Boolean proof version 3.0"
_END = ["end", "pseudo-Boolean", "proof"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a proof has shown about its formula."""

    solutions: int
    """How many were shown; of an optimum, only the best."""
    complete: bool
    """Whether there are no others, or no better ones."""
    optimum: int | None
    """The least value of the objective, where that is what was shown."""
    steps: int

    def __str__(self) -> str:
        if self.optimum is not None:
            return f"the least value of the objective is {self.optimum}"
        if not self.complete:
            return f"at least {self.solutions} solutions"
        return {0: "no solution", 1: "exactly one solution"}.get(self.solutions, f"exactly {self.solutions} solutions")


def check(formula: str, proof: str, progress: Callable[[int, int], None] | None = None) -> Claim:
    """Check that a proof shows what it concludes.

    Parameters
    ----------
    formula, proof
        The texts.
    progress
        Called with the number of steps that are checked, and that there are.

    Raises
    ------
    RejectedError
        At the first step that does not follow, with its line.
    """
    return _Proof(read_formula(formula), proof).run(progress)


class _Proof:
    def __init__(self, formula: Formula, text: str) -> None:
        self.formula = formula
        self.database = Database(len(formula.variables))
        self.last = 0
        self.solutions = 0
        self.best: int | None = None
        self.kept: set[int] = set()
        """What excludes solutions: were it deleted, one could be shown twice."""
        header, _, self._text = text.partition("\n")
        if header.strip() != HEADER:
            raise RejectedError(f"line 1: a proof starts with {HEADER!r}")

    def run(self, progress: Callable[[int, int], None] | None) -> Claim:
        steps = list(_steps(self._text))
        claim: Claim | None = None
        for done, (line, words) in enumerate(steps):
            if progress is not None:
                progress(done, len(steps))
            try:
                if claim is not None:
                    if words != _END or done != len(steps) - 1:
                        raise RejectedError("after the conclusion comes the end")
                    return claim
                if words[0] == "conclusion":
                    if steps[done - 1][1] != ["output", "NONE"]:
                        raise RejectedError("'output NONE' comes before the conclusion")
                    claim = self._conclude(words[1:], done)
                else:
                    self._step(words)
            except RejectedError as error:
                raise RejectedError(f"line {line}: {error}") from None
        raise RejectedError("the proof does not end")

    def _step(self, words: list[str]) -> None:
        rule, rest = words[0], words[1:]
        match rule:
            case "f":
                self._load(rest)
            case "pol":
                self._add(self._combined(rest))
            case "rup":
                known = self.formula.constraint(rest)
                if not self.database.refutes(known.negated()):
                    raise RejectedError("this does not follow by unit propagation")
                self._add(known)
            case "del" if rest[:1] == ["id"]:
                for word in rest[1:]:
                    self.database.remove(self._derived(word))
            case "solx":
                found = self._solution(rest)
                self.solutions += 1
                preserved = self.formula.preserved
                self._add(Sum({x ^ 1: 1 for x in found if preserved is None or x >> 1 in preserved}, 1))
                self.kept.add(self.last)
            case "soli":
                self._improve(self._solution(rest))
            case "output" if rest == ["NONE"]:
                pass
            case _:
                raise RejectedError(f"there is no rule {rule!r}")

    def _load(self, words: Sequence[str]) -> None:
        if self.last or len(words) != 1 or integer(words[0]) != len(self.formula.constraints):
            raise RejectedError(f"the formula has {len(self.formula.constraints)} constraints and is loaded once")
        for known in self.formula.constraints:
            self._add(known)

    def _add(self, known: Sum) -> None:
        self.last += 1
        self.database.add(self.last, known)

    def _derived(self, word: str) -> int:
        number = integer(word)
        if number <= len(self.formula.constraints) or number in self.kept:
            raise RejectedError("only what was derived by rup and pol is deleted")
        return number

    def _combined(self, words: Sequence[str]) -> Sum:
        """Work out a sum in reverse Polish notation; a number that is no operand is that of a constraint."""
        stack: list[list[Sum]] = []
        """Each operand as the sums that it is the total of, so that many are added up at once."""
        at = 0
        while at < len(words):
            word, after = words[at], words[at + 1 : at + 2]
            at += 1
            if word in ("+", "s") or after in (["*"], ["d"], ["w"]):
                at += word not in ("+", "s")
                self._operate(stack, word, after)
            elif word.lstrip("-").isdigit():
                stack.append([self.database[integer(word)]])
            else:
                stack.append([Sum({self.formula.literal(word): 1}, 0)])
        if len(stack) != 1:
            raise RejectedError("this does not come to one sum")
        return Sum.total(stack[0])

    def _operate(self, stack: list[list[Sum]], word: str, after: Sequence[str]) -> None:
        if len(stack) < (2 if word == "+" else 1):
            raise RejectedError("an operator has too few operands")
        summands = stack.pop()
        if word == "+":
            stack[-1] += summands
            return
        top = Sum.total(summands)
        if word == "s":
            top = top.saturated()
        elif after == ["*"]:
            top = top.times(integer(word))
        elif after == ["d"]:
            top = top.divided(integer(word))
        else:
            top = top.weakened(self.formula.literal(word) >> 1)
        stack.append([top])

    def _solution(self, words: Sequence[str]) -> set[int]:
        """Complete an assignment by unit propagation, and hold it against the formula."""
        found = self.database.completion([self.formula.literal(word) for word in words])
        if found is None:
            raise RejectedError("this is no solution, or it has been excluded")
        if len(found) != len(self.formula.variables):
            raise RejectedError("this leaves variables open")
        for known in self.formula.constraints:
            if sum(weight for literal, weight in known.coefficients.items() if literal in found) < known.bound:
                raise RejectedError("this breaks the formula")
        return found

    def _improve(self, found: set[int]) -> None:
        objective = self.formula.objective
        if objective is None:
            raise RejectedError("the formula has no objective")
        self.best = sum(weight for weight, literal in objective if literal in found)
        self._add(normal([(-weight, literal) for weight, literal in objective], 1 - self.best))
        self.kept.add(self.last)

    def _conclude(self, words: list[str], steps: int) -> Claim:
        kind = words[0] if words else ""
        match words[1:]:
            case [":", number] if kind == "UNSAT":
                self._contradiction(number)
                if self.solutions or self.best is not None:
                    raise RejectedError("solutions have been shown")
                return Claim(0, True, None, steps)
            case [count, ":", number] if kind == "ENUMERATION_COMPLETE" and self.best is None:
                self._contradiction(number)
                self._same(count, self.solutions)
                return Claim(self.solutions, True, None, steps)
            case [count] if kind == "ENUMERATION_PARTIAL" and self.best is None:
                self._same(count, self.solutions)
                return Claim(self.solutions, False, None, steps)
            case [lower, ":", number, upper] if kind == "BOUNDS" and self.best is not None and not self.solutions:
                self._contradiction(number)
                self._same(lower, self.best)
                self._same(upper, self.best)
                return Claim(1, True, self.best, steps)
        raise RejectedError(f"the conclusion {' '.join(words)} does not fit what has been shown")

    def _contradiction(self, number: str) -> None:
        if not self.database[integer(number)].is_contradiction:
            raise RejectedError(f"constraint {number} is no contradiction")

    def _same(self, claimed: str, shown: int) -> None:
        if integer(claimed) != shown:
            raise RejectedError(f"{claimed} is concluded, {shown} was shown")


def _steps(text: str) -> Iterator[tuple[int, list[str]]]:
    """The steps with their lines; one a line, and % starts a comment."""
    for number, line in enumerate(text.splitlines(), 2):
        words = line.partition("%")[0].split()
        if not words:
            continue
        if words[-1] == ";":
            words.pop()
        elif words[-1].endswith(";"):
            words[-1] = words[-1][:-1]
        else:
            raise RejectedError(f"line {number}: a step ends in ;")
        if not words:
            raise RejectedError(f"line {number}: there is no step")
        yield number, words
