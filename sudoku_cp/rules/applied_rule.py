"""A clue, which is a rule with its arguments and becomes constraints and pictures; and places of errors in rules."""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from inspect import unwrap
from pathlib import Path
from types import FrameType, GeneratorType
from typing import TYPE_CHECKING, Any, TypeVar

from sudoku_cp.model import Board, Cell, Constraint, Model, ModelError, SudokuError
from sudoku_cp.rules.drawings import Drawing
from sudoku_cp.rules.parameters import Argument, Cells, Pair

if TYPE_CHECKING:
    from sudoku_cp.rules.registry import Rule


_T = TypeVar("_T")


@dataclass(frozen=True, repr=False)
class AppliedRule:
    """A clue: a rule with its arguments. It belongs to no model; cells are kept by name.

    >>> from sudoku_cp import Sudoku
    >>> from sudoku_cp.rules import thermo
    >>> sudoku = Sudoku(4)
    >>> sudoku.add(thermo("r1c1 r2c2 r3c3"))
    >>> print(sudoku.clues[0], *thermo("r1c1 r2c2").constraints(sudoku))
    thermo r1c1 r2c2 r3c3 r1c1 < r2c2
    """

    rule: Rule
    """The rule that is applied."""
    arguments: tuple[tuple[str, Argument], ...]
    """A value for every parameter of the rule, in its order."""

    @property
    def reads_clues(self) -> bool:
        """Whether the model rebuilds the clue's constraints when further clues are added."""
        return self.rule.reads_clues or any(clue.reads_clues for clue in self.inner)

    @property
    def inner(self) -> tuple[AppliedRule, ...]:
        """The clues that this clue combines, such as the alternatives of `any_of`."""
        if self.rule.clues_parameter is None:
            return ()
        clues = dict(self.arguments)[self.rule.clues_parameter]
        return tuple(clue for clue in clues if isinstance(clue, AppliedRule)) if isinstance(clues, tuple) else ()

    @property
    def parameters(self) -> dict[str, str | int | None]:
        """The parameters that differ from their defaults, as a document writes them, without inner clues."""
        return {
            parameter.name: " ".join(map(str, value)) if isinstance(value, tuple) else value
            for parameter, (_, value) in zip(self.rule.parameters, self.arguments, strict=True)
            if (parameter.required or value != parameter.default) and not parameter.is_clues
        }

    def __repr__(self) -> str:
        return f"<clue {self}>"

    def __str__(self) -> str:
        words, bare = [self.rule.name], True
        for parameter, (name, value) in zip(self.rule.parameters, self.arguments, strict=True):
            if parameter.is_clues or (not parameter.required and value == parameter.default):
                continue
            is_first_cells = bare and parameter.is_cells
            texts = map(str, value) if isinstance(value, tuple) else (str(value),)
            words.append(" ".join(texts) if is_first_cells else f"{name}={','.join(texts).replace(' ', ',')}")
            bare = bare and not is_first_cells
        if self.inner:
            words.append(f"({'; '.join(map(str, self.inner))})")
        return " ".join(words)

    def constraints(self, model: Model) -> Iterable[Constraint]:
        """The constraints of the clue in a model.

        Parameters
        ----------
        model
            The model that the clue is added to.

        Returns
        -------
        Iterable
            The constraints.

        Raises
        ------
        ModelError
            If the model lacks one of the cells, or the rule's own code fails; the message names the line.
        """
        arguments = self._resolve(model)
        generator = self.rule.meaning(**arguments)
        constraints = []
        for constraint in self._guarded(lambda: generator):
            if not isinstance(constraint, Constraint):
                what = f"the rule yields {constraint!r}, which is not a constraint"
                raise ModelError(f"{self}: {suspended_at(generator)}: {what}")
            if not model.owns_all(constraint.scope):
                stray = next(cell for cell in constraint.scope if not model.owns(cell))
                what = f"{stray.name} is not a cell of {model.name}, but of another model"
                raise ModelError(f"{self}: {suspended_at(generator)}: {what}")
            constraints.append(constraint)
        return constraints

    def drawings(self, model: Model) -> tuple[Drawing, ...]:
        """The shapes that draw the clue in a model; empty for a rule that is not drawn.

        Parameters
        ----------
        model
            The model that the clue belongs to.

        Returns
        -------
        tuple
            The shapes.

        Raises
        ------
        ModelError
            If the rule's own drawing function fails or yields something other than a shape.
        """
        draw = self.rule.draw
        if draw is None:
            return tuple(drawing for clue in self.inner for drawing in clue.drawings(model))
        arguments = self._resolve(model)
        if isinstance(draw, Drawing):
            keywords = (
                parameter.keyword for parameter in self.rule.parameters if parameter.annotation in (Cells, Pair)
            )
            cells = next((arguments[keyword] for keyword in keywords), ())
            assert isinstance(cells, tuple)
            return (replace(draw, cells=cells),)
        wanted = {keyword: arguments[keyword] for keyword in self.rule.drawn_parameters}
        drawings = tuple(self._guarded(lambda: draw(**wanted)))
        for drawing in drawings:
            if not isinstance(drawing, Drawing):
                raise ModelError(f"{self}: {place_of(draw)}: {drawing!r} is not a drawing")
        return drawings

    def _resolve(self, model: Model) -> dict[str, object]:
        try:
            resolved = {
                parameter.keyword: parameter.resolve(value, model)
                for parameter, (_, value) in zip(self.rule.parameters, self.arguments, strict=True)
            }
            for parameter in self.rule.models:
                resolved[parameter.keyword] = parameter.resolve(None, model)
            if self.rule.of_digits or not isinstance(model, Board) or not model.values:
                return resolved
            return {keyword: _values(value, model) for keyword, value in resolved.items()}
        except ModelError as error:
            raise ModelError(f"{self}: {error}") from None

    def _guarded(self, call: Callable[[], Iterable[_T]]) -> Iterator[_T]:
        """Yield what a rule's own code yields; turn an error in it into a `ModelError` that names the line."""
        try:
            yield from call()
        except MemoryError:
            raise
        except Exception as error:
            raise ModelError(f"{self}: {in_words(error, file_of(self.rule.meaning))}") from error


def _values(argument: object, board: Board) -> object:
    """An argument whose cells are replaced by the terms that they count as."""
    if isinstance(argument, tuple):
        return tuple(_values(item, board) for item in argument)
    return board.values.get(argument, argument) if isinstance(argument, Cell) else argument


def place_of(function: Callable[..., object]) -> str:
    """The file and the line of a function."""
    code = getattr(unwrap(function), "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else repr(function)


def suspended_at(generator: object) -> str:
    """The file and line of the ``yield`` that suspends a generator, also within a generator that it delegates to."""
    frame: FrameType | None = None
    while isinstance(generator, GeneratorType):
        frame = generator.gi_frame
        generator = generator.gi_yieldfrom
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else ""


def in_words(error: Exception, file: str) -> str:
    """Describe an error, and the innermost line of the user's own code in its traceback.

    Parameters
    ----------
    file
        A file of the user's code. Other files count as well, except those of this package, whose messages explain
        its errors, of Python and of installed packages.
    """
    message = str(error) if isinstance(error, SudokuError) else named(error)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == file or not _is_foreign(frame.filename)]
    if not own or (isinstance(error, SudokuError) and _is_foreign(own[-1].filename)):
        return message
    return f"{own[-1].filename}:{own[-1].lineno}: {message}"


def named(error: BaseException) -> str:
    """The type of an error with its message, if it has one.

    >>> named(KeyError("a")), named(AssertionError())
    ("KeyError: 'a'", 'AssertionError')
    """
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def file_of(function: Callable[..., Any]) -> str:
    """The file that defines a function."""
    return place_of(function).rpartition(":")[0]


@cache
def _is_foreign(file: str) -> bool:
    """Whether a file belongs to this package, to Python or to an installed package."""
    roots = [sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    return file.startswith(("<", str(Path(__file__).parents[1]) + "/", *(f"{root}/" for root in roots)))
