# singles.py
def solve(line: str) -> str | None:
    """Fill in cells with one candidate left; None where cells stay open."""
    grid = dict(enumerate(line))
    houses = {at: (at // 9, at % 9, at // 27 * 3 + at % 9 // 3) for at in grid}
    peers = {at: [b for b in grid if any(x == y for x, y in zip(houses[at], houses[b]))] for at in grid}
    open_cells = [at for at in grid if grid[at] == "."]
    while open_cells:
        left = {at: set("123456789") - {grid[peer] for peer in peers[at]} for at in open_cells}
        singles = [at for at in open_cells if len(left[at]) == 1]
        if not singles:
            return None
        grid[singles[0]] = left[singles[0]].pop()
        open_cells.remove(singles[0])
    return "".join(grid.values())
