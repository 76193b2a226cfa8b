"""How a run divides a question, and the times and numbers that it keeps to."""

from __future__ import annotations

from dataclasses import dataclass

TICK = 0.05
"""The number of seconds between two looks at the cancel flag."""

FIRST = 1.0
"""The time in seconds for the whole question, which is enough for an easy one, and for the estimates that follow it."""

DIVIDING = 10.0
"""The time in seconds for the first estimates where the number of cubes is given."""

AHEAD = 2
"""The number of cubes given to each worker at a time, so that none waits for the next."""

MOST_AT_FIRST = 1_000
"""The number of workers for which the first division has enough cubes; more divide them further."""

ENDING = 5.0
"""The time in seconds for running cubes to come back when a run ends early."""


@dataclass(frozen=True)
class Plan:
    """How a question is divided."""

    seconds: float | None
    """The time for a cube, after which it is divided, as a number of nodes where that is known; None for no limit."""
    cubes: int | None
    """The least number of cubes to begin with; None to ask the whole question first, and then 4 for each worker."""
