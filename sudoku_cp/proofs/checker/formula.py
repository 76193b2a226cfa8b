"""Reading of formulas in the OPB format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sudoku_cp.proofs.checker.sums import RejectedError, Sum, normal


@dataclass
class Formula:
    """The variables, the constraints in order (an equation counts as two), and the objective."""

    variables: dict[str, int] = field(default_factory=dict)
    constraints: list[Sum] = field(default_factory=list)
    objective: list[tuple[int, int]] | None = None
    preserved: set[int] | None = None
    """The variables that distinguish counted solutions; None for all."""

    def literal(self, text: str) -> int:
        """Read a literal.

        Raises
        ------
        RejectedError
            If the name is unknown.
        """
        name = text.removeprefix("~")
        if name not in self.variables:
            raise RejectedError(f"there is no variable {name!r}")
        return 2 * self.variables[name] + (text != name)

    def terms(self, words: Sequence[str]) -> list[tuple[int, int]]:
        """Read coefficients and literals, such as ``2 x1 -1 ~x2``.

        Raises
        ------
        RejectedError
            If the words are not coefficients and literals in turn.
        """
        if len(words) % 2:
            raise RejectedError(f"a sum must have coefficients and literals in turn: {' '.join(words)}")
        pairs = zip(words[::2], words[1::2], strict=True)
        return [(integer(weight), self.literal(literal)) for weight, literal in pairs]

    def constraint(self, words: Sequence[str]) -> Sum:
        """Read an inequality, such as ``1 x1 1 ~x2 >= 1``.

        Raises
        ------
        RejectedError
            If the words are not a sum, ``>=`` and a number.
        """
        if len(words) < 2 or words[-2] != ">=":
            raise RejectedError(f"a constraint must end in >= and a number: {' '.join(words)}")
        return normal(self.terms(words[:-2]), integer(words[-1]))


def integer(text: str) -> int:
    """Read a whole number.

    Raises
    ------
    RejectedError
        If the text is not a whole number.
    """
    try:
        return int(text)
    except ValueError:
        raise RejectedError(f"{text!r} is not a whole number") from None


def read_formula(text: str) -> Formula:
    """Read a formula; each line is a comment, the preserved variables, the objective or a constraint.

    Raises
    ------
    RejectedError
        If a line cannot be read.
    """
    formula = Formula()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("*"):
            continue
        words = line.split()
        if words.pop() != ";":
            raise RejectedError(f"line {number} of the formula does not end in ;")
        try:
            _read_line(formula, words)
        except RejectedError as error:
            raise RejectedError(f"line {number} of the formula: {error}") from None
    return formula


def givens(formula: Formula) -> list[str]:
    """Read the names of the preserved variables."""
    names = list(formula.variables)
    found = []
    for constraint in formula.constraints:
        literal = next(iter(constraint.coefficients), 1)
        known = formula.preserved is None or literal >> 1 in formula.preserved
        if len(constraint.coefficients) == 1 and constraint.bound > 0 and literal & 1 == 0 and known:
            found.append(names[literal >> 1])
    return found


def _read_line(formula: Formula, words: list[str]) -> None:
    if words[:1] == ["preserved:"]:
        if formula.preserved is not None or formula.constraints:
            raise RejectedError("the preserved variables must be listed once, before the constraints")
        formula.preserved = {formula.variables.setdefault(word, len(formula.variables)) for word in words[1:]}
        return
    is_objective = words[:1] == ["min:"]
    sum_words = words[1:] if is_objective else words[:-2]
    for word in sum_words[1::2]:
        formula.variables.setdefault(word.removeprefix("~"), len(formula.variables))
    if is_objective:
        if formula.objective is not None:
            raise RejectedError("there is a second objective")
        formula.objective = formula.terms(sum_words)
    elif words[-2:-1] == ["="]:
        terms, bound = formula.terms(sum_words), integer(words[-1])
        formula.constraints.append(normal(terms, bound))
        formula.constraints.append(normal([(-weight, literal) for weight, literal in terms], -bound))
    else:
        formula.constraints.append(formula.constraint(words))
