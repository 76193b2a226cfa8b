"""The two files of a proof: the formula (``.opb``) and the steps (``.pbp``), as VeriPB expects them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sudoku_cp._base.files import write_file
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Model
from sudoku_cp.model.limits import Limits
from sudoku_cp.proofs.proving import Proof, prove

FORMULA, STEPS = ".opb", ".pbp"

MOST_PROOF = 1 << 30
"""The largest size of a formula, or of steps, in bytes."""


@dataclass(frozen=True, slots=True)
class WrittenProof:
    """A proof and the path of its file."""

    proof: Proof
    path: Path
    """The path of the steps."""

    def as_dict(self) -> dict[str, Any]:
        """The entry for the record of a puzzle."""
        return {
            "formula": str(self.path.with_suffix(FORMULA)),
            "steps": str(self.path),
            "solutions": self.proof.solutions,
            "complete": self.proof.complete,
            "best": self.proof.best,
            "bound": self.proof.bound,
        }

    def __str__(self) -> str:
        return f"{self.path.with_suffix(FORMULA)} {self.path}"


def proof_path(wanted: Path, number: int) -> Path:
    """The path of the steps for the puzzle with a number.

    >>> str(proof_path(Path("hard"), 1)), str(proof_path(Path("hard.pbp"), 2))
    ('hard.pbp', 'hard-2.pbp')
    """
    name = wanted.name.removesuffix(STEPS).removesuffix(FORMULA)
    return wanted.with_name(f"{name}{STEPS}" if number == 1 else f"{name}-{number}{STEPS}")


def write_proof(
    path: Path, model: Model, givens: Givens, limit: int, limits: Limits, target: int | None
) -> WrittenProof:
    """Prove the answer to a puzzle, or that no score reaches a target, and write the proof.

    Parameters
    ----------
    path
        The path of the steps.
    model, givens, limit, limits, target
        As for `prove`.

    Raises
    ------
    LoweringError
        If no proof can be made.
    """
    proof = prove(model, givens, limit, limits, target)
    write_file(path.with_suffix(FORMULA), proof.formula)
    write_file(path, proof.steps)
    return WrittenProof(proof, path)


def listed(paths: Sequence[Path]) -> str:
    """List file names; of many, only the first two and the last one.

    >>> listed([Path("a.pbp"), Path("a-2.pbp"), Path("a-3.pbp"), Path("a-4.pbp")])
    'a.pbp a-2.pbp … a-4.pbp'
    """
    names = list(map(str, paths))
    return " ".join(names if len(names) < 4 else [*names[:2], "…", names[-1]])
