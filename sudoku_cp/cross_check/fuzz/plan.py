"""What a run of random cases asks, whom, and about what."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from sudoku_cp.backends import BACKENDS
from sudoku_cp.backends.contract import Limits
from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.fuzz.cases import Case
from sudoku_cp.cross_check.relations import RELATIONS
from sudoku_cp.model import AllDifferent, Model

COUNT_LIMIT = 200
"""Solutions up to which they are counted and listed."""

QUESTION = Limits(seconds=5, nodes=10_000)
"""What one question to one backend may cost."""

LARGE = 60
"""Cells from which on a model is large, and a node costs the more the more cells there are."""

LARGE_NODES = 60_000
"""Nodes times cells that one question about a large model may cost."""

SOMETIMES = 0.2
"""How many cases `Plan.sometimes` is asked about."""

_CP_SAT = (":presolve=true", ":workers=2", ":seed=2", ":presolve=true,seed=3")


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a case needs beside its number.

    Parameters
    ----------
    seed
        Another one gives other cases.
    backends
        Those that are put to the test in every case, by name.
    sometimes
        Those that are asked about some of the cases, because they take long.
    rules
        The rules that clues are drawn from; none for all of them and constraints of the kernel.
    sizes
        The sizes of boards; none for a mixture, and free variables.
    """

    seed: int = 0
    backends: tuple[str, ...] = BACKENDS[:1]
    sometimes: tuple[str, ...] = BACKENDS[1:2]
    rules: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()


def question(model: Model) -> Limits:
    """What one question about a model may cost."""
    cells = len(model.cells)
    return QUESTION if cells < LARGE else Limits(seconds=1, nodes=LARGE_NODES // cells)


def backends_of(plan: Plan, case: Case) -> tuple[str, ...]:
    """Those of the plan, with brute force where the case is tiny, else the first one behind two relations.

    Now and then one of them is asked with other settings, too, and always where the engine has other code for many
    puzzles of the model.
    """
    random = Random(f"{plan.seed} {case.number} backends")
    tested = [*plan.backends, *(plan.sometimes if random.random() < SOMETIMES else ())]
    names = [*tested, BruteForce.plain_name] if case.tiny else tested[:]
    plain = all(isinstance(part, AllDifferent) for part in case.model.constraints)
    if not case.tiny:
        related = random.sample(tuple(RELATIONS), 1 if plain else 2)
        names += [f"{tested[0]}~{relation}" for relation in related]
    if random.random() < 0.3 and (others := _others(random.choice(tested))):
        names.append(random.choice(others))
    if BACKENDS[0] in tested and plain:
        names += [f"{BACKENDS[0]}{setting}" for setting in ("~batch", random.choice(_OF_HOUSES))]
    return tuple(dict.fromkeys(names))


_OF_HOUSES = ("~no-node-limit", "~no-node-limit~batch", ":threads=2", ":learn_after=0", ":learn_after=3")
"""Settings of the engine that matter most where there are only houses."""


def _others(name: str) -> tuple[str, ...]:
    """The names of a backend with other settings."""
    return tuple(f"{name}{setting}" for setting in _settings(name))


def _settings(name: str) -> tuple[str, ...]:
    match name:
        case "exact-cover":
            from sudoku_cp import _native

            cpus = (f":cpu={level}" for level in _native.cpu_levels())
            return ("~batch", ":learn_after=0", ":learn_after=0", ":learn_after=3", ":threads=2", *cpus)
        case "cp-sat":
            return _CP_SAT
    return ()
