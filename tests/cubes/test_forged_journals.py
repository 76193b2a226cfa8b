"""A forged journal is refused, or what it shows is true as long as the answers for its single cubes are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from sudoku_cp import Model, Sudoku
from sudoku_cp.cubes.audit import audit
from sudoku_cp.cubes.checker import Claim, RejectedError, check
from tests.cubes.conftest import MODELS
from tests.support.executors import Inline
from tests.support.oracle import solutions_by_meaning

Line = dict[str, Any]
Lines = list[Line]

JOURNALS = {
    **{
        f"{name} count": (name, "count", None) for name in ("plain", "knight", "thermometer", "variables", "impossible")
    },
    **{f"{name} candidates": (name, "candidates", None) for name in ("plain", "thermometer", "impossible")},
    **{f"{name} best": (name, "best", None) for name in ("scored", "least")},
    "scored up to a limit": ("scored", "limit", None),
    "scored to reach 100": ("scored", "best", 100),
    "scored to reach 130": ("scored", "best", 130),
    "least to reach 3": ("least", "best", 3),
    "number that reach 90": ("scored", "count", 90),
}
"""A model, a question and a target for each journal."""


@cache
def model_of(name: str) -> Model:
    return MODELS[name]()


@cache
def truth_of(name: str) -> tuple[tuple[dict[str, int], int], ...]:
    """All solutions by cell name, with their scores."""
    model = model_of(name)
    solutions = [dict(zip(model.cells, values, strict=True)) for values in solutions_by_meaning(model)]
    score = model.objective.value if model.objective is not None else lambda _: 0
    return tuple(({cell.name: value for cell, value in each.items()}, score(each)) for each in solutions)


@cache
def honest(key: str) -> str:
    """The journal of a run."""
    name, ask, target = JOURNALS[key]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal"
        options: Any = {"executor": Inline(), "journal": path, "cubes": 6, "cube_seconds": 1e-9}
        compiled = MODELS[name]().compile()
        match ask:
            case "count":
                compiled.count(target=target, **options)
            case "limit":
                compiled.count(7, **options)
            case "best":
                compiled.best(2, target=target, **options)
            case _:
                compiled.candidates(**options)
        return path.read_text()


def lines_of(key: str) -> Lines:
    return [json.loads(line) for line in honest(key).splitlines()]


def claimed(lines: Lines) -> Claim:
    return check([json.dumps(line).encode() + b"\n" for line in lines])


class Truth:
    """What is true of a question, as the header of a journal asks it, and of its cubes."""

    def __init__(self, name: str, header: Line) -> None:
        question = header["question"]
        self.name: str = question["name"]
        self.limit, self.number, self.target = (question.get(each) for each in ("limit", "number", "target"))
        self.sign = -1 if header["sense"] == "minimize" else 1
        self.model = model_of(name)
        self.all = truth_of(name)
        self.solutions = [each for each in self.all if self.reaches(each[1])]

    def reaches(self, score: int) -> bool:
        return self.target is None or self.sign * score >= self.sign * self.target

    def result(self) -> Line:
        if self.name == "count":
            return {"count": len(self.solutions) if self.limit is None else min(self.limit, len(self.solutions))}
        if self.name == "best":
            scores = sorted((score for _, score in self.solutions), key=lambda score: -self.sign * score)
            return {"scores": scores[: self.number]}
        return {"candidates": self.masks({})}

    def inside(self, cube: Line) -> list[tuple[dict[str, int], int]]:
        return [each for each in self.solutions if all(each[0].get(name) == value for name, value in cube.items())]

    def masks(self, cube: Line) -> list[int]:
        values = [{each[cell.name] for each, _ in self.inside(cube)} for cell in self.model.cells]
        return [
            sum(1 << place for place, value in enumerate(cell.domain) if value in seen)
            for cell, seen in zip(self.model.cells, values, strict=True)
        ]

    def holds(self, line: Line) -> bool:
        """Whether what a line says about the solutions in single cubes is true."""
        if "split" in line:
            return not any(self.inside({**line["cube"], line["split"]: value}) for value in line["empty"])
        if "answer" not in line:
            return True
        answer, inside = line["answer"], self.inside(line["cube"])
        if self.name == "count":
            count = answer.get("count", 0)
            return bool(count == len(inside) or (self.limit is not None and self.limit <= count <= len(inside)))
        if self.name == "candidates":
            return bool(answer.get("candidates") == self.masks(line["cube"]))
        listed = [
            dict(zip((cell.name for cell in self.model.cells), each, strict=False))
            for each in answer.get("solutions", ())
        ]
        rest = answer.get("rest")
        hidden = [self.sign * score for each, score in inside if each not in listed]
        return not hidden or (rest is not None and max(hidden) <= self.sign * rest)


def verdict(name: str, lines: Lines) -> str:
    """Whether a journal about a model is refused, unfinished or true; or was accepted although a cube has a lie."""
    try:
        claim = claimed(lines)
        audit(claim, model_of(name), model_of(name).givens)
    except RejectedError:
        return "refused"
    assert str(claim)
    if not claim.is_complete:
        return "unfinished"
    truth = Truth(name, lines[0])
    if not all(map(truth.holds, lines)):
        return "believed"
    assert claim.result == truth.result(), lines
    return "true"


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all numbers and texts in a line."""
    if isinstance(value, dict):
        return [each for key, part in value.items() for each in places(part, (*path, key))]
    if isinstance(value, list):
        return [each for key, part in enumerate(value) for each in places(part, (*path, key))]
    return [path]


class Forger:
    """Alters journals at random."""

    def __init__(self, random: Random, lines: Lines) -> None:
        self.random = random
        self.lines = lines
        self.names = [name for name, _ in lines[0]["cells"]]
        self.domain: list[int] = lines[0]["cells"][0][1]

    def forge(self) -> None:
        forgeries = (self.number, self.drop, self.repeat, self.copies, self.copy, self.cube, self.question)
        for _ in range(self.random.choice((1, 1, 2, 3))):
            self.random.choice((*forgeries, self.given, self.symmetry, self.empty, self.answer, self.mixture))()
        if self.random.random() < 0.7:
            self.lines[:] = [line for line in self.lines if "result" not in line]
        elif self.random.random() < 0.5:
            self.correct()

    def correct(self) -> None:
        """State the result that the checker would find."""
        bare = [line for line in self.lines if "result" not in line]
        try:
            self.lines[:] = [*bare, {"result": claimed(bare).result}]
        except RejectedError:
            self.lines[:] = bare

    def some(self, key: str) -> Line | None:
        found = [line for line in self.lines if key in line]
        return self.random.choice(found) if found else None

    def fixed(self) -> Line:
        """A cube, often one of the journal's, with a value changed, added or taken away."""
        line = self.some("cube")
        cube: Line = dict(line["cube"]) if line is not None else {}
        if cube and self.random.random() < 0.3:
            del cube[self.random.choice([*cube])]
        if self.random.random() < 0.6:
            cube[self.random.choice([*cube] or self.names)] = self.random.choice(self.domain)
        if self.random.random() < 0.3:
            cube[self.random.choice(self.names)] = self.random.choice(self.domain)
        return cube

    def number(self) -> None:
        line = self.random.choice(self.lines)
        *path, last = self.random.choice(places(line) or [("cube",)])
        at: Any = line
        for key in path:
            at = at[key]
        if isinstance(at.get(last) if isinstance(at, dict) else at[last], int):
            at[last] += self.random.choice((-1, 1, -1, 1, 10))
        else:
            at[last] = self.random.choice((0, 1, 2, None, True, "r1c1", [], 1.0))

    def drop(self) -> None:
        if len(self.lines) > 1:
            del self.lines[self.random.randrange(1, len(self.lines))]

    def repeat(self) -> None:
        line = deepcopy(self.random.choice(self.lines[1:] or self.lines))
        self.lines.insert(self.random.randint(1, len(self.lines)), line)

    def identity(self) -> int:
        """The number of a permutation: of none or some that the journal has, or of all."""
        known: list[int] = [
            line["symmetry"] for line in self.lines if type(line.get("symmetry")) is int and "cells" in line
        ]
        if known and self.random.random() < 0.4:
            return self.random.choice(known)
        number = max([-1, *known]) + 1
        cells = [*range(len(self.names))]
        if self.random.random() < 0.3:
            one, other = self.random.sample(cells, 2)
            cells[one], cells[other] = cells[other], cells[one]
        self.lines.insert(1, {"symmetry": number, "cells": cells})
        return number

    def renaming(self) -> list[list[int]]:
        pairs = [[self.random.choice(self.domain), self.random.choice(self.domain)] for _ in range(2)]
        return self.random.choice(([], pairs, pairs[:1], [pairs[0], pairs[0][::-1]]))

    def copies(self) -> None:
        """Divide the space by a cell, and have its values copied from each other, in a circle or from one."""
        name = self.random.choice(self.names)
        domain = next(values for each, values in self.lines[0]["cells"] if each == name)
        self.lines[:] = [line for line in self.lines if "cube" not in line]
        symmetry, order = self.identity(), self.random.sample(domain, len(domain))
        kept = self.random.choice((0, 1, 2))
        for place, value in enumerate(order):
            cube = {name: value}
            if place < kept:
                self.lines.append({"cube": cube, "answer": self.guess(cube)})
                continue
            source = order[place - 1] if self.random.random() < 0.5 else order[0]
            values = [[source, value], [value, source]] if self.random.random() < 0.8 else self.renaming()
            self.lines.append({"cube": cube, "same": {name: source}, "symmetry": symmetry, "values": values})

    def guess(self, cube: Line) -> Line:
        """An answer for a cube, which may be true."""
        truth = self.truth
        if truth is None or self.random.random() < 0.2:
            return {"nodes": 1}
        inside = truth.inside(cube)
        if truth.name == "count":
            return {"count": len(inside)}
        if truth.name == "candidates":
            return {"candidates": truth.masks(cube), "count": int(bool(inside))}
        ranked = sorted(inside, key=lambda each: -truth.sign * each[1])[:1]
        answer: Line = {"solutions": [[*each.values()] for each, _ in ranked], "scores": [score for _, score in ranked]}
        return answer | {"count": len(ranked)} | ({"rest": ranked[0][1]} if ranked else {})

    truth: Truth | None = None

    def copy(self) -> None:
        """Make an answered cube a copy of another one, or of a made-up one."""
        line = self.some("answer")
        if line is not None:
            del line["answer"]
            line |= {"same": self.fixed(), "symmetry": self.identity(), "values": self.renaming()}

    def cube(self) -> None:
        line = self.some("cube")
        if line is not None:
            line["cube"] = self.fixed()

    def answer(self) -> None:
        cube = self.fixed()
        self.lines.insert(self.random.randint(1, len(self.lines)), {"cube": cube, "answer": self.guess(cube)})

    def empty(self) -> None:
        line = self.some("empty")
        if line is not None:
            line["empty"] = self.random.sample(self.domain, self.random.randint(0, 2))

    def symmetry(self) -> None:
        line = self.some("cells")
        if line is not None and "journal" not in line:
            self.random.shuffle(line["cells"])

    def question(self) -> None:
        one = self.random.choice((None, 1, 2, 5, 90, 100, 130))
        self.lines[0]["question"] = self.random.choice(
            (
                {"name": "count", "limit": one, "target": None},
                {"name": "count", "limit": None, "target": one},
                {"name": "best", "number": 1, "target": one},
                {"name": "best", "number": 3, "target": one},
                {"name": "candidates"},
                {"name": "count"},
                {"name": "best", "number": 1, "target": None, "limit": 0},
            )
        )

    def given(self) -> None:
        """Fix a given to another value, which no cube may gain from."""
        givens: Line = self.lines[0]["givens"]
        line = self.some("cube")
        if givens and line is not None:
            name = self.random.choice([*givens])
            line[self.random.choice(("cube", "same"))] = {**line["cube"], name: self.random.choice(self.domain)}

    def mixture(self) -> None:
        one, other = self.random.choice(self.lines), self.random.choice(self.lines)
        if other and one is not self.lines[0]:
            key = self.random.choice([*other])
            one[key] = deepcopy(other[key])


def forged(key: str, seed: int) -> tuple[str, Lines]:
    name, lines = JOURNALS[key][0], lines_of(key)
    forger = Forger(Random(f"{key} {seed}"), lines)
    forger.truth = Truth(name, lines[0])
    forger.forge()
    return name, lines


@pytest.mark.parametrize("key", JOURNALS)
def test_honest_journals_are_true(key: str) -> None:
    assert verdict(JOURNALS[key][0], lines_of(key)) == "true"


@pytest.mark.parametrize("key", JOURNALS)
def test_forged_journals_are_refused_or_true(key: str) -> None:
    verdicts = Counter(verdict(*forged(key, seed)) for seed in range(120))
    assert verdicts["refused"] > 20


CELLS = [[f"r{row}c{column}", [1, 2, 3, 4]] for row in range(1, 5) for column in range(1, 5)]

IDENTITY = {"symmetry": 0, "cells": [*range(16)]}


def header(model: Model, question: Line, sense: str | None = None) -> Line:
    from sudoku_cp.model.fingerprint import fingerprint

    about = {"model": fingerprint(model), "name": "sudoku", "question": question, "sense": sense}
    return {"journal": "sudoku-cp cubes 1", **about, "givens": {"r1c1": 1}, "cells": CELLS, "version": "0.1.0"}


def copies(cell: str, *pairs: tuple[int, int]) -> Lines:
    return [
        {"cube": {cell: copy}, "same": {cell: first}, "symmetry": 0, "values": [[first, copy], [copy, first]]}
        for first, copy in pairs
    ]


COUNT = {"name": "count", "limit": None, "target": None}
BEST = {"name": "best", "number": 1, "target": None}
FOUND = {"found": {"score": 74, "solution": [1, 4, 3, 2, 2, 3, 1, 4, 4, 1, 2, 3, 3, 2, 4, 1]}}
CIRCLE = [{"cube": {}, "split": "r1c4", "empty": [1]}, *copies("r1c4", (3, 2), (4, 3), (2, 4))]
WEIGHTS = (1, 2, 3, 4, 4, 3, 2, 1, 0, 5, 0, 1, 2, 2, 1, 3)


def one() -> Sudoku:
    sudoku = Sudoku(4)
    sudoku.give("r1c1", 1)
    return sudoku


def weighted() -> Sudoku:
    sudoku = one()
    sudoku.maximize(sum(weight * cell for weight, cell in zip(WEIGHTS, sudoku.cells, strict=True)))
    return sudoku


FORGED: dict[str, tuple[Callable[[], Model], Line, str | None, Lines, str]] = {
    "copies of a given": (
        one,
        COUNT,
        None,
        [IDENTITY, {"cube": {"r1c1": 1}, "answer": {"count": 72}}, *copies("r1c1", (1, 2), (1, 3), (1, 4))],
        "line 4: a cube that contradicts a given neither is a copy nor has copies",
    ),
    "a given that copies another value": (
        one,
        COUNT,
        None,
        [
            IDENTITY,
            *({"cube": {"r1c1": value}, "answer": {"nodes": 1}} for value in (2, 3, 4)),
            {"cube": {"r1c1": 1}, "same": {"r1c1": 2}, "symmetry": 0, "values": [[2, 1]]},
        ],
        "line 6: a cube that contradicts a given neither is a copy nor has copies",
    ),
    "a circle of best scores": (weighted, BEST, "maximize", [FOUND, IDENTITY, *CIRCLE], "copies are for counts"),
    "a circle of candidates": (one, {"name": "candidates"}, None, [IDENTITY, *CIRCLE], "copies are for counts"),
    "a circle of counts": (one, COUNT, None, [IDENTITY, *CIRCLE], "the cube is a copy of itself"),
    "a count that scores enough": (
        weighted,
        COUNT | {"target": 100},
        "maximize",
        [IDENTITY, *CIRCLE],
        "copies are for counts of all solutions",
    ),
    "a solution that does not reach the target": (
        weighted,
        BEST | {"target": 100},
        "maximize",
        [FOUND, {"cube": {}, "answer": {"rest": 100}}],
        "may have a solution of score 100, which is missing",
    ),
    "solutions where a given is another one": (
        one,
        COUNT,
        None,
        [{"cube": {"r1c1": value}, "answer": {"count": 72}} for value in (1, 2, 3, 4)],
        "line 3: the cube contradicts a given, and has no solutions",
    ),
    "answers to another question": (
        one,
        {"name": "candidates"},
        None,
        [{"cube": {}, "answer": {"count": 1, "solutions": [FOUND["found"]["solution"]]}}],
        "line 2: solutions is no part of an answer to this question",
    ),
    "an answer without candidates": (
        one,
        {"name": "candidates"},
        None,
        [{"cube": {}, "answer": {"nodes": 1}}],
        "line 2: there must be candidates for each cell",
    ),
    "a question without its limit": (one, {"name": "count", "target": None}, None, [], "not one that cubes answer"),
    "a limit of another question": (weighted, BEST | {"limit": 0}, "maximize", [FOUND], "not one that cubes answer"),
    "a limit of 0": (one, COUNT | {"limit": 0}, None, [], "0 is no number that can stand there"),
    "scores without an objective": (
        one,
        BEST,
        None,
        [{"cube": {}, "answer": {}}],
        "about scores, and the model has none",
    ),
    "a symmetry declared twice": (one, COUNT, None, [IDENTITY, IDENTITY], "symmetry 0 is declared twice"),
    "a result of a part": (
        one,
        COUNT,
        None,
        [{"cube": {"r1c2": 2}, "answer": {"count": 24}}, {"result": {"count": 24}}],
        "there is a result, and the cubes are 25.000% of the space",
    ),
    "a division by a fixed cell": (
        one,
        COUNT,
        None,
        [{"cube": {"r1c1": 1}, "split": "r1c1", "empty": [2, 3, 4]}],
        "line 2: r1c1 is fixed, and cannot divide the cube",
    ),
    "two kinds of line in one": (
        one,
        COUNT,
        None,
        [IDENTITY, {**copies("r1c2", (3, 2))[0], "answer": {"count": 5}}],
        "line 3 is of no kind that a journal has",
    ),
    "a renaming of one value to two": (
        one,
        COUNT,
        None,
        [IDENTITY, {**copies("r1c2", (3, 2))[0], "values": [[3, 2], [3, 4]]}],
        "line 3: the symmetry gives a value two names",
    ),
    "a solution of another cube": (
        one,
        COUNT,
        None,
        [{"cube": {"r1c2": 2}, "answer": {"count": 1, "solutions": [FOUND["found"]["solution"]]}}],
        "line 2: a solution is not in the cube",
    ),
}
"""A model, a question, the sense of its score, lines, and why they are refused."""


@pytest.mark.parametrize("name", FORGED)
def test_forgeries(name: str) -> None:
    make, question, sense, lines, message = FORGED[name]
    with pytest.raises(RejectedError, match=message):
        claimed([header(make(), question, sense), *lines])


def test_a_repeated_key_is_refused() -> None:
    content = json.dumps(header(one(), COUNT)).encode() + b"\n"
    with pytest.raises(RejectedError, match="line 2 is not a line of a journal"):
        check([content, b'{"cube": {"r1c1": 1}, "cube": {}, "answer": {"count": 72}}\n'])


def test_scores_that_do_not_reach_the_target_do_not_count() -> None:
    lines = [header(weighted(), BEST | {"target": 100}, "maximize"), FOUND, {"cube": {}, "answer": {"rest": 99}}]
    claim = claimed(lines)
    assert claim.result == {"scores": []}
    assert str(claim) == "the best scores that reach 100 are none in the whole space, in 1 disjoint cube"


def test_a_limit_that_is_reached_is_no_whole_number() -> None:
    claim = claimed([header(one(), COUNT | {"limit": 10}), {"cube": {}, "answer": {"count": 10}}])
    assert (claim.is_complete, str(claim)) == (True, "at least 10 solutions, in 1 disjoint cube")


def test_a_renaming_gives_no_two_values_one_name() -> None:
    """Where 1 and 2 both become 2, the cube with a < b would stand for one that has no solution."""
    header: dict[str, Any] = {"journal": "sudoku-cp cubes 1", "model": "", "name": "a < b", "version": "0"}
    header |= {"sense": None, "givens": {}}
    header |= {"question": {"name": "count", "limit": None, "target": None}, "cells": [["a", [1, 2]], ["b", [1, 2]]]}
    one, two = {"a": 1, "b": 2}, {"a": 2, "b": 2}
    none = [{"cube": {"a": a, "b": 1}, "answer": {"count": 0}} for a in (1, 2)]
    lines = [header, {"symmetry": 1, "cells": [0, 1]}, *none, {"cube": one, "answer": {"count": 1}}]
    lines.append({"cube": two, "same": one, "symmetry": 1, "values": [[1, 2], [2, 2]]})
    with pytest.raises(RejectedError, match="two values the same name"):
        check([json.dumps(line).encode() + b"\n" for line in lines])
