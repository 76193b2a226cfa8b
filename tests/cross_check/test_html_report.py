"""The page stands alone, shows what is wrong first, and escapes whatever it is given."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from sudoku_cp import Sudoku
from sudoku_cp.cross_check.html_report import MOST_PICTURES, Entry, page


def test_a_page() -> None:
    board = Sudoku(4, name="<b>")
    entries = [
        Entry("first", "right", board=board),
        Entry(
            "second & last",
            "wrong",
            ["1 < 2"],
            [["", "a"], ["count", "<3>"], ["unique", "disagree"]],
            {"try": "if a < b: print('&')"},
            board,
        ),
        Entry("third", "open", ["a limit"]),
    ]
    text = page("a page <1>", "3 puzzles", [[["cases", "top"], ["killer", "1,000"]]], entries)
    assert re.findall(r"<h2>(.*?)</h2>", text) == ["second &amp; last", "third", "first"]
    assert text.count("<svg") == 2
    assert '<td class="disagree">disagree</td>' in text
    assert text.index("<section") < text.index("killer")
    assert "<script" not in text
    assert "<link" not in text
    assert re.findall(r"(?:src|href)=", text) == []
    body = (
        text[text.index("<body>") : text.index("</html>")].replace("class=head", 'class="head"').replace(" open>", ">")
    )
    root = ElementTree.fromstring(body)
    assert "if a < b: print('&')" in "".join(root.itertext())


def test_many_boards_are_not_all_drawn() -> None:
    board = Sudoku(1)
    right = [Entry(f"p{number}", "right", board=board) for number in range(MOST_PICTURES + 5)]
    text = page("t", "s", [], [*right, Entry("bad", "wrong", board=board)])
    assert text.count("<svg") == text.count("<section") == MOST_PICTURES
    assert text.index("<h2>bad") < text.index("<h2>p0")
