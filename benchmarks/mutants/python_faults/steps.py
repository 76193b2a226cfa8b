"""Faults in steps and walkthroughs."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

_ENDINGS = "tests/human/test_endings.py"
_FINDER = "tests/human/test_finder.py"
_WALKTHROUGHS = "tests/cli/test_walkthroughs.py"
_RECTANGLES = "tests/human/techniques/test_rectangles.py"

STEP_FAULTS = [
    Fault(
        "steps: sets that refute candidates serve another puzzle",
        "self.forget()  # these are not later marks of the same puzzle",
        "self._seen = ()",
        _FINDER,
    ),
    Fault(
        "steps: answers do not change with the candidates",
        "if known is None or known[0] != seen:",
        "if known is None:",
        _FINDER,
    ),
    Fault(
        "steps: filled cells may break a clue",
        "if all(cell in values for cell in constraint.scope) and not constraint.holds(values):",
        "if False:",
        _WALKTHROUGHS,
    ),
    Fault(
        "walkthroughs: a deduction may use any element",
        "reason = finder.reason(marks, claim.cell, claim.refuted, action.elements or None)",
        "reason = finder.reason(marks, claim.cell, claim.refuted)",
        _WALKTHROUGHS,
    ),
    Fault(
        "walkthroughs: one refuted value is enough",
        "if not refuted & ~self._subproblems.eliminations(selection.groups, marks).get(cell.index, 0):",
        "if refuted & self._subproblems.eliminations(selection.groups, marks).get(cell.index, 0):",
        _WALKTHROUGHS,
    ),
    Fault(
        "techniques: avoidable rectangles are unique ones",
        "    if rectangle.is_avoidable:\n        return\n",
        "",
        _RECTANGLES,
    ),
    Fault(
        "steps: a full grid is solved whatever the constraints say",
        "return self.solution() is not None",
        "return self.is_filled()",
        _ENDINGS,
    ),
    Fault(
        "steps: a clue without fillings is explained as usual",
        "if any(mask == marks.masks[index] for index, mask in removed.items()):",
        "if False:",
        _ENDINGS,
    ),
]
