"""The settings of CP-SAT: those that users can choose, and fixed ones that are the fastest for grids."""

from __future__ import annotations

from dataclasses import dataclass

from ortools.sat.python.cp_model_helper import SatParameters

from sudoku_cp.model.limits import MOST_THREADS, Limits
from sudoku_cp.solving.solver import Solver, setting


@dataclass(frozen=True)
class CpSatSettings(Solver):
    """The settings that users can choose.

    One worker makes answers reproducible, and enumeration free of repetitions, for which there is never more than one.
    """

    plain_name = "cp-sat"
    package = "ortools"
    workers: int = setting(1, "threads that search for a solution, or for the best one", least=1, most=MOST_THREADS)
    seed: int = setting(1, "the seed of random choices")
    presolve: bool = setting(False, "simplify the model before every search")

    def parameters(self, limits: Limits, *, optimize: bool = False, enumerate_all: bool = False) -> SatParameters:
        """The parameters of one search, by default the fastest ones in benchmarks.

        Presolve, symmetry detection, probing and inprocessing cost more than they save on these models. The linear
        relaxation only pays off with an objective.
        """
        parameters = SatParameters()
        parameters.num_workers = 1 if enumerate_all else self.workers
        parameters.random_seed = self.seed
        parameters.catch_sigint_signal = False
        parameters.cp_model_presolve = self.presolve
        parameters.symmetry_level = 0
        parameters.cp_model_probing_level = 0
        parameters.use_sat_inprocessing = False
        parameters.enumerate_all_solutions = enumerate_all
        parameters.initial_polarity = SatParameters.Polarity.POLARITY_TRUE
        parameters.linearization_level = 2 if optimize else 0
        if limits.seconds is not None:
            parameters.max_time_in_seconds = max(limits.seconds, 0.0)
        if limits.nodes is not None:
            parameters.max_number_of_conflicts = limits.nodes
        return parameters
