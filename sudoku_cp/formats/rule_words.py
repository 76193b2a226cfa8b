"""Find words in a document's texts that name a rule which none of its fields states.

Documents of f-puzzles and SudokuPad carry the rules as a text for people, but the solver reads only the fields. If the
text has more rules, it solves a different puzzle. A word counts unless it is negated (``no negative constraint``) or
the document has a field of its kind. In a title, which may be a pun, only unambiguous words count.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple


class _Word(NamedTuple):
    """A rule, its names in texts, and the fields that state it."""

    rule: str
    pattern: re.Pattern[str]
    fields: frozenset[str]
    in_titles: bool = False


def _word(rule: str, pattern: str, *fields: str, in_titles: bool = False) -> _Word:
    return _Word(rule, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), frozenset(fields), in_titles)


_INDEXERS = ("rowindexer", "columnindexer", "boxindexer")

_WORDS = (
    _word("knightmare", "knightmare"),
    _word("knightmare", "knightmare", "antiknight", in_titles=True),
    _word("anti-knight", r"anti[-\s]?knights?|knight[’']?s?[-\s]moves?", "antiknight"),
    _word("anti-king", r"anti[-\s]?kings?|king[’']?s?[-\s]moves?", "antiking"),
    _word("anti-queen", r"anti[-\s]?queens?|queen[’']?s?[-\s]moves?"),
    _word("non-consecutive", r"non[-\s]?consecutive", "nonconsecutive"),
    _word(
        "a negative constraint",
        r"negative constraints?|all (?:possible |kropki |white |black |v and x )*(?:dots|xs|vs|xvs|xs and vs)"
        r" (?:are|have been) (?:given|shown|marked)",
        "negative",
        "nonconsecutive",
    ),
    _word("disjoint groups", r"disjoint (?:groups?|sets?|sudoku|boxes)", "disjointgroups"),
    _word("diagonals", r"sudoku[-\s]x|(?:both|main)(?: main)? diagonals?", "diagonal+", "diagonal-", "littlekillersum"),
    _word("windoku", r"windoku|hyper[-\s]?sudoku", "extraregion"),
    _word("toroidal", "(?<!on a )toroidal"),
    _word("global entropy", "global entropy", in_titles=True),
    _word("dutch flatmates", "(?:dutch )?flatmates"),
    _word("doublers", "doublers?"),
    _word("negators", "negators?"),
    _word("Schrödinger cells", r"schr(?:ö|oe?)dinger(?:[’']?s)? cells?"),
    _word("chaos construction", "chaos construction", in_titles=True),
    _word("yin-yang", r"yin[-\s]?yang"),
    _word("nurikabe", "nurikabe"),
    _word("numbered rooms", "numbered rooms?"),
    _word("whispers", r"(?:german|dutch) whispers?|whispers? lines?", "whispers"),
    _word("renban", "renbans?", "renban"),
    _word("nabner", "nabners?", "nabner"),
    _word("thermometers", r"thermos?|thermometers?", "thermometer", "slowthermometer"),
    _word("palindromes", "palindromes?", "palindrome"),
    _word("between lines", r"between[-\s]lines?", "betweenline"),
    _word("lockout lines", r"lockout[-\s]lines?"),
    _word("zipper lines", r"zipper(?:[-\s]lines?)?", "zipperline"),
    _word("region sum lines", r"region[-\s]sum lines?", "regionsumline"),
    _word("entropic lines", r"entropic(?:[-\s]lines?)?|entropy lines?", "entropicline"),
    _word("modular lines", r"modular(?:[-\s]lines?)?", "modularline"),
    _word("kropki dots", "kropki", "difference", "ratio"),
    _word("sandwich sums", "sandwich(?:es)?", "sandwichsum"),
    _word("skyscrapers", "skyscrapers?", "skyscraper"),
    _word("X-sums", r"x[-\s]?sums?", "xsum"),
    _word("little killers", r"little[-\s]killers?", "littlekillersum"),
    _word("killer cages", r"(?<!little )(?<!little-)killer(?: cages?| sudoku| rules?)", "killercage"),
    _word("quadruples", "quadruples?", "quadruple"),
    _word("clones", "clones?", "clone"),
    _word("indexing", r"159|indexers?|(?:row|column|box) indexing", *_INDEXERS),
)
_NEGATED_BEFORE = re.compile(
    r"(?:\b(?:no|without)(?:\s+(?:an?|any|the|standard|normal))?|\bnot|n['’]t)\s+$", re.IGNORECASE
)
_NEGATED_AFTER = re.compile(
    r"\s*(?:\w+\s+){0,2}(?:do(?:es)?|is|are)\s*(?:not|n['’]t)\s+(?:apply|used|in use)", re.IGNORECASE
)


def unstated_rules(title: str, text: str, fields: Collection[str]) -> tuple[str, ...]:
    """Notes on the rules that the texts name and no field states.

    Parameters
    ----------
    fields
        The kinds of clue in the document, by their keys in f-puzzles.

    >>> unstated_rules("Ride", "Anti-knight rules apply, but no negative constraint.", {"killercage"})
    ('its rules say "Anti-knight", but none of its fields states such a rule (anti-knight): the rule is ignored',)
    """
    notes: dict[str, str] = {}
    for word in _WORDS:
        if word.rule in notes or not word.fields.isdisjoint(fields):
            continue
        for says, said in (("its rules say", text), ("its title says", title if word.in_titles else "")):
            found = next(_plain(word.pattern, said), None)
            if found is not None:
                field = f"none of its fields states such a rule ({word.rule}): the rule is ignored"
                notes[word.rule] = f'{says} "{" ".join(found.split())}", but {field}'
                break
    return tuple(notes.values())


def _plain(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """The matches of a pattern that are not negated."""
    for match in pattern.finditer(text):
        if not (_NEGATED_BEFORE.search(text[: match.start()]) or _NEGATED_AFTER.match(text[match.end() :])):
            yield match[0]
