# %% [markdown]
# # A variant, from idea to proof
#
# The idea: on a line, no two neighbouring digits add up to a prime number. Can a whole row be such a line, and can
# all rows?

# %%
from itertools import pairwise

from sudoku_cp import Sudoku, Table
from sudoku_cp.proofs import prove
from sudoku_cp.rules import Cells, Line, rule

PRIMES = {2, 3, 5, 7, 11, 13, 17}


@rule("composite", draw=Line(colour="#cfe8c8"))
def composite(line: Cells):
    """No two neighbouring digits on the line add up to a prime number."""
    for pair in pairwise(line):
        yield Table.where(pair, lambda one, other: one + other not in PRIMES)


# %% [markdown]
# ## Is it possible at all?
#
# A whole row would have to hold all nine digits in such an order. The solver says that it can.

# %%
row = Sudoku(9)
row += composite(row.rows[0])
assert row.solve().solution is not None

# %% [markdown]
# Can *all* rows? In a 4×4 grid the answer is a number of grids, and a proof, because the search is complete.

# %%
small = Sudoku(4)
small += [composite(line) for line in small.rows]
count = small.count()
print("4×4 grids with such rows:", count.count, "exact:", count.exact)

# %% [markdown]
# ## Two solvers must agree
#
# Both solvers read the same rule, but share no code that solves.

# %%
diagonal = Sudoku(4)
diagonal += [composite(line) for line in diagonal.diagonals]
report = diagonal.check()
assert report.verdict.name == "AGREE"
print(report)

# %% [markdown]
# ## A proof for those who trust neither
#
# `prove` derives the number of solutions line by line; `sudoku-cp verify` reads it with a checker of its own.

# %%
proof = prove(small)
print(type(proof).__name__)
