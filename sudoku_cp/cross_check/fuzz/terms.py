"""Random comparisons of terms, and their meaning in plain Python, which shares no code with their lowering.

A comparison is a Python text about ``cells``: with cells of a model it makes a constraint, with numbers it is a truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

from sudoku_cp.cross_check.fuzz.operations import CONDITIONS, DECLARED, MEANING, NOWHERE, OPERATIONS, TERMS
from sudoku_cp.cross_check.fuzz.requirements import TOP
from sudoku_cp.cross_check.instances import without_some
from sudoku_cp.model import CompiledModel, Constraint, LoweringError, Model, ModelError
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.registry import load_solver

Values = tuple[int, ...]

MOST_ASSIGNMENTS = 6_000
"""The most assignments of the cells of a case, which are all tried."""

DEEPEST = 3

_OLD = "abs", "scaled", "sum", "difference", "product", "max_of", "min_of", "count_of", "distinct_of", "element"
"""The operations that have a notation of their own."""


@dataclass(frozen=True)
class Tree:
    """A term: a cell, a number, or an operation on other terms."""

    operation: str
    parts: tuple[Tree, ...] = ()
    number: int = 0
    """The number of a cell, a number, a weight, or the first index of an array."""

    def __str__(self) -> str:
        parts = [str(part) for part in self.parts]
        listed = f"[{', '.join(parts)}]"
        match self.operation:
            case "cell":
                return f"cells[{self.number}]"
            case "number":
                return f"({self.number})"
            case "abs":
                return f"abs({parts[0]})"
            case "scaled":
                return f"({self.number} * {parts[0]})"
            case "sum" | "difference" | "product":
                sign = {"sum": "+", "difference": "-", "product": "*"}[self.operation]
                return f"({f' {sign} '.join(parts)})"
            case "count_of":
                return f"count_of({listed}, [{self.number}, {self.number + 2}])"
            case "element":
                return f"element([{', '.join(parts[:-1])}], {self.number}, {parts[-1]})"
            case name if name in OPERATIONS:
                return f"{name}({listed}, {self.number})"
        return f"{self.operation}({listed})"

    def operations(self) -> set[str]:
        """The operations in it."""
        return set() if not self.parts else {self.operation}.union(*(part.operations() for part in self.parts))

    def smaller(self) -> Iterator[Tree]:
        """Smaller terms: parts of it, or itself with smaller parts."""
        yield from self.parts
        if self.operation != "element" and self.operation not in OPERATIONS and len(self.parts) > 1:
            yield from (replace(self, parts=tuple(kept)) for kept in without_some(self.parts) if kept)
        for place, part in enumerate(self.parts):
            for smaller in part.smaller():
                yield replace(self, parts=(*self.parts[:place], smaller, *self.parts[place + 1 :]))


@dataclass(frozen=True)
class Comparison:
    """A term compared with a number, or a condition alone without a sign, perhaps negated."""

    tree: Tree
    sign: str
    number: int
    is_negated: bool = False

    def __str__(self) -> str:
        text = f"{self.tree} {self.sign} {self.number}" if self.sign else str(self.tree)
        return f"~({text})" if self.is_negated else text

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The operations of its terms, with the context."""
        context = "not" if self.is_negated else TOP
        return tuple((f"term {name}", context) for name in sorted(self.tree.operations()))

    def constraint(self, cells: Sequence[Any]) -> Constraint:
        """The constraint on the cells of a model.

        Raises
        ------
        ModelError
            If it is about no cell.
        """
        try:
            made = eval(str(self), {"__builtins__": {"abs": abs}}, {"cells": cells, **DECLARED})
        except (ArithmeticError, IndexError):
            made = None  # a constant without a value
        if not isinstance(made, Constraint):
            raise ModelError(f"{self} is about no cell")
        return made

    @cached_property
    def _meaning(self) -> Callable[[Values], bool]:
        names = {"__builtins__": {"abs": abs}, **MEANING}
        text = str(replace(self, is_negated=False))
        return eval(f"lambda cells: {text}", names)  # type: ignore[no-any-return]

    def holds(self, values: Values) -> bool:
        """Whether it holds for the values of the cells, by Python's own arithmetic."""
        return bool(self._meaning(values)) is not self.is_negated


@dataclass(frozen=True)
class Comparisons:
    """A case: the domains of some cells, comparisons of their terms, and perhaps a term to be maximised."""

    domains: tuple[Values, ...]
    required: tuple[Comparison, ...]
    score: Tree | None = None

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The operations, each with its context."""
        scored = self.score.operations() if self.score else ()
        return (*(part for each in self.required for part in each.parts), *((f"term {name}", TOP) for name in scored))

    def model(self) -> Model:
        """The model that requires them.

        Raises
        ------
        ModelError
            If a term has too many values.
        """
        model = Model("terms")
        cells = [model.variable(f"x{number}", domain) for number, domain in enumerate(self.domains)]
        model.add(*(each.constraint(cells) for each in self.required))
        if self.score is not None:
            model.maximize(_evaluated(self.score, cells))
        return model

    def solutions(self) -> set[Values]:
        """All values of the cells with which they hold, tried one by one."""
        return {values for values in product(*self.domains) if all(each.holds(values) for each in self.required)}

    def wrong(self, solver: str, limits: Limits) -> str:
        """What a solver says wrongly of the model, in words; empty if nothing.

        Parameters
        ----------
        solver
            The name of the solver.
        limits
            When it stops.

        Returns
        -------
        str
            The reason.
        """
        try:
            compiled = load_solver(solver).compile(self.model())
            stream = compiled.solutions(limits=limits)
        except LoweringError:
            return ""
        found = [solution.values_in_order[: len(self.domains)] for solution in stream]
        if stream.status is Status.LIMIT:
            return ""
        true, given = self.solutions(), set(found)
        if extra := given - true:
            return f"{solver} gives {min(extra)}, for which {self.broken(min(extra))} does not hold"
        if lost := true - given:
            return f"{solver} loses {min(lost)}"
        if len(found) != len(given):
            return f"{solver} gives a solution twice"
        return "" if self.score is None else self._wrong_score(compiled, solver, limits)

    def _wrong_score(self, compiled: CompiledModel, solver: str, limits: Limits) -> str:
        assert self.score is not None
        meaning = eval(f"lambda cells: {self.score}", {"__builtins__": {"abs": abs}, **MEANING})
        scores = [meaning(values) for values in self.solutions()]
        answer = compiled.solve(limits=limits)
        if answer.status is Status.LIMIT or any(score is NOWHERE for score in scores):
            return ""
        best = max(map(int, scores), default=None)
        return "" if answer.objective == best else f"{solver} finds the score {answer.objective}, not {best}"

    def broken(self, values: Values) -> str:
        """The first comparison that does not hold for some values."""
        return next((str(each) for each in self.required if not each.holds(values)), "nothing")

    def smaller(self) -> Iterator[Comparisons]:
        """Smaller cases."""
        yield from (replace(self, required=tuple(kept)) for kept in without_some(self.required) if kept)
        for place, each in enumerate(self.required):
            others = self.required[:place], self.required[place + 1 :]
            made = [replace(each, tree=tree) for tree in each.tree.smaller()]
            made += [replace(each, is_negated=False)] if each.is_negated else []
            for smaller in made:
                yield replace(self, required=(*others[0], smaller, *others[1]))
        if self.score is not None:
            yield replace(self, score=None)
            yield from (replace(self, score=score) for score in self.score.smaller() if "cells" in str(score))
        for place, domain in enumerate(self.domains):
            for left in without_some(domain):
                if left:
                    yield replace(self, domains=(*self.domains[:place], tuple(left), *self.domains[place + 1 :]))

    def program(self, solver: str) -> str:
        """A program that shows what is wrong."""
        return "\n".join(
            [
                "from sudoku_cp.model.limits import NO_LIMITS",
                "from sudoku_cp.cross_check.fuzz.terms import Comparison, Comparisons, Tree",
                "",
                *(f"# {each}" for each in self.required),
                f"case, solver = {self!r}, {solver!r}",
                'if __name__ == "__main__":',
                "    print(case.wrong(solver, NO_LIMITS) or 'right')",
                "",
            ]
        )


def random_comparisons(random: Random) -> Comparisons:
    """Draw comparisons of terms of a few cells, most of which hold for some values."""
    values = range(-3, 6) if random.random() < 0.7 else range(1, 10)
    number = random.choice((1, 2, 3, 4, 4, 5, 5, 6))
    most = int(MOST_ASSIGNMENTS ** (1 / number))
    domains = tuple(
        tuple(sorted(random.sample(values, min(len(values), most, random.choice((2, 3, 4, 5, 6, 6))))))
        for _ in range(number)
    )
    witness = tuple(map(random.choice, domains))
    required = tuple(random_comparison(random, number, witness) for _ in range(random.choice((1, 1, 2, 2, 3))))
    return Comparisons(domains, required, _about_cells(random, number) if random.random() < 0.25 else None)


def random_comparison(random: Random, cells: int, witness: Values) -> Comparison:
    """Draw a comparison of a term of cells, which often holds for a witness, if only just."""
    if random.random() < 0.4:
        condition = Comparison(_condition(random, cells, DEEPEST), "", 0)
        while "cells" not in str(condition):
            condition = Comparison(_condition(random, cells, DEEPEST), "", 0)
        return replace(condition, is_negated=not condition.holds(witness))
    tree = _about_cells(random, cells)
    if random.random() < 0.5:  # a scope too wide for a table
        others = [Tree("cell", number=place) for place in range(cells) if f"cells[{place}]" not in str(tree)]
        tree = Tree(random.choice(("sum", "max_of", "min_of", "distinct_of", "count_of")), (tree, *others), 1)
    found = eval(str(tree), {"__builtins__": {"abs": abs}}, {"cells": witness, **MEANING})
    number = random.randint(-3, 9) if found is NOWHERE else int(found)
    made = Comparison(tree, random.choice(("==", "!=", "<=", ">=", "<", ">")), number + random.choice((0, 0, 0, -1, 1)))
    is_wrong = not made.holds(witness)
    return replace(made, is_negated=is_wrong if random.random() < 0.8 else not is_wrong)


def _evaluated(tree: Tree, cells: Sequence[Any]) -> Any:
    try:
        return eval(str(tree), {"__builtins__": {"abs": abs}}, {"cells": cells, **DECLARED})
    except (ArithmeticError, IndexError) as error:
        raise ModelError(f"{tree} has no value") from error


def _about_cells(random: Random, cells: int) -> Tree:
    tree = _tree(random, cells, DEEPEST)
    while "cells" not in str(tree):
        tree = _tree(random, cells, DEEPEST)
    return tree


def _condition(random: Random, cells: int, depth: int) -> Tree:
    """A constraint as a term."""
    names = [name for name, operation in CONDITIONS.items() if depth > 1 or not operation.of_conditions]
    name = random.choice(names)
    operation = CONDITIONS[name]
    draw = _condition if operation.of_conditions else _tree
    parts = [draw(random, cells, depth - 1) for _ in range(random.randint(operation.least, operation.most))]
    return Tree(name, tuple(parts), random.choice((-2, 2, 3, 1, 0)))


def _tree(random: Random, cells: int, depth: int) -> Tree:
    if depth == 0 or random.random() < 0.15:
        if random.random() < 0.85:
            return Tree("cell", number=random.randrange(cells))
        return Tree("number", number=random.randint(-3, 6))
    if random.random() < 0.2:
        return _condition(random, cells, depth)
    operation = random.choice((*_OLD, *TERMS))
    least, most = {"abs": (1, 1), "scaled": (1, 1), "difference": (2, 2), "element": (3, 5)}.get(operation, (2, 3))
    if operation in TERMS:
        least, most = TERMS[operation].least, TERMS[operation].most
    parts = tuple(_tree(random, cells, depth - 1) for _ in range(random.randint(least, most)))
    if operation == "element" and random.random() < 0.7:
        parts = (*parts[:-1], Tree("cell", number=random.randrange(cells)))
    return Tree(operation, parts, random.choice((-2, 2, 3, 1, 0)))


def shrunk(case: Comparisons, solver: str, limits: Limits, tries: Iterable[int] = range(400)) -> Comparisons:
    """A small case that is wrong as well."""
    left = iter(tries)
    improved = True
    while improved:
        improved = False
        for smaller in case.smaller():
            if next(left, None) is None:
                return case
            try:
                if not smaller.wrong(solver, limits):
                    continue
            except (ModelError, TypeError):
                continue
            case, improved = smaller, True
            break
    return case
