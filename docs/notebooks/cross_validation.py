# %% [markdown]
# # Cross-validating a solver
#
# A solver that is tested with puzzles from a book is tested with puzzles that have one solution. This notebook asks a
# plain backtracking solver about random puzzles with none, one and several, and compares counts.

# %%
import random

from sudoku_cp import Sudoku


def count(grid, limit=2, size=4, box=2):
    """The number of solutions of a small grid, 0 for an open cell, up to a limit."""
    if 0 not in grid:
        return 1
    at = grid.index(0)
    row, column = divmod(at, size)
    seen = {
        grid[other]
        for other in range(size * size)
        if other // size == row
        or other % size == column
        or (other // size // box, other % size // box) == (row // box, column // box)
    }
    found = 0
    for digit in range(1, size + 1):
        if digit not in seen and found < limit:
            found += count([*grid[:at], digit, *grid[at + 1 :]], limit - found, size, box)
    return found


# %% [markdown]
# ## Random questions, not chosen ones
#
# Each question has four random givens. Some clash: then the right answer is 0.

# %%
generator = random.Random(7)
sudoku = Sudoku(4)
compiled = sudoku.compile("exact-cover")
differences = []
for _ in range(60):
    grid = [0] * 16
    for at in generator.sample(range(16), 5):
        grid[at] = generator.randint(1, 4)
    givens = {cell: digit for cell, digit in zip(sudoku.cells, grid, strict=True) if digit}
    expected = compiled.count(limit=2, givens=givens).count
    if count(grid) != expected:
        differences.append((grid, count(grid), expected))
print(len(differences), "differences; the first:", differences[:1])

# %% [markdown]
# The differences are all of one kind: the plain solver never compares givens with givens, so it answers 1 or 2 where
# two equal givens share a house. No puzzle from a book would have shown it.

# %%
assert differences
assert all(expected == 0 for _, _, expected in differences)
