"""Fuzzing: random models, the answers of backends about them, and the smallest model that shows a fault."""
