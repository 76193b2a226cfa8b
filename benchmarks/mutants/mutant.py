"""Mutants: small changes of the source, named after the changed text rather than its position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Change(NamedTuple):
    """The replacement of the text between two offsets."""

    start: int
    end: int
    text: str
    function: str
    """The outermost function or method around the place; empty at module level."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file.

    Parameters
    ----------
    file
        Below the root of the project.
    change
        The change.
    right, wrong
        The lines around the place before and after the change, with white space normalised.
    number
        Its index among the changes in its function with the same text.
    """

    file: str
    change: Change
    right: str
    wrong: str
    number: int

    @property
    def name(self) -> str:
        """A unique name, which does not depend on the position of the function in the file."""
        again = f" ({self.number + 1})" if self.number else ""
        return f"{self.file}::{self.change.function}: {self.right} ⇒ {self.wrong}{again}"

    @property
    def native(self) -> bool:
        """Whether it is in C++."""
        return not self.file.endswith(".py")

    def planted(self, source: str) -> str:
        """The source of the changed file."""
        return source[: self.change.start] + self.change.text + source[self.change.end :]


def mutants(file: str, source: str, changes: Iterable[Change]) -> Iterator[Mutant]:
    """Name the changes of a file, except those that only change white space."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for change in changes:
        start = source.rfind("\n", 0, change.start) + 1
        end = source.find("\n", change.end)
        right = _plain(source[start:end])
        wrong = _plain(source[start : change.start] + change.text + source[change.end : end])
        if right != wrong:
            key = (change.function, right, wrong)
            yield Mutant(file, change, right, wrong, seen[key])
            seen[key] += 1


def _plain(text: str) -> str:
    return " ".join(text.split())
