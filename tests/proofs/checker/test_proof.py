from __future__ import annotations

from collections.abc import Iterator

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.proofs import prove
from sudoku_cp.proofs.checker import RejectedError, check
from sudoku_cp.proofs.checker.formula import Sum, read_formula

TWO_BY_TWO = "* two in two places\n1 a1 1 a2 >= 1 ;\n1 b1 1 b2 >= 1 ;\n-1 a1 -1 b1 >= -1 ;\n-1 a2 -1 b2 >= -1 ;\n"
PIGEONS = "1 a1 1 a2 >= 1 ;\n1 b1 1 b2 >= 1 ;\n1 c1 1 c2 >= 1 ;\n-1 a1 -1 b1 -1 c1 >= -1 ;\n-1 a2 -1 b2 -1 c2 >= -1 ;\n"
ONE_OF_THREE = "min: 3 x1 2 x2 4 x3 ;\n1 x1 1 x2 1 x3 = 1 ;\n"


def proof(*steps: str) -> str:
    return "\n".join(["pseudo-Boolean proof version 3.0", *steps, "end pseudo-Boolean proof ;"])


ALL_THREE = [
    "f 2 ;",
    "solx x1 ;",
    "rup 1 ~x1 >= 1 ;",
    "solx x2 ;",
    "rup 1 ~x2 >= 1 ;",
    "solx x3 ;",
    "rup >= 1 ;",
    "output NONE ;",
]
BEST = ["f 2 ;", "soli x1 ;", "soli x2 ;", "rup >= 1 ;", "output NONE ;"]


def test_claims() -> None:
    complete = proof(*ALL_THREE, "conclusion ENUMERATION_COMPLETE 3 : 8 ;")
    assert str(check(ONE_OF_THREE, complete)) == "exactly 3 solutions"
    best = proof(*BEST, "conclusion BOUNDS 2 : 5 2 ;")
    assert str(check(ONE_OF_THREE, best)) == "the least value of the objective is 2"
    partial = proof(*ALL_THREE[:2], "output NONE ;", "conclusion ENUMERATION_PARTIAL 1 ;")
    assert str(check(ONE_OF_THREE, partial)) == "at least one solution"


AT_LEAST_TWO = ["f 2 ;", "sol x1 ;", "pbc 3 x1 2 x2 4 x3 >= 2 : subproof", "rup >= 1 ;", "qed : 4 ;"]
"""Constraint 5 says that the objective is at least 2."""


def test_bounds_by_contradiction() -> None:
    steps = [*AT_LEAST_TWO, "output NONE ;"]
    shown = check(ONE_OF_THREE, proof(*steps, "conclusion BOUNDS 2 : 5 3 ;"))
    assert str(shown) == "the objective is at least 2, and 3 in a solution"
    assert (shown.complete, shown.optimum) == (False, None)
    optimal = check(ONE_OF_THREE, proof(*steps, "conclusion BOUNDS 2 : 5 2 ;").replace("sol x1", "sol x2"))
    assert (optimal.complete, optimal.optimum) == (True, 2)
    del steps[1]
    assert str(check(ONE_OF_THREE, proof(*steps, "conclusion BOUNDS 2 : 5 INF ;"))) == "the objective is at least 2"
    none = proof("f 3 ;", "rup >= 1 ;", "output NONE ;", "conclusion BOUNDS INF : 4 INF ;")
    assert str(check(f"{ONE_OF_THREE}1 x1 1 x2 >= 2 ;\n", none)) == "no solution"


def test_what_is_supposed_is_forgotten() -> None:
    """What follows from the negation alone, and is forced by it, holds in the subproof and not behind it."""
    supposed = ["f 2 ;", "pbc 1 x1 1 x2 >= 0 : subproof", "rup 1 x3 >= 1 ;", "rup >= 1 ;", "qed : 5 ;"]
    end = ["output NONE ;", "conclusion ENUMERATION_PARTIAL 0 ;"]
    assert check(ONE_OF_THREE, proof(*supposed, *end)).solutions == 0
    for step, message in (
        ("rup 1 x3 >= 1 ;", "line 7: this does not follow"),
        ("pol 4 ;", "line 7: there is no constraint 4"),
        ("conclusion UNSAT : 5 ;", "line 8: there is no constraint 5"),
    ):
        with pytest.raises(RejectedError, match=message):
            check(ONE_OF_THREE, proof(*supposed, *(["output NONE ;"] if "conclusion" in step else []), step, *end))


def test_pigeons_by_cutting_planes() -> None:
    by_sum = proof("f 5 ;", "pol 1 2 + 3 + 4 + 5 + ;", "output NONE ;", "conclusion UNSAT : 6 ;")
    assert str(check(PIGEONS, by_sum)) == "no solution"
    with pytest.raises(RejectedError, match="line 5: constraint 6 is not a contradiction"):
        check(PIGEONS, by_sum.replace(" 5 +", ""))


def test_pigeons_by_cases() -> None:
    steps = ["f 5 ;", "rup 1 ~a1 >= 1 ;", "rup >= 1 ;", "output NONE ;", "conclusion UNSAT : 7 ;"]
    assert check(PIGEONS, proof(*steps)).solutions == 0
    with pytest.raises(RejectedError, match="line 3: this does not follow by unit propagation"):
        check(PIGEONS, proof(steps[0], *steps[2:]))


@pytest.mark.parametrize(
    ("polish", "derived"),
    [
        ("1 3 *", "3 a1 3 a2 >= 3"),
        ("1 2 * 2 +", "2 a1 2 a2 1 b1 1 b2 >= 3"),
        ("1 2 * 2 + 2 d", "1 a1 1 a2 1 b1 1 b2 >= 2"),
        ("1 3 +", "1 a2 1 ~b1 >= 1"),
        ("1 2 + a1 w", "1 a2 1 b1 1 b2 >= 1"),
        ("1 a1 3 * + s", "1 a1 1 a2 >= 1"),
        ("~a1 1 +", "1 a2 >= 0"),
    ],
)
def test_cutting_planes(polish: str, derived: str) -> None:
    """What is derived is told by a line that makes it and its negation contradict each other."""
    formula = read_formula(TWO_BY_TWO)
    wanted = formula.constraint(derived.split())
    opposite = wanted.negated()
    words = " ".join(
        f"{weight} {'~' * (literal & 1)}{list(formula.variables)[literal >> 1]}"
        for literal, weight in opposite.coefficients.items()
    )
    text = f"{TWO_BY_TWO}{words} >= {opposite.bound} ;\n"
    steps = proof("f 5 ;", f"pol {polish} ;", "pol 5 6 + ;", "output NONE ;", "conclusion UNSAT : 7 ;")
    assert check(text, steps).solutions == 0
    with pytest.raises(RejectedError, match="contradiction"):
        check(text, steps.replace(f"pol {polish}", "pol ~a1"))


@pytest.mark.parametrize(
    ("formula", "steps", "message"),
    [
        ("1 x1 >= 1\n", [], "line 1 of the formula does not end in ;"),
        ("1 x1 > 1 ;\n", [], "must end in >= and a number"),
        ("1 x1 x2 >= 1 ;\n", [], "in turn"),
        ("x x1 >= 1 ;\n", [], "'x' is not a whole number"),
        ("min: 1 x1 ;\nmin: 1 x1 ;\n", [], "second objective"),
        (TWO_BY_TWO, ["f 3 ;"], "line 2: the formula has 4 constraints"),
        (TWO_BY_TWO, ["f 4 ;", "f 4 ;"], "line 3: the formula has"),
        (TWO_BY_TWO, ["f 4"], "line 2: a step must end in ;"),
        (TWO_BY_TWO, [" ;"], "there is no step"),
        (TWO_BY_TWO, ["f 4 ;", "rup 1 c1 >= 1 ;"], "there is no variable 'c1'"),
        (TWO_BY_TWO, ["f 4 ;", "rup 1 a1 >= 1 ;"], "line 3: this does not follow by unit propagation"),
        (TWO_BY_TWO, ["f 4 ;", "pol 9 ;"], "there is no constraint 9"),
        (TWO_BY_TWO, ["f 4 ;", "pol 1 + ;"], "too few operands"),
        (TWO_BY_TWO, ["f 4 ;", "pol 1 2 ;"], "does not yield a single sum"),
        (TWO_BY_TWO, ["f 4 ;", "pol 1 0 * ;"], "cannot be multiplied by 0"),
        (TWO_BY_TWO, ["f 4 ;", "pol 1 -1 d ;"], "cannot be divided by -1"),
        (TWO_BY_TWO, ["f 4 ;", "del id 2 ;"], "only constraints derived"),
        (TWO_BY_TWO, ["f 4 ;", "red 1 a1 >= 1 : a1 -> 1 ;"], "there is no rule 'red'"),
        (TWO_BY_TWO, ["f 4 ;", "output NONE ;", "conclusion UNSAT : 1 ;"], "constraint 1 is not a contradiction"),
        (TWO_BY_TWO, ["f 4 ;", "solx a1 b1 ;"], "not a solution"),
        (ONE_OF_THREE, ["f 2 ;", "solx ~x1 ;"], "leaves variables open"),
        (ONE_OF_THREE, ["f 2 ;", "solx x1 ;", "solx x1 ;"], "line 4: this is not a solution, or it has been excluded"),
        (ONE_OF_THREE, ["f 2 ;", "solx x1 ;", "del id 3 ;"], "only constraints derived"),
        (ONE_OF_THREE, ["f 2 ;", "solx x1 x2 ;"], "not a solution"),
        ("1 x1 1 x2 >= 1 ;\n", ["f 1 ;", "soli x1 ~x2 ;"], "no objective"),
        (ONE_OF_THREE, ["f 2 ;", "soli x1 ;", "soli x3 ;"], "not a solution, or"),
        (ONE_OF_THREE, [*ALL_THREE, "conclusion UNSAT : 8 ;"], "solutions have been shown"),
        (ONE_OF_THREE, [*ALL_THREE, "conclusion ENUMERATION_COMPLETE 2 : 8 ;"], "2 is concluded, but 3 was shown"),
        (ONE_OF_THREE, [*ALL_THREE, "conclusion ENUMERATION_COMPLETE 3 : 7 ;"], "is not a contradiction"),
        (ONE_OF_THREE, [*ALL_THREE, "conclusion BOUNDS 2 : 8 2 ;"], "does not fit"),
        (ONE_OF_THREE, [*BEST, "conclusion ENUMERATION_COMPLETE 2 : 5 ;"], "does not fit"),
        (ONE_OF_THREE, [*BEST, "conclusion BOUNDS 3 : 5 3 ;"], "3 is concluded, but 2 was shown"),
        (ONE_OF_THREE, [*BEST, "conclusion BOUNDS 2 : 4 2 ;"], "is not a contradiction"),
        (ONE_OF_THREE, [*BEST[:-1], "conclusion BOUNDS 2 : 5 2 ;"], "'output NONE' must precede"),
        (ONE_OF_THREE, [*BEST, "conclusion BOUNDS 2 : 5 2 ;", "rup >= 1 ;"], "the end must follow the conclusion"),
        (ONE_OF_THREE, BEST[:-1], "there is no rule 'end'"),
        (ONE_OF_THREE, [*AT_LEAST_TWO[:3], "qed : 3 ;"], "line 5: constraint 3 is not a contradiction"),
        (ONE_OF_THREE, [*AT_LEAST_TWO[:3], AT_LEAST_TWO[2]], "line 5: a subproof cannot contain another one"),
        (ONE_OF_THREE, [*AT_LEAST_TWO[:3], "soli x2 ;"], "line 5: there is no rule 'soli' in a subproof"),
        (
            ONE_OF_THREE,
            ["f 2 ;", "rup 1 x1 1 x2 1 x3 >= 1 ;", *AT_LEAST_TWO[2:3], "del id 3 ;"],
            "only constraints derived",
        ),
        (ONE_OF_THREE, ["f 2 ;", "qed : 1 ;"], "line 3: there is no subproof"),
        (
            ONE_OF_THREE,
            [*AT_LEAST_TWO[:4], "output NONE ;", "conclusion UNSAT : 4 ;"],
            "no rule 'output' in a subproof",
        ),
        (ONE_OF_THREE, [*AT_LEAST_TWO, "output NONE ;", "conclusion BOUNDS 3 : 5 3 ;"], "is not a contradiction"),
        (
            ONE_OF_THREE,
            [*AT_LEAST_TWO, "output NONE ;", "conclusion BOUNDS 2 : 5 2 ;"],
            "2 is concluded, but 3 was shown",
        ),
        (ONE_OF_THREE, ["f 2 ;", *AT_LEAST_TWO[2:], "output NONE ;", "conclusion BOUNDS 2 : 5 2 ;"], "no solution was"),
        (ONE_OF_THREE, [*BEST, "conclusion BOUNDS INF : 5 2 ;"], "solutions have been shown"),
        (ONE_OF_THREE, [*BEST, "conclusion BOUNDS INF : 5 INF ;"], "'INF' is not a whole number"),
        (
            ONE_OF_THREE,  # where only better solutions count, the objective is at least anything
            ["f 2 ;", "soli x2 ;", "rup 3 x1 2 x2 4 x3 >= 9 ;", "output NONE ;", "conclusion BOUNDS 9 : 4 2 ;"],
            "9 is concluded, but 2 was shown",
        ),
    ],
)
def test_rejections(formula: str, steps: list[str], message: str) -> None:
    with pytest.raises(RejectedError, match=message):
        check(formula, proof(*steps))


def test_a_proof_without_head_or_end() -> None:
    with pytest.raises(RejectedError, match="line 1: a proof must start with"):
        check(TWO_BY_TWO, "f 4 ;\n")
    with pytest.raises(RejectedError, match="has no end"):
        check(TWO_BY_TWO, "pseudo-Boolean proof version 3.0\nf 4 ;\n")


def _altered(step: str) -> Iterator[str]:
    """Each literal negated, each number one more or less."""
    words = step.split()
    for at, word in enumerate(words[1:], 1):
        if word.startswith("~"):
            others = [word[1:]]
        elif word[0].isalpha() and "_" in word:
            others = ["~" + word]
        elif word.lstrip("-").isdigit():
            others = [str(int(word) + 1), str(int(word) - 1)]
        else:
            others = []
        for other in others:
            yield " ".join([*words[:at], other, *words[at + 1 :]])


NOTHING = "rup >= 0 ;"
"""A step that takes up a number and says nothing."""


def _accepts(formula: str, lines: list[str]) -> bool:
    try:
        check(formula, "\n".join(lines))
    except RejectedError:
        return False
    return True


def _needed(formula: str, lines: list[str]) -> list[str]:
    """Replace by nothing what a proof can do without, from its end on."""
    for at in range(len(lines) - 4, 1, -1):
        without = [*lines[:at], NOTHING, *lines[at + 1 :]]
        if lines[at].startswith(("rup", "pol")) and _accepts(formula, without):
            lines = without
    return lines


@pytest.mark.slow
def test_dropped_and_altered_steps() -> None:
    """Of a small proof without needless steps each is dropped, and altered in every place.

    What is accepted must claim the truth all the same, and an altered step must hold in the solutions that were not
    shown before it. Solutions and the conclusion bear no alteration at all.
    """
    sudoku = Sudoku(4)
    sudoku.give("r1c1", 1).give("r2c3", 1)
    sudoku.add(sudoku[3, 1] + sudoku[3, 2] + sudoku[4, 1] <= 6, sudoku[4, 4] + sudoku[3, 3] == 5)
    made = prove(sudoku)
    lines = _needed(made.formula, made.steps.splitlines())
    truth = check(made.formula, "\n".join(lines))
    assert truth.solutions > 1
    formula = read_formula(made.formula)
    grids = [line.split()[1:-1] for line in lines if line.startswith("solx")]
    dropped = rejected = accepted = shown = 0
    for at, line in enumerate(lines[1:-1], 1):
        rule = line.split()[0]
        shown += rule == "solx"
        if line != NOTHING and rule != "del":
            assert not _accepts(made.formula, [*lines[:at], NOTHING, *lines[at + 1 :]]), line
            dropped += 1
        for altered in _altered(line):
            try:
                claim = check(made.formula, "\n".join([*lines[:at], altered, *lines[at + 1 :]]))
            except RejectedError:
                rejected += 1
                continue
            accepted += 1
            assert (claim.solutions, claim.complete) == (truth.solutions, truth.complete), altered
            assert rule in ("rup", "pol", "del"), altered
            if altered.startswith("rup"):
                known = formula.constraint(altered.split()[1:-1])
                for grid in grids[shown:]:
                    assert _reaches(known, {formula.literal(word) for word in grid}), altered
    assert dropped > truth.solutions + 1  # solutions, and branches
    assert rejected > accepted


def _reaches(known: Sum, chosen: set[int]) -> bool:
    """Whether the cells' literals, all others false, reach a sum's bound."""
    return known.bound <= sum(
        weight for literal, weight in known.coefficients.items() if (literal & ~1 in chosen) != bool(literal & 1)
    )
