"""Two documents that were made from one: both changes in one document, or both side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from sudoku_cp._base.errors import InputError
from sudoku_cp.page.puzzles import values_of

MOST_LINES = 1000
"""The most changed lines that are compared: the time grows with their square."""

Row = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class _Hunk:
    """Lines of the base that a side has replaced."""

    first: int
    last: int
    lines: tuple[str, ...]

    def meets(self, other: _Hunk) -> bool:
        """Whether the order or the result of both changes is open: lines that touch belong together."""
        return self.first <= other.last and other.first <= self.last


def merged(base: str, mine: str, theirs: str) -> str | None:
    r"""The document with the changes of both sides.

    Parameters
    ----------
    base
        The document from which both were made.
    mine, theirs
        The two.

    Returns
    -------
    str or None
        The document; None if both have changed the same lines, or adjacent ones, in different ways, or if the result is
        not TOML while both are. What either has removed is removed, and clues that both have added at one place follow
        one another, first theirs.

    >>> merged("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n")
    'A\nb\nC\n'
    >>> merged("a\nb\n", "A\nb\n", "AA\nb\n") is None
    True
    """
    if mine in (base, theirs):
        return theirs
    if theirs == base:
        return mine
    lines = base.split("\n")
    both = _united(_hunks(lines, mine.split("\n")), _hunks(lines, theirs.split("\n")))
    if both is None:
        return None
    for hunk in reversed(both):
        lines[hunk.first : hunk.last] = hunk.lines
    text = "\n".join(lines)
    return text if _is_toml(text) or not (_is_toml(mine) and _is_toml(theirs)) else None


def compared(mine: str, theirs: str) -> list[Row]:
    r"""Two documents side by side.

    Parameters
    ----------
    mine, theirs
        The documents.

    Returns
    -------
    list
        Rows of a line of each, None where one has no such line.

    >>> compared("a\nb", "a\nB\nc")
    [('a', 'a'), ('b', 'B'), (None, 'c')]
    """
    lines, others = mine.split("\n"), theirs.split("\n")
    rows: list[Row] = []
    at = 0
    for hunk in (*_hunks(lines, others), _Hunk(len(lines), len(lines), ())):
        rows += [(line, line) for line in lines[at : hunk.first]]
        replaced, at = lines[hunk.first : hunk.last], hunk.last
        for number in range(max(len(replaced), len(hunk.lines))):
            rows.append((_at(replaced, number), _at(hunk.lines, number)))
    return rows


def _at(lines: Sequence[str], number: int) -> str | None:
    return lines[number] if number < len(lines) else None


def _hunks(base: Sequence[str], side: Sequence[str]) -> list[_Hunk]:
    """What a side has changed, in order; one hunk for all of it if that is very long."""
    start = next(_differing(zip(base, side, strict=False)), min(len(base), len(side)))
    left = min(len(base), len(side)) - start
    end = min(next(_differing(zip(reversed(base), reversed(side), strict=False)), left), left)
    ours, others = base[start : len(base) - end], side[start : len(side) - end]
    if not ours and not others:
        return []
    if len(ours) > MOST_LINES or len(others) > MOST_LINES:
        return [_Hunk(start, start + len(ours), tuple(others))]
    matcher = SequenceMatcher(None, ours, others, autojunk=False)
    return [
        _Hunk(start + first, start + last, tuple(others[begin:stop]))
        for tag, first, last, begin, stop in matcher.get_opcodes()
        if tag != "equal"
    ]


def _differing(pairs: Iterator[tuple[str, str]]) -> Iterator[int]:
    return (at for at, (one, other) in enumerate(pairs) if one != other)


def _united(mine: Sequence[_Hunk], theirs: Sequence[_Hunk]) -> list[_Hunk] | None:
    """The hunks of both sides in order; None if two of them meet and are neither the same nor of use together."""
    united = list(mine)
    for hunk in theirs:
        for met in [each for each in united if each.meets(hunk)]:
            both = _both(met, hunk)
            if both is None:
                return None
            united.remove(met)
            hunk = both
        united.append(hunk)
    return sorted(united, key=lambda hunk: hunk.first)


def _both(mine: _Hunk, theirs: _Hunk) -> _Hunk | None:
    """What two hunks that meet do together: both remove lines, or add clues."""
    if mine == theirs:
        return mine
    if not mine.lines and not theirs.lines:
        return _Hunk(min(mine.first, theirs.first), max(mine.last, theirs.last), ())
    if _adds_clues(mine) and _adds_clues(theirs):
        return _Hunk(mine.first, mine.last, (*theirs.lines, *mine.lines))
    return None


def _adds_clues(hunk: _Hunk) -> bool:
    """Whether only whole tables are added."""
    first = next((line.strip() for line in hunk.lines if line.strip()), "")
    return hunk.first == hunk.last and first.startswith("[[")


def _is_toml(text: str) -> bool:
    try:
        values_of(text)
    except InputError:
        return False
    return True
