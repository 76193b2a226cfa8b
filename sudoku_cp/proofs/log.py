"""The steps of a proof in VeriPB's syntax, version 3.0, and the numbers of what they derive."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_cp.proofs.formula import Formula

HEADER = "pseudo-Boolean proof version 3.0"


class ProofLog:
    """Writes steps; each method that derives a constraint returns its number."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self.last = len(formula.constraints)
        self.lines = [HEADER, f"f {self.last} ;"]

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"

    def clause(self, literals: Iterable[int]) -> int:
        """One of the literals is true; this follows by reverse unit propagation."""
        return self._step(f"rup {self._formula.sum_text([(1, literal) for literal in literals])} >= 1")

    def combination(self, polish: str) -> int:
        """A sum of constraints in reverse Polish notation."""
        return self._step(f"pol {polish}")

    def solution(self, literals: Iterable[int]) -> int:
        """A solution, which is excluded from now on."""
        return self._step(f"solx {self._literals(literals)}")

    def best(self, literals: Iterable[int]) -> int:
        """A solution that is to be improved on from now on."""
        return self._step(f"soli {self._literals(literals)}")

    def delete(self, number: int) -> None:
        """Forget what was derived."""
        self.lines.append(f"del id {number} ;")

    def say(self, comment: str) -> None:
        """Write a comment."""
        self.lines.append(f"% {comment}")

    def conclude(self, conclusion: str) -> None:
        """Write the end."""
        self.lines += ["output NONE ;", f"conclusion {conclusion} ;", "end pseudo-Boolean proof ;"]

    def _literals(self, literals: Iterable[int]) -> str:
        return " ".join(map(self._formula.text_of, literals))

    def _step(self, text: str) -> int:
        self.last += 1
        self.lines.append(f"{text} ;")
        return self.last
