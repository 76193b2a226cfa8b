from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest

from sudoku_cp.formats import sniff
from sudoku_cp.model import InputError

NINE = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("." * 81, "line"),
        ("#\n\n" + "." * 81 + ":1:" + "1" * 81, "line"),
        ("." * 80, "line"),
        ("." * 81 + " | hard", "line"),
        ("-" * 81, "line"),
        ("1" * 256, "line"),
        ("1" * 625, "line"),
        (NINE, "grid"),
        ("\n".join(NINE.split("\n")[:8]), "grid"),
        (".........\n" * 9, "grid"),
        ("..1......\n" * 9, "grid"),
        ("....\n1..2\n....\n....", "grid"),
        ("12..34..2...4...\n" * 20, "line"),
        ("12..34..2...4...", "line"),
        ("1x..34..2...4...", "line"),
        ("-" * 16 + "\n" + "--A----C-----O-I\n" * 15, "grid"),
        ("1.....\n......\n...2..", "grid"),
        ("5 3 . | . 7 . | . . .", "grid"),
        ("530 070 000\n", "grid"),
        ("53. .7. ...\n", "grid"),
        ("10 12 3 . 5 6 7 8 9 1 2 4", "grid"),
        ("0 6 0 1 0 4 0 5 0", "grid"),
        ("+-------+-------+\n| 5 3 . |", "picture"),
        ("┌───────┬───────┐\n│ 5 3 . │", "picture"),
        ("---------\n5 3 . . 7 . . . .", "grid"),
        ('[["5","3"]]', "leetcode37"),
        ('[\n  [\n "5"', "leetcode37"),
        ("[[]]", "leetcode37"),
        ('model = "classic"', "toml"),
        ("# a document\n\n[[killer]]\ncells = ''", "toml"),
        ("[candidates]", "toml"),
        ("size=4", "toml"),
        ("begin\npuzzle sudoku", "janko"),
        ('"size" = 4', "toml"),
    ],
)
def test_formats(text: str, name: str) -> None:
    found, stream = sniff(BytesIO(text.encode()), "p")
    assert found == name
    assert stream.read() == text.encode()


@pytest.mark.parametrize("text", ["", "\n \n", "# only a comment"])
def test_no_puzzle(error_of: Callable[..., str], text: str) -> None:
    assert error_of(text) == "puzzles.txt: no puzzle found"


def test_a_long_preamble_is_not_kept_in_memory(error_of: Callable[..., str]) -> None:
    assert error_of("#\n" * 20_000 + "." * 81) == "puzzles.txt: no puzzle found in the first 10,000 lines"


FOURS = ("12..34..2...4...", "ABCD............", "1...............", "1111111111111111", "1.2.3.4.1.2.3.4.", "." * 16)


@pytest.mark.parametrize("line", FOURS)
def test_digits_do_not_decide_between_rows_and_puzzles(line: str) -> None:
    """Sixteen lines of sixteen characters are refused whichever digits of 4×4 they have, and where these stand."""
    for lines in ([line] * 16, [line] + ["." * 16] * 15, [line[at:] + line[:at] for at in range(16)] * 2):
        for text in ("\n".join(lines), "Sudoku 1\n" + "\n".join(lines)):
            with pytest.raises(InputError, match="rows of 16×16 or puzzles of 4×4, one on each line"):
                sniff(BytesIO(text.encode()))


@pytest.mark.parametrize("line", FOURS[:-1])
def test_what_else_tells_rows_from_puzzles(line: str) -> None:
    """Another number of lines, a solution behind each, a digit above 4, or more lines than four large grids have."""
    assert sniff(BytesIO("\n".join([line] * 17).encode()))[0] == "line"
    assert sniff(BytesIO("\n".join([f"{line},{line.replace('.', '1')}"] * 16).encode()))[0] == "line"
    assert sniff(BytesIO("\n".join([line] * 80).encode()))[0] == "line"
    rows = [line] * 15 + ["5" + line[1:]]
    assert sniff(BytesIO("\n".join(rows).encode()))[0] == "grid"
