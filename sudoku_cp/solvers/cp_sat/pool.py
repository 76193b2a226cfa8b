"""A pool of CP-SAT models with fixed givens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ortools.sat.python.cp_model_helper import CpModelProto


class ModelPool:
    """Copies of one CP-SAT model, each lent to one search at a time.

    Fixing the literals of the givens in place, and freeing them afterwards, takes a fifth of the time of a copy;
    assumptions make the search itself five times slower.
    """

    def __init__(self, proto: CpModelProto) -> None:
        self._original = proto
        self._idle: list[CpModelProto] = []

    @contextmanager
    def lend(self, literals: Iterable[int]) -> Iterator[CpModelProto]:
        """A model with the literals true. It returns to the pool unless an exception interrupts its use."""
        fixed = list(literals)
        proto = self._idle.pop() if self._idle else self.copy(())
        _bound_below(proto, fixed, 1)
        yield proto
        _bound_below(proto, fixed, 0)
        self._idle.append(proto)

    def copy(self, literals: Iterable[int]) -> CpModelProto:
        """A model with the literals permanently true."""
        proto = CpModelProto()
        proto.copy_from(self._original)
        _bound_below(proto, literals, 1)
        return proto


def _bound_below(proto: CpModelProto, literals: Iterable[int], bound: int) -> None:
    for literal in literals:
        proto.variables[literal].domain[0] = bound
