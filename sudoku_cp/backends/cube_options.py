"""The options of questions that are answered cube by cube."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypedDict


class CubeOptions(TypedDict, total=False):
    """How a question is divided; any of these makes it so. ``docs/guides/cubes.md`` is a guide."""

    executor: Executor | Callable[[], Executor] | None
    """Works on the cubes: an executor, or a function that makes one, and another one if that is broken; by default one
    thread."""
    journal: str | os.PathLike[str] | None
    """The file that keeps the answers, and from which a run goes on; by default none."""
    cube_seconds: float | None
    """The time for a cube, after which it is divided, by default 10 s; None for no limit."""
    cubes: int | None
    """The least number of cubes to begin with; by default the whole question is asked for a moment first, and then
    divided into 4 cubes for each worker."""
    patience: float
    """The number of seconds to wait for a cluster that has no workers, or whose scheduler has gone, by default 600."""
    symmetry: bool
    """Whether one cube stands for all its copies under the symmetries of the model, if solutions are counted; by
    default it does."""
