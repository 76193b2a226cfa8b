"""Step-by-step checking of proofs in VeriPB's syntax, version 3.0.

The supported rules are ``f``, ``pol``, ``rup``, ``pbc``, ``del id``, ``sol``, ``solx``, ``soli``, ``output NONE`` and
``conclusion``. A solution logged by ``solx`` is excluded from then on, and one logged by ``soli`` must be improved on.
A contradiction at the end therefore means that there is no other solution, or no better one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sudoku_cp.proofs.checker.database import Database
from sudoku_cp.proofs.checker.formula import Formula, RejectedError, Sum, integer, normal, read_formula

HEADER = "pseudo-Boolean proof version 3.0"
_END = ["end", "pseudo-Boolean", "proof"]


@dataclass(frozen=True, slots=True)
class Claim:
    """The statement about a formula that a proof has shown."""

    solutions: int
    """The number of solutions shown; for an optimum, only the best."""
    complete: bool
    """Whether there are no other solutions, or no better ones."""
    lower: int | None
    """The lower bound of the objective, if one was shown."""
    upper: int | None
    """The value of the best solution shown, if there is an objective."""
    steps: int
    """The number of steps that were checked."""

    @property
    def optimum(self) -> int | None:
        """The least value of the objective, if it was shown."""
        return self.lower if self.lower == self.upper else None

    def __str__(self) -> str:
        if self.optimum is not None:
            return f"the least value of the objective is {self.optimum}"
        if self.lower is not None:
            shown = "" if self.upper is None else f", and {self.upper} in a solution"
            return f"the objective is at least {self.lower}{shown}"
        if not self.complete:
            return "at least one solution" if self.solutions == 1 else f"at least {self.solutions} solutions"
        return {0: "no solution", 1: "exactly one solution"}.get(self.solutions, f"exactly {self.solutions} solutions")


def check(formula: str, proof: str, progress: Callable[[int, int], None] | None = None) -> Claim:
    """Check that a proof shows its conclusion.

    Parameters
    ----------
    formula, proof
        The texts of the two files.
    progress
        Called with the number of checked steps and the total number.

    Returns
    -------
    Claim
        What the proof shows.

    Raises
    ------
    RejectedError
        At the first step that does not follow, with its line.
    """
    return _Proof(read_formula(formula), proof).run(progress)


@dataclass(frozen=True, slots=True)
class _Subproof:
    wanted: Sum
    supposed: int
    """The number of the negated goal; constraints derived from it have higher numbers."""
    mark: int


class _Proof:
    def __init__(self, formula: Formula, text: str) -> None:
        self.formula = formula
        self.database = Database(len(formula.variables))
        self.last = 0
        self.solutions = 0
        self.best: int | None = None
        self.kept: set[int] = set()
        """The constraints that exclude solutions; if one was deleted, its solution could be shown twice."""
        self.subproof: _Subproof | None = None
        header, _, self._text = text.partition("\n")
        if header.strip() != HEADER:
            raise RejectedError(f"line 1: a proof must start with {HEADER!r}")

    def run(self, progress: Callable[[int, int], None] | None) -> Claim:
        steps = list(read_steps(self._text))
        claim: Claim | None = None
        for done, (line, words) in enumerate(steps):
            if progress is not None:
                progress(done, len(steps))
            try:
                if claim is not None:
                    if words != _END or done != len(steps) - 1:
                        raise RejectedError("the end must follow the conclusion")
                    return claim
                if words[0] == "conclusion":
                    if steps[done - 1][1] != ["output", "NONE"]:
                        raise RejectedError("'output NONE' must precede the conclusion")
                    claim = self._conclude(words[1:], done)
                else:
                    self._step(words)
            except RejectedError as error:
                raise RejectedError(f"line {line}: {error}") from None
        raise RejectedError("the proof has no end")

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
            case "pbc" if rest[-2:] == [":", "subproof"]:
                self._suppose(self.formula.constraint(rest[:-2]))
            case "qed" if rest[:1] == [":"] and len(rest) == 2:
                self._conclude_subproof(rest[1])
            case _ if self.subproof is not None:
                raise RejectedError(f"there is no rule {rule!r} in a subproof")
            case "sol":
                self._score(self._solution(rest))
            case "solx":
                found = self._solution(rest)
                self.solutions += 1
                self._add(Sum({literal ^ 1: 1 for literal in found}, 1))
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
        first = len(self.formula.constraints) if self.subproof is None else self.subproof.supposed
        if number <= first or number in self.kept:
            raise RejectedError("only constraints derived by rup and pol can be deleted, in a subproof only its own")
        return number

    def _suppose(self, wanted: Sum) -> None:
        """Begin a subproof, which assumes the negation of the goal."""
        if self.subproof is not None:
            raise RejectedError("a subproof cannot contain another one")
        self.subproof = _Subproof(wanted, self.last + 1, self.database.mark())
        self._add(wanted.negated())

    def _conclude_subproof(self, number: str) -> None:
        """End a subproof by a contradiction: add its goal, and delete everything else that it derived."""
        done = self.subproof
        if done is None:
            raise RejectedError("there is no subproof")
        self._contradiction(number)
        self.subproof = None
        self.database.go_back(done.mark, range(done.supposed, self.last + 1))
        self._add(done.wanted)

    def _combined(self, words: Sequence[str]) -> Sum:
        """Evaluate a sum in reverse Polish notation; numbers that are not operands refer to constraints."""
        stack: list[list[Sum]] = []
        """Each operand as a list of summands, so that many are added up at once."""
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
            raise RejectedError("the expression does not yield a single sum")
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
        """Complete an assignment by unit propagation, and check it against the formula."""
        found = self.database.completion([self.formula.literal(word) for word in words])
        if found is None:
            raise RejectedError("this is not a solution, or it has been excluded")
        if len(found) != len(self.formula.variables):
            raise RejectedError("this leaves variables open")
        for known in self.formula.constraints:
            if sum(weight for literal, weight in known.coefficients.items() if literal in found) < known.bound:
                raise RejectedError("this breaks the formula")
        return found

    def _score(self, found: set[int]) -> int:
        """The value of the objective in a solution; updates the best one."""
        score = sum(weight for weight, literal in self._objective() if literal in found)
        self.best = score if self.best is None else min(score, self.best)
        return score

    def _improve(self, found: set[int]) -> None:
        score = self._score(found)
        self._add(normal([(-weight, literal) for weight, literal in self._objective()], 1 - score))
        self.kept.add(self.last)

    def _objective(self) -> list[tuple[int, int]]:
        if self.formula.objective is None:
            raise RejectedError("the formula has no objective")
        return self.formula.objective

    def _conclude(self, words: list[str], steps: int) -> Claim:
        kind = words[0] if words else ""
        match words[1:]:
            case [":", number] if kind == "UNSAT":
                self._contradiction(number)
                if self.solutions or self.best is not None:
                    raise RejectedError("solutions have been shown")
                return Claim(0, True, None, None, steps)
            case [count, ":", number] if kind == "ENUMERATION_COMPLETE" and self.best is None:
                self._contradiction(number)
                self._same(count, self.solutions)
                return Claim(self.solutions, True, None, None, steps)
            case [count] if kind == "ENUMERATION_PARTIAL" and self.best is None:
                self._same(count, self.solutions)
                return Claim(self.solutions, False, None, None, steps)
            case [lower, ":", number, upper] if kind == "BOUNDS" and not self.solutions:
                return self._bounds(lower, number, upper, steps)
        raise RejectedError(f"the conclusion {' '.join(words)} does not fit what has been shown")

    def _bounds(self, lower: str, number: str, upper: str, steps: int) -> Claim:
        """Check the concluded lower and upper bound of the objective; without any value, there is no solution."""
        if self.best is not None:
            self._same(upper, self.best)
        elif upper != "INF":
            raise RejectedError(f"{upper} is concluded, but no solution was shown")
        if lower == "INF":
            self._contradiction(number)
            if self.best is not None:
                raise RejectedError("solutions have been shown")
            return Claim(0, True, None, None, steps)
        bound = integer(lower)
        known = self.database[integer(number)]
        if known != normal(self._objective(), bound):
            self._contradiction(number)
            self._same(lower, self.best)
        elif self.best is not None and bound > self.best:
            raise RejectedError(f"{lower} is concluded, but {self.best} was shown")
        return Claim(int(self.best is not None), bound == self.best, bound, self.best, steps)

    def _contradiction(self, number: str) -> None:
        if not self.database[integer(number)].is_contradiction:
            raise RejectedError(f"constraint {number} is not a contradiction")

    def _same(self, claimed: str, shown: int | None) -> None:
        if integer(claimed) != shown:
            raise RejectedError(f"{claimed} is concluded, but {shown} was shown")


def read_steps(text: str) -> Iterator[tuple[int, list[str]]]:
    """The steps with their line numbers; each step is on one line, and % starts a comment.

    Raises
    ------
    RejectedError
        If a line cannot be read.
    """
    for number, line in enumerate(text.splitlines(), 2):
        words = line.partition("%")[0].split()
        if not words:
            continue
        if words[-1] == "subproof":
            pass
        elif words[-1] == ";":
            words.pop()
        elif words[-1].endswith(";"):
            words[-1] = words[-1][:-1]
        else:
            raise RejectedError(f"line {number}: a step must end in ;")
        if not words:
            raise RejectedError(f"line {number}: there is no step")
        yield number, words
