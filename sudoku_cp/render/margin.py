"""Clues beside the grid: their positions, and the space they take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sudoku_cp.model import Board
from sudoku_cp.render.drawn import drawings_by_rule, plain
from sudoku_cp.rules import Outside


@dataclass(frozen=True)
class Room:
    """The largest number of clues behind each other on each side."""

    top: int
    right: int
    bottom: int
    left: int


class Beside(NamedTuple):
    """A clue beside the grid."""

    drawing: Outside
    kind: str
    """The name of its rule."""
    outwards: tuple[int, int]
    """The side of the grid, as a step in rows and columns."""
    level: int
    """The number of clues between it and the grid."""


def kinds_outside(model: Board) -> list[str]:
    """The names of the rules that have clues beside the grid, in order of declaration."""
    kinds = (kind for kind, drawings in drawings_by_rule(model) for drawing in drawings if isinstance(drawing, Outside))
    return list(dict.fromkeys(kinds))


def outside_clues(model: Board) -> Iterator[Beside]:
    """Each clue beside the grid. Arrows come nearest to the grid, at which they point."""
    before: dict[tuple[int, int], int] = {}
    clues = [
        (drawing, kind)
        for kind, drawings in drawings_by_rule(model)
        for drawing in drawings
        if isinstance(drawing, Outside)
    ]
    for drawing, kind in sorted(clues, key=lambda clue: clue[0].arrow is None):
        outwards = _outwards(drawing.place[0], model.height), _outwards(drawing.place[1], model.width)
        level = before.get(drawing.place, 0)
        before[drawing.place] = level + 1
        yield Beside(drawing, kind, outwards, level)


def _outwards(index: int, size: int) -> int:
    return -1 if index < 1 else int(index > size)


def room(model: Board) -> Room:
    """The space for the clues beside the grid."""
    depth = {(rows, columns): 0 for rows in (-1, 0, 1) for columns in (-1, 0, 1)}
    for _, _, side, level in outside_clues(model):
        depth[side] = max(depth[side], level + 1)
    return Room(
        top=max(depth[-1, columns] for columns in (-1, 0, 1)),
        right=max(depth[rows, 1] for rows in (-1, 0, 1)),
        bottom=max(depth[1, columns] for columns in (-1, 0, 1)),
        left=max(depth[rows, -1] for rows in (-1, 0, 1)),
    )


_ARROWS = {
    (0, 1): "→>",
    (0, -1): "←<",
    (1, 0): "↓v",
    (-1, 0): "↑^",
    (1, 1): "↘\\",
    (1, -1): "↙/",
    (-1, 1): "↗/",
    (-1, -1): "↖\\",
}


def written(clue: Outside, unicode: bool) -> str:
    """The clue as text: its label, and a character for its arrow."""
    label = clue.label if unicode else plain(clue.label)
    return label + ("" if clue.arrow is None else _ARROWS[clue.arrow][0 if unicode else 1])


def column_widths(model: Board, unicode: bool) -> list[int]:
    """The number of characters that the clues above and below each column need."""
    widths = [0] * model.width
    for clue, _, side, _ in outside_clues(model):
        if side[1] == 0:
            column = clue.place[1] - 1
            widths[column] = max(widths[column], len(written(clue, unicode)) + 1)
    return widths


def with_margins(
    model: Board, lines: Sequence[str], row_lines: Sequence[int], column_starts: Sequence[int], unicode: bool
) -> list[str]:
    """Write the clues beside the lines of a framed grid.

    Parameters
    ----------
    row_lines
        The line of each row.
    column_starts
        The position where the text of each column starts, and where that of one more would start.
    """
    space = room(model)
    frame = len(lines[0])
    beside: dict[tuple[int, int], str] = {}
    rims: dict[int, list[tuple[int, int, str]]] = {}
    for clue, _, (rows, columns), level in outside_clues(model):
        text = written(clue, unicode)
        if rows:
            line = -1 - level if rows < 0 else len(lines) + level
            rims.setdefault(line, []).append((columns, clue.place[1] - 1, text))
        else:
            at = row_lines[clue.place[0] - 1], columns
            words = [text, beside.get(at, "")][::-columns]
            beside[at] = " ".join(filter(None, words))
    corners = [(side, text) for row in rims.values() for side, _, text in row]
    left_texts = [text for (_, side), text in beside.items() if side < 0] + [text for side, text in corners if side < 0]
    left = max(map(len, left_texts), default=-1) + 1

    def rim(line: int) -> str:
        drawn = " " * (left + frame)
        for side, column, text in sorted(rims.get(line, ())):
            if side:
                start = left - 1 - len(text) if side < 0 else left + frame + 1
            else:
                room_there = column_starts[column + 1] - column_starts[column]
                start = left + column_starts[column] + max(0, (room_there - len(text)) // 2)
            drawn = drawn[:start].ljust(start) + text + drawn[start + len(text) :]
        return drawn.rstrip()

    body = [
        f"{beside.get((number, -1), '').rjust(left - 1)} {line}" if left else line for number, line in enumerate(lines)
    ]
    body = [f"{line} {beside.get((number, 1), '')}".rstrip() for number, line in enumerate(body)]
    return [
        *(rim(-1 - level) for level in reversed(range(space.top))),
        *body,
        *(rim(len(lines) + level) for level in range(space.bottom)),
    ]
