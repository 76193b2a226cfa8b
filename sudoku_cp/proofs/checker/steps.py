"""Splitting of a proof's text into steps."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp.proofs.checker.sums import RejectedError


def read_steps(text: str) -> Iterator[tuple[int, list[str]]]:
    """The steps with their line numbers; each step is on one line, and % starts a comment.

    Raises
    ------
    RejectedError
        If a line cannot be read.
    """
    for number, line in enumerate(text.splitlines(), 2):
        words = line.partition("%")[0].split()
        if not words:
            continue
        if words[-1] == "subproof":
            pass
        elif words[-1] == ";":
            words.pop()
        elif words[-1].endswith(";"):
            words[-1] = words[-1][:-1]
        else:
            raise RejectedError(f"line {number}: a step must end in ;")
        if not words:
            raise RejectedError(f"line {number}: there is no step")
        yield number, words
