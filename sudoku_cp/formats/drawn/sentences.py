"""The text of a puzzle as sentences, with what each of them names: colours, figures, letters on signs.

A sentence either says a rule that some wording declares, or is known to say nothing more than the drawing (``Not all
dots are given.``), or speaks of no cell, digit or line at all. Any other sentence is not read, and that is reported.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sudoku_cp.formats.drawn.colours import WORD, WORDS

_NUMBERS = {
    word: str(number)
    for number, word in enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 2)
}
_ABBREVIATION = re.compile(r"\b(e\.g|i\.e|eg|ie|etc|vs|approx)\.", re.IGNORECASE)
_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[A-Z0-9\"'(\[•-])|\n+")
_BULLET = re.compile(r"^\s*(?:[-•*·–—►▪]+|\(?\d{1,2}[.):]+)\s*")
_PREFIX = re.compile(r"([A-Z(][\w'’/&()-]*(?: [\w'’/&()-]+){0,4})(?::(?!\d)| - | – )\s*(.+)", re.DOTALL)
"""A heading before a colon or a dash; no ratio."""
_HEADING = re.compile(r"(?:[A-Z][\w'’/-]*)(?: [\w'’&/-]+){0,4}")

NEUTRAL = (
    r"\b(normal|standard|classic\w*|usual|regular|ordinary)\b[^.]*\b(sudoku|rules)\b(?![^.]*\bnot apply)",
    r"\brules of sudoku\b",
    r"^sudoku( rules)?( apply)?\W*$",
    r"^(?!.*\b(?:sums?|sum to|add|total|product|determined|wild\w*|special|(?:one|1|2) cells?|modified"
    r"|count\w*|unique)\b)"
    r".*\b(row|column)s?\b.*\b(row|column)s?\b.*\b(box\w*|region\w*|3 ?x ?3\w*|2 ?x ?\d\w*|block\w*|nonet\w*)\b",
    r"\bplace the digits? 1 ?(-|to|through) ?\d+\b[^.]*\b(cell|grid)",
    r"\bnot (necessarily )?all\b.*\b(given|shown|marked|drawn|indicated|clued)\b",
    r"\b(digits|numbers|they|values|sums)\b[^.]*\b(may|can)\b(?! ?not| only)[^.]*\brepeat\b",
    r"\bdifferent (lines?|segments?|regions?|arrows?|cages?)\b.*\b(different|individual|separate|independent)",
    r"\"[?]+\" (?:means?|is|stands for) (?:an? |any |some )?(?:single|double|unknown|1|2)[- ]?(?:digit)?",
    r"^(for example|e g|i e|example|note that|as an example|as such)\b",
    r"\b(exported from|solve (online|on)|good luck|have fun|enjoy)\b",
)
"""What says nothing that is not said by the drawing or by the rules of sudoku."""

_NEUTRAL = tuple(re.compile(pattern) for pattern in NEUTRAL)

_OF_RULES = re.compile(
    r"\b(digits?|cells?|numbers?|values?|sums?|rows?|columns?|box(?:es)?|regions?|grid|lines?|arrows?|circles?|dots?"
    r"|squares?|cages?|clues?|shade[ds]?|loops?|paths?|add|adds|consecutive|adjacent|diagonals?|odd|even|repeat\w*"
    r"|thermo\w*|knights?|kings?|orthogonal\w*|marked|must|cannot)\b"
)
"""Words that rules consist of."""

ALARMS = re.compile(
    r"\b(negators?|doublers?|halvers?|schr\S+dinger|liars?|lie[sd]?|lying|false|incorrect|wrong\w*|mistakes?|errors?|modifiers?"
    r"|except|unless|either|torus|toroidal\w*|fog|hidden|shade|determine|deduce"
    r"|do(?:es)? not apply|connected by bridges?)\b"
)
"""Words that give the rest of a sentence, or of a puzzle, another meaning."""

NOUNS = {
    shape: re.compile(rf"\b(?:{words})\b")
    for shape, words in {
        "line": r"lines?|loops?|whispers?|renbans?|palindromes?",
        "thermo": r"thermo\w*|bulbs?",
        "arrow": r"arrows?",
        "cage": r"cages?",
        "pair": r"dots?|kropki|x'?s?|v'?s?|xv|circles?|squares?|diamonds?|signs?|bars?|spots?|bubbles?|balls?",
        "corner": r"quad\w*|circles?|corners?|intersections?",
        "cell": r"circles?|circled|squares?|diamonds?",
        "shade": r"shaded|grey|gray|coloured|colored|highlighted",
        "outside": r"outside|clues?|sandwich\w*|skyscrapers?|x-sums?",
        "diagonal": r"little killers?|arrows?|diagonals?",
        "inequality": r"inequalit\w*|signs?|symbols?|points?|pointing|chevrons?|greater-than|less-than",
    }.items()
}
"""How sentences name shapes."""

_FIGURES = {
    "circle": r"circles?|circled|discs?|balls?|bubbles?|dots?|spots?",
    "square": r"squares?",
    "diamond": r"diamonds?",
}


@dataclass(frozen=True)
class Sentence:
    """A sentence of the rules."""

    text: str
    """As it is written."""
    heading: str = ""
    """The heading above it, or before its colon."""

    @cached_property
    def plain(self) -> str:
        """In lower case, with numbers in digits and without typographic signs."""
        return plain(f"{self.heading}: {self.text}" if self.heading else self.text)

    @cached_property
    def colours(self) -> frozenset[str]:
        """The families of the colours that it names."""
        return frozenset(family for word in WORD.findall(self.plain) for family in WORDS[word])

    @cached_property
    def figures(self) -> frozenset[str]:
        """The figures that it names."""
        return frozenset(name for name, pattern in _FIGURES.items() if re.search(rf"\b(?:{pattern})\b", self.plain))

    def names_text(self, text: str) -> bool:
        """Whether it names the text of a sign, such as X; a symbol is named by a word of its Unicode name."""
        if text and not text[0].isalnum() and (words := _words_of(text[0])):
            return any(re.search(rf"\b{word}s?\b", self.plain) for word in words)
        return re.search(rf"(?<![\w']){re.escape(text.lower())}(?:'?s)?(?!\w|'[a-z])", self.plain) is not None

    @cached_property
    def is_neutral(self) -> bool:
        """Whether it says nothing that changes the solutions."""
        if ALARMS.search(self.plain):
            return False
        if len(self.text.split()) < 3:
            return True
        return any(pattern.search(self.plain) for pattern in _NEUTRAL) or not _OF_RULES.search(self.plain)


def _words_of(symbol: str) -> list[str]:
    """What people may call a symbol: the first words of its Unicode name without those that say how it looks.

    >>> _words_of("☀"), _words_of("★")
    (['sun'], ['star'])
    """
    name = unicodedata.name(symbol, "").lower().split(" with ")[0]
    return [word for word in name.split() if word not in _LOOKS]


_LOOKS = frozenset(("black", "white", "heavy", "sign", "symbol", "of", "the", "face", "mark", "small", "large"))


def plain(text: str) -> str:
    """A text in lower case, with numbers in digits and without typographic signs.

    >>> plain("Adjacent digits differ by at least Five – “always”")
    'adjacent digits differ by at least 5 - "always"'
    """
    text = text.lower().translate(str.maketrans("’‘“”–—−×", "''\"\"---x"))
    text = re.sub(r"\b(e\.g|i\.e)\.?", lambda found: found[1].replace(".", " "), text)
    text = re.sub(rf"\b({'|'.join(_NUMBERS)})\b", lambda found: _NUMBERS[found[1]], text)
    return " ".join(text.split())


def sentences_of(text: str) -> list[Sentence]:
    r"""Divide a text into sentences; a heading belongs to those below it, up to an empty line or the next heading.

    >>> [each.text for each in sentences_of("Normal rules apply. RENBAN: Purple lines, e.g. 123.\\n- A dot.")]
    ['Normal rules apply.', 'Purple lines, e.g. 123.', 'A dot.']
    """
    return list(_sentences(text.replace("\\n", "\n").replace("\r", "")))


def _sentences(text: str) -> Iterator[Sentence]:
    for paragraph in re.split(r"\n\s*\n", text):
        heading = ""
        for line in paragraph.split("\n"):
            line = _BULLET.sub("", line).strip()
            if not line:
                continue
            if _HEADING.fullmatch(line) and (line.isupper() or len(line.split()) <= 3):
                heading = line
                yield Sentence(line)
                continue
            protected = _ABBREVIATION.sub(lambda found: found[0].replace(".", "\0"), line)
            for part in _END.split(protected):
                part = part.replace("\0", ".").strip()
                found = _PREFIX.match(part)
                if found and not re.search(r"\b(is|are|must|sum|rules apply)\b", found[1]):
                    heading, part = found[1], found[2]
                if part:
                    yield Sentence(part, heading)
