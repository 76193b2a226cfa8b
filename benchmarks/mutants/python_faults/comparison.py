"""Faults in the comparison of answers."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

COMPARISON = "tests/cross_check/test_checker.py tests/cross_check/test_report.py"

COMPARISON_FAULTS = [
    Fault(
        "comparison: different answers agree",
        "if len(set(proved)) > 1:",
        "if len(set(proved)) > 2:",
        COMPARISON,
    ),
    Fault(
        "comparison: one proof is an agreement",
        "Verdict.AGREE if len(proved) > 1 else",
        "Verdict.AGREE if proved else",
        COMPARISON,
    ),
    Fault(
        "comparison: a limit counts as all",
        'if count.exact:\n        return Position(solver, f"{low:,}", low)',
        'if low:\n        return Position(solver, f"{low:,}", low)',
        COMPARISON,
    ),
    Fault(
        "comparison: repetitions are passed over",
        "        seen.add(values)\n",
        "",
        COMPARISON,
    ),
    Fault(
        "comparison: lost solutions are passed over",
        '    if lost:\n        reason = f"its list lacks {len(lost)}',
        '    if len(lost) > 1:\n        reason = f"its list lacks {len(lost)}',
        COMPARISON,
    ),
    Fault(
        "comparison: a wrong solution is evidence",
        "            if violations:\n",
        "            if len(violations) > 1:\n",
        COMPARISON,
    ),
    Fault(
        "comparison: the worst score is the best",
        "best = max(scores,",
        "best = min(scores,",
        COMPARISON,
    ),
    Fault(
        "comparison: ranges that touch are empty",
        "self.low > self.high",
        "self.low >= self.high",
        COMPARISON,
    ),
]
