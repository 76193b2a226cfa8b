"""Fuzzing: random models, the answers of solvers about them, and the smallest model that shows a fault."""
