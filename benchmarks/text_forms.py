"""Random grids in texts of every form and with changes, read by every reader: the same grids, or a refusal.

The texts of some draws, and a long text of each form, are read once more to see that no reader takes more memory than
ten times the bytes of the text and a fixed allowance.

    python -m benchmarks.text_forms [GRIDS] [SEED]

writes how many readings of each form there were, and how many were refused; the exit code is 1 if one was of other
grids, or took too much memory.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections import Counter
from math import isqrt
from random import Random

from tests.support.readings import LINE_BY_LINE, is_right, readings, takes_too_much
from tests.support.text_forms import FORMS, Written, grids_of, long_text, written

MEASURED = 4
"""The memory is measured for the texts of every fourth draw, as measuring takes longer than reading."""

CHANGES = 3
"""The number of texts of each form: without changes, with one, with two."""


def main(draws: int, seed: str) -> int:
    """Write the grids of as many draws in every form that has their size, and read them."""
    random = Random(seed)
    counts: Counter[tuple[str, str]] = Counter()
    texts = 0
    for unknown in ("?!", "{?", "a = ?"):  # for which formats of other packages are looked for
        list(readings(Written(((0,),), unknown, "line", "")))
    for form, (_, _, sizes) in FORMS.items():
        for changes in 5 * tuple(range(CHANGES)):  # which load what readers import
            grids = next(grids for grids in iter(lambda: grids_of(random), None) if isqrt(len(grids[0])) in sizes)
            list(readings(written(random, grids, form, changes)))
        counts[form, "large"] += _is_large(long_text(random, form))
    for draw in range(draws):
        grids = grids_of(random)
        for form, (_, _, sizes) in FORMS.items():
            if isqrt(len(grids[0])) not in sizes:
                continue
            for changes in range(CHANGES):
                text = written(random, grids, form, changes)
                texts += 1
                if draw % MEASURED == 0:
                    counts[form, "large"] += _is_large(text)
                for how, (found, error) in readings(text):
                    if not is_right(text, found, error, goes_on=how in LINE_BY_LINE):
                        counts[form, "other"] += 1
                        print(f"{how} of {text.how}: {text.text!r} is read as {found}, {error}, not {text.grids}")
                    else:
                        counts[form, "read" if error is None else "refused"] += 1
    for form in FORMS:
        print(f"{form:14}", *(f"{counts[form, kind]:8,} {kind}" for kind in ("read", "refused", "other", "large")))
    wrong = sum(count for (_, kind), count in counts.items() if kind == "other")
    large = sum(count for (_, kind), count in counts.items() if kind == "large")
    print(f"{texts:,} texts, {counts.total() - large:,} readings, {wrong} of other grids, {large} with too much memory")
    return int(wrong + large > 0)


def _is_large(text: Written) -> bool:
    tracemalloc.start()
    fault = takes_too_much(text)
    tracemalloc.stop()
    if fault is not None:
        print(fault)
    return fault is not None


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(main(int(arguments[0]) if arguments else 1000, arguments[1] if len(arguments) > 1 else "1"))
