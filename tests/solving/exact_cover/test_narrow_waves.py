"""One puzzle at a time: narrow waves find what the general search finds, which a limit of nodes keeps to itself."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from threading import Event

import pytest

from sudoku_cp import Sudoku, _native, models, rules
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Model, ModelError
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver
from tests.support import assert_same_sets

GENERAL = Limits(nodes=10**9)


def opened(compiled: LoweredModel, seed: int, most: int) -> list[Givens]:
    """Puzzles with ever fewer givens and at most so many solutions, and some with a given changed."""
    rng = random.Random(seed)
    cells = list(compiled.model.cells)
    first = rng.choice(cells)
    solution = compiled.solve({first: rng.choice(compiled.model.domain_of(first))}, GENERAL).solution
    assert solution is not None
    givens = dict(solution)
    puzzles: list[Givens] = []
    for cell in rng.sample(cells, len(cells)):
        value = givens.pop(cell)
        if compiled.count(most + 1, givens, GENERAL).exact:
            puzzles.append(dict(givens))
        else:
            givens[cell] = value
    changed = []
    for puzzle in puzzles[-30::6]:
        cell = rng.choice(list(puzzle))
        changed.append({**puzzle, cell: rng.choice([value for value in cell.domain if value != puzzle[cell]])})
    return [*puzzles[-5:], *changed]


def loosely_coupled() -> Sudoku:
    """A grid with pencil marks, and cells that differ outside of houses."""
    sudoku = Sudoku(9)
    sudoku.add(sudoku["r1c1"] != sudoku["r5c6"], sudoku["r2c2"] != sudoku["r9c9"])
    sudoku.restrict(sudoku["r4c4"], (1, 2, 3))
    return sudoku


def bare(name: str) -> Model:
    """A model of the library without its puzzle."""
    model = models.load(name)
    model.givens.clear()
    return model


SHAPES: dict[str, Callable[[], Model]] = {
    "9": lambda: Sudoku(9),
    "8": lambda: Sudoku(8),
    "12": lambda: Sudoku(12),
    "16": lambda: Sudoku(16),
    "pairs": loosely_coupled,
    **{name: partial(bare, name) for name in ("x_sudoku", "windoku", "jigsaw", "anti_knight", "samurai")},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_solutions_are_those_of_the_general_search(name: str) -> None:
    compiled = load_solver().compile(SHAPES[name]())
    numbers, differ = set(), False
    for givens in opened(compiled, 4, 900):
        enumerations = [compiled.solutions(givens, limits) for limits in (GENERAL, Limits())]
        general, narrow = ([solution.values_in_order for solution in enumeration] for enumeration in enumerations)
        assert_same_sets(narrow, general)
        assert enumerations[0].status is enumerations[1].status
        numbers.add(len(general))
        differ |= enumerations[0].statistics.nodes != enumerations[1].statistics.nodes
        for limit in (1, 2, len(general) + 1):
            expected, found = compiled.count(limit, givens, GENERAL), compiled.count(limit, givens)
            assert (found.count, found.status) == (expected.count, expected.status)
    assert differ, "no puzzle went to narrow waves"
    assert 0 in numbers
    assert max(numbers) > 200


@pytest.mark.slow
def test_every_cpu_level_takes_the_same_way() -> None:
    script = (
        "import json, sys\n"
        "from sudoku_cp import Sudoku, models\n"
        "from sudoku_cp.solving.registry import load_solver\n"
        "for name, puzzles in json.load(sys.stdin).items():\n"
        "    model = Sudoku(9) if name == '9' else models.load(name)\n"
        "    compiled = load_solver().compile(model)\n"
        "    for givens in puzzles:\n"
        "        found = compiled.solutions({model.cells[int(at)]: value for at, value in givens.items()})\n"
        "        print([solution.values_in_order for solution in found], found.statistics.nodes)"
    )
    puzzles = {
        name: [
            {cell.index: value for cell, value in givens.items()}
            for givens in opened(load_solver().compile(SHAPES[name]()), 2, 200)
        ]
        for name in ("9", "jigsaw")
    }
    outputs = {
        level: subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "SUDOKU_CP_CPU": level},
            input=json.dumps(puzzles),
            capture_output=True,
            text=True,
            check=True,
            timeout=1000,
        ).stdout
        for level in _native.cpu_levels()
    }
    assert [level for level, output in outputs.items() if output != outputs["baseline"]] == []


@pytest.mark.slow
def test_where_waves_find_little_the_general_search_goes_on() -> None:
    """Knights make grids that need many nodes: solutions of waves are not told again."""
    compiled = load_solver().compile(bare("anti_knight"))
    barren = 0
    for seed in (5, 6, 7):
        givens = opened(compiled, seed, 20)[4]
        narrow, general = compiled.count(givens=givens), compiled.count(givens=givens, limits=GENERAL)
        assert (narrow.count, narrow.status) == (general.count, Status.COMPLETE)
        barren += narrow.statistics.nodes > 8000
    assert barren > 0


MARKS = """
14789 457 12579 135 1345678 12345789 14578 1456789 1245678
2456789 1568 2345689 235689 368 2356789 12346789 123456789 123456789
12345679 123456789 12347 123457 345689 134569 145689 12346789 1245678
1245689 23456789 289 12456789 2345678 123689 23456789 23467 12345678
169 34568 1235689 1235679 123689 1346789 135789 1356789 46789
345689 1234568 13578 12345679 2345679 1256789 134569 245678 2456789
2345789 123456789 23456789 234678 1245689 12345689 23456789 23479 235689
123478 2479 234579 123569 1246789 1235679 25789 3689 1256789
123456789 12345679 1234679 12345689 123489 12345679 123679 13456789 12349
"""
"""Pencil marks that leave few values out: with both diagonals, waves and branching have several turns."""


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(("more", "count"), [((), 16), ((3,), 87)], ids=["few", "over 64"])
def test_turns_of_waves_and_branching_find_each_solution_once(more: tuple[int, ...], count: int, threads: int) -> None:
    sudoku = Sudoku(9)
    sudoku.add(rules.diagonals())
    for cell, marks in zip(sudoku.cells, MARKS.split(), strict=True):
        sudoku.restrict(cell, {*map(int, marks), *(more if cell.name == "r1c8" else ())})
    compiled = load_solver("exact-cover", threads=threads).compile(sudoku)
    found, again = compiled.solutions(), compiled.solutions()
    solutions = [solution.values_in_order for solution in found]
    assert_same_sets(solutions, [solution.values_in_order for solution in compiled.solutions(limits=GENERAL)])
    assert [solution.values_in_order for solution in again] == solutions
    assert found.statistics.nodes == again.statistics.nodes
    assert found.status is Status.COMPLETE
    assert compiled.count().count == count
    turns_of_waves = 3
    assert found.statistics.nodes > 8000 << turns_of_waves


def test_a_limit_of_time_ends_an_open_grid() -> None:
    """After how many solutions is a matter of the machine."""
    enumeration = load_solver().compile(Sudoku(9)).solutions(limits=Limits(seconds=0.05))
    found = [solution.values_in_order for solution in enumeration]
    assert enumeration.status is Status.LIMIT
    assert len(set(found)) == len(found)


def test_an_open_grid_has_many_solutions_until_it_is_cancelled() -> None:
    cancel = Event()
    enumeration = load_solver().compile(Sudoku(9)).solutions(limits=Limits(cancel=cancel))
    found = [next(enumeration).values_in_order for _ in range(1000)]
    cancel.set()
    found.extend(solution.values_in_order for solution in enumeration)
    assert enumeration.status is Status.LIMIT
    assert len(set(found)) == len(found)


SIX_BY_SIX = 28_200_960
"""Grids of 6×6 with boxes of 2×3 (Pettersen, sudoku players' forum, 2006); first cells share them equally."""


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 3])
def test_threads_share_the_count_of_one_puzzle(threads: int) -> None:
    six = Sudoku(6)
    compiled = load_solver().compile(six)
    first, second, *_ = six.cells
    found = compiled.count(givens={first: 1, second: 2}, threads=threads)
    assert (found.count, found.status) == (SIX_BY_SIX // 30, Status.COMPLETE)
    some = compiled.count(5000, {first: 1}, threads=threads)
    assert (some.count, some.status) == (5000, Status.LIMIT)
    with pytest.raises(ModelError, match="threads must be 1 to 1,024, not 0"):
        compiled.count(threads=0)
