"""The registry of rules: `rule` declares one, and documents, the command line and pictures find it by its name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from sudoku_cp._base.arguments import by_name, checked, text
from sudoku_cp._base.errors import nearest
from sudoku_cp.model import Constraint, ModelError
from sudoku_cp.rules.applied_rule import AppliedRule, place_of
from sudoku_cp.rules.drawings import Drawing
from sudoku_cp.rules.parameters import Argument, Parameter, read_parameters
from sudoku_cp.rules.wording import Wording

Meaning: TypeAlias = Callable[..., Iterator[Constraint]]
Draw: TypeAlias = Drawing | Callable[..., Iterable[Drawing]]

_rules: dict[str, Rule] = {}

RULES: Mapping[str, Rule] = MappingProxyType(_rules)
"""Every declared rule by its name."""


@dataclass(frozen=True, eq=False, repr=False)
class Rule:
    """A variant rule. Calling it with its parameters makes a clue.

    >>> from sudoku_cp.rules import killer
    >>> print(killer("r1c1 r1c2", sum=3))
    killer r1c1 r1c2 sum=3
    """

    name: str
    """The name in documents, on the command line and in Python."""
    meaning: Meaning
    """The generator function that yields kernel constraints."""
    parameters: tuple[Parameter, ...]
    """The parameters that clues write."""
    models: tuple[Parameter, ...]
    """The parameters that stand for the model itself."""
    text: str
    """The rule in words."""
    draw: Draw | None = None
    """The shapes of a clue, or a function that makes them from its parameters; None if it has no picture."""
    reads_clues: bool = False
    """Whether it depends on the other clues of the model."""
    of_digits: bool = False
    """Whether it reads the digits of cells even where a modifier gives them other values."""
    said: tuple[Wording, ...] = ()
    """How people say and draw it."""
    synonyms: tuple[str, ...] = ()
    """Other names by which people look for it."""
    negative_of: tuple[str, ...] = ()
    """The rules of which all clues are given where this one holds, such as white dots."""

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
        """Apply the rule to parameters given by name; see `__call__`.

        Parameters
        ----------
        given
            Values by the names of parameters.

        Returns
        -------
        AppliedRule
            The clue.

        Raises
        ------
        ModelError
            If a parameter is unknown, missing or of the wrong kind.
        """
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
                hint = nearest(name, known) or f"; write {self.usage}"
                raise ModelError(f"{self.name} has no parameter {name}{hint}")

    @cached_property
    def drawn_parameters(self) -> tuple[str, ...]:
        """The parameters that the function ``draw`` takes."""
        return tuple(inspect.signature(self.draw).parameters) if callable(self.draw) else ()

    @cached_property
    def clues_parameter(self) -> str | None:
        """The parameter that takes clues, if there is one."""
        return next((parameter.name for parameter in self.parameters if parameter.is_clues), None)

    def _with_clues(self, given: Mapping[str, object], holder: str) -> Mapping[str, object]:
        """Read parameters that are names of rules as clues."""
        known = [parameter.name for parameter in self.parameters]
        clues: dict[str, list[object]] = {}
        own = dict(given)
        for name in [name for name in given if name in _rules and name not in known]:
            tables = own.pop(name)
            if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
                raise ModelError(f"{self.name}: write a clue of the rule {name} as [[{self.name}.{name}]]")
            clues[name] = [_rules[name].clue(table) for table in tables]
        listed = own.get(holder, [])
        if clues and isinstance(listed, Iterable):
            own[holder] = [*listed, *(clue for group in clues.values() for clue in group)]
        return own

    @property
    def usage(self) -> str:
        """The syntax of a clue: ``killer cells [sum] [repeats]``."""
        names = (parameter.name if parameter.required else f"[{parameter.name}]" for parameter in self.parameters)
        return " ".join((self.name, *names))


def rule(
    name: str,
    *,
    draw: Draw | None = None,
    reads_clues: bool = False,
    of_digits: bool = False,
    said: Iterable[Wording] = (),
    synonyms: Iterable[str] = (),
    negative_of: Iterable[str] = (),
) -> Callable[[Meaning], Rule]:
    """Declare a rule: a generator function that yields constraints, and whose docstring is the rule's text.

    Parameters
    ----------
    name
        The name in documents and on the command line.
    draw
        A shape for the cells of the first parameter, or a function that yields shapes. The parameters of the function
        are those of the rule that it needs, by name.
    reads_clues
        Whether the function reads the ``clues`` of the model, as the rule "all dots are given" does. Its constraints
        are then rebuilt when further clues are added, so that their order does not matter.
    of_digits
        Whether the function reads the digits of cells even where a modifier gives them other values (see
        `sudoku_cp.rules.modifiers`).
    said
        How people say the rule in the text of a puzzle, and what they draw for it; drawn puzzles are read by it.
    synonyms
        Other names by which people look for the rule, in lower case. The search of the page finds it by them, and a
        message about an unknown rule names it.
    negative_of
        The rules of which all clues are given where this one holds; the page offers it beside them.

    Returns
    -------
    Callable
        A decorator that turns the function into a `Rule`.

    Raises
    ------
    ModelError
        If the name is taken, or the function is not a generator function, has no docstring, or has parameters that
        cannot be read.

    Examples
    --------
    A file for ``--rules``::

        from itertools import pairwise

        from sudoku_cp.rules import Cells, Line, rule

        @rule("staircase", draw=Line())
        def staircase(line: Cells, step: int = 1):
            "Along the line each digit exceeds the one before it by the step."
            for lower, higher in pairwise(line):
                yield higher == lower + step
    """
    if not isinstance(name, str) or not name:
        raise ModelError('a rule needs a name: write @rule("name") above its function')

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
            _text(function.__doc__),
            draw,
            reads_clues,
            of_digits,
            tuple(said),
            tuple(synonyms),
            tuple(negative_of),
        )
        _rules[name] = declared
        return declared

    return declare


@checked(name=text, parameters=by_name(lambda value, _: value, "values by the names of parameters"))
def clue(name: str, parameters: Mapping[str, object]) -> AppliedRule:
    """Apply the rule of a given name, as documents do.

    Parameters
    ----------
    name
        The name of a rule.
    parameters
        Values by the names of its parameters.

    Returns
    -------
    AppliedRule
        The clue.

    Raises
    ------
    ModelError
        If there is no such rule, or its parameters are wrong.

    >>> print(clue("killer", {"cells": "r1c1 r1c2", "sum": 3}))
    killer r1c1 r1c2 sum=3
    """
    if name not in RULES:
        lists = "; `sudoku-cp rules` lists the rules, and `--rules FILE` adds those of a Python file"
        raise ModelError(f"there is no rule {name}{suggestion(name) or lists}")
    return RULES[name].clue(parameters)


def suggestion(name: str, others: Iterable[str] = ()) -> str:
    """The question which rule is meant by a name that none has: one with this synonym, or one with a similar name.

    Parameters
    ----------
    name
        The unknown name.
    others
        Further names that may be meant.

    Returns
    -------
    str
        The question, to go behind the name; empty if no rule is likely.

    >>> suggestion("german_whispers")
    ': did you mean whisper?'
    """
    wanted = _plain(name)
    found = [rule.name for rule in RULES.values() if wanted in map(_plain, rule.synonyms)]
    return f": did you mean {' or '.join(found)}?" if found else nearest(name, (*others, *RULES))


def _plain(name: str) -> str:
    """A name without the signs between its words."""
    return " ".join(name.lower().replace("_", " ").replace("-", " ").split())


def _text(docstring: str) -> str:
    """The text of a rule: its docstring without the errors."""
    return inspect.cleandoc(docstring).partition("\n\nRaises\n---")[0]


def _check_draw(draw: object, parameters: Iterable[Parameter]) -> None:
    if draw is None or isinstance(draw, Drawing):
        return
    if not callable(draw):
        raise ModelError(f"draw must be a shape such as Line(), or a function that yields shapes, not {draw!r}")
    known = [parameter.keyword for parameter in parameters]
    for name in inspect.signature(draw).parameters:
        if name not in known:
            raise ModelError(f"draw needs {name}, which is not a parameter of the rule{nearest(name, known)}")
