"""``sudoku-cp fuzz``."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import count
from math import inf
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

from sudoku_cp._base.errors import InputError
from sudoku_cp._base.version import __version__
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import ProgressLine, json_line
from sudoku_cp.cli.process import ExitCode, cancelled_by_signals, most_severe, notify, show
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cross_check import COUNT_LIMIT, Verdict
from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.external.queries import FORMS
from sudoku_cp.cross_check.fuzz.cases import Plan, random_case
from sudoku_cp.cross_check.fuzz.findings import Finding, keep, known_faults, replay
from sudoku_cp.cross_check.fuzz.questions import QUESTIONS, wrong
from sudoku_cp.cross_check.fuzz.run import CaseResult, Tally, run_cases
from sudoku_cp.cross_check.html_report import Entry, HtmlPage
from sudoku_cp.formats import Document, read
from sudoku_cp.model import ModelError, Sudoku
from sudoku_cp.solving.registry import SOLVERS

MOST_JOBS = 64

MOST_SHOWN = 20
"""The number of cases without a fault that have a picture on the page."""


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--seed", metavar="N", type=shared.seed, default=0, help="the seed of the random cases (default: 0)"
    )
    parser.add_argument(
        "--time",
        metavar="T",
        type=_duration,
        help="the time limit, such as 90s, 10m or 2h (default: 1m; none with --cases)",
    )
    parser.add_argument("--cases", metavar="N", type=shared.positive, help="stop after N cases")
    shared.add_rules_option(parser)
    parser.add_argument("--only", metavar="RULE,RULE", type=_names, default=(), help="use only clues of these rules")
    parser.add_argument(
        "--size", metavar="N,N", type=_sizes, default=(), help="sizes of boards (default: mostly small)"
    )
    parser.add_argument("--jobs", metavar="N", type=_jobs, default=1, help="the number of processes (default: 1)")
    parser.add_argument(
        "--solver",
        metavar="NAME,NAME",
        type=shared.solver_names,
        default=(),
        help="the solvers to test in every case, such as cp-sat or cp-sat:presolve=true "
        "(default: exact-cover in every case, and cp-sat, which is slower, in one case of five)",
    )
    parser.add_argument("--keep", metavar="DIR", type=Path, help="write findings to a folder; skip those already in it")
    parser.add_argument(
        "--replay",
        metavar="FILE",
        type=Path,
        nargs="+",
        action="extend",
        help="check kept findings again; .py files are executed, so use only files that you trust",
    )
    group = parser.add_argument_group("external solver")
    group.add_argument(
        "--against",
        metavar="CMD",
        help="test an external solver instead, as `check --against` does, on random puzzles with no solution, one and "
        "several; it is executed, so use only code that you trust",
    )
    group.add_argument(
        "--model",
        metavar="NAME,NAME",
        type=_names,
        default=(),
        help="with --against: the variants that it knows (default: plain sudoku of the sizes of --size, or 9)",
    )
    group.add_argument(
        "--against-format",
        metavar="NAME",
        choices=FORMS,
        default="line",
        help="the format of the puzzles that it reads (default: line)",
    )
    group.add_argument("--against-single", action="store_true", help="start it again for each puzzle")
    output = parser.add_argument_group("output")
    shared.add_format_option(output)
    shared.add_html_option(output)
    output.add_argument("-q", "--quiet", action="store_true", help="no progress on standard error")


def run(options: Namespace) -> ExitCode:
    """Check random cases until the time is over, or check kept findings again.

    Raises
    ------
    InputError
        If options are for other runs.
    ModelError
        If ``--only`` names an unknown rule.
    """
    from sudoku_cp.rules import RULES, load_rules
    from sudoku_cp.rules.registry import suggestion

    for path in options.rules:
        load_rules(path)
    for name in options.only:
        if name not in RULES:
            raise ModelError(f"--only: there is no rule {name}{suggestion(name) or '; `sudoku-cp rules` lists them'}")
    if options.against is not None:
        return _run_against(options)
    if options.model:
        raise InputError("--model is for --against: it names the variants that an external solver knows")
    if options.replay:
        return most_severe([_replay(file, options) for file in options.replay])
    return _Run(options).run()


class _Run:
    """A run with its findings and counts so far."""

    def __init__(self, options: Namespace) -> None:
        self._options = options
        self._format: str = _format(options)
        self._progress = ProgressLine(shown=not options.quiet and sys.stderr.isatty())
        self._start = monotonic()
        seconds = options.time or (None if options.cases else 60.0)
        self._end = None if seconds is None else self._start + seconds
        self._known = known_faults(options.keep) if options.keep else set()
        self._met: Counter[str] = Counter()
        """The number of times that each known fault occurred."""
        self._new = 0
        self._tally = Tally()
        self._page = HtmlPage(options.html, f"sudoku-cp fuzz, seed {options.seed}")

    def run(self) -> ExitCode:
        """Go through the cases; write the results whatever ends the run."""
        options = self._options
        plan = Plan(seed=options.seed, rules=options.only, sizes=options.size, questions=tuple(QUESTIONS), wrong=wrong)
        if options.solver:
            plan = replace(plan, solvers=options.solver, sometimes=())
        code = ExitCode.ANSWERED
        try:
            with cancelled_by_signals() as cancelled:
                for outcome in run_cases(plan, options.cases, options.jobs, lambda: self._is_over(cancelled)):
                    self._tally.add(outcome)
                    self._show(plan, outcome)
                    for finding in outcome.findings:
                        self._take(outcome, finding)
        except KeyboardInterrupt:
            code = ExitCode.INTERRUPTED
        finally:
            self._progress.wipe()
            self._write_tally()
        return most_severe([code, ExitCode.DISAGREE if self._new else ExitCode.ANSWERED])

    def _is_over(self, cancelled: Event) -> bool:
        if cancelled.is_set():  # an exception raised in the signal handler may be lost while a process starts
            raise KeyboardInterrupt
        seconds = monotonic() - self._start
        faults = f", {self._new} faults" if self._new else ""
        self._progress.update(f"{self._tally.cases:,} cases, {self._tally.cases / seconds:,.0f} a second{faults}")
        return self._end is not None and monotonic() > self._end

    def _show(self, plan: Plan, outcome: CaseResult) -> None:
        """Add the boards of the first cases without a fault to the page."""
        if self._page.wanted and outcome.number < MOST_SHOWN and outcome.verdict is Verdict.AGREE:
            model = random_case(plan.seed, outcome.number, plan.rules, plan.sizes).model
            if isinstance(model, Sudoku):
                parts = ", ".join(f"{rule} ({context})" for rule, context in outcome.parts)
                rows = [
                    ["question", "time"],
                    *([name, f"{1000 * seconds:.2f} ms"] for name, seconds in outcome.seconds),
                ]
                self._page.add(Entry(f"case {outcome.number} agrees: {parts}", "right", rows=rows, board=model))

    def _take(self, outcome: CaseResult, finding: Finding) -> None:
        """Write a finding unless it is known."""
        if finding.key in self._known:
            self._met[finding.key] += 1
            return
        self._known.add(finding.key)
        self._new += 1
        self._page.add(_entry(finding))
        files = keep(self._options.keep, finding) if self._options.keep else []
        self._progress.wipe()
        match self._format:
            case "jsonl":
                show(json_line(_record(self._options.seed, outcome, finding, files)))
            case "line":
                show(finding.key)
            case _:
                show(_text(self._options.seed, outcome, finding, files))
        sys.stdout.flush()

    def _write_tally(self) -> None:
        drawn = {rule for rule, _ in self._tally.parts}
        for rule in self._options.only if self._tally.cases else ():
            if rule not in drawn:
                notify(f"no clue of {rule} was tried: the rule refused every random clue, or no board suits it")
        self._page.write(self._tally.summary, self._tally.tables)
        match self._format:
            case "jsonl":
                summary = {"faults": self._new, "known": dict(self._met), **self._tally.as_dict()}
                show(json_line({**summary, "seed": self._options.seed, "version": __version__}))
            case "line":
                show(self._tally.summary)
            case _:
                known = [f"known, {number:,} times: {key}" for key, number in self._met.items()]
                show("\n".join([str(self._tally), *known]))


def _format(options: Namespace) -> str:
    return options.format or ("text" if sys.stdout.isatty() else "jsonl")


def _entry(finding: Finding) -> Entry:
    """The section about a finding, with a picture if it is about a board."""
    sources = {"as a program": finding.python}
    if finding.toml is None:
        return Entry(finding.key, "wrong", [finding.reason], finding.rows, sources)
    [puzzle] = read(BytesIO(finding.toml.encode()), "finding")
    board = puzzle.model if isinstance(puzzle, Document) else None
    sources["as a document"] = finding.toml
    return Entry(finding.key, "wrong", [finding.reason], finding.rows, sources, board)


def _record(seed: int, outcome: CaseResult, finding: Finding, files: list[Path]) -> dict[str, Any]:
    return {
        "verdict": outcome.verdict.value,
        "fault": finding.key,
        "solver": finding.solver,
        "kind": finding.kind.value,
        "reason": finding.reason,
        "constraints": list(finding.constraints),
        "python": finding.python,
        "toml": finding.toml,
        "files": [str(file) for file in files],
        "case": outcome.number,
        "seed": seed,
        "version": __version__,
    }


def _text(seed: int, outcome: CaseResult, finding: Finding, files: list[Path]) -> str:
    where = f"seed {seed}, case {outcome.number}: {', '.join(f'{rule} ({context})' for rule, context in outcome.parts)}"
    kept = "".join(f"\nkept as {file}" for file in files)
    document = "" if finding.toml is None else f"\n{finding.toml}"
    return f"{finding.key}\n  {finding.reason}\n  {where}{kept}\n\n{finding.python}{document}"


def _run_against(options: Namespace) -> ExitCode:
    """Ask an external solver about random puzzles until the time is over; shrink the first mistake of each kind.

    Raises
    ------
    InputError
        If options are for other runs, or there are no puzzles of a variant.
    """
    from sudoku_cp.cli.check import AgainstTally, answer_puzzles
    from sudoku_cp.cli.session import Session
    from sudoku_cp.cross_check.external import command

    for name in ("only", "solver", "keep", "replay"):
        if getattr(options, name):
            raise InputError(f"--{name} is for our own solvers, not for --against")
    boards = _boards(options)
    asked: dict[str, Any] = {"limit": COUNT_LIMIT, "time_limit": None, "node_limit": None, "against_goal": "solution"}
    read_so: dict[str, Any] = {
        "model": None,
        "rules": [],
        "column": None,
        "input_format": None,
        "symbols": None,
        "color": "never",
    }
    session = Session(Namespace(**vars(options) | asked | read_so, ignore_unsupported=False))
    solver = command(options.against, options.against_format, one_a_start=options.against_single)
    tally, page = AgainstTally(solver.name), HtmlPage(options.html, f"sudoku-cp fuzz --against {options.against}")
    try:
        stopped = Event()
        answer_puzzles(session, solver, tally, page, _puzzles(options, boards, stopped), stopped)
    finally:
        page.write(str(tally))
        if not options.quiet:
            notify(str(tally))
    return session.code


def _boards(options: Namespace) -> list[Sudoku]:
    """The boards of the variants that a solver knows; raises `ModelError` if their puzzles are not single grids."""
    from sudoku_cp import models
    from sudoku_cp.model.sudoku import single_grid

    sizes = options.size or (() if options.model else (9,))
    if 1 in sizes:
        raise InputError("--size 1 has no puzzles without a solution for --against")
    return [single_grid(board) for board in (*map(models.load, options.model), *map(models.of_size, sizes))]


BLOCK = 12
"""The number of puzzles of one variant before those of the next."""


def _puzzles(options: Namespace, boards: list[Sudoku], stopped: Event) -> Iterator[Puzzle]:
    """Puzzles of all boards in turn, as many as wanted, or until the time is over."""
    from sudoku_cp.cross_check.external.random_puzzles import random_puzzles

    seconds = options.time or (None if options.cases else 60.0)
    end = inf if seconds is None else monotonic() + seconds
    drawn = [random_puzzles(board, options.seed) for board in boards]
    for number in count():
        if stopped.is_set() or monotonic() > end or number == options.cases:
            return
        board = boards[number // BLOCK % len(boards)]
        kind, givens = next(drawn[number // BLOCK % len(boards)])
        yield Puzzle(board, givens, board.symbols, f"{board.name} ({kind})", number + 1)


def _replay(file: Path, options: Namespace) -> ExitCode:
    """Check a kept finding again."""
    code = ExitCode.ANSWERED
    for fault, report in replay(file, (*(options.solver or SOLVERS[:2]), BruteForce.plain_name)):
        match _format(options):
            case "jsonl":
                show(json_line({"file": str(file), "fault": fault, **report.as_dict()}))
            case "line":
                show(": ".join([str(file), report.verdict.value, *report.reasons[:1]]))
            case _:
                show(f"{file}\n" + (f"fault: {fault}\n" if fault else "") + f"{report}\n")
        if report.verdict is Verdict.DISAGREE:
            code = ExitCode.DISAGREE
    return code


def _duration(text: str) -> float:
    match = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)([smh]?)", text)
    if match is None or not float(match[1]):
        raise ArgumentTypeError(f"{text} is not a time such as 90s, 10m or 2h")
    return float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]]


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, text.split(","))))


def _sizes(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"([1-9]|1\d|2[0-5])(,([1-9]|1\d|2[0-5]))*", text):
        raise ArgumentTypeError(f"{text}: sizes of boards must be from 1 to 25, such as 3,4")
    return tuple(map(int, text.split(",")))


def _jobs(text: str) -> int:
    number = shared.positive(text)
    if number > MOST_JOBS:
        raise ArgumentTypeError(f"{text} is above the limit of {MOST_JOBS} processes")
    return number
