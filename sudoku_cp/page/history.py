"""The documents of a session, for undo and redo."""

from __future__ import annotations

from sudoku_cp.page.limits import MOST_UNDO


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

    @property
    def text(self) -> str:
        """The document."""
        return self._texts[self._at]

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
        del self._texts[:-MOST_UNDO]
        self._at = len(self._texts) - 1

    def undo(self) -> bool:
        """Go back by one document; return whether there is one."""
        self._at -= (moved := self.can_undo)
        return moved

    def redo(self) -> bool:
        """Take an undo back; return whether there was one."""
        self._at += (moved := self.can_redo)
        return moved
