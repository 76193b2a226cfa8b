"""The subject of a proof: a formula, identified by its hash and givens, or by the puzzle it comes from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.model import LoweringError, ModelError


class OtherPuzzleError(Exception):
    """Raised when a file is about another puzzle."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a proof."""

    formula: str
    givens: tuple[str, ...]

    @classmethod
    def of_formula(cls, formula: str) -> Subject:
        """The subject of a proof about a formula."""
        from sudoku_cp.proofs.checker.formula import givens, read_formula

        names = (name.rpartition("_") for name in givens(read_formula(formula)))
        return cls(formula, tuple(f"{cell}={value.replace('m', '-')}" for cell, _, value in names))

    def of_puzzle(self, puzzles: Iterable[Puzzle]) -> Puzzle:
        """Find the puzzle whose formula, generated again, is the formula of the proof.

        Raises
        ------
        OtherPuzzleError
            If no puzzle has it.
        """
        from sudoku_cp.proofs.encoding import Encoding

        reasons = []
        for puzzle in puzzles:
            try:
                anew = str(Encoding(puzzle.model, puzzle.givens).formula)
            except (LoweringError, ModelError) as error:
                reasons.append(f"{place_of(puzzle)}: {error}")
                continue
            if anew == self.formula:
                return puzzle
            reasons.append(f"{place_of(puzzle)} has {_difference(anew, self.formula)}")
        reason = reasons[0] if reasons else "there is no puzzle"
        raise OtherPuzzleError(f"the formula is not the formula of the puzzle: {reason}")

    def as_dict(self) -> dict[str, Any]:
        """The entry for the record of a file."""
        return {"sha256": self._hash(), "givens": self.givens}

    def __str__(self) -> str:
        givens = f"givens {' '.join(self.givens)}" if self.givens else "no givens"
        return f"formula sha256 {self._hash()[:16]}, {givens}"

    def _hash(self) -> str:
        return sha256(self.formula.encode()).hexdigest()


def place_of(puzzle: Puzzle) -> str:
    """The place of a puzzle."""
    return f"{puzzle.source}:{puzzle.line}"


def _difference(anew: str, text: str) -> str:
    """The first line in which two texts differ."""
    lines, others = anew.splitlines(), text.splitlines()
    length = min(len(lines), len(others))
    at = next((at for at in range(length) if lines[at] != others[at]), length)
    shown = [_shortened(of[at]) if at < len(of) else "no more" for of in (lines, others)]
    return f"{shown[0]} in line {at + 1}, where it has {shown[1]}"


def _shortened(line: str, most: int = 60) -> str:
    return repr(line if len(line) <= most else f"{line[:most]}…")
