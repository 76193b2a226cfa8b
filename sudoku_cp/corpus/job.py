"""What is asked about every puzzle of a corpus."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

from sudoku_cp import _native
from sudoku_cp._base.version import __version__

QUESTIONS = ("count", "solution", "candidates", "rating", "score")

LAYOUT = 3
"""The number of the layout of folders and parts; another one cannot be resumed."""


@dataclass(frozen=True)
class Job:
    """A question with all that its answers depend on, except the input.

    Parameters
    ----------
    ask
        One of `QUESTIONS`.
    model
        The name of the variant, or of the file of a document.
    model_hash
        The fingerprint of its model, whose constraints may change while the name stays.
    limit
        The number of solutions after which a count stops.
    nodes
        The limit of search nodes for each puzzle; None for no limit.
    symbols
        The characters of the digits.
    column
        The column of the puzzles in tables.
    keep
        The columns of tables that are carried over.
    block
        The number of lines of a block.
    version, engine
        The version of sudoku-cp, and the hash of the sources of its engine.
    layout
        The number of the layout of folders and parts.
    program
        The pickled model of a document, which is no part of the record; `model_hash` stands for it.
    """

    ask: str
    model: str
    model_hash: str
    limit: int
    nodes: int | None
    symbols: str
    column: str | None
    keep: tuple[str, ...]
    block: int
    version: str = __version__
    engine: str = field(default_factory=_native.sources)
    layout: int = LAYOUT
    program: bytes | None = field(default=None, repr=False, compare=False)

    @cached_property
    def hash(self) -> str:
        """A number that only the same job has, in hexadecimal digits."""
        return sha256(json.dumps(self.record(), sort_keys=True).encode()).hexdigest()

    def record(self) -> dict[str, Any]:
        """The job for `_job.json`."""
        record = asdict(self) | {"keep": list(self.keep)}
        del record["program"]
        return record

    def differences(self, record: Mapping[str, Any]) -> list[str]:
        """What another job's record says differently, in words."""
        mine = self.record()
        return [
            f"{name} was {_written(record.get(name))} and is {_written(mine[name])}"
            for name in mine
            if mine[name] != record.get(name)
        ]


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
