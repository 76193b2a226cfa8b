"""A check of finished journals that shares no code with the run that wrote them.

It reads the cubes alone: that they are disjoint and cover the space, and that the result follows from their answers.
How a cube was divided does not matter to it. ``docs/guides/cubes.md`` says what is left to believe.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from math import prod
from typing import Any

Fixed = dict[str, int]


class RejectedError(Exception):
    """Raised if a journal does not show its result."""


@dataclass
class Leaf:
    """A cube with an answer."""

    line: int
    fixed: Fixed
    answer: dict[str, Any]
    original: Fixed | None = None
    """The cube that it is said to be a copy of."""
    symmetry: int | None = None
    renaming: list[list[int]] = field(default_factory=list)


@dataclass
class Claim:
    """What a journal shows."""

    header: dict[str, Any]
    leaves: int
    copies: int
    share: float
    """The share of the space that the cubes cover, by the sizes of domains."""
    result: dict[str, Any]
    """The result that follows from the answers: ``count``, ``scores`` or ``candidates``."""
    solutions: list[tuple[list[int], int | None]]
    """The solutions in the journal, with their scores."""
    symmetries: list[tuple[list[int], bool]]
    """The permutations of cells that it uses, and whether values are renamed as well."""

    @property
    def is_complete(self) -> bool:
        """Whether the cubes cover the space, or as many solutions were found as the question asks for."""
        limit = self.header["question"].get("limit")
        return self.share == 1 or (limit is not None and self.result["count"] >= limit)

    def __str__(self) -> str:
        question, result = self.header["question"], self.result
        shown = {
            "count": lambda: _some(result["count"], "solution"),
            "best": lambda: f"the best scores are {', '.join(map(str, result['scores'])) or 'none'}",
            "candidates": lambda: _some(sum(mask.bit_count() for mask in result["candidates"]), "candidate"),
        }[question["name"]]()
        cubes = _some(self.leaves, "disjoint cube")
        if not self.is_complete:
            return f"{self.share:.3%} of the space, in {cubes}; so far {shown}"
        if self.share < 1:
            return f"at least {shown}, in {cubes}"
        copies = f", {self.copies:,} of them by symmetry" if self.copies else ""
        return f"{shown} in the whole space, in {cubes}{copies}"


def _some(number: int, name: str) -> str:
    return f"{number:,} {name}{'s' * (number != 1)}"


def check(lines: Iterable[bytes]) -> Claim:
    """Check a journal.

    Parameters
    ----------
    lines
        The lines of the file.

    Returns
    -------
    Claim
        What it shows.

    Raises
    ------
    RejectedError
        If its cubes overlap, a symmetry does not map one cube to the other, or the result is not that of the answers.
    """
    parsed = _parsed(lines)
    try:
        return _checked(*parsed)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise RejectedError(f"a part of a line is missing, or of the wrong kind ({type(error).__name__})") from None


def _checked(header: dict[str, Any], *rest: dict[str, Any]) -> Claim:
    domains = {name: list(domain) for name, domain in header["cells"]}
    if not isinstance(header.get("version"), str):
        raise RejectedError("the first line names no version")
    _demand_numbers(1, *chain(*domains.values()), *header["givens"].values())
    for name in ("limit", "number", "target"):
        if header["question"].get(name) is not None:
            _demand_numbers(1, header["question"][name], least=None if name == "target" else 0)
    leaves = _leaves(rest, domains)
    share = _covered(leaves, domains)
    permutations = {line["symmetry"]: line["cells"] for line in rest if "cells" in line}
    for leaf in leaves:
        if leaf.original is not None:
            _check_copy(leaf, permutations, header)
    solutions: list[tuple[list[int], int | None]] = []
    for line in rest:
        if "found" in line:
            solution, score = line["found"]["solution"], line["found"]["score"]
            _demand_numbers(line["line"], *solution, score)
            solutions.append((list(solution), score))
    for leaf in leaves:
        listed = leaf.answer.get("solutions", [])
        scores = leaf.answer.get("scores", [None] * len(listed))
        solutions += [(list(solution), score) for solution, score in zip(listed, scores, strict=True)]
    result = _RESULTS[header["question"]["name"]](header, leaves, solutions, share == 1)
    for line in rest:
        if "result" in line and line["result"] != result:
            raise RejectedError(f"the result is {line['result']}, and that of the cubes {result}")
    renamed = {leaf.symmetry for leaf in leaves if leaf.renaming}
    symmetries = [(cells, number in renamed) for number, cells in permutations.items()]
    copies = sum(leaf.original is not None for leaf in leaves)
    return Claim(header, len(leaves), copies, float(share), result, solutions, symmetries)


def _parsed(lines: Iterable[bytes]) -> list[dict[str, Any]]:
    parsed = []
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            break  # torn when a run was killed
        try:
            parsed.append({**json.loads(line), "line": number})
        except (ValueError, TypeError, RecursionError):
            raise RejectedError(f"line {number} is not a line of a journal") from None
    if not parsed or parsed[0].get("journal") != "sudoku-cp cubes 1":
        raise RejectedError("the first line is not that of a journal of this version")
    return parsed


def _leaves(lines: Iterable[dict[str, Any]], domains: dict[str, list[int]]) -> list[Leaf]:
    """The answered cubes; an empty value of a division is one without solutions."""
    leaves = []
    for line in lines:
        if "cube" not in line:
            continue
        fixed = dict(line["cube"])
        if "answer" in line:
            leaves.append(Leaf(line["line"], fixed, line["answer"]))
        elif "same" in line:
            leaves.append(Leaf(line["line"], fixed, {}, dict(line["same"]), line["symmetry"], line["values"]))
        else:
            leaves += [Leaf(line["line"], {**fixed, line["split"]: value}, {}) for value in line["empty"]]
    for leaf in leaves:
        _check_numbers(leaf)
        for name, value in leaf.fixed.items():
            if value not in domains.get(name, ()):
                raise RejectedError(f"line {leaf.line}: {name} = {value} is no value of a cell")
    return leaves


def _check_numbers(leaf: Leaf) -> None:
    answer, optional = leaf.answer, [each for each in (leaf.answer.get("rest"), leaf.symmetry) if each is not None]
    _demand_numbers(leaf.line, *leaf.fixed.values(), *(leaf.original or {}).values(), *chain(*leaf.renaming), *optional)
    _demand_numbers(leaf.line, *answer.get("scores", ()), *chain(*answer.get("solutions", ())))
    _demand_numbers(leaf.line, answer.get("count", 0), *answer.get("candidates", ()), least=0)


def _demand_numbers(line: int, *values: object, least: int | None = None) -> None:
    """Demand whole numbers: JSON has fractions, texts and truth values as well, some of which Python would add up."""
    for value in values:
        if type(value) is not int or (least is not None and value < least):
            raise RejectedError(f"line {line}: {value!r} is no number that can stand there")


def _covered(leaves: list[Leaf], domains: dict[str, list[int]]) -> float:
    """The share of the space that disjoint cubes cover; exactly 1 if they cover it.

    Cubes are disjoint if they can be divided by the value of a cell that all of them fix, and so on until single cubes
    are left; and they cover the space if no value is missing on the way.
    """
    share, is_whole = 0.0, True
    groups: list[tuple[list[Leaf], frozenset[str], float]] = [(leaves, frozenset(), 1.0)]
    while groups:
        group, used, size = groups.pop()
        if not group:
            is_whole = False
            continue
        ended = next((leaf for leaf in group if len(leaf.fixed) == len(used)), None)
        if ended is not None:
            if len(group) > 1:
                other = next(leaf for leaf in group if leaf is not ended)
                raise RejectedError(f"the cubes of lines {ended.line} and {other.line} overlap")
            share += size
            continue
        smallest = min(group, key=lambda leaf: len(leaf.fixed))
        name = next(
            (each for each in smallest.fixed if each not in used and all(each in leaf.fixed for leaf in group)), None
        )
        if name is None:
            raise RejectedError(f"the cube of line {smallest.line} and others are not divided by the value of a cell")
        by_value: dict[int, list[Leaf]] = {value: [] for value in domains[name]}
        for leaf in group:
            by_value[leaf.fixed[name]].append(leaf)
        groups += [(part, used | {name}, size / len(by_value)) for part in by_value.values()]
    return 1.0 if is_whole else min(share, 1 - 1e-9)


def _check_copy(leaf: Leaf, permutations: dict[int, list[int]], header: dict[str, Any]) -> None:
    """Check that a symmetry maps one cube, with the givens, to the other."""
    names = [name for name, _ in header["cells"]]
    cells = permutations.get(leaf.symmetry if leaf.symmetry is not None else -1)
    if cells is None or sorted(cells) != list(range(len(names))):
        raise RejectedError(f"line {leaf.line}: the symmetry is no permutation of the cells")
    renamed: dict[int, int] = dict(leaf.renaming)  # type: ignore[arg-type]
    before, after = {**header["givens"], **(leaf.original or {})}, {**header["givens"], **leaf.fixed}
    if len({renamed.get(value, value) for value in before.values()}) != len(set(before.values())):
        raise RejectedError(f"line {leaf.line}: the symmetry gives two values the same name")
    moved = {names[place]: before[names[cell]] for place, cell in enumerate(cells) if names[cell] in before}
    if {name: renamed.get(value, value) for name, value in moved.items()} != after:
        raise RejectedError(f"line {leaf.line}: the symmetry does not map one cube to the other")


def _counted(header: dict[str, Any], leaves: list[Leaf], solutions: object, is_whole: bool) -> dict[str, Any]:
    """The number of solutions; a copy has as many as the cubes in its original."""
    sizes = {name: len(domain) for name, domain in header["cells"]}
    index: dict[tuple[str, int], set[int]] = {}
    for number, leaf in enumerate(leaves):
        for item in leaf.fixed.items():
            index.setdefault(item, set()).add(number)
    known: dict[int, int] = {}

    def value(number: int, above: frozenset[int]) -> int:
        leaf = leaves[number]
        if leaf.original is None:
            return leaf.answer.get("count", 0)  # type: ignore[no-any-return]
        if number in above:
            raise RejectedError(f"line {leaf.line}: the cube is a copy of itself")
        if number not in known:
            original = leaf.original
            inside = set.intersection(*sorted([index.get(item, set()) for item in original.items()], key=len))
            parts = [leaves[each].fixed.keys() - original.keys() for each in inside]
            if is_whole and sum(Fraction(1, prod(sizes[name] for name in names)) for names in parts) != 1:
                raise RejectedError(f"line {leaf.line}: the original is no union of cubes")
            known[number] = sum(value(each, above | {number}) for each in inside)
        return known[number]

    total = sum(value(number, frozenset()) for number in range(len(leaves)))
    limit = header["question"]["limit"]
    return {"count": total if limit is None else min(total, limit)}


def _ranked(header: dict[str, Any], leaves: list[Leaf], solutions: Sequence[Any], is_whole: bool) -> dict[str, Any]:
    """The best scores; no cube may hide a better one."""
    sign = 1 if header["sense"] == "maximize" else -1
    different = {(tuple(solution), score) for solution, score in solutions}
    best = sorted((sign * score for _, score in different), reverse=True)[: header["question"]["number"]]
    missed = best[-1] if len(best) == header["question"]["number"] else None
    target = header["question"]["target"]
    if missed is None and target is not None:
        missed = sign * target - 1
    for leaf in leaves:
        rest = leaf.answer.get("rest")
        if is_whole and rest is not None and (missed is None or sign * rest > missed):
            raise RejectedError(f"line {leaf.line}: the cube may have a solution of score {rest}, which is missing")
    return {"scores": [sign * score for score in best]}


def _united(header: dict[str, Any], leaves: list[Leaf], solutions: object, is_whole: bool) -> dict[str, Any]:
    masks = [0] * len(header["cells"])
    for leaf in leaves:
        masks = [known | new for known, new in zip(masks, leaf.answer.get("candidates", masks), strict=True)]
    return {"candidates": masks}


_RESULTS = {"count": _counted, "best": _ranked, "candidates": _united}
