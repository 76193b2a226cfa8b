"""What solvers, proofs and tests have for the constraints of `sudoku_cp.kernel.loop`."""
