"""Models as pseudo-Boolean formulas, for proofs, for solvers of such formulas, and as clauses for SAT solvers."""
