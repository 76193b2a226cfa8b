from __future__ import annotations

import json
from io import BytesIO

import pytest

from sudoku_cp.formats import Document, read
from sudoku_cp.formats.addresses import compress, decompress
from sudoku_cp.formats.strict_json import MAX_DEPTH, decode
from sudoku_cp.model import InputError
from sudoku_cp.model.limits import NO_LIMITS
from sudoku_cp.page.f_puzzles.answering import puzzle_of

EMPTY = json.dumps([[{}] * 4] * 4)
READERS = {
    "f-puzzles": f'{{"size": 4, "grid": {EMPTY}, MORE}}',
    "f-puzzles of a payload": f'PAYLOAD{{"size": 4, "grid": {EMPTY}, MORE}}',
    "sudokupad": f'{{"cells": {EMPTY}, MORE}}',
    "sudokupad of a payload": f'sclPAYLOAD{{"cells": {EMPTY}, MORE}}',
    "f-puzzles of SudokuPad": f'fpuzzlesPAYLOAD{{"size": 4, "grid": {EMPTY}, MORE}}',
    "sudokumaker": f'{{"formatVersion": 1, "puzzle": {{"cells": {json.dumps([{}] * 16)}, MORE}}}}',
}
DEEP = "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)


def text_of(reader: str, more: str) -> str:
    start, found, document = READERS[reader].rpartition("PAYLOAD")
    text = document.replace("MORE", more)
    return start + compress(text) if found else text


def error_of(text: str) -> str:
    with pytest.raises(InputError) as caught:
        list(read(BytesIO(text.encode()), "a", ignore_unsupported=True))
    return str(caught.value)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('"title": "A", "title": "B"', 'the key title occurs twice in one object, with "A" and with "B"'),
        ('"title": {"a": [{"b": 1, "c": 2, "b": 1}]}', "the key b occurs twice in one object, with 1 and with 1"),
        ('"title": "\\ud83d"', "title: \\ud83d is half of a character"),
        ('"cages": [{"cells": []}, {"v\\uDE00": 2}]', "\\ude00 is half of a character"),
        ('"title": NaN', "NaN is not a number of JSON"),
        ('"title": [-Infinity]', "-Infinity is not a number of JSON"),
        ('"title": 1e999', "1e999 is too large"),
        (f'"title": {"9" * 5000}', "not readable as JSON: "),
        (f'"title": {DEEP}', "nested too deeply"),
        (f'"title": {"[" * 50_000}', "nested too deeply"),
    ],
)
def test_what_has_several_readings_is_refused(reader: str, more: str, said: str) -> None:
    told = error_of(text_of(reader, more))
    assert told.startswith("a:1: ")
    assert said in told


@pytest.mark.parametrize("reader", READERS)
def test_what_has_one_reading_is_read(reader: str) -> None:
    text = text_of(reader, '"x": [1.5, 1E2, {"b": 1}, {"b": 1}], "author": "\\ud83d\\ude00 \\\\ud83d"')
    (found,) = read(BytesIO(text.encode()), "a", ignore_unsupported=True)
    assert isinstance(found, Document)


def test_a_shorter_key_is_the_same_key() -> None:
    assert "the key value occurs twice in one object, with 3 and with 4" in error_of(
        "scl" + compress("{ce:[[{v:3,value:4}]]}")
    )


def test_a_board_of_json_is_as_strict() -> None:
    assert error_of('[["1", {"a": 1, "a": 2}]]') == "a:1: the key a occurs twice in one object, with 1 and with 2"


def test_the_page_reads_the_same() -> None:
    with pytest.raises(InputError, match="the key size occurs twice"):
        puzzle_of(compress('{"size": 4, "size": 9}'), NO_LIMITS)


def test_the_place_of_half_a_character() -> None:
    with pytest.raises(InputError, match=r"^a 2 b: \\udc00 is half of a character$"):
        decode('{"a": [0, {"b": "x\\udc00"}]}')


def test_a_payload_with_half_a_character() -> None:
    """The number 1 announces a character of 16 bits, lowest bit first; 2 is the end."""
    bits = "10" + f"{0xD83D:016b}"[::-1] + "010"
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    bits += "0" * (-len(bits) % 6)
    payload = "".join(alphabet[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    with pytest.raises(InputError, match="it has half of a character"):
        decompress(payload)
