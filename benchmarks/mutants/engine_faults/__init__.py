"""Faults in the engine: its lowering, its propagators, its search, its shared problems, and its waves."""

from __future__ import annotations

from benchmarks.mutants.engine_faults.automata import AUTOMATON_FAULTS
from benchmarks.mutants.engine_faults.bounds import BOUNDS_FAULTS
from benchmarks.mutants.engine_faults.combinations import COMBINATION_FAULTS
from benchmarks.mutants.engine_faults.conditions import CONDITION_FAULTS
from benchmarks.mutants.engine_faults.explanations import EXPLANATION_FAULTS
from benchmarks.mutants.engine_faults.houses import HOUSE_FAULTS
from benchmarks.mutants.engine_faults.lowering import LOWERING_FAULTS
from benchmarks.mutants.engine_faults.needed_values import NEEDED_VALUE_FAULTS
from benchmarks.mutants.engine_faults.search import SEARCH_FAULTS
from benchmarks.mutants.engine_faults.shared_problems import SHARED_PROBLEM_FAULTS
from benchmarks.mutants.engine_faults.sums import SUM_FAULTS
from benchmarks.mutants.engine_faults.waves import WAVE_FAULTS

ENGINE_FAULTS = [
    *LOWERING_FAULTS,
    *HOUSE_FAULTS,
    *SUM_FAULTS,
    *AUTOMATON_FAULTS,
    *CONDITION_FAULTS,
    *NEEDED_VALUE_FAULTS,
    *COMBINATION_FAULTS,
    *EXPLANATION_FAULTS,
    *BOUNDS_FAULTS,
    *SEARCH_FAULTS,
    *SHARED_PROBLEM_FAULTS,
    *WAVE_FAULTS,
]
