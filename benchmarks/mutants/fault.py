"""A fault: a piece of source text that is replaced by a wrong one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FUZZ = ""
"""Found by random models."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One replacement in one file.

    Parameters
    ----------
    name
        What is wrong, in a few words.
    file
        Below the root of the project.
    right, wrong
        The text, which stands there once, and what takes its place.
    tests
        The tests that are to find it, paths below the root with spaces between; `FUZZ` for random models.
    rules, sizes
        Of random models: only clues of these rules, on boards of these sizes; where left out, everything.
    """

    name: str
    file: str
    right: str
    wrong: str
    tests: str = FUZZ
    rules: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()

    @property
    def native(self) -> bool:
        """Whether it is in C++."""
        return not self.file.endswith(".py")

    @property
    def backends(self) -> str:
        """Who is asked about random models, beside brute force and relations: the one with the fault, or all."""
        if "/exact_cover/" in self.file:
            return "exact-cover"
        return "cp-sat" if "/cp_sat/" in self.file else "exact-cover,cp-sat"

    def fits(self, root: Path) -> bool:
        """Whether its text stands once in its file."""
        path = root / self.file
        return path.is_file() and path.read_text(encoding="utf-8").count(self.right) == 1
