"""The plan of a run: the random cases, the solvers, and the limits of their questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.fuzz.cases import Case
from sudoku_cp.cross_check.relations import RELATIONS
from sudoku_cp.model import AllDifferent, Model
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.registry import SOLVERS

COUNT_LIMIT = 200
"""The largest number of solutions that are counted and listed."""

QUESTION = Limits(seconds=5, nodes=10_000)
"""The limits of one question to one solver."""

LARGE = 60
"""The number of cells from which on a model is large, so that nodes cost more with each cell."""

LARGE_NODES = 60_000
"""The limit on nodes times cells for one question about a large model."""

SOMETIMES = 0.2
"""The share of cases in which `Plan.sometimes` is asked."""

_CP_SAT = (":presolve=true", ":workers=2", ":seed=2", ":presolve=true,seed=3")


MOST_ASKED = 2
"""The number of further questions about a case."""

Asker = Callable[[Model, str], str]


@dataclass(frozen=True, slots=True)
class Plan:
    """The inputs of a case other than its number.

    Parameters
    ----------
    seed
        The seed of the random cases.
    solvers
        The names of the solvers under test in every case.
    sometimes
        The names of slower solvers, which are asked in some cases.
    rules
        The rules of clues; if empty, all rules, and kernel constraints as well.
    sizes
        The sizes of boards; if empty, a mixture, and free variables as well.
    questions
        The names of further questions about tiny models, beyond those to solvers.
    wrong
        Asks one of them about a model, and returns what is wrong with the answer; empty if nothing is.
    """

    seed: int = 0
    solvers: tuple[str, ...] = SOLVERS[:1]
    sometimes: tuple[str, ...] = SOLVERS[1:2]
    rules: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    questions: tuple[str, ...] = ()
    wrong: Asker | None = None


def question(model: Model) -> Limits:
    """The limits of one question about a model."""
    cells = len(model.cells)
    return QUESTION if cells < LARGE else Limits(seconds=1, nodes=LARGE_NODES // cells)


def solvers_of(plan: Plan, case: Case) -> tuple[str, ...]:
    """The solvers for a case: those of the plan, with brute force for a tiny case, otherwise with two relations.

    Now and then, one of them is also asked with other settings; always if the engine has separate code for many puzzles
    of the model.
    """
    random = Random(f"{plan.seed} {case.number} solvers")
    tested = [*plan.solvers, *(plan.sometimes if random.random() < SOMETIMES else ())]
    names = [*tested, BruteForce.plain_name] if case.tiny else tested[:]
    plain = all(isinstance(part, AllDifferent) for part in case.model.constraints)
    if not case.tiny:
        related = random.sample(tuple(RELATIONS), 1 if plain else 2)
        names += [f"{tested[0]}~{relation}" for relation in related]
    if random.random() < 0.3 and (others := _others(random.choice(tested))):
        names.append(random.choice(others))
    if SOLVERS[0] in tested and plain:
        names += [f"{SOLVERS[0]}{setting}" for setting in ("~batch", random.choice(_OF_HOUSES))]
    return tuple(dict.fromkeys(names))


def questions_of(plan: Plan, case: Case) -> tuple[str, ...]:
    """The further questions about a case."""
    random = Random(f"{plan.seed} {case.number} questions")
    if not case.tiny or plan.wrong is None:
        return ()
    return tuple(random.sample(plan.questions, min(MOST_ASKED, len(plan.questions))))


_OF_HOUSES = ("~no-node-limit", "~no-node-limit~batch", ":threads=2,learn_after=0", ":learn_after=0", ":learn_after=3")
"""Settings of the engine that matter most for models with houses only."""


def _others(name: str) -> tuple[str, ...]:
    """The names of a solver with other settings."""
    return tuple(f"{name}{setting}" for setting in _settings(name))


def _settings(name: str) -> tuple[str, ...]:
    match name:
        case "exact-cover":
            from sudoku_cp import _native

            cpus = (f":cpu={level}" for level in _native.cpu_levels())
            threads = (":threads=2,learn_after=0", ":threads=2,learn_after=1", ":threads=3,learn_after=2")
            at_random = (f":learn_after=0,seed={seed}" for seed in (1, 2, 3))
            return ("~batch", ":learn_after=0", ":learn_after=3", *at_random, *threads, *cpus)
        case "cp-sat":
            return _CP_SAT
    return ()
