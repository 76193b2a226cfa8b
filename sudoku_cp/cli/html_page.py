"""``--html FILE``: the page of a run, written when it ends."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sudoku_cp.cli.options import file_to_write
from sudoku_cp.cross_check.html_report import MOST_PICTURES, Entry, page
from sudoku_cp.files import write_file

if TYPE_CHECKING:
    from argparse import _ActionsContainer


def add_html_option(parser: _ActionsContainer) -> None:
    """Where to write the page."""
    parser.add_argument(
        "--html", metavar="FILE", type=file_to_write, help="write a report for reading, with pictures, as a page"
    )


class HtmlPage:
    """Collects what a page shows; without ``--html`` nothing."""

    def __init__(self, options: Namespace, title: str) -> None:
        self._path: Path | None = options.html
        self._title = title
        self._entries: list[Entry] = []
        self._right = 0

    @property
    def wanted(self) -> bool:
        """Whether there is to be a page."""
        return self._path is not None

    def add(self, entry: Entry) -> None:
        """Add a section; where all is well the first ones are enough."""
        self._right += entry.verdict == "right"
        if entry.verdict != "right" or self._right <= MOST_PICTURES:
            self._entries.append(entry)

    def write(self, summary: str, tables: Sequence[Sequence[Sequence[str]]] = ()) -> None:
        """Write the page."""
        if self._path is not None:
            write_file(self._path, page(self._title, summary, tables, self._entries))
