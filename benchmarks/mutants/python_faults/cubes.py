"""Faults in the division of questions into cubes, in journals and their checker."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

_FORGED = "tests/cubes/test_forged_journals.py"
_ANSWERS = "tests/cubes/test_answers.py"
_JOURNALS = "tests/cubes/test_journals.py"
_FAILURES = "tests/cubes/test_failures.py"
_PICKLING = "tests/solving/test_pickling.py"

CUBE_FAULTS = [
    Fault(
        "pickling: a changed model is sent",
        "same = len(now[1]) == len(known[1]) and all(",
        "same = True or all(",
        _PICKLING,
    ),
    Fault(
        "fingerprints: constants do not count",
        'return f"{_text(value.terms, known)} + {value.constant}"',
        "return _text(value.terms, known)",
        _PICKLING,
    ),
    Fault(
        "cubes: an original does not gain the weight of its copies",
        "self._add_weight(original, node.weight)",
        "self._add_weight(original, 0)",
        _ANSWERS,
    ),
    Fault(
        "cubes: parts lose the weight of the whole",
        "node.parts = [Node(part, node.weight) for part in split.parts]",
        "node.parts = [Node(part, 1) for part in split.parts]",
        _ANSWERS,
    ),
    Fault(
        "cubes: whatever propagation does not solve is refuted",
        "self._compiled.count(1, fixed, NOTHING).status is Status.INFEASIBLE",
        "self._compiled.count(1, fixed, NOTHING).status is not Status.COMPLETE",
        _ANSWERS,
    ),
    Fault(
        "cubes: a score must beat the best one by two",
        "return self._best[-1][0] + self._objective.gain(1) if",
        "return self._best[-1][0] + self._objective.gain(2) if",
        _ANSWERS,
    ),
    Fault(
        "cubes: lost cubes are not asked again",
        "self._suspects += [*lost, *self._running.values()]",
        "self._suspects += lost",
        _FAILURES,
    ),
    Fault(
        "cubes: each cube in flight may take all nodes",
        "share = None if left is None else -(-left // min(room, len(self._waiting)))",
        "share = left",
        _ANSWERS,
    ),
    Fault(
        "journals: a torn line stays",
        "if len(whole) < len(content):  # the last",
        "if len(whole) > len(content):  # the last",
        _JOURNALS,
    ),
    Fault(
        "journals: copies of any kind",
        "if {name: renamed.get(value, value) for name, value in moved.items()} != after:",
        "if len(moved) != len(after):",
        _JOURNALS,
    ),
    Fault(
        "journals: missing values do not matter",
        "is_whole = False",
        "is_whole = True",
        _JOURNALS,
    ),
    Fault(
        "journals: overlaps do not matter",
        "if len(group) > 1:\n                other",
        "if len(group) > 1_000_000:\n                other",
        _JOURNALS,
    ),
    Fault(
        "journals: a cube may hide a better score",
        "(missed is None or sign * rest > missed)",
        "(missed is None or sign * rest > missed + 1)",
        _JOURNALS,
    ),
    Fault(
        "splitting: bounds are one too tight where a target is known",
        "bound = self._target - objective.gain(1)",
        "bound = self._target - 2 * objective.gain(1)",
        _ANSWERS,
    ),
    Fault(
        "journals: copies stand for scores and candidates too",
        'if header.question != "count" or header.limit is not None or header.target is not None:',
        "if False:",
        _FORGED,
    ),
    Fault(
        "journals: copies may contradict a given",
        "if header.contradicts(leaf.fixed) or header.contradicts(leaf.original):",
        "if False:",
        _FORGED,
    ),
    Fault(
        "journals: scores count that do not reach the target",
        "for _, score in different if header.reaches(score)",
        "for _, score in different",
        _FORGED,
    ),
]
