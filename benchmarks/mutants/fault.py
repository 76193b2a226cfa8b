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
        The tests that are to find it, below the root; `FUZZ` for random models.
    """

    name: str
    file: str
    right: str
    wrong: str
    tests: str = FUZZ

    @property
    def native(self) -> bool:
        """Whether it is in C++."""
        return not self.file.endswith(".py")

    def planted(self, text: str) -> str:
        """The text of its file with the fault; a ValueError says that the list of faults is out of date."""
        if text.count(self.right) != 1:
            raise ValueError(f"{self.name}: {self.file} has its text {text.count(self.right)} times, not once")
        return text.replace(self.right, self.wrong)


def outdated(faults: list[Fault], root: Path) -> list[str]:
    """What is wrong with a list of faults."""
    messages = []
    for fault in faults:
        try:
            fault.planted((root / fault.file).read_text(encoding="utf-8"))
        except (ValueError, OSError) as error:
            messages.append(str(error))
    return messages
