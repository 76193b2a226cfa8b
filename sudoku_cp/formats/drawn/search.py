"""The search for readings: which sentence is about which kind of element, best first, until one fits.

A reading is accepted if the published solution, where one is known, is a solution of its model, and the model has no
other one. Nothing is added that no sentence says: a kind that no sentence is about stays a drawing.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

from sudoku_cp.formats.drawn.building import BORDERS, JOINED, Build, Drawing, Option, Reading
from sudoku_cp.formats.drawn.elements import Element, Kind
from sudoku_cp.formats.drawn.relations import Pairs, pair_relations
from sudoku_cp.formats.drawn.sentences import Sentence, sentences_of
from sudoku_cp.formats.drawn.statements import Statement, statements_in
from sudoku_cp.model import Limits, ModelError, Sudoku
from sudoku_cp.model.answers import Status

MOST_READINGS = 48
"""The number of readings that are tried."""

SECONDS = 20.0
"""The time for all of them."""

MARGIN = 1.0
"""How much worse than the best one a reading may be to be shown beside it."""

_ALL_GIVEN = re.compile(
    r"\b(?:all|every)\b(?: (?:the|such|possible|instances?|of|these|kropki|white|black|red|green|blue|yellow|\S+))*?"
    r"[^.]*\b(?:is|are|have been|has been|were|will be)\b(?: \w+)? (?:given|shown"
    r"|marked|indicated|drawn|clued|included)\b"
    r"|\bnegative constraint\b|\b(?:no|without) (?:dot|sign|x|v)\b[^.]*\b(?:not|never|cannot)\b"
)
_NOT_ALL = re.compile(
    r"\bnot (?:necessarily )?all\b|\bno(?:t an?)? negative constraint|\bnegative constraint[^.]*\bnot\b"
)
_EITHER_LETTERS = re.compile(r"\beither (?:an? )?(?P<one>[a-z])(?:'s)?(?: clue)? or (?:an? )?(?P<other>[a-z])\b")
_ONE_OF = re.compile(r"\beither\b|\bone of\b|\bor an?\b")


def readings_of(drawing: Drawing) -> list[Reading]:
    """The readings of a drawing: those that are accepted, or else the best one.

    Parameters
    ----------
    drawing
        What is drawn and written.
    """
    return _Search(drawing).readings()


class _Search:
    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._kinds = drawing.kinds
        self._sentences = sentences_of(drawing.text)
        self._options = self._all_options()

    # -- what sentences may mean ---------------------------------------------------------------------------------------

    def _all_options(self) -> list[list[Option]]:
        """The ways to take each sentence that says something, the best first."""
        found: list[list[Option]] = []
        said = [self._statements(sentence, index) for index, sentence in enumerate(self._sentences)]
        index = 0
        while index < len(said):
            sentence, statements = self._sentences[index], said[index]
            covered: tuple[int, ...] = (index,)
            if not statements and index + 1 < len(said) and not self._is_known(index) and not said[index + 1]:
                joined = Sentence(f"{sentence.text} {self._sentences[index + 1].text}", sentence.heading)
                statements = statements_in(joined, index, self._kinds)
                covered = (index, index + 1) if statements else covered
            if options := self._options_of(sentence, statements, covered):
                found.append(options)
            index += len(covered)
        return found

    def _statements(self, sentence: Sentence, index: int) -> list[Statement]:
        """What a sentence says beyond the fields of a document that has its rules in fields."""
        drawing, found = self._drawing, statements_in(sentence, index, self._kinds)
        if not drawing.is_decorated or sentence.colours:
            return found
        return [each for each in found if each.is_of_grid or each.rule.name not in drawing.stated]

    def _is_known(self, index: int) -> bool:
        sentence = self._sentences[index]
        return sentence.is_neutral or bool(_ALL_GIVEN.search(sentence.plain))

    def _options_of(self, sentence: Sentence, statements: list[Statement], covered: tuple[int, ...]) -> list[Option]:
        if _ALL_GIVEN.search(sentence.plain) and not _NOT_ALL.search(sentence.plain):
            others = tuple((each, each.targets) for each in statements if each.is_of_grid is False and each.parameters)
            return [Option(0, covered, others, all_given=True)]
        if sentence.is_neutral:
            statements = [each for each in statements if each.wording.by_name]
        if letters := self._letters(sentence):
            return [Option(0, covered, letters=letters)]
        if pairs := self._pairs(sentence, statements):
            return [Option(0, covered, pairs=pairs)]
        if not statements:
            return []
        shared = self._shared(statements)
        if (
            shared
            and _ONE_OF.search(sentence.plain)
            and not re.search(r"\beither (?:direction|way|end)", sentence.plain)
        ):
            return [Option(0, covered, tuple((each, each.targets) for each in statements), chosen=shared)]
        return self._conjunctions(sentence, statements, covered)

    def _conjunctions(self, sentence: Sentence, statements: list[Statement], covered: tuple[int, ...]) -> list[Option]:
        """All statements, or only those that explain most of the sentence, where several are about the same kinds."""
        whole = tuple((each, each.targets) for each in statements)
        cost = sum(min(each.costs.values(), default=0) for each in statements)
        if not self._shared(statements):
            return [Option(cost, covered, whole)]
        ranked = sorted(statements, key=lambda each: (-each.weight, min(each.costs.values(), default=0)))
        both = bool(re.search(r"\bboth\b|\bas well as\b|\balso\b", sentence.plain))
        best = [each for each in ranked if each.rule is ranked[0].rule or not {*each.targets} & {*ranked[0].targets}]
        second = [each for each in ranked if each.rule is not ranked[0].rule]
        options = [
            Option(cost + 0.6 * (not both), covered, whole),
            Option(0.5 * both + cost, covered, tuple((each, each.targets) for each in best)),
            Option(1 + cost, covered, tuple((each, each.targets) for each in second)),
        ]
        return sorted(options, key=lambda option: option.cost)

    @staticmethod
    def _shared(statements: list[Statement]) -> tuple[int, ...]:
        """The kinds that statements of different rules are about."""
        rules: dict[int, set[str]] = {}
        for statement in statements:
            for kind in statement.targets:
                rules.setdefault(kind, set()).add(statement.rule.name)
        return tuple(kind for kind, names in rules.items() if len(names) > 1)

    def _letters(self, sentence: Sentence) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
        found = _EITHER_LETTERS.search(sentence.plain)
        kinds = self._signs(sentence)
        return ((found["one"], found["other"], kinds),) if found and kinds else ()

    def _signs(self, sentence: Sentence) -> tuple[int, ...]:
        """The kinds of signs without letters that a sentence names by colour or figure."""
        return tuple(
            number
            for number, kind in enumerate(self._kinds)
            if kind.shape in BORDERS
            and not kind.text
            and (sentence.colours or sentence.figures)
            and (not sentence.colours or sentence.colours & {*kind.colours})
            and (not sentence.figures or not kind.figure or kind.figure in sentence.figures)
        )

    def _pairs(self, sentence: Sentence, statements: list[Statement]) -> tuple[tuple[Pairs, tuple[int, ...]], ...]:
        """Properties of the digits at signs that no rule says alone."""
        kinds = self._signs(sentence)
        if not kinds or any(each.parameters.get("text") for each in statements):
            return ()
        relations = pair_relations(sentence.plain)
        is_said = any({*kinds} & {*each.targets} for each in statements)
        if (
            relations is None
            or (is_said and len(relations.names) < 2)
            or len(sentence.colours & {"white", "black"}) > 1
        ):
            return ()
        return ((relations, kinds),)

    # -- the search ----------------------------------------------------------------------------------------------------

    def _combinations(self) -> Iterator[tuple[float, list[Option], frozenset[int]]]:
        """All combinations, the cheapest first; a variant joins lines of a kind that touch."""
        fixed = self._drawing.fixed
        joinable = [number for number, kind in enumerate(self._kinds) if number not in fixed and _touching(kind)]
        joined = frozenset(number for number, rule in fixed.items() if rule.endswith(JOINED))
        dimensions: list[list[float]] = [[option.cost for option in options] for options in self._options]
        dimensions += [[0.0, 0.75] for _ in joinable]
        start = (0,) * len(dimensions)
        heap = [(sum(costs[0] for costs in dimensions), start)]
        seen = {start}
        while heap:
            cost, chosen = heapq.heappop(heap)
            many = len(self._options)
            options = [self._options[at][choice] for at, choice in enumerate(chosen[:many])]
            more = frozenset(kind for kind, choice in zip(joinable, chosen[many:], strict=True) if choice)
            yield cost, options, joined | more
            for at, choice in enumerate(chosen):
                if choice + 1 < len(dimensions[at]):
                    further = (*chosen[:at], choice + 1, *chosen[at + 1 :])
                    if further not in seen:
                        seen.add(further)
                        step = dimensions[at][choice + 1] - dimensions[at][choice]
                        heapq.heappush(heap, (cost + step, further))

    def readings(self) -> list[Reading]:
        """The accepted readings, or the best one."""
        accepted: list[Reading] = []
        best: Reading | None = None
        end = monotonic() + SECONDS
        for number, (cost, options, joined) in enumerate(self._combinations()):
            if number >= MOST_READINGS or monotonic() > end or (accepted and cost > accepted[0].cost + MARGIN):
                break
            try:
                reading = self._reading(cost, options, joined)
            except ModelError as error:
                reading = Reading(
                    self._drawing.make(False),
                    (),
                    tuple(kind.counted for kind in self._kinds),
                    (),
                    cost,
                    against=str(error),
                )
            else:
                _check(reading, self._drawing.solution, max(1.0, end - monotonic()))
            if reading.is_accepted:
                if not any(_are_equal(reading.sudoku, other.sudoku) for other in accepted):
                    accepted.append(reading)
            elif best is None or _rank(reading) < _rank(best):
                best = reading
        assert best is not None or accepted
        return accepted or ([best] if best else [])

    def _reading(self, cost: float, options: list[Option], joined: frozenset[int]) -> Reading:
        kinds = [_joined(kind) if number in joined else kind for number, kind in enumerate(self._kinds)]
        return Build(self._drawing, kinds, self._sentences, options, cost).reading()


def _rank(reading: Reading) -> tuple[object, ...]:
    return (
        reading.fits is False,
        bool(reading.against),
        reading.solutions != 1,
        reading.solutions == 0,
        len(reading.left) + len(reading.unread),
        reading.cost,
    )


def _are_equal(one: Sudoku, other: Sudoku) -> bool:
    return sorted(map(str, one.clues)) == sorted(map(str, other.clues))


def _check(reading: Reading, solution: Sequence[int] | None, seconds: float) -> None:
    """Hold a reading against the published solution, and count its solutions up to two."""
    sudoku = reading.sudoku
    limits = Limits(seconds=seconds)
    if solution is not None:
        values = dict(zip(sudoku.grid, solution, strict=True))
        if not all(value in sudoku.digits for value in values.values()):
            reading.fits, reading.against = False, "the published solution has other digits"
            return
        wrong = [cell.name for cell, value in sudoku.givens.items() if values[cell] != value]
        result = None if wrong else sudoku.solve(values, limits)
        if result is None or result.status is Status.INFEASIBLE:
            reading.fits = False
            reading.against = f"the given {wrong[0]}" if wrong else _broken(sudoku, values)
            return
        reading.fits = result.solution is not None or None
    result = sudoku.count(2, limits=limits)
    if result.exact or result.count == 2:
        reading.solutions = result.count
        if result.count == 1 and result.solution is not None:
            reading.answer = " ".join(str(result.solution[cell]) for cell in sudoku.grid)


def _broken(sudoku: Sudoku, values: Mapping[Any, int]) -> str:
    """The first clue that values break, as far as it shows by itself."""
    for clue in sudoku.clues:
        if any(
            all(cell in values for cell in each.scope) and not each.holds(values) for each in clue.constraints(sudoku)
        ):
            return str(clue)
    return "the rules together"


def _touching(kind: Kind) -> bool:
    """Whether lines of a kind touch at their ends, so that they may be one."""
    if kind.shape != "line" or len(kind.elements) < 2:
        return False
    return len(_joined(kind).elements) < len(kind.elements)


def _joined(kind: Kind) -> Kind:
    """The kind with lines joined that share a cell with the end of another."""
    groups: list[list[Element]] = []
    for element in kind.elements:
        meets = [
            group
            for group in groups
            if any(
                element.cells[end] in other.cells or other.cells[end] in element.cells
                for other in group
                for end in (0, -1)
            )
        ]
        merged = [*(other for group in meets for other in group), element]
        groups = [group for group in groups if group not in meets] + [merged]
    elements = tuple(
        group[0]
        if len(group) == 1
        else replace(group[0], cells=tuple(dict.fromkeys(c for e in group for c in e.cells)))
        for group in groups
    )
    return replace(kind, elements=elements)
