"""What constraints are made of: cells, what is computed from them, and what every constraint is."""
