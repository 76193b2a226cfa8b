from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp import rules
from sudoku_cp.formats import Document, read, write
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.model import Board, InputError, Kakuro, Sense, Sudoku

ReadDocument = Callable[[str], Sudoku]

GRID = "grid = '''\n1 2 | . .\n. . | 1 .\n----+----\n2 . | . .\n. 4 | . 3'''\n"


def given(sudoku: Board) -> dict[str, int]:
    return {cell.name: value for cell, value in sudoku.givens.items()}


def test_shape(read_document: ReadDocument) -> None:
    sudoku = read_document("size = 6\nbox = [3, 2]\ndigits = [0, 1, 2, 3, 4, 5]\nname = 'six'")
    assert (sudoku.size, sudoku.box, sudoku.digits, sudoku.name) == (6, (3, 2), (0, 1, 2, 3, 4, 5), "six")


def test_regions(read_document: ReadDocument) -> None:
    sudoku = read_document("size = 4\nregions = '''\nAABB\nAACB\nDCCB\nDDDC'''")
    assert [[cell.name for cell in box] for box in sudoku.boxes][2] == ["r2c3", "r3c2", "r3c3", "r4c4"]


def test_a_model_by_name_with_its_parameters(read_document: ReadDocument) -> None:
    sudoku = read_document(
        'model = "hexadoku"\nsymbols = "0-F"\ngrid = """\n' + "0 F . . . . . . . . . . . . . .\n" * 16 + '"""'
    )
    assert (sudoku.name, sudoku.size, sudoku.symbols) == ("hexadoku", 16, "0123456789ABCDEF")
    assert given(sudoku)["r1c1"] == 0


def test_grid(read_document: ReadDocument) -> None:
    expected = {"r1c1": 1, "r1c2": 2, "r2c3": 1, "r3c1": 2, "r4c2": 4, "r4c4": 3}
    assert given(read_document("size = 4\n" + GRID)) == expected
    assert given(read_document('size = 4\ngrid = "12....1.2....4.3"')) == expected


@pytest.mark.parametrize("size", [4, 6, 9, 16])
def test_a_grid_on_one_line_has_its_size(read_document: ReadDocument, size: int) -> None:
    sudoku = read_document(f"grid = '3{'.' * (size * size - 1)}'")
    assert (sudoku.size, given(sudoku)) == (size, {"r1c1": 3})


@pytest.mark.parametrize("text", ["size = 4\n", "model = 'windoku'\n", ""])
def test_other_sizes_are_not_guessed(read_document: ReadDocument, text: str) -> None:
    cells = "." * (81 if text.startswith("size") else 80)
    with pytest.raises(InputError):
        read_document(f"{text}grid = '{cells}'")


def test_zero_is_a_digit_where_the_model_says_so(read_document: ReadDocument) -> None:
    sudoku = read_document("size = 4\ndigits = [0, 1, 2, 3]\ngrid = '0...............'")
    assert given(sudoku) == {"r1c1": 0}


def test_numbers_are_digits_of_the_puzzle(read_document: ReadDocument) -> None:
    grid = "grid = '''\n40 . . 70\n. . . .\n. . . .\n. . . 50'''"
    sudoku = read_document("size = 4\ndigits = [40, 50, 60, 70]\n" + grid)
    assert given(sudoku) == {"r1c1": 40, "r1c4": 70, "r4c4": 50}


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("size = 4\nsymbols = '2345'\ngrid = '1234............'", "1"),
        ("size = 4\nsymbols = '5678'\ngrid = '1...............'", "1"),
        ("size = 4\nsymbols = '3412'\ndigits = [1, 2, 3, 5]\ngrid = '5...............'", "5"),
        ("size = 4\nsymbols = '1ABC'\ndigits = [2, 3, 4, 5]\ngrid = '2...............'", "2"),
        ("size = 4\nsymbols = '2345'\ncandidates = '''\n12 . . .\n. . . .\n. . . .\n. . . .'''", "12"),
    ],
)
def test_digits_that_are_no_symbols(error_of: Callable[..., str], text: str, entry: str) -> None:
    assert f"{entry!r}" in error_of(text)


def test_numbers_beside_symbols_that_stand_for_them(read_document: ReadDocument) -> None:
    rows = "\n".join(["12 C 1 ." + " ." * 8] + [". " * 12] * 11)
    assert given(read_document(f"size = 12\ngrid = '''\n{rows}'''")) == {"r1c1": 12, "r1c2": 12, "r1c3": 1}
    letters = read_document("size = 4\nsymbols = 'ABCD'\ngrid = '1B..............'")
    assert given(letters) == {"r1c1": 1, "r1c2": 2}


@pytest.mark.parametrize("first", ["0 15 ", "0 F "])
def test_a_zero_that_may_be_a_digit(error_of: Callable[..., str], read_document: ReadDocument, first: str) -> None:
    rows = "\n".join([first + ". " * 14] + [". " * 16] * 15)
    assert "is 0 an empty cell here, or a digit?" in error_of(f"size = 16\ngrid = '''\n{rows}'''")
    digits = f"digits = {list(range(16))}"
    assert given(read_document(f"size = 16\n{digits}\ngrid = '''\n{rows}'''")) == {"r1c1": 0, "r1c2": 15}
    only_zeros = rows.replace(".", "0").replace("15", "1")
    assert given(read_document(f"size = 16\ngrid = '''\n{only_zeros}'''")).keys() == {"r1c2"}


def test_candidates_by_cell(read_document: ReadDocument) -> None:
    sudoku = read_document("size = 4\n[candidates]\nr1c1 = [1, 2]\nR2C2 = '34'\n")
    assert {cell.name: values for cell, values in sudoku.pencilmarks.items()} == {"r1c1": (1, 2), "r2c2": (3, 4)}


def test_candidates_of_the_whole_grid(read_document: ReadDocument) -> None:
    text = "candidates = '''\n12 . | 3 4\n. . | 1234 2,3\n---+---\n. . | . .\n. . | . .'''"
    sudoku = read_document("size = 4\n" + text)
    marks = {cell.name: values for cell, values in sudoku.pencilmarks.items()}
    assert marks == {"r1c1": (1, 2), "r1c3": (3,), "r1c4": (4,), "r2c3": (1, 2, 3, 4), "r2c4": (2, 3)}


def test_candidates_that_are_numbers(read_document: ReadDocument) -> None:
    text = "candidates = '''\n40,50 .\n70 .'''"
    sudoku = read_document("size = 2\ndigits = [40, 50, 70]\n" + text)
    assert {cell.name: values for cell, values in sudoku.pencilmarks.items()} == {"r1c1": (40, 50), "r2c1": (70,)}


@pytest.mark.parametrize("sense", list(Sense))
def test_weights(read_document: ReadDocument, sense: Sense) -> None:
    rows = "1 2 -3 0\n0 0 0 0\n0 0 0 0\n0 0 0 10\n"
    sudoku = read_document(f"size = 4\n{sense.value} = '''\n{rows}'''")
    assert sudoku.objective is not None
    assert sudoku.objective.sense is sense
    terms = {cell.name: weight for weight, cell in sudoku.objective.expression.terms}
    assert terms == {"r1c1": 1, "r1c2": 2, "r1c3": -3, "r4c4": 10}


def test_clues(read_document: ReadDocument) -> None:
    sudoku = read_document(
        "[[killer]]\ncells = 'r1c1 r1c2'\nsum = 3\n[[anti_knight]]\n[[killer]]\ncells = 'r9c1 r9c2'\nsum = 4"
    )
    assert sorted(map(str, sudoku.clues)) == ["anti_knight", "killer r1c1 r1c2 sum=3", "killer r9c1 r9c2 sum=4"]


def test_symbols_that_are_given_read_the_grid() -> None:
    (document,) = read(BytesIO(b"size = 4\ngrid = 'AB..............'"), "p", "toml", "ABCD")
    model = getattr(document, "model", None)
    assert isinstance(model, Sudoku)
    assert given(model) == {"r1c1": 1, "r1c2": 2}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size = ", "puzzles.txt:1, column 8: not TOML: Invalid value"),
        ("size = 4\nmodel = classic", "puzzles.txt:2, column 9: not TOML: Invalid value; a text needs quotation marks"),
        ("size = 4\nsize = 4", "puzzles.txt:2, column 9: not TOML: Cannot overwrite a value"),
        ("a = '''\n", "puzzles.txt: not TOML: Expected \"'''\""),
        ("a = " + "[" * 60_000, "puzzles.txt: not readable as TOML"),
        ("a = " + "1" * 60_000, "puzzles.txt:1: a number of more than 4,300 digits"),
        ("\nsise = 4", "puzzles.txt:2: unknown key sise: did you mean size?"),
        ("\n\n[candidate]\nr1c1 = 1", "puzzles.txt:3: unknown key candidate: did you mean candidates?"),
        ("size = 4\nname = 3", "puzzles.txt:2: name must be a text, not 3"),
        ("size = true", "puzzles.txt:1: size must be a whole number, or the numbers of rows and columns, such as"),
        (
            "\nsize = [6]",
            "puzzles.txt:2: size must be a whole number, or the numbers of rows and columns, such as [6, 9]",
        ),
        ("\nsize = [6, 9, 3]", "puzzles.txt:2: size must be a whole number, or the numbers of rows and columns, such"),
        ("size = 37", "puzzles.txt:1: the size must be from 1 to 36, not 37"),
        ("size = 6\nbox = [2]", "puzzles.txt:2: box must be its height and width, such as [2, 3], not [2]"),
        ("size = 6\nbox = [2, '3']", "puzzles.txt:2: box must be its height and width, such as [2, 3], not [2, '3']"),
        ("digits = 9", "puzzles.txt:1: digits must be a list of whole numbers, not 9"),
        ("size = 4\nregions = 'AABB'", "puzzles.txt:1: regions need 4 rows of 4 labels"),
        ("\nmodel = 'clasic'", "puzzles.txt:2: there is no model clasic: did you mean classic?"),
        ("model = 'windoku'\nbox = [3, 3]", "puzzles.txt:1: windoku has no parameter box"),
        ("grid = 5", "puzzles.txt:1: grid must be a text, not 5"),
        ("size = 4\ngrid = ''", "puzzles.txt:2: the grid is empty"),
        (
            "size = 4\n" + GRID.replace("4", "x"),
            "puzzles.txt:7, column 3: 'x' is not a digit of 1–4; use . for an empty",
        ),
        ("size = 4\n" + GRID.replace("2 .", "2 . ."), "puzzles.txt:6: row 3 has 5 cells, not 4"),
        ("size = 4\ngrid = '''1 2 3 4\n1 2 3 x\n. . . .\n. . . .'''", "puzzles.txt:3, column 7: 'x' is not a digit"),
        ("size = 4\ngrid = '''1 2 3 x\n1 2 3 4\n. . . .\n. . . .'''", "puzzles.txt:2, column 17: 'x' is not a digit"),
        ("size = 4\n  grid = '12.x............'", "puzzles.txt:2, column 14: 'x' is not a digit of 1–4"),
        ("size = 4\n" + GRID.replace("3'''", "3\n. . . .'''"), "puzzles.txt:8: the grid has only 1 of 4 rows"),
        (
            "size = 4\n" + GRID.replace("3'''", "3\n1234\n....\n....\n....'''"),
            "puzzles.txt:8: the grid has more than 4",
        ),
        ("size = 4\n[candidates]\nr1c1 = [5]", "puzzles.txt:3: candidate 5 of r1c1: the digits are 1–4"),
        ("size = 4\n[candidates]\nr1c1 = '15'", "puzzles.txt:3: r1c1 must be digits of 1–4, not '15'"),
        ("size = 4\n[candidates]\nr1c1 = 1", "puzzles.txt:3: r1c1 must be digits of 1–4, not 1"),
        ("size = 4\n[candidates]\nr5c1 = [1]", "puzzles.txt:3: sudoku has no cell r5c1"),
        ("size = 2\ncandidates = '''\n12 .\n. 13'''", "puzzles.txt:4, column 3: '13' are not digits of 1–2"),
        ("size = 2\ncandidates = '''\n12 .\n.'''", "puzzles.txt:4: row 2 has 1 entries, not 2"),
        ("size = 2\ncandidates = 3", "puzzles.txt:2: candidates must be a table of cells, or a text"),
        ("size = 2\nmaximize = '''\n1 2\n3 x'''", "puzzles.txt:4, column 3: 'x' is not a weight: a whole number"),
        ("size = 2\nmaximize = '''\n1 2'''", "puzzles.txt:3: only 1 of 2 rows of weights"),
        ("size = 2\nmaximize = '''\n1 2\n3 4\n5 6'''", "puzzles.txt:5: more than 2 rows of weights"),
        (
            "size = 2\n[maximize]\nr1c1 = [1]",
            "puzzles.txt:3: r1c1 must be a list of 2 whole numbers",
        ),
        ("size = 2\n[minimize]\nr3c1 = [1, 2]", "puzzles.txt:3: sudoku has no cell r3c1"),
        ("size = 1\nmaximize = '1'\nminimize = '1'", "puzzles.txt:3: sudoku has an objective already: maximize r1c1"),
        ("size = 1\nthen_minimize = '1'", "puzzles.txt:2: then_minimize needs maximize or minimize before it"),
        ("size = 1\nmaximize = '1'\nthen_minimize = 'x'", "puzzles.txt:3, column 18: 'x' is not a weight"),
        ("\n[[kiler]]\ncells = 'r1c1'", "puzzles.txt:2: there is no rule kiler: did you mean killer?"),
        ("[killer]\ncells = 'r1c1'", "puzzles.txt:1: write a clue of the rule killer as [[killer]]"),
        ("[[killer]]\ncells = 'r1c1 r1c2'\nsun = 3", "puzzles.txt:3: killer has no parameter sun: did you mean sum?"),
        ("[[killer]]\nsum = 'x'\ncells = 'r1c1 r1c2'", "puzzles.txt:2: killer: sum must be a whole number, not 'x'"),
        ("[[thermo]]\nline = 'r1c1 r1c2'\n[[killer]]\nsum = 3", "puzzles.txt:3: killer needs cells"),
        (
            "[[killer]]\n\ncells = 'r1c1 r10c2'\nsum = 3",
            "puzzles.txt:3: killer r1c1 r10c2 sum=3: cells: r10c2 is not a",
        ),
    ],
)
def test_errors(error_of: Callable[..., str], text: str, message: str) -> None:
    assert error_of(text, "toml")[: len(message)] == message


def test_symbols_that_do_not_suit() -> None:
    with pytest.raises(InputError, match=r"^p: 4 digits need as many symbols, not 'ABC'$"):
        list(read(BytesIO(b"size = 4\ngrid = '1...............'"), "p", "toml", "ABC"))


def test_a_huge_document_is_refused(endless: Callable[..., Any]) -> None:
    comments = endless(b"# comment comment comment comment comment comment\n" * 100)
    with pytest.raises(InputError, match="a document of more than"):
        list(read(comments, "p", "toml"))


def test_several_grids() -> None:
    rows = "3 . | . . # #\n....##\n......\n......\n##....\n# # 1 . . 2"
    text = f'size = 4\ngrids = ["r1c1", "r3c3"]\ngrid = """\n{rows}"""'
    (document,) = read(BytesIO(text.encode()), "twins.toml")
    assert isinstance(document, Document)
    twins = document.model
    assert {cell.name: digit for cell, digit in twins.givens.items()} == {"r1c1": 3, "r6c3": 1, "r6c6": 2}
    written = dump_document(twins)
    (again,) = read(BytesIO(written.encode()), "again.toml")
    assert isinstance(again, Document)
    assert dump_document(again.model) == written
    assert [str(constraint) for constraint in again.model.constraints] == [str(made) for made in twins.constraints]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('grids = "r1c1"', "line: grids must be a list of places"),
        ("grids = [1]", "grids must be a list of places"),
        ('grids = ["x"]', "x.toml:1: grids: 'x' is not a place such as r1c13"),
        ('grids = ["r1c1"]\nregions = "A"', "x.toml:2: grids have boxes"),
        ('size = 1\ngrids = ["r1c1", "r2c2"]\ngrid = """\n1 .\n# 1"""', "x.toml:4, column 3: write # for each place"),
        ('size = 1\ngrids = ["r1c1", "r2c2"]\ngrid = """\n1 #\n# # 1"""', "x.toml:5: row 2 has 3 cells, not 2"),
        ('size = 1\ngrids = ["r1c1", "r2c2"]\ngrid = """\n1 #"""', "x.toml:4: only 1 of 2 rows of cells"),
    ],
)
def test_several_grids_that_are_wrong(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message.removeprefix("line: ")):
        list(read(BytesIO(text.encode()), "x.toml", "toml"))


LAYOUT = r"""layout = '''
#   4\  3\
\3  .   1
\4  .   .
'''"""


def test_kakuro() -> None:
    (document,) = read(BytesIO(LAYOUT.encode()), "k.toml")
    assert isinstance(document, Document)
    kakuro = document.model
    assert isinstance(kakuro, Kakuro)
    assert given(kakuro) == {"r2c3": 1}
    kakuro.add(rules.odd("r2c2"))
    kakuro.restrict("r3c2", [1, 2, 3])
    kakuro.maximize(kakuro["r2c2"] + 0)
    written = dump_document(kakuro)
    (again,) = read(BytesIO(written.encode()), "again.toml", "toml")
    assert isinstance(again, Document)
    assert dump_document(again.model) == written
    assert [str(constraint) for constraint in again.model.constraints] == [str(made) for made in kakuro.constraints]
    assert given(again.model) == given(kakuro)
    assert [str(run.sum) for run in getattr(again.model, "runs", ())] == ["3", "4", "4", "3"]


def test_kakuro_of_other_digits() -> None:
    (document,) = read(BytesIO(f"digits = [0, 1, 12]\nsymbols = 'abc'\n{LAYOUT}".encode()), "k.toml")
    assert isinstance(document, Document)
    written = dump_document(document.model)
    assert "digits = [0, 1, 12]" in written
    assert 'symbols = "abc"' in written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"size = 3\n{LAYOUT}", r"x.toml:2: kakuro has no parameter size; it has layout, digits, symbols"),
        (f"model = 'killer'\n{LAYOUT}", r"x.toml:2: killer has no parameter layout"),
        ("\nlayout = 3", r"x.toml:2: layout must be a text with an entry for each place, not 3"),
        ("\nmodel = 'kakuro'", r"x.toml:2: kakuro needs the parameter layout"),
        ("layout = '''\n# 3\n. . .'''", r"x.toml:1: row 2 has 3 places, not 2 like row 1"),
        ("layout = '#'", r"x.toml:1: there is no cell"),
    ],
)
def test_kakuros_that_are_wrong(text: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}"):
        list(read(BytesIO(text.encode()), "x.toml", "toml"))


TEXTS = [
    "As usual.",
    'Two lines.\nWith "quotes", """three""", a \\ and an é.',
    "\n[[killer]]\nsum = 3\n",
    "Windows\r\nlines\tand \x85 and \u2028.",
]


@pytest.mark.parametrize("said", TEXTS)
@pytest.mark.parametrize("form", ["toml", "toml-address", "f-puzzles", "sudokupad", "sudokumaker", "pencilmark"])
def test_author_and_rules_are_kept(form: str, said: str) -> None:
    sudoku = Sudoku(4, name="texts")
    sudoku.add(rules.killer("r1c1 r1c2", sum=3))
    texts = {"author": 'N. "N." N', "ruleset": said}
    (document,) = read(BytesIO("".join(write([Document(sudoku, "p", 1, texts)], "toml")).encode()), "p")
    (text,) = write([document], form)
    (again,) = read(BytesIO(text.encode()), "p", form)
    assert isinstance(again, Document)
    assert {key: again.carried[key] for key in texts} == texts
    if form != "sudokupad":  # which reads rules in the text, too
        assert again.model.clues == sudoku.clues


def test_wrong_texts_are_refused() -> None:
    with pytest.raises(InputError, match=r"^p:2: author must be a text, not 5$"):
        list(read(BytesIO(b"size = 4\nauthor = 5"), "p", "toml"))
