"""Pictures of steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from html import escape

from sudoku_cp.model import Model
from sudoku_cp.render.highlight import Highlight
from sudoku_cp.render.svg import SVG, svg
from sudoku_cp.steps.marks import Marks
from sudoku_cp.steps.step import Step

CELL = 46
"""The size of a cell in pixels, large enough for pencil marks."""

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; color: #222; background: #f4f5f7; margin: 0 auto; max-width: 76rem;
  padding: 1.5rem }
h1 { font-size: 1.5rem; margin: 0 0 .3rem }
ol { list-style: none; padding: 0 }
li { background: #fff; border: 1px solid #dcdfe4; border-radius: 8px; margin: 1rem 0; padding: 1rem 1.2rem;
  display: flex; flex-wrap: wrap; gap: 1.4rem }
li > div { flex: 1 1 20rem }
li svg { max-width: 100%; height: auto }
h2 { font-size: 1.05rem; margin: 0 0 .6rem }
p { margin: .3rem 0 }
.size { color: #666 }
@media (prefers-color-scheme: dark) {
  body { background: #1d1f23; color: #e6e6e6 } li { background: #292c31; border-color: #3a3e45 } .size { color: #aaa }
}
""".strip()


def picture(marks: Marks, step: Step | None = None, *, cell: int = CELL) -> SVG:
    """Draw the candidates, and what a step sees and eliminates.

    Parameters
    ----------
    marks
        The candidates before the step.
    step
        The step; None for the candidates alone.
    cell
        The size of a cell in pixels.

    Returns
    -------
    SVG
        The text of the picture.
    """
    shown = copy(marks.model)
    at = {each.index: each for each in marks.model.cells}
    shown.pencilmarks = {each: marks.values(each) for each in marks.model.cells if each.index not in marks.placed}
    placed = {at[index]: marks.values(at[index])[0] for index in marks.placed if marks.values(at[index])}
    if step is None:
        return svg(shown, placed, cell=cell)
    context = {each for element in step.elements if not element.is_rule for each in element.cells}
    highlight = Highlight(context - set(step.cells), set(step.cells), set(step.placed), step.eliminated)
    return svg(shown, placed, cell=cell, highlight=highlight)


def page(model: Model, start: Marks, steps: Sequence[Step], ending: str) -> str:
    """One self-contained HTML page with a picture for each step.

    Parameters
    ----------
    model
        The model.
    start
        The candidates before the first step.
    steps
        The steps.
    ending
        How the path ends, as a sentence.

    Returns
    -------
    str
        The text of the page.
    """
    marks = start.copy()
    items = []
    for number, step in enumerate(steps, 1):
        words = (
            f"<h2>{number}. {escape(step.name)}</h2><p>{escape(step.reason)}.</p>"
            f"<p><b>{escape(step.conclusion)}</b></p>"
            f'<p class="size">{escape(step.size.in_words())}</p>'
        )
        items.append(f"<li>{picture(marks, step)}<div>{words}</div></li>")
        step.apply(marks)
    items.append(f"<li>{picture(marks)}<div><p>{escape(ending)}</p></div></li>")
    return _html(model.name, items)


def _html(title: str, items: Iterable[str]) -> str:
    name = escape(title)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{_STYLE}</style></head>\n<body><h1>{name}</h1>\n<ol>\n" + "\n".join(items) + "\n</ol></body></html>\n"
    )
