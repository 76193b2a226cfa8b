"""One hard question divided into cubes: parts of the space of solutions that are disjoint and cover it."""

from sudoku_cp.model.answers import Cube
from sudoku_cp.parallel.executors import executor_named, processes

__all__ = ["Cube", "executor_named", "processes"]
