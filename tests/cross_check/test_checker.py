"""Lying solvers, each caught and named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.cross_check import CrossChecker, Fault, FaultKind, Question, Report, Verdict, cross_check
from sudoku_cp.cross_check.answers import FEW
from sudoku_cp.model.answers import Result, Statistics, Status
from sudoku_cp.model.limits import Limits


@pytest.fixture
def check(planted: Any) -> Callable[..., Report]:
    """Cross-check an honest solver, a liar with the methods given, and another honest one."""

    def run(
        model: Sudoku,
        count_limit: int = 1000,
        set_limit: int = 1000,
        thorough: bool = False,
        **lies: Callable[..., Any],
    ) -> Report:
        solvers = [planted("first"), planted("liar", **lies), planted("last")]
        return cross_check(model, solvers, count_limit=count_limit, set_limit=set_limit, thorough=thorough)

    return run


def convicted(report: Report) -> set[tuple[Question, str | None]]:
    assert report.verdict is Verdict.DISAGREE
    return {(fault.question, fault.solver) for fault in report.faults}


def positions(report: Report, question: Question) -> list[str]:
    comparison = next(comparison for comparison in report.comparisons if comparison.question is question)
    return [position.words for position in comparison.positions]


def test_honest_solvers_agree_on_every_question(check: Callable[..., Report], scored: Sudoku) -> None:
    report = check(scored, thorough=True)
    assert report.verdict is Verdict.AGREE
    assert [comparison.question for comparison in report.comparisons] == list(Question)
    assert {comparison.verdict for comparison in report.comparisons} == {Verdict.AGREE}
    assert positions(report, Question.COUNT) == ["3"] * 3
    assert positions(report, Question.UNIQUE) == ["several"] * 3
    assert positions(report, Question.SET) == ["3 listed"] * 3
    values = zip(*report.answers[0].solutions, strict=True)
    assert positions(report, Question.CANDIDATES) == [f"{sum(len(set(of_cell)) for of_cell in values)} in all"] * 3
    assert positions(report, Question.RANKING)[0].startswith(f"{report.objective} ")
    assert (report.faults, report.reasons) == ((), ())
    assert report.solution is not None
    assert report.objective == max(scored.objective.value(scored.solution(v)) for v in report.answers[0].solutions)  # type: ignore[union-attr]


def test_unique_and_unsolvable(check: Callable[..., Report], three_solutions: Sudoku) -> None:
    cells = three_solutions
    unique = check(cells.give("r3c1", 4))
    assert positions(unique, Question.UNIQUE) == ["unique"] * 3
    assert (unique.verdict, unique.solvable) == (Verdict.AGREE, True)
    none = check(cells.give("r3c2", 2))
    assert positions(none, Question.SOLVABLE) == ["no"] * 3
    assert positions(none, Question.COUNT) == ["0"] * 3
    assert (none.verdict, none.solvable, none.solution) == (Verdict.AGREE, False, None)


def test_counts_that_reach_the_limit_agree(check: Callable[..., Report], three_solutions: Sudoku) -> None:
    report = check(three_solutions, count_limit=2)
    assert report.verdict is Verdict.AGREE
    assert positions(report, Question.COUNT) == ["2 or more"] * 3
    assert Question.SET not in {comparison.question for comparison in report.comparisons}


@pytest.mark.slow
def test_other_givens(planted: Any, three_solutions: Sudoku) -> None:
    checker = CrossChecker(three_solutions, [planted("a"), planted("b")])
    assert positions(checker.check(), Question.COUNT) == ["3", "3"]
    givens = {**three_solutions.givens, three_solutions["r3c1"]: 4}
    assert positions(checker.check(givens), Question.COUNT) == ["1", "1"]
    assert positions(checker.check({}, count_limit=500), Question.COUNT) == ["288", "288"]


def test_lost_solution(check: Callable[..., Report], honest: Any, three_solutions: Sudoku) -> None:
    def lose_the_last(self: Any, givens: Any, limits: Limits) -> Any:
        enumerator = honest._enumerate(self, givens, limits)
        for _ in range(2):
            yield next(enumerator)
        return Status.COMPLETE, Statistics()

    report = check(three_solutions, _enumerate=lose_the_last)
    assert convicted(report) == {(Question.COUNT, "liar"), (Question.SET, "liar")}
    lost = next(fault.solution for fault in report.faults if fault.question is Question.SET)
    assert lost == (1, 2, 4, 3, 3, 4, 1, 2, 2, 1, 3, 4, 4, 3, 2, 1)


def test_lost_solution_of_the_list_alone(check: Callable[..., Report], honest: Any, three_solutions: Sudoku) -> None:
    def count(self: Any, givens: Any, limit: Any, limits: Limits) -> Result:
        return Result("liar", Status.COMPLETE, None, 3)

    def lose(self: Any, givens: Any, limits: Limits) -> Any:
        yield next(honest._enumerate(self, givens, limits))
        return Status.COMPLETE, Statistics()

    report = check(three_solutions, _count=count, _enumerate=lose)
    assert (Question.SET, "liar") in convicted(report)
    assert {solver for _, solver in convicted(report)} == {"liar"}


@pytest.mark.parametrize("thorough", [False, True])
def test_false_infeasible(check: Callable[..., Report], three_solutions: Sudoku, thorough: bool) -> None:
    def solve(self: Any, givens: Any, limits: Limits) -> Result:
        return Result("liar", Status.INFEASIBLE)

    def enumerate_none(self: Any, givens: Any, limits: Limits) -> Any:
        return Status.INFEASIBLE, Statistics()
        yield

    lies: dict[str, Any] = {"_solve": solve, "_enumerate": enumerate_none} if thorough else {"_solve": solve}
    report = check(three_solutions, **lies)
    assert {solver for _, solver in convicted(report)} == {"liar"}
    denial = next(fault for fault in report.faults if fault.question is Question.SOLVABLE)
    assert "no solution, but first has one that breaks no constraint" in denial.reason
    assert denial.solution is not None
    assert three_solutions.violations(denial.solution) == []
    assert report.solvable is True


def test_repeated_solution(check: Callable[..., Report], honest: Any, three_solutions: Sudoku) -> None:
    def repeat(self: Any, givens: Any, limits: Limits) -> Any:
        yield from (found := list(honest._enumerate(self, givens, limits)))
        yield found[0]
        return Status.COMPLETE, Statistics()

    report = check(three_solutions, _enumerate=repeat)
    assert (Question.SET, "liar") in convicted(report)
    assert {solver for _, solver in convicted(report)} == {"liar"}
    assert positions(report, Question.COUNT) == ["3", "contradicts itself", "3"]


def test_wrong_count_is_attributed_by_the_list(check: Callable[..., Report], three_solutions: Sudoku) -> None:
    for wrong in (2, 4):

        def count(self: Any, givens: Any, limit: Any, limits: Limits, wrong: int = wrong) -> Result:
            return Result("liar", Status.COMPLETE, None, wrong)

        report = check(three_solutions, _count=count)
        assert convicted(report) == {(Question.COUNT, "liar")}


def test_too_small_count_beyond_the_list(check: Callable[..., Report], three_solutions: Sudoku) -> None:
    def count(self: Any, givens: Any, limit: Any, limits: Limits) -> Result:
        return Result("liar", Status.COMPLETE, None, 2)

    report = check(three_solutions, set_limit=0, _count=count)
    assert convicted(report) == {(Question.COUNT, "liar")}
    assert Question.SET in {comparison.question for comparison in report.comparisons}


def test_wrong_optimum(check: Callable[..., Report], honest: Any, scored: Sudoku) -> None:
    def solve(self: Any, givens: Any, limits: Limits) -> Result:
        values = min(
            honest._enumerate(self, givens, limits),
            key=lambda values: scored.objective.value(scored.solution(values)),  # type: ignore[union-attr]
        )
        solution = scored.solution(values)
        value = scored.objective.value(solution)  # type: ignore[union-attr]
        return Result("liar", Status.OPTIMAL, solution, 1, value, value)

    report = check(scored, _solve=solve)
    assert convicted(report) == {(Question.BEST, "liar")}
    fault = report.faults[0]
    assert fault.solution is not None
    assert scored.objective is not None
    assert scored.objective.value(scored.solution(fault.solution)) == report.objective
    assert str(report.objective) in fault.reason


def test_lost_best_solution(check: Callable[..., Report], honest: Any, three_solutions: Sudoku) -> None:
    three_solutions.maximize(three_solutions["r1c1"] + 0)

    def reach(self: Any, target: int, givens: Any, limits: Limits) -> Any:
        enumerator = honest._enumerate_reaching(self, target, givens, limits)
        next(enumerator)
        return (yield from enumerator)

    assert check(three_solutions).verdict is Verdict.AGREE
    report = check(three_solutions, _enumerate_reaching=reach)
    assert convicted(report) == {(Question.OPTIMA, "liar")}
    assert positions(report, Question.OPTIMA) == ["3 listed", "2 listed", "3 listed"]
    [fault] = report.faults
    assert fault.solution in {solution for answer in report.answers for solution in answer.solutions}


def test_repeated_best_solution(check: Callable[..., Report], honest: Any, scored: Sudoku) -> None:
    def reach(self: Any, target: int, givens: Any, limits: Limits) -> Any:
        yield from (found := list(honest._enumerate_reaching(self, target, givens, limits)))
        yield from found
        return Status.COMPLETE, Statistics()

    report = check(scored, _enumerate_reaching=reach)
    assert convicted(report) == {(Question.OPTIMA, "liar")}
    assert "lists a solution twice" in report.faults[0].reason


def test_wrong_bound(check: Callable[..., Report], scored: Sudoku) -> None:
    def solve(self: Any, givens: Any, limits: Limits) -> Result:
        return Result("liar", Status.LIMIT, bound=10)

    report = check(scored, _solve=solve)
    assert convicted(report) == {(Question.BEST, "liar")}
    assert "bound 10" in report.faults[0].reason


def test_wrong_bound_when_minimising(check: Callable[..., Report], three_solutions: Sudoku) -> None:
    three_solutions.minimize(three_solutions["r1c3"] + 0)

    def solve(self: Any, givens: Any, limits: Limits) -> Result:
        return Result("liar", Status.LIMIT, bound=bound)

    bound = 4
    assert convicted(check(three_solutions, _solve=solve)) == {(Question.BEST, "liar")}
    bound = 3
    assert check(three_solutions, _solve=solve).verdict is Verdict.AGREE


def test_wrong_solution(check: Callable[..., Report], three_solutions: Sudoku) -> None:
    def solve(self: Any, givens: Any, limits: Limits) -> Result:
        return Result("liar", Status.SOLVED, self.model.solution([1] * 16), 1)

    report = check(three_solutions, _solve=solve)
    assert convicted(report) == {(Question.SOLVABLE, "liar")}
    assert "gave a wrong solution" in report.faults[0].reason


def test_wrong_solution_in_the_list(check: Callable[..., Report], three_solutions: Sudoku) -> None:
    def enumerate_wrong(self: Any, givens: Any, limits: Limits) -> Any:
        yield (1,) * 16
        return Status.COMPLETE, Statistics()

    report = check(three_solutions, _enumerate=enumerate_wrong)
    assert convicted(report) == {(Question.COUNT, "liar"), (Question.SET, "liar")}


def test_a_refusing_solver_leaves_the_others_to_answer(planted: Any, refusing: Any, scored: Sudoku) -> None:
    two = cross_check(scored, [planted("able"), refusing])
    assert two.verdict is Verdict.INCONCLUSIVE
    assert "refusing: row 1: too long for me" in two.reasons
    assert positions(two, Question.BEST)[0] == str(two.objective)
    three = cross_check(scored, [planted("able"), refusing, planted("other")])
    assert three.verdict is Verdict.AGREE


def test_a_limit_leaves_it_open(check: Callable[..., Report], planted: Any, three_solutions: Sudoku) -> None:
    def tire(self: Any, givens: Any, limits: Limits) -> Result:
        return Result("liar", Status.LIMIT)

    def tire_early(self: Any, givens: Any, limits: Limits) -> Any:
        return Status.LIMIT, Statistics()
        yield

    tired = planted("tired", _solve=tire, _enumerate=tire_early)
    report = cross_check(three_solutions, [planted("able"), tired])
    assert report.verdict is Verdict.INCONCLUSIVE
    assert report.solvable is True
    assert "number of solutions: not proved by tired" in report.reasons


def test_lost_candidates_and_ranks(planted: Any, honest: Any, scored: Sudoku) -> None:
    def lose_one(self: Any, givens: Any, limits: Limits) -> Any:
        found = honest._candidates(self, givens, limits)
        first = self.model.cells[8]
        return replace(found, values={**found.values, first: found.values[first][1:]})

    def lose_the_best(self: Any, givens: Any, number: int, limits: Limits) -> Any:
        found = honest._rank(self, givens, 3, limits)
        return replace(found, solutions=found.solutions[1:], objectives=found.objectives[1:])

    report = cross_check(scored, [planted("able"), planted("a", _candidates=lose_one)], thorough=True)
    assert {(fault.question, fault.solver, fault.kind) for fault in report.faults} == {
        (Question.CANDIDATES, "a", FaultKind.LOST)
    }
    assert "its candidates lack r3c1=" in report.reasons[0]
    report = cross_check(scored, [planted("able"), planted("b", _rank=lose_the_best)], thorough=True)
    assert {(fault.question, fault.solver, fault.kind) for fault in report.faults} == {
        (Question.RANKING, "b", FaultKind.LOST)
    }
    assert cross_check(scored, [planted("able"), planted("b", _rank=lose_the_best)]).verdict is Verdict.AGREE


def test_stray_candidates(planted: Any, honest: Any, three_solutions: Sudoku) -> None:
    def add_one(self: Any, givens: Any, limits: Limits) -> Any:
        found = honest._candidates(self, givens, limits)
        return replace(found, values={**found.values, self.model.cells[0]: (1, 2)})

    report = cross_check(three_solutions, [planted("able"), planted("a", _candidates=add_one)], thorough=True)
    [fault] = report.faults
    assert (fault.solver, fault.kind) == ("a", FaultKind.CANDIDATES)
    assert fault.reason == "its candidates include r1c1=2, which is in none of its complete list of solutions"


def test_disputed_candidates(planted: Any, honest: Any) -> None:
    """With more solutions than are listed the majority counts."""

    def add_one(self: Any, givens: Any, limits: Limits) -> Any:
        found = honest._candidates(self, givens, limits)
        return replace(found, values={**found.values, self.model.cells[0]: (1, 2)})

    sudoku = Sudoku(4).give("r1c1", 1)
    liar = planted("liar", _candidates=add_one)

    def dispute(*names: str) -> Fault:
        solvers = [*map(planted, names), liar]
        [fault] = cross_check(sudoku, solvers, count_limit=5, set_limit=5, thorough=True).faults
        return fault

    fault = dispute("a", "b")
    assert (fault.question, fault.solver, fault.kind) == (Question.CANDIDATES, "liar", FaultKind.CANDIDATES)
    assert fault.reason == "a and b say r1c1 is one of (1,); liar say r1c1 is one of (1, 2)"
    assert dispute("a").solver is None


def test_a_low_count_that_is_too_high(planted: Any, honest: Any, three_solutions: Sudoku) -> None:
    def count(self: Any, givens: Any, limit: int | None, limits: Limits) -> Result:
        found: Result = honest._count(self, givens, limit, limits)
        return replace(found, count=4, solution=None) if limit == FEW else found

    report = cross_check(three_solutions, [planted("able"), planted("liar", _count=count)], thorough=True)
    assert {fault.solver for fault in report.faults} == {"liar"}
    assert f"count up to {FEW}: at least 4" in report.reasons[0]


@pytest.mark.parametrize("names", [[], ["one"], ["one", "one"]])
def test_two_different_solvers_are_needed(planted: Any, three_solutions: Sudoku, names: list[str]) -> None:
    with pytest.raises(ModelError, match="at least two different solvers"):
        cross_check(three_solutions, [planted(name) for name in names])


def test_an_unknown_solver(three_solutions: Sudoku) -> None:
    with pytest.raises(ModelError, match="no solver guess"):
        cross_check(three_solutions, ("guess", "cp-sat"))


@pytest.mark.parametrize("error", [RuntimeError("out of order"), ModelError("no such thing")])
@pytest.mark.parametrize(
    ("method", "call"),
    [("solve", "solve"), ("count", "count"), ("solutions", "solutions"), ("candidates", "candidates")],
)
def test_a_solver_that_breaks_down(
    check: Callable[..., Report], three_solutions: Sudoku, error: Exception, method: str, call: str
) -> None:
    def break_down(*arguments: Any, **named: Any) -> None:
        raise error

    report = check(three_solutions, thorough=True, **{method: break_down})
    assert {(fault.solver, fault.kind) for fault in report.faults} == {("liar", FaultKind.FAILED)}
    assert call in report.answers[1].failures
    assert str(error) in report.reasons[0]


def test_a_solver_that_breaks_down_when_it_is_compiled(planted: Any, three_solutions: Sudoku) -> None:
    liar = planted("liar")
    liar.compile = lambda model: model["r99c99"]
    report = cross_check(three_solutions, [planted("able"), liar])
    assert {(fault.solver, fault.kind) for fault in report.faults} == {("liar", FaultKind.FAILED)}


def test_questions_that_are_wrong(planted: Any, three_solutions: Sudoku) -> None:
    checker = CrossChecker(three_solutions, [planted("a"), planted("b")])
    with pytest.raises(ModelError, match="r1c1 = 9: the value is not one of its digits"):
        checker.check({three_solutions["r1c1"]: 9})
    with pytest.raises(ModelError, match="r1c1 is not a cell of three"):
        checker.check({Sudoku(4)["r1c1"]: 1})
    with pytest.raises(ModelError, match="a limit of at least 1, not 0"):
        checker.check(count_limit=0)
