"""The documents of a session, for undo and redo, and the edits of a window that an earlier server has not acted on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from sudoku_cp.page.channel import QuestionError
from sudoku_cp.page.limits import MOST_HISTORY, MOST_UNDO
from sudoku_cp.page.merging import merged
from sudoku_cp.page.messages import Message


class History:
    """A document with those before it, and those that were undone.

    >>> history = History("a")
    >>> history.add("b")
    >>> history.undo(), history.undo(), history.redo(), history.text
    (True, False, True, 'b')
    """

    def __init__(self, text: str) -> None:
        self._texts = [text]
        self._at = 0
        self._forgotten = 0

    @classmethod
    def of(cls, texts: Sequence[str], at: int) -> History:
        """Documents of which one is shown.

        Parameters
        ----------
        texts
            The documents.
        at
            The index of the one that is shown.
        """
        made = cls("")
        made._texts, made._at = list(texts), at
        return made

    @property
    def documents(self) -> tuple[list[str], int]:
        """The documents, and the index of this one."""
        return list(self._texts), self._at

    @property
    def text(self) -> str:
        """The document."""
        return self._texts[self._at]

    @property
    def number(self) -> int:
        """How many documents were before it."""
        return self._forgotten + self._at

    @property
    def can_undo(self) -> bool:
        """Whether there is a document before this one."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether a document was undone."""
        return self._at + 1 < len(self._texts)

    def add(self, text: str) -> None:
        """Replace the document; those that were undone are forgotten."""
        if text == self.text:
            return
        self._texts[self._at + 1 :] = [text]
        self._forget(len(self._texts) - MOST_UNDO)
        self._at = len(self._texts) - 1

    def put_before(self, text: str) -> None:
        """Put a document before this one, so that undo brings it back.

        >>> history = History("a")
        >>> history.put_before("b")
        >>> history.text, history.undo(), history.text
        ('a', True, 'b')
        """
        self._texts.insert(self._at, text)
        self._at += 1

    def _forget(self, number: int) -> None:
        """Forget the oldest documents, if there are too many."""
        del self._texts[: max(0, number)]
        self._forgotten += max(0, number)

    def undo(self) -> bool:
        """Go back by one document; return whether there is one."""
        self._at -= (moved := self.can_undo)
        return moved

    def redo(self) -> bool:
        """Take an undo back; return whether there was one."""
        self._at += (moved := self.can_redo)
        return moved

    def kept(self) -> dict[str, Any]:
        """What a browser has to keep, so that the next server knows the same.

        Returns
        -------
        dict
            ``texts``, the document with its neighbours, up to `sudoku_cp.page.limits.MOST_HISTORY` characters: those
            before it come first, and one that is too long hides those beyond it, but nothing on the other side;
            ``first``, the number of the first of them.

        >>> history = History("a")
        >>> history.add("b")
        >>> history.kept()
        {'first': 0, 'texts': ['a', 'b']}
        """
        first = last = self._at
        left = MOST_HISTORY - len(self.text)
        while first > 0 and len(self._texts[first - 1]) <= left:
            first -= 1
            left -= len(self._texts[first])
        while last + 1 < len(self._texts) and len(self._texts[last + 1]) <= left:
            last += 1
            left -= len(self._texts[last])
        return {"first": self._forgotten + first, "texts": self._texts[first : last + 1]}

    def adopt(self, texts: Sequence[str], at: int) -> bool:
        """Take over the documents of an earlier server, before and after the one that a browser shows.

        Parameters
        ----------
        texts
            The documents.
        at
            The index of the one that is shown. Undo brings this document back: it comes right before that one, unless
            it is before it already.

        Returns
        -------
        bool
            Whether anything is new.

        >>> history = History("of the file")
        >>> history.adopt(["a", "b", "c"], 1), history.text, history.undo(), history.text
        (True, 'b', True, 'of the file')
        """
        if list(texts) == [self.text]:
            return False
        between = [] if self.text in texts[: at + 1] else [self.text]
        self._texts = [*texts[:at], *between, *texts[at:]]
        self._at = at + len(between)
        return True


async def replay(
    history: History,
    edits: Iterable[Message],
    change: Callable[[str, Message], Awaitable[str]],
    refuse: Callable[[QuestionError], None],
) -> list[str]:
    """Make edits of documents one after the other.

    Parameters
    ----------
    history
        The documents, to which theirs are added.
    edits
        The edits.
    change
        Makes a change of a document.
    refuse
        Takes why a change is impossible; it is left out.

    Returns
    -------
    list
        The document that was shown, and those after each edit.
    """
    states = [history.text]
    for edit in edits:
        match edit["type"]:
            case "write":
                text, base = edit["text"], edit["base"]
                both = text if base is None else merged(base, text, history.text)
                history.add(text if both is None else both)
            case "change":
                try:
                    history.add(await change(history.text, edit["change"]))
                except QuestionError as error:
                    refuse(error)
            case "undo":
                history.undo()
            case "redo":
                history.redo()
        states.append(history.text)
    return states
