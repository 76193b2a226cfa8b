"""Sentences of setters about kinds of elements: the clues that they make."""

from __future__ import annotations

from typing import Any

import pytest

from tests.formats.drawn.documents import arrow, bulb, cage, circle, clues, document, figure, line, read_one

PATH = "r1c1 r2c2 r3c3"

LINES: list[tuple[str, str, str]] = [
    ("Along purple lines the digits form a non-repeating consecutive set.", "purple", "renban r1c1 r2c2 r3c3"),
    ("Purple lines are renbans.", "purple", "renban r1c1 r2c2 r3c3"),
    ("Digits on a purple line are a set of consecutive digits in any order.", "purple", "renban r1c1 r2c2 r3c3"),
    ("Adjacent digits on a green line differ by at least four.", "green", "whisper r1c1 r2c2 r3c3 difference=4"),
    ("Adjacent digits on a green line differ by 3 or more.", "green", "whisper r1c1 r2c2 r3c3 difference=3"),
    ("German Whispers: adjacent digits must have a difference of at least 5.", "green", "whisper r1c1 r2c2 r3c3"),
    ("The grey line is a palindrome.", "grey", "palindrome r1c1 r2c2 r3c3"),
    ("Digits on grey lines read the same in both directions.", "grey", "palindrome r1c1 r2c2 r3c3"),
    ("Box borders divide blue lines into segments with the same sum.", "blue", "region_sum_line r1c1 r2c2 r3c3"),
    ("The digits on a blue line have an equal sum in each box.", "blue", "region_sum_line r1c1 r2c2 r3c3"),
    ("Box borders divide blue lines.\nDigits on each segment of a line sum to the same value.", "blue",
     "region_sum_line r1c1 r2c2 r3c3"),
    ("A red line can be divided into segments that each sum to 7.", "red", "sum_line r1c1 r2c2 r3c3 sum=7"),
    ("Digits equidistant from the middle of a purple line sum to the digit in its centre.", "purple",
     "zipper_line r1c1 r2c2 r3c3"),
    ("Any three adjacent digits on a peach line contain a low, a medium and a high digit.", "peach",
     "entropic_line r1c1 r2c2 r3c3"),
    ("Digits on red lines alternate between odd and even.", "red", "parity_line r1c1 r2c2 r3c3"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "colour", "clue"), LINES)
def test_lines(text: str, colour: str, clue: str) -> None:
    found = read_one(document(f"Normal sudoku rules apply. {text}", lines=[line(PATH, colour)]))
    assert (clues(found), found.unsupported) == ([clue], ())
    assert any(note.startswith("read: 1 ") and clue.split()[0] in note for note in found.notes)


@pytest.mark.parametrize(("text", "colour", "clue"), LINES)
def test_a_line_of_another_colour_is_not_read(text: str, colour: str, clue: str) -> None:
    """A sentence that names a colour says nothing about lines of another one."""
    other = "yellow"
    if not any(word in text.casefold() for word in ("purple", "green", "grey", "blue", "red", "peach")):
        pytest.skip("the sentence names no colour")
    found = read_one(document(text, lines=[line(PATH, other)]))
    assert clues(found) == []
    assert found.unsupported[0] == "only drawn: 1 yellow line"


def test_thermometers() -> None:
    drawn: dict[str, Any] = {"lines": [line("r3c3 r2c2 r1c1", "grey", 20)], "underlays": [bulb("r1c1")]}
    for text, clue in (
        ("Digits along thermometers increase from the bulb end.", "thermo r1c1 r2c2 r3c3"),
        ("Thermo rules apply.", "thermo r1c1 r2c2 r3c3"),
        ("On a slow thermometer, digits increase or stay the same from the bulb.", "slow_thermo r1c1 r2c2 r3c3"),
        ("Digits along a thermometer never decrease from the bulb.", "slow_thermo r1c1 r2c2 r3c3"),
    ):
        found = read_one(document(text, **drawn))
        assert (clues(found), found.unsupported) == ([clue], ()), text


def test_arrows_share_a_circle_and_pills_hold_numbers() -> None:
    pill = figure("r6c1 r6c2", "white", "grey", size=0.8) | {"width": 1.8}
    found = read_one(
        document(
            "Digits along an arrow sum to the number in its circle.",
            arrows=[arrow("r1c1 r1c2 r1c3"), arrow("r1c1 r2c2"), arrow("r6c2 r6c3 r6c4")],
            overlays=[circle("r1c1"), pill],
        )
    )
    assert clues(found) == ["arrow r1c1 line=r1c2,r1c3", "arrow r1c1 line=r2c2", "arrow r6c1 r6c2 line=r6c3,r6c4"]
    assert found.unsupported in ((), ("its reading has no solution",))


def test_signs_on_borders() -> None:
    found = read_one(
        document(
            "Digits joined by a white dot are consecutive. Digits joined by a black dot are in a 1:2 ratio. "
            "Digits separated by an X sum to 9 and those separated by a V sum to 4. Not all dots are given.",
            overlays=[
                figure("r1c1 r1c2", "white", "black"),
                figure("r2c1 r3c1", "black"),
                figure("r4c1 r4c2", "white", text="X"),
                figure("r5c1 r6c1", text="V"),
            ],
        )
    )
    assert clues(found) == [
        "kropki_black r2c1 r3c1",
        "kropki_white r1c1 r1c2",
        "xv r4c1 r4c2 sum=9",
        "xv r5c1 r6c1 sum=4",
    ]
    assert found.unsupported == ()


@pytest.mark.parametrize(
    "text", ["All possible dots are given.", "All such pairs are given.", "The negative constraint applies."]
)
def test_all_signs_are_given(text: str) -> None:
    said = f"Digits joined by a white dot are consecutive. {text}"
    found = read_one(document(said, 4, boxes=False, overlays=[figure("r1c1 r1c2", "white", "black")]))
    assert [clue.split()[0] for clue in clues(found)] == ["kropki_white", "negative_difference"]
    assert found.unsupported in ((), ("its reading has no solution",))


def test_properties_that_no_rule_has() -> None:
    """Of the pairs of digits 1 to 4, those with an odd and an even digit that are not consecutive are 1 and 4."""
    said = "Digits at a red dot are non-consecutive and contain one even digit and one odd digit. All dots are given."
    found = read_one(document(said, 4, overlays=[figure("r1c1 r1c2", "red")]))
    pairs = {str(clue.parameters["line"]): str(clue.parameters["pairs"]) for clue in found.model.clues}  # type: ignore[attr-defined]
    assert pairs["r1c1 r1c2"] == "1 4; 4 1"
    assert len(pairs) == 24  # all neighbours of a 4×4 grid
    assert all("1 4" not in text for cells, text in pairs.items() if cells != "r1c1 r1c2")


def test_one_letter_or_another() -> None:
    said = (
        "Digits joined by an X sum to 10. Digits joined by a V sum to 5. "
        "Green dots are either X or V. All Xs and Vs are given."
    )
    found = read_one(document(said, overlays=[figure("r1c1 r1c2", "green"), figure("r3c1 r3c2", text="X")]))
    assert clues(found) == [
        "any_of (xv r1c1 r1c2 sum=10; xv r1c1 r1c2 sum=5)",
        "negative_sum r1c1 r1c2",
        "xv r3c1 r3c2 sum=10",
    ]


def test_one_rule_of_several_for_each_line() -> None:
    said = (
        "Each grey line is either a German whisper (adjacent digits differ by at least 3) or a renban. "
        "You must determine the type of each line. There is exactly one of each type."
    )
    found = read_one(document(said, lines=[line("r1c1 r1c2", "grey"), line("r3c1 r3c2", "grey")]))
    assert found.unsupported == ()
    assert [clue.split()[0] for clue in clues(found)] == ["any_of", "any_of", "at_least", "at_least"]


def test_both_rules() -> None:
    found = read_one(document("Green lines are both German whispers and palindromes.", lines=[line(PATH, "green")]))
    assert clues(found) == ["palindrome r1c1 r2c2 r3c3", "whisper r1c1 r2c2 r3c3"]


def test_cages_and_cells() -> None:
    found = read_one(
        document(
            "Digits in a cage sum to the number in its corner, if given, and cannot repeat. "
            "Cells with a yellow circle are odd. Yellow squares contain even digits.",
            cages=[cage("r1c1 r1c2", 7, unique=False), cage("r2c1 r2c2", unique=False)],
            underlays=[figure("r5c5", "yellow", size=0.7), figure("r6c6", "yellow", size=0.7, round_=False)],
        )
    )
    assert clues(found) == ["even r6c6", "killer r1c1 r1c2 sum=7", "killer r2c1 r2c2", "odd r5c5"]


def test_quadruples_and_outside_clues() -> None:
    found = read_one(
        document(
            "The digits in a circle on a corner must appear in the cells that it touches. "
            "Clues outside the grid are sandwich sums: the sum of the digits between the 1 and the 6.",
            overlays=[
                figure("r1c1 r2c2", "white", "black", size=0.6, text="1 3"),
                {"center": [-0.5, 2.5], "width": 1, "height": 1, "text": 7},
                {"center": [3.5, -0.5], "width": 1, "height": 1, "text": "5"},
            ],
        )
    )
    assert clues(found) == [
        "quadruple r1c1 r1c2 r2c1 r2c2 digits=1,3",
        "sandwich side=left index=4 value=5 low=1 high=6",
        "sandwich side=top index=3 value=7 low=1 high=6",
    ]


@pytest.mark.parametrize(
    ("text", "clue"),
    [
        ("Cells a knight's move apart cannot contain the same digit.", "anti_knight"),
        ("Antiknight: identical digits cannot be a knight’s move apart.", "anti_knight"),
        ("Cells that are a king's move apart may not repeat a digit.", "anti_king"),
        ("Orthogonally adjacent cells cannot contain consecutive digits.", "non_consecutive"),
        ("Digits cannot repeat along the marked diagonals.", "diagonals"),
        ("Each row, column and box contains one negator, and each digit is negated once.", "negators"),
        ("Each row, column and box has one doubler.\nEach digit is doubled once.", "doublers"),
    ],
)
def test_rules_of_the_grid(text: str, clue: str) -> None:
    found = read_one(document(text))
    assert (clues(found), found.unsupported) == ([clue], ())


def test_regions_to_be_found_and_digits() -> None:
    said = (
        "Divide the grid into 4 regions of 4 orthogonally connected cells. "
        "Place the digits 1 to 4 in each row, column and region."
    )
    found = read_one(document(said, 4, boxes=False))
    assert clues(found) == ["chaos_construction"]
    assert read_one(document("Place the digits 0-5 in each row, column and box. Purple lines are renbans.",
                             lines=[line(PATH)])).model.digits == tuple(range(6))  # fmt: skip


def test_usual_rules_have_boxes() -> None:
    text = document("Normal sudoku rules apply. Purple lines are renbans.", lines=[line(PATH)], boxes=False)
    assert len(read_one(text).model.boxes) == 6


def test_values_of_shaded_cells() -> None:
    """Modifiers come before the clues that count values."""
    said = (
        "Yin Yang: Shade some cells so that all shaded cells are connected and all unshaded cells are connected. "
        "The value of a shaded cell is one more than its digit. "
        "The value of an unshaded cell is one less than its digit. "
        "Values along an arrow sum to the value in the circle."
    )
    found = read_one(document(said, 4, arrows=[arrow("r1c1 r1c2 r1c3")], overlays=[circle("r1c1")]))
    assert clues(found) == ["arrow r1c1 line=r1c2,r1c3", "hot_cold", "yin_yang"]
    assert found.unsupported in ((), ("its reading has no solution",))


@pytest.mark.parametrize(
    ("text", "colour", "clue"),
    [
        (
            "Each digit on a blue line beyond the first two is the sum of the previous two.",
            "blue",
            "fibonacci_line r1c1 r2c2 r3c3",
        ),
        (
            "The sum of the first two digits of a line equals the sum of the last two digits.",
            "green",
            "equal_ends r1c1 r2c2 r3c3",
        ),
    ],
)
def test_rules_with_few_words(text: str, colour: str, clue: str) -> None:
    assert clues(read_one(document(text, lines=[line(PATH, colour)]))) == [clue]


def test_symbols_are_named_by_their_unicode_names() -> None:
    said = "A digit on a star indicates how many surrounding cells contain smaller digits."
    found = read_one(document(said, 4, underlays=[figure("r2c2", text="★") | {"width": 0, "height": 1}]))
    assert clues(found) == ["neighbour_count r2c2"]


def test_labels_with_unknown_digits() -> None:
    said = 'Digits in a cage do not repeat and sum to the number in its corner. A "?" means a single digit total.'
    cages = [cage("r1c1 r1c2", "?", unique=False), cage("r2c1 r2c2", "1?", unique=False)]
    found = read_one(document(said, 6, cages=cages))
    assert clues(found) == [
        "multi_sum_cage r1c1 r1c2 sums=1,2,3,4,5,6,7,8,9",
        "multi_sum_cage r2c1 r2c2 sums=10,11,12,13,14,15,16,17,18,19",
    ]
    assert found.unsupported == ()


def test_areas() -> None:
    """Each connected area of shaded cells is a region; two of one shape may be clones."""
    cells = ["r1c1", "r1c2", "r2c2", "r4c4", "r4c5", "r5c5"]
    drawn = [figure(cell, "grey", size=1, round_=False) for cell in cells]
    found = read_one(document("Digits do not repeat in a shaded region.", underlays=drawn))
    assert clues(found) == ["extra_region r1c1 r1c2 r2c2", "extra_region r4c4 r4c5 r5c5"]
    found = read_one(document("The two grey regions are clones.", underlays=drawn))
    assert clues(found) == ["clone r1c1 r1c2 r2c2 copy=r4c4,r4c5,r5c5"]
    found = read_one(document("The grey regions are clones.", underlays=drawn[:-1]))
    assert found.unsupported == (
        "only drawn: 5 grey cells",
        "its reading is not possible: 5 grey cells are no areas of one shape",
    )
