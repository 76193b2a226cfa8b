"""Addresses that hold a whole document."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sudoku_cp._base.errors import InputError
from sudoku_cp.formats import read, sniff
from sudoku_cp.formats.toml.reading import unpacked
from sudoku_cp.formats.toml.writing import BEGINNING, dump_document, packed

DOCUMENT = 'name = "ä # small"\nsize = 4\n[[killer]]\ncells = "r1c1 r1c2"\nsum = 5\n'


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_every_text_comes_back(text: str) -> None:
    assert unpacked(packed(text)) == text
    assert packed(text).isascii()
    assert not set(packed(text)) & set(" +/=\n") - {"="}


@pytest.mark.parametrize("before", ["", "http://127.0.0.1:8000/?token=a-b", "https://example.org/"])
def test_an_address_is_recognised_and_read(before: str) -> None:
    address = packed(DOCUMENT).replace("sudoku-cp:", before or "sudoku-cp:")
    assert sniff(BytesIO(address.encode()), "")[0] == "toml-address"
    [document] = read(BytesIO(f"# two\n{address}\n".encode()), "mine.txt")
    assert dump_document(document.model) == dump_document(load_text(DOCUMENT))  # type: ignore[union-attr]
    assert (document.source, document.line) == ("mine.txt", 2)


def load_text(text: str) -> Any:
    return next(read(BytesIO(text.encode()), "", "toml")).model  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("address", "message"),
    [
        (BEGINNING + "eNor", "damaged|cut off"),
        (BEGINNING + "%%%%", "damaged"),
        (BEGINNING + "AAAA", "damaged"),
        (packed(DOCUMENT)[:-8], "cut off"),
        (packed(""), "empty"),
        (packed("#" * (1 << 21)), "too long"),
        (packed("size = 4\nnonsense = 5\n"), "line 2 of the document in the address: .*nonsense"),
    ],
)
def test_what_is_no_document_is_refused_with_its_line(address: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        list(read(BytesIO(f"\n{address}\n".encode()), "mine.txt"))
    assert (error.value.source, error.value.line) == ("mine.txt", 2)
