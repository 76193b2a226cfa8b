"""Random mutants, each tried by the tests that cover it, with the results kept in a folder."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from benchmarks.exits import bad_input
from benchmarks.mutants.covering import Covering
from benchmarks.mutants.draw import draw, first, part_of
from benchmarks.mutants.mutant import Mutant
from benchmarks.mutants.workshop import ROOT, Workshop
from benchmarks.table import print_table
from sudoku_cp.cli.exit_codes import ExitCode

JUDGED = Path(__file__).with_name("equivalent.toml")
NEAREST = 40
"""The number of tests in the first run: importing all tests is slow, and the nearest tests catch most mutants."""


class Verdict(StrEnum):
    """The fate of a mutant."""

    CAUGHT = "caught"
    SURVIVED = "survived"
    NOT_COMPILED = "does not compile"


@dataclass(frozen=True, slots=True)
class MutantResult:
    """The result of a mutant."""

    name: str
    part: str
    verdict: Verdict
    by: str | None
    """The test that failed."""
    ran: int
    of: int
    """The number of tests that ran until then, and the number that cover it."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """The number of mutants to try, their parts, and the time for each."""

    number: int
    seed: int
    parts: tuple[str, ...]
    seconds: float
    folder: Path
    again: bool
    """Whether surviving mutants are tried again."""


def equivalents() -> dict[str, str]:
    """Mutants that no test can catch, by name, with the reason."""
    judged = tomllib.loads(JUDGED.read_text(encoding="utf-8"))["equivalent"]
    return {entry["mutant"]: entry["reason"] for entry in judged}


def try_drawn(wanted: Wanted) -> ExitCode:
    """Draw mutants, try new ones, and print the results of all."""
    wanted.folder.mkdir(parents=True, exist_ok=True)
    results = wanted.folder / "results.jsonl"
    drawn = first(draw(ROOT, wanted.parts, wanted.seed), wanted.number, frozenset(equivalents()))
    known = {outcome.name: outcome for outcome in _read(results)}
    open_ones = [mutant for mutant in drawn if mutant.name not in known or _is_due(known[mutant.name], wanted)]
    with TemporaryDirectory(prefix="mutants-") as folder:
        if open_ones:
            for outcome in _try_all(
                Workshop(Path(folder)), sorted(open_ones, key=lambda mutant: mutant.native), wanted
            ):
                known[outcome.name] = outcome
                with results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(outcome), ensure_ascii=False) + "\n")
    return _report([known[mutant.name] for mutant in drawn])


def _is_due(outcome: MutantResult, wanted: Wanted) -> bool:
    return wanted.again and outcome.verdict is Verdict.SURVIVED


def _read(file: Path) -> Iterator[MutantResult]:
    """The known results, the newest last."""
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            yield MutantResult(**{**entry, "verdict": Verdict(entry["verdict"])})


def _try_all(workshop: Workshop, mutants: list[Mutant], wanted: Wanted) -> Iterator[MutantResult]:
    covering = wanted.folder / "covering.json"
    if not covering.exists():
        _tell("recording which test calls what")
        workshop.record(covering)
    if not covering.exists():
        raise bad_input("the tests of the copy could not be run to record their calls")
    tests = Covering.read(covering)
    prepared = False
    for number, mutant in enumerate(mutants, 1):
        if mutant.native and not prepared:
            _tell("compiling the engine")
            workshop.prepare_compiler()
            prepared = True
        outcome = _try(workshop, mutant, tests.limits(mutant), wanted.seconds)
        _tell(f"{number}/{len(mutants)} {outcome.verdict} ({outcome.by or outcome.ran}): {mutant.name}")
        yield outcome


def _try(workshop: Workshop, mutant: Mutant, limits: dict[str, float], seconds: float) -> MutantResult:
    start = monotonic()
    verdict, by, ran = Verdict.SURVIVED, None, 0
    try:
        with workshop.planted(mutant.file, mutant.planted):
            for names in (list(limits)[:NEAREST], list(limits)[NEAREST:]):
                left = seconds - (monotonic() - start)
                if by is None and names and left > 0:
                    tried = workshop.try_tests({name: limits[name] for name in names}, left)
                    by, ran = tried.failed, ran + tried.ran
            if by is None and mutant.native:
                by = workshop.try_engine()
    except subprocess.CalledProcessError:
        verdict = Verdict.NOT_COMPILED
    if by is not None:
        verdict = Verdict.CAUGHT
    return MutantResult(mutant.name, part_of(mutant.file), verdict, by, ran, len(limits), round(monotonic() - start, 1))


def _report(outcomes: list[MutantResult]) -> ExitCode:
    number = Counter((outcome.part, outcome.verdict) for outcome in outcomes)
    rows = []
    for part in dict.fromkeys(outcome.part for outcome in outcomes):
        caught, survived = number[part, Verdict.CAUGHT], number[part, Verdict.SURVIVED]
        if caught + survived:
            rows.append((part, caught + survived, caught, survived, f"{caught / (caught + survived):.0%}"))
    print_table("Random mutants", ("part", "mutants", "caught", "survived", "share caught"), rows)
    survivors = [outcome for outcome in outcomes if outcome.verdict is Verdict.SURVIVED]
    for outcome in survivors:
        print(f"survived {outcome.ran} of {outcome.of} tests: {outcome.name}")
    return ExitCode.DISAGREE if survivors else ExitCode.ANSWERED


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
