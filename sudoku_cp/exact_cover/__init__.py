"""A solver for exact cover problems with secondary items, colours and costs.

A problem has *items* and *options*; an option is a list of items. A cover is a set of options that contains every
*primary* item exactly once. It contains a *secondary* item at most once, or in several options that all give it the
same *colour*. Options may have costs, and `minimum` then finds a cover of least cost.

>>> from sudoku_cp.exact_cover import ExactCover
>>> toy = ExactCover("abcdefg")
>>> for option in ("ce", "adg", "bcf", "adf", "bg", "deg"):
...     toy.add_option(option, name=option)
>>> toy.solve().cover
('ce', 'adf', 'bg')

Eight queens: every row and every column has a queen, every diagonal at most one.

>>> places = [(row, column) for row in range(8) for column in range(8)]
>>> queens = ExactCover(
...     primary=[f"{line} {number}" for line in ("row", "column") for number in range(8)],
...     secondary=[f"{line} {number}" for line in ("rising", "falling") for number in range(-7, 15)],
... )
>>> for row, column in places:
...     lines = f"row {row}", f"column {column}", f"rising {row + column}", f"falling {row - column}"
...     queens.add_option(lines, name=(row, column))
>>> queens.count().count
92

The letters of a crossword are colours: lines may share a cell if they agree on it.

>>> crossword = ExactCover(primary=["across", "down"], secondary=["corner"])
>>> for line, word in (("across", "cat"), ("across", "owl"), ("down", "cow"), ("down", "ant")):
...     crossword.add_option([line, ("corner", word[0])], name=f"{line} {word}")
>>> list(crossword.solutions())
[('across cat', 'down cow')]

References
----------
D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1, "Dancing links".
"""

from sudoku_cp.exact_cover.problem import Cover, CoverResult, Covers, ExactCover

__all__ = ["Cover", "CoverResult", "Covers", "ExactCover"]
