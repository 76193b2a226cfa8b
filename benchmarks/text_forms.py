"""Random grids in texts of every form and with changes, read by every reader: the same grids, or a refusal.

    python -m benchmarks.text_forms [GRIDS] [SEED]

writes how many texts of each form were read, and how many were refused; the exit code is 1 if one was read as others.
"""

from __future__ import annotations

import sys
from collections import Counter
from math import isqrt
from random import Random

from tests.support.readings import LINE_BY_LINE, is_right, readings
from tests.support.text_forms import FORMS, grids_of, written

CHANGES = 3
"""The number of texts of each form: without changes, with one, with two."""


def main(number: int, seed: str) -> int:
    """Write the grids of as many draws in every form that has their size, and read them."""
    random = Random(seed)
    counts: Counter[tuple[str, str]] = Counter()
    for _ in range(number):
        grids = grids_of(random)
        for form, (_, _, sizes) in FORMS.items():
            if isqrt(len(grids[0])) not in sizes:
                continue
            for changes in range(CHANGES):
                text = written(random, grids, form, changes)
                for how, (found, error) in readings(text):
                    if not is_right(text, found, error, goes_on=how in LINE_BY_LINE):
                        counts[form, "other"] += 1
                        print(f"{how} of {text.how}: {text.text!r} is read as {found}, {error}, not {text.grids}")
                    else:
                        counts[form, "read" if error is None else "refused"] += 1
    for form in FORMS:
        print(f"{form:14}", *(f"{counts[form, kind]:8,} {kind}" for kind in ("read", "refused", "other")))
    wrong = sum(count for (_, kind), count in counts.items() if kind == "other")
    print(f"{number:,} draws, {counts.total():,} readings, {wrong} of other grids")
    return int(wrong > 0)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(main(int(arguments[0]) if arguments else 1000, arguments[1] if len(arguments) > 1 else "1"))
