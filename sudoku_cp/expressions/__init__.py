"""The parts of constraints: cells, expressions of cells, and the base class of constraints."""
