"""Grids as text: boxes, regions and cages have frames, and givens differ from solved digits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sudoku_cp._base.arguments import checked, integers, mapped, mapping, of_type, truth
from sudoku_cp.model import Board, Cell, Model
from sudoku_cp.render.drawn import (
    Drawn,
    drawings_by_clue,
    drawings_of,
    fence_sides,
    gap_texts,
    listing,
    modified,
    objective_text,
    pieces,
    plain,
    positions,
    region_borders,
    symbol,
    symbols,
    value_of,
    with_arms,
    with_givens_kept,
    written,
)
from sudoku_cp.render.frame import LIGHT, column_starts, framed, row_lines
from sudoku_cp.render.margin import column_widths, with_margins
from sudoku_cp.rules import AppliedRule, Cage, Dot, Outside, Shade

_BOLD, _BLUE, _DIM, _PLAIN = "\x1b[1m", "\x1b[94m", "\x1b[2m", "\x1b[0m"


@checked(
    model=of_type(Model, "a model"),
    solution=mapped("values by cell"),
    colour=truth,
    unicode=truth,
    legend=truth,
)
def show(
    model: Model,
    solution: Mapping[Cell, int] | None = None,
    *,
    colour: bool = False,
    unicode: bool = True,
    legend: bool = True,
) -> str:
    """Draw the grid, with the sums of cages in their borders, clues outside, and a legend of all other clues.

    A model without a grid is listed: its variables, its constraints and its objective. In colour, givens are bold and
    solved digits blue; without colour, givens have a mark if there are solved digits.

    Parameters
    ----------
    model
        The puzzle to draw.
    solution
        Values for some or all cells.
    colour
        Whether to use terminal colours.
    unicode
        Whether to use box-drawing characters, otherwise ASCII only.
    legend
        Whether to list below the grid the parts that it cannot show.

    Returns
    -------
    str
        The lines of the picture.

    >>> from sudoku_cp import Sudoku
    >>> sudoku = Sudoku(4)
    >>> _ = sudoku.give("r1c1", 3)
    >>> print(show(sudoku, {sudoku["r1c2"]: 4}))
    ┏━━━━━━┳━━━━━━┓
    ┃ 3. 4 ┃ ·  · ┃
    ┃ ·  · ┃ ·  · ┃
    ┣━━━━━━╋━━━━━━┫
    ┃ ·  · ┃ ·  · ┃
    ┃ ·  · ┃ ·  · ┃
    ┗━━━━━━┻━━━━━━┛
    a point marks the givens
    """
    if not isinstance(model, Board):
        return "\n".join(listing(model, solution))
    solution = None if solution is None else dict(solution)
    has_layers = bool(model.layers)
    drawn = drawings_by_clue(model)
    labels = _cage_labels(drawn, unicode)
    words = {cell: written(model, solution, cell) for cell in model.grid}
    if model.follows:
        numbers = [dot for dot in drawings_of(drawn, Dot) if dot.label and model.follows.issuperset(dot.cells)]
        words |= {cell: dot.label for dot in numbers for cell in dot.cells}
    if not unicode:
        words = {cell: plain(word) for cell, word in words.items()}
    if has_layers:
        words = {cell: word + pieces(model, solution, cell, unicode) for cell, word in words.items()}
    digit_width = max(map(len, [*symbols(model), *words.values()]))
    gaps, stars = gap_texts(model), modified(model, solution)
    taken = [*map(len, labels.values()), *map(len, gaps.values()), *_outside_widths(model, drawn, unicode)]
    width = max([digit_width + 2, *taken])
    indent = " " * ((width - digit_width) // 2)
    marked = not colour and bool(model.givens) and any(_is_solved(model, solution, cell) for cell in model.grid)
    empty = "·" if unicode else "_"
    texts = []
    for row, cells in enumerate(model.lattice):
        line = []
        for column, cell in enumerate(cells):
            if cell is None:
                line.append(gaps.get((row, column), "").center(width))
                continue
            text = words[cell] or empty
            before = indent[:-1] + "*" if cell in stars else indent
            mark = "." if marked and cell in model.givens else ""
            style = _DIM if not words[cell] else _BOLD if cell in model.givens else _BLUE
            text = f"{before}{text:>{digit_width}}{mark}".ljust(width)
            if has_layers:
                text = with_arms(model, solution, cell, text, unicode)
            line.append(_styled(text, width, style if colour else ""))
        texts.append(line)
    lines = _framed(model, drawn, solution, texts, [width] * model.width, labels, unicode)
    if legend:
        lines += ["a point marks the givens"] * marked + _legend(model, drawn, solution, stars)
    return "\n".join(lines)


def text(model: Model, values: Mapping[Cell, int] | None) -> str:
    """The picture that models and answers print as, without colours."""
    return show(with_givens_kept(model, values), values)


def _candidates(value: object, what: str) -> Mapping[Cell, Sequence[int]]:
    items = mapping(value, what, "candidates by cell").items()
    return {cell: integers(values, f"the candidates of {cell} in {what}") for cell, values in items}


@checked(model=of_type(Board, "a board"), values=_candidates, colour=truth, unicode=truth)
def show_candidates(
    model: Board, values: Mapping[Cell, Sequence[int]], *, colour: bool = False, unicode: bool = True
) -> str:
    """Draw the candidates of every cell (pencil marks); a cell without candidates shows ``-``.

    Parameters
    ----------
    model
        The board to draw.
    values
        The candidates of each cell.
    colour
        Whether to use terminal colours.
    unicode
        Whether to use box-drawing characters, otherwise ASCII only.

    Returns
    -------
    str
        The lines of the picture.

    >>> from sudoku_cp import Sudoku
    >>> sudoku = Sudoku(2)
    >>> print(show_candidates(sudoku, {cell: (1, 2) for cell in sudoku.cells}))
    ┏━━━━━━━━┓
    ┃ 12  12 ┃
    ┣━━━━━━━━┫
    ┃ 12  12 ┃
    ┗━━━━━━━━┛
    """
    joint, gaps = "" if model.symbols else ",", gap_texts(model)
    words = [
        [
            joint.join(symbol(model, v) for v in values.get(cell, ())) or "-"
            if cell is not None
            else gaps.get((row, column), "")
            for column, cell in enumerate(cells)
        ]
        for row, cells in enumerate(model.lattice)
    ]
    drawn = drawings_by_clue(model)
    labels = _cage_labels(drawn, unicode)
    widths = [
        max(
            [outside, *(len(row[column]) + 2 for row in words)]
            + [len(label) for (_, at), label in labels.items() if at == column]
        )
        for column, outside in enumerate(_outside_widths(model, drawn, unicode))
    ]
    texts = [
        [
            _styled(f" {word} ", width, (_BOLD if cell in model.givens else _BLUE) if colour and is_single else "")
            for cell, word, width in zip(row, line, widths, strict=True)
            for is_single in [cell is not None and len(values.get(cell, ())) == 1]
        ]
        for row, line in zip(model.lattice, words, strict=True)
    ]
    return "\n".join(_framed(model, drawn, None, texts, widths, labels, unicode))


def _outside_widths(model: Board, drawn: Drawn, unicode: bool) -> list[int]:
    """The number of characters that the clues above and below each column need."""
    return column_widths(model, unicode) if drawings_of(drawn, Outside) else [0] * model.width


def _is_solved(model: Board, solution: Mapping[Cell, int] | None, cell: Cell) -> bool:
    return cell not in model.givens and value_of(model, solution, cell) is not None


def _styled(text: str, width: int, style: str) -> str:
    padded = text.ljust(width)
    return f"{style}{padded}{_PLAIN}" if style else padded


def _framed(
    model: Board,
    drawn: Drawn,
    solution: Mapping[Cell, int] | None,
    texts: Sequence[Sequence[str]],
    widths: Sequence[int],
    labels: Mapping[tuple[int, int], str],
    unicode: bool,
) -> list[str]:
    """Frame regions heavily, cages and shaded areas lightly; with boxes only, leave no gaps. Add the margins."""
    borders = region_borders(model, drawn, solution)
    areas = [*drawings_of(drawn, Cage), *drawings_of(drawn, Shade)]
    for area in areas:
        places = positions(area.cells)
        borders.divide(dict.fromkeys(places, 0), LIGHT)
        borders.pass_through(set(places))
    has_open_borders = bool(model.region_of or model.fence_of)
    compact = not areas and not has_open_borders and (model.box is not None or not model.boxes)
    lines = framed(texts, widths, borders, labels, compact=compact, unicode=unicode)
    if not drawings_of(drawn, Outside):
        return lines
    starts = column_starts(widths, borders, compact=compact)
    return with_margins(model, lines, row_lines(borders, compact=compact), starts, unicode)


def _cage_labels(drawn: Drawn, unicode: bool) -> dict[tuple[int, int], str]:
    labels: dict[tuple[int, int], str] = {}
    for cage in drawings_of(drawn, Cage):
        places = positions(cage.cells)
        if places and cage.label:
            first, label = min(places), cage.label if unicode else plain(cage.label)
            labels[first] = f"{labels[first]},{label}" if first in labels else label
    return labels


def _legend(model: Board, drawn: Drawn, solution: Mapping[Cell, int] | None, stars: Mapping[Cell, int]) -> list[str]:
    lines, outside = [], []
    for clue, drawings in drawn:
        if not drawings or not all(isinstance(drawing, Cage | Outside) for drawing in drawings):
            lines.append(str(clue))
        elif isinstance(clue, AppliedRule) and any(isinstance(drawing, Outside) for drawing in drawings):
            outside.append(clue.rule.name)
    if model.box_of and any(sides for _, sides in fence_sides(model, solution)):
        lines.append("light and broken borders are those of the loop")
    if outside:
        lines.insert(0, f"outside: {', '.join(dict.fromkeys(outside))}")
    if counts := [f"{cell.name} counts {value}" for cell, value in stars.items()]:
        lines.append(f"* {', '.join(counts)}")
    for cell in model.cells[len(model.grid) :]:
        value = value_of(model, solution, cell)
        if value is not None and cell.row is None:
            lines.append(f"{cell.name} = {value}")
    lines += _candidates_in_words(model, solution)
    objective = objective_text(model, solution)
    return [*lines, objective] if objective else lines


def _candidates_in_words(model: Board, solution: Mapping[Cell, int] | None) -> Iterator[str]:
    """The candidates of the open cells that the puzzle restricts, row by row."""
    for row in model.lattice:
        restricted = [cell for cell in row if cell in model.pencilmarks and value_of(model, solution, cell) is None]
        words = [f"{cell.name} {_digits_of(model, cell)}" for cell in restricted if cell is not None]
        if words:
            yield f"candidates {', '.join(words)}"


def _digits_of(model: Board, cell: Cell) -> str:
    joint = "" if max(map(len, symbols(model))) == 1 else " "
    return joint.join(symbol(model, digit) for digit in model.domain_of(cell))
