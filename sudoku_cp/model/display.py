"""Display of models and solutions."""

from __future__ import annotations

import sys

from sudoku_cp.model.providers import renderer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from sudoku_cp.kernel.cell import Cell
    from sudoku_cp.model.model import Model


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
