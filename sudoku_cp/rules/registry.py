"""The named rules: declared once with `rule`, known to documents, the command line and the pictures by their name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from sudoku_cp.errors import nearest, unknown
from sudoku_cp.model import Board, Cell, Constraint, Model, ModelError
from sudoku_cp.rules.drawings import Drawing
from sudoku_cp.rules.parameters import Argument, Cells, Pair, Parameter, read_parameters
from sudoku_cp.rules.places import file_of, in_words, place_of, suspended_at

Meaning: TypeAlias = Callable[..., Generator[Constraint, None, None]]
Draw: TypeAlias = Drawing | Callable[..., Iterable[Drawing]]

_T = TypeVar("_T")
_rules: dict[str, Rule] = {}

RULES: Mapping[str, Rule] = MappingProxyType(_rules)
"""Every declared rule by its name."""


@dataclass(frozen=True, eq=False, repr=False)
class Rule:
    """A variant rule: called with its parameters it makes a clue.

    >>> from sudoku_cp.rules import killer
    >>> print(killer("r1c1 r1c2", sum=3))
    killer r1c1 r1c2 sum=3
    """

    name: str
    meaning: Meaning
    """The generator function of kernel constraints."""
    parameters: tuple[Parameter, ...]
    """Those that a clue writes."""
    models: tuple[Parameter, ...]
    """Those that stand for the model itself."""
    text: str
    """The rule in words."""
    draw: Draw | None = None
    reads_clues: bool = False
    of_digits: bool = False
    """Whether its meaning depends on the other clues of the model."""

    def __repr__(self) -> str:
        return f"<rule {self.usage}>"

    def __call__(self, *values: object, **named: object) -> AppliedRule:
        """Apply the rule; cells are given as names or as cells.

        Raises
        ------
        ModelError
            If a parameter is unknown, missing, given twice or of the wrong kind.
        """
        if len(values) > len(self.parameters):
            raise ModelError(f"{self.name} has {len(self.parameters)} parameters, not {len(values)}")
        given = {parameter.name: value for parameter, value in zip(self.parameters, values, strict=False)}
        for name, value in named.items():
            if name in given:
                raise ModelError(f"{self.name}: {name} is given twice")
            given[name] = value
        return self.clue(given)

    def clue(self, given: Mapping[str, object]) -> AppliedRule:
        """Apply the rule to parameters by their names; see `__call__`."""
        holder = self.clues_parameter
        if holder is not None:
            given = self._with_clues(given, holder)
        arguments: list[tuple[str, Argument]] = []
        unread = len(given)
        for parameter in self.parameters:
            name = parameter.name
            if name in given:
                unread -= 1
                try:
                    arguments.append((name, parameter.read(given[name])))
                except ModelError as error:
                    raise ModelError(f"{self.name}: {error}") from None
            elif parameter.required:
                self._refuse_unknown(given)
                raise ModelError(f"{self.name} needs {name}: {parameter.kind}")
            else:
                arguments.append((name, parameter.default))
        if unread:
            self._refuse_unknown(given)
        return AppliedRule(self, tuple(arguments))

    def _refuse_unknown(self, given: Iterable[str]) -> None:
        known = [parameter.name for parameter in self.parameters]
        for name in given:
            if name not in known:
                raise ModelError(f"{self.name} has no parameter {name}{nearest(name, known)}; write {self.usage}")

    @cached_property
    def clues_parameter(self) -> str | None:
        """The parameter that takes clues, if there is one."""
        return next((parameter.name for parameter in self.parameters if parameter.is_clues), None)

    def _with_clues(self, given: Mapping[str, object], holder: str) -> Mapping[str, object]:
        """Take parameters that are names of rules as clues."""
        known = [parameter.name for parameter in self.parameters]
        clues: dict[str, list[object]] = {}
        own = dict(given)
        for name in [name for name in given if name in _rules and name not in known]:
            tables = own.pop(name)
            if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
                raise ModelError(f"{self.name}: write [[{self.name}.{name}]] for a clue of the rule {name}")
            clues[name] = [_rules[name].clue(table) for table in tables]
        listed = own.get(holder, [])
        if clues and isinstance(listed, Iterable):
            own[holder] = [*listed, *(clue for group in clues.values() for clue in group)]
        return own

    @property
    def usage(self) -> str:
        """How a clue is written: ``killer cells [sum] [repeats]``."""
        names = (parameter.name if parameter.required else f"[{parameter.name}]" for parameter in self.parameters)
        return " ".join((self.name, *names))


@dataclass(frozen=True, repr=False)
class AppliedRule:
    """A clue: a rule with its arguments. It belongs to no model; cells are kept by name.

    >>> from sudoku_cp import Sudoku
    >>> from sudoku_cp.rules import thermo
    >>> sudoku = Sudoku(4)
    >>> sudoku.add(thermo("r1c1 r2c2 r3c3"))
    >>> print(sudoku.clues[0], *thermo("r1c1 r2c2").constraints(sudoku))
    thermo r1c1 r2c2 r3c3 r1c1 - r2c2 ≤ -1
    """

    rule: Rule
    arguments: tuple[tuple[str, Argument], ...]
    """A value for every parameter of the rule, in its order."""

    @property
    def reads_clues(self) -> bool:
        """Whether the model makes its constraints anew when it gets further clues."""
        return self.rule.reads_clues or any(clue.reads_clues for clue in self.inner)

    @property
    def inner(self) -> tuple[AppliedRule, ...]:
        """The clues within the clue."""
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
        """What the clue means in a model.

        Raises
        ------
        ModelError
            If the model has not the cells, or the rule itself fails; the message tells where.
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
        """How the clue looks in a model; empty for a rule that is not drawn."""
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
        wanted = {keyword: arguments[keyword] for keyword in inspect.signature(draw).parameters}
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
        """Yield what a rule's own code gives; whatever goes wrong in it is told with its place."""
        try:
            yield from call()
        except MemoryError:
            raise
        except Exception as error:
            raise ModelError(f"{self}: {in_words(error, file_of(self.rule.meaning))}") from error


def rule(
    name: str, *, draw: Draw | None = None, reads_clues: bool = False, of_digits: bool = False
) -> Callable[[Meaning], Rule]:
    """Declare a rule: a generator function of kernel constraints whose docstring is the rule's text.

    Parameters
    ----------
    name
        What documents and the command line call it.
    draw
        A shape for the cells of the first parameter, or a function that yields shapes; the function names those of the
        rule's parameters that it needs.
    reads_clues
        Whether the function looks at the ``clues`` of the model, as a rule "all dots are given" does. Its constraints
        are then made anew when further clues come, so that their order does not matter.
    of_digits
        Whether the cells of a clue stand for their digits, even where they count as something else (see
        `sudoku_cp.rules.modifiers`).

    Raises
    ------
    ModelError
        If the name is taken, or the function is no generator, has no docstring, or has parameters that cannot be read.

    Examples
    --------
    A file of one's own, for ``--rules``::

        from itertools import pairwise

        from sudoku_cp.rules import Cells, Line, rule

        @rule("staircase", draw=Line())
        def staircase(line: Cells, step: int = 1):
            "Along the line each digit exceeds the one before it by the step."
            for lower, higher in pairwise(line):
                yield higher == lower + step
    """
    if not isinstance(name, str) or not name:
        raise ModelError('a rule has a name: write @rule("name") above its function')

    def declare(function: Meaning) -> Rule:
        if name in _rules:
            raise ModelError(f"there is already a rule {name} ({place_of(_rules[name].meaning)})")
        called = getattr(function, "__name__", repr(function))
        if not inspect.isgeneratorfunction(function):
            raise ModelError(f"rule {name}: {called} must be a generator function: yield its constraints")
        if not function.__doc__:
            raise ModelError(f"rule {name}: {called} needs a docstring: the text of the rule")
        try:
            parameters = read_parameters(function)
            _check_draw(draw, parameters)
        except ModelError as error:
            raise ModelError(f"rule {name}: {error}") from None
        declared = Rule(
            name,
            function,
            tuple(parameter for parameter in parameters if not parameter.is_model),
            tuple(parameter for parameter in parameters if parameter.is_model),
            inspect.cleandoc(function.__doc__),
            draw,
            reads_clues,
            of_digits,
        )
        _rules[name] = declared
        return declared

    return declare


def clue(name: str, parameters: Mapping[str, object]) -> AppliedRule:
    """Apply the rule of that name, as documents do.

    Raises
    ------
    ModelError
        If there is no such rule, or its parameters do not fit.

    >>> print(clue("killer", {"cells": "r1c1 r1c2", "sum": 3}))
    killer r1c1 r1c2 sum=3
    """
    if name not in RULES:
        lists = "; `sudoku-cp rules` lists them, `--rules FILE` adds those of a Python file"
        raise ModelError(unknown("rule", name, RULES, lists))
    return RULES[name].clue(parameters)


def _values(argument: object, board: Board) -> object:
    """An argument with what its cells count as."""
    if isinstance(argument, tuple):
        return tuple(_values(item, board) for item in argument)
    return board.values.get(argument, argument) if isinstance(argument, Cell) else argument


def _check_draw(draw: object, parameters: Iterable[Parameter]) -> None:
    if draw is None or isinstance(draw, Drawing):
        return
    if not callable(draw):
        raise ModelError(f"draw must be a shape such as Line(), or a function that gives shapes, not {draw!r}")
    known = [parameter.keyword for parameter in parameters]
    for name in inspect.signature(draw).parameters:
        if name not in known:
            raise ModelError(f"draw wants {name}, which is no parameter of the rule{nearest(name, known)}")
