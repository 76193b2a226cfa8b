"""The tree of cubes and what is known of each, written to a journal line by line and read back from it.

``docs/guides/cubes.md`` describes the format of journals.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from time import monotonic
from typing import Any

from sudoku_cp._base.errors import InputError
from sudoku_cp._base.version import __version__
from sudoku_cp.cubes.questions import Aggregate, BestAggregate, CubeAnswer
from sudoku_cp.cubes.splitting import MOST_FIXED, Symmetries
from sudoku_cp.model import Cell
from sudoku_cp.model.answers import Cube, Split, Values, ordered


@dataclass(slots=True)
class Node:
    """A cube in the tree; it is open as long as it has neither answer nor parts nor original."""

    cube: Cube
    weight: int
    """The number of cubes whose answers its own one stands for."""
    answer: CubeAnswer | None = None
    parts: list[Node] = field(default_factory=list)
    is_split: bool = False
    original: Node | None = None
    """The cube that it is a symmetric copy of."""

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.answer is None and not self.is_split and self.original is None


class Tree:
    """Cubes, from the whole space down.

    Parameters
    ----------
    estimate
        The expected number of nodes for the whole space.
    on_answer
        Called with each final answer and the number of cubes that it stands for, again when the number grows.
    """

    def __init__(self, estimate: float, on_answer: Callable[[CubeAnswer, int], None]) -> None:
        self.root = Node(Cube((), estimate), 1)
        self._nodes: dict[Values, Node] = {(): self.root}
        self._on_answer = on_answer

    def __getitem__(self, values: Values) -> Node:
        return self._nodes[values]

    def __contains__(self, values: Values) -> bool:
        return values in self._nodes

    def open_nodes(self) -> Iterator[Node]:
        """The cubes that wait for an answer."""
        return (node for node in self._nodes.values() if node.is_open)

    def answer(self, node: Node, answer: CubeAnswer) -> None:
        """Close an open cube with its final answer.

        Parameters
        ----------
        node
            The cube.
        answer
            Its final answer.
        """
        node.answer = answer
        self._on_answer(answer, node.weight)

    def split(self, node: Node, split: Split) -> list[Node]:
        """Divide an open cube.

        Parameters
        ----------
        node
            The cube.
        split
            Its division.

        Returns
        -------
        list
            Its parts, which are open.
        """
        node.is_split = True
        node.parts = [Node(part, node.weight) for part in split.parts]
        self._nodes.update((part.cube.values, part) for part in node.parts)
        return node.parts

    def mirror(self, node: Node, original: Node) -> None:
        """Close an open cube that is a symmetric copy of another one.

        Parameters
        ----------
        node
            The cube.
        original
            The other one, which fixes as many cells and is not a copy itself.
        """
        node.original = original
        self._add_weight(original, node.weight)

    def _add_weight(self, node: Node, weight: int) -> None:
        waiting = [node]
        while waiting:
            node = waiting.pop()
            node.weight += weight
            waiting += node.parts
            if node.original is not None:
                waiting.append(node.original)
            if node.answer is not None:
                self._on_answer(node.answer, weight)


_NO_ANSWER = CubeAnswer(is_final=True)


class RunState:
    """The state of a run.

    Parameters
    ----------
    aggregate
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
        self, aggregate: Aggregate, symmetries: Symmetries | None, journal: Journal | None, cells: Sequence[Cell]
    ) -> None:
        self.aggregate = aggregate
        self.tree = Tree(0.0, aggregate.add)
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

    def answer(self, node: Node, answer: CubeAnswer) -> None:
        """Close a cube with its final answer."""
        line: Line = {"cube": node.cube.givens}
        kept = answer if self.aggregate.keeps_solutions or not self.aggregate.count else replace(answer, solutions=())
        line["answer"] = {
            each.name: getattr(kept, each.name)
            for each in fields(CubeAnswer)
            if each.name != "is_final" and getattr(kept, each.name) != getattr(_NO_ANSWER, each.name)
        }
        self._write(line)
        self._answer(node, answer)

    def _answer(self, node: Node, answer: CubeAnswer) -> None:
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

    def find(self, answer: CubeAnswer) -> None:
        """Keep the solutions of an answer that is not final, and count its nodes."""
        self.nodes += answer.nodes
        if isinstance(self.aggregate, BestAggregate):
            for score, solution in zip(answer.scores, answer.solutions, strict=True):
                if self.aggregate.find(score, solution):
                    self._write({"found": {"score": score, "solution": solution}})

    def end(self) -> None:
        """Write the result."""
        if not self._is_ended:
            self._write({"result": self.aggregate.result()})
            self._is_ended = True

    def _write(self, line: Line) -> None:
        if self._journal is not None:
            self._journal.write(line)

    def _replay(self, line: Line) -> None:
        if "found" in line:
            if isinstance(self.aggregate, BestAggregate):
                self.aggregate.find(line["found"]["score"], tuple(line["found"]["solution"]))
            return
        if "cells" in line:
            self._witnesses[tuple(line["cells"])] = line["symmetry"]
            return
        if "result" in line:
            self._is_ended = line["result"] == self.aggregate.result()
            return
        node = self.tree[self._values(line["cube"])]
        if not node.is_open:
            raise ValueError(f"{node.cube} is closed")
        if "answer" in line:
            known = {name: _as_tuples(value) for name, value in line["answer"].items()}
            self._answer(node, CubeAnswer(is_final=True, **known))
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


FORMAT = "sudoku-cp cubes 1"

BEGINNING = b'{"journal":"sudoku-cp cubes '

SYNC = 1.0
"""The number of seconds between two times that lines are forced to the disk."""

Line = dict[str, Any]


class Journal:
    """A journal that this process alone writes.

    Parameters
    ----------
    path
        The file, which is made if it does not exist.
    header
        What the run is about: the model, its cells, the givens and the question.

    Raises
    ------
    InputError
        If another run writes it, it is about something else or of another version of sudoku-cp, or a line other than
        the last one cannot be read.
    """

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.path = path
        self._failure: str | None = None
        self._synced = -SYNC
        if path.exists() and not path.is_file():
            raise InputError("is not a file", str(path))
        try:
            self._stream = path.open("a+b", buffering=0)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", str(path)) from None
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.lines = self._read(json.loads(json.dumps({"journal": FORMAT, **header})))
            """The lines after the header."""
        except BlockingIOError:
            self._stream.close()
            message = "another run writes this journal: wait for its end, or name another file"
            raise InputError(message, str(path)) from None
        except BaseException:
            self._stream.close()
            raise

    def _read(self, header: Line) -> list[Line]:
        self._stream.seek(0)
        content = self._stream.readall()
        whole = content[: content.rfind(b"\n") + 1]
        if content and not content.startswith(BEGINNING[: len(content)]):
            raise InputError("is not a journal of cubes", str(self.path), 1)
        lines = [parsed_line(line, self.path, number) for number, line in enumerate(whole.splitlines(), 1)]
        if lines:
            for name, value in header.items():
                if name != "name" and lines[0].get(name) != value:
                    raise InputError(f"was written for another {name}: name another file", str(self.path), 1)
            version = lines[0].get("version")
            if version != __version__:
                message = f"was written by version {version}, and this is {__version__}: name another file"
                raise InputError(message, str(self.path), 1)
        if len(whole) < len(content):  # the last line was torn when a run was killed
            self._stream.truncate(len(whole))
        if not lines:
            self.write({**header, "version": __version__})
            self._sync_folder()
        return lines[1:]

    def write(self, *lines: Line) -> None:
        """Add lines.

        Parameters
        ----------
        *lines
            The lines, each a JSON object.

        Raises
        ------
        InputError
            If they cannot be written; what was written before stays, and nothing can be written after.
        """
        if self._failure is None:
            data = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode()
            size = os.fstat(self._stream.fileno()).st_size
            try:
                while data:
                    data = data[self._stream.write(data) or 0 :]
                if monotonic() - self._synced >= SYNC:
                    os.fsync(self._stream.fileno())
                    self._synced = monotonic()
            except OSError as error:
                self._failure = f"cannot be written: {error.strerror}"
                with suppress(OSError):  # else the torn line is dropped when a run goes on from here
                    self._stream.truncate(size)
        if self._failure is not None:
            raise InputError(self._failure, str(self.path))

    def _sync_folder(self) -> None:
        """Force the name of a new file to the disk, where folders can be."""
        with suppress(OSError):
            folder = os.open(self.path.absolute().parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def close(self) -> None:
        """Write all to the disk, and let other runs have it."""
        with suppress(OSError):
            os.fsync(self._stream.fileno())
        self._stream.close()


def parsed_line(line: bytes, path: Path, number: int) -> Line:
    """A line of a journal.

    Parameters
    ----------
    line
        The line.
    path
        The file, for messages.
    number
        The number of the line.

    Returns
    -------
    dict
        The object.

    Raises
    ------
    InputError
        If it is not a JSON object.
    """
    try:
        parsed = json.loads(line)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        raise InputError("is not a line of a journal", str(path), number)
    return parsed
