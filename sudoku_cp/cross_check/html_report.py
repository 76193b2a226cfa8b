"""A report as one self-contained HTML page, with pictures of the boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sudoku_cp._base.files import write_file
from sudoku_cp.cross_check.report import Report
from sudoku_cp.model import Board, Cell
from sudoku_cp.model.answers import Verdict
from sudoku_cp.render import svg
from sudoku_cp.render.figures import escaped

_VERDICTS = {verdict.value for verdict in Verdict}

MOST_PICTURES = 200
"""The number of boards that are drawn; later sections have only text, or are left out if nothing is wrong."""

CELL = 46
"""The size of a cell in pixels, large enough to read the sums of cages."""

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; color: #222; background: #f4f5f7; margin: 0 auto; max-width: 76rem;
  padding: 1.5rem }
h1 { font-size: 1.5rem; margin: 0 0 .3rem }
section { background: #fff; border: 1px solid #dcdfe4; border-radius: 8px; margin: 1rem 0; padding: 1rem 1.2rem }
section.wrong { border-left: 6px solid #c62828 }
section.open { border-left: 6px solid #f0a000 }
section.right { border-left: 6px solid #2e7d32 }
h2 { font-size: 1.05rem; margin: 0 0 .6rem }
.side { display: flex; flex-wrap: wrap; gap: 1.4rem; align-items: flex-start }
.side > .words { flex: 1 1 22rem; min-width: 0 }
.board svg { max-width: 100%; height: auto }
.tables { display: flex; flex-wrap: wrap; gap: 0 3rem; align-items: flex-start; margin-top: 1.5rem }
.summary { font-size: 1.1rem }
td.agree { color: #2e7d32 }
td.disagree { color: #c62828; font-weight: 600 }
td.inconclusive { color: #b07500 }
table { border-collapse: collapse; margin: .2rem 0 .8rem }
td, th { padding: .15rem .7rem .15rem 0; text-align: left; font-weight: normal; vertical-align: top }
th { color: #666 }
tr.head th, tr.head td { border-bottom: 1px solid #dcdfe4; font-weight: 600; color: #222 }
td { font-variant-numeric: tabular-nums }
pre { background: #f4f5f7; border-radius: 6px; padding: .7rem; overflow-x: auto; font-size: 13px; margin: .4rem 0 }
.reason { color: #8a1c1c }
summary { cursor: pointer; color: #345 }
""".strip()


@dataclass(frozen=True, slots=True)
class Entry:
    """The section about one puzzle or finding.

    Parameters
    ----------
    verdict
        ``right``, ``wrong`` or ``open``, which chooses the colour.
    rows
        A table; the first row is its header.
    sources
        Source texts by their names.
    """

    title: str
    verdict: str
    reasons: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    sources: Mapping[str, str] | None = None
    board: Board | None = None
    solution: Mapping[Cell, int] | None = None


def page(title: str, summary: str, tables: Iterable[Sequence[Sequence[str]]], entries: Iterable[Entry]) -> str:
    """The page: the summary, the sections with those that are not right first, and tables for the whole run."""
    order = {"wrong": 0, "open": 1, "right": 2}
    sections, pictures = [], 0
    for entry in sorted(entries, key=lambda entry: order[entry.verdict]):
        drawn = entry.board is not None and pictures < MOST_PICTURES
        pictures += drawn
        if drawn or entry.verdict != "right":
            sections.append(_section(entry, drawn))
    body = [f"<h1>{escaped(title)}</h1>", f'<p class="summary">{escaped(summary)}</p>', *sections]
    body.append(f'<div class="tables">{"".join(map(_table, tables))}</div>')
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escaped(title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


class HtmlPage:
    """Collects the sections of a page, which is written when a run ends; does nothing without a file.

    Parameters
    ----------
    path
        The file, if a page is wanted.
    title
        Its title.
    """

    def __init__(self, path: Path | None, title: str) -> None:
        self._path = path
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


def report_entry(title: str, report: Report, board: Board, source: str | None) -> Entry:
    """The section about a cross-check."""
    colour = {"agree": "right", "disagree": "wrong", "inconclusive": "open"}[report.verdict.value]
    sources = None if source is None else {"reproduce it with": source}
    rows = report.rows()
    return Entry(f"{title}: {report.verdict.value}", colour, report.reasons, rows, sources, board, report.solution)


def _section(entry: Entry, drawn: bool) -> str:
    parts = [f'<p class="reason">{escaped(reason)}</p>' for reason in entry.reasons]
    parts += [_table(entry.rows)] if entry.rows else []
    for name, text in (entry.sources or {}).items():
        parts.append(f"<details open><summary>{escaped(name)}</summary><pre>{escaped(text)}</pre></details>")
    assert entry.board is not None or not drawn
    picture = f'<div class="board">{svg(entry.board, entry.solution, cell=CELL)}</div>' if drawn and entry.board else ""
    return (
        f'<section class="{entry.verdict}"><h2>{escaped(entry.title)}</h2>\n'
        f'<div class="side">{picture}<div class="words">{"".join(parts)}</div></div></section>'
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    lines = []
    for place, row in enumerate(rows):
        first, *others = (escaped(text) for text in row)
        cells = "".join(
            f'<td class="{text}">{text}</td>' if text in _VERDICTS else f"<td>{text}</td>" for text in others
        )
        lines.append(f"<tr{' class=head' if place == 0 else ''}><th>{first}</th>{cells}</tr>")
    return f"<table>{''.join(lines)}</table>"
