"""How models and solutions show themselves, though the model knows no renderer.

Importing ``sudoku_cp`` says with `draw_with` who draws. Nothing is loaded before something is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sudoku_cp.expressions.cell import Cell
    from sudoku_cp.model.model import Model


class Renderer(Protocol):
    """What draws a model with the values of some or all cells."""

    def text(self, model: Model, values: Mapping[Cell, int] | None) -> str:
        """For a terminal."""

    def picture(self, model: Model, values: Mapping[Cell, int] | None) -> str:
        """As SVG."""


_load: list[Callable[[], Renderer]] = []


def draw_with(load: Callable[[], Renderer]) -> None:
    """Have everything drawn by another renderer, loaded at the first use."""
    _load[:] = [load]


class Displayed:
    """What prints as a drawn grid, and is a picture in a notebook."""

    __slots__ = ()

    def _shown(self) -> tuple[Model, Mapping[Cell, int] | None] | None:
        """The model to draw, and values for its cells; None where nothing can be drawn."""
        raise NotImplementedError

    def __str__(self) -> str:
        shown = self._shown()
        return repr(self) if shown is None else _load[0]().text(*shown)

    def _repr_svg_(self) -> str | None:
        shown = self._shown()
        return None if shown is None else _load[0]().picture(*shown)
