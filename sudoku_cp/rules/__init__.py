"""Named variant rules, written in the kernel's terms, one family a file; and how to declare more.

>>> from sudoku_cp import Sudoku
>>> from sudoku_cp.rules import anti_knight, killer
>>> sudoku = Sudoku(9)
>>> sudoku.add(anti_knight(), killer("r1c1 r1c2", sum=3))
"""

from sudoku_cp.rules.cages import killer
from sudoku_cp.rules.chess import anti_king, anti_knight
from sudoku_cp.rules.dots import kropki_black, kropki_white, xv
from sudoku_cp.rules.drawings import Cage, Dot, Drawing, Line, Mark, Shade
from sudoku_cp.rules.lines import arrow, palindrome, renban, thermo, whisper
from sudoku_cp.rules.neighbours import non_consecutive
from sudoku_cp.rules.parameters import Cells, Numbers, Pair, Parameter
from sudoku_cp.rules.parity import even, odd
from sudoku_cp.rules.regions import diagonal, diagonals, disjoint_groups, extra_region, windoku
from sudoku_cp.rules.registry import RULES, AppliedRule, Rule, clue, load_rules, nearest, rule

__all__ = [
    "RULES",
    "AppliedRule",
    "Cage",
    "Cells",
    "Dot",
    "Drawing",
    "Line",
    "Mark",
    "Numbers",
    "Pair",
    "Parameter",
    "Rule",
    "Shade",
    "anti_king",
    "anti_knight",
    "arrow",
    "clue",
    "diagonal",
    "diagonals",
    "disjoint_groups",
    "even",
    "extra_region",
    "killer",
    "kropki_black",
    "kropki_white",
    "load_rules",
    "nearest",
    "non_consecutive",
    "odd",
    "palindrome",
    "renban",
    "rule",
    "thermo",
    "whisper",
    "windoku",
    "xv",
]
