from __future__ import annotations

from io import BytesIO
from urllib.parse import quote

import pytest

from sudoku_cp.formats import GridText, read
from sudoku_cp.formats.addresses import compress, f_puzzles_address, is_address, kind_of, unpack
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


GRID = "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9."
SOLUTION = "189327645756849312243651879924183567375496128618572934491735286832964751567218493"
DIGITS = GRID.replace(".", "0")
MAKER = compress('{"formatVersion":1,"puzzle":{}}')


@pytest.mark.parametrize(
    ("address", "found"),
    [
        (f"https://example.org/?puzzle=fpuzzles{PAYLOAD}", "f-puzzles"),
        (f"https://example.org/a/b?x=1&fpuz={PAYLOAD}", "f-puzzles"),
        (
            f"https://example.org/url?q={quote('https://f-puzzles.com/?load=' + quote(PAYLOAD, safe=''), safe='')}",
            "f-puzzles",
        ),
        (f"https://example.org/scl{quote(quote(PAYLOAD, safe=''))}#top", "sudokupad"),
        (f"https://example.org/#ctc{PAYLOAD}", "sudokupad"),
        (f'<a class="x" href="https://sudokupad.app/scl{PAYLOAD}">Play</a>', "sudokupad"),
        (f"<iframe src='https://f-puzzles.com/?a=1&amp;load={PAYLOAD}'></iframe>", "f-puzzles"),
        (
            f'<p><a href="https://f-puzzles.com/?load={PAYLOAD}">a</a> <a href="https://f-puzzles.com/?load={PAYLOAD}">',
            "f-puzzles",
        ),
    ],
)
def test_prefixes_behind_any_host(address: str, found: str) -> None:
    assert is_address(address)
    assert kind_of(address) == found
    assert unpack(address) == (found, TEXT)


def test_the_kind_of_a_payload_without_a_prefix() -> None:
    uri = MAKER.replace("/", "-").replace("=", "$")
    assert kind_of(f"https://example.org/?puzzle={uri}") == "sudokumaker"
    assert kind_of("https://example.org/?x=" + compress('{"cells":[],"cages":[]}')) == "sudokupad"


@pytest.mark.parametrize(
    ("address", "cells"),
    [
        (f"https://www.sudokuwiki.org/sudoku.htm?bd={DIGITS}", DIGITS),
        (f"https://example.org/play/{GRID}/hard", GRID),
        (f"http://example.org:8080/?n=12&p={GRID};2#{DIGITS[:40]}", GRID),
        (f"https://example.org/#/{DIGITS}?solution={SOLUTION}", DIGITS),
        (f"https://example.org/?u={quote('https://example.com/?bd=' + DIGITS, safe='')}", DIGITS),
        ("https://example.org/?p=1..............2", "1..............2"),
        (f"https://example.org/?p={'0' * 255}1", "0" * 255 + "1"),
        (f'<a href="https://example.org/?bd={DIGITS}">', DIGITS),
    ],
)
def test_digits_in_addresses(address: str, cells: str) -> None:
    assert is_address(address)
    assert unpack(address) == ("digits", cells)
    (grid,) = read(BytesIO(f"{address}\n".encode()))
    assert isinstance(grid, GridText)
    assert "".join("." if rank == 0 else grid.symbols[rank - 1] for rank in grid.ranks) == cells.replace("0", ".")


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/1234567890123456",  # the number of a puzzle
        "https://example.org/550e8400-e29b-41d4-a716-446655440000",
        f"https://{GRID}.org/",
        "https://tinyurl.com/2p8f4k3z",
        "https://logic-masters.de/Raetselportal/Raetsel/zeigen.php?id=0000ABC",
    ],
)
def test_names_of_puzzles_are_no_digits(address: str) -> None:
    with pytest.raises(InputError, match=r"names one stored elsewhere.*open it, then copy the long address"):
        list(read(BytesIO(address.encode())))


def test_several_puzzles_in_an_address() -> None:
    other = GRID.replace("9", "1", 1)
    with pytest.raises(InputError, match="an address with 2 puzzles of 81 and of 81 cells"):
        unpack(f"https://example.org/{GRID}/{other}")
    with pytest.raises(InputError, match="a line with 2 addresses: keep the one of the puzzle"):
        unpack(f'<a href="https://example.org/{GRID}"><a href="https://example.org/{DIGITS}">')
