"""Shapes, variables, regions to be found, automata, addresses; and strings that are wrong."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from itertools import pairwise, permutations, product
from urllib.parse import quote

import pytest

from sudoku_cp.formats.iss import is_constraint_string
from sudoku_cp.model import InputError, OpenGrid
from tests.formats.iss.grids import allowed, document, filtered
from tests.support.comparison import assert_same_sets

ADDRESS = "https://sigh.github.io/Interactive-Sudoku-Solver/"


def differ(*cells: int) -> bool:
    return len(set(cells)) == len(cells)


def test_raw_grids_imply_nothing() -> None:
    assert isinstance(document(".Shape~2x2~2~Raw").model, OpenGrid)
    assert_same_sets(allowed(".Shape~2x2~0-2~Raw"), product(range(3), repeat=4))
    assert_same_sets(
        allowed(".Shape~1x4~2~Raw.ConnectedValues~~2~2"),
        (grid for grid in product((1, 2), repeat=4) if grid in ((2, 2, 1, 1), (1, 2, 2, 1), (1, 1, 2, 2))),
    )


@pytest.mark.parametrize("layout", ["", ".NoBoxes", ".RegionSize~4", ".Jigsaw~01101001"])
def test_regions(layout: str) -> None:
    """2×4 cells and digits 1 to 4: boxes of 2×2, none, boxes again, and pieces besides the boxes."""
    rows = list(permutations(range(1, 5)))
    grids = [one + other for one in rows for other in rows if all(a != b for a, b in zip(one, other, strict=True))]
    if layout != ".NoBoxes":
        grids = [grid for grid in grids if differ(*grid[:2], *grid[4:6]) and differ(*grid[2:4], *grid[6:])]
    if "Jigsaw" in layout:
        pieces = ((0, 3, 5, 6), (1, 2, 4, 7))
        grids = [grid for grid in grids if all(differ(*(grid[place] for place in piece)) for piece in pieces)]
    assert grids
    assert_same_sets(allowed(f".Shape~2x4{layout}"), grids)


def test_jigsaw_with_cells_in_no_piece() -> None:
    """Two rows of three cells; the piece takes an L of three, the other label has the rest."""
    rows = list(permutations(range(1, 4)))
    grids = [one + other for one in rows for other in rows if all(a != b for a, b in zip(one, other, strict=True))]
    assert_same_sets(
        allowed(".Shape~2x3.NoBoxes.Jigsaw~001011"),
        (grid for grid in grids if differ(grid[0], grid[1], grid[3]) and differ(grid[2], grid[4], grid[5])),
    )


def test_lines_through_jigsaw_pieces() -> None:
    rows = list(permutations(range(1, 4)))
    grids = [one + other for one in rows for other in rows if all(a != b for a, b in zip(one, other, strict=True))]
    assert_same_sets(
        allowed(".Shape~2x3.Jigsaw~001011.RegionSumLine~R1C2~R1C3~R2C3"),
        (
            grid
            for grid in grids
            if differ(grid[0], grid[1], grid[3]) and differ(grid[2], grid[4], grid[5]) and grid[1] == grid[2] + grid[5]
        ),
    )


def test_variables_are_part_of_the_solution() -> None:
    assert_same_sets(
        allowed(".Shape~4x4.Var~A.Var~B~two%20cells~2.Arrow~VA~VB1~VB2.Cage~~R1C1~VA"),
        (
            (*grid, total, one, other)
            for grid in filtered(lambda grid: True)
            for total, one, other in product(range(1, 5), repeat=3)
            if total == one + other and grid[0] != total
        ),
    )


def test_rows_of_variables() -> None:
    """2×2 variables: the first one and the last one do not touch."""
    assert_same_sets(
        allowed(".Shape~1x1~2~Raw.~R1C1_1.Var~A~~2x2.ConnectedValues~VA~2~3.GreaterThan~VA1~VA4~VA3"),
        [(1, 2, 2, 1, 2)],
    )


def test_missing_digits_of_doppelganger_grids() -> None:
    model = document(".Shape~4x4~0-4.Doppelganger.~R1C1_0~DGC1_3~DGR1_2~DGB1_1").model
    found = model.solve().solution
    assert found is not None
    grid = [found[cell] for cell in model.grid]
    houses = (grid[:4], grid[::4], [grid[0], grid[1], grid[4], grid[5]])
    assert [set(range(5)) - set(house) for house in houses] == [{3}, {2}, {1}]


def polyominoes() -> list[tuple[int, ...]]:
    """The two ways to divide 2×2 cells into dominoes, regions numbered as they first occur."""
    return [(1, 1, 2, 2), (1, 2, 1, 2)]


@pytest.mark.parametrize(
    ("clue", "counts"),
    [
        ("", lambda digits, regions: True),
        (".ChaosArrow~R1C1", lambda digits, regions: digits[0] == 2),
        (".ChaosArrow~R1C1~0~CC1~CC2", lambda digits, regions: digits[0] == (2 if regions[1] == 1 else 1)),
        (".ChaosArrow~R1C1~1~CC1~-~CC1~CC2~-~CC1~CC3", lambda digits, regions: digits[0] == 1),
        (".ChaosCount~R1C1", lambda digits, regions: digits[0] == 2),
        (".ChaosCount~R1C1~1", lambda digits, regions: digits[0] == 1),
        (
            ".ChaosCount~R1C1~~R2C2~CC1~CC2",
            lambda digits, regions: digits[0] == 1 + regions[:2].count(regions[3]),
        ),
        (".SameValues~2~CC1~CC2", lambda digits, regions: regions[0] == regions[1]),
    ],
)
def test_regions_to_be_found(clue: str, counts: object) -> None:
    grids = [grid for grid in product((1, 2, 3), repeat=4) if differ(*grid[:2]) and differ(*grid[2:])]
    grids = [grid for grid in grids if differ(*grid[::2]) and differ(*grid[1::2])]
    assert_same_sets(
        allowed(f".Shape~2x2~3.NoBoxes.ChaosConstruction.RegionSize~2{clue}"),
        (
            (*digits, *regions)
            for digits in grids
            for regions in polyominoes()
            if counts(digits, regions)  # type: ignore[operator]
            and all(
                differ(*(digit for digit, its in zip(digits, regions, strict=True) if its == region))
                for region in (1, 2)
            )
        ),
    )


def machine(moves: list[dict[int, list[int]]], symbols: int, accepting: int, width: int = 2) -> str:
    """An automaton with one start state, in the format that lists moves; those after the start state accept."""
    count_width = max(len([1 for targets in row.values() for _ in targets]) for row in moves).bit_length()
    fields = [(0, 2), (width - 1, 4), (symbols - 1, 4), (1, width), (accepting, width), (0, 1), (count_width, 4)]
    for row in moves:
        steps = [(symbol, target) for symbol, targets in row.items() for target in targets]
        fields.append((len(steps), count_width))
        fields += [
            field for symbol, target in steps for field in ((symbol, (symbols - 1).bit_length()), (target, width))
        ]
    bits = "".join(f"{value:0{size}b}" for value, size in fields if size)
    bits += "0" * (-len(bits) % 8)
    return urlsafe_b64encode(int(bits, 2).to_bytes(len(bits) // 8)).decode().rstrip("=")


def test_automata() -> None:
    """Some 1 is followed by a 3 at once: state 0 waits, state 2 saw the 1, state 1 accepts."""
    seen = machine(
        [{0: [0, 2], 1: [0], 2: [0], 3: [0]}, {0: [1], 1: [1], 2: [1], 3: [1]}, {2: [1]}], symbols=4, accepting=1
    )
    assert_same_sets(
        allowed(f".Shape~4x4.NFA~{seen}~_1%20then%203~R1C1~R1C2~R1C3~R1C4~~R4C1~R3C1~R2C1"),
        filtered(lambda grid: (1, 3) in pairwise(grid[:4]) and (1, 3) in ((grid[12], grid[8]), (grid[8], grid[4]))),
    )


def test_automata_of_several_parts() -> None:
    """The last digit of the first part and the first one of the second one are 1; the break is symbol 4."""
    ends = machine(
        [{0: [0, 2], 1: [0], 2: [0], 3: [0]}, {0: [1], 1: [1], 2: [1], 3: [1]}, {4: [3]}, {0: [1]}],
        symbols=5,
        accepting=1,
    )
    assert_same_sets(
        allowed(f".Shape~4x4.NFA~{ends}~~R1C1~R1C2~-~R2C3~R2C4"),
        filtered(lambda grid: grid[1] == grid[6] == 1),
    )


def test_packed_automata() -> None:
    """One digit, then a greater one: from state 0 with 1 to state 2, and from there with 2 or 3 to state 1."""
    bits = "01" + "0001" + "0011" + "01" + "01" + "0" + "0001" + "10" + "0000" + "0110" + "01" + "01"
    bits += "0" * (-len(bits) % 8)
    text = urlsafe_b64encode(int(bits, 2).to_bytes(len(bits) // 8)).decode().rstrip("=")
    assert_same_sets(
        allowed(f".Shape~4x4.NFA~{text}~~R1C1~R1C3"), filtered(lambda grid: grid[0] == 1 and grid[2] in (2, 3))
    )


def test_hints_are_left_out_with_a_note() -> None:
    found = document(".Shape~4x4.SearchPriority~5~R1C1.~R1C1_1")
    assert found.notes == ("SearchPriority is ignored: it is an order for the search of another solver",)
    assert {cell.name: digit for cell, digit in found.model.givens.items()} == {"r1c1": 1}


def test_addresses() -> None:
    text = ".Shape~4x4.~R1C1_1.Thermo~R1C1~R2C2"
    for address in (f"{ADDRESS}?q={quote(text)}", f"{ADDRESS}?mode=all-solutions&q={text}#top"):
        assert is_constraint_string(address)
        model = document(address).model
        assert [str(clue) for clue in model.clues] == ["thermo r1c1 r2c2"]


def test_places_are_in_base_17() -> None:
    model = document(".Shape~16x16.~RaCg_16.AllDifferent~R1Cb~RgCc").model
    assert {cell.name: digit for cell, digit in model.givens.items()} == {"r10c16": 16}
    assert [str(clue) for clue in model.clues] == ["extra_region r1c11 r16c12"]


@pytest.mark.parametrize(
    "text", [".~R1C1_5", ".Shape~4x4", ".AntiKnight", ".Or.Cage~3~R1C1.End", ".X~R1C1~R1C2", ".Foo~1"]
)
def test_recognised(text: str) -> None:
    assert is_constraint_string(text)


@pytest.mark.parametrize("text", ["", "." * 81, ".5" + "." * 79, ".A.B" * 64, ".x", "https://f-puzzles.com/?load=N4Ig"])
def test_not_recognised(text: str) -> None:
    assert not is_constraint_string(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".Foo~R1C1", "Foo 1: unknown constraint type Foo"),
        (".AntiKnigth", "AntiKnigth 1: unknown constraint type AntiKnigth"),
        (".Cage~3~R1C1.Cage~3~R1CA~R1C2", "Cage 2: 'R1CA' is not a cell of this puzzle"),
        (".Shape~4x4.~R5C1_1", "Given 1: 'R5C1' is not a cell of this puzzle"),
        (".Shape~4x4.~R1C1_5", "Given 1: 'R1C1_5': the digits are 1 to 4"),
        (".~R1C1_x", "Given 1: the digit must be a whole number, not 'x'"),
        (".~R1C1", "Given 1: 'R1C1': the digits are 1 to 9"),
        (".Cage~x~R1C1", "Cage 1: the sum must be a whole number, not 'x'"),
        (".Cage~3", "Cage 1: no cells are listed"),
        (".Thermo~VX1~R1C1", "Thermo 1: 'VX1' is not a cell of this puzzle"),
        (".Shape~17x17", "Shape 1: a grid has 1 to 16 rows and columns, not 17x17"),
        (".Shape~9x9~8", "Shape 1: a grid of 9x9 has 9 to 16 digits from 0 or 1, not 8"),
        (".Shape~9x9~2-10", "Shape 1: a grid of 9x9 has 9 to 16 digits from 0 or 1, not 2-10"),
        (".Shape~9", "Shape 1: write a shape like 9x9, 6x6~9, 9x9~0-8 or 4x4~4~Raw, not 9"),
        (".Jigsaw~012", "Jigsaw 1: 81 labels are needed, one for each cell, not 3"),
        (".Shape~2x2.Jigsaw~0111", "Jigsaw 1: each piece must have 2 cells, except one label for cells in no piece"),
        (".Or.Cage~3~R1C1~R1C2", "Or 1: its .End is missing"),
        (".Cage~3~R1C1.End", "unmatched .End: there is no Or, And or Replicate before it"),
        (".Or.AntiKnight.End", "Or 1: AntiKnight 1 is not allowed here"),
        (".Or.Or.Cage~x~R1C1.End.End", "Or 1: Or 2: Cage 1: the sum must be a whole number, not 'x'"),
        (".StrictXV.Or.X~R1C1~R1C2.End", "X 1 is not allowed in an Or, as StrictXV requires all signs to be given"),
        (
            ".Replicate~B~R9C9.Thermo~R9C9~R8C8.End.Replicate~C.Thermo~R1C1~R1C9.End",
            "Thermo 2: r1c9 cannot be moved by the step from r1c1 to r1c2",
        ),
        (".Replicate~!.Thermo~R1C1~R1C2.End", "Replicate 1: '!' is not a character of base 64"),
        (".WhiteDot~R1C1~R2C2", "WhiteDot 1: no two of the cells r1c1 r2c2 share a side"),
        (".Quad~R9C1~1", "Quad 1: there is no square of four cells at R9C1"),
        (".LittleKiller~9~R5C5", "LittleKiller 1: no diagonal starts at R5C5"),
        (".NoBoxes.ChaosConstruction.LittleKiller~9~CC2", "LittleKiller 1: no diagonal starts at CC2"),
        (
            ".Var~X~x~9.Replicate~B~VX1.Thermo~VX1~R1C1.End",
            "Thermo 1: r1c1 cannot be moved by the step from VX1 to VX1",
        ),
        (".~R1C1_", "Given 1: the digit must be a whole number, not ''"),
        (".Skyscraper~R10~3~", "Skyscraper 1: 'R10' is not a row or column such as R1 or C1"),
        (".XSum~R1~0~", "XSum 1: the value must be at least 1, not 0"),
        (".Sum~3_=_1~R1C1~R1C2", "Sum 1: a weight from -100 to 100 is needed for each of 2 cells"),
        (".Sum~3_=_101~R1C1", "Sum 1: a weight from -100 to 100 is needed for each of 1 cells"),
        (".SameValues~2~R1C1~R1C2~R1C3", "SameValues 1: 3 cells do not divide into 2 sets"),
        (
            ".PillArrow~4~R1C1~R1C2",
            "PillArrow 1: a pill has 2 or 3 cells and its arrow at least one",
        ),
        (".PillArrow~2~R1C1~R1C3~R2C2", "PillArrow 1: the cells of a pill must follow each other"),
        (".ChaosCount~R1C1", "ChaosCount 1: there are no regions to find: ChaosConstruction is missing"),
        (
            ".Shape~5x3.RegionSize~2.ChaosConstruction",
            "ChaosConstruction 1: chaos_construction size=2 r1c1",
        ),
        (".Var~x~~2", "Var 1: the name of variables consists of letters A to Z, not 'x'"),
        (".Var~X~~1000", "Var 1: 1000 variables are too many: rows have at most 16"),
        (".Var~X.Var~X", "Var 2: there are two groups of cells VX"),
        (".Diagonal~2", "Diagonal 1: 1 or -1 is needed for the rising or the falling diagonal"),
        (".FullRankTies~some", "FullRankTies 1: the argument must be none, only-unclued or any"),
        (".NFA~A~~R1C1", "NFA 1: not a text in base 64: characters are missing"),
        (".NFA~AA~~R1C1", "NFA 1: the automaton is cut off"),
        (".NFA~_w~~R1C1", "NFA 1: the automaton is in an unknown format"),
        (".Regex~Kyo~R1C1", "Regex 1: regular_line r1c1 expression=+*: expression: unexpected + at position 1"),
        (".Shape~4x4~0-3.AntiTaxicab.GlobalEntropy", "GlobalEntropy 1: the digits must be 1 to 9"),
        (
            "https://sigh.github.io/Interactive-Sudoku-Solver/?mode=solve",
            "the address holds no constraint string after ?q=",
        ),
    ],
)
def test_wrong_strings(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        document(f"# strings\n{text}")
    assert str(caught.value).startswith(f"strings:2: {message}")
