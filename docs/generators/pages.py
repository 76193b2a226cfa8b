"""A folder of generated pages, and the Markdown that they share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

OUTSIDE = "---\norphan: true\n---"
"""The first lines of a page that other pages link to, but the navigation does not list: hundreds would be slow."""


class Pages:
    """Writes files below a folder; those that have not changed keep their time, so that a site rebuilds only the rest.

    Parameters
    ----------
    folder
        The folder; it is made if it does not exist.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._written: set[Path] = set()

    def write(self, name: str, text: str) -> None:
        """Write a file; its name may have folders."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
        self._written.add(path)

    def remove_others(self) -> None:
        """Remove the pages and pictures of former runs that this one has not written."""
        for path in sorted(self.folder.rglob("*")):
            if path.suffix in (".md", ".svg", ".toml", ".json") and path not in self._written:
                path.unlink()


def table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""A table; bars inside cells are escaped, and lines joined.

    >>> print(table(["a", "b"], [["1", "x|y"]]))
    | a | b |
    |---|---|
    | 1 | x\|y |
    <BLANKLINE>
    """
    lines = [_row(headers), "|" + "---|" * len(headers), *map(_row, rows)]
    return "\n".join(lines) + "\n"


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def code(text: str, language: str = "") -> str:
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def contents(names: Iterable[str]) -> str:
    """A list of pages for the navigation of the site, which is not shown itself."""
    return "```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```\n"


def page(*parts: str) -> str:
    """Parts of a page, with empty lines between them."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"
