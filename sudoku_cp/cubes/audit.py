"""A check of a journal against the puzzle that it should be about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sudoku_cp.canonical_forms.automorphisms import is_difference, key_of
from sudoku_cp.cubes.checker import Claim, RejectedError
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Model
from sudoku_cp.model.fingerprint import fingerprint


def audit(claim: Claim, model: Model, givens: Givens) -> None:
    """Check that a journal is about a puzzle, that its solutions are right, and that its symmetries are symmetries.

    Parameters
    ----------
    claim
        What the journal shows.
    model, givens
        The puzzle.

    Raises
    ------
    RejectedError
        If something is wrong.
    """
    header = claim.header
    cells = [[cell.name, list(cell.domain)] for cell in model.cells]
    if header.get("model") != fingerprint(model) or header.get("cells") != cells:
        raise RejectedError("the journal is about another model")
    if header.get("givens") != {cell.name: value for cell, value in givens.items()}:
        raise RejectedError("the journal is about other givens")
    if header.get("sense") != (None if model.objective is None else model.objective.sense.value):
        raise RejectedError("the journal is about another objective")
    for solution, score in claim.solutions:
        broken = model.violations(solution, givens)
        if broken:
            raise RejectedError(f"a solution is wrong: {broken[0].message}")
        values = dict(zip(model.cells, solution, strict=True))
        if score is not None and (model.objective is None or model.objective.value(values) != score):
            raise RejectedError(f"a solution has not the score {score}")
    for permutation, is_renaming in claim.symmetries:
        if not keeps(model, permutation, is_renaming):
            raise RejectedError("a permutation of the cells does not keep the constraints")


def keeps(model: Model, permutation: Sequence[int], is_renaming: bool) -> bool:
    """Whether a permutation of the cells keeps the constraints and domains of a model, and any renaming of the values.

    Parameters
    ----------
    model
        The model.
    permutation
        The number of the image of each cell.
    is_renaming
        Whether all permutations of the values must keep them too.

    Returns
    -------
    bool
        Whether it is a symmetry. False may also mean that it is one which cannot be seen from the constraints.
    """
    cells = model.cells
    constraints = [part for constraint in model.constraints for part in constraint.parts]
    domains = [(cell.domain, model.domain_of(cell)) for cell in cells]
    if is_renaming and not (len(set(domains)) == 1 and not model.pencilmarks and all(map(is_difference, constraints))):
        return False
    before = {cell: place for place, cell in enumerate(cells)}
    after = dict(zip(cells, permutation, strict=True))
    return all(domains[place] == domains[image] for place, image in enumerate(permutation)) and (
        Counter(key_of(each, before) for each in constraints) == Counter(key_of(each, after) for each in constraints)
    )
