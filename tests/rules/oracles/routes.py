"""Loops and paths through cells, loops along the borders of cells, and shadings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import pairwise, product
from typing import Any

from tests.rules.oracles.grids import Board, Draw, Grid, Hand, Place, Places, boxed, oracle

Layer = dict[Place, int]

_STEPS = {1: (-1, 0), 2: (0, 1), 4: (1, 0), 8: (0, -1)}
_BACK = {1: 4, 2: 8, 4: 1, 8: 2}


def _touch(one: Place, other: Place) -> bool:
    return abs(one.row - other.row) < 2 and abs(one.column - other.column) < 2


def _beside(one: Place, other: Place) -> bool:
    return abs(one.row - other.row) + abs(one.column - other.column) == 1


# Loops and paths through cells: a layer has 1, 2, 4 or 8 for each side of a cell that is crossed.


def _traced(board: Board, walk: Iterable[Place]) -> Layer:
    """The layer of a walk from cell to cell."""
    layer = dict.fromkeys(board.places, 0)
    for here, there in pairwise(walk):
        step = (there.row - here.row, there.column - here.column)
        side = next(side for side, way in _STEPS.items() if way == step)
        layer[here] += side
        layer[there] += _BACK[side]
    return layer


def _round_walk(hand: Hand, board: Board) -> Layer:
    """A walk that has come back to a place that it has visited, from there on; no loop of two cells."""
    walk = [hand.one_of(*board.places)]
    while walk[-1] not in walk[:-1]:
        beside = [place for place in board.places if _beside(place, walk[-1])]
        walk.append(hand.one_of(*(place for place in beside if place not in walk[-2:-1])))
    return _traced(board, walk[walk.index(walk[-1]) :])


def _open_walk(hand: Hand, board: Board) -> Layer:
    """A walk that visits no place twice."""
    walk, most = [hand.one_of(*board.places)], hand.random.randint(2, len(board.places))
    while len(walk) < most:
        beside = [place for place in board.places if _beside(place, walk[-1]) and place not in walk]
        if not beside:
            break
        walk.append(hand.one_of(*beside))
    return _traced(board, walk)


def _digits_beside(hand: Hand, board: Board, layer: Layer) -> Layer:
    """Digits that count visited cells, or say which are visited, or differ along the way; in some cells."""
    digits, kind = hand.filling(board), hand.one_of("counts", "counts", "values", "differ", "free")
    for place in board.places:
        visited = sum(layer[near] > 0 for near in board.places if _touch(place, near))
        if kind == "counts" and visited in board.digits and hand.random.random() < 0.5:
            digits[place] = visited
        if kind == "values":
            digits[place] = hand.one_of(1, 2) if layer[place] else hand.one_of(3, 4)
        if kind == "differ":
            digits[place] = hand.one_of(1, 1, 2) if (place.row + place.column) % 2 else hand.one_of(3, 4, 4)
    return digits


def _routes(name: str, walked: Callable[[Hand, Board], Layer], pieces: tuple[str, ...]) -> Callable[[Hand], Draw]:
    """Random walks, sometimes two at once, with pieces turned, taken out or left over."""

    def draw(hand: Hand) -> Draw:
        board = boxed(4, 4, (1, 2, 3, 4), (2, 2))
        grids = []
        for _ in range(60):
            layer = walked(hand, board)
            if hand.random.random() < 0.2:
                other = walked(hand, board)
                if not any(layer[place] and other[place] for place in board.places):
                    layer = {place: layer[place] + other[place] for place in board.places}
            digits = _digits_beside(hand, board, layer)
            grids.append(Grid(board, digits, layers={name: layer}))
            if hand.random.random() < 0.3:
                turned = layer | {hand.one_of(*board.places): hand.one_of(0, 3, 5, 6, 9, 10, 12)}
                grids.append(Grid(board, digits, layers={name: turned}))
        some = [hand.one_of(*grids) for _ in range(hand.one_of(1, 9))]  # of these the one with the most black cells
        shown = max(some, key=lambda grid: sum(_fits(grid, name, "black", place) for place in board.places))
        layers = {name: shown.layers[name]}
        grids += [Grid(board, _digits_beside(hand, board, shown.layers[name]), layers=layers) for _ in range(20)]
        return Draw(board, _clues(hand, shown, name, pieces), board.places, grids=grids)

    return draw


def _clues(hand: Hand, shown: Grid, name: str, pieces: tuple[str, ...]) -> dict[str, Any]:
    """Clues of one kind or two that a grid satisfies, mostly."""
    places, layer, given = shown.board.places, shown.layers[name], dict[str, Any]()
    kinds = hand.random.sample(("pieces", "pieces", "pieces", "all", "values", "difference"), hand.one_of(1, 1, 2))
    for piece in pieces if "pieces" in kinds else ():
        among = [place for place in places if _fits(shown, name, piece, place)]
        most = 2 if piece == "ends" else 3
        if among and hand.random.random() < (0.7 if piece in ("white", "black") else 0.4):
            given[piece] = tuple(hand.random.sample(among, hand.one_of(*range(1, min(most, len(among)) + 1))))
    if "all" in kinds:
        given["all"] = hand.one_of(True, True, False)
        given["blocked"] = tuple(place for place in places if not layer[place]) or places[:1]
    if "values" in kinds:
        given["values"] = sorted({shown[place] for place in places if layer[place]}) or [1]
    along = [abs(shown[one] - shown[other]) for one, other in _joined(shown, name)]
    if along and "difference" in kinds:
        given["difference"] = max(1, min(along))
    return given


def _joined(grid: Grid, name: str) -> list[tuple[Place, Place]]:
    """Each two cells on the board that a layer joins."""
    layer = grid.layers[name]
    pairs = []
    for place in layer:
        for side in (2, 4):
            other = Place(place.row + _STEPS[side][0], place.column + _STEPS[side][1])
            if layer[place] & side and other in layer:
                pairs.append((place, other))
    return pairs


def _ways(layer: Mapping[Place, int], place: Place) -> list[tuple[Place, tuple[int, int]]]:
    """The places that the loop goes to from one, if they are on the board, with the steps."""
    at = {(other.row, other.column): other for other in layer}
    steps = [step for side, step in _STEPS.items() if layer[place] & side]
    return [(at[place.row + down, place.column + right], (down, right)) for down, right in steps]


def _straight(layer: Mapping[Place, int], place: Place) -> bool:
    (_, one), (_, other) = _ways(layer, place)
    return one == (-other[0], -other[1])


def _fits(grid: Grid, name: str, piece: str, place: Place) -> bool:
    """Whether a place can be listed under a name, by a loop that may be none."""
    layer = grid.layers[name]
    visited = [near for near in grid.board.places if layer[near] and _touch(place, near)]
    if piece == "counts":
        return grid[place] == len(visited)
    if piece == "blocked":
        return not layer[place]
    if piece == "ends":
        return layer[place] in _STEPS
    if not layer[place] or piece == "visits":
        return layer[place] > 0
    try:
        beside = [_straight(layer, other) for other, _ in _ways(layer, place)]
        goes_on = _straight(layer, place)
        return all(beside) and not goes_on if piece == "black" else goes_on and not all(beside)
    except (KeyError, ValueError):
        return False


def _walk_along(layer: Mapping[Place, int], first: Place) -> list[Place] | None:
    """From a place along the sides until they end or lead back; None if they lead nowhere."""
    try:
        ways = {place: [other for other, _ in _ways(layer, place)] for place in layer if layer[place]}
    except KeyError:  # off the board
        return None
    if any(place not in ways.get(other, ()) for place in ways for other in ways[place]):
        return None
    walk = [first]
    while ahead := [other for other in ways[walk[-1]] if other not in walk]:
        walk.append(ahead[0])
    return walk


def _clues_hold(
    grid: Grid,
    name: str,
    listed: Mapping[str, Places],
    everywhere: bool,
    values: list[int] | None,
    difference: int | None,
) -> bool:
    layer = grid.layers[name]
    visited = {place for place in grid.board.places if layer[place]}
    return (
        all(_fits(grid, name, piece, place) for piece, places in listed.items() for place in places)
        and (not everywhere or visited | {*listed["blocked"]} == {*grid.board.places})
        and (values is None or visited == {place for place in grid.board.places if grid[place] in values})
        and all(abs(grid[one] - grid[two]) >= (difference or 0) for one, two in _joined(grid, name))
    )


@oracle(_routes("loop", _round_walk, ("visits", "white", "black", "counts", "blocked")))
def loop(
    grid: Grid,
    visits: Places = (),
    white: Places = (),
    black: Places = (),
    counts: Places = (),
    blocked: Places = (),
    all_: bool = False,
    values: list[int] | None = None,
    difference: int | None = None,
) -> bool:
    layer = grid.layers["loop"]
    on_it = {place for place in grid.board.places if layer[place]}
    walk = _walk_along(layer, min(on_it)) if on_it else None
    if walk is None or {*walk} != on_it or any(layer[place] in _STEPS for place in walk):
        return False
    listed = {"visits": visits, "white": white, "black": black, "counts": counts, "blocked": blocked}
    return _clues_hold(grid, "loop", listed, all_, values, difference)


@oracle(_routes("path", _open_walk, ("visits", "ends", "blocked")))
def path(
    grid: Grid,
    visits: Places = (),
    ends: Places = (),
    blocked: Places = (),
    all_: bool = False,
    values: list[int] | None = None,
    difference: int | None = None,
) -> bool:
    layer = grid.layers["path"]
    on_it = {place for place in grid.board.places if layer[place]}
    first = [place for place in on_it if layer[place] in _STEPS]
    walk = _walk_along(layer, first[0]) if len(first) == 2 else None
    if walk is None or {*walk} != on_it:
        return False
    listed = {"visits": visits, "ends": ends, "blocked": blocked}
    return _clues_hold(grid, "path", listed, all_, values, difference)


# A loop along borders: the layer "fence" has 1, 2, 4 or 8 for each side of a cell that the loop runs along.


def _fence(board: Board, inside: Iterable[Place]) -> Layer:
    """The sides between cells inside and others."""
    within = {*inside}
    steps = {
        place: [(side, Place(place.row + down, place.column + right)) for side, (down, right) in _STEPS.items()]
        for place in board.places
    }
    return {
        place: sum(side for side, other in ways if (place in within) != (other in within))
        for place, ways in steps.items()
    }


def _draw_fence(hand: Hand) -> Draw:
    """Borders of random areas, of which some are parted, have holes or touch themselves; some lack a side."""
    board = hand.board((3, 3), (2, 3), (4, 4), (3, 4), regions=False, digits=(0, 1, 2, 3))
    grids = []
    for _ in range(60):
        inside = [hand.one_of(*board.places)]
        for _ in range(hand.random.randrange(len(board.places))):
            near = [place for place in board.places if any(_beside(place, one) for one in inside)]
            inside.append(hand.one_of(*(near if hand.random.random() < 0.95 else board.places)))
        fence = _fence(board, inside)
        if hand.random.random() < 0.2:
            place = hand.one_of(*board.places)
            fence[place] ^= hand.one_of(1, 2, 4, 8)
        right = {place: fence[place].bit_count() for place in board.places}
        digits = hand.filling(board)
        for place in board.places:
            if right[place] in board.digits and hand.random.random() < 0.8:
                digits[place] = right[place]
        if hand.random.random() < 0.3:
            digits = {place: min(count, 3) for place, count in right.items()}
        grids.append(Grid(board, digits, layers={"fence": fence}))
    shown = hand.one_of(*grids)
    fits = [place for place in board.places if shown[place] == shown.layers["fence"][place].bit_count()]
    counts = hand.random.sample(fits, min(len(fits), hand.one_of(1, 2, 3)))
    given: dict[str, Any] = {"counts": tuple(counts)} if counts and hand.random.random() < 0.8 else {}
    if hand.random.random() < 0.3:
        given["all"] = hand.one_of(True, True, False)
    return Draw(board, given, board.places, grids=grids)


@oracle(_draw_fence)
def slitherlink(grid: Grid, counts: Places = (), all_: bool = False) -> bool:
    fence = grid.layers["fence"]
    edges: dict[frozenset[tuple[int, int]], set[bool]] = {}
    for place, sides in fence.items():
        corners = [(place.row - 1, place.column - 1), (place.row - 1, place.column), *_lower(place)]
        for at, side in enumerate((1, 2, 4, 8)):
            edges.setdefault(frozenset((corners[at], corners[(at + 1) % 4])), set()).add(bool(sides & side))
    if any(len(said) > 1 for said in edges.values()):
        return False
    used = [tuple(edge) for edge, said in edges.items() if said == {True}]
    ends = Counter(corner for edge in used for corner in edge)
    if not used or {*ends.values()} != {2}:
        return False
    reached = {used[0][0]}
    while grown := {corner for edge in used if reached & {*edge} for corner in edge} - reached:
        reached |= grown
    asked = grid.board.places if all_ else counts
    return reached == ends.keys() and all(fence[place].bit_count() == grid[place] for place in asked)


def _lower(place: Place) -> list[tuple[int, int]]:
    """The lower corners of a cell, from the right."""
    return [(place.row, place.column), (place.row, place.column - 1)]


# Shadings: the layer "shaded" of a cell is 1 or 0.


def _pieces(places: Iterable[Place]) -> list[set[Place]]:
    """The orthogonally connected pieces of an area."""
    left, pieces = {*places}, []
    while left:
        piece = {left.pop()}
        while grown := {place for place in left if any(_beside(place, other) for other in piece)}:
            piece |= grown
            left -= grown
        pieces.append(piece)
    return pieces


def _is_square(places: Iterable[Place], at: Place) -> bool:
    within = {*places}
    return all(Place(at.row + down, at.column + right) in within for down, right in product((0, 1), repeat=2))


def _of_colour(grid: Grid, colour: int) -> set[Place]:
    return {place for place in grid.board.places if grid.layers["shaded"][place] == colour}


@cache
def _good_shades(board: Board) -> list[Layer]:
    """All yin-yang shadings of a small board."""
    found = []
    for shades in product((0, 1), repeat=len(board.places)):
        layer = dict(zip(board.places, shades, strict=True))
        if yin_yang(Grid(board, layer, layers={"shaded": layer})):
            found.append(layer)
    return found


def _shaded(hand: Hand, board: Board) -> Layer:
    """A random shading, often one in two areas."""
    kind = hand.one_of("free", "good", "good", "near", "apart", "grown")
    if kind == "free":
        return {place: hand.one_of(0, 1) for place in board.places}
    if kind == "apart":
        dark: list[Place] = []
        for place in hand.random.sample(board.places, hand.one_of(2, 3, 4)):
            if not any(_beside(place, other) for other in dark) or hand.random.random() < 0.1:
                dark.append(place)
        colour = hand.one_of(0, 1, 1)
        return {place: colour if place in dark else 1 - colour for place in board.places}
    if kind == "grown":
        area = [hand.one_of(*board.places)]
        for _ in range(hand.random.randrange(1, len(board.places))):
            area.append(hand.one_of(*(place for place in board.places if any(_beside(place, one) for one in area))))
        return {place: int(place in area) for place in board.places}
    layer = dict(hand.one_of(*_good_shades(board)))
    if kind == "near":
        layer[hand.one_of(*board.places)] ^= 1
    return layer


def _shaded_grids(hand: Hand, board: Board) -> list[Grid]:
    """Shadings, with digits that say which cells are shaded, or how many are around, or nothing."""
    grids = []
    for _ in range(70):
        layer, digits, kind = _shaded(hand, board), hand.filling(board), hand.one_of("values", "counts", "free")
        for place in board.places:
            around = sum(layer[near] for near in board.places if _touch(place, near))
            if kind == "values":
                digits[place] = hand.one_of(1, 2) if layer[place] else hand.one_of(*board.digits[2:])
            if kind == "counts" and around in board.digits:
                digits[place] = around
        grids.append(Grid(board, digits, layers={"shaded": layer}))
    return grids


def _known(hand: Hand, shown: Grid) -> dict[str, Any]:
    """Some cells whose shades are listed, and digits that are shaded."""
    given: dict[str, Any] = {}
    for name, colour in (("shaded", 1), ("unshaded", 0)):
        among = sorted(_of_colour(shown, colour))
        if among and hand.random.random() < 0.4:
            given[name] = tuple(hand.random.sample(among, hand.one_of(1, min(2, len(among)))))
    if hand.random.random() < 0.4:
        given["values"] = [1, 2]
    return given


def _shading_board(hand: Hand) -> Board:
    return hand.board((3, 3), (2, 4), (3, 3), (2, 3), regions=False, digits=(1, 2, 3, 4))


def _draw_yin_yang(hand: Hand) -> Draw:
    board = _shading_board(hand)
    grids = _shaded_grids(hand, board)
    return Draw(board, _known(hand, hand.one_of(*grids)), board.places, grids=grids)


def _agrees(grid: Grid, shaded: Places, unshaded: Places, values: list[int] | None) -> bool:
    dark = _of_colour(grid, 1)
    by_digits = dark if values is None else {place for place in grid.board.places if grid[place] in values}
    return dark >= {*shaded} and not dark & {*unshaded} and dark == by_digits


@oracle(_draw_yin_yang)
def yin_yang(grid: Grid, shaded: Places = (), unshaded: Places = (), values: list[int] | None = None) -> bool:
    colours = [_of_colour(grid, 1), _of_colour(grid, 0)]
    return (
        all(len(_pieces(area)) == 1 for area in colours)
        and not any(_is_square(area, place) for area in colours for place in area)
        and _agrees(grid, shaded, unshaded, values)
    )


def _draw_shading(hand: Hand) -> Draw:
    board = _shading_board(hand)
    grids = _shaded_grids(hand, board)
    choices = ("neither", "shaded", "unshaded", "both")
    given = {name: hand.one_of(*choices) for name in ("connected", "no_squares", "apart") if hand.one_of(0, 0, 1)}
    return Draw(board, {**given, **_known(hand, hand.one_of(*grids))}, board.places, grids=grids)


_NAMED = {"neither": (), "shaded": (1,), "unshaded": (0,), "both": (0, 1)}


@oracle(_draw_shading)
def shading(
    grid: Grid,
    connected: str = "neither",
    no_squares: str = "neither",
    apart: str = "neither",
    shaded: Places = (),
    unshaded: Places = (),
    values: list[int] | None = None,
) -> bool:
    areas = [_of_colour(grid, 0), _of_colour(grid, 1)]
    return (
        all(len(_pieces(areas[colour])) == 1 for colour in _NAMED[connected])
        and not any(_is_square(areas[colour], place) for colour in _NAMED[no_squares] for place in areas[colour])
        and all(len(piece) == 1 for colour in _NAMED[apart] for piece in _pieces(areas[colour]))
        and _agrees(grid, shaded, unshaded, values)
    )


def _draw_nurikabe(hand: Hand) -> Draw:
    """Shadings whose islands are listed with a cell each, for one of them; digits are often their sizes."""
    board = hand.board((3, 3), (2, 4), (3, 3), (2, 3), regions=False, digits=(1, 2, 3, 4))
    grids = _shaded_grids(hand, board)
    for _ in range(40):
        layer = _shaded(hand, board)
        digits = hand.filling(board)
        for island in _pieces(place for place in board.places if not layer[place]):
            for place in island:
                digits[place] = len(island) if len(island) in board.digits else digits[place]
        grids.append(Grid(board, digits, layers={"shaded": layer}))
    shown = hand.one_of(*(grid for grid in grids if 0 < len(_of_colour(grid, 0)) < len(board.places)))
    islands = _pieces(_of_colour(shown, 0))
    cells = tuple(hand.one_of(*sorted(island)) for island in islands)
    given: dict[str, Any] = {"cells": cells}
    if hand.random.random() < 0.6:
        given["sizes"] = [len(island) for island in islands]
    like = [
        Grid(board, hand.one_of(*grids).digits, layers={"shaded": shown.layers["shaded"] | {one: colour}})
        for one in board.places
        for colour in (0, 1)
    ]
    return Draw(board, given, board.places, grids=[*grids, *like])


@oracle(_draw_nurikabe)
def nurikabe(grid: Grid, cells: Places, sizes: list[int] | None = None) -> bool:
    sea = _of_colour(grid, 1)
    wanted = dict(zip(cells, grid.word(cells) if sizes is None else sizes, strict=True))
    islands = _pieces(_of_colour(grid, 0))
    return (
        len(_pieces(sea)) == 1
        and not any(_is_square(sea, place) for place in sea)
        and len(islands) == len(cells)
        and all([wanted[place] for place in cells if place in island] == [len(island)] for island in islands)
    )


def _draw_count(hand: Hand) -> Draw:
    board = _shading_board(hand)
    grids = _shaded_grids(hand, board)
    given: dict[str, Any] = {"count": hand.one_of(*board.places)}
    if hand.random.random() < 0.5:
        given["cells"] = tuple(hand.random.sample(board.places, hand.one_of(2, 3, 4)))
    return Draw(board, given, board.places, grids=grids)


@oracle(_draw_count)
def shaded_count(grid: Grid, count: Place, cells: Places | None = None) -> bool:
    among = [place for place in grid.board.places if _touch(place, count)] if cells is None else cells
    return grid[count] == sum(grid.layers["shaded"][place] for place in among)


def _draw_hot_cold(hand: Hand) -> Draw:
    board = hand.board((3, 3), (2, 3), (4, 4), regions=False, negative=True)
    given = hand.maybe(hot=hand.one_of(1, 2, -1), cold=hand.one_of(-1, 0, 3))
    grids = []
    for _ in range(60):
        digits, shades = hand.filling(board), {place: hand.one_of(0, 1) for place in board.places}
        counted = {place: digits[place] + _heat(shades[place], **given) for place in board.places}
        if hand.random.random() < 0.5:
            counted[hand.one_of(*board.places)] += hand.one_of(-2, -1, 1, 2)
        grids.append(Grid(board, digits, layers={"shaded": shades, "value": counted}))
    return Draw(board, given, board.places, grids=grids)


def _heat(shade: int, hot: int = 1, cold: int = -1) -> int:
    return hot if shade else cold


@oracle(_draw_hot_cold)
def hot_cold(grid: Grid, hot: int = 1, cold: int = -1) -> bool:
    shades, counted = grid.layers["shaded"], grid.layers["value"]
    return all(counted[place] - grid[place] == _heat(shades[place], hot, cold) for place in grid.board.places)
