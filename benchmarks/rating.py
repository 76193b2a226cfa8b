"""Ratings of classic puzzles, compared with known ones and with another program.

    python -m benchmarks.rating --program "java -cp explainer.jar …serate --format='%g %r %p %d' --input=- --techs=…"

The known ratings are a table of puzzle, ER, EP and ED. The other program reads puzzles on standard input and writes a
line for each: the puzzle, ER, EP and ED. Both run as processes with the same puzzles, from start to end.

SukakuExplainer 1.18 has techniques of its own, such as the skyscraper at 4.0, and rates some puzzles lower than Sudoku
Explainer 1.2.1. The option --techs=1111111111010111011011011011000010100010111111 leaves it those of 1.2.1.
"""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.data import CLASSIC, add_data_option, lines, rows, spread
from benchmarks.exits import bad_input
from benchmarks.table import print_table, seconds, times
from benchmarks.timing import Sample, alternate, cpu_ratio, middle_cpu, run_program, wall_ratio
from sudoku_cp.rating import Outcome, Rating, rate_many

BANDS = ((1.0, 6.6), (6.7, 7.9), (8.0, 8.4), (8.5, 8.9), (9.0, 9.4), (9.5, 13.0))
"""The ranges of ER that are reported apart."""

DIGITS_OF_PUZZLE = 81

Numbers = tuple[float | None, float | None, float | None]
Known = dict[str, Numbers]


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.rating", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("--program", metavar="COMMAND", help="another rater, to compare ratings and times with")
    parser.add_argument(
        "--puzzles",
        metavar="N",
        type=int,
        default=200,
        help="puzzles of each set, of which those beyond the known steps are left out (default: 200)",
    )
    parser.add_argument("--rounds", type=int, default=3, help="runs of each program (default: %(default)s)")
    parser.add_argument("--differences", action="store_true", help="list the puzzles whose numbers differ")
    options = parser.parse_args()
    known = _known(options.data / "logic" / "rated_odd.tsv")
    _report("rated_odd.tsv", known, options.differences)
    if options.program is not None:
        _compare(options.data, shlex.split(options.program), options.puzzles, options.rounds, options.differences)


def _known(path: Path) -> Known:
    return {row[0]: _numbers(row[1:4]) for row in rows(path)[1:]}


def _numbers(words: Sequence[str]) -> Numbers:
    er, ep, ed = (float(word) for word in words)
    return er, ep, ed


def _report(name: str, known: Known, differences: bool) -> None:
    ours = dict(zip(known, map(_numbers_of, rate_many(known)), strict=True))
    table = []
    for lowest, highest in BANDS:
        puzzles = [puzzle for puzzle, (er, _, _) in known.items() if er is not None and lowest <= er <= highest]
        same_er = sum(ours[puzzle][0] == known[puzzle][0] for puzzle in puzzles)
        same = sum(ours[puzzle] == known[puzzle] for puzzle in puzzles)
        above = sum((ours[puzzle][0] or 0) > (known[puzzle][0] or 0) for puzzle in puzzles)
        table.append((f"{lowest}–{highest}", len(puzzles), same_er, same, above))
    print_table(f"Agreement with {name}", ("ER", "puzzles", "same ER", "same ER, EP, ED", "ours higher"), table)
    if differences:
        for puzzle in known:
            if ours[puzzle] != known[puzzle]:
                print(puzzle, *ours[puzzle], "known:", *known[puzzle])


def _numbers_of(rating: Rating) -> Numbers:
    return rating.er, rating.ep, rating.ed


def _compare(data: Path, program: list[str], most: int, rounds: int, differences: bool) -> None:
    sets = {name: lines(data / "classic" / CLASSIC[name]) for name in ("17clue", "top1465")}
    table = []
    for name, puzzles in sets.items():
        chosen = _rated([line[:DIGITS_OF_PUZZLE] for line in spread(puzzles, most)])
        answers: dict[str, bytes] = {}
        samples = alternate(
            {
                "ours": partial(_run, [sys.executable, "-m", "sudoku_cp", "rate", "--format", "line"], chosen, answers),
                "theirs": partial(_run, program, chosen, answers),
            },
            rounds,
        )
        ours, theirs = samples["ours"], samples["theirs"]
        cost = [seconds(middle_cpu(times_of) / len(chosen)) for times_of in (ours, theirs)]
        ratios = times(cpu_ratio(theirs, ours)), times(wall_ratio(theirs, ours))
        table.append((name, len(chosen), *cost, *ratios))
        _report(f"{program[0]} on {name}", _parsed(answers[program[0]], chosen), differences)
    print_table(
        f"Processor time a puzzle with the start, medians of {rounds} alternating runs; ratio theirs to ours",
        ("set", "puzzles", "ours", "theirs", "ratio (cpu)", "ratio (wall)"),
        table,
    )


def _rated(puzzles: list[str]) -> list[str]:
    """The puzzles that the known steps solve."""
    ratings = rate_many(puzzles)
    return [puzzle for puzzle, rating in zip(puzzles, ratings, strict=True) if rating.outcome is Outcome.RATED]


def _run(command: list[str], puzzles: list[str], answers: dict[str, bytes]) -> Sample:
    sample, answers[command[0]] = run_program(command, "".join(f"{puzzle}\n" for puzzle in puzzles).encode())
    return sample


def _parsed(output: bytes, puzzles: list[str]) -> Known:
    answers = output.decode().splitlines()
    if len(answers) != len(puzzles):
        raise bad_input(f"{len(answers)} answers to {len(puzzles)} puzzles")
    return {puzzle: _numbers(answer.split()[-3:]) for puzzle, answer in zip(puzzles, answers, strict=True)}


if __name__ == "__main__":
    main()
