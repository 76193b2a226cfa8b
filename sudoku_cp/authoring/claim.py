"""Claims about a cell, such as ``r3c4=5`` and ``r3c4!=5``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sudoku_cp.authoring.parts import given_name
from sudoku_cp.model import Cell, Model, ModelError

_CLAIM = re.compile(r"\s*(\S.*?)\s*(=|==|!=|≠)\s*([^\s=]+)\s*")
_ABOUT_A_GRID = re.compile(r"r\d+c\d+(=|==|!=|≠)[^\s=]+")


@dataclass(frozen=True)
class Claim:
    """That a cell has a value, or that it does not have it."""

    cell: Cell
    value: int
    is_equality: bool
    text: str
    """The claim as people write it."""

    @property
    def opposite(self) -> Claim:
        """The claim that this one is wrong."""
        old, new = ("=", "≠") if self.is_equality else ("≠", "=")
        return Claim(self.cell, self.value, not self.is_equality, self.text.replace(old, new))

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the cell for which the claim is right."""
        return tuple(value for value in self.cell.domain if (value == self.value) is self.is_equality)

    def __str__(self) -> str:
        return self.text


def read_claim(text: str, model: Model) -> Claim:
    """Read a claim about a cell of a model.

    Parameters
    ----------
    text
        The claim, with the cell's name and the symbol of the digit.
    model
        The model.

    Returns
    -------
    Claim
        The claim.

    Raises
    ------
    ModelError
        If there is no such cell or digit, or the text is not a claim.

    >>> from sudoku_cp import Sudoku
    >>> claim = read_claim("r1c2!=3", Sudoku(4))
    >>> str(claim), claim.values
    ('r1c2≠3', (1, 2, 4))
    """
    match = _CLAIM.fullmatch(text)
    if match is None:
        raise ModelError(f"{text!r} is not a claim such as r3c4=5 or r3c4!=5")
    name, sign, word = match.groups()
    cell = model[name]
    values = {given_name(model, cell, value).rpartition("=")[2]: value for value in cell.domain}
    if word not in values:
        raise ModelError(f"{text}: {word} is not a digit of {name}; these are {', '.join(values)}")
    is_equality = sign in ("=", "==")
    return Claim(cell, values[word], is_equality, f"{name}{'=' if is_equality else '≠'}{word}")


def is_claim(word: str) -> bool:
    """Whether an argument of a command is a claim about a cell of a grid.

    Parameters
    ----------
    word
        The argument.

    Returns
    -------
    bool
        Whether it is one.
    """
    return _ABOUT_A_GRID.fullmatch(word) is not None
