"""The record of a run: the tree of cubes and the tally, written to a journal line by line and read back from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from sudoku_cp._base.errors import InputError
from sudoku_cp.cubes.journal import Journal, Line
from sudoku_cp.cubes.questions import Answer
from sudoku_cp.cubes.symmetry import MOST_FIXED, Symmetries
from sudoku_cp.cubes.tally import BestTally, Tally
from sudoku_cp.cubes.tree import Node, Tree
from sudoku_cp.model import Cell
from sudoku_cp.model.answers import Cube, Split, Values, ordered

_NO_ANSWER = Answer(is_final=True)


class Record:
    """The state of a run.

    Parameters
    ----------
    tally
        Adds the answers up.
    symmetries
        The symmetries that save cubes; None if they may not be used.
    journal
        The journal, from which what is known is read; None for none.
    cells
        The cells of the model.

    Raises
    ------
    InputError
        If a line of the journal does not fit the lines before it.
    """

    def __init__(
        self, tally: Tally, symmetries: Symmetries | None, journal: Journal | None, cells: Sequence[Cell]
    ) -> None:
        self.tally = tally
        self.tree = Tree(0.0, tally.add)
        self.nodes = 0
        """The search nodes of all answers."""
        self.answered = 0
        """The number of answered cubes."""
        self._symmetries = symmetries
        self._forms: dict[tuple[int, ...], Node] = {}
        self._witnesses: dict[tuple[int, ...], int] = {}
        self._journal = journal
        self._places = {cell.name: place for place, cell in enumerate(cells)}
        self._domains = {cell.name: cell.domain for cell in cells}
        self._is_ended = False
        if journal is not None:
            for number, line in enumerate(journal.lines, 2):
                try:
                    self._replay(line)
                except (KeyError, ValueError, TypeError, IndexError, AttributeError, RecursionError):
                    raise InputError("does not fit the lines before it", str(journal.path), number) from None

    def answer(self, node: Node, answer: Answer) -> None:
        """Close a cube with its final answer."""
        line: Line = {"cube": node.cube.givens}
        kept = answer if self.tally.keeps_solutions or not self.tally.count else replace(answer, solutions=())
        line["answer"] = {
            each.name: getattr(kept, each.name)
            for each in fields(Answer)
            if each.name != "is_final" and getattr(kept, each.name) != getattr(_NO_ANSWER, each.name)
        }
        self._write(line)
        self._answer(node, answer)

    def _answer(self, node: Node, answer: Answer) -> None:
        self.nodes += answer.nodes
        self.answered += 1
        self.tree.answer(node, answer)

    def split(self, node: Node, split: Split) -> list[Node]:
        """Divide a cube; return the parts that wait for an answer, which leaves out copies of others."""
        line: Line = {"cube": node.cube.givens, "split": split.cell, "empty": split.empty}
        line["estimates"] = [round(part.estimate) for part in split.parts]
        line |= {} if node.cube.bound is None else {"bound": node.cube.bound}
        self._write(line)
        return [part for part in self.tree.split(node, split) if not self._is_copy(part)]

    def _is_copy(self, node: Node) -> bool:
        """Close a cube that is a copy of another one."""
        if self._symmetries is None or len(node.cube.values) > MOST_FIXED:
            return False
        original = self._forms.setdefault(self._symmetries.form(node.cube), node)
        if original is node:
            return False
        copy = self._symmetries.copy(original.cube, node.cube)
        if copy.cells not in self._witnesses:
            self._witnesses[copy.cells] = len(self._witnesses)
            self._write({"symmetry": self._witnesses[copy.cells], "cells": copy.cells})
        line: Line = {"cube": node.cube.givens, "same": original.cube.givens}
        self._write({**line, "symmetry": self._witnesses[copy.cells], "values": copy.renaming})
        self.tree.mirror(node, original)
        return True

    def find(self, answer: Answer) -> None:
        """Keep the solutions of an answer that is not final, and count its nodes."""
        self.nodes += answer.nodes
        if isinstance(self.tally, BestTally):
            for score, solution in zip(answer.scores, answer.solutions, strict=True):
                if self.tally.find(score, solution):
                    self._write({"found": {"score": score, "solution": solution}})

    def end(self) -> None:
        """Write the result."""
        if not self._is_ended:
            self._write({"result": self.tally.result()})
            self._is_ended = True

    def _write(self, line: Line) -> None:
        if self._journal is not None:
            self._journal.write(line)

    def _replay(self, line: Line) -> None:
        if "found" in line:
            if isinstance(self.tally, BestTally):
                self.tally.find(line["found"]["score"], tuple(line["found"]["solution"]))
            return
        if "cells" in line:
            self._witnesses[tuple(line["cells"])] = line["symmetry"]
            return
        if "result" in line:
            self._is_ended = line["result"] == self.tally.result()
            return
        node = self.tree[self._values(line["cube"])]
        if not node.is_open:
            raise ValueError(f"{node.cube} is closed")
        if "answer" in line:
            known = {name: _as_tuples(value) for name, value in line["answer"].items()}
            self._answer(node, Answer(is_final=True, **known))
        elif "same" in line:
            self.tree.mirror(node, self.tree[self._values(line["same"])])
        else:
            for part in self.tree.split(node, self._split(node.cube, line)):
                self._register(part)

    def _register(self, node: Node) -> None:
        if self._symmetries is not None and len(node.cube.values) <= MOST_FIXED:
            self._forms.setdefault(self._symmetries.form(node.cube), node)

    def _split(self, cube: Cube, line: Line) -> Split:
        name, empty = line["split"], set(line["empty"])
        values = [value for value in self._domains[name] if value not in empty]
        parts = tuple(
            Cube(ordered({**cube.givens, name: value}, self._places), estimate, line.get("bound"))
            for value, estimate in zip(values, line["estimates"], strict=True)
        )
        return Split(cube.values, name, tuple(line["empty"]), parts)

    def _values(self, givens: Mapping[str, int]) -> Values:
        return ordered(givens, self._places)


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
