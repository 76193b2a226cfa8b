"""Check a certificate against the model that it speaks of, and against nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sudoku_cp.certificates.certificate import Certificate
from sudoku_cp.certificates.inference import Domains, Inference
from sudoku_cp.certificates.pricing import Pricing
from sudoku_cp.model import Model, Objective, Sense, SudokuError


class RejectedError(SudokuError):
    """A certificate does not show what it claims."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a certificate has shown."""

    puzzle: str
    sense: Sense
    beyond: int
    """No solution has a score at least as good as this."""
    best: int | None
    """The score of the solution that is given, if one is."""
    optimal: bool
    """Whether that solution is proved the best."""
    steps: int

    def __str__(self) -> str:
        words = "or more" if self.sense is Sense.MAXIMIZE else "or less"
        text = f"no solution of {self.puzzle} scores {self.beyond} {words}"
        if self.best is not None:
            text += f"; one of score {self.best} is given"
        return f"{text}: it is the best" if self.optimal else text


def objective_of(model: Model) -> Objective:
    """The objective that a certificate needs."""
    if model.objective is None:
        raise RejectedError(f"{model.name} has no score")
    return model.objective


def most_cost(objective: Objective, beyond: int, scale: int) -> int:
    """The largest scaled cost of a solution that is to be excluded: less is better, and there is no constant."""
    return -scale * objective.gain(beyond - objective.expression.constant)


def verify(certificate: Certificate, progress: Callable[[int, int], None] = lambda done, steps: None) -> Claim:
    """Check every step of a certificate, and its solution.

    Parameters
    ----------
    progress
        Called with the steps done and their number.

    Raises
    ------
    RejectedError
        If a step is not allowed, a branch is left open, or the solution is none.
    """
    model = certificate.model
    objective = objective_of(model)
    inference = Inference(model)
    pricing = Pricing(inference, objective, _houses(certificate, inference), certificate.scale)
    walk = Walk(inference, pricing, most_cost(objective, certificate.beyond, certificate.scale))
    for number, step in enumerate(certificate.steps, 1):
        if walk.closed:
            raise RejectedError(f"step {number}: all branches are closed already")
        if len(step) == 2 and isinstance(step[0], str):
            _branch(walk, model, step[0], step[1], number)
        elif len(step) != pricing.multipliers:
            raise RejectedError(f"step {number}: {len(step)} multipliers for {pricing.multipliers} values of houses")
        else:
            walk.bound([int(multiplier) for multiplier in step])
        progress(number, len(certificate.steps))
    if not walk.closed:
        raise RejectedError("a branch is left open after the last step")
    best = _score(certificate, objective)
    optimal = best is not None and objective.gain(certificate.beyond) == objective.gain(best) + 1
    return Claim(model.name, objective.sense, certificate.beyond, best, optimal, len(certificate.steps))


class Walk:
    """The branch of the tree that is looked at, and those that wait."""

    def __init__(self, inference: Inference, pricing: Pricing, most: int) -> None:
        self.bit_of = inference.bit_of
        self._inference = inference
        self._pricing = pricing
        self._most = most
        self._waiting: list[tuple[Domains, int, int]] = []
        self.domains = list(inference.start)
        self.closed = False
        if not inference.propagate(self.domains):
            self._next_branch()

    @property
    def depth(self) -> int:
        """How many branches wait."""
        return len(self._waiting)

    def branch(self, cell: int, bit: int) -> None:
        """Look at the branch where the cell has the value, and later at the one where it has not."""
        self._waiting.append((list(self.domains), cell, bit))
        self.domains[cell] = bit
        self._settle([cell])

    def bound(self, multipliers: list[int]) -> bool:
        """Close the branch, or take values out of it; say whether anything changed."""
        touched = self._pricing.remove_costly(self.domains, multipliers, self._most)
        if touched is None:
            self._next_branch()
        elif touched:
            self._settle(touched)
        return touched is None or bool(touched)

    def _settle(self, changed: list[int]) -> None:
        if not self._inference.propagate(self.domains, changed):
            self._next_branch()

    def _next_branch(self) -> None:
        while self._waiting:
            self.domains, cell, bit = self._waiting.pop()
            self.domains[cell] &= ~bit
            if self.domains[cell] and self._inference.propagate(self.domains, [cell]):
                return
        self.closed = True


def _houses(certificate: Certificate, inference: Inference) -> list[list[int]]:
    number_of = {cell.name: cell.index for cell in inference.cells}
    houses = []
    for names in certificate.houses:
        house = [number_of.get(name, -1) for name in names]
        if frozenset(house) not in inference.permutations or len(set(house)) < len(house):
            raise RejectedError(f"{' '.join(names)} is no house that holds each value once")
        houses.append(house)
    return houses


def _branch(walk: Walk, model: Model, name: str, value: int, number: int) -> None:
    cell = next((cell for cell in model.cells if cell.name == name), None)
    if cell is None or value not in cell.domain:
        raise RejectedError(f"step {number}: {name} = {value} is not to be had in {model.name}")
    bit = walk.bit_of[value]
    if not walk.domains[cell.index] & bit:
        raise RejectedError(f"step {number}: {name} = {value} is excluded already")
    walk.branch(cell.index, bit)


def _score(certificate: Certificate, objective: Objective) -> int | None:
    if certificate.solution is None:
        return None
    model = certificate.model
    if len(certificate.solution) != len(model.cells):
        raise RejectedError(f"the solution has {len(certificate.solution)} values for {len(model.cells)} cells")
    broken = model.violations(certificate.solution)
    if broken:
        raise RejectedError(f"the solution is none: {broken[0]}")
    return objective.value(model.solution(certificate.solution))
