"""The parts of a puzzle that a setter can take away, and the words that select them.

Parts are clues, single constraints and givens. The name of a rule, ``givens``, the name of a cell or the text of a part
select them; where the frame is asked about, too, so do ``houses`` and names such as ``row 1``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sudoku_cp._base.arguments import refused
from sudoku_cp._base.errors import unknown
from sudoku_cp.kernel.all_different import AllDifferent
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Board, Cell, Clue, Constraint, Model, ModelError


@dataclass(frozen=True, eq=False)
class Part:
    """A clue, a single constraint or a given; it prints as people write it.

    The frame of a puzzle consists of all else: houses, candidates of cells, and clues that declare variables of the
    solution, such as the regions of a chaos construction.
    """

    name: str
    constraints: tuple[Constraint, ...] = ()
    clue: Clue | None = None
    """The clue; None for a single constraint and for a given."""
    cell: Cell | None = None
    """The cell of a given."""
    value: int | None = None
    """The value of a given."""
    is_of_frame: bool = False
    """Whether it is a constraint of the frame, such as a house."""

    @property
    def is_given(self) -> bool:
        """Whether the part is a given."""
        return self.cell is not None

    def holds(self, solution: dict[Cell, int]) -> bool:
        """Whether values of all cells satisfy the part.

        Parameters
        ----------
        solution
            A value for each cell.

        Returns
        -------
        bool
            Whether they do.
        """
        if self.cell is not None:
            return solution[self.cell] == self.value
        return all(constraint.holds(solution) for constraint in self.constraints)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<part {self.name}>"


def parts_of(model: Model, givens: Givens) -> tuple[Part, ...]:
    """The parts of a puzzle: its clues and single constraints as they were added, then its givens.

    Constraints that depend on other clues, such as negative ones, are those that they are in the whole puzzle.

    Parameters
    ----------
    model
        The puzzle.
    givens
        Its fixed values.

    Returns
    -------
    tuple
        The parts.
    """
    return (
        *_declared(model),
        *(Part(given_name(model, cell, value), (), None, cell, value) for cell, value in givens.items()),
    )


def asked_parts(model: Model, givens: Givens, asked: Iterable[str | Constraint | Clue]) -> tuple[Part, ...]:
    """The parts that some words, constraints and clues stand for, in the order of the puzzle.

    Parameters
    ----------
    model
        The puzzle.
    givens
        Its fixed values.
    asked
        Words that select parts, houses included; clues; and constraints, of any clue or of none.

    Returns
    -------
    tuple
        The parts.

    Raises
    ------
    ModelError
        If a word selects nothing, or a constraint or a clue is not one of the model.
    """
    parts = parts_of(model, givens)
    parts += tuple([Part(str(each), (each,), is_of_frame=True) for each in frame_of(model, parts)])
    chosen = 0
    found: dict[int, Part] = {}
    own = {id(constraint): constraint for constraint in model.constraints}
    for item in asked:
        if isinstance(item, str):
            chosen |= selected(parts, [item])
            continue
        places = [
            place
            for place, part in enumerate(parts)
            if part.clue is item or (len(part.constraints) == 1 and part.constraints[0] is item)
        ]
        if places:
            chosen |= 1 << places[0]
        elif isinstance(item, Constraint) and id(item) in own:  # one of several constraints of a clue
            found[id(item)] = Part(str(item), (item,))
        elif isinstance(item, Constraint):  # a model replaces terms, and names copies
            chosen |= selected(parts, [str(item)])
        else:
            raise refused("a constraint", "a constraint or a clue of the model, or its name", item)
    whole = [part for place, part in enumerate(parts) if chosen >> place & 1]
    taken = {id(constraint) for part in whole for constraint in part.constraints}
    single = [part for key, part in found.items() if key not in taken]
    return (*(part for part in whole if not part.is_given), *single, *(part for part in whole if part.is_given))


def frame_of(model: Model, parts: Iterable[Part]) -> list[Constraint]:
    """The constraints of a model that belong to none of the parts.

    Parameters
    ----------
    model
        The puzzle.
    parts
        Its parts.

    Returns
    -------
    list
        The constraints.
    """
    taken = {id(constraint) for part in parts for constraint in part.constraints}
    return [constraint for constraint in model.constraints if id(constraint) not in taken]


def cells_of(model: Model) -> tuple[Cell, ...]:
    """The cells that a player fills: those of the grid, or all variables of a model without one.

    Parameters
    ----------
    model
        The puzzle.

    Returns
    -------
    tuple
        The cells, in order.
    """
    return model.grid if isinstance(model, Board) else model.cells


def given_name(model: Model, cell: Cell, value: int) -> str:
    """A given as people write it, with the symbol of its digit.

    Parameters
    ----------
    model
        The puzzle.
    cell, value
        The given.

    Returns
    -------
    str
        The text, such as ``r1c1=5``.
    """
    symbols, digits = getattr(model, "symbols", ""), getattr(model, "digits", ())
    return f"{cell.name}={symbols[digits.index(value)] if symbols and value in digits else value}"


def _declared(model: Model) -> Iterator[Part]:
    _ = model.constraints  # brings those that depend on other clues up to date
    for declared in model.declarations:
        if declared.constraints and not declared.declares_variables:
            name = declared.name or str(declared.clue or declared.constraints[0])
            yield Part(name, tuple(declared.constraints), declared.clue)


GIVENS = "givens"
CONSTRAINTS = "constraints"
HOUSES = "houses"


def words_of(part: Part) -> tuple[str, ...]:
    """The words that select a part.

    Parameters
    ----------
    part
        The part.

    Returns
    -------
    tuple
        The words, general ones first.
    """
    if part.cell is not None:
        return GIVENS, part.cell.name, part.name
    if part.is_of_frame:
        return (HOUSES, part.name) if isinstance(part.constraints[0], AllDifferent) else (part.name,)
    if part.clue is None:
        return CONSTRAINTS, part.name
    return part.name.split(" ", 1)[0], part.name


def selected(parts: Sequence[Part], words: Iterable[str]) -> int:
    """The set of the parts that some words select.

    Parameters
    ----------
    parts
        The parts of a puzzle.
    words
        The words.

    Returns
    -------
    int
        The set, with a bit for each part.

    Raises
    ------
    ModelError
        If a word selects nothing.
    """
    chosen = 0
    for word in words:
        some = sum(1 << place for place, part in enumerate(parts) if word in words_of(part))
        if not some and word != GIVENS:
            raise ModelError(unknown("part", word, dict.fromkeys(each for part in parts for each in words_of(part))))
        chosen |= some
    return chosen


def weighted(parts: Sequence[Part], weights: Mapping[str, int]) -> list[int]:
    """The weight of each part, 1 unless a word selects it; the last of several words counts.

    Parameters
    ----------
    parts
        The parts of a puzzle.
    weights
        The weight for each word.

    Returns
    -------
    list
        The weights, in the order of the parts.

    Raises
    ------
    ModelError
        If a word selects nothing, or a weight is less than 1.
    """
    found = [1] * len(parts)
    for word, weight in weights.items():
        if weight < 1:
            raise ModelError(f"the weight of {word} must be at least 1, not {weight}")
        chosen = selected(parts, [word])
        found = [weight if chosen >> place & 1 else old for place, old in enumerate(found)]
    return found


def with_parts(board: Board, parts: Iterable[Part]) -> Board:
    """The board with only some of its clues and givens, for drawing."""
    chosen = list(parts)
    shown = board.with_constraints((), [part.clue for part in chosen if part.clue is not None])
    shown.givens = {part.cell: part.value for part in chosen if part.cell is not None and part.value is not None}
    return shown


def names_of(parts: Iterable[Part]) -> list[str]:
    """The names of some parts."""
    return list(map(str, parts))
