"""Puzzles in every format, and what can happen to a text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

from sudoku_cp import formats, models
from sudoku_cp.model import SudokuError

LINE = b".4..2....3..8..5.9.96...12.....7...3.873.129.2...8.....52...98.4.3..8..2....5..3.\n"

_READ_ONLY = {
    "sudokupad": json.dumps(
        {"cells": [[{} for _ in range(4)] for _ in range(4)], "cages": [{"cells": [[0, 0], [0, 1]], "value": "3"}]}
    ),
    "tatham": "2x2:p\n3x3k:a9b_3c,aaaa\n5:0,0L,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,\n",
    "iss": ".~R1C1_5~R2C2_3_4.Cage~10~R1C2~R1C3.Or.Thermo~R4C4~R4C5.And.~R5C5_1.Arrow~R6C6~R6C7.End.End\n",
    "variant-line": "1..........0...4AAABACBBCCDBCDDD\n",
    "janko": "begin\npuzzle sudoku\nsize 4\npatternx 2\npatterny 2\nproblem\n1 - - -\n- - 2 -\n- - - -\n- - 3 -\nend\n",
}


@cache
def texts() -> tuple[tuple[str, bytes], ...]:
    """The formats and texts of them: shipped puzzles, as documents and in each format that can write them."""
    found = [(name, text.encode()) for name, text in _READ_ONLY.items()]
    for name in sorted(models.puzzles()):
        path = Path(models.PUZZLES, f"{name}.toml")
        found.append(("toml", path.read_bytes()))
        for form in formats.WRITABLE:
            with path.open("rb") as stream, suppress(SudokuError):  # the format may not be able to say it
                found.append((form, "".join(formats.write(formats.read(stream, name), form)).encode()))
    for form in formats.WRITABLE:
        with suppress(SudokuError):
            found.append((form, "".join(formats.write(formats.read(BytesIO(LINE * 3)), form)).encode()))
    found.append(("csv", b"id,puzzle,solution\n1," + LINE.strip() + b',\n2,"' + LINE.strip() + b'",x\n'))
    return tuple(found)


def truncated(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def without_a_piece(data: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    return data[:start] + data[start + random.choice([1, 2, 10, 100]) :]


def with_a_piece_twice(data: bytes, random: Random) -> bytes:
    start, stop = sorted(random.randrange(len(data) + 1) for _ in range(2))
    return data[:stop] + data[start:stop] + data[stop:]


def with_other_bytes(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 5, 50])):
        if changed:
            changed[random.randrange(len(changed))] = random.choice([random.randrange(256), random.randrange(32, 127)])
    return bytes(changed)


def with_marks_inserted(data: bytes, random: Random) -> bytes:
    marks = [
        b"\0",
        b"\xff",
        b"\x1b[2J",
        b"\xc2\x9b",
        b"\xe2\x80\xae",
        b"\xef\xbb\xbf",
        b"\r",
        b"\n",
        b"\x0c",
        b'"',
        b"\\",
    ]
    marks += [b"{", b"}", b"[", b"]", b",", b"=", b"#", b"'''", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"\x1a", b"\t"]
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(marks) * random.choice([1, 1, 3, 1000]) + data[at:]


def with_other_numbers(data: bytes, random: Random) -> bytes:
    numbers = ["0", "-1", "99999999999999999999", "1e400", "nan", "1.5", "37", "10000", "-9223372036854775808", ""]
    found = list(re.finditer(rb"-?\d+", data))
    if not found:
        return data
    one = random.choice(found)
    return data[: one.start()] + random.choice(numbers).encode() + data[one.end() :]


def with_other_words(data: bytes, random: Random) -> bytes:
    words = list(re.finditer(rb"[A-Za-z_]\w*", data))
    if not words:
        return data
    one, other = random.choice(words), random.choice([random.choice(words)[0], b"x" * 50_000, b"r99c99", b"true", b""])
    return data[: one.start()] + other + data[one.end() :]


def many_times(data: bytes, random: Random) -> bytes:
    return data * random.choice([2, 50, 2000])


def with_lines_in_another_order(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    random.shuffle(lines)
    return b"".join(lines)


def in_another_encoding(data: bytes, random: Random) -> bytes:
    encoding = random.choice(["utf-16", "utf-16-be", "utf-32", "utf-7", "cp500"])
    return data.decode("utf-8", "replace").encode(encoding, "replace")


def with_other_line_ends(data: bytes, random: Random) -> bytes:
    return data.replace(b"\n", random.choice([b"\r", b"\r\n", b"\n\n", b"", b"\x85", b" ", b"\n#\n"]))


def mixed(data: bytes, random: Random) -> bytes:
    other = random.choice(texts())[1]
    return data[: random.randrange(len(data) + 1)] + other[random.randrange(len(other) + 1) :]


CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    truncated,
    without_a_piece,
    with_a_piece_twice,
    with_other_bytes,
    with_marks_inserted,
    with_other_numbers,
    with_other_words,
    many_times,
    with_lines_in_another_order,
    in_another_encoding,
    with_other_line_ends,
    mixed,
)

NO_TEXTS = (
    b"",
    b"\n" * 70_000,
    b" " * 60_000 + b"%\n",
    b"\t" * 60_000 + b"=\n",
    b"# comment\n" * 20_000,
    b"\0" * 100_000,
    bytes(range(256)) * 300,
    "size = 4\n".encode("utf-16"),
    b"\xef\xbb\xbf",
    b"x" * 5_000_000,
    b"[" * 60_000,
    b"[" * 60_000 + b"]" * 5_000,
    b"{" * 60_000,
    b'{"a":' * 60_000,
    b"size = " + b"[" * 50_000,
    b"a." * 30_000 + b"b = 1\n",
    b"size = 4\n" + b"".join(b"[[any_of" + b".any_of" * depth + b"]]\n" for depth in range(300)),
    b"grid = '''\n" + b"1" * 60_000 + b"\n'''\n",
    b"grid = '''\n" + b"1 " * 30_000 + b"\n'''\n",
    b"-" * 60_000 + b"\n",
    b"+-" * 30_000 + b"\n",
    b"|" * 60_000 + b"\n",
    b"1:" * 30_000 + b"\n",
    b"3x3:" + b"a" * 60_000 + b"\n",
    b"3x3k:" + b"_1," * 20_000 + b"\n",
    b"begin\n" + b"problem\n" * 5_000,
    b"begin\nsize 99999999999\nproblem\n1 2\nend\n",
    b"https://f-puzzles.com/?load=" + b"N4Ig" * 10_000,
    b"https://sudokupad.app/scl" + b"N4Ig" * 10_000,
    b"https://" + b"a-" * 30_000,
    b"scf" + b"12" * 30_000,
    b"fpuzN4Ig" + b"A" * 60_000,
    b"k" * 36 + b"\n",
)
"""What is no puzzle at all."""
