"""Canonical forms: the same for all symmetric copies of a puzzle, and different for different puzzles.

>>> from sudoku_cp import Sudoku
>>> from sudoku_cp.canonical_forms import canonical_form, distinct
>>> one, copy = Sudoku(4), Sudoku(4)
>>> one.give_grid("1...2...3......4")
>>> copy.give_grid("4......3...2...1")
>>> print("".join(str(canonical_form(one).givens.get(cell, 0)) for cell in one.grid))
0000000100002340
>>> len(list(distinct([one, copy])))
1
"""

from sudoku_cp.canonical_forms.forms import CanonicalForms, canonical_form, distinct, minlex

__all__ = ["CanonicalForms", "canonical_form", "distinct", "minlex"]
