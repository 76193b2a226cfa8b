"""Faults in the engine: its lowering, its propagators, its search, its shared problems, and its waves."""

from __future__ import annotations

from benchmarks.mutants.engine_faults.lowering import LOWERING_FAULTS
from benchmarks.mutants.engine_faults.propagation import PROPAGATION_FAULTS
from benchmarks.mutants.engine_faults.search import SEARCH_FAULTS
from benchmarks.mutants.engine_faults.shared_problems import SHARED_PROBLEM_FAULTS
from benchmarks.mutants.engine_faults.waves import WAVE_FAULTS

ENGINE_FAULTS = [*LOWERING_FAULTS, *PROPAGATION_FAULTS, *SEARCH_FAULTS, *SHARED_PROBLEM_FAULTS, *WAVE_FAULTS]
