"""One reading of a drawing: the model that sentences make of kinds of elements, and what is left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import Any

from sudoku_cp.formats.drawn.colours import WORDS
from sudoku_cp.formats.drawn.elements import Kind
from sudoku_cp.formats.drawn.relations import Pairs
from sudoku_cp.formats.drawn.sentences import ALARMS, NOUNS, Sentence
from sudoku_cp.formats.drawn.statements import Statement, clues_of, grid_clue
from sudoku_cp.model import ModelError, Sudoku
from sudoku_cp.rules.applied_rule import AppliedRule
from sudoku_cp.rules.modifiers import __name__ as modifiers
from sudoku_cp.rules.registry import RULES
from sudoku_cp.rules.wording import Wording

_NOT_ALL_GIVEN = re.compile(r"\bnot (?:necessarily )?all\b")
_OF_EACH = re.compile(r"\bexactly (?P<number>\d+|one) (?:\w+ ){0,3}(?:of )?(?:each|every)\b")
_TYPES = re.compile(
    r"\b(?:determine|deduce|find|figure out)\b[^.]*\b(?:type|kind|nature|which)\b|^(?:in the grid,? )?there are \d+ "
)
_NEGATIVES = {
    "kropki_white": ("negative_difference", "difference", 1),
    "kropki_black": ("negative_ratio", "ratio", 2),
    "xv": ("negative_sum", "sum", None),
}
JOINED = " joined"
"""The end of a rule that a user names for lines that are one line where they touch."""

BORDERS = ("pair",)
"""The shapes of signs on the border of two cells."""

_EXPECTED = re.compile(
    r"\bshade\b|\beither (?:direction|way|end)|\beither\b.*\bor\b"
    r"|\bdetermined?\b|\bnegators?\b|\bdoublers?\b|\bhalvers?\b|schr"
)
"""Alarming words where some rule has them in its wording."""


@dataclass(frozen=True)
class Option:
    """One way to take a sentence: the statements in it, and the kinds that each of them is about."""

    cost: float
    sentences: tuple[int, ...]
    attached: tuple[tuple[Statement, tuple[int, ...]], ...] = ()
    chosen: tuple[int, ...] = ()
    """Kinds each of whose elements follow one of the statements, not all."""
    pairs: tuple[tuple[Pairs, tuple[int, ...]], ...] = ()
    letters: tuple[tuple[str, str, tuple[int, ...]], ...] = ()
    """Signs that are one letter or another."""
    all_given: bool = False


@dataclass
class Reading:
    """A reading of a drawing: the clues that it makes, in the words of the text."""

    sudoku: Sudoku
    lines: tuple[str, ...]
    """For each kind and each rule of the grid what it was read as, and the sentence that says it."""
    left: tuple[str, ...]
    """The kinds that are only drawn."""
    unread: tuple[str, ...]
    """The sentences that say something which was not read."""
    cost: float = 0.0
    decorations: tuple[str, ...] = ()
    """The kinds that no sentence is about, in a document that states its rules by fields."""
    solutions: int | None = None
    """The number of solutions, up to two; None if it is not known."""
    fits: bool | None = None
    """Whether the published solution is a solution; None if none is published."""
    undrawn: tuple[str, ...] = ()
    """Rules that sentences name although nothing is drawn for them."""
    adds: bool = False
    """Whether it has a clue that the document does not state."""
    against: str = ""
    """What the published solution breaks, or why the reading makes no model."""
    answer: str = ""
    """Its solution, if there is only one, on one line."""

    @property
    def is_whole(self) -> bool:
        """Whether everything was read."""
        return not self.left and not self.unread

    @property
    def is_accepted(self) -> bool:
        """Whether there is one solution, and it is the published one if that is known."""
        return self.is_whole and self.solutions == 1 and self.fits is not False


@dataclass
class Drawing:
    """What is to be read."""

    make: Callable[[bool], Sudoku]
    """Makes the grid with its givens and what the document itself states, without regions on request."""
    kinds: list[Kind]
    text: str
    solution: Sequence[int] | None = None
    stated: frozenset[str] = frozenset()
    """The rules that the document states by itself, by their names."""
    fixed: Mapping[int, str] = field(default_factory=dict)
    """The rules that the user names for kinds, ``drawn`` for none; `JOINED` at the end joins lines that touch."""
    is_decorated: bool = False
    """Whether the document states its rules by fields, and drawings that no sentence is about are decoration."""


class Build:
    """Makes the model of one combination."""

    def __init__(
        self, drawing: Drawing, kinds: list[Kind], sentences: list[Sentence], options: list[Option], cost: float
    ) -> None:
        self._drawing = drawing
        self._kinds = kinds
        self._sentences = sentences
        self._options = options
        self._cost = cost
        self._read = {index for option in options for index in option.sentences}
        self._lines: list[str] = []
        self._done: set[int] = set()
        self._signs: list[tuple[int, Any, int]] = []
        """For each kind of signs its statement or relation, and the sentence."""
        self._exempt: list[str] = []
        self._adds = False

    def reading(self) -> Reading:
        """The model and what it reads.

        Raises
        ------
        ModelError
            If a rule does not take what is drawn.
        """
        grid = [each for option in self._options for each, _ in option.attached if each.is_of_grid]
        grid.sort(key=lambda each: each.rule.meaning.__module__ != modifiers)  # which come before other clues
        sudoku = self._grid(grid)
        for name, statement in {each.rule.name: each for each in grid}.items():
            if name not in self._drawing.stated:
                sudoku.add(grid_clue(statement))
                self._adds = True
            self._report("grid", name, statement.sentence)
        per_kind = self._attached()
        for number, kind in enumerate(self._kinds):
            self._add_kind(sudoku, number, kind, per_kind.get(number, {}))
        for option in self._options:
            for relation, numbers in option.pairs:
                self._adds = True
                for number in numbers:
                    sudoku.add(relation.clues(self._cells(number), sudoku))
                    self._signs.append((number, relation, option.sentences[0]))
                    self._report(self._kinds[number].counted, ", ".join(relation.names), option.sentences[0])
                    self._done.add(number)
            for one, other, numbers in option.letters:
                for number in numbers:
                    self._add_letters(sudoku, number, (one, other), option.sentences[0])
        for option in self._options:
            if option.all_given:
                self._add_negatives(sudoku, option)
        left = [kind for number, kind in enumerate(self._kinds) if number not in self._done]
        free = left if self._drawing.is_decorated else []
        said = tuple(kind.counted for kind in left if kind not in free)
        unread = tuple(self._unread(are_all_read=not said))
        decorations = tuple(kind.counted for kind in free)
        undrawn = tuple(dict.fromkeys(self._undrawn()))
        return Reading(
            sudoku, tuple(self._lines), said, unread, self._cost, decorations, undrawn=undrawn, adds=self._adds
        )

    def _grid(self, grid: list[Statement]) -> Sudoku:
        return self._drawing.make(any(each.rule.name == "chaos_construction" for each in grid))

    def _attached(self) -> dict[int, dict[str, Statement]]:
        """For each kind the statements about it, those of one rule as one."""
        found: dict[int, dict[str, Statement]] = {}
        for option in self._options:
            for statement, kinds in option.attached:
                for kind in kinds:
                    here = found.setdefault(kind, {})
                    before = here.get(statement.rule.name)
                    here[statement.rule.name] = statement if before is None else _merged(before, statement)
        return found

    def _add_kind(self, sudoku: Sudoku, number: int, kind: Kind, statements: Mapping[str, Statement]) -> None:
        if (named := self._drawing.fixed.get(number)) is not None:
            self._add_named(sudoku, number, kind, named, statements)
            return
        if not statements and kind.shape == "cage" and all(element.is_stated for element in kind.elements):
            for wording in RULES["killer"].said[:1]:
                sudoku.add(clues_of(Statement(RULES["killer"], wording, {}, -1), kind, sudoku.size))
            self._lines.append(f"{kind.counted}: killer (the document says so)")
            self._done.add(number)
        chosen = any(number in option.chosen for option in self._options)
        made = [clues_of(statement, kind, sudoku.size) for statement in statements.values()]
        if chosen and len(made) > 1:
            self._add_choice(sudoku, made, kind)
        else:
            for clues in made:
                sudoku.add(clues)
        for name, statement in statements.items():
            self._adds |= name != "killer" or not all(element.is_stated for element in kind.elements)
            self._report(kind.counted, name, statement.sentence)
            self._done.add(number)
            if kind.shape in BORDERS:
                self._signs.append((number, statement, statement.sentence))

    def _add_named(
        self, sudoku: Sudoku, number: int, kind: Kind, named: str, statements: Mapping[str, Statement]
    ) -> None:
        """Read a kind as the user says."""
        self._done.add(number)
        self._adds = True
        self._lines.append(f"{kind.counted}: {named if named != 'drawn' else 'only drawn'} (as you say)")
        if named == "drawn":
            return
        rule = RULES[named.removesuffix(JOINED)]
        fits = [wording for wording in rule.said if kind.shape in wording.shapes]
        if not fits:
            raise ModelError(f"{kind.name}: the rule {named} is not drawn so")
        statement = statements.get(rule.name, Statement(rule, fits[0], {}, -1))
        sudoku.add(clues_of(statement, kind, sudoku.size))

    def _add_choice(self, sudoku: Sudoku, made: list[list[AppliedRule]], kind: Kind) -> None:
        """Each element follows one of the rules; if the text gives the number of each, that many follow it."""
        number = None
        for index, sentence in enumerate(self._sentences):
            if found := _OF_EACH.search(sentence.plain):
                number = 1 if found["number"] == "one" else int(found["number"])
                self._read.add(index)
            elif _TYPES.search(sentence.plain):
                self._read.add(index)
        any_of, at_least = RULES["any_of"], RULES["at_least"]
        elements = list(zip(*made, strict=True))
        sudoku.add(any_of(clues) for clues in elements)
        if number is None:
            return
        if number * len(made) != len(kind.elements):
            raise ModelError(f"{kind.counted} are not {number} of each of {len(made)} kinds")
        # Hall's theorem: the lines divide so if any of the rules together are followed by enough lines.
        for size in range(1, len(made)):
            for rules in combinations(range(len(made)), size):
                sudoku.add(at_least(number * size, [any_of([clues[rule] for rule in rules]) for clues in elements]))

    def _add_letters(self, sudoku: Sudoku, number: int, letters: tuple[str, str], sentence: int) -> None:
        sums = [self._sum_of(letter) for letter in letters]
        rule, any_of = RULES["xv"], RULES["any_of"]
        self._adds = True
        for cells in self._cells(number):
            sudoku.add(any_of([rule(list(cells), sum_) for sum_ in sums]))
            self._exempt += cells
        self._report(self._kinds[number].counted, f"{' or '.join(letters).upper()}", sentence)
        self._done.add(number)

    def _sum_of(self, letter: str) -> int:
        for sentence in self._sentences:
            for wording in RULES["xv"].said[:1]:
                for parameters in wording.found_in(sentence.plain):
                    if parameters.get("text") == letter:
                        return int(parameters["sum"])
        if letter in "xv":
            return {"x": 10, "v": 5}[letter]
        raise ModelError(f"no sentence says what {letter.upper()} means")

    def _cells(self, number: int) -> list[tuple[str, ...]]:
        return [tuple(f"r{row}c{column}" for row, column in each.cells) for each in self._kinds[number].elements]

    def _add_negatives(self, sudoku: Sudoku, option: Option) -> None:
        """All signs of the kinds that a sentence names are given."""
        index = option.sentences[-1]
        sentence = self._sentences[index]
        values: dict[str, set[int]] = {}
        relations: list[tuple[Pairs, int]] = []
        for number, said, where in self._signs:
            if not self._is_meant(sentence, number, where, index):
                continue
            if isinstance(said, Pairs):
                relations.append((said, number))
                continue
            rule, parameter, default = _NEGATIVES.get(said.rule.name, ("", "", None))
            if not rule:
                raise ModelError(f"that all signs of {said.rule.name} are given cannot be said")
            for clue in clues_of(said, self._kinds[number], sudoku.size):
                values.setdefault(rule, set()).add(int(str(clue.parameters.get(parameter, default))))
        for letter in "xv":
            if sentence.names_text(letter):
                values.setdefault("negative_sum", set()).add(self._sum_of(letter))
        for rule_name, (rule, _, default) in _NEGATIVES.items():
            if default is not None and rule not in values and self._is_said_of_dots(rule_name, sentence):
                values[rule] = {default}
        if not values and not relations:
            self._read.discard(index)
            return
        exempt = {"exempt": self._exempt} if self._exempt else {}
        for rule, numbers in values.items():
            sudoku.add(RULES[rule].clue({"values": sorted(numbers), **(exempt if rule == "negative_sum" else {})}))
            self._report("grid", f"{rule} of {', '.join(map(str, sorted(numbers)))}", index)
        for relation, number in relations:
            marked = {frozenset(pair) for pair in self._cells(number)}
            rest = [pair for pair in _neighbours(sudoku) if frozenset(pair) not in marked]
            sudoku.add(relation.clues(rest, sudoku, wanted=False))
            self._report("grid", f"no others {', '.join(relation.names)}", index)

    def _is_said_of_dots(self, name: str, all_given: Sentence) -> bool:
        """Whether the text says a rule of dots of which none is drawn, and that all of them are given."""
        wordings = [wording for wording in RULES[name].said if not wording.by_name]
        usual = {family for wording in wordings for word in wording.colours.split() for family in WORDS[word]}
        if any(said.rule.name == name for _, said, _ in self._signs if isinstance(said, Statement)):
            return False
        if (all_given.colours and not all_given.colours & usual) or not NOUNS["pair"].search(all_given.plain):
            return False
        return any(
            sentence.colours & usual and any(wording.found_in(sentence.plain) for wording in wordings)
            for sentence in self._sentences
        )

    def _is_meant(self, sentence: Sentence, number: int, where: int, index: int) -> bool:
        kind = self._kinds[number]
        letters = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if len(letter) == 1 and letter in "xvcdlm"]
        if any(sentence.names_text(letter) for letter in letters):
            return bool(kind.text) and sentence.names_text(kind.text.lower())
        if sentence.colours:
            return not kind.text and bool(sentence.colours & {*kind.colours})
        if sentence.figures:
            return not kind.text and (not kind.figure or kind.figure in sentence.figures)
        if re.search(r"\bsuch\b|\bthese\b", sentence.plain):
            return where == max(place for _, _, place in self._signs if place < index)
        return True

    def _report(self, what: str, rule: str, index: int) -> None:
        text = " ".join(self._sentences[index].text.split()) if index >= 0 else ""
        said = text if len(text) <= 70 else f"{text[:67].rstrip()}…"
        self._lines.append(f'{what}: {rule} ("{said}")')

    def _unread(self, *, are_all_read: bool) -> Iterator[str]:
        rules = {clue.rule.name for clue in self._drawing.make(False).clues if isinstance(clue, AppliedRule)}
        for index, sentence in enumerate(self._sentences):
            if sentence.is_neutral or (index in self._read and not self._is_alarming(sentence)):
                continue
            if self._is_stated(sentence, rules) or (are_all_read and self._is_about_others(sentence)):
                continue
            yield sentence.text

    def _undrawn(self) -> Iterator[str]:
        """The rules that sentences name although nothing is drawn for them."""
        read = {each.rule.name for option in self._options for each, _ in option.attached} | self._drawing.stated
        for sentence in self._sentences:
            if _NOT_ALL_GIVEN.search(sentence.plain):
                continue
            for rule in RULES.values():
                wordings = (each for each in rule.said if each.by_name and _may_mean(each, sentence))
                if rule.name not in read and any(wording.found_in(sentence.plain) for wording in wordings):
                    yield f'{rule.name} ("{" ".join(sentence.text.split())}")'

    def _is_alarming(self, sentence: Sentence) -> bool:
        """Whether a sentence that was read has words that may change the meaning of what was read."""
        words = ALARMS.findall(sentence.plain)
        return bool(words) and not _EXPECTED.search(sentence.plain)

    @staticmethod
    def _is_about_others(sentence: Sentence) -> bool:
        """Whether a sentence says a rule of elements, of which none is drawn."""
        return any(
            any(shape in NOUNS and NOUNS[shape].search(sentence.plain) for shape in wording.shapes)
            and wording.found_in(sentence.plain)
            for rule in RULES.values()
            for wording in rule.said
        )

    def _is_stated(self, sentence: Sentence, rules: set[str]) -> bool:
        """Whether the document states what a sentence says by itself."""
        return any(
            rule.name in (rules | self._drawing.stated) and wording.found_in(sentence.plain)
            for rule in RULES.values()
            for wording in rule.said
        )


def _neighbours(sudoku: Sudoku) -> Iterator[tuple[str, str]]:
    for lines in (sudoku.rows, sudoku.columns):
        for line in lines:
            for one, other in pairwise(line):
                yield one.name, other.name


def _may_mean(wording: Wording, sentence: Sentence) -> bool:
    """Whether a sentence with a rule's name may be about elements of its usual colours."""
    usual = {family for word in wording.colours.split() for family in WORDS[word]}
    return wording.shapes != ("grid",) and not (sentence.colours and usual and not sentence.colours & usual)


def _merged(before: Statement, statement: Statement) -> Statement:
    """Two statements of one rule about one kind as one."""
    keep, more = (before, statement) if before.weight >= statement.weight else (statement, before)
    given = {**more.wording.given, **keep.wording.given}
    wording = replace(keep.wording, label=keep.wording.label or more.wording.label, given=given)
    return replace(keep, parameters={**more.parameters, **keep.parameters}, wording=wording)
