"""Faults in the setter's bench and in canonical forms."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

_WHY = "tests/authoring/test_reasons.py"
_REDUCE = "tests/authoring/test_reduction.py"
_GENERATE = "tests/authoring/test_generation.py"
_FORMS = "tests/canonical_forms"
_AMBIGUITY = "tests/authoring/test_ambiguity.py"
_EQUAL = "tests/authoring/test_equalities.py"
_PROJECTION = "tests/authoring/test_projection.py"

SETTING_FAULTS = [
    Fault(
        "setting: clues of sub-puzzles are one off",
        "[0, *(place + 1 for place in elements(clues))]",
        "[0, *(place for place in elements(clues))]",
        f"{_REDUCE} {_WHY}",
    ),
    Fault(
        "setting: other solutions do not count",
        "if other != self.solution:",
        "if other is None:",
        _REDUCE,
    ),
    Fault(
        "setting: only one least set is found",
        "return weight == self._least and len(self.found) < self._most",
        "return weight == self._least and not self.found",
        _REDUCE,
    ),
    Fault(
        "setting: a correction with several solutions is unique",
        "values = tuple((value, count == 1) for value, count in counts.items() if count)",
        "values = tuple((value, count >= 1) for value, count in counts.items() if count)",
        _WHY,
    ),
    Fault(
        "setting: what is to be kept goes",
        "if not forced >> place & 1 and purpose.suffices(rest):",
        "if purpose.suffices(rest):",
        _REDUCE,
    ),
    Fault(
        "setting: a path may end early",
        "return None if self._is_solved(kept) else self.everything & ~kept",
        "return None",
        _REDUCE,
    ),
    Fault(
        "setting: any two solutions differ least",
        "pair = min(combinations(known, 2), key=lambda two: len(_differing(cells, *two)))",
        "pair = next(combinations(known, 2))",
        _WHY,
    ),
    Fault(
        "setting: minimal puzzles with needless givens",
        "minimal[rows[self.solved(without).counts < 2]] = False",
        "minimal[rows[self.solved(without).counts < 1]] = False",
        _GENERATE,
    ),
    Fault(
        "setting: ratings have no upper end",
        "self.ratings[0] <= rating.er <= self.ratings[1]",
        "self.ratings[0] <= rating.er",
        _GENERATE,
    ),
    Fault(
        "setting: lines do not grow",
        "if [each.name for each in _drawn(rule)] != [LINE]:",
        "if rule:",
        _GENERATE,
    ),
    Fault(
        "setting: the circle of an arrow has several cells",
        "sizes[0] = 1  # such as the circle of an arrow",
        "sizes[0] = 2",
        _GENERATE,
    ),
    Fault(
        "canonical forms: digits keep their labels",
        "found = labels[rows, found]",
        "found = copies[:, column]",
        _FORMS,
    ),
    Fault(
        "canonical forms: weights of a sum do not count",
        "tuple(sorted((weight, numbers[cell]) for weight, cell in terms))",
        "tuple(sorted((1, numbers[cell]) for weight, cell in terms))",
        _FORMS,
    ),
    Fault(
        "canonical forms: models do not count",
        "key = self._keys[model], self.form(model, givens)",
        'key = "", self.form(model, givens)',
        _FORMS,
    ),
    Fault(
        "setting: a pair that differs in six cells is least",
        "return 4 if model.is_square",
        "return 6 if model.is_square",
        _AMBIGUITY,
    ),
    Fault(
        "setting: all solutions were compared but one",
        "is_complete = len(known) <= MOST_LISTED",
        "is_complete = len(known) <= MOST_LISTED + 1",
        _AMBIGUITY,
    ),
    Fault(
        "setting: fillings behind a block are lost",
        "for first in range(0, len(kept), ROWS)]",
        "for first in range(0, min(len(kept), ROWS), ROWS)]",
        _PROJECTION,
    ),
    Fault(
        "setting: half of the pairs are asked that break a relation",
        "            for pair in self._breaking(relation):",
        "            for pair in [*self._breaking(relation)][::2]:",
        _EQUAL,
    ),
]
