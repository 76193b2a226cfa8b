"""A fault: a piece of source text that is replaced by a wrong one, wherever in the sources it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FUZZ = ""
"""Found by random models."""

SOURCES = ("*.py", "*.cpp", "*.hpp")
BACKENDS = {"exact-cover": "exact_cover", "cp-sat": "cp_sat"}
"""The backends whose faults begin with their name, and the word in the paths of their files."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One replacement, named by what it changes, so that it still fits when its text moves.

    Parameters
    ----------
    name
        What is wrong, in a few words. If it begins with the name of a backend and a colon, the text is looked for only
        in files whose path names this backend.
    right, wrong
        The text, which stands in one place of the sources, and what takes its place. In C++ it may be broken into
        lines and indented in any way.
    tests
        The tests that are to find it, paths below the root with spaces between; `FUZZ` for random models.
    rules, sizes
        Of random models: only clues of these rules, on boards of these sizes; where left out, everything.
    """

    name: str
    right: str
    wrong: str
    tests: str = FUZZ
    rules: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """The place where a fault can be planted."""

    fault: Fault
    file: str
    """Below the root of the project."""
    right: str
    """The text as it stands there, with its line breaks."""

    @property
    def native(self) -> bool:
        """Whether it is in C++."""
        return not self.file.endswith(".py")

    @property
    def backends(self) -> str:
        """Who is asked about random models, beside brute force and relations: the one with the fault, or all."""
        mine = [name for name, word in BACKENDS.items() if word in self.file]
        return ",".join(mine or BACKENDS)

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
        paths = [path for kind in SOURCES for path in sorted((root / "sudoku_cp").rglob(kind))]
        self.texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}
        """By file, below the root."""

    def places(self, fault: Fault) -> list[Place]:
        """Everywhere that the right text of a fault stands; it fits if that is one place."""
        backend, _, rest = fault.name.partition(":")
        word = BACKENDS.get(backend, "") if rest else ""
        anyhow = re.compile(r"\s*".join(map(re.escape, re.findall(r"\w+|[^\w\s]", fault.right))))
        found = []
        for file, text in self.texts.items():
            if word in file:
                pattern = re.compile(re.escape(fault.right)) if file.endswith(".py") else anyhow
                found += [Place(fault, file, match.group()) for match in pattern.finditer(text)]
        return found
