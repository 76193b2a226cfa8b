"""The edits of a window that a server has not acted on, made on the documents that the window showed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from sudoku_cp.page.history import History
from sudoku_cp.page.lane import QuestionError
from sudoku_cp.page.merging import merged
from sudoku_cp.page.messages import Message


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
