"""Models in the languages of other solvers, read by readers of these tests' own and held against brute force."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import prod
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from sudoku_cp import Model, ModelError, Sudoku
from sudoku_cp.model import Sense
from sudoku_cp.proofs.checker.database import Database
from sudoku_cp.proofs.checker.formula import read_formula
from sudoku_cp.solvers import LANGUAGES, NO_LIMITS, written
from sudoku_cp.solvers.expressions import Declared
from sudoku_cp.solvers.pseudo_boolean import clauses
from sudoku_cp.solvers.pseudo_boolean.clauses import Clauses
from sudoku_cp.solvers.pseudo_boolean.formula import Formula
from tests.support.oracle import Values

Corpus = list[tuple[Model, list[Values]]]


@pytest.fixture(scope="module")
def small(fault_corpus: Corpus) -> Corpus:
    """The models of which all assignments can be tried."""
    return [(model, expected) for model, expected in fault_corpus if len(model.cells) < 4]


def assignments(model: Model, meanings: Mapping[str, int]) -> Iterable[tuple[Values, list[int]]]:
    """All values of the cells, and the positive literals which say that the cells have them."""
    names = {cell: " ".join(cell.name.split()) for cell in model.cells}
    for values in product(*(cell.domain for cell in model.cells)):
        yield values, [meanings[f"{names[cell]} = {value}"] for cell, value in zip(model.cells, values, strict=True)]


@pytest.mark.slow
def test_a_formula_has_the_solutions_of_the_model(small: Corpus) -> None:
    """The values of the cells decide all other variables, by unit propagation of a checker of proofs."""
    for model, expected in small:
        formula = read_formula(written(model, "opb"))
        database = Database(len(formula.variables))
        for number, known in enumerate(formula.constraints, 1):
            database.add(number, known)
        literals = {meaning: 2 * formula.variables[name] for name, meaning in formula.meanings.items() if meaning}
        found = []
        for values, true in assignments(model, literals):
            completed = database.completion(true)
            assert completed is None or len(completed) == len(formula.variables)
            if completed is not None:
                assert len(completed & set(literals.values())) == len(model.cells)
                found.append(values)
        assert found == expected, model.constraints


def propagated(by_literal: Mapping[int, list[list[int]]], units: list[int], true: Iterable[int]) -> set[int] | None:
    """The literals that follow from some by unit propagation; None if they contradict each other."""
    known: set[int] = set()
    left = [*units, *true]
    while left:
        literal = left.pop()
        if -literal in known:
            return None
        if literal in known:
            continue
        known.add(literal)
        for clause in by_literal.get(-literal, ()):
            if known.isdisjoint(clause):
                open_literals = [each for each in clause if -each not in known]
                if not open_literals:
                    return None
                left += open_literals if len(open_literals) == 1 else []
    return known


def completions(by_literal: Mapping[int, list[list[int]]], known: list[int], number: int) -> int:
    """The number of models with some literals, by cases where propagation does not decide all variables."""
    all_known = propagated(by_literal, [], known)
    if all_known is None:
        return 0
    free = next((at for at in range(1, number + 1) if at not in all_known and -at not in all_known), None)
    if free is None:
        return 1
    return sum(completions(by_literal, [*all_known, literal], number) for literal in (free, -free))


def read_clauses(text: str) -> tuple[int, list[list[int]], dict[str, int], list[int]]:
    """The number of variables, the clauses, the literals by their meaning, and the variables to project to."""
    meanings, shown, found, number = {}, [], [], 0
    for line in text.splitlines():
        match line.split():
            case ["p", "cnf", count, _]:
                number = int(count)
            case ["c", "p", "show", *words]:
                shown = [int(word) for word in words[:-1]]
            case ["c", word, *_] if word.endswith(":"):
                meanings[line.partition(": ")[2]] = int(word[:-1])
            case words:
                assert words[-1] == "0"
                found.append([int(word) for word in words[:-1]])
    return number, found, meanings, shown


@pytest.mark.slow
@pytest.mark.parametrize("most", [clauses.MAX_STEPS, 0], ids=["decision diagrams", "binary sums"])
def test_clauses_have_the_solutions_of_the_model(small: Corpus, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "MAX_STEPS", most)
    for scored, expected in small if most else small[::4]:
        model = scored.with_objective(None)
        number, found, meanings, shown = read_clauses(written(model, "dimacs"))
        assert sorted(meanings.values()) == shown
        by_literal: dict[int, list[list[int]]] = {}
        for clause in found:
            for literal in clause:
                by_literal.setdefault(literal, []).append(clause)
        units = [clause[0] for clause in found if len(clause) == 1]
        solutions = []
        for values, true in assignments(model, meanings):
            others = [-literal for literal in shown if literal not in true]
            models = 0 if [] in found else completions(by_literal, [*units, *true, *others], number)
            assert models < 2
            solutions += [values] * models
        assert solutions == expected, model.constraints


def read_program(text: str) -> tuple[list[tuple[dict[int, int], str, int]], dict[int, int], int]:
    """The rows of a linear program, its objective, and the number of its variables, all of which are 0 or 1."""
    rows, objective, part, variables = [], {}, "", 0
    for line in text.splitlines():
        if line.startswith("\\"):
            continue
        if not line.startswith(" "):
            part = line
        elif part == "Binary":
            variables += 1
            assert line == f" x{variables}"
        else:
            words = line.partition(": ")[2].split()
            bound = words[-2:] if part == "Subject To" else []
            words = words[: len(words) - len(bound)]
            sum_words = ["+", *words] if words[0] not in "+-" else words
            terms = {
                int(name[1:]): int(weight) if sign == "+" else -int(weight)
                for sign, weight, name in zip(sum_words[::3], sum_words[1::3], sum_words[2::3], strict=True)
            }
            if bound:
                rows.append((terms, bound[0], int(bound[1])))
            else:
                objective = terms
    assert part == "End"
    return rows, objective, variables


def test_a_linear_program_is_the_formula() -> None:
    formula = Formula()
    literals = [formula.variable(f"v{number}") for number in range(5)]
    formula.say("some")
    formula.at_least([(3, literals[0]), (-2, literals[1] ^ 1), (4, literals[2] ^ 1)], 2)
    formula.equal([(1, literals[3]), (2, literals[4] ^ 1)], 2)
    formula.at_least([], 0)
    formula.objective = [(3, literals[1]), (-2, literals[4])]
    rows, objective, variables = read_program(formula.lp())
    assert variables == 5
    found = set()
    for bits in product((0, 1), repeat=5):
        sums = [
            (sum(weight * bits[at - 1] for at, weight in terms.items()), sign, bound) for terms, sign, bound in rows
        ]
        if all(total == bound if sign == "=" else total >= bound for total, sign, bound in sums):
            found.add((bits, sum(weight * bits[at - 1] for at, weight in objective.items())))
    assert found == {
        (bits, 3 * b - 2 * e)
        for bits in product((0, 1), repeat=5)
        for a, b, c, d, e in [bits]
        if 3 * a - 2 * (not b) + 4 * (not c) >= 2 and d + 2 * (not e) == 2
    }


@pytest.mark.slow
def test_a_linear_program_has_the_best_score_of_the_model(fault_corpus: Corpus, tmp_path: Path) -> None:
    highspy = pytest.importorskip("highspy", reason="HiGHS is not installed: `pip install highspy` brings it")
    for model, expected in fault_corpus:
        (tmp_path / "model.lp").write_text(written(model, "lp"), encoding="utf-8")
        solver = highspy.Highs()
        solver.silent()
        assert solver.readModel(str(tmp_path / "model.lp")) != highspy.HighsStatus.kError
        solver.run()
        assert (solver.getModelStatus() == highspy.HighsModelStatus.kOptimal) == bool(expected), model.constraints
        if model.objective is not None and expected:
            scores = [model.objective.value(model.solution(values)) for values in expected]
            sign = 1 if model.objective.sense is Sense.MINIMIZE else -1
            least = min(sign * (score - model.objective.expression.constant) for score in scores)
            assert round(solver.getObjectiveValue()) == least


def test_sums_as_clauses() -> None:
    """Negative weights, negated literals, choices of which some have no weight, and sums that are always reached."""
    formula = Formula()
    literals = [formula.variable(f"v{number}") for number in range(6)]
    formula.equal([(1, literal) for literal in literals[:4]], 1)
    formula.at_least(
        [(3, literals[0]), (-2, literals[1]), (4, literals[2] ^ 1), (5, literals[4]), (-1, literals[5])], 4
    )
    formula.at_least([(1, literals[0])], -3)
    made = Clauses(formula)
    by_literal: dict[int, list[list[int]]] = {}
    for clause in made.clauses:
        for literal in clause:
            by_literal.setdefault(literal, []).append(clause)
    units = [clause[0] for clause in made.clauses if len(clause) == 1]
    for bits in product((False, True), repeat=6):
        a, b, c, _, e, f = bits
        right = sum(bits[:4]) == 1 and 3 * a - 2 * b + 4 * (not c) + 5 * e - f >= 4
        known = propagated(by_literal, units, [at if bit else -at for at, bit in enumerate(bits, 1)])
        assert (known is not None) == right


def test_cells_of_many_values_as_clauses() -> None:
    """The clauses by which a cell has one value suppose nothing."""
    model = Model()
    a = model.variable("a", range(40))
    model.add(a >= 38)
    number, found, meanings, shown = read_clauses(written(model, "dimacs"))
    by_literal: dict[int, list[list[int]]] = {}
    for clause in found:
        for literal in clause:
            by_literal.setdefault(literal, []).append(clause)
    units = [clause[0] for clause in found if len(clause) == 1]
    assert completions(by_literal, units, number) == 2
    last, other = meanings["a = 39"], meanings["a = 38"]
    assert completions(by_literal, [*units, last, other], number) == 0
    assert (last, other) == (shown[-1], shown[-2])


def test_what_cannot_be_written() -> None:
    with pytest.raises(ModelError, match="there is no language cnf; there are opb, dimacs"):
        written(Sudoku(4), "cnf")
    scored = Sudoku(4)
    scored.maximize(scored[1, 1] + 0)
    with pytest.raises(ModelError, match="dimacs has no place for the score"):
        written(scored, "dimacs")
    scored.maximize(scored[1, 1] + 0, then=scored[1, 2] + 0)
    with pytest.raises(ModelError, match="opb has no place for several scores in order"):
        written(scored, "opb")
    assert {"opb", "dimacs", "lp"} <= {*LANGUAGES}


def test_names_and_givens() -> None:
    """Names of cells may have spaces; givens replace those of the model."""
    model = Model()
    cell = model.variable("two\nwords", (-1, 3))
    assert written(model, "opb").splitlines()[1:3] == ["* x1: two words = -1", "* x2: two words = 3"]
    assert written(model, "opb", {cell: 3}).splitlines()[-1] == "1 x2 >= 1 ;"
    assert written(model, "dimacs", {cell: 3}).splitlines()[-1] == "2 0"


def accepted(
    words: Sequence[int], start: object, steps: Mapping[tuple[object, int], object], final: set[object]
) -> bool:
    """Whether an automaton accepts a word."""
    state: object = start
    for value in words:
        if (state, value) not in steps:
            return False
        state = steps[state, value]
    return state in final


OPERATIONS: Mapping[str, Callable[..., object]] = {
    "eq": lambda *values: len(set(values)) == 1,
    "ne": lambda a, b: a != b,
    "le": lambda a, b: a <= b,
    "ge": lambda a, b: a >= b,
    "lt": lambda a, b: a < b,
    "and_": lambda *values: all(values),
    "or_": lambda *values: any(values),
    "iff": lambda a, b: a == b,
    "add": lambda *values: sum(values),
    "mul": lambda *values: prod(values),
    "max": max,
    "min": min,
}


def holds_in_xml(constraint: Element, values: Mapping[str, int]) -> bool:
    """Whether a constraint of XCSP3 holds."""
    text = {child.tag: child.text or "" for child in constraint}
    listed = [values[name] for name in text.get("list", constraint.text or "").split() if name in values]
    match constraint.tag:
        case "intension":
            source = re.sub(r"\b(and|or)\(", r"\1_(", constraint.text or "")
            return bool(eval(source.strip(), {**OPERATIONS, **values}))
        case "allDifferent":
            return len(set(listed)) == len(listed)
        case "extension":
            rows = re.findall(r"\(([^)]*)\)", text["supports"]) or text["supports"].split()
            return ",".join(map(str, listed)) in rows
        case "sum":
            total = sum(value * int(weight) for value, weight in zip(listed, text["coeffs"].split(), strict=True))
            relation, bound = text["condition"].strip(" ()").split(",")
            return bool(OPERATIONS[relation](total, int(bound)))
        case "regular":
            steps = {(a, int(v)): b for a, v, b in re.findall(r"\((\w+),(-?\d+),(\w+)\)", text["transitions"])}
            return accepted(listed, text["start"].strip(), steps, {*text["final"].split()})
    raise AssertionError(constraint.tag)


def read_xml(text: str) -> Iterator[Values]:
    """The solutions of an instance in XCSP3, by trying all values."""
    instance = fromstring(text)
    domains = {}
    for variable in instance.iter("var"):
        words = (variable.text or "").split()
        bounds = words[0].split("..")
        whole = range(int(bounds[0]), int(bounds[-1]) + 1)
        domains[variable.attrib["id"]] = whole if len(words) == 1 else [int(word) for word in words]
    (constraints,) = instance.iter("constraints")
    for values in product(*domains.values()):
        named = dict(zip(domains, values, strict=True))
        if all(holds_in_xml(constraint, named) for constraint in constraints):
            yield values


def read_minizinc(text: str) -> Iterator[Values]:
    """The solutions of a model in MiniZinc, whose expressions are made those of Python, by trying all values."""
    domains: dict[str, Sequence[int]] = {}
    conditions = []
    for line in text.splitlines():
        if found := re.fullmatch(r"var (.*): (\w+);", line):
            words = re.findall(r"-?\d+", found[1])
            whole = range(int(words[0]), int(words[-1]) + 1) if ".." in found[1] else [int(word) for word in words]
            domains[found[2]] = whole
        elif found := re.fullmatch(r"constraint (.*);", line):
            source = found[1].replace("/\\", "and").replace("\\/", "or").replace("<->", "==")
            conditions.append(re.sub(r"(\d+)\.\.(\d+)", r"\2", re.sub(r"(?<= )=(?= )", "==", source)))

    def regular(word: list[int], _: int, symbols: int, table: list[int], start: int, final: set[int]) -> bool:
        at = enumerate(table)
        steps: dict[tuple[object, int], object] = {(n // symbols + 1, n % symbols + 1): to for n, to in at if to}
        return accepted(word, start, steps, {*final})

    def rows_of(count: int, width: int, entries: list[int]) -> list[list[int]] | list[int]:
        return [entries[at * width : (at + 1) * width] for at in range(count)]

    known = {
        "alldifferent": lambda cells: len(set(cells)) == len(cells),
        "table": lambda cells, rows: cells in rows,
        "array2d": rows_of,
        "regular": lambda word, states, symbols, rows, *ends: regular(word, states, symbols, [*chain(*rows)], *ends),
        "bool2int": int,
    }
    compiled = [compile(source, "constraint", "eval") for source in conditions]
    for values in product(*domains.values()):
        named = dict(zip(domains, values, strict=True))
        if all(eval(source, {**known, **named}) for source in compiled):
            yield values


@pytest.mark.slow
@pytest.mark.parametrize(("language", "reader"), [("xcsp3", read_xml), ("minizinc", read_minizinc)])
def test_expressions_have_the_solutions_of_the_model(
    small: Corpus, language: str, reader: Callable[[str], Iterator[Values]]
) -> None:
    """Models without sums of the formula, whose variables are too many to try."""
    tried = 0
    for model, expected in small:
        if model.cells and not Declared(model, NO_LIMITS, language).flags:
            assert list(reader(written(model, language))) == expected, model.constraints
            tried += 1
    assert tried > 100
