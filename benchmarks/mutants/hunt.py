"""Run inside a copy of the project with a fault: check random models until one shows it.

    python hunt.py SECONDS SOLVER,SOLVER RULE,RULE SIZE,SIZE

It writes one line of JSON with the number of cases, the seconds of processor time, and the finding; ``found`` is null
if there is none.
"""

from __future__ import annotations

import json
import sys
from time import process_time

from sudoku_cp.cross_check import Verdict
from sudoku_cp.cross_check.fuzz.cases import Plan, random_case, solvers_of
from sudoku_cp.cross_check.fuzz.findings import ask


def hunt(seconds: float, plan: Plan) -> dict[str, object]:
    """Check the cases of `sudoku-cp fuzz` until the solvers disagree, or the time is over."""
    start = process_time()
    cases = 0
    while process_time() - start < seconds:
        case = random_case(plan.seed, cases, plan.rules, plan.sizes)
        cases += 1
        try:
            report = ask(case.model, solvers_of(plan, case))
        except Exception as error:  # a fault may lead to any error
            return _found(cases, start, f"fails: {type(error).__name__}")
        if report.verdict is Verdict.DISAGREE:
            fault = report.faults[0] if report.faults else None
            seen = "different answers" if fault is None else f"{fault.solver or 'somebody'} {fault.kind.value}"
            return _found(cases, start, seen)
    return _found(cases, start, None)


def _found(cases: int, start: float, found: str | None) -> dict[str, object]:
    return {"cases": cases, "seconds": process_time() - start, "found": found}


if __name__ == "__main__":
    time, *lists = sys.argv[1:]
    solvers, rules, sizes = (tuple(filter(None, names.split(","))) for names in lists)
    plan = Plan(solvers=solvers, sometimes=(), rules=rules, sizes=tuple(map(int, sizes)))
    print(json.dumps(hunt(float(time), plan)))
