"""All faults."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from benchmarks.mutants.compiled_setting import COMPILED_SETTING_FAULTS
from benchmarks.mutants.compiled_verifier import COMPILED_VERIFIER_FAULTS
from benchmarks.mutants.engine_faults import ENGINE_FAULTS
from benchmarks.mutants.page_scripts import PAGE_SCRIPT_FAULTS
from benchmarks.mutants.python_faults import PYTHON_FAULTS

FAULTS = (
    *PYTHON_FAULTS,
    *PAGE_SCRIPT_FAULTS,
    *ENGINE_FAULTS,
    *COMPILED_SETTING_FAULTS,
    *COMPILED_VERIFIER_FAULTS,
)

Item = TypeVar("Item")


def sampled(items: list[Item], number: int, seed: int) -> list[Item]:
    """Draw some items at random and keep their order; all of them where there are fewer."""
    drawn = Random(seed).sample(range(len(items)), min(number, len(items)))
    return [items[index] for index in sorted(drawn)]
