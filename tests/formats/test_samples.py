"""Every format's samples against every format's recognition: one reader takes each, and changed ones are no others."""

from __future__ import annotations

from io import BytesIO
from random import Random
from typing import Any

import pytest

from sudoku_cp.formats import FORMATS, Document, Format, ParsedPuzzle, SourceLines, load, read
from sudoku_cp.formats.loading import sniff
from sudoku_cp.formats.sniffing import takers
from sudoku_cp.model import InputError
from tests.support.pasted_texts import FORMS

UNRECOGNISED = {
    *("poj3074", "poj3076", "hdu1426", "noip2009"),
    *("f-puzzles-address", "sudokupad-address", "sudokumaker-address"),
}
"""The formats whose texts another reader takes, to the same effect; they are for writing."""

EVERY = [(each, text, f"{name} {at}") for name, each in FORMATS.items() for at, text in enumerate(each.samples, 1)]
SAMPLES = [pytest.param(form, text, id=name) for form, text, name in EVERY]


def content_of(puzzle: ParsedPuzzle) -> object:
    """What a puzzle says, whatever its format is: its givens, candidates and clues."""
    if not isinstance(puzzle, Document):
        return puzzle.size, puzzle.ranks
    model = puzzle.model
    return (
        len(model.grid),
        {cell.name: digit for cell, digit in model.givens.items()},
        {cell.name: tuple(digits) for cell, digits in model.pencilmarks.items()},
        [str(clue) for clue in model.clues],
    )


def contents_of(text: str) -> list[object]:
    return [content_of(puzzle) for puzzle in read(BytesIO(text.encode()), "p", ignore_unsupported=True)]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_samples(name: str) -> None:
    assert bool(FORMATS[name].samples) or name in UNRECOGNISED


@pytest.mark.parametrize(("form", "text"), SAMPLES)
def test_one_reader_takes_each_sample(form: Format, text: str) -> None:
    taken = [each.name for each in takers(SourceLines(BytesIO(text.encode()), "p"))]
    if form.name in UNRECOGNISED:
        assert len(taken) == 1
    else:
        assert taken == [form.name]
        assert sniff(BytesIO(text.encode()))[0] == form.name


@pytest.mark.parametrize(("form", "text"), SAMPLES)
def test_a_sample_is_read_as_in_its_format_by_name(form: Format, text: str) -> None:
    named = [content_of(puzzle) for puzzle in read(BytesIO(text.encode()), "p", form.name)]
    assert contents_of(text) == named
    assert named


@pytest.mark.parametrize(("form", "text"), SAMPLES)
def test_a_sample_is_a_puzzle_as_an_argument(form: Format, text: str) -> None:
    if len(contents_of(text)) == 1:
        assert load(text).grid


@pytest.mark.parametrize(("form", "text"), SAMPLES)
def test_a_doubled_sample_is_the_puzzles_twice_or_refused(form: Format, text: str) -> None:
    wanted = contents_of(text)
    if form.has_one or text.endswith("\nend\n"):
        pytest.skip("a text of one document, or closed by its last line")
    for between in ("", "\n"):
        try:
            found = contents_of(text + between + text)
        except InputError as error:
            assert error.line is not None or error.source  # noqa: PT017
        else:
            assert found == wanted + wanted


@pytest.mark.parametrize(("form", "text"), SAMPLES)
def test_a_cut_sample_is_a_part_of_its_puzzles_or_refused(form: Format, text: str) -> None:
    wanted, random = contents_of(text), Random(form.name)
    lines = text.splitlines(keepends=True)
    cuts = {"".join(lines[:at]) for at in range(1, len(lines))} | {
        text[: random.randrange(len(text))] for _ in range(20)
    }
    for cut in cuts:
        try:
            found = contents_of(cut)
        except InputError as error:
            assert str(error).startswith("p")  # noqa: PT017
        else:
            assert all(puzzle in wanted for puzzle in found) or is_line_cut(form, cut, found), cut


def is_line_cut(form: Format, cut: str, found: list[object]) -> bool:
    """Whether what is left of a text is a puzzle of its own: a document, fewer characters, or one of 1×1 to 3×3."""
    if len(found) == 1 and len(cut.strip()) < 10:
        return True
    return (
        form.name in ("toml", "iss", "tatham", "line", "variant-line", "toml-address", "puzz-link") and len(found) == 1
    )


@pytest.mark.parametrize(("form", "text"), SAMPLES)
def test_lines_end_in_any_way(form: Format, text: str) -> None:
    wanted = contents_of(text)
    for end in ("\r\n", "\r"):
        assert contents_of(text.replace("\n", end)) == wanted
    assert contents_of(f"\n\n{text}\n\n") == wanted


RENUMBERED = ("line", "grid", "leetcode37", "list", "pencil-marks", "picture", "sdk", "digits-address")
"""The formats whose samples have digits in cells, in headings and in sizes, and digits nowhere else."""


@pytest.mark.parametrize(("form", "text"), [(form, text) for form, text, _ in EVERY if form.name in RENUMBERED])
def test_a_renumbered_sample_is_the_renumbered_puzzle(form: Format, text: str) -> None:
    """Whichever digits stand in the cells, the same reader takes the text, and reads the same cells."""
    wanted = contents_of(text)
    size = 4 if max(filter(str.isdecimal, text)) < "5" or form.name in ("list", "leetcode37") else 9
    random = Random(text)
    for _ in range(5):
        image = [0, *random.sample(range(1, size + 1), size)]
        changed = text.translate({ord(str(digit)): str(image[digit]) for digit in range(1, size + 1)})
        assert [each.name for each in takers(SourceLines(BytesIO(changed.encode()), "p"))] == [form.name]
        assert contents_of(changed) == [renumbered(content, image) for content in wanted]


def renumbered(content: Any, image: list[int]) -> object:
    if len(content) == 2:
        size, ranks = content
        return size, tuple(image[rank] for rank in ranks)
    cells, givens, candidates, clues = content
    return (
        cells,
        {name: image[digit] for name, digit in givens.items()},
        {name: tuple(sorted(image[digit] for digit in digits)) for name, digits in candidates.items()},
        clues,
    )


FRAMES = [
    *("Simple Sudoku", "HoDoKu", "HoDoKu, narrow", "plus signs", "plus signs, blanks", "no joints", "underscores"),
    *("equal signs", "lines", "heavy lines", "double lines", "a frame around each cell", "lines of two kinds"),
]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(("form", "text"), [(form, text) for form, text, _ in EVERY if form.givens_only])
def test_a_reframed_sample_is_the_same_puzzle(form: Format, text: str, frame: str) -> None:
    for content in contents_of(text):
        assert isinstance(content, tuple)
        size, ranks = content
        if size in (4, 6, 9):
            cells = "".join(str(rank) if rank else "." for rank in ranks)
            assert contents_of(FORMS[frame](cells)) == [content]
