"""The settings of CP-SAT that are the fastest for grids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

from ortools.sat.python.cp_model_helper import SatParameters

from sudoku_cp.backends.contract import Limits

_further: ContextVar[Mapping[str, int | bool]] = ContextVar("further", default=MappingProxyType({}))


@contextmanager
def further_settings(settings: Mapping[str, int | bool]) -> Iterator[None]:
    """Let searches that start meanwhile, in this thread, have other settings: CP-SAT beside itself is a test of it."""
    token = _further.set(settings)
    try:
        yield
    finally:
        _further.reset(token)


def settings_for(limits: Limits, *, optimize: bool = False, enumerate_all: bool = False) -> SatParameters:
    """Settings measured to be the fastest for grids.

    One worker, which makes answers reproducible and enumeration free of repetitions. Presolve, symmetry detection,
    probing and inprocessing cost more than they save on these models. The linear relaxation pays for an objective
    only.
    """
    settings = SatParameters()
    settings.num_workers = 1
    settings.catch_sigint_signal = False
    settings.cp_model_presolve = False
    settings.symmetry_level = 0
    settings.cp_model_probing_level = 0
    settings.use_sat_inprocessing = False
    settings.enumerate_all_solutions = enumerate_all
    settings.initial_polarity = SatParameters.Polarity.POLARITY_TRUE
    settings.linearization_level = 2 if optimize else 0
    if limits.seconds is not None:
        settings.max_time_in_seconds = max(limits.seconds, 0.0)
    if limits.nodes is not None:
        settings.max_number_of_conflicts = limits.nodes
    for name, value in _further.get().items():
        if not (enumerate_all and name == "num_workers"):  # several workers repeat solutions
            setattr(settings, name, value)
    return settings
