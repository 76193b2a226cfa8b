"""Faults planted in a copy of the project, one at a time: which are caught, by what, after how many cases.

    python -m benchmarks.mutants --time 60 --only cp-sat

Faults in lowerings, propagators and the verifier are looked for by the random models of `sudoku-cp fuzz`, those in the
comparison and the checker of proofs by their tests. Those in C++ need CMake and a compiler. Exit code 4 if one slips
through, or if something is found where there is no fault.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from benchmarks.exits import bad_input
from benchmarks.mutants.engine_faults import ENGINE_FAULTS
from benchmarks.mutants.fault import Fault, outdated
from benchmarks.mutants.python_faults import PYTHON_FAULTS
from benchmarks.mutants.workshop import ROOT, Catch, Workshop
from benchmarks.table import print_table, seconds
from sudoku_cp.cli.exit_codes import ExitCode

HEADER = ("fault", "caught by", "cases", "time", "compiled in")


def main() -> ExitCode:
    """Go through the faults."""
    parser = ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--time", metavar="S", type=float, default=60.0, help="seconds to look for each (default 60)")
    parser.add_argument("--only", metavar="WORD", default="", help="faults with the word in their name or file")
    options = parser.parse_args()
    everything = [*PYTHON_FAULTS, *ENGINE_FAULTS]
    if messages := outdated(everything, ROOT):
        raise bad_input("\n".join(messages))
    faults = [fault for fault in everything if options.only in fault.name or options.only in fault.file]
    native = any(fault.native for fault in faults)
    if native and which("cmake") is None:
        raise bad_input("the faults in C++ need CMake")
    with TemporaryDirectory(prefix="mutants-") as folder:
        return _report(_catch_all(Workshop(Path(folder)), faults, native, options.time))


def _catch_all(workshop: Workshop, faults: list[Fault], native: bool, time: float) -> list[tuple[str, Catch]]:
    rows: list[tuple[str, Catch]] = []
    for fault in [None, *faults]:
        if fault is not None and fault.native and not rows[-1][0].startswith("engine"):
            _tell("compiling the engine")
            workshop.prepare_compiler()
        name = "no fault" if fault is None else f"{'engine ' if fault.native else ''}{fault.name}"
        caught = workshop.catch(fault, time if fault else min(time, 20.0))
        rows.append((name, caught))
        _tell(f"{name}: {caught.found or 'NOT CAUGHT'}, {caught.cases:,} cases, {caught.seconds:.1f} s")
    return rows


def _report(rows: list[tuple[str, Catch]]) -> ExitCode:
    (_, clean), *planted = rows
    table = [
        (name, caught.found or "-", caught.cases or "-", seconds(caught.seconds), _compiled(caught))
        for name, caught in rows
    ]
    print_table("Faults planted one at a time", HEADER, table)
    missed = [name for name, caught in planted if caught.found is None]
    print(f"{len(planted) - len(missed)} of {len(planted)} caught")
    print("\n".join(f"not caught: {name}" for name in missed))
    return ExitCode.DISAGREE if missed or clean.found else ExitCode.ANSWERED


def _compiled(caught: Catch) -> str:
    if caught.compiled < 0:
        return "does not compile"
    return seconds(caught.compiled) if caught.compiled else "-"


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(int(main()))
    except subprocess.CalledProcessError as error:
        raise bad_input(f"{' '.join(error.cmd[:3])} failed: {error.stderr[-2000:]}") from None
