"""What a run of random cases asks, whom, and about what."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from sudoku_cp.backends import BACKENDS
from sudoku_cp.backends.contract import Limits
from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.fuzz.cases import Case
from sudoku_cp.cross_check.relations import RELATIONS
from sudoku_cp.model import AllDifferent

COUNT_LIMIT = 200
"""Solutions up to which they are counted and listed."""

QUESTION = Limits(seconds=5, nodes=20_000)
"""What one question to one backend may cost."""

_CP_SAT = ("presolve", "workers=2", "seed=1", "presolve+seed=2")


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a case needs beside its number.

    Parameters
    ----------
    seed
        Another one gives other cases.
    backends
        Those that are put to the test, by name.
    rules
        The rules that clues are drawn from; none for all of them and constraints of the kernel.
    sizes
        The sizes of boards; none for a mixture, and free variables.
    """

    seed: int = 0
    backends: tuple[str, ...] = BACKENDS[:2]
    rules: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()


def backends_of(plan: Plan, case: Case) -> tuple[str, ...]:
    """Those of the plan, with brute force where the case is tiny, else the first one behind two relations.

    Now and then one of them is asked with other settings, too, and always where the engine has other code for many
    puzzles of the model.
    """
    random = Random(f"{plan.seed} {case.number} backends")
    names = list(plan.backends)
    if case.tiny:
        names.append(BruteForce.name)
    else:
        names += [f"{names[0]}~{relation}" for relation in random.sample(tuple(RELATIONS), 2)]
    if random.random() < 0.25:
        base = random.choice(plan.backends)
        names += [f"{base}+{setting}" for setting in random.sample(_settings(base), 1)]
    if BACKENDS[0] in plan.backends and all(isinstance(part, AllDifferent) for part in case.model.constraints):
        names.append(f"{BACKENDS[0]}+batch")
    return tuple(dict.fromkeys(names))


def _settings(base: str) -> tuple[str, ...]:
    match base:
        case "exact-cover":
            from sudoku_cp import _native

            return ("batch", "patience=0", *(f"cpu={level}" for level in _native.cpu_levels()))
        case "cp-sat":
            return _CP_SAT
    return ()
