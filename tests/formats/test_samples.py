"""Every format's samples against every format's recognition: one reader takes each, and changed ones are no others."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest

from sudoku_cp.formats import FORMATS, Document, Format, ParsedPuzzle, SourceLines, load, read
from sudoku_cp.formats.loading import sniff
from sudoku_cp.formats.sniffing import takers
from sudoku_cp.model import InputError

UNRECOGNISED = {
    *("poj3074", "poj3076", "hdu1426", "noip2009"),
    *("f-puzzles-address", "sudokupad-address", "sudokumaker-address"),
}
"""The formats whose texts another reader takes, to the same effect; they are for writing."""

SAMPLES = [pytest.param(each, text, id=f"{name} {at}") for name, each in FORMATS.items() for at, text in
           enumerate(each.samples, 1)]  # fmt: skip


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
    if len(cut.split()) == 1 and len(cut.strip()) < 10:
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
