"""A grid as programs, spreadsheets, forums and languages write it, without the code of the product."""

from __future__ import annotations

import json
from collections.abc import Callable

NINE = "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9."
SIX = "1...5..5..1..2.6....3..4.1..5..4.2..."[:36]
FOUR = "12....1221....21"
GRIDS = {9: NINE, 6: SIX, 4: FOUR}
WIDTH = {9: 3, 6: 3, 4: 2}
HEIGHT = {9: 3, 6: 2, 4: 2}


def rows_of(cells: str, empty: str = ".") -> list[str]:
    size = round(len(cells) ** 0.5)
    return [cells[at : at + size].replace(".", empty) for at in range(0, size * size, size)]


def boxes_of(row: str) -> list[str]:
    width = WIDTH[len(row)]
    return [row[at : at + width] for at in range(0, len(row), width)]


def framed(top: str, middle: str, bottom: str, upright: str, gap: str = " ", empty: str = ".") -> Callable[[str], str]:
    """A frame: of each line the left end, the stroke, the joint and the right end; no line if it is empty."""

    def write(cells: str) -> str:
        rows = rows_of(cells, empty)
        lines = []
        for at, row in enumerate(rows):
            boxes = [gap + gap.join(box) + gap for box in boxes_of(row)]
            rule = top if not at else middle if at % HEIGHT[len(row)] == 0 else ""
            if rule:
                lines.append(rule[0] + rule[2].join([rule[1] * len(box) for box in boxes]) + rule[3])
            lines.append(upright + upright.join(boxes) + upright)
        lines.append(bottom[0] + bottom[2].join([bottom[1] * len(box) for box in boxes]) + bottom[3])
        return "\n".join(lines) + "\n"

    return write


def cell_frames(cells: str) -> str:
    rows = rows_of(cells, " ")
    rule = "+---" * len(rows) + "+\n"
    return rule + "".join("| " + " | ".join(row) + " |\n" + rule for row in rows)


def double_frames(cells: str) -> str:
    def rule(left: str, stroke: str, light: str, heavy: str, right: str) -> str:
        boxes = [light.join([3 * stroke] * len(box)) for box in boxes_of(rows[0])]
        return left + heavy.join(boxes) + right + "\n"

    rows = rows_of(cells, " ")
    text = rule(*"╔═╤╦╗")
    for at, row in enumerate(rows):
        if at:
            text += rule(*("╠═╪╬╣" if at % HEIGHT[len(row)] == 0 else "╟─┼╫╢"))
        text += "║" + "║".join("│".join(f" {cell} " for cell in box) for box in boxes_of(row)) + "║\n"
    return text + rule(*"╚═╧╩╝")


def barred(cells: str) -> str:
    lines = []
    for at, row in enumerate(rows_of(cells)):
        lines += ["------+-------+------"] if at and at % HEIGHT[len(row)] == 0 else []
        lines.append(" | ".join(" ".join(box) for box in boxes_of(row)))
    return "\n".join(lines)


def joined(separator: str, empty: str = "0", end: str = "\n") -> Callable[[str], str]:
    return lambda cells: end.join(separator.join(row) for row in rows_of(cells, empty)) + "\n"


def listed(
    head: str, opening: str, closing: str, tail: str, empty: str = "0", between: str = ", ", quote: str = ""
) -> Callable[[str], str]:
    """A list of lists with what stands before and behind it."""

    def write(cells: str) -> str:
        rows = [[f"{quote}{cell}{quote}" for cell in row] for row in rows_of(cells.replace(".", "0"))]
        lines = [opening + between.join(cell if cell != "0" else empty for cell in row) + closing for row in rows]
        return head + ",\n    ".join(lines) + tail + "\n"

    return write


def numbers(cells: str) -> list[list[int]]:
    return [[int(cell) for cell in row] for row in rows_of(cells, "0")]


FORMS: dict[str, Callable[[str], str]] = {
    "Simple Sudoku": framed("*--*", "|-+|", "*--*", "|", ""),
    "Simple Sudoku, zeros": framed("*--*", "|-+|", "*--*", "|", "", "0"),
    "HoDoKu": framed(".-..", ":-+:", "'-''", "|"),
    "HoDoKu, narrow": framed(".-..", ":-+:", "'-''", "|", ""),
    "plus signs": framed("+-++", "+-++", "+-++", "|"),
    "plus signs, blanks": framed("+-++", "+-++", "+-++", "|", " ", " "),
    "no joints": framed("+--+", "|--|", "+--+", "|"),
    "no joints, plus": framed("+--+", "+--+", "+--+", "|"),
    "underscores": framed(" __ ", "|__|", "|__|", "|"),
    "equal signs": framed("+==+", "+==+", "+==+", "|"),
    "lines": framed("┌─┬┐", "├─┼┤", "└─┴┘", "│"),
    "heavy lines": framed("┏━┳┓", "┣━╋┫", "┗━┻┛", "┃"),
    "double lines": framed("╔═╦╗", "╠═╬╣", "╚═╩╝", "║"),
    "a frame around each cell": cell_frames,
    "lines of two kinds": double_frames,
    "bars": barred,
    "a table of a forum": lambda cells: "".join("| " + " | ".join(row) + " |\n" for row in rows_of(cells, " ")),
    "a spreadsheet": lambda cells: joined("\t", "")(cells.replace(".", "0")).replace("0", ""),
    "commas, blank cells": lambda cells: joined(",")(cells).replace("0", ""),
    "semicolons, blank cells": lambda cells: joined(";")(cells).replace("0", ""),
    "blanks": joined(" "),
    "underscores as cells": joined(" ", "_"),
    "stars as cells": joined(" ", "*"),
    "no-break spaces": joined("\u00a0", "."),
    "a word above": lambda cells: "Here is the puzzle:\n" + joined("", ".")(cells),
    "a number above": lambda cells: "Grid 01\n" + joined("", "0")(cells),
    "tags of a forum": lambda cells: "[code]\n" + joined("", ".")(cells) + "[/code]\n",
    "a fence": lambda cells: "```text\n" + joined(" ", ".")(cells) + "```\n",
    "JSON": lambda cells: json.dumps(numbers(cells)),
    "JSON, indented": lambda cells: json.dumps(numbers(cells), indent=2),
    "JSON, null": listed("[", "[", "]", "]", "null"),
    "JSON, flat": lambda cells: json.dumps([int(cell) for cell in cells.replace(".", "0")]),
    "JSON, texts": lambda cells: json.dumps(rows_of(cells)),
    "JSON, an object": lambda cells: json.dumps({"board": numbers(cells)}, indent=2),
    "JSON, an answer": lambda cells: json.dumps({"newboard": {"grids": [{"value": numbers(cells)}], "results": 1}}),
    "JSON, a data set": lambda cells: json.dumps([{"id": 1, "quiz": cells}]),
    "Python": listed("board = [\n    ", "[", "]", ",\n]"),
    "Python, None": listed("board = [", "[", "]", "]", "None"),
    "Python, tuples": listed("board = (\n    ", "(", ")", ",\n)"),
    "Python, texts": lambda cells: "rows = [\n" + "".join(f'    "{row}",\n' for row in rows_of(cells)) + "]\n",
    "Python, one text": lambda cells: f"puzzle = '{cells}'\n",
    "quotes": lambda cells: f'"{cells}"\n',
    "NumPy": lambda cells: "[[" + "]\n [".join(" ".join(row) for row in rows_of(cells, "0")) + "]]\n",
    "NumPy, floats": lambda cells: (
        "[[" + "]\n [".join(" ".join(f"{c}." for c in row) for row in rows_of(cells, "0")) + "]]\n"
    ),
    "NumPy, repr": listed("array([", "[", "]", "], dtype=uint8)"),
    "PyTorch": listed("tensor([", "[", "]", "])"),
    "C": listed("int board[9][9] = {\n", "{", "}", "};"),
    "C, texts": lambda cells: "const char *rows[] = {\n" + ",\n".join(f'"{row}"' for row in rows_of(cells)) + "\n};\n",
    "Java": listed("int[][] board = new int[][] {\n", "{", "}", "};"),
    "Java, characters": listed("char[][] board = {\n", "{", "}", "};", "'.'", ", ", "'"),
    "JavaScript": listed("const board = [\n", "[", "]", "];"),
    "Rust": listed("let board: [[u8; 9]; 9] = [\n", "[", "]", ",\n];"),
    "Go": listed("board := [][]int{\n", "{", "}", ",\n}"),
    "MiniZinc": lambda cells: "puzzle = [|\n" + " |\n".join(", ".join(row) for row in rows_of(cells, "_")) + " |];\n",
    "SadMan": lambda cells: "[Puzzle]\n" + joined("", ".")(cells) + "[State]\n" + joined("", ".")(cells),
    "SudoCue": lambda cells: "#A A. Author\n#D A title\n" + joined("", ".")(cells),
    "HoDoKu, library": lambda cells: f":0000:x:{cells}:::\n",
    "a solver's address": lambda cells: f"https://www.example.org/sudoku.htm?bd={cells.replace('.', '0')}&m=1",
    "an address of a program": lambda cells: f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={cells}",
    "a path": lambda cells: f"https://example.org/en/play/{cells.replace('.', '0')}/",
    "a fragment": lambda cells: f"https://example.org/#{cells}",
    "a link of a forum": lambda cells: f"[try it](https://example.org/?s={cells.replace('.', '0')})",
    "a link of a page": lambda cells: f'<a href="https://example.org/?s={cells.replace(".", "0")}&amp;x=1">here</a>',
    "an address in brackets": lambda cells: f"<https://example.org/?s={cells.replace('.', '0')}>",
    "a JSON line": lambda cells: json.dumps({"id": 3, "puzzle": cells, "level": "hard"}),
    "a rating behind": lambda cells: f"{cells} # 7.2/1.2/1.2",
    "a number before": lambda cells: f"0012: {cells}",
}
ONLY_NINE = {"SadMan", "HoDoKu, library"}
LARGE = {
    "one line of rows": joined("", ".", " "),
    "one line of cells": joined(" ", "0", " "),
    "commas": joined(",", "0", ","),
}
