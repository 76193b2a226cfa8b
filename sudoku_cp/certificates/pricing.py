"""Bounds from multipliers, by the arithmetic of integers alone."""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_cp.certificates.inference import Domains, Inference
from sudoku_cp.model import Objective


class Pricing:
    """The costs of values, and what multipliers make of them.

    Each house of ``houses`` holds each of its values just once. So for any multipliers y, one for every house and
    value, a solution costs  Σ y + Σ over its values of (cost − Σ y of the value in the houses of its cell),  and that
    is at least  Σ y + Σ over cells of the least such term.

    Parameters
    ----------
    houses
        The numbers of the cells of each house; its multipliers come in this order, its values ascending.
    scale
        What costs are multiplied by, so that multipliers are integers.
    """

    def __init__(self, inference: Inference, objective: Objective, houses: Sequence[Sequence[int]], scale: int) -> None:
        self._costs: list[dict[int, int]] = []
        points = objective.points()
        for cell in inference.cells:
            of_cell = points.get(cell, {})
            self._costs.append(
                {inference.bit_of[value]: -scale * objective.gain(of_cell.get(value, 0)) for value in cell.domain}
            )
        self._places: list[dict[int, list[int]]] = [{bit: [] for bit in costs} for costs in self._costs]
        self.multipliers = 0
        for house in houses:
            for value in inference.values_in(inference.permutations[frozenset(house)]):
                bit = inference.bit_of[value]
                for number in house:
                    if bit in self._places[number]:
                        self._places[number][bit].append(self.multipliers)
                self.multipliers += 1

    def remove_costly(self, domains: Domains, multipliers: Sequence[int], most: int) -> list[int] | None:
        """Take out values that no solution of scaled cost up to ``most`` has; None where there is none."""
        reduced_of = []
        total = sum(multipliers)
        for cell, costs in enumerate(self._costs):
            places = self._places[cell]
            reduced = {
                bit: cost - sum(multipliers[place] for place in places[bit])
                for bit, cost in costs.items()
                if bit & domains[cell]
            }
            least = min(reduced.values())
            total += least
            reduced_of.append((least, reduced))
        if total > most:
            return None
        touched = []
        for cell, (least, reduced) in enumerate(reduced_of):
            kept = sum(bit for bit, cost in reduced.items() if total - least + cost <= most)
            if kept != domains[cell]:
                domains[cell] = kept
                touched.append(cell)
        return touched
