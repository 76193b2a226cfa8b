"""Solutions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from sudoku_cp._base.errors import unknown
from sudoku_cp._base.text import shown
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.model.display import Displayed

if TYPE_CHECKING:
    from sudoku_cp.model.model import Model


def named(name: str, cells: Iterable[Cell]) -> Cell:
    """The cell with a given name.

    Raises
    ------
    KeyError
        If there is none.
    """
    if not isinstance(name, str):
        raise KeyError(f"{shown(name)} is neither a cell of this model nor a name")
    listed = tuple(cells)
    for cell in listed:
        if cell.name == name:
            return cell
    raise KeyError(unknown("cell", name, [cell.name for cell in listed], " in this model"))


class Solution(Displayed, Mapping[Cell, int]):
    """A value for every cell of a model.

    It prints as the solved grid, and is a picture in a notebook.

    Parameters
    ----------
    cells
        The cells of the model, in its order.
    values
        One value for each cell, in the same order.
    model
        The model for displaying it.
    """

    __slots__ = ("cells", "model", "values_in_order")

    def __init__(self, cells: tuple[Cell, ...], values: tuple[int, ...], model: Model | None = None) -> None:
        self.cells = cells
        self.values_in_order = values
        self.model = model

    def _shown(self) -> tuple[Model, Mapping[Cell, int]] | None:
        return None if self.model is None else (self.model, self)

    def __getitem__(self, cell: Cell | str) -> int:
        """The value of a cell, or of the cell with a name."""
        if isinstance(cell, str):
            cell = named(cell, self.cells)
        if isinstance(cell, Cell) and 0 <= cell.index < len(self.cells) and self.cells[cell.index] is cell:
            return self.values_in_order[cell.index]
        raise KeyError(f"{cell!r} is not a cell of this model; look up its own cells, such as model['r1c1']")

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self.values_in_order == other.values_in_order

    def __hash__(self) -> int:
        return hash(self.values_in_order)

    def __repr__(self) -> str:
        return f"Solution({' '.join(map(str, self.values_in_order))})"
