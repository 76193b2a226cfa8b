"""Untrusted text, made safe for display."""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

MOST_SHOWN = 1000
"""The largest number of characters in a message, which may quote input."""

MOST_DIGITS = 4300
"""The largest number of digits that Python converts to an integer."""

LONG_NUMBER = f"a number of more than {MOST_DIGITS:,} digits"
"""What messages say of a number in a document that is longer."""

_UNSEEN = "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\ufff9-\ufffb]"
"""Characters that control a terminal, reorder other characters, or cannot be written."""


def shortened(text: str, most: int = MOST_SHOWN) -> str:
    """The text, or its beginning and end if it is too long.

    >>> shortened("a" * 30 + "z" * 30, 30)
    'aaaaaaaaaaaaaaaaaaaa…zzzzzzzzz'
    """
    if len(text) <= most:
        return text
    beginning = most * 2 // 3
    return f"{text[:beginning]}…{text[beginning + 1 - most :]}"


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "node"), counted(3514, "node")
    ('1 node', '3,514 nodes')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def printable(text: str) -> str:
    r"""The text with invisible characters as escape sequences, except tabs and line ends.

    >>> print(printable("a\x1b[2J\x9b\u202e\n"), end="")
    a\x1b[2J\x9b\u202e
    """
    return text if text.isprintable() else _unseen().sub(_escape_of, text)


def in_one_line(text: str, most: int = 200) -> str:
    r"""The text on a single line.

    >>> in_one_line("one\ntwo")
    'one\\ntwo'
    """
    return printable(shortened(text, most).replace("\n", "\\n"))


def shown(value: object, most: int = 100) -> str:
    """A value of any kind on one line, as Python writes it, also where that fails.

    >>> shown(("a", 1)), shown(10**5000)
    ("('a', 1)", 'an object of the type int')
    """
    try:
        return in_one_line(repr(value), most)
    except Exception:  # of an integer with more than 4,300 digits, of nested lists, or of a class of someone else
        return f"an object of the type {type(value).__name__}"


def with_json_escapes(text: str) -> str:
    r"""JSON in which such characters are escaped even where JSON allows them.

    >>> with_json_escapes('"\x9b"')
    '"\\u009b"'
    """
    return text if text.isprintable() else _unseen().sub(lambda found: f"\\u{ord(found[0]):04x}", text)


@cache
def _unseen() -> re.Pattern[str]:
    import re  # here, since most runs write nothing that needs it

    return re.compile(_UNSEEN)


def _escape_of(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def place_of_long_number(text: str) -> int | None:
    r"""The place of the first number of more than `MOST_DIGITS` digits, which may have underscores; None without one.

    >>> place_of_long_number("a = 1\nb = " + "1" * 4301), place_of_long_number("1" * 4300)
    (10, None)
    """
    import re

    found = re.search(rf"[0-9](?:_?[0-9]){{{MOST_DIGITS}}}", text, re.ASCII)
    return None if found is None else found.start()
