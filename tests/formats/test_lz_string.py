from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from sudoku_cp.formats import addresses
from sudoku_cp.formats.addresses import compress, decompress
from sudoku_cp.model import InputError

# What lz-string 1.0.4 of PyPI writes.
KNOWN = {
    "": "Q===",
    "a": "IZA=",
    "aaaa": "IY5A",
    "hello hello": "BYUwNmD2AEoZQ===",
    '"compressed" is a 45-letter word': "EQYw9gtgDgTgpgZwXAJsABASweghugFgFYBaAGzgBdK4Z0B3MGFIA===",
    "ℵ ≤ ω": "qyEAJCZEKJPAQ===",
}


@pytest.mark.parametrize("text", KNOWN)
def test_as_other_programs_write_it(text: str) -> None:
    assert compress(text) == KNOWN[text]
    assert decompress(KNOWN[text]) == text


@given(st.text() | st.text("ab") | st.text("aé\U0001f600", min_size=20, max_size=100))
def test_there_and_back(text: str) -> None:
    assert decompress(compress(text)) == text


def test_short_for_repetitions() -> None:
    text = '{"cells": ["R1C1"]}' * 500
    assert len(compress(text)) < len(text) / 10
    assert decompress(compress(text)) == text


def test_pasted_from_an_address() -> None:
    text = next(text for text in map(chr, range(1 << 15)) if "+" in compress(text))
    assert decompress(" " + compress(text).replace("+", " ").rstrip("=") + "\n") == text


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        ("IZ!", r"its character 3, '!', is not base64"),
        ("", "it is cut off"),
        (compress("some text")[:-6], "it is cut off"),
        ("//////", "it is cut off|has not occurred yet"),
    ],
)
def test_no_payload(payload: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        decompress(payload)


def test_a_payload_cannot_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    assert addresses.MAX_TEXT == 4_194_304
    monkeypatch.setattr(addresses, "MAX_TEXT", 20_000)
    text = "a" * 20_001
    payload = compress(text)
    with pytest.raises(InputError, match="more than 20,000 characters"):
        decompress(payload)
    monkeypatch.setattr(addresses, "MAX_TEXT", 20_001)
    assert decompress(payload) == text
