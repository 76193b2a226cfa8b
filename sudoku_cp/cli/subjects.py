"""What a proof or a certificate speaks of: a text, told by its hash and its givens, or by the puzzle it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sudoku_cp.certificates import Certificate
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.model import LoweringError, Model, ModelError


class OtherPuzzleError(Exception):
    """A file speaks of another puzzle."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a file speaks of."""

    kind: str
    text: str
    givens: tuple[str, ...]
    write_anew: Callable[[Puzzle], str]
    """The text that a puzzle of the user's has."""

    def of_puzzle(self, puzzles: Iterable[Puzzle]) -> str:
        """The place of the puzzle that has the text, written anew.

        Raises
        ------
        OtherPuzzleError
            If none has.
        """
        reasons = []
        for puzzle in puzzles:
            place = f"{puzzle.source}:{puzzle.line}"
            try:
                anew = self.write_anew(puzzle)
            except (LoweringError, ModelError) as error:
                reasons.append(f"{place}: {error}")
                continue
            if anew == self.text:
                return place
            reasons.append(f"{place} has {_difference(anew, self.text)}")
        reason = reasons[0] if reasons else "there is none"
        raise OtherPuzzleError(f"the {self.kind} is not that of the puzzle: {reason}")

    def as_dict(self) -> dict[str, Any]:
        """What the record of a file says of it."""
        return {"subject": self.kind, "sha256": self._hash(), "givens": self.givens}

    def __str__(self) -> str:
        givens = f"givens {' '.join(self.givens)}" if self.givens else "no givens"
        return f"{self.kind} sha256 {self._hash()[:16]}, {givens}"

    def _hash(self) -> str:
        return sha256(self.text.encode()).hexdigest()


def _difference(anew: str, text: str) -> str:
    """The first line in which two texts differ."""
    lines, others = anew.splitlines(), text.splitlines()
    length = min(len(lines), len(others))
    at = next((at for at in range(length) if lines[at] != others[at]), length)
    shown = [_shortened(of[at]) if at < len(of) else "no more" for of in (lines, others)]
    return f"{shown[0]} in line {at + 1}, where it has {shown[1]}"


def _shortened(line: str, most: int = 60) -> str:
    return repr(line if len(line) <= most else f"{line[:most]}…")


def of_formula(text: str) -> Subject:
    """A pseudo-Boolean formula."""
    from sudoku_cp.proofs.checker.formula import givens, read_formula
    from sudoku_cp.proofs.encoding import Encoding

    names = (name.rpartition("_") for name in givens(read_formula(text)))
    return Subject(
        "formula",
        text,
        tuple(f"{cell}={value.replace('m', '-')}" for cell, _, value in names),
        lambda puzzle: str(Encoding(puzzle.model, puzzle.givens).formula),
    )


def of_certificate(certificate: Certificate) -> Subject:
    """The document within a certificate; what the puzzle is called plays no part."""
    own = certificate.model
    return Subject(
        "document",
        _document(own, own),
        tuple(f"{cell.name}={value}" for cell, value in own.givens.items()),
        lambda puzzle: _document(puzzle.shown, own),
    )


def _document(model: Model, named: Model) -> str:
    """The document of a model, with the name of another one."""
    from copy import copy

    from sudoku_cp.formats import dump_document

    renamed = copy(model)
    renamed.name = named.name
    return dump_document(renamed)
