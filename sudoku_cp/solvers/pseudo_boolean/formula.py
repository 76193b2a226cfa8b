"""A pseudo-Boolean formula and proofs about it: the formula in OPB and in LP, and the steps in VeriPB's syntax.

A variable has a number; its two literals are 2·number (true) and 2·number + 1 (false), so that ``literal ^ 1``
negates. A sum of literals must reach a bound, and has one term for each variable. Constraints are numbered as in
VeriPB: an equation counts as two, first ≥ and then ≤.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

Terms = Sequence[tuple[int, int]]
"""Coefficients and literals."""


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Σ coefficient · literal ≥ bound, without negative coefficients or repeated variables."""

    terms: tuple[tuple[int, int], ...]
    bound: int

    @classmethod
    def of(cls, terms: Terms, bound: int) -> AtLeast:
        """Convert a sum to normal form: a · x with a < 0 is the same as -a · ~x + a."""
        weights: dict[int, int] = {}
        for weight, literal in terms:
            if literal & 1:
                bound -= weight
                weight = -weight
            variable = literal >> 1
            weights[variable] = weights.get(variable, 0) + weight
        normal: list[tuple[int, int]] = []
        for variable, weight in weights.items():
            if weight > 0:
                normal.append((weight, 2 * variable))
            elif weight < 0:
                normal.append((-weight, 2 * variable + 1))
                bound -= weight
        return cls(tuple(normal), bound)

    @property
    def is_clause(self) -> bool:
        """Whether one true literal suffices."""
        return self.bound == 1


class Formula:
    """Variables, some of them with a meaning, constraints with numbers, and an optional objective."""

    def __init__(self) -> None:
        self.variables = 0
        """The number of variables."""
        self.meanings: dict[int, str] = {}
        """What a positive literal says about the cells; all other variables are functions of these."""
        self.constraints: dict[int, AtLeast] = {}
        """The constraints in the order of the text."""
        self.objective: Terms | None = None
        """The terms to minimise, without a constant."""
        self.rows: list[Row] = []
        """The constraints and comments, in order."""
        self._last = 0

    def variable(self, meaning: str = "") -> int:
        """Declare a variable and return its positive literal; without a meaning, it is an auxiliary variable."""
        literal = 2 * self.variables
        self.variables += 1
        if meaning:
            self.meanings[literal] = meaning
        return literal

    def text_of(self, literal: int) -> str:
        """The text of a literal; variables have the only names that all solvers read.

        >>> formula = Formula()
        >>> formula.text_of(formula.variable("r1c1 = 5") ^ 1)
        '~x1'
        """
        return f"{'~' if literal & 1 else ''}x{(literal >> 1) + 1}"

    def sum_text(self, terms: Terms) -> str:
        """The text of a sum in OPB."""
        return " ".join(f"{weight} {self.text_of(literal)}" for weight, literal in terms)

    def say(self, comment: str) -> None:
        """Add a comment line above the following constraints."""
        self.rows.append(((), "", 0, " ".join(comment.split())))

    def at_least(self, terms: Terms, bound: int) -> int:
        """Require Σ ≥ bound; return the constraint's number."""
        self.rows.append((terms, ">=", bound, ""))
        return self._keep(AtLeast.of(terms, bound))

    def equal(self, terms: Terms, bound: int) -> int:
        """Require Σ = bound; return the number of Σ ≥ bound; Σ ≤ bound has the next number."""
        negative = [(-weight, literal) for weight, literal in terms]
        if len(terms) == 1 and bound % terms[0][0]:  # clasp 3.3 takes an equation of one variable without solutions
            self.rows += [(terms, ">=", bound, ""), (negative, ">=", -bound, "")]
        else:
            self.rows.append((terms, "=", bound, ""))
        number = self._keep(AtLeast.of(terms, bound))
        self._keep(AtLeast.of(negative, -bound))
        return number

    def clause(self, literals: Iterable[int]) -> int:
        """Require at least one of the literals."""
        return self.at_least([(1, literal) for literal in dict.fromkeys(literals)], 1)

    def some(self, literals: Iterable[int]) -> int:
        """A variable that is true exactly if one of the literals is."""
        literals = list(dict.fromkeys(literals))
        some = self.variable()
        self.clause([some ^ 1, *literals])
        for literal in literals:
            self.clause([literal ^ 1, some])
        return some

    def both(self, one: int, other: int) -> int:
        """A literal that is true exactly if both are."""
        return self.some([one ^ 1, other ^ 1]) ^ 1

    def _keep(self, constraint: AtLeast) -> int:
        self._last += 1
        self.constraints[self._last] = constraint
        return self._last

    def equations(self) -> Iterator[tuple[Terms, int]]:
        """The sums that are required to equal a number."""
        return ((terms, bound) for terms, sign, bound, _ in self.rows if sign == "=")

    def inequality(self, terms: Terms, bound: int, sign: str = ">=") -> str:
        """The text of a constraint in OPB, which must have a term."""
        return f"{self.sum_text(terms) or '0 x1'} {sign} {bound} ;"

    def __str__(self) -> str:
        return self.opb()

    def opb(self, further: Sequence[str] = (), with_objective: bool = True) -> str:
        """The text in OPB.

        Parameters
        ----------
        further
            The texts of further constraints.
        with_objective
            Whether to include the objective, if there is one.
        """
        lines = [f"* {said}" if said else self.inequality(terms, bound, sign) for terms, sign, bound, said in self.rows]
        constraints = sum(not said for *_, said in self.rows) + len(further)
        head = f"* #variable= {self.variables} #constraint= {constraints}"
        known = [f"* {self.text_of(literal)}: {meaning}" for literal, meaning in self.meanings.items()]
        if 0 < len(self.meanings) < self.variables:  # for counters that do not see that the others depend on them
            known.append(f"* project {' '.join(map(self.text_of, self.meanings))}")
        goal = (
            []
            if self.objective is None or not with_objective
            else [f"min: {self.sum_text(self.objective) or '0 x1'} ;"]
        )
        return "\n".join([head, *known, *goal, *lines, *further]) + "\n"

    def lp(self) -> str:
        """The text in the LP format of linear optimisers, with a variable of 0 and 1 for each variable."""
        known = [f"\\ {self.text_of(literal)}: {meaning}" for literal, meaning in self.meanings.items()]
        lines, number = [], 0
        for terms, sign, bound, said in self.rows:
            number += not said
            lines.append(f"\\ {said}" if said else f" c{number}: {_linear(terms)} {sign} {bound - _constant(terms)}")
        goal = self.objective or ()
        names = [f" x{number + 1}" for number in range(self.variables)]
        objective = f" objective: {_linear(goal)}"
        return "\n".join([*known, "Minimize", objective, "Subject To", *lines, "Binary", *names, "End"]) + "\n"


Row = tuple[Terms, str, int, str]
"""A constraint with its sign and bound, or, with a text in the last place, a comment."""


def _linear(terms: Terms) -> str:
    """A sum over variables, without the constant that negated literals add."""
    weights: dict[int, int] = {}
    for weight, literal in terms:
        weights[literal >> 1] = weights.get(literal >> 1, 0) + (-weight if literal & 1 else weight)
    text = " ".join(f"{'-' if weight < 0 else '+'} {abs(weight)} x{number + 1}" for number, weight in weights.items())
    return text or "0 x1"


def _constant(terms: Terms) -> int:
    """The constant that negated literals add to a sum over variables."""
    return sum(weight for weight, literal in terms if literal & 1)


HEADER = "pseudo-Boolean proof version 3.0"


class ProofLog:
    """A log of steps; each method that derives a constraint returns its number."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self.last = len(formula.constraints)
        self.lines = [HEADER, f"f {self.last} ;"]
        self._passing: list[tuple[int, Callable[[], bool]]] = []

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"

    def clause(self, literals: Iterable[int]) -> int:
        """Derive by reverse unit propagation that one of the literals is true."""
        return self._step(f"rup {self._formula.sum_text([(1, literal) for literal in literals])} >= 1")

    def combination(self, polish: str) -> int:
        """Derive a sum of constraints, given in reverse Polish notation."""
        return self._step(f"pol {polish}")

    def solution(self, literals: Iterable[int]) -> int:
        """Log a solution, which is excluded from now on."""
        return self._step(f"solx {self._literals(literals)}")

    def shown(self, literals: Iterable[int]) -> None:
        """Log a solution without consequences."""
        self.lines.append(f"sol {self._literals(literals)} ;")

    def best(self, literals: Iterable[int]) -> int:
        """Log a solution, which must be improved on from now on."""
        return self._step(f"soli {self._literals(literals)}")

    def suppose_not(self, terms: Terms, bound: int) -> int:
        """Begin the proof of Σ ≥ bound by contradiction, which assumes its negation."""
        self.last += 1
        self.lines.append(f"pbc {self._formula.sum_text(terms)} >= {bound} : subproof")
        return self.last

    def conclude_proof(self, contradiction: int) -> int:
        """End the proof by contradiction, which derives its goal."""
        return self._step(f"qed : {contradiction}")

    def delete(self, numbers: Iterable[int]) -> None:
        """Delete derived constraints."""
        words = " ".join(map(str, numbers))
        if words:
            self.lines.append(f"del id {words} ;")

    def delete_later(self, number: int, needed: Callable[[], bool]) -> None:
        """Delete a derived constraint at the first `tidy` where it is no longer needed."""
        self._passing.append((number, needed))

    def tidy(self) -> None:
        """Delete constraints that are no longer needed."""
        kept = []
        done = []
        for number, needed in self._passing:
            if needed():
                kept.append((number, needed))
            else:
                done.append(number)
        self.delete(done)
        self._passing = kept

    def conclude(self, conclusion: str) -> None:
        """Write the end."""
        self.lines += ["output NONE ;", f"conclusion {conclusion} ;", "end pseudo-Boolean proof ;"]

    def _literals(self, literals: Iterable[int]) -> str:
        return " ".join(map(self._formula.text_of, literals))

    def _step(self, text: str) -> int:
        self.last += 1
        self.lines.append(f"{text} ;")
        return self.last
