"""Display of models and solutions, although the model does not depend on a renderer.

Importing ``sudoku_cp`` registers the renderer with `draw_with`; it is loaded at its first use.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Protocol

    from sudoku_cp.expressions.cell import Cell
    from sudoku_cp.model.model import Model

    class Renderer(Protocol):
        """The protocol of objects that draw a model with the values of some or all cells."""

        def text(self, model: Model, values: Mapping[Cell, int] | None) -> str:
            """Draw for a terminal."""

        def picture(self, model: Model, values: Mapping[Cell, int] | None) -> str:
            """Draw as SVG."""


_load: list[Callable[[], Renderer]] = []


def draw_with(load: Callable[[], Renderer]) -> None:
    """Set the renderer for all objects, loaded at its first use."""
    _load[:] = [load]


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
        return repr(self) if shown is None else _load[0]().text(*shown)

    def _repr_svg_(self) -> str | None:
        shown = self._shown()
        return None if shown is None else _load[0]().picture(*shown)
