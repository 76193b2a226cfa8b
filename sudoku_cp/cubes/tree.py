"""The tree of cubes of one run: open ones, answered ones, divided ones, and ones like another by symmetry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sudoku_cp.cubes.questions import Answer
from sudoku_cp.model.answers import Cube, Split, Values


@dataclass(slots=True)
class Node:
    """A cube in the tree; it is open as long as it has neither answer nor parts nor original."""

    cube: Cube
    weight: int
    """The number of cubes whose answers its own one stands for."""
    answer: Answer | None = None
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

    def __init__(self, estimate: float, on_answer: Callable[[Answer, int], None]) -> None:
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

    def answer(self, node: Node, answer: Answer) -> None:
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
