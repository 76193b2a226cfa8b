"""Pictures of steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from html import escape

from sudoku_cp.human.elements import Element
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.step import Step
from sudoku_cp.human.walkthrough import Played
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.model import Model
from sudoku_cp.render.layers import Highlight
from sudoku_cp.render.svg import SVG, svg

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
.wrong { color: #c62828 }
@media (prefers-color-scheme: dark) {
  body { background: #1d1f23; color: #e6e6e6 } li { background: #292c31; border-color: #3a3e45 } .size { color: #aaa }
}
""".strip()

_SLIDE = "[...this.nextElementSibling.children].forEach((frame, at) => { frame.hidden = at !== Number(this.value) })"
"""Shows the frame that the slider is at."""


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
    if step is None:
        return _drawn(marks, cell=cell)
    highlight = Highlight(_context(step.elements) - set(step.cells), set(step.cells), set(step.placed), step.eliminated)
    return _drawn(marks, highlight, cell)


def heat_map(marks: Marks, heat: Mapping[Cell, int], *, cell: int = CELL) -> SVG:
    """Draw the candidates, and where to look: the fewer elements a step about a cell needs, the stronger its colour.

    Parameters
    ----------
    marks
        The candidates.
    heat
        How many elements the smallest step about each cell needs (see `sudoku_cp.human.finder.StepFinder.heat`).
    cell
        The size of a cell in pixels.

    Returns
    -------
    SVG
        The text of the picture.
    """
    return _drawn(marks, Highlight(heat=heat), cell)


def sources(marks: Marks, step: Step, *, cell: int = CELL) -> SVG:
    """Draw the candidates and the houses and clues of a step, or its cells if it has none, without what follows.

    Parameters
    ----------
    marks
        The candidates before the step.
    step
        The step.
    cell
        The size of a cell in pixels.

    Returns
    -------
    SVG
        The text of the picture.
    """
    return _drawn(marks, Highlight(_context(step.elements) or set(step.cells)), cell)


def _context(elements: Iterable[Element]) -> set[Cell]:
    """The cells of houses and clues; a rule for the whole grid has too many to be shown."""
    return {cell for element in elements if not element.is_rule for cell in element.cells}


def _drawn(marks: Marks, highlight: Highlight | None = None, cell: int = CELL) -> SVG:
    shown = copy(marks.model)
    at = {each.index: each for each in marks.model.cells}
    shown.pencilmarks = {each: marks.values(each) for each in marks.model.cells if each.index not in marks.placed}
    placed = {at[index]: marks.values(at[index])[0] for index in marks.placed if marks.values(at[index])}
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


def walkthrough_page(model: Model, title: str, played: Sequence[Played], end: Marks, ending: str) -> str:
    """One self-contained HTML page of a walkthrough that was played.

    Parameters
    ----------
    model
        The model.
    title
        The title; by default the model's name.
    played
        The steps.
    end
        The candidates after the last step.
    ending
        How the walkthrough ends, as a sentence.

    Returns
    -------
    str
        The text of the page.
    """
    items = []
    for step in played:
        mark = "" if step.follows else ' class="wrong"'
        words = f"<h2{mark}>{step.action.number}. {escape(step.words)}</h2><p>{escape(step.action.text)}</p>"
        items.append(f"<li>{_picture_of(step)}<div>{words}</div></li>")
    items.append(f"<li>{picture(end)}<div><p>{escape(ending)}</p></div></li>")
    return _html(title or model.name, items)


def _picture_of(played: Played) -> SVG:
    if played.heat is not None:
        return heat_map(played.marks, played.heat)
    marks = played.marks
    about = {claim.cell for claim in played.action.claims}
    removed = {
        claim.cell: tuple(v for v in claim.refuted if v in marks.values(claim.cell)) for claim in played.action.claims
    }
    return _drawn(marks, Highlight(_context(played.elements) - about, about, (), removed))


def slider(start: Marks, steps: Sequence[Step]) -> str:
    """A slider through the pictures of steps, for notebooks: without ids, as all cells share one page.

    Parameters
    ----------
    start
        The candidates before the first step.
    steps
        The steps.

    Returns
    -------
    str
        HTML.
    """
    marks = start.copy()
    frames = []
    for number, step in enumerate(steps, 1):
        words = f"{number} of {len(steps)}: {step.name}: {step.reason}: {step.conclusion}"
        frames.append(f"<p>{escape(words)}</p>{picture(marks, step)}")
        step.apply(marks)
    frames.append(f"<p>after {len(steps)} steps</p>{picture(marks)}")
    hidden = [f"<div{' hidden' if at else ''}>{frame}</div>" for at, frame in enumerate(frames)]
    control = (
        f'<input type="range" min="0" max="{len(steps)}" value="0" style="width:30em" oninput="{escape(_SLIDE)}"/>'
    )
    return f"<div>{control}<div>{''.join(hidden)}</div></div>"


def _html(title: str, items: Iterable[str]) -> str:
    name = escape(title)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{_STYLE}</style></head>\n<body><h1>{name}</h1>\n<ol>\n" + "\n".join(items) + "\n</ol></body></html>\n"
    )
