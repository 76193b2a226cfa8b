from __future__ import annotations

from urllib.parse import quote

import pytest

from sudoku_cp.formats.addresses import compress, f_puzzles_address, is_address, unpack
from sudoku_cp.model import InputError

TEXT = '{"size":4,"title":"ÿÿ~~ÿ÷ß"}'
PAYLOAD = compress(TEXT)


@pytest.mark.parametrize(
    "address",
    [
        f"https://f-puzzles.com/?load={PAYLOAD}",
        f"http://www.f-puzzles.com/?a=b&load={quote(PAYLOAD, safe='')}",
        f"https://f-puzzles.com/?load={PAYLOAD.replace('+', ' ')}",
        f"https://f-puzzles.com/index.html?load={PAYLOAD.rstrip('=')}#top",
        PAYLOAD,
        f"fpuz{PAYLOAD}",
        f"fpuzzles{PAYLOAD}",
        f"fpuzzles{quote(PAYLOAD, safe='')}",
        f"https://sudokupad.app/fpuzzles{quote(PAYLOAD)}?setting-nogrid=1",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{PAYLOAD}",
    ],
)
def test_f_puzzles(address: str) -> None:
    assert is_address(address)
    assert unpack(address) == ("f-puzzles", TEXT)


@pytest.mark.parametrize("prefix", ["scl", "ctc", "https://sudokupad.app/scl", "https://beta.sudokupad.app/sudoku/scl"])
def test_sudokupad(prefix: str) -> None:
    assert is_address(prefix + PAYLOAD)
    assert unpack(prefix + PAYLOAD) == ("sudokupad", TEXT)


def test_short_grids() -> None:
    assert unpack("https://sudokupad.app/scfABCDEFGHIJ*x") == ("scf", "ABCDEFGHIJ*x")


def test_what_is_written_can_be_read() -> None:
    assert unpack(f_puzzles_address(TEXT)) == ("f-puzzles", TEXT)
    assert "+" not in f_puzzles_address(TEXT)


@pytest.mark.parametrize("text", ["", "1" * 81, "{}", "puzzle.txt", "fpuz", "A.....", "sclera.txt"])
def test_no_addresses(text: str) -> None:
    assert not is_address(text)


@pytest.mark.parametrize("address", ["https://sudokupad.app/abc123", "https://f-puzzles.com/", "https://example.org/"])
def test_nothing_is_fetched(address: str) -> None:
    assert is_address(address)
    with pytest.raises(InputError, match=r"holds no puzzle.*nothing is fetched"):
        unpack(address)
