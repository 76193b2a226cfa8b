"""Steps that a person can follow: the next one, and the whole path of a puzzle."""

from sudoku_cp._base.lazy import LazyNames

with LazyNames(globals()):
    from sudoku_cp.human.finder import SearchStoppedError as SearchStoppedError, StepFinder as StepFinder
    from sudoku_cp.human.paths import Path as Path, explain as explain, path as path
    from sudoku_cp.human.step import Size as Size, Step as Step
