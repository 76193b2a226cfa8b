"""The steps of a proof in VeriPB's syntax, version 3.0, with the numbers of derived constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sudoku_cp.proofs.formula import Formula, Terms

HEADER = "pseudo-Boolean proof version 3.0"


class ProofLog:
    """A log of steps; each method that derives a constraint returns its number."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self.last = len(formula.constraints)
        self.lines = [HEADER, f"f {self.last} ;"]
        self._passing: list[tuple[int, Callable[[], bool]]] = []

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"

    def clause(self, literals: Iterable[int]) -> int:
        """Derive by reverse unit propagation that one of the literals is true."""
        return self._step(f"rup {self._formula.sum_text([(1, literal) for literal in literals])} >= 1")

    def combination(self, polish: str) -> int:
        """Derive a sum of constraints, given in reverse Polish notation."""
        return self._step(f"pol {polish}")

    def solution(self, literals: Iterable[int]) -> int:
        """Log a solution, which is excluded from now on."""
        return self._step(f"solx {self._literals(literals)}")

    def shown(self, literals: Iterable[int]) -> None:
        """Log a solution without consequences."""
        self.lines.append(f"sol {self._literals(literals)} ;")

    def best(self, literals: Iterable[int]) -> int:
        """Log a solution, which must be improved on from now on."""
        return self._step(f"soli {self._literals(literals)}")

    def suppose_not(self, terms: Terms, bound: int) -> int:
        """Begin the proof of Σ ≥ bound by contradiction, which assumes its negation."""
        self.last += 1
        self.lines.append(f"pbc {self._formula.sum_text(terms)} >= {bound} : subproof")
        return self.last

    def conclude_proof(self, contradiction: int) -> int:
        """End the proof by contradiction, which derives its goal."""
        return self._step(f"qed : {contradiction}")

    def delete(self, numbers: Iterable[int]) -> None:
        """Delete derived constraints."""
        words = " ".join(map(str, numbers))
        if words:
            self.lines.append(f"del id {words} ;")

    def delete_later(self, number: int, needed: Callable[[], bool]) -> None:
        """Delete a derived constraint at the first `tidy` where it is no longer needed."""
        self._passing.append((number, needed))

    def tidy(self) -> None:
        """Delete constraints that are no longer needed."""
        kept = []
        done = []
        for number, needed in self._passing:
            if needed():
                kept.append((number, needed))
            else:
                done.append(number)
        self.delete(done)
        self._passing = kept

    def conclude(self, conclusion: str) -> None:
        """Write the end."""
        self.lines += ["output NONE ;", f"conclusion {conclusion} ;", "end pseudo-Boolean proof ;"]

    def _literals(self, literals: Iterable[int]) -> str:
        return " ".join(map(self._formula.text_of, literals))

    def _step(self, text: str) -> int:
        self.last += 1
        self.lines.append(f"{text} ;")
        return self.last
