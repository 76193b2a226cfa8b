"""Random mutants, spread evenly over the lines of the parts of the project."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatch
from hashlib import sha256
from itertools import islice
from pathlib import Path

from benchmarks.mutants.mutant import Mutant, mutants
from benchmarks.mutants.native_changes import native_changes
from benchmarks.mutants.python_changes import python_changes

PACKAGE = "sudoku_cp"
ENGINE = "native/engine"
PARTS = (
    "expressions",
    "constraints",
    "model",
    "rules",
    "formats",
    "solvers",
    "cross_check",
    "proofs",
    "exact_cover",
    "render",
)
"""The folders of the package with Python mutants; `NATIVE` is the part in C++."""
NATIVE = "engine"
SPARED = tuple(
    f"{PACKAGE}/{files}" for files in ("cross_check/fuzz/*", "constraints/*/instances.py", "constraints/*/test_*.py")
)
"""Files with random models or tests, where a change gives other models or tests but not a fault."""


def draw(root: Path, parts: tuple[str, ...], seed: int) -> Iterator[Mutant]:
    """Yield mutants of some parts, no two on the same line, in an order that is stable when the source changes.

    Parameters
    ----------
    root
        The folder of the project.
    parts
        Some of `PARTS` and `NATIVE`; if empty, all.
    seed
        The seed of the order.
    """
    lines: dict[tuple[str, str, str], list[Mutant]] = defaultdict(list)
    for part in parts or (*PARTS, NATIVE):
        for mutant in part_mutants(root, part):
            lines[mutant.file, mutant.change.function, mutant.right].append(mutant)

    def rank(text: object) -> bytes:
        return sha256(f"{seed} {text}".encode()).digest()

    for line in sorted(lines, key=rank):
        yield min(lines[line], key=lambda mutant: rank(mutant.name))


def part_mutants(root: Path, part: str) -> Iterator[Mutant]:
    """All mutants of a part."""
    native = part == NATIVE
    patterns = ("*.cpp", "*.hpp") if native else ("*.py",)
    folder = root / (ENGINE if native else f"{PACKAGE}/{part}")
    for path in sorted(path for pattern in patterns for path in folder.rglob(pattern)):
        file = path.relative_to(root).as_posix()
        if not any(fnmatch(file, pattern) for pattern in SPARED):
            source = path.read_text(encoding="utf-8")
            yield from mutants(file, source, (native_changes if native else python_changes)(source))


def part_of(file: str) -> str:
    """The part to which a file belongs."""
    return NATIVE if file.startswith(f"{ENGINE}/") else file.split("/")[1]


def first(drawn: Iterator[Mutant], number: int, left_out: frozenset[str]) -> list[Mutant]:
    """The first random mutants, except some given by name."""
    return list(islice((mutant for mutant in drawn if mutant.name not in left_out), number))
