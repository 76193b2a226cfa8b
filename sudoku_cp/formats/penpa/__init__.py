"""Addresses of Penpa+; `sudoku_cp.formats.penpa.reading` describes them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format
from sudoku_cp.formats.source_lines import SourceLines

ADDRESS = re.compile(r"https?://[^?#]*/penpa-edit/[^?#]*[?#](?:.*&)?p=([^&]+)")
"""An address, and the text that it holds."""


def is_address(text: str) -> bool:
    """Return whether a text is such an address."""
    return ADDRESS.match(text.strip()) is not None


def _read(lines: SourceLines, symbols: str | None) -> Iterator[Document]:
    from sudoku_cp.formats.penpa import reading

    return reading.read(lines, symbols)


_SAMPLE = (
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
    "bdCxboMwEAbgnadAnn9VPoiDz1ulNmM6NBtiQK2boJoggVlAvHsNJlWH6iTfZ/vOlj2Mn933iEOIXEOCQqwT+ScujXfWpO9t7Rye"
    "R3/repMCL8218UPa3D96Ww82rV13v6b+Zvu2a623/fCEt9MJX7UbbFLup1XJvCTzdDazIC1MKUiEK8NYLZgupiyJkUlkVFWYXkNV"
    "oaBzYTKIooBWmzSD5SaWYIpr+UNM4CwqA8derR5adzkqB8nYQlIFH3cfg4tYwr8MOVjv1sG8m3Yvy/q2kvT2iwT1f65+AA=="
    "\n"
)

FORMAT = Format(
    "penpa",
    "Penpa+: addresses with a sudoku: givens, regions, and cages, thermometers, arrows and dots that the rules name; "
    "only read",
    _read,
    starts=is_address,
    is_line_wise=True,
    samples=(_SAMPLE,),
)
