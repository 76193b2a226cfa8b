"""The variables of a model, with what a puzzle says of single ones: givens and pencil marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Self, TypeAlias
from weakref import ref

from sudoku_cp._base.arguments import LARGE, are_ints, integer, integers, listed, text
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import in_one_line
from sudoku_cp.kernel.cell import Cell, cell_of

AnyCell: TypeAlias = Cell | str | tuple[int, int]
"""A cell, its name, or in a `Sudoku` its (row, column)."""


class Variables:
    """Cells with finite domains, each with a name of its own, in the order of declaration.

    Parameters
    ----------
    name
        The name of the model, for messages.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._cells: list[Cell] = []
        self._listed: tuple[Cell, ...] = ()
        self._own_cells: set[Cell] = set()
        self._by_name: dict[str, Cell] = {}
        self._givens = GivenValues()
        self._givens.owner = ref(self)
        self.pencilmarks: dict[Cell, tuple[int, ...]] = {}
        """The candidates of the cells that the puzzle restricts."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All variables in the order of declaration; the cells of a grid come first, in reading order."""
        if len(self._listed) != len(self._cells):  # cells are only ever added
            self._listed = tuple(self._cells)
        return self._listed

    def variable(self, name: str, domain: Iterable[int], row: int | None = None, column: int | None = None) -> Cell:
        """Declare one variable.

        Parameters
        ----------
        name
            A name that no other variable has.
        domain
            The values that it may take.
        row
            Its row in a grid, counted from 1; None for a variable outside grids.
        column
            Its column, likewise.

        Returns
        -------
        Cell
            The variable.

        Raises
        ------
        ModelError
            If the name is taken or the domain is empty.
        """
        text(name, "the name of a variable")
        if row is not None:
            integer(row, "the row of a variable")
        if column is not None:
            integer(column, "the column of a variable")
        return self._declare(name, ascending(name, domain), row, column)

    def variables(self, names: Iterable[str], domain: Iterable[int]) -> tuple[Cell, ...]:
        """Declare several variables with one domain.

        Parameters
        ----------
        names
            A name for each variable.
        domain
            The values that each of them may take.

        Returns
        -------
        tuple
            The variables, in the order of the names.
        """
        values = integers(domain, "the domain", "a list of integers")
        given = tuple(names) if isinstance(names, str) else listed(names, "the names", "a list of names")
        return tuple(self.variable(name, values) for name in given)

    def _declare(self, name: str, domain: tuple[int, ...], row: int | None, column: int | None) -> Cell:
        if name in self._by_name:
            raise ModelError(f"there are two variables {name}")
        (cell,) = self._declare_all(((name, row, column),), domain)
        return cell

    def _declare_all(
        self, variables: Iterable[tuple[str, int | None, int | None]], domain: tuple[int, ...]
    ) -> list[Cell]:
        """Declare variables with new names, each given as (name, row, column)."""
        cells = [
            Cell(name, index, domain, row, column)
            for index, (name, row, column) in enumerate(variables, len(self._cells))
        ]
        self._cells += cells
        self._own_cells.update(cells)
        self._by_name.update({cell.name: cell for cell in cells})
        return cells

    def __getitem__(self, name: str) -> Cell:
        """The cell with a name such as ``"r1c1"``."""
        cell = self._by_name.get(name) if isinstance(name, str) else None
        if cell is None:
            cell = self._by_name.get(text(name, "the name of a cell").lower())
        if cell is None:
            raise ModelError(f"{self.name} has no cell {in_one_line(name)}")
        return cell

    def _cell(self, cell: object) -> Cell:
        """The own cell that an argument stands for: a cell, or the key of one."""
        own = cell if isinstance(cell, Cell) else self[cell]  # type: ignore[index]
        if not self.owns(own):
            raise ModelError(f"{own.name} is not a cell of {self.name}, but of another model")
        return own

    def cells_named(self, names: Iterable[str]) -> tuple[Cell, ...]:
        """The cells with some names.

        Parameters
        ----------
        names
            Names such as ``"r1c1"``.

        Returns
        -------
        tuple
            The cells, in the order of the names.

        Raises
        ------
        ModelError
            If there is no cell with one of the names.
        """
        known = self._by_name
        given = names if type(names) is tuple else listed(names, "the names", "a list of names such as r1c1")
        try:
            return tuple([known[name] if name in known else self[name] for name in given])
        except TypeError:  # of what cannot be the key of a dict
            return tuple([self[name] for name in given])

    def owns(self, cell: object) -> bool:
        """Return whether the cell belongs to this model.

        Parameters
        ----------
        cell
            Any cell.

        Returns
        -------
        bool
            Whether it is a variable of this model.
        """
        return isinstance(cell, Cell) and cell in self._own_cells

    def owns_all(self, cells: Iterable[object]) -> bool:
        """Return whether all of the cells belong to this model.

        Parameters
        ----------
        cells
            Any cells, or other objects.

        Returns
        -------
        bool
            Whether each of them is a variable of this model.
        """
        try:
            return self._own_cells.issuperset(cells)
        except TypeError:  # of what is no collection, or cannot be the key of a dict
            return all(self.owns(cell) for cell in listed(cells, "the cells", "a list of cells"))

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over what a copy or a pickle has, with givens of its own."""
        self.__dict__.update(state)
        self._givens = GivenValues(state["_givens"])
        self._givens.owner = ref(self)

    def _set_givens(self, values: Mapping[Cell, int]) -> None:
        given = GivenValues()
        given.owner = ref(self)
        given.update(values)
        self._givens = given

    if TYPE_CHECKING:

        @property
        def givens(self) -> GivenValues:
            """The values that the puzzle fixes, by cell; what `give` refuses is refused here as well."""

        @givens.setter
        def givens(self, values: Mapping[Cell, int]) -> None: ...
    else:
        givens = property(attrgetter("_givens"), _set_givens)  # a getter in C, since loops read it
        """The values that the puzzle fixes, by cell; what `give` refuses is refused here as well."""

    def give(self, cell: Cell | str | tuple[int, int], value: int) -> Self:
        """Fix a cell to a value of its domain.

        Parameters
        ----------
        cell
            A cell, its name, or in a `Sudoku` its (row, column).
        value
            A value of its domain.

        Raises
        ------
        ModelError
            If the value is not in the domain of the cell.
        """
        self.givens[cell] = value
        return self

    def restrict(self, cell: Cell | str | tuple[int, int], candidates: Iterable[int]) -> Self:
        """Restrict a cell to some candidates (pencil marks); further calls restrict them further.

        Parameters
        ----------
        cell
            A cell, its name, or in a `Sudoku` its (row, column).
        candidates
            The values that remain possible.

        Raises
        ------
        ModelError
            If a value is not in the domain of the cell.
        """
        cell = self._cell(cell)
        wanted = set(integers(candidates, f"the candidates of {cell.name}", "a list of integers"))
        if not wanted.issubset(cell.domain):
            stray = min(wanted - set(cell.domain))
            raise ModelError(f"candidate {stray} of {cell.name}: the digits are {domain_in_words(cell)}")
        self.pencilmarks[cell] = tuple(value for value in self.domain_of(cell) if value in wanted)
        return self

    def domain_of(self, cell: Cell) -> tuple[int, ...]:
        """The values of the cell that its domain and the pencil marks leave, ascending; givens do not count here.

        Parameters
        ----------
        cell
            A cell of the model.

        Returns
        -------
        tuple
            The values, ascending.
        """
        return self.pencilmarks.get(cell_of(cell, "the cell"), cell.domain)


def _nobody() -> None:
    """The owner of givens that no model has yet."""


class GivenValues(dict[Cell, int]):
    """The givens of a model, which take names and places for its cells, and refuse what is none of its values."""

    __slots__ = ("owner",)

    def __init__(self, values: Mapping[Cell, int] | None = None) -> None:
        super().__init__(values or {})
        self.owner: Callable[[], Variables | None] = _nobody

    def __reduce__(self) -> tuple[type[GivenValues], tuple[dict[Cell, int]]]:
        return GivenValues, (dict(self),)

    def __setitem__(self, cell: AnyCell, value: int) -> None:
        model = self.owner()
        own = cell_of(cell, "the cell") if model is None else model._cell(cell)
        super().__setitem__(own, digit_of(own, value))

    def setdefault(self, cell: AnyCell, value: int = 0) -> int:
        """The value of a cell, which is fixed to one if it has none."""
        model = self.owner()
        own = cell_of(cell, "the cell") if model is None else model._cell(cell)
        if own not in self:
            self[own] = value
        return self[own]

    def update(self, *values: Mapping[Any, int] | Iterable[tuple[Any, int]], **named: int) -> None:  # type: ignore[override]
        """Fix several cells; none of them if one is refused."""
        given = dict(*values, **named)
        model = self.owner()
        if model is None or not model.owns_all(given) or not all(map(_is_digit, given, given.values())):
            checked = GivenValues()
            checked.owner = self.owner
            for cell, value in given.items():
                checked[cell] = value
            given = dict(checked)
        super().update(given)

    def __ior__(self, values: Mapping[Any, int]) -> Self:  # type: ignore[override,misc]
        self.update(values)
        return self


def _is_digit(cell: Cell, value: object) -> bool:
    return value.__class__ is int and value in cell.domain


def ascending(name: str, domain: Iterable[int]) -> tuple[int, ...]:
    """The domain of a variable in ascending order.

    Raises
    ------
    ModelError
        If a value is no integer, or there is none.
    """
    if type(domain) is range and domain and domain.step > 0 and -LARGE < domain[0] <= domain[-1] < LARGE:
        return tuple(domain)
    what, expected = f"the domain of {name}", "a list of integers"
    given = listed(domain, what, expected)
    values = tuple(sorted({*given})) if are_ints(given) else ()
    if not values or not -LARGE < values[0] <= values[-1] < LARGE:
        values = tuple(sorted({*integers(given, what, expected)}))
    if not values:
        raise ModelError(f"{name} has an empty domain")
    return values


def digit_of(cell: Cell, value: object) -> int:
    """A value of the cell.

    Raises
    ------
    ModelError
        If it is no integer, or not in the domain of the cell.
    """
    digit = integer(value, f"the value of {cell.name}")
    if digit not in cell.domain:
        raise ModelError(f"{cell.name} = {digit}: the digits are {domain_in_words(cell)}")
    return digit


def domain_in_words(cell: Cell) -> str:
    """The domain of a cell, for messages: its ends if it has no gaps, else its values."""
    values = cell.domain
    if len(values) > 2 and values[-1] - values[0] == len(values) - 1:
        return f"{values[0]}–{values[-1]}"
    return ", ".join(map(str, values))
