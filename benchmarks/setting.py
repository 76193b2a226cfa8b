"""The setter's bench: smallest explanations beside CPMpy, new puzzles beside another generator, killers.

    python -m benchmarks.setting --cpmpy venv/bin/python --generator "tdoku/generate -p0 -a1 -m1 -d81 -e0 -l1000"

CPMpy runs in the Python of an environment of its own. The other generator writes one minimal puzzle on each line.
"""

from __future__ import annotations

import shlex
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import TypeVar

from benchmarks.exits import bad_input
from benchmarks.table import print_table, seconds, times
from benchmarks.timing import Sample, alternate, cpu_ratio, middle_cpu, run_program
from sudoku_cp import Sudoku
from sudoku_cp.authoring import equal, generate, reduce, why
from sudoku_cp.authoring.reasons import MinimalConflict
from sudoku_cp.authoring.sub_puzzles import SubPuzzles
from sudoku_cp.authoring.sufficient import Contradiction, minimal
from sudoku_cp.formats import load
from sudoku_cp.model import Cell

_T = TypeVar("_T")

PEER = Path(__file__).with_name("cpmpy_conflicts.py")
"""The program for another Python, which may lack this project."""


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.setting", description=__doc__.splitlines()[0])
    parser.add_argument("--cpmpy", metavar="PYTHON", help="a Python with cpmpy, to find the same conflicts")
    parser.add_argument("--generator", metavar="COMMAND", help="another generator of minimal classic puzzles")
    parser.add_argument("--puzzles", type=int, default=5, help="puzzles without a solution (default: %(default)s)")
    parser.add_argument("--generated", type=int, default=1000, help="puzzles to generate (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each contender (default: %(default)s)")
    options = parser.parse_args()
    _conflicts(options.puzzles, options.cpmpy)
    _generators(options.generated, options.generator, options.rounds)
    _killer(options.rounds)


def spoilt(seed: int) -> Iterator[Sudoku]:
    """Classic puzzles without a solution: one given is another digit, which no house excludes at once."""
    random = Random(seed)
    for each in generate(Sudoku(9), seed=seed, givens=(26, 30)):
        board = each.board
        assert isinstance(board, Sudoku)
        cell = random.choice(list(board.givens))
        board.give(cell, random.choice([digit for digit in board.digits if digit != board.givens[cell]]))
        if not board.count(limit=1).count and not any(_repeats(board, house.scope) for house in board.constraints):
            yield board


def _repeats(board: Sudoku, house: Sequence[Cell]) -> bool:
    """Whether two givens of a house are equal, which explains everything."""
    values = [board.givens[cell] for cell in house if cell in board.givens]
    return len(set(values)) < len(values)


def _conflicts(number: int, python: str | None) -> None:
    table = []
    for board in islice(spoilt(7), number):
        line = "".join(str(board.givens.get(cell, ".")) for cell in board.grid)
        size, minimal_time = _timed(partial(_minimal_conflict_size, board))
        conflict, least_time = _timed(partial(why, board))
        assert isinstance(conflict, MinimalConflict)
        row = [line[:20] + "…", f"{size} / {len(conflict.parts)}", seconds(minimal_time), seconds(least_time)]
        if python is not None:
            _, out = run_program([python, "-c", f"{PEER.read_text()}\nmain()"], line.encode())
            mus, mus_time, smus, smus_time = out.split()
            if conflict.is_least and int(smus) != len(conflict.parts):
                raise bad_input(f"{line}: {int(smus)} givens by CPMpy, and {len(conflict.parts)} by ours")
            row += [f"{int(mus)} / {int(smus)}", times(float(mus_time) / minimal_time)]
            row += [times(float(smus_time) / least_time)]
        table.append(row)
    head = ["puzzle", "minimal / least", "minimal", "least, corrections", "mus / smus", "mus / ours", "smus / ours"]
    print_table("Minimal conflicts of givens, processor time", head if python is not None else head[:4], table)


def _minimal_conflict_size(board: Sudoku) -> int:
    puzzles = SubPuzzles(board)
    return minimal(Contradiction(puzzles), range(len(puzzles.parts))).bit_count()


def _timed(work: Callable[[], _T]) -> tuple[_T, float]:
    start = process_time()
    result = work()
    return result, process_time() - start


def _generators(number: int, command: str | None, rounds: int) -> None:
    works: dict[str, Callable[[], object]] = {"sudoku-cp": partial(_generate, number)}
    made = {"sudoku-cp": number}
    if command is not None:
        works["other"] = partial(_other, command, made)
    samples = alternate(works, rounds)
    table = [(name, f"{made[name] / middle_cpu(each):,.0f}") for name, each in samples.items()]
    print_table("Minimal classic puzzles, one thread", ("generator", "puzzles a second"), table)
    if command is not None:
        ratio = cpu_ratio(samples["other"], samples["sudoku-cp"]) * number / made["other"]
        print(f"time of the other for a puzzle / ours: {times(ratio)}")


def _generate(number: int) -> None:
    for _ in islice(generate(Sudoku(9), seed=1), number):
        pass


def _other(command: str, made: dict[str, int]) -> Sample:
    sample, out = run_program(shlex.split(command), b"")
    made["other"] = len(out.splitlines())
    return sample


def _killer(rounds: int) -> None:
    killer = load("killer")
    samples = alternate({"reduce": partial(reduce, killer), "equal": partial(equal, killer)}, rounds)
    table = [(name, seconds(middle_cpu(each))) for name, each in samples.items()]
    print_table(f"A killer of {len(killer.clues)} cages", ("question", "processor time"), table)


if __name__ == "__main__":
    main()
