"""Faults: replacements of source text, wherever it is in the sources."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FUZZ = ""
"""The detector that uses random models."""

ENGINE_TESTS = "tests/engine"
"""The detector that is the engine's own tests."""

FOLDERS = ("sudoku_cp", "native")
SOURCES = ("*.py", "*.cpp", "*.hpp", "*.js")
NATIVE = (".cpp", ".hpp")
SOLVERS = {"exact-cover": ("exact_cover", "native/engine/"), "cp-sat": ("cp_sat",)}
"""The solvers that faults name first, with the parts of the paths of their files."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One replacement, named after its effect, so that it still fits when its text moves.

    Parameters
    ----------
    name
        The fault in a few words. If it begins with the name of a solver and a colon, only files whose path names this
        solver are searched.
    right, wrong
        The text, which occurs exactly once in the sources, and its replacement. In C++, line breaks and indentation are
        ignored.
    tests
        The tests that should find it, as paths below the root separated by spaces; `FUZZ` for random models,
        `ENGINE_TESTS` for the engine's own.
    rules, sizes
        The rules and board sizes of random models; by default all.
    level
        The CPU level that alone has this text, so that all levels are compiled; by default only the lowest is.
    """

    name: str
    right: str
    wrong: str
    tests: str = FUZZ
    rules: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    level: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A place where a fault can be planted."""

    fault: Fault
    file: str
    """The path below the root of the project."""
    right: str
    """The text at this place, with its line breaks."""

    @property
    def native(self) -> bool:
        """Whether it is in C++."""
        return self.file.endswith(NATIVE)

    @property
    def solvers(self) -> str:
        """The solvers for random models, in addition to brute force and relations: the one with the fault, or all."""
        mine = [name for name, words in SOLVERS.items() if any(word in self.file for word in words)]
        return ",".join(mine or SOLVERS)

    def planted(self, source: str) -> str:
        """The text of the file with the fault."""
        return source.replace(self.right, self.fault.wrong)


class Sources:
    """All source texts of a project.

    Parameters
    ----------
    root
        The folder of the project.
    """

    def __init__(self, root: Path) -> None:
        paths = [
            path
            for kind in SOURCES
            for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob(kind))
        ]
        self.texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}
        """The texts by path below the root."""

    def places(self, fault: Fault) -> list[Place]:
        """The places of a fault's text; the fault fits if there is exactly one."""
        solver, _, rest = fault.name.partition(":")
        words = SOLVERS.get(solver, ("",)) if rest else ("",)
        anyhow = re.compile(r"\s*".join(map(re.escape, re.findall(r"\w+|[^\w\s]", fault.right))))
        found = []
        for file, text in self.texts.items():
            if any(word in file for word in words):
                pattern = re.compile(re.escape(fault.right)) if not file.endswith(NATIVE) else anyhow
                found += [Place(fault, file, match.group()) for match in pattern.finditer(text)]
        return found
