"""Another solver's times on the same puzzles, from its own measurements.

A peer provides a comma-separated table, ``set,id,setup_ms,search_ms,count,guesses``, with a header line, in a file or
as the standard output of a command.
"""

from __future__ import annotations

import csv
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.timing import run_program


@dataclass(frozen=True, slots=True)
class PeerTime:
    """The peer's times for a puzzle in seconds."""

    setup: float
    search: float
    count: int
    """The number of solutions found in a search for two."""
    guesses: int


def peer_times(source: str) -> Mapping[tuple[str, str], PeerTime]:
    """The times by set and puzzle.

    Parameters
    ----------
    source
        The name of a file, or a command.

    Raises
    ------
    SystemExit
        If the command fails.
    """
    path = Path(source)
    text = path.read_text() if path.is_file() else run_program(shlex.split(source), b"")[1].decode()
    return {
        (row["set"], row["id"]): PeerTime(
            float(row["setup_ms"]) / 1e3, float(row["search_ms"]) / 1e3, int(row["count"]), int(row["guesses"])
        )
        for row in csv.DictReader(text.splitlines())
    }
