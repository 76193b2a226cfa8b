"""Plant faults in a copy of the project, one at a time, and report which are caught, by which test or case.

    python -m benchmarks.mutants --time 60 --only cp-sat
    python -m benchmarks.mutants --sample 40 --seed 1

The random models of `sudoku-cp fuzz` search for faults in lowerings, propagators and the verifier; faults in the
comparison and the checker of proofs are left to their tests. Faults in C++ need CMake and a compiler, those in the
scripts of the page a browser. The exit code is 4 if a fault is missed, if something is found without a fault, or if a
fault no longer fits the source text.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from benchmarks.exits import bad_input
from benchmarks.mutants.catalogue import FAULTS, sampled
from benchmarks.mutants.fault import ENGINE_TESTS, Fault, Place, Sources
from benchmarks.mutants.workshop import NOT_COMPILED, ROOT, Catch, Workshop
from benchmarks.table import print_table, seconds
from sudoku_cp._native import cpu_levels
from sudoku_cp.cli.process import ExitCode

HEADER = ("fault", "caught by", "cases", "time", "compiled in")
NO_FAULT = "no fault"
Rows = list[tuple[str, Catch]]


def main() -> ExitCode:
    """Try the faults."""
    parser = ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--time", metavar="S", type=float, default=60.0, help="seconds for each fault (default: 60)")
    parser.add_argument("--only", metavar="WORD", default="", help="only faults with the word in their name or file")
    parser.add_argument("--sample", metavar="N", type=int, help="try N of these faults, drawn at random")
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="the seed of the sample (default: 0)")
    options = parser.parse_args()
    if options.sample is not None and options.sample < 1:
        raise bad_input("--sample must be at least 1")
    sources = Sources(ROOT)
    found = {fault: sources.places(fault) for fault in FAULTS}
    outdated = [fault for fault, places in found.items() if len(places) != 1]
    runnable = ("", *cpu_levels())
    fitting = [places[0] for places in found.values() if len(places) == 1]
    for place in fitting:
        if place.fault.level not in runnable:
            _tell(f"left out, as this CPU lacks the level {place.fault.level}: {place.fault.name}")
    fitting = [place for place in fitting if place.fault.level in runnable]
    chosen = [place for place in fitting if options.only in place.fault.name or options.only in place.file]
    if not chosen:
        raise bad_input(f"there is no fault with {options.only!r} in its name or file")
    if options.sample is not None:
        chosen = sampled(chosen, options.sample, options.seed)
    if any(place.native for place in chosen) and which("cmake") is None:
        raise bad_input("the faults in C++ need CMake")
    with TemporaryDirectory(prefix="mutants-") as folder:
        rows = _catch_all(Workshop(Path(folder)), chosen, options.time)
    return _report(rows, outdated)


def _catch_all(workshop: Workshop, places: list[Place], time: float) -> Rows:
    """First run all detectors without a fault, then fault by fault, with those in C++ last."""
    rows: Rows = []

    def enter(name: str, caught: Catch) -> None:
        rows.append((name, caught))
        _tell(f"{name}: {caught.found or 'nothing found'}, {caught.cases:,} cases, {caught.seconds:.1f} s")

    detectors = dict.fromkeys(place.fault.tests for place in places)
    for tests in detectors:
        if tests != ENGINE_TESTS:
            enter(f"{NO_FAULT} ({tests or 'random models'})", workshop.look(tests, min(time, 20.0)))
    for place in places:
        if not place.native:
            enter(_name(place.fault), workshop.catch(place, time))
    native = [place for place in places if place.native]
    if native:
        _tell("compiling the C++ modules")
        workshop.prepare_compiler()
    if ENGINE_TESTS in detectors:
        enter(f"{NO_FAULT} ({ENGINE_TESTS})", workshop.look(ENGINE_TESTS, time))
    for place in native:
        enter(f"C++: {_name(place.fault)}", workshop.catch(place, time))
    return rows


def _name(fault: Fault) -> str:
    return f"{fault.name} [--only {','.join(fault.rules)}]" if fault.rules else fault.name


def _report(rows: Rows, outdated: list[Fault]) -> ExitCode:
    table = [
        (name, caught.found or "-", caught.cases or "-", seconds(caught.seconds), _compiled(caught))
        for name, caught in rows
    ]
    print_table("Faults planted one at a time", HEADER, table)
    planted = {name: caught.found for name, caught in rows if not name.startswith(NO_FAULT)}
    missed = [name for name, found in planted.items() if found is None]
    alarms = [name for name, caught in rows if name.startswith(NO_FAULT) and caught.found]
    print(f"{len(planted) - len(missed)} of {len(planted)} caught")
    for name in missed:
        print(f"not caught: {name}")
    for name in alarms:
        print(f"found without a fault: {name}")
    for fault in outdated:
        print(f"out of date: {fault.name}: its text does not occur exactly once in the sources")
    return ExitCode.DISAGREE if missed or alarms or outdated else ExitCode.ANSWERED


def _compiled(caught: Catch) -> str:
    if caught.compiled == NOT_COMPILED:
        return "does not compile"
    return seconds(caught.compiled) if caught.compiled else "-"


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(int(main()))
    except subprocess.CalledProcessError as error:
        raise bad_input(f"{' '.join(error.cmd[:3])} failed: {error.stderr[-2000:]}") from None
