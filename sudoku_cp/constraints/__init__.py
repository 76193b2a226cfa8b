"""The plug-ins of constraints: what solvers, proofs and tests have for each, found by `sudoku_cp.kernel.slots`.

Each constraint has a folder named after its module in `sudoku_cp.kernel`. Nothing imports them statically.
"""
