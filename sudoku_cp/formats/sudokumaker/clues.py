"""The mapping from the constraints of SudokuMaker to the rules of `sudoku_cp.rules`.

A constraint has a numeric type and lists all clues of its kind: ``{"type": 300, "thermometers": [[0, 1, 2]]}``. A set
of digits is a mask in which digit D is bit D.

Places are running numbers of cells, edges, corners or cells outside the grid. Those of a grid with 3 rows and columns:

```
  cells        edges            corners          outside
 0  1  2     □  1 □  2 □      0   1   2   3     0  1  2  3  4
 3  4  5     3    4    5        □   □   □       5  □  □  □  9
 6  7  8     □  7 □  8 □      4   5   6   7    10  □  □  □ 14
             9   10   11        □   □   □      15  □  □  □ 19
             □ 13 □ 14 □      8   9  10  11    20 21 22 23 24
                                □   □   □
                             12  13  14  15
```
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sudoku_cp.formats.other_programs import Entry, Parameters, number_of
from sudoku_cp.model import InputError

Place = tuple[int, int]
"""A row and a column, from 1; 0 and one beyond the last are outside the grid."""


def named(place: Place) -> str:
    """The name of a cell, such as ``r1c2``."""
    return f"r{place[0]}c{place[1]}"


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a grid with ``size`` rows and columns."""

    size: int

    def cell(self, number: object) -> str:
        """The name of a cell.

        Raises
        ------
        InputError
            If there is no such cell.
        """
        row, column = divmod(_number(number, "cell", self.size**2), self.size)
        return named((row + 1, column + 1))

    def cells(self, numbers: object) -> list[str]:
        """The names of several cells, at least one.

        Raises
        ------
        InputError
            If they are not a list, there are none, or one does not exist.
        """
        if not isinstance(numbers, list) or not numbers:
            raise InputError(f"a list of cells was expected, not {numbers!r}")
        return [self.cell(number) for number in numbers]

    def edge(self, number: object) -> list[str]:
        """The two cells on either side of an edge.

        Raises
        ------
        InputError
            If there is no such edge between two cells.
        """
        half_row, column = divmod(_number(number, "edge", 2 * self.size**2), self.size)
        row, is_below = divmod(half_row, 2)
        one, other = ((row, column), (row + 1, column)) if is_below else ((row, column - 1), (row, column))
        return self._inside([one, other], f"edge {number}")

    def corner(self, number: object) -> list[str]:
        """The four cells around a corner.

        Raises
        ------
        InputError
            If there is no such corner inside the grid.
        """
        row, column = divmod(_number(number, "corner", (self.size + 1) ** 2), self.size + 1)
        around = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)]
        return self._inside(around, f"corner {number}")

    def outside(self, number: object) -> Place:
        """The place of a cell outside the grid.

        Raises
        ------
        InputError
            If there is no such cell, or it is inside the grid.
        """
        place = divmod(_number(number, "outside cell", (self.size + 2) ** 2), self.size + 2)
        if all(1 <= coordinate <= self.size for coordinate in place):
            raise InputError(f"outside cell {number} is inside the grid")
        return place

    def _inside(self, cells: Iterable[Place], place: str) -> list[str]:
        found = [(row + 1, column + 1) for row, column in cells]
        if any(not 1 <= coordinate <= self.size for cell in found for coordinate in cell):
            raise InputError(f"{place} is at the border of the grid")
        return [named(cell) for cell in found]


def _number(number: object, kind: str, count: int) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < count:
        raise InputError(f"{kind} must be a number from 0 to {count - 1}, not {number!r}")
    return number


Clue = tuple[str, Parameters]
"""A rule and its parameters as puzzle documents write them."""


class Kind(NamedTuple):
    """One kind of constraint."""

    name: str
    """Its name in messages."""
    rules: tuple[str, ...]
    """The rules of its clues."""
    read: Callable[[Entry, Places], Iterator[Clue]]
    """Returns its clues; raises `InexpressibleError` where no rule expresses one."""
    key: str = ""
    """The key of its kind in documents of f-puzzles, by which `rule_words` knows it."""
    items: str = ""
    """The key of the list of its clues; empty if all cells are one clue."""
    needs: tuple[str, ...] = ()
    """The keys without which one of these clues says nothing."""


class InexpressibleError(Exception):
    """No rule expresses a constraint; its text says why."""

    def __init__(self, reason: str, *, is_of_all: bool = False) -> None:
        super().__init__(reason)
        self.is_of_all = is_of_all
        """Whether it is about all clues of the constraint, not about one of them."""


def items_of(entry: Entry, key: str) -> list[Any]:
    """The list under a key of an entry; an absent one is empty.

    Raises
    ------
    InputError
        If it is not a list.
    """
    items = entry.get(key) or []
    if not isinstance(items, list):
        raise InputError(f"{key} must be a list, not {items!r}")
    return items


def objects_of(entry: Entry, key: str) -> list[Entry]:
    """The list of objects under a key of an entry.

    Raises
    ------
    InputError
        If it is not a list of objects.
    """
    items = items_of(entry, key)
    if not all(isinstance(item, dict) for item in items):
        raise InputError(f"{key} must be a list of objects")
    return items


def _whole(name: str, rule: str, key: str, **parameters: object) -> Kind:
    """A rule of the whole grid."""
    return Kind(name, (rule,), lambda entry, places: iter([(rule, dict(parameters))]), key)


def _cells(name: str, rule: str, key: str) -> Kind:
    """A clue whose cells are listed."""

    def read(entry: Entry, places: Places) -> Iterator[Clue]:
        if entry.get("cells"):
            yield rule, {"cells": places.cells(entry["cells"])}

    return Kind(name, (rule,), read, key)


def _lines(name: str, rule: str, key: str, lines: str = "lines", **numbers: str) -> Kind:
    """Lines; ``numbers`` maps parameters of the rule to keys of the constraint."""

    def read(entry: Entry, places: Places) -> Iterator[Clue]:
        values = {parameter: number_of(entry, source) for parameter, source in numbers.items()}
        for line in items_of(entry, lines):
            found = {parameter: value for parameter, value in values.items() if value is not None}
            yield rule, {"line": places.cells(line)} | found

    return Kind(name, (rule,), read, key, lines)


def _cages(name: str, rule: str, key: str, read_value: Callable[[Entry], Parameters], *needs: str) -> Kind:
    def read(entry: Entry, places: Places) -> Iterator[Clue]:
        for cage in objects_of(entry, "cages"):
            yield rule, {"cells": places.cells(cage["cells"])} | read_value(cage)

    return Kind(name, (rule,), read, key, "cages", ("cells", *needs))


def _cage_sum(cage: Entry) -> Parameters:
    value = number_of(cage)
    return {"sum": value} if value else {}


def _said(cage: Entry) -> Parameters:
    return {"clue": str(cage["value"])}


def _edges(name: str, rule: str, parameter: str, key: str, *needs: str, negative: str, overridden: str = "") -> Kind:
    """Clues on edges, and ``negative``: the rule for the values that no other edge has."""

    def read(entry: Entry, places: Places) -> Iterator[Clue]:
        for clue in objects_of(entry, "clues"):
            value = number_of(clue)
            cells = places.edge(clue.get("edge"))
            yield rule, {"cells": cells} | ({} if value is None else {parameter: value})
        if values := items_of(entry, "negative"):
            if overridden and not entry.get(overridden, True):
                reason = f"{name} without an exception for other dots ({overridden})"
                raise InexpressibleError(reason, is_of_all=True)
            yield negative, {"values": values}

    return Kind(name, (rule, negative), read, key, "clues", ("edge", *needs))


def _outside(name: str, rule: str, key: str) -> Kind:
    """Numbers outside the grid that look along a row or a column."""

    def read(entry: Entry, places: Places) -> Iterator[Clue]:
        for clue in objects_of(entry, "clues"):
            value = number_of(clue)
            if clue.get("diagonal"):
                raise InexpressibleError(f"{name} along a diagonal")
            row, column = place = places.outside(clue.get("outerCell"))
            sides = {
                "left": column == 0,
                "right": column == places.size + 1,
                "top": row == 0,
                "bottom": row == places.size + 1,
            }
            found = [side for side, is_there in sides.items() if is_there]
            if len(found) != 1:
                raise InputError(f"{_spelled(place)} is not at the end of a row or a column")
            index = row if found[0] in ("left", "right") else column
            yield rule, {"side": found[0], "index": index, "value": value}

    return Kind(name, (rule,), read, key, "clues", ("outerCell", "value"))


def _little_killers(entry: Entry, places: Places) -> Iterator[Clue]:
    for clue in objects_of(entry, "clues"):
        value, slope = number_of(clue), clue.get("diagonal")
        if slope not in (1, -1):
            raise InputError(f"diagonal must be 1 or -1, not {slope!r}")
        row, column = place = places.outside(clue.get("outerCell"))
        for down, name in ((1, "down"), (-1, "up")):
            right = -down * slope  # a slope of 1 rises to the right
            start = (row + down, column + right)
            if all(1 <= coordinate <= places.size for coordinate in start):
                direction = f"{name}-{'right' if right > 0 else 'left'}"
                yield "little_killer", {"start": [named(start)], "direction": direction, "sum": value}
                break
        else:
            raise InputError(f"the diagonal from {_spelled(place)} does not meet the grid")


def _arrows(entry: Entry, places: Places) -> Iterator[Clue]:
    for arrows in objects_of(entry, "bulbsWithArrows"):
        circle = places.cells(arrows.get("bulbCells"))[::-1]  # the ones are first
        for cells in items_of(arrows, "arrows"):
            if cells:
                line = places.cells(cells)
                if shaft := line[1:] if line[0] in circle else line:
                    yield "arrow", {"circle": circle, "line": shaft}


def _thermometers(entry: Entry, places: Places) -> Iterator[Clue]:
    for cells in items_of(entry, "thermometers"):
        yield ("slow_thermo" if entry.get("slow") else "thermo"), {"line": places.cells(cells)}


def _clones(entry: Entry, places: Places) -> Iterator[Clue]:
    pairs = [places.cells(group) for group in items_of(entry, "groups")]
    if any(len(pair) != 2 for pair in pairs):
        raise InexpressibleError("clones in groups of more than two cells")
    if pairs:
        yield "clone", {"cells": [one for one, _ in pairs], "copy": [other for _, other in pairs]}


def _quadruples(entry: Entry, places: Places) -> Iterator[Clue]:
    for clue in objects_of(entry, "clues"):
        yield "quadruple", {"cells": places.corner(clue.get("corner")), "digits": items_of(clue, "digits")}


def _grouped_lines(entry: Entry, places: Places) -> Iterator[Clue]:
    rule, parameters = _rule_of_groups(entry, places, {"entropic": "entropic_line", "modular": "modular_line"})
    for line in items_of(entry, "lines"):
        yield rule, {"line": places.cells(line)} | parameters


def _grouped_squares(entry: Entry, places: Places) -> Iterator[Clue]:
    yield _rule_of_groups(entry, places, {"entropic": "global_entropy", "modular": "global_mod"})


def _rule_of_groups(entry: Entry, places: Places, rules: Mapping[str, str]) -> Clue:
    """The rule for these groups of digits: thirds of the digits, or classes of remainders."""
    groups = {mask for mask in items_of(entry, "groups") if isinstance(mask, int) and mask}
    digits = range(1, places.size + 1)
    third = places.size // 3
    thirds = {_mask(digits[start : start + third]) for start in range(0, places.size, max(third, 1))}
    if groups == thirds and places.size % 3 == 0:
        return rules["entropic"], {}
    modulus = len(groups)
    if modulus > 1 and groups == {_mask(digits[start::modulus]) for start in range(modulus)}:
        if modulus == 2 and rules["modular"] == "modular_line":
            return "parity_line", {}
        return rules["modular"], {} if modulus == 3 else {"modulus": modulus}
    raise InexpressibleError("groups of digits that are neither thirds of the digits nor classes of remainders")


def _mask(digits: range) -> int:
    return sum(1 << digit for digit in digits)


def _spelled(place: Place) -> str:
    return f"outside cell r{place[0]}c{place[1]}"


KINDS: Mapping[int, Kind] = {
    10: _whole("negative diagonal", "diagonal", "diagonal-", direction="falling"),
    11: _whole("positive diagonal", "diagonal", "diagonal+", direction="rising"),
    12: _whole("antiking", "anti_king", "antiking"),
    13: _whole("antiknight", "anti_knight", "antiknight"),
    14: _whole("disjoint groups", "disjoint_groups", "disjointgroups"),
    15: _whole("nonconsecutive", "non_consecutive", "nonconsecutive"),
    16: Kind("global entropy", ("global_entropy", "global_mod"), _grouped_squares),
    100: _cells("even", "even", "even"),
    101: _cells("odd", "odd", "odd"),
    102: _cells("maximum", "maximum", "maximum"),
    103: _cells("minimum", "minimum", "minimum"),
    200: _edges(
        "differences",
        "kropki_white",
        "difference",
        "difference",
        negative="negative_difference",
        overridden="overrideNegativeRatios",
    ),
    201: _edges(
        "ratios", "kropki_black", "ratio", "ratio", negative="negative_ratio", overridden="overrideNegativeDifferences"
    ),
    202: _edges("XV", "xv", "sum", "xv", "value", negative="negative_sum"),
    300: Kind("thermometers", ("thermo", "slow_thermo"), _thermometers, "thermometer", "thermometers"),
    301: _cages("killer cages", "killer", "killercage", _cage_sum),
    302: Kind("clones", ("clone",), _clones, "clone"),
    303: Kind("quadruples", ("quadruple",), _quadruples, "quadruple", "clues", ("corner", "digits")),
    304: _cages("look-and-say cages", "look_and_say", "", _said, "value"),
    305: _cells("different values", "extra_region", "extraregion"),
    400: _lines("renban lines", "renban", "renban"),
    401: _lines("whisper lines", "whisper", "whispers", difference="minDifference"),
    402: _lines("palindromes", "palindrome", "palindrome"),
    403: _lines("between lines", "between_line", "betweenline"),
    404: _lines("region sum lines", "region_sum_line", "regionsumline"),
    405: _lines("sequence lines", "sequence_line", ""),
    406: Kind(
        "lines of digit groups",
        ("entropic_line", "modular_line", "parity_line"),
        _grouped_lines,
        "entropicline",
        "lines",
    ),
    407: _lines("lockout lines", "lockout_line", ""),
    408: Kind("arrows", ("arrow",), _arrows, "arrow", "bulbsWithArrows", ("bulbCells", "arrows")),
    409: _lines("double arrows", "double_arrow", "doublearrow"),
    500: Kind(
        "little killers", ("little_killer",), _little_killers, "littlekillersum", "clues", ("outerCell", "value")
    ),
    501: _outside("sandwich sums", "sandwich", "sandwichsum"),
    502: _outside("X-sums", "x_sum", "xsum"),
    503: _outside("skyscrapers", "skyscraper", "skyscraper"),
    504: _outside("numbered rooms", "numbered_room", ""),
    600: _cells("row indexers", "row_indexing", "rowindexer"),
    601: _cells("column indexers", "column_indexing", "columnindexer"),
}
"""The kinds of constraint that a rule expresses, by type."""

FIELDS = frozenset(
    (
        *(
            "type",
            "id",
            "name",
            "disabled",
            "style",
            "clues",
            "cages",
            "cells",
            "lines",
            "groups",
            "thermometers",
            "slow",
        ),
        *("minDifference", "singleRegionTotals", "negative", "overrideNegativeRatios", "overrideNegativeDifferences"),
        "bulbsWithArrows",
    )
)
"""The keys of constraints."""

FIELDS_OF_ITEMS = frozenset(
    ("cells", "value", "edge", "outerCell", "diagonal", "corner", "digits", "bulbCells", "arrows", "style")
)
"""The keys of their clues."""

DRAWN = (0, 2000, 2001, 2002, 4000, 4001)
"""Types that are not logic: givens, which are in the cells; lines, cages and symbols that are only drawn; fog."""
