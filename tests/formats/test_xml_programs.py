"""Files of OpenSudoku and KSudoku."""

from __future__ import annotations

from io import BytesIO

import pytest

from sudoku_cp.formats import Document, GridText, read, write
from sudoku_cp.formats.document import sudoku_of
from sudoku_cp.formats.xml_programs import MAX_TEXT
from sudoku_cp.model import InputError, Sudoku
from sudoku_cp.model.sudoku import single_grid
from sudoku_cp.solving.registry import load_solver

PUZZLE = "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9."
SOLUTION = "189327645756849312243651879924183567375496128618572934491735286832964751567218493"
DATA = PUZZLE.replace(".", "0")


def puzzles(text: str) -> list[Sudoku]:
    found = read(BytesIO(text.encode()), "saved")
    return [sudoku_of(each) if isinstance(each, GridText) else single_grid(each.model) for each in found]


def count(sudoku: Sudoku) -> int:
    return load_solver().compile(sudoku).count(10_000).count


def solved(sudoku: Sudoku) -> str:
    result = load_solver().compile(sudoku).count(2)
    assert result.solution is not None
    assert (result.exact, result.count) == (True, 1)
    return "".join(str(result.solution[cell]) for cell in sudoku.grid)


def saved(version: int, *notes: str) -> str:
    """A saved game: the digits of the solution stand in cells that are not given."""
    cells = (f"{digit}|{'|'.join(notes)}|{int(mark == '.')}|" for mark, digit in zip(PUZZLE, SOLUTION, strict=True))
    return f"version: {version}&#10;{''.join(cells)}"


@pytest.mark.parametrize(
    ("text", "games"),
    [
        (f'<opensudoku><game data="{DATA}"/></opensudoku>', 1),
        (
            "<?xml version='1.0'?>\n<!-- of ours -->\n<opensudoku>\n<name>a &amp; b</name>\n"
            + f"<game data='{DATA}'/>\n" * 3
            + "</opensudoku>\n",
            3,
        ),
        (f'<opensudoku version="2"><folder name="x"><game data="{saved(1, "1,2,")}"/></folder></opensudoku>', 1),
        (f'<opensudoku version="3"><game data="{saved(3, "12")}"/><game data="{saved(4, "0", "7")}"/></opensudoku>', 2),
    ],
)
def test_open_sudoku(text: str, games: int) -> None:
    found = puzzles(text)
    assert [(len(each.givens), solved(each)) for each in found] == [(24, SOLUTION)] * games


def test_open_sudoku_is_read_back() -> None:
    grids = list(read(BytesIO(f"{PUZZLE}\n{DATA}\n".encode())))
    text = "".join(write(grids, "opensudoku"))
    assert [solved(each) for each in puzzles(text)] == [SOLUTION] * 2
    assert list(write([], "opensudoku")) == ['<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n</opensudoku>\n']
    with pytest.raises(InputError, match="OpenSudoku has grids of 9×9, and this is one of 4×4"):
        list(write(read(BytesIO(b"1...............")), "opensudoku"))


def ksudoku(values: str, graph: str = '<graph order="4" type="sudoku"/>') -> str:
    puzzle = f"<puzzle>{graph}\n<values>{values}</values></puzzle>"
    return f"<!DOCTYPE ksudoku>\n<ksudoku>\n<game>\n{puzzle}\n</game></ksudoku>\n"


def custom(inner: str, blocks: int = 1) -> str:
    attributes = 'order="4" type="custom" specific-type="X" name="X" sizeX="4" sizeY="4" sizeZ="1"'
    return f'<graph {attributes}><sudokugroups at="0" withblocks="{blocks}"/>{inner}</graph>'


def test_letters_are_column_by_column() -> None:
    (sudoku,) = puzzles(ksudoku("bc______dbec____"))
    assert {cell.name: digit for cell, digit in sudoku.givens.items()} == {
        "r1c1": 1,
        "r2c1": 2,
        "r1c3": 3,
        "r2c3": 1,
        "r3c3": 4,
        "r4c3": 2,
    }


def test_digits_are_row_by_row() -> None:
    (sudoku,) = puzzles(ksudoku(PUZZLE.replace(".", "_"), ""))
    assert solved(sudoku) == SOLUTION


def test_groups() -> None:
    diagonals = '<clique size="4">0 5 10 15 </clique><clique size="4">3 6 9 12 </clique>'
    (crossed,) = puzzles(ksudoku("b" + "_" * 15, custom(diagonals)))
    assert (len(crossed.clues), count(crossed)) == (
        2,
        12,
    )  # 48 squares with both diagonals, by symmetry 12 for each digit
    (latin,) = puzzles(ksudoku("_" * 16, custom("", 0)))
    assert count(latin) == 576
    jigsaw = "".join(
        f'<clique size="4">{cells}</clique>' for cells in ("0 1 2 4", "3 6 7 11", "5 8 9 12", "10 13 14 15")
    )
    (irregular,) = puzzles(ksudoku("_" * 16, custom(jigsaw, 0)))
    assert {cell.name for cell in irregular.boxes[0]} == {"r1c1", "r2c1", "r3c1", "r1c2"}


def test_cages() -> None:
    (killer,) = puzzles(ksudoku("_" * 16, custom('<cage operator="4" value="3" size="2"> 0 4 </cage>')))
    assert [str(clue) for clue in killer.clues] == ["killer r1c1 r1c2 sum=3"]
    cages = '<cage operator="1" value="2" size="2">0 1</cage><cage operator="0" value="3" size="1">2</cage>'
    (mathdoku,) = puzzles(ksudoku("_" * 16, custom(cages, 0)))
    assert [str(clue) for clue in mathdoku.clues] == ["calcudoku r1c1 r2c1 value=2 operator=/"]
    assert {cell.name: digit for cell, digit in mathdoku.givens.items()} == {"r3c1": 3}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<opensudoku><game data="123"/></opensudoku>', "saved:1: a game of 3 cells, not 81"),
        ("<opensudoku>\n<game/></opensudoku>", "saved:2: data of a game that are neither 81 digits nor version"),
        (f'<opensudoku>\n<game data="{DATA}">', "saved:2: not XML: no element found"),
        (f'<opensudoku>\n\n<game data="{DATA}"', "saved:3: not XML: unclosed token"),
        ("<opensudoku><a></b></opensudoku>", "saved:1, column 18: not XML: mismatched tag"),
        ("<opensudoku></opensudoku>", "saved: no puzzle found"),
        ('<!DOCTYPE o [<!ENTITY a "1">]>\n<opensudoku/>', "saved:1: a declaration of an entity, which is refused"),
        (
            '<!DOCTYPE o [\n<!ENTITY a SYSTEM "/etc/hostname">]>\n<opensudoku>&a;</opensudoku>',
            "saved:2: a declaration of an",
        ),
        ("<opensudoku>" + "<a>" * 60, "saved:1: more than 50 elements inside each other"),
        (ksudoku("_" * 15), "saved:5: 15 values, which are not a square: other shapes are not supported"),
        (ksudoku("_" * 16, '<graph order="9"/>'), "saved:5: order 9 and 16 cells: only squares of rows and columns"),
        (ksudoku("_" * 16, '<graph order="4" type="roxdoku"/>'), "saved:5: Roxdoku: groups in three dimensions"),
        (ksudoku("z" + "_" * 15), "saved:5: r1c1: 'z' is not a digit of b–e; _ is an empty cell"),
        (ksudoku("_" * 16, custom('<clique size="3">0 1</clique>')), "saved:5: clique has 2 cells, and its size is 3"),
        (
            ksudoku("_" * 16, custom('<clique size="1">16</clique>')),
            "saved:5: clique has a cell that is not a number from",
        ),
        (
            ksudoku("_" * 16, custom('<cage operator="9" value="1" size="1">1</cage>')),
            "saved:5: cage 1: operator must be",
        ),
        (
            ksudoku("_" * 16, custom('<cage operator="3" value="1" size="1">1</cage>')),
            "saved:5: cage 1: a cage of Killer",
        ),
        (
            ksudoku("_" * 16, custom('<cage operator="0" value="1" size="2">1 2</cage>')),
            "saved:5: cage 1: a cage of sever",
        ),
        ("<ksudoku>\n</ksudoku>", "saved: no puzzle found"),
        (
            "<ksudoku>\n<values>_</values><values>_</values></ksudoku>",
            "saved:2: a second puzzle: a file of KSudoku holds",
        ),
    ],
)
def test_wrong_files(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzles(text)
    assert str(caught.value).startswith(message)


def test_long_elements_are_refused() -> None:
    text = "<ksudoku><values>" + "_" * 60_000 + "\n" + "_" * (MAX_TEXT - 50_000) + "</values></ksudoku>"
    with pytest.raises(InputError, match=f"an element of more than {MAX_TEXT:,} characters"):
        puzzles(text)


def test_many_cages_are_refused() -> None:
    with pytest.raises(InputError, match="saved:1: more than 5,184 groups and cages"):
        puzzles("<ksudoku>" + "<cage/>" * 6_000 + "</ksudoku>")


def test_games_are_read_one_by_one() -> None:
    """A file of any number of games takes no more memory than one."""
    found = read(BytesIO(f'<opensudoku>\n<game data="{DATA}"/>\n<game data="1"/>\n</opensudoku>'.encode()), "saved")
    assert isinstance(next(found), GridText)
    with pytest.raises(InputError, match="saved:3: a game of 1 cells"):
        next(found)


def test_document() -> None:
    (document,) = read(BytesIO(ksudoku("_" * 16).encode()), "saved")
    assert isinstance(document, Document)
    assert (document.line, document.model.name) == (1, "KSudoku")
