"""Faults in the Python code: lowerings, the verifier, the comparison, and proofs with their checker."""

from __future__ import annotations

from benchmarks.mutants.python_faults.comparison import COMPARISON_FAULTS
from benchmarks.mutants.python_faults.lowerings import LOWERING_FAULTS
from benchmarks.mutants.python_faults.proofs import PROOF_FAULTS
from benchmarks.mutants.python_faults.verifier import VERIFIER_FAULTS

PYTHON_FAULTS = [*LOWERING_FAULTS, *VERIFIER_FAULTS, *COMPARISON_FAULTS, *PROOF_FAULTS]
