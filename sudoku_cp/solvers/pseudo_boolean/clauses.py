"""A pseudo-Boolean formula as clauses, for SAT solvers and counters.

A sum over cells becomes a decision diagram that reads one cell after another, or, where that is too large, the binary
sum of its weights. Every auxiliary variable is equivalent to what it stands for, so that there are as many models as
solutions. In the clauses, literals are those of DIMACS: the number of a variable, negative for its negation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from sudoku_cp.solvers.pseudo_boolean.formula import AtLeast, Formula, Terms

MAX_PAIRS = 300
"""The largest number of pairs of literals, at most one of which is true, that become clauses of their own."""

MAX_STEPS = 20_000
"""The largest number of steps between the nodes of a decision diagram."""

Choice = list[tuple[int, list[int]]]
"""Literals, exactly one of which is true, by the weight that they add; without literals, the weight of all others."""


class TooLargeError(Exception):
    """Raised if a decision diagram has too many steps."""


def dimacs(literal: int) -> int:
    """The literal of a formula in DIMACS.

    >>> dimacs(0), dimacs(5)
    (1, -3)
    """
    return -(literal >> 1) - 1 if literal & 1 else (literal >> 1) + 1


class Clauses:
    """The clauses of a formula.

    Parameters
    ----------
    formula
        The formula; its variables keep their numbers.
    look
        Called after each constraint; it may raise an error at a limit.
    """

    def __init__(self, formula: Formula, look: Callable[[], None] = lambda: None) -> None:
        self._formula = formula
        self.variables = formula.variables
        """The number of variables."""
        self.clauses: list[list[int]] = []
        self._group_of: dict[int, int] = {}
        """For literals, exactly one of which is true, the number of their group."""
        self._groups: list[list[int]] = []
        for terms, bound in formula.equations():
            self._add_group(terms, bound)
        self._true: int | None = None
        for constraint in formula.constraints.values():
            self.require(constraint)
            look()

    def _add_group(self, terms: Terms, bound: int) -> None:
        literals = [dimacs(literal) for _, literal in terms]
        is_choice = bound == 1 and all(weight == 1 for weight, _ in terms) and min(literals, default=0) > 0
        if is_choice and len(set(literals)) == len(literals) and self._group_of.keys().isdisjoint(literals):
            self._group_of.update(dict.fromkeys(literals, len(self._groups)))
            self._groups.append(literals)

    def text(self, further: Iterable[Sequence[int]] = (), comments: Iterable[str] = ()) -> str:
        """The text in DIMACS, with the meanings of variables, and the variables to which counters may project.

        Parameters
        ----------
        further
            Further clauses.
        comments
            Further comments.
        """
        clauses = [*self.clauses, *further]
        meanings = self._formula.meanings
        known = [f"c {dimacs(literal)}: {meaning}" for literal, meaning in meanings.items()]
        shown = " ".join(str(dimacs(literal)) for literal in meanings)
        lines = [" ".join([*map(str, clause), "0"]) for clause in clauses]
        head = [f"p cnf {self.variables} {len(clauses)}", f"c p show {shown} 0", *known, *(f"c {c}" for c in comments)]
        return "\n".join([*head, *lines]) + "\n"

    def require(self, constraint: AtLeast) -> None:
        """Require a sum."""
        bound = constraint.bound
        terms = [(min(weight, bound), dimacs(literal)) for weight, literal in constraint.terms]
        total = sum(weight for weight, _ in terms)
        literals = [literal for _, literal in terms]
        if bound <= 0:
            return
        if bound > total:
            self.clauses.append([])
        elif all(weight >= bound for weight, _ in terms):
            self.clauses.append(literals)
        elif bound == total:
            self.clauses += [[literal] for literal in literals]
        elif total == len(terms) == bound + 1:  # also of a group, whose choices suppose it
            self._at_most_one_false(literals)
        else:
            self.clauses.append([self._diagram_or_sum(terms, bound)])

    def _at_most_one_false(self, literals: Sequence[int]) -> None:
        if len(literals) * (len(literals) - 1) <= 2 * MAX_PAIRS:
            self.clauses += [list(pair) for pair in combinations(literals, 2)]
            return
        before = -literals[0]
        """Whether one before is false."""
        for literal in literals[1:]:
            self.clauses.append([-before, literal])
            before = self._some([before, -literal])

    def _diagram_or_sum(self, terms: Sequence[tuple[int, int]], bound: int) -> int:
        choices, constant = self._choices(terms)
        before, count = self.variables, len(self.clauses)
        try:
            return _Diagram(self, choices).node(0, bound - constant)
        except TooLargeError:
            self.variables = before
            del self.clauses[count:]
            self._true = self._true if self._true is not None and self._true <= before else None
        return self.reaches(self.bits(terms), bound)

    def _choices(self, terms: Sequence[tuple[int, int]]) -> tuple[list[Choice], int]:
        """The sum as choices between literals, the least weight of each of which is 0, and a constant."""
        constant = 0
        singles: list[Choice] = []
        by_group: dict[int, dict[int, int]] = {}
        for weight, literal in terms:
            group = self._group_of.get(abs(literal))
            if group is None:
                singles.append([(weight, [literal]), (0, [-literal])])
                continue
            if literal < 0:  # weight · ~x = weight - weight · x
                constant += weight
                weight = -weight
            by_group.setdefault(group, {})[abs(literal)] = weight
        found: list[Choice] = sorted(singles, key=lambda choice: -choice[0][0])
        for group, weights in by_group.items():
            least = min(0 if len(weights) < len(self._groups[group]) else min(weights.values()), min(weights.values()))
            constant += least
            literals: dict[int, list[int]] = {}
            for literal in self._groups[group]:
                literals.setdefault(weights.get(literal, 0) - least, []).append(literal)
            found.append(sorted(literals.items(), reverse=True))
        return found, constant

    def variable(self) -> int:
        """A new variable."""
        self.variables += 1
        return self.variables

    def constant(self, value: bool) -> int:
        """A literal that is always true, or false."""
        if self._true is None:
            self._true = self.variable()
            self.clauses.append([self._true])
        return self._true if value else -self._true

    def bits(self, terms: Sequence[tuple[int, int]]) -> list[int]:
        """The binary sum of positive weights, as literals from the lowest bit."""
        columns: list[list[int]] = []
        for choice in self._choices_of_bits(terms):
            for place, literals in choice.items():
                while len(columns) <= place:
                    columns.append([])
                columns[place].append(self._some(literals))
        place = 0
        while place < len(columns):
            column = columns[place]
            while len(column) > 1:
                if place + 1 == len(columns):
                    columns.append([])
                added = [column.pop(0) for _ in range(min(3, len(column)))]
                column.append(self._parity(added))
                columns[place + 1].append(self._majority(added))
            place += 1
        return [column[0] if column else self.constant(False) for column in columns]

    def _choices_of_bits(self, terms: Sequence[tuple[int, int]]) -> list[dict[int, list[int]]]:
        """For each group, or single literal, the literals whose weight has a bit, by the place of the bit."""
        found: dict[int, dict[int, list[int]]] = {}
        for weight, literal in terms:
            key = self._group_of.get(literal, -abs(literal))
            for place in range(weight.bit_length()):
                if weight >> place & 1:
                    found.setdefault(key, {}).setdefault(place, []).append(literal)
        return list(found.values())

    def _some(self, literals: Sequence[int]) -> int:
        """A literal that is true exactly if one of them is."""
        if len(literals) == 1:
            return literals[0]
        some = self.variable()
        self.clauses.append([-some, *literals])
        self.clauses += [[some, -literal] for literal in literals]
        return some

    def _parity(self, literals: Sequence[int]) -> int:
        """A literal that is true exactly if an odd number of two or three is."""
        odd = self.variable()
        everything = [odd, *literals]
        for signs in range(1 << len(everything)):
            if signs.bit_count() % 2:  # together they are even: an odd number of true ones is excluded
                self.clauses.append([-x if signs >> at & 1 else x for at, x in enumerate(everything)])
        return odd

    def _majority(self, literals: Sequence[int]) -> int:
        """A literal that is true exactly if two of two or three are."""
        most = self.variable()
        for pair in combinations(literals, 2):
            self.clauses.append([most, *(-literal for literal in pair)])
        self.clauses += [[-most, *others] for others in combinations(literals, len(literals) - 1)]
        return most

    def reaches(self, bits: Sequence[int], bound: int) -> int:
        """A literal that is true exactly if a binary number is at least a bound."""
        if bound <= 0:
            return self.constant(True)
        if bound >> len(bits):
            return self.constant(False)
        reached = self.constant(True)  # the lower bits reach those of the bound
        for place, bit in enumerate(bits):
            higher = self.variable()
            if bound >> place & 1:  # both
                self.clauses += [[-higher, bit], [-higher, reached], [higher, -bit, -reached]]
            else:  # one of them
                self.clauses += [[higher, -bit], [higher, -reached], [-higher, bit, reached]]
            reached = higher
        return reached


def reaching(bits: Sequence[int], bound: int) -> list[list[int]]:
    """Clauses that say that a binary number is at least a bound, without further variables.

    >>> reaching([1, 2], 1), reaching([1, 2], 2), reaching([1, 2], 4)
    ([[1, 2]], [[2]], [[]])
    """
    if bound >> len(bits):
        return [[]]
    return [
        [bit, *(other for above, other in enumerate(bits) if above > place and not bound >> above & 1)]
        for place, bit in enumerate(bits)
        if bound >> place & 1
    ]


class _Diagram:
    """A decision diagram: a node for each choice and each amount that is still needed."""

    def __init__(self, clauses: Clauses, choices: Sequence[Choice]) -> None:
        self._clauses = clauses
        self._choices = choices
        self._most = [0]
        """The most that the choices from a place on add."""
        for choice in reversed(choices):
            self._most.append(self._most[-1] + max(weight for weight, _ in choice))
        self._most.reverse()
        self._nodes: dict[tuple[int, int], int] = {}
        self._steps = 0

    def node(self, place: int, needed: int) -> int:
        """A literal that is true exactly if the choices from a place on add at least what is needed.

        Raises
        ------
        TooLargeError
            If there are too many steps.
        """
        layers: list[set[int]] = [{needed}]
        for at in range(place, len(self._choices)):
            open_needs = [left for left in layers[-1] if 0 < left <= self._most[at]]
            self._steps += len(open_needs) * len(self._choices[at])
            if self._steps > MAX_STEPS:
                raise TooLargeError
            layers.append({left - weight for left in open_needs for weight, _ in self._choices[at]})
        for at in range(len(self._choices) - 1, place - 1, -1):
            for left in sorted(layers[at - place]):
                if 0 < left <= self._most[at]:
                    self._nodes[at, left] = self._made(at, left)
        return self._known(place, needed)

    def _known(self, place: int, needed: int) -> int:
        if needed <= 0:
            return self._clauses.constant(True)
        if needed > self._most[place]:
            return self._clauses.constant(False)
        return self._nodes[place, needed]

    def _made(self, place: int, needed: int) -> int:
        node = self._clauses.variable()
        for weight, literals in self._choices[place]:
            left = needed - weight
            for literal in literals:
                if left <= 0:
                    self._clauses.clauses.append([-literal, node])
                elif left > self._most[place + 1]:
                    self._clauses.clauses.append([-literal, -node])
                else:
                    after = self._nodes[place + 1, left]
                    self._clauses.clauses += [[-literal, -node, after], [-literal, node, -after]]
        return node
