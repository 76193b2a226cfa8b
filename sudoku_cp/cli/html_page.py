"""``--html FILE``: the page of a run, written when it ends."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sudoku_cp._base.files import write_file
from sudoku_cp.cli.options import file_to_write
from sudoku_cp.cross_check.html_report import MOST_PICTURES, Entry, page

if TYPE_CHECKING:
    from argparse import _ActionsContainer


def add_html_option(parser: _ActionsContainer) -> None:
    """Declare the option for the page."""
    parser.add_argument("--html", metavar="FILE", type=file_to_write, help="write an HTML report with pictures")


class HtmlPage:
    """Collects the sections of a page; does nothing without ``--html``."""

    def __init__(self, options: Namespace, title: str) -> None:
        self._path: Path | None = options.html
        self._title = title
        self._entries: list[Entry] = []
        self._right = 0

    @property
    def wanted(self) -> bool:
        """Whether a page is requested."""
        return self._path is not None

    def add(self, entry: Entry) -> None:
        """Add a section; of the sections without a fault, only the first ones are kept."""
        self._right += entry.verdict == "right"
        if entry.verdict != "right" or self._right <= MOST_PICTURES:
            self._entries.append(entry)

    def write(self, summary: str, tables: Sequence[Sequence[Sequence[str]]] = ()) -> None:
        """Write the page."""
        if self._path is not None:
            write_file(self._path, page(self._title, summary, tables, self._entries))
