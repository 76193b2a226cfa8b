"""Display of models, solutions and answers, although these do not depend on a renderer.

Importing ``sudoku_cp`` registers the renderer with `draw_with`; it is loaded at its first use.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Protocol

    from sudoku_cp.kernel.cell import Cell
    from sudoku_cp.model.model import Model

    class Renderer(Protocol):
        """The protocol of objects that draw models, answers and tables."""

        def text(self, model: Model, values: Mapping[Cell, int] | None) -> str:
            """Draw for a terminal."""

        def picture(self, model: Model, values: Mapping[Cell, int] | None) -> str:
            """Draw as SVG."""

        def candidates(self, model: Model, values: Mapping[Cell, Sequence[int]]) -> str:
            """Draw the candidates of every cell for a terminal."""

        def answer(self, answer: object) -> str:
            """Draw an answer as HTML."""

        def table(self, rows: Iterable[Sequence[str]]) -> str:
            """Write a table as HTML; its first row and its first column are headers."""


_load: list[Callable[[], Renderer]] = []


def draw_with(load: Callable[[], Renderer]) -> None:
    """Set the renderer for all objects, loaded at its first use."""
    _load[:] = [load]


def renderer() -> Renderer:
    """The renderer of all objects."""
    return _load[0]()


class Displayed:
    """An object that prints as a drawn grid, and is a picture in a notebook."""

    __slots__ = ()

    def _shown(self) -> tuple[Model, Mapping[Cell, int] | None] | None:
        """The model to draw, and values for its cells; None if nothing can be drawn."""
        raise NotImplementedError

    def show(self) -> None:
        """Show it now: as a picture in a notebook, elsewhere as text."""
        notebook = sys.modules.get("IPython")
        if notebook is not None and notebook.get_ipython() is not None:
            notebook.display.display(self)
        else:
            print(self)

    def __str__(self) -> str:
        shown = self._shown()
        return repr(self) if shown is None else renderer().text(*shown)

    def _repr_svg_(self) -> str | None:
        shown = self._shown()
        return None if shown is None else renderer().picture(*shown)
