# %% [markdown]
# # A scored sudoku as a lesson in optimisation
#
# Most sudoku lessons are about satisfaction: find the grid that breaks nothing. With a score, the same grid becomes a
# lesson about optimisation: upper bounds, gaps, and what it means that an answer is *optimal*.

# %%
from sudoku_cp import Sudoku

sudoku = Sudoku(9)
sudoku.maximize(sum((10 - max(abs(cell.row - 5), abs(cell.column - 5))) * cell for cell in sudoku.cells))

# %% [markdown]
# ## Any solution is a lower bound
#
# `improvements` yields ever better solutions with the bound known at that time. When score and bound meet, it is
# over; here the very first grid is already the best one.

# %%
gaps = [(better.objective, better.bound) for better in sudoku.compile("exact-cover").improvements()]
print(gaps)
assert all(score <= bound for score, bound in gaps)
assert gaps[-1] == (2906, 2906)

# %% [markdown]
# ## A bound by hand
#
# Each row holds the digits 1 to 9, so its best score puts large digits on large weights. Forgetting columns and boxes
# can only help; the sum over the rows is therefore an upper bound. It is weak: this is why solvers use better ones.

# %%
weights = [[10 - max(abs(row - 5), abs(column - 5)) for column in range(1, 10)] for row in range(1, 10)]
by_hand = sum(digit * weight for row in weights for digit, weight in enumerate(sorted(row), start=1))
print("by hand:", by_hand, "optimal:", 2906)
assert by_hand >= 2906

# %% [markdown]
# ## Optimal means: two solvers could not do better
#
# With givens the best score drops, and never rises: fewer grids are left.

# %%
sudoku.givens[sudoku["r5c5"]] = 1
worse = sudoku.solve()
assert worse.status.name == "OPTIMAL"
assert worse.objective <= 2906
print("with a 1 in the middle:", worse.objective)
