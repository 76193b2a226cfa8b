"""One hard question by cubes: the same count however it is divided, balance, scores, and a model of cost.

    python -m benchmarks.cubes --parts count,balance,scores,cost --executor processes:2

The count is that of 4×4 grids of the digits 1 to 9 with diagonals and anti-knight, where r1c1 is at most 6: more than
10⁹. It is made plainly, by 1, 2, 64 and 1,000 cubes, and by 1,000 cubes in a process that is killed again and again;
all must agree, and with 6 / 9 of the count of all such grids by symmetry. The exit code is 4 if they do not.
"""

from __future__ import annotations

import json
import pickle
import signal
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import monotonic, process_time, sleep
from typing import Any

from benchmarks.scored import hexadoku_puzzle
from benchmarks.table import print_table, seconds
from sudoku_cp import Sudoku, formats
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cubes.checker import check
from sudoku_cp.cubes.questions import Count
from sudoku_cp.cubes.work import Task, work
from sudoku_cp.model.answers import Cube, Result
from sudoku_cp.model.limits import Limits
from sudoku_cp.parallel.executors import executor_named

GRID = """
size = 4
digits = [1, 2, 3, 4, 5, 6, 7, 8, 9]
{marks}
[[diagonals]]

[[anti_knight]]
"""

MARKS = "candidates = { r1c1 = [1, 2, 3, 4, 5, 6] }\n"

SCORED = ((200, 2), (180, 1))
"""The open cells and seeds of scored 16×16 grids: one that cubes help with, and one that they do not."""

CORES = (1, 16, 256, 4_096)

HOURS = 1_000_000
"""The core-hours of a search like that for 17 clues, which took 7 million in 2011 (McGuire, Tugemann, Civario)."""


def main() -> int:
    parser = ArgumentParser(prog="python -m benchmarks.cubes", description=__doc__.splitlines()[0])
    parser.add_argument("--parts", type=lambda text: text.split(","), default=["count", "balance", "scores", "cost"])
    parser.add_argument("--executor", default="processes:2", help="(default: %(default)s)")
    parser.add_argument("--kills", type=int, default=4, help="how often a counting process is killed (default: 4)")
    parser.add_argument("--seconds", type=float, default=30, help="time for a score (default: %(default)s)")
    options = parser.parse_args()
    parts: dict[str, Callable[[Namespace, Path], bool]] = {
        "count": counts,
        "balance": balance,
        "scores": scores,
        "cost": cost,
    }
    with tempfile.TemporaryDirectory() as folder:
        good = [parts[name](options, Path(folder)) for name in options.parts]
    return int(ExitCode.ANSWERED if all(good) else ExitCode.DISAGREE)


def counts(options: Namespace, folder: Path) -> bool:
    """The same number of solutions, however it is found."""
    puzzle, everything = folder / "some.toml", folder / "all.toml"
    puzzle.write_text(GRID.format(marks=MARKS), encoding="utf-8")
    everything.write_text(GRID.format(marks=""), encoding="utf-8")
    make = executor_named(options.executor)
    compiled = formats.load(puzzle).compile()
    rows: list[tuple[str, ...]] = []
    found: set[int] = set()

    def note(
        name: str, ask: Callable[[], Result], factor: tuple[int, int] = (1, 1), journal: Path | None = None
    ) -> None:
        start = monotonic()
        result = ask()
        number = result.count * factor[0] // factor[1]
        found.add(number)
        cubes = "" if journal is None else f"{check(journal.open('rb')).leaves:,}"
        rows.append((name, f"{number:,}", cubes, f"{result.statistics.nodes:,}", seconds(monotonic() - start)))
        print("  ".join(rows[-1]), flush=True)

    every = formats.load(everything).compile()
    journal = folder / "symmetric"
    note("all grids by symmetry, × 6/9", lambda: every.count(executor=make, cubes=64, journal=journal), (6, 9), journal)
    for number in (1_000, 64, 2, 1):
        path = folder / f"{number}"
        note(
            f"at least {number:,} cubes",
            lambda path=path, number=number: compiled.count(  # type: ignore[misc]
                executor=make, cubes=number, journal=path, cube_seconds=None, symmetry=False
            ),
            journal=path,
        )
        if number == 1_000:
            path = folder / "killed"
            note(
                f"killed {options.kills} times",
                lambda path=path: killed(puzzle, path, options),  # type: ignore[misc]
                journal=path,
            )
    note("plain", compiled.count)
    print_table("One count", ("way", "solutions", "disjoint cubes", "nodes", "time"), rows)
    return len(found) == 1 and min(found) >= 10**9


def killed(puzzle: Path, journal: Path, options: Namespace) -> Result:
    """The count of a process that is killed at random moments, resumed to its end."""
    random, command = Random(1), [sys.executable, "-m", "sudoku_cp", "count", str(puzzle), "--journal", str(journal)]
    command += ["--executor", options.executor, "--cube-seconds", "2"]
    for _ in range(options.kills):
        before = journal.stat().st_size if journal.exists() else 0
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            while process.poll() is None and (not journal.exists() or journal.stat().st_size < before + 3_000):
                sleep(0.05)
            sleep(3 * random.random())
            process.send_signal(signal.SIGKILL)
    model = formats.load(puzzle)
    return model.compile().count(executor=executor_named(options.executor), journal=journal, cube_seconds=2)


def balance(options: Namespace, folder: Path) -> bool:
    """How even the cubes are, before and after the slow ones are divided again."""
    sudoku = Sudoku(6)
    sudoku.add(sudoku["r1c1"] + sudoku["r2c2"] <= 9, sudoku["r1c2"] < sudoku["r5c4"])
    compiled, make = sudoku.compile(), executor_named(options.executor)
    rows = []
    found = set()
    for name, chosen in (
        ("64 cubes", {"cubes": 64, "cube_seconds": None}),
        ("64 cubes, divided again after 0.1 s", {"cubes": 64, "cube_seconds": 0.1}),
    ):
        path = folder / name
        found.add(compiled.count(executor=make, journal=path, symmetry=False, **chosen).count)
        answers = answers_of(path)
        spent, nodes = ([answer.get(key, 0) for answer in answers] for key in ("seconds", "nodes"))
        ratios = [f"{max(each) * len(each) / sum(each):.2f}" for each in (spent, nodes)]
        rows.append((name, f"{len(answers):,}", *ratios, f"{sum(nodes) / max(nodes):,.0f}"))
    header = ("way", "cubes", "slowest / mean by time", "by nodes", "all / slowest by nodes")
    print_table("Balance; all / slowest is the number of workers that can be kept busy", header, rows)
    return len(found) == 1


def answers_of(journal: Path) -> list[dict[str, Any]]:
    """The answers in a journal."""
    lines = map(json.loads, journal.read_text(encoding="utf-8").splitlines())
    return [line["answer"] for line in lines if "answer" in line]


def scores(options: Namespace, folder: Path) -> bool:
    """Scored 16×16 grids, plainly and by cubes, for the same wall-clock time."""
    rows = []
    for number, seed in SCORED:
        model, givens = hexadoku_puzzle(number, seed)
        compiled = model.compile()
        for name, chosen in (("plain", {}), (options.executor, {"executor": executor_named(options.executor)})):
            start = monotonic()
            further: Any = {"cube_seconds": 3.0, **chosen} if chosen else {}
            result = compiled.solve(givens, Limits(seconds=options.seconds), **further)
            found = (result.status.value, str(result.objective), str(result.bound), seconds(monotonic() - start))
            rows.append((f"{number} open cells, seed {seed}: {name}", *found, f"{result.statistics.nodes:,}"))
            print("  ".join(rows[-1]), flush=True)
    print_table("16×16, rings of 6 to 13", ("way", "status", "score", "bound", "time", "nodes"), rows)
    return True


def cost(options: Namespace, folder: Path) -> bool:
    """Overheads of a cube, and what they mean for a search of a million core-hours."""
    model = formats.load("killer")
    compiled, number = model.compile(), 300
    task = Task(pickle.dumps(compiled), {}, Count(), Cube((("r1c1", 1),)), 10.0, None, None, str(folder / "none"))
    size = len(pickle.dumps(task)) + len(pickle.dumps(work(task)))
    sudoku = Sudoku(6)
    journal = folder / "overhead"
    make = executor_named(options.executor)
    with make() as executor:
        for future in [executor.submit(work, task) for _ in range(8)]:
            future.result()  # starts the processes
        start = monotonic()
        for future in [executor.submit(work, task) for _ in range(number)]:
            future.result()
        trip = (monotonic() - start) / number
        chosen = {"executor": executor, "journal": journal, "cubes": 2_000, "symmetry": False}
        before = process_time()
        sudoku.compile().count(**chosen)  # type: ignore[arg-type]
        answers = len(answers_of(journal))
        own = (process_time() - before) / answers
    lines = journal.stat().st_size / answers
    rows = [
        ("a trip of a cube to a worker and back", seconds(trip)),
        ("the coordinator with its first division, per cube", seconds(own)),
        ("bytes moved per cube", f"{size:,}"),
        ("bytes of the journal per cube", f"{lines:,.0f}"),
    ]
    print_table("Overheads", ("what", "measured"), rows)
    print_table(
        f"A search of {HOURS:,} core-hours, calculated from these",
        ("cores", "seconds a cube", "hours", "of these idle", "coordinator busy", "bytes a second"),
        [modelled(cores, length, own, size) for cores in CORES for length in (10.0, 100.0)],
    )
    print(
        f"The coordinator is the limit from {10 / own:,.0f} cores on with cubes of 10 s, {100 / own:,.0f} with 100 s."
    )
    return True


def modelled(cores: int, length: float, own: float, size: int) -> Sequence[str]:
    """The time of a large search: the work, or the coordinator where that is slower, and a last cube at the end."""
    work_seconds, cubes = HOURS * 3600.0, HOURS * 3600.0 / length
    busy = cubes * own / (work_seconds / cores)
    total = max(work_seconds / cores, cubes * own) + length
    idle = 1 - work_seconds / cores / total
    rate = size * cubes / total
    return f"{cores:,}", f"{length:.0f}", f"{total / 3600:,.1f}", f"{idle:.2%}", f"{min(1.0, busy):.2%}", f"{rate:,.0f}"


if __name__ == "__main__":
    sys.exit(main())
