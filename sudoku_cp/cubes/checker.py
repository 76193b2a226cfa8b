"""A check of finished journals that shares no code with the run that wrote them.

It reads the cubes alone: that they are disjoint and cover the space, and that the result follows from their answers.
How a cube was divided does not matter to it. ``docs/guides/cubes.md`` says what is left to believe.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from sudoku_cp.cubes.entries import Entries, Header, Leaf, Line, RejectedError, read_entries

__all__ = ["Claim", "RejectedError", "check"]


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
        return self.share == 1 or self._is_enough

    @property
    def _is_enough(self) -> bool:
        limit = self.header["question"].get("limit")
        return limit is not None and self.result["count"] >= limit

    def __str__(self) -> str:
        question, result = self.header["question"], self.result
        target = question.get("target")
        reaching = "" if target is None else f" that reach {target}"
        shown = {
            "count": lambda: f"{_some(result['count'], 'solution')}{reaching}",
            "best": lambda: f"the best scores{reaching} are {', '.join(map(str, result['scores'])) or 'none'}",
            "candidates": lambda: _some(sum(mask.bit_count() for mask in result["candidates"]), "candidate"),
        }[question["name"]]()
        cubes = _some(self.leaves, "disjoint cube")
        if not self.is_complete:
            return f"{self.share:.3%} of the space, in {cubes}; so far {shown}"
        if self._is_enough:
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
    try:
        return _checked(read_entries(lines))
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise RejectedError(f"a part of a line is missing, or of the wrong kind ({type(error).__name__})") from None


def _checked(entries: Entries) -> Claim:
    header, leaves = entries.header, entries.leaves
    share = _covered(leaves, header.domains)
    for leaf in leaves:
        if leaf.original is not None:
            _check_copy(leaf, entries.permutations, header)
    solutions: list[tuple[list[int], int | None]] = [*entries.found]
    for leaf in leaves:
        listed = leaf.answer.get("solutions", [])
        scores = leaf.answer.get("scores", [None] * len(listed))
        solutions += [(list(solution), score) for solution, score in zip(listed, scores, strict=True)]
    result = _RESULTS[header.question](header, leaves, solutions, share == 1)
    renamed = {leaf.symmetry for leaf in leaves if leaf.renaming}
    symmetries = [(cells, number in renamed) for number, cells in entries.permutations.items()]
    copies = sum(leaf.original is not None for leaf in leaves)
    claim = Claim(header.content, len(leaves), copies, share, result, solutions, symmetries)
    for stated in entries.results:
        if stated != result:
            raise RejectedError(f"the result is {stated}, and that of the cubes {result}")
        if not claim.is_complete:
            raise RejectedError(f"there is a result, and the cubes are {share:.3%} of the space")
    return claim


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


def _check_copy(leaf: Leaf, permutations: dict[int, list[int]], header: Header) -> None:
    """Check that a symmetry maps one cube, with the givens, to the other."""
    names = [*header.domains]
    cells = permutations.get(-1 if leaf.symmetry is None else leaf.symmetry)
    if cells is None:
        raise RejectedError(f"line {leaf.line}: the symmetry is no permutation of the cells")
    renamed = leaf.renaming
    before, after = {**header.givens, **(leaf.original or {})}, {**header.givens, **leaf.fixed}
    if len({renamed.get(value, value) for value in before.values()}) != len(set(before.values())):
        raise RejectedError(f"line {leaf.line}: the symmetry gives two values the same name")
    moved = {names[place]: before[names[cell]] for place, cell in enumerate(cells) if names[cell] in before}
    if {name: renamed.get(value, value) for name, value in moved.items()} != after:
        raise RejectedError(f"line {leaf.line}: the symmetry does not map one cube to the other")


def _counted(header: Header, leaves: list[Leaf], solutions: object, is_whole: bool) -> Line:
    """The number of solutions; a copy has as many as the cubes in its original."""
    sizes = {name: len(domain) for name, domain in header.domains.items()}
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
    return {"count": total if header.limit is None else min(total, header.limit)}


def _ranked(header: Header, leaves: list[Leaf], solutions: list[tuple[list[int], int | None]], is_whole: bool) -> Line:
    """The best scores that count; no cube may hide a better one."""
    sign, number = header.sign, header.number
    different = {(tuple(solution), score) for solution, score in solutions if score is not None}
    best = sorted((sign * score for _, score in different if header.reaches(score)), reverse=True)[:number]
    missed = best[-1] if len(best) == number else None
    if missed is None and header.target is not None:
        missed = sign * header.target - 1
    for leaf in leaves:
        rest = leaf.answer.get("rest")
        if is_whole and rest is not None and (missed is None or sign * rest > missed):
            raise RejectedError(f"line {leaf.line}: the cube may have a solution of score {rest}, which is missing")
    return {"scores": [sign * score for score in best]}


def _united(header: Header, leaves: list[Leaf], solutions: object, is_whole: bool) -> Line:
    masks = [0] * len(header.domains)
    for leaf in leaves:
        masks = [known | new for known, new in zip(masks, leaf.answer["candidates"], strict=True)]
    return {"candidates": masks}


_RESULTS = {"count": _counted, "best": _ranked, "candidates": _united}
