"""The lines of a journal as its checker reads them: each is of a known kind, and has the parts of this kind alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

Fixed = dict[str, int]

Line = dict[str, Any]


class RejectedError(Exception):
    """Raised if a journal does not show its result."""


_FORMAT = "sudoku-cp cubes 1"

_HEADER = frozenset({"journal", "model", "name", "question", "sense", "givens", "cells", "version"})

_PARAMETERS = {"count": {"limit", "target"}, "best": {"number", "target"}, "candidates": set[str]()}
"""What distinguishes questions of each kind."""

_COST = frozenset({"nodes", "seconds"})

_ANSWERS = {
    "count": {"count", "solutions"},
    "best": {"count", "solutions", "scores", "rest", "bound"},
    "candidates": {"count", "candidates"},
}
"""The keys of an answer to each question, its cost left out."""

_KINDS = {
    frozenset({"cube", "answer"}): "answer",
    frozenset({"cube", "same", "symmetry", "values"}): "copy",
    frozenset({"cube", "split", "empty"}): "division",
    frozenset({"symmetry", "cells"}): "symmetry",
    frozenset({"found"}): "found",
    frozenset({"result"}): "result",
}
"""The kinds of lines, by their keys; those of divisions that the checker does not read are left out."""

_UNREAD = frozenset({"estimates", "bound"})


@dataclass(frozen=True)
class Header:
    """What a journal is about."""

    content: Line
    """The whole line."""
    domains: dict[str, list[int]]
    givens: Fixed
    question: str
    limit: int | None
    """The number of solutions up to which they are counted."""
    number: int | None
    """The number of best solutions that are wanted."""
    target: int | None
    """The score that solutions must reach."""
    sign: int
    """1 if larger scores are better, else -1."""

    def contradicts(self, fixed: Mapping[str, int]) -> bool:
        """Whether fixed values contradict a given, so that they have no solutions."""
        return any(self.givens.get(name, value) != value for name, value in fixed.items())

    def reaches(self, score: int) -> bool:
        """Whether a score counts."""
        return self.target is None or self.sign * score >= self.sign * self.target


@dataclass
class Leaf:
    """A cube with an answer."""

    line: int
    fixed: Fixed
    answer: dict[str, Any]
    original: Fixed | None = None
    """The cube that it is said to be a copy of."""
    symmetry: int | None = None
    renaming: dict[int, int] = field(default_factory=dict)


@dataclass
class Entries:
    """The lines of a journal."""

    header: Header
    leaves: list[Leaf] = field(default_factory=list)
    found: list[tuple[list[int], int]] = field(default_factory=list)
    """Solutions with their scores, from cubes that were divided."""
    permutations: dict[int, list[int]] = field(default_factory=dict)
    results: list[Any] = field(default_factory=list)


def read_entries(lines: Iterable[bytes]) -> Entries:
    """Read a journal.

    Parameters
    ----------
    lines
        The lines of the file; a last one without its end was torn when a run was killed, and is dropped.

    Returns
    -------
    Entries
        The lines.

    Raises
    ------
    RejectedError
        If a line is of no known kind, contradicts itself, or has a value that cannot stand there.
    """
    parsed = []
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            break
        try:
            parsed.append(json.loads(line, object_pairs_hook=_without_repeats))
        except (ValueError, RecursionError):
            parsed.append(None)
        if not isinstance(parsed[-1], dict):
            raise RejectedError(f"line {number} is not a line of a journal")
    if not parsed or parsed[0].get("journal") != _FORMAT:
        raise RejectedError("the first line is not that of a journal of this version")
    entries = Entries(_header(parsed[0]))
    for number, content in enumerate(parsed[1:], 2):
        _READERS[_kind(content, number)](entries, content, number)
    return entries


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a key is repeated")
    return dict(pairs)


def _header(content: Line) -> Header:
    if not isinstance(content.get("version"), str):
        raise RejectedError("the first line names no version")
    if content.keys() != _HEADER:
        raise RejectedError("the first line lacks a part of a header, or has another one")
    domains = {name: list(domain) for name, domain in content["cells"]}
    question, givens = dict(content["question"]), dict(content["givens"])
    demand_numbers(1, *chain(*domains.values()), *givens.values())
    if len(domains) < len(content["cells"]) or any(len(set(domain)) < len(domain) for domain in domains.values()):
        raise RejectedError("a cell or a value of a cell is named twice")
    _demand_values(1, givens, domains)
    name = question.pop("name", None)
    if name not in _PARAMETERS or question.keys() != _PARAMETERS[name]:
        raise RejectedError("the question is not one that cubes answer")
    limit, number, target = (question.get(each) for each in ("limit", "number", "target"))
    demand_numbers(1, *(each for each in (limit, question.get("number", 1)) if each is not None), least=1)
    demand_numbers(1, *() if target is None else (target,))
    sense = content["sense"]
    if sense not in ("maximize", "minimize", None) or (sense is None and (name == "best" or target is not None)):
        raise RejectedError("the question is about scores, and the model has none")
    if name == "best" and number is None:
        raise RejectedError("the question does not say how many solutions are wanted")
    return Header(content, domains, givens, name, limit, number, target, -1 if sense == "minimize" else 1)


def _kind(content: Line, line: int) -> str:
    kind = _KINDS.get(frozenset(content)) or _KINDS.get(frozenset(content) - _UNREAD)
    if kind is None or (kind != "division" and _UNREAD & content.keys()):
        raise RejectedError(f"line {line} is of no kind that a journal has")
    return kind


def _read_answer(entries: Entries, content: Line, line: int) -> None:
    leaf = Leaf(line, dict(content["cube"]), dict(content["answer"]))
    header, answer = entries.header, leaf.answer
    _demand_values(line, leaf.fixed, header.domains)
    demand_numbers(line, *answer.get("scores", ()), *chain(*answer.get("solutions", ())))
    demand_numbers(line, *(answer[key] for key in ("rest", "bound") if answer.get(key) is not None))
    demand_numbers(line, answer.get("count", 0), *answer.get("candidates", ()), least=0)
    if unknown := sorted(answer.keys() - _ANSWERS[header.question] - _COST):
        raise RejectedError(f"line {line}: {unknown[0]} is no part of an answer to this question")
    {"count": _demand_count, "best": _demand_scores, "candidates": _demand_candidates}[header.question](header, leaf)
    for solution in answer.get("solutions", ()):
        values = _demand_solution(line, solution, header)
        if any(values[name] != value for name, value in leaf.fixed.items()):
            raise RejectedError(f"line {line}: a solution is not in the cube")
    if header.contradicts(leaf.fixed) and any(answer.get(key) for key in ("count", "solutions", "scores")):
        raise RejectedError(f"line {line}: the cube contradicts a given, and has no solutions")
    entries.leaves.append(leaf)


def _demand_count(header: Header, leaf: Leaf) -> None:
    if len(leaf.answer.get("solutions", ())) > leaf.answer.get("count", 0):
        raise RejectedError(f"line {leaf.line}: the number of solutions is not that of those listed")


def _demand_scores(header: Header, leaf: Leaf) -> None:
    answer = leaf.answer
    if not len(answer.get("solutions", ())) == len(answer.get("scores", ())) == answer.get("count", 0):
        raise RejectedError(f"line {leaf.line}: the number of solutions is not that of those listed")


def _demand_candidates(header: Header, leaf: Leaf) -> None:
    """Demand a mask of the domain for each cell, all of them empty or none, and the fixed values in theirs."""
    masks: list[int] = leaf.answer.get("candidates", [])
    if len(masks) != len(header.domains) or any(masks) is not bool(leaf.answer.get("count", 0)):
        raise RejectedError(f"line {leaf.line}: there must be candidates for each cell, or for none")
    fixed = header.givens | leaf.fixed
    for (name, domain), mask in zip(header.domains.items(), masks, strict=True):
        possible = 1 << domain.index(fixed[name]) if name in fixed else (1 << len(domain)) - 1
        if mask & ~possible or (any(masks) and not mask):
            raise RejectedError(f"line {leaf.line}: the candidates of {name} are not values that it can have")


def _read_copy(entries: Entries, content: Line, line: int) -> None:
    header, pairs = entries.header, [tuple(pair) for pair in content["values"]]
    leaf = Leaf(line, dict(content["cube"]), {}, dict(content["same"]), content["symmetry"], dict(pairs))
    assert leaf.original is not None
    _demand_values(line, leaf.fixed, header.domains)
    _demand_values(line, leaf.original, header.domains)
    demand_numbers(line, leaf.symmetry, *chain(*pairs))
    if len(leaf.renaming) < len(pairs):
        raise RejectedError(f"line {line}: the symmetry gives a value two names")
    if header.question != "count" or header.limit is not None or header.target is not None:
        raise RejectedError(f"line {line}: copies are for counts of all solutions, and this is another question")
    if header.contradicts(leaf.fixed) or header.contradicts(leaf.original):
        raise RejectedError(f"line {line}: a cube that contradicts a given neither is a copy nor has copies")
    entries.leaves.append(leaf)


def _read_division(entries: Entries, content: Line, line: int) -> None:
    """An empty value of a division is a cube without solutions."""
    fixed, name = dict(content["cube"]), content["split"]
    if name in fixed:
        raise RejectedError(f"line {line}: {name} is fixed, and cannot divide the cube")
    empty = {} if entries.header.question != "candidates" else {"candidates": [0] * len(entries.header.domains)}
    for value in content["empty"]:
        leaf = Leaf(line, {**fixed, name: value}, empty)
        _demand_values(line, leaf.fixed, entries.header.domains)
        entries.leaves.append(leaf)


def _read_symmetry(entries: Entries, content: Line, line: int) -> None:
    number, cells = content["symmetry"], list(content["cells"])
    demand_numbers(line, number, *cells)
    if number in entries.permutations:
        raise RejectedError(f"line {line}: symmetry {number} is declared twice")
    if sorted(cells) != list(range(len(entries.header.domains))):
        raise RejectedError(f"line {line}: the symmetry is no permutation of the cells")
    entries.permutations[number] = cells


def _read_found(entries: Entries, content: Line, line: int) -> None:
    found = dict(content["found"])
    if entries.header.question != "best" or found.keys() != {"score", "solution"}:
        raise RejectedError(f"line {line}: a solution with a score is no part of an answer to this question")
    demand_numbers(line, *found["solution"], found["score"])
    _demand_solution(line, found["solution"], entries.header)
    entries.found.append((list(found["solution"]), found["score"]))


def _read_result(entries: Entries, content: Line, line: int) -> None:
    entries.results.append(content["result"])


_READERS = {
    "answer": _read_answer,
    "copy": _read_copy,
    "division": _read_division,
    "symmetry": _read_symmetry,
    "found": _read_found,
    "result": _read_result,
}


def _demand_solution(line: int, solution: list[int], header: Header) -> Fixed:
    """The values of a solution by cell."""
    if len(solution) != len(header.domains):
        raise RejectedError(f"line {line}: a solution must have a value for each cell")
    values = dict(zip(header.domains, solution, strict=True))
    _demand_values(line, values, header.domains)
    return values


def _demand_values(line: int, fixed: Fixed, domains: Mapping[str, list[int]]) -> None:
    demand_numbers(line, *fixed.values())
    for name, value in fixed.items():
        if value not in domains.get(name, ()):
            raise RejectedError(f"line {line}: {name} = {value} is no value of a cell")


def demand_numbers(line: int, *values: object, least: int | None = None) -> None:
    """Demand whole numbers: JSON has fractions, texts and truth values as well, some of which Python would add up.

    Parameters
    ----------
    line
        The line, for messages.
    *values
        What must be numbers.
    least
        The least number that can stand there.

    Raises
    ------
    RejectedError
        If one is not.
    """
    for value in values:
        if type(value) is not int or (least is not None and value < least):
            raise RejectedError(f"line {line}: {value!r} is no number that can stand there")
