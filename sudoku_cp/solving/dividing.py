"""Questions that are answered cube by cube, although compiled models do not depend on cubes.

Importing ``sudoku_cp`` registers `sudoku_cp.cubes` with `divide_with`; it is loaded at its first use.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from sudoku_cp.kernel.cell import Givens
    from sudoku_cp.model.answers import Candidates, Cube, Ranking, Result
    from sudoku_cp.model.limits import CubeOptions, Limits
    from sudoku_cp.solving.lowered_model import LoweredModel

    class Divider(Protocol):
        """The protocol of what divides a question and answers it; the questions are those of `LoweredModel`."""

        def solve(self, compiled: LoweredModel, givens: Givens, limits: Limits, options: CubeOptions, /) -> Result:
            """Find a solution, or the best one."""

        def count(
            self,
            compiled: LoweredModel,
            givens: Givens,
            limit: int | None,
            target: int | None,
            limits: Limits,
            options: CubeOptions,
            /,
        ) -> Result:
            """Count solutions."""

        def best(
            self,
            compiled: LoweredModel,
            givens: Givens,
            number: int,
            target: int | None,
            limits: Limits,
            options: CubeOptions,
            /,
        ) -> Ranking:
            """Find the best solutions."""

        def candidates(
            self, compiled: LoweredModel, givens: Givens, limits: Limits, options: CubeOptions, /
        ) -> Candidates:
            """Find the true candidates."""

        def split(self, compiled: LoweredModel, givens: Givens, seconds: float, number: int, /) -> list[Cube]:
            """Divide the solutions into cubes."""


_load: list[Callable[[], Divider]] = []


def divide_with(load: Callable[[], Divider]) -> None:
    """Set what divides all questions, loaded at its first use."""
    _load[:] = [load]


def divider() -> Divider:
    """What divides all questions."""
    return _load[0]()
