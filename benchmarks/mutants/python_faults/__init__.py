"""Faults in the Python code: lowerings, rules, verifier, comparison, proofs, setting, steps, cubes, corpora, page."""

from __future__ import annotations

from benchmarks.mutants.python_faults.comparison import COMPARISON_FAULTS
from benchmarks.mutants.python_faults.corpus import CORPUS_FAULTS
from benchmarks.mutants.python_faults.cubes import CUBE_FAULTS
from benchmarks.mutants.python_faults.lowerings import LOWERING_FAULTS
from benchmarks.mutants.python_faults.page import PAGE_FAULTS
from benchmarks.mutants.python_faults.proofs import PROOF_FAULTS
from benchmarks.mutants.python_faults.rules import RULE_FAULTS
from benchmarks.mutants.python_faults.setting import SETTING_FAULTS
from benchmarks.mutants.python_faults.steps import STEP_FAULTS
from benchmarks.mutants.python_faults.verifier import VERIFIER_FAULTS

PYTHON_FAULTS = [
    *LOWERING_FAULTS,
    *RULE_FAULTS,
    *VERIFIER_FAULTS,
    *COMPARISON_FAULTS,
    *PROOF_FAULTS,
    *SETTING_FAULTS,
    *STEP_FAULTS,
    *CUBE_FAULTS,
    *CORPUS_FAULTS,
    *PAGE_FAULTS,
]
