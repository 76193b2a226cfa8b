"""What sentences say about kinds of elements: rules that their wordings find, and the clues that these make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sudoku_cp.formats.drawn.colours import WORDS
from sudoku_cp.formats.drawn.elements import Element, Kind, Place
from sudoku_cp.formats.drawn.sentences import NOUNS, Sentence
from sudoku_cp.model import ModelError
from sudoku_cp.rules.applied_rule import AppliedRule
from sudoku_cp.rules.parameters import Numbers, Parameter
from sudoku_cp.rules.registry import RULES, Rule
from sudoku_cp.rules.wording import Wording

FIGURED = ("pair", "corner", "cell")
"""Shapes whose elements are figures."""

_LETTERS = {"x": 10, "v": 5}
"""The sums of the letters that everybody knows."""


@dataclass(frozen=True)
class Statement:
    """A rule that a sentence says."""

    rule: Rule
    wording: Wording
    parameters: Mapping[str, str]
    sentence: int
    """Its index."""
    costs: Mapping[int, float] = field(default_factory=dict)
    """How badly each kind fits, by its index; kinds that do not fit at all are missing."""

    @property
    def is_of_grid(self) -> bool:
        """Whether it needs no element."""
        return self.wording.shapes == ("grid",)

    @property
    def weight(self) -> int:
        """How much of a sentence it explains."""
        return 2 * len(self.wording.says) + len(self.parameters) - self.wording.by_name

    @property
    def targets(self) -> tuple[int, ...]:
        """The kinds that fit best."""
        least = min(self.costs.values(), default=0)
        return tuple(index for index, cost in self.costs.items() if cost <= least)


def statements_in(sentence: Sentence, index: int, kinds: Sequence[Kind]) -> list[Statement]:
    """What a sentence says, for kinds that are drawn; each rule once for each different set of parameters.

    Parameters
    ----------
    sentence, index
        The sentence, and its index in the text.
    kinds
        All that is drawn.
    """
    found: dict[tuple[str, tuple[tuple[str, str], ...]], Statement] = {}
    for rule in RULES.values():
        for wording in rule.said:
            for parameters in wording.found_in(sentence.plain):
                costs = {
                    number: cost
                    for number, kind in enumerate(kinds)
                    if (cost := _cost(kind, rule, wording, parameters, sentence)) is not None
                }
                statement = Statement(rule, wording, parameters, index, costs)
                if costs or statement.is_of_grid:
                    key = rule.name, tuple(sorted(parameters.items()))
                    if key not in found or statement.weight > found[key].weight:
                        found[key] = statement
    if any(kind.shape == "axis" for kind in kinds):
        found = {key: each for key, each in found.items() if each.rule.name != "diagonals"}
    return _without_weaker(list(found.values()))


def _without_weaker(statements: list[Statement]) -> list[Statement]:
    """Leave out a rule without parameters that the sentence also says with some, for the same kinds."""
    return [
        each
        for each in statements
        if not any(
            other.rule is each.rule and len(other.parameters) > len(each.parameters) and {*other.costs} >= {*each.costs}
            for other in statements
        )
    ]


def _cost(kind: Kind, rule: Rule, wording: Wording, parameters: Mapping[str, str], sentence: Sentence) -> float | None:
    """How badly a kind fits what a sentence says; None if it does not fit."""
    if kind.shape not in wording.shapes:
        return None
    cost = 0.0
    text = kind.text.lower()
    if "text" in parameters and text != parameters["text"]:
        return None
    if text and text != "#" and "text" not in parameters:
        if not sentence.names_text(text) and not (rule.name == "xv" and text in _LETTERS and wording.by_name):
            return None
    elif not text and rule.name == "xv" and wording.by_name:
        return None
    if text == "#" and not wording.label and kind.shape in FIGURED:
        return None
    is_mark = kind.shape in (*FIGURED, "inequality") and text in ("", "#")
    if is_mark and not wording.by_name and not NOUNS[kind.shape].search(sentence.plain):
        return None
    colours = _colour_cost(kind, wording, sentence)
    if colours is None:
        return None
    cost += colours
    if kind.shape in FIGURED and kind.figure and "text" not in parameters and text in ("", "#"):
        figures = sentence.figures
        if len(figures) > 1 and wording.figure in figures:
            figures = frozenset({wording.figure})
        if figures and kind.figure not in figures:
            return None
        if not figures and wording.figure and wording.figure != kind.figure:
            cost += 1
        if not figures and not sentence.colours and kind.shape != "corner" and not wording.by_name:
            cost += 1
    return cost


def _colour_cost(kind: Kind, wording: Wording, sentence: Sentence) -> float | None:
    usual = {family for word in wording.colours.split() for family in WORDS[word]}
    if not kind.colours or (kind.text and kind.text != "#") or kind.shape in ("cage", "arrow", "inequality"):
        return 0
    named = set(sentence.colours)
    if kind.shape == "corner":
        named = set()
    if named:
        if len(named) > 1 and usual & named and kind.shape == "pair":
            named &= usual
        if wording.by_name and usual and not usual & named and kind.shape == "pair":
            return None
        if not named & {*kind.colours}:
            return 4 if kind.shape == "thermo" else None
        return 0 if kind.colours[0] in named else 0.25
    return 0 if not usual or usual & {*kind.colours} else 1


def clues_of(statement: Statement, kind: Kind, size: int) -> list[AppliedRule]:
    """The clues that a statement makes of a kind.

    Raises
    ------
    ModelError
        If the rule does not take what is drawn.
    """
    given = _given(statement)
    rule = statement.rule
    if statement.wording.joined:
        parameter = _first_cells(rule)
        places = [place for element in kind.elements for place in element.cells]
        return [rule.clue({parameter.name: _named(dict.fromkeys(places)), **given})]
    if statement.wording.areas:
        return _clues_of_areas(rule, kind, given)
    clues = []
    for element in kind.elements:
        if element.shape == "cage" and rule.name == "killer" and (sums := sums_of(element.text, size)):
            repeats = {"repeats": True} if given.get("repeats") else {}
            clues.append(RULES["multi_sum_cage"].clue({"cells": _named(element.cells), "sums": sums, **repeats}))
        else:
            clues.append(rule.clue(_arguments(element, rule, statement.wording, size) | given))
    return clues


def _clues_of_areas(rule: Rule, kind: Kind, given: Mapping[str, Any]) -> list[AppliedRule]:
    """A clue for each connected area of a kind; for a rule with a copy, for each area beside the first."""
    first_cells, *others = [each for each in rule.parameters if each.is_cells]
    areas = areas_of({place for element in kind.elements for place in element.cells})
    if not others:
        return [rule.clue({first_cells.name: _named(area), **given}) for area in areas]
    shapes = {tuple((row - area[0][0], column - area[0][1]) for row, column in area) for area in areas}
    if len(areas) < 2 or len(shapes) > 1:
        raise ModelError(f"{kind.counted} are no areas of one shape")
    return [
        rule.clue({first_cells.name: _named(areas[0]), others[0].name: _named(area), **given}) for area in areas[1:]
    ]


def areas_of(places: set[Place]) -> list[tuple[Place, ...]]:
    """The orthogonally connected areas of some cells, and the cells of each, in reading order.

    >>> areas_of({(1, 1), (1, 2), (3, 3)})
    [((1, 1), (1, 2)), ((3, 3),)]
    """
    areas = []
    left = set(places)
    while left:
        area, open_ = set(), [min(left)]
        while open_:
            row, column = place = open_.pop()
            if place in left:
                left.remove(place)
                area.add(place)
                open_ += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        areas.append(tuple(sorted(area)))
    return areas


_PATTERN = re.compile(r"([<>≤≥]=?)?\s*([0-9?]{1,3})")


def sums_of(label: str, size: int) -> list[int]:
    """The sums that a label means in which ``?`` is any digit, and ``<`` or ``>`` compares; none for a plain number.

    A sum is less than ``?`` if there is a digit that it is less than.

    >>> sums_of("1?", 9), sums_of("<?", 9)[-1], sums_of(">??", 9)[0], sums_of("12", 9)
    ([10, 11, 12, 13, 14, 15, 16, 17, 18, 19], 8, 11, [])
    """
    found = _PATTERN.fullmatch(label.strip())
    if found is None or (not found[1] and "?" not in found[2]):
        return []
    numbers = [int(f"{number}") for number in range(10 ** len(found[2])) if _has_form(str(number), found[2])]
    most = size * (size + 1) // 2 if size < 10 else size * size
    sums = range(1, most + 1)
    match found[1]:
        case "<":
            return [sum_ for sum_ in sums if sum_ < numbers[-1]]
        case "<=" | "≤":
            return [sum_ for sum_ in sums if sum_ <= numbers[-1]]
        case ">":
            return [sum_ for sum_ in sums if sum_ > numbers[0]]
        case ">=" | "≥":
            return [sum_ for sum_ in sums if sum_ >= numbers[0]]
    return [sum_ for sum_ in sums if sum_ in numbers]


def _has_form(number: str, pattern: str) -> bool:
    """Whether a number has the digits of a pattern, and is not 0."""
    return (
        number != "0"
        and len(number) == len(pattern)
        and all(sign in ("?", digit) for digit, sign in zip(number, pattern, strict=True))
    )


def grid_clue(statement: Statement) -> AppliedRule:
    """The clue of a rule of the whole grid."""
    return statement.rule.clue(_given(statement))


def _given(statement: Statement) -> dict[str, Any]:
    names = {parameter.name for parameter in statement.rule.parameters}
    given: dict[str, Any] = {name: int(value) for name, value in statement.parameters.items() if name in names}
    letter = statement.parameters.get("text", "")
    if statement.rule.name == "xv" and "sum" not in given and letter in _LETTERS:
        given["sum"] = _LETTERS[letter]
    return {**statement.wording.given, **given}


def _first_cells(rule: Rule) -> Parameter:
    for parameter in rule.parameters:
        if parameter.is_cells:
            return parameter
    raise ModelError(f"{rule.name} has no cells")


def _arguments(element: Element, rule: Rule, wording: Wording, size: int) -> dict[str, Any]:
    """The arguments of the clue that a rule makes of an element."""
    arguments: dict[str, Any] = {}
    if element.shape == "axis" and any(parameter.name == "direction" for parameter in rule.parameters):
        return {"direction": "falling" if element.cells[0] == (1, 1) else "rising"}
    if element.shape == "arrow" and element.circle:
        return {"circle": _named(element.circle), "line": _named(element.cells)}
    if element.shape == "outside":
        arguments |= _side(element.cells[0], size)
    elif element.shape == "diagonal":
        arguments["start"] = _named(element.cells)[0]
        arguments["direction"] = _DIRECTIONS[element.direction or (1, 1)]
    else:
        cells = element.cells
        if len(cells) > 3 and cells[0] == cells[-1] and any(each.name == "loop" for each in rule.parameters):
            cells, arguments["loop"] = cells[:-1], True
        arguments[_first_cells(rule).name] = _named(cells)
    letter = element.text.lower() if rule.name == "xv" else ""
    if letter in _LETTERS:
        arguments["sum"] = _LETTERS[letter]
    elif wording.label and element.text and not letter.isalpha():
        parameter = next(each for each in rule.parameters if each.name == wording.label)
        arguments[wording.label] = _label(element.text, parameter)
    return arguments


_DIRECTIONS = {(1, 1): "down-right", (1, -1): "down-left", (-1, 1): "up-right", (-1, -1): "up-left"}


def _label(text: str, parameter: Parameter) -> Any:
    if parameter.annotation == Numbers:
        digits = [int(digit) for digit in re.findall(r"\d", text)]
        if not digits:
            raise ModelError(f"{text!r} has no digits")
        return digits
    if not re.fullmatch(r"\s*-?\d{1,4}\s*", text):
        raise ModelError(f"the label {text!r} is not a number")
    return int(text)


def _side(place: Place, size: int) -> dict[str, Any]:
    row, column = place
    if row < 1:
        return {"side": "top", "index": column}
    if row > size:
        return {"side": "bottom", "index": column}
    return {"side": "left" if column < 1 else "right", "index": row}


def _named(cells: Iterable[Place]) -> list[str]:
    return [f"r{row}c{column}" for row, column in cells]
