"""One case: arguments, standard input, and the files that they name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

ABSENT, FOLDER = b"absent", b"folder"

ANSWERS = frozenset({0, 1, 2, 3})
REFUSAL = frozenset({2})


@dataclass(frozen=True)
class Case:
    """What a command is given.

    Parameters
    ----------
    kind
        What is wrong with it, for the report.
    files
        By name; they lie in the folder in which the command runs.
    allowed
        The exit codes that are right.
    """

    kind: str
    arguments: Sequence[str]
    stdin: bytes = b""
    files: Mapping[str, bytes] = field(default_factory=dict)
    allowed: frozenset[int] = ANSWERS
