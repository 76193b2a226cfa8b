"""How hard classic puzzles are for people: ratings on Sudoku Explainer's scale, and HoDoKu's score.

>>> from sudoku_cp.rating import rate
>>> rating = rate(".4..2....3..8..5.9.96...12.....7...3.873.129.2...8.....52...98.4.3..8..2....5..3.")
>>> print(rating)
ER 2.3, EP 1.2, ED 1.2 (naked single)

>>> from sudoku_cp.rating import score
>>> print(score(".4..2....3..8..5.9.96...12.....7...3.873.129.2...8.....52...98.4.3..8..2....5..3."))
344, easy (hidden single)

The steps, their order and their ratings are those of Sudoku Explainer 1.2.1. At each time the easiest step that is
found is taken, and of equal ones the first. A rating therefore depends on the order of the search a little: a rotated
or relabelled copy of a puzzle may have another one.

References
----------
N. Juillerat, Sudoku Explainer, 2006–2007; the forum of sudoku players for ER, EP and ED. B. Hobiger, HoDoKu 2.2, 2012.
"""

from sudoku_cp.rating.hodoku import Score, score
from sudoku_cp.rating.rater import Outcome, Rating, rate, rate_many, technique_names

__all__ = ["Outcome", "Rating", "Score", "rate", "rate_many", "score", "technique_names"]
