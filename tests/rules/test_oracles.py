"""Every rule against an oracle that shares nothing with its definition; see `tests.rules.oracles`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Literal, get_args, get_origin

import pytest

from sudoku_cp import Cell, Constraint, Sudoku, rules
from sudoku_cp.rules import RULES, Cells, Clues, Numbers, Pair, Rule
from tests.rules.oracles import LEFT_OUT, ORACLES, Draw, Grid, Hand, Place, tried
from tests.rules.oracles.page import PAGE, page, published

DRAWS = 24
SHIPPED = {name: rule for name, rule in RULES.items() if rule.meaning.__module__.startswith("sudoku_cp.")}
VARIABLES = {
    "value": "value of ",
    "modified": "modified ",
    "second": "second ",
    "region": "region ",
    "loop": "loop ",
    "path": "path ",
    "fence": "fence ",
    "shaded": "shaded ",
}
"""How the names of the variables begin that are a layer of a grid."""


@dataclass(frozen=True)
class Examples:
    """Random clues of a rule, the grids that they are tried on, and which of these the oracle accepts."""

    name: str
    drawn: list[tuple[Draw, list[Grid], list[bool]]]


@pytest.fixture(scope="module", params=sorted(SHIPPED))
def examples(request: pytest.FixtureRequest) -> Examples:
    """Those of each rule, always the same ones; all tests of a rule share them."""
    oracle, hand = ORACLES[request.param], Hand(Random(request.param))
    found = []
    for _ in range(DRAWS):
        drawn = oracle.draw(hand)
        pairs = list(tried(drawn, partial(oracle.accepts, draw=drawn), hand))
        found.append((drawn, [grid for grid, _ in pairs], [accepted for _, accepted in pairs]))
    return Examples(request.param, found)


class Meaning:
    """What a rule's constraints say of grids, by `holds` alone."""

    def __init__(self, name: str, drawn: Draw, layers: Mapping[str, Mapping[Place, int]]) -> None:
        board = drawn.board
        regions = board.labels if board.box is None else None
        self._sudoku = Sudoku((board.height, board.width), box=board.box, regions=regions, digits=board.digits)
        for place, factor in drawn.factors.items():
            self._sudoku.add(rules.multiplier(place.name, factor))
        self._sudoku.add(*(rules.clue(other, _written(given)) for other, given in drawn.beside))
        before = set(self._sudoku.cells)
        constraints = list(rules.clue(name, _written(drawn.parameters)).constraints(self._sudoku))
        constraints += [c for c in self._sudoku.constraints if not before.issuperset(c.scope)]  # of new variables
        shown = {cell for cell in self._sudoku.cells if any(VARIABLES[layer] in cell.name for layer in layers)}
        shown |= {*self._sudoku.grid, *self._sudoku.values.values()}
        hidden = [cell for cell in self._sudoku.cells if any(cell in set(c.scope) - shown for c in constraints)]
        self._cell = {place: self._sudoku[place.name] for place in board.places}
        self._value_of = {place: self._sudoku[VARIABLES["value"] + place.name] for place in drawn.factors}
        self._layers = {
            layer: {place: self._sudoku[VARIABLES[layer] + place.name] for place in values}
            for layer, values in layers.items()
        }
        place_of = {cell: at for at, cell in enumerate(hidden, 1)}
        self._hidden = hidden
        self._due: list[list[Constraint]] = [[] for _ in range(len(hidden) + 1)]
        for constraint in constraints:
            self._due[max((place_of.get(cell, 0) for cell in constraint.scope), default=0)].append(constraint)

    def holds(self, grid: Grid) -> bool:
        """Say whether the constraints hold, with exactly one value for each variable that is a function of others."""
        known = {self._cell[place]: digit for place, digit in grid.digits.items()}
        for place, variable in self._value_of.items():
            known[variable] = grid.value(place)
        for layer, values in grid.layers.items():
            for place, value in values.items():
                variable = self._layers[layer][place]
                if value not in variable.domain:
                    return False
                known[variable] = value
        ways = sum(1 for _ in self._ways(known, 0))
        assert ways < 2, "a further variable is no function of the solution"
        return ways == 1

    def _ways(self, known: dict[Cell, int], fixed: int) -> Iterator[None]:
        if not all(constraint.holds(known) for constraint in self._due[fixed]):
            return
        if fixed == len(self._hidden):
            yield
            return
        for value in self._hidden[fixed].domain:
            yield from self._ways(known | {self._hidden[fixed]: value}, fixed + 1)


def _written(parameters: dict[str, Any]) -> dict[str, Any]:
    """Parameters as clues write them: cells by their names, clues made."""

    def written(value: Any) -> Any:
        if isinstance(value, Place):
            return value.name
        if isinstance(value, list | tuple) and value and isinstance(value[0], Place):
            return [place.name for place in value]
        if isinstance(value, list) and value and isinstance(value[0], tuple):
            return [rules.clue(name, _written(given)) for name, given in value]
        return value

    return {name: written(value) for name, value in parameters.items()}


def test_every_rule_has_an_oracle() -> None:
    assert sorted(SHIPPED) == sorted(ORACLES)


@pytest.mark.slow
def test_a_rule_means_what_its_oracle_says(examples: Examples) -> None:
    both = 0
    for drawn, grids, expected in examples.drawn:
        meaning = Meaning(examples.name, drawn, grids[0].layers)
        found = [meaning.holds(grid) for grid in grids]
        wrong = next((grid for grid, one, other in zip(grids, expected, found, strict=True) if one != other), None)
        assert wrong is None, (examples.name, drawn.parameters, drawn.factors, drawn.beside, wrong)
        both += 0 < sum(expected) < len(grids)
    assert both > DRAWS / 4, "the examples show nothing"


def alterations(rule: Rule, given: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The parameters with one left out, inverted or off by one; a default off by one where it is left out."""
    for parameter in rule.parameters:
        name, kind = parameter.name, parameter.annotation
        value = given.get(name, LEFT_OUT)
        if value is LEFT_OUT and parameter.default is not None:
            value = parameter.default
            about = f"{name} by default"
        else:
            about = name
        if value is LEFT_OUT:
            continue
        if not parameter.required and name in given:
            yield f"{name} left out", {name: LEFT_OUT}
        if kind is int:
            yield f"{about} + 1", {name: value + 1}
            yield f"{about} - 1", {name: value - 1}
        elif kind is bool:
            yield f"{about} inverted", {name: not value}
        elif get_origin(kind) is Literal:
            yield from ((f"{about}: {other}", {name: other}) for other in get_args(kind) if other != value)
        elif kind in (Cells, Numbers, Clues) and len(value) > 1:
            yield f"{about} without the last one", {name: value[:-1]}
            yield f"{about} without the first one", {name: value[1:]}
        elif kind == Pair:
            assert len(value) == 2


@pytest.mark.slow
def test_every_parameter_matters(examples: Examples) -> None:
    """Each parameter varies, and a clue that has it otherwise would be noticed in some draw."""
    oracle, rule = ORACLES[examples.name], SHIPPED[examples.name]
    noticed: dict[str, bool] = {}
    for drawn, grids, accepted in examples.drawn:
        for about, altered in alterations(rule, drawn.parameters):
            if not noticed.get(about):
                with suppress(IndexError, KeyError, ValueError, StopIteration):  # no longer on the board
                    noticed[about] = [oracle.accepts(grid, drawn, **altered) for grid in grids] != accepted
    assert {about for about, was in noticed.items() if not was} == set()
    for parameter in rule.parameters:
        given = [about for about in noticed if about.startswith(parameter.name)]
        assert given or parameter.annotation in (Cell, Pair, str) or rule.name == "magic_square", parameter.name
        if not parameter.required:
            assert f"{parameter.name} left out" in noticed


def test_the_page_of_oracles() -> None:
    """`docs/explanations/rule-oracles.md` lists every rule and where its oracle is."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(None, text) == text
    assert text.count("\n| `") > 50


DATA = PAGE.parents[3] / "shared" / "data"


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason=f"the published puzzles are not there: {DATA}")
def test_published_puzzles_agree() -> None:
    """As many solutions of published puzzles satisfy the clues as the page says."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(published(DATA), text) == text
