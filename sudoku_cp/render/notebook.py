"""What models and answers look like, for `sudoku_cp.model.providers`: text, and in notebooks pictures and tables.

These have no ids, classes or style sheets, as all cells of a notebook share one page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from html import escape

from sudoku_cp.model import Board, Cell, Model
from sudoku_cp.model.answers import Answer, Candidates, Front, Ranking, Result
from sudoku_cp.render.drawn import with_givens_kept
from sudoku_cp.render.svg import SVG, svg
from sudoku_cp.render.terminal import show_candidates, text as text

CELL = 40
"""The size of a cell in pixels."""

MOST_PICTURES = 12
"""The number of solutions of a ranking that are shown."""


def picture(model: Model, values: Mapping[Cell, int] | None) -> str:
    """The grid as SVG."""
    return str(svg(with_givens_kept(model, values), values, cell=CELL))


def candidates(model: Model, values: Mapping[Cell, Sequence[int]]) -> str:
    """The candidates of every cell as text."""
    if isinstance(model, Board):
        return show_candidates(model, values)
    return "\n".join(f"{cell.name}: {', '.join(map(str, left)) or '-'}" for cell, left in values.items())


def answer(answer: object) -> str:
    """The pictures of an answer side by side, above its caption."""
    assert isinstance(answer, Answer)
    return side_by_side(*_pictures(answer)) + paragraph(answer.caption)


def _pictures(answer: Answer) -> list[str | None]:
    if isinstance(answer, Result):
        return [answer.solution._repr_svg_()] if answer.solution else []
    if isinstance(answer, Candidates):
        return [picture_of_candidates(answer.model, answer.values)] if answer.model else []
    if isinstance(answer, Front):
        points = [(", ".join(map(str, point.scores)), point.solution) for point in answer.points]
    else:
        assert isinstance(answer, Ranking)
        scored = zip(answer.scores or answer.objectives, answer.solutions, strict=True)
        points = [(f"{rank}. score {score}", solution) for rank, (score, solution) in enumerate(scored, 1)]
    return [f"{paragraph(words)}{solution._repr_svg_() or ''}" for words, solution in points[:MOST_PICTURES]]


def picture_of_candidates(model: Model, values: Mapping[Cell, Sequence[int]]) -> SVG:
    """The candidates as pencil marks, single ones as digits."""
    shown = copy(model)
    shown.pencilmarks = {cell: tuple(candidates) for cell, candidates in values.items()}
    singles = {cell: candidates[0] for cell, candidates in values.items() if len(candidates) == 1}
    shown.givens = {cell: value for cell, value in model.givens.items() if singles.get(cell) == value}
    return svg(shown, singles, cell=CELL)


def table(rows: Iterable[Sequence[str]]) -> str:
    """An HTML table; the first row and the first column are headers."""
    lines = []
    for number, (first, *others) in enumerate(rows):
        mark = "th" if number == 0 else "td"
        cells = "".join(f'<{mark} style="text-align:left">{escape(word)}</{mark}>' for word in others)
        lines.append(f'<tr><th style="text-align:left">{escape(first)}</th>{cells}</tr>')
    return f"<table>{''.join(lines)}</table>"


def paragraph(words: str) -> str:
    """An HTML paragraph with a line of text."""
    return f"<p>{escape(words)}</p>" if words else ""


def side_by_side(*parts: str | None) -> str:
    """Pictures and tables next to each other, as far as space permits."""
    blocks = "".join(f"<div>{part}</div>" for part in parts if part)
    return f'<div style="display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start">{blocks}</div>'
