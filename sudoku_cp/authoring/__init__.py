"""The setter's bench: why a puzzle has no solution or several, what can go, estimates, and new puzzles."""

from sudoku_cp._base.lazy import LazyNames

with LazyNames(globals()):
    from sudoku_cp.authoring.ambiguity import Ambiguity as Ambiguity
    from sudoku_cp.authoring.equalities import Equalities as Equalities, Relation as Relation, equal as equal
    from sudoku_cp.authoring.estimates import (
        Estimate as Estimate,
        count_fillings as count_fillings,
        estimate as estimate,
        random_solution as random_solution,
    )
    from sudoku_cp.authoring.generation import Generated as Generated, generate as generate
    from sudoku_cp.authoring.reasons import (
        MinimalConflict as MinimalConflict,
        MinimalCorrection as MinimalCorrection,
        OpenClaim as OpenClaim,
        Reason as Reason,
        Unique as Unique,
        Unknown as Unknown,
        why as why,
    )
    from sudoku_cp.authoring.reduction import Reduction as Reduction, reduce as reduce
