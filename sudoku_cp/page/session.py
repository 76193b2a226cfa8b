"""A session: one document, what is known of it, and the browsers that show it."""

from __future__ import annotations

import asyncio
import secrets
from asyncio import Lock, Queue, QueueFull, Task
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sudoku_cp.errors import InputError
from sudoku_cp.files import write_file
from sudoku_cp.page.history import History
from sudoku_cp.page.lane import Lane, QuestionError, Superseded
from sudoku_cp.page.limits import CAP, MOST_KNOWN, MOST_WAITING, PAUSE, SECONDS
from sudoku_cp.page.messages import Message
from sudoku_cp.page.puzzles import meaning_of

KEPT = ("document", "view", "palette", "marks", "status", "candidates", "check", "answer")
"""The messages of which a new browser gets the last one."""


class Session:
    """One document with its history, and the lanes that answer questions about it.

    Parameters
    ----------
    text
        The document.
    file
        Where it is saved after every change; None for nowhere.
    rules
        Files of rules.
    """

    def __init__(self, text: str, file: Path | None = None, rules: Sequence[str] = ()) -> None:
        self.instance = secrets.token_hex(8)
        self.history = History(text)
        self.revision = 0
        self.file = file
        self.rules = tuple(rules)
        self.lanes = {name: Lane(name, seconds, rules) for name, seconds in SECONDS.items()}
        self._browsers: set[Queue[Message | None]] = set()
        self._last: dict[str, Message] = {"marks": {"type": "marks", "marks": {}}}
        self._meaning = ""
        self._known: deque[Message] = deque(maxlen=MOST_KNOWN)
        self._cap = CAP
        self._edits = Lock()
        self._tasks: set[Task[None]] = set()
        self._problem = ""
        self._handlers: dict[str, Callable[[Message], Coroutine[Any, Any, None]]] = {
            "write": self._write,
            "change": self._change,
            "undo": self._undo,
            "redo": self._redo,
            "marks": self._mark,
            "layers": self._layers,
            "ask": self._ask,
            "cancel": self._cancel,
            "export": self._export,
        }

    def begin(self) -> None:
        """Start the processes that are needed at once, and ask the first questions."""
        for name in ("view", "status", "candidates"):
            self.lanes[name].start()
        self._tell_document()
        self._later(self._show_palette())
        self._later(self._show(self.revision))

    async def close(self) -> None:
        """End all processes; the document has been saved already."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(lane.close() for lane in self.lanes.values()))
        for browser in self._browsers:
            _put(browser, None)

    def join(self) -> Queue[Message | None]:
        """Add a browser.

        Returns
        -------
        Queue
            The messages for it, first all that it has to know; None is the last one.
        """
        browser: Queue[Message | None] = Queue(MOST_WAITING)
        browser.put_nowait({"type": "hello", "instance": self.instance, "file": str(self.file or "")})
        for kind in KEPT:
            if kind in self._last:
                browser.put_nowait(self._last[kind])
        self._browsers.add(browser)
        return browser

    def leave(self, browser: Queue[Message | None]) -> None:
        """Forget a browser."""
        self._browsers.discard(browser)

    async def handle(self, message: Message, browser: Queue[Message | None]) -> None:
        """Act on a message of a browser.

        Parameters
        ----------
        message
            The message, which `sudoku_cp.page.messages.read` has checked.
        browser
            The queue of the browser.
        """
        if message["type"] == "join":
            await self._adopt(message)
            return
        try:
            await self._handlers[message["type"]](message)
        except QuestionError as error:
            self.refuse(browser, message["type"], **error.details)
        except Superseded:
            pass

    def refuse(self, browser: Queue[Message | None], of: str, message: str, **place: Any) -> None:
        """Tell a browser why its message could not be acted on.

        Parameters
        ----------
        browser
            The queue of the browser.
        of
            The kind of the message.
        message
            The reason.
        **place
            Where in the document, if known.
        """
        _put(browser, {"type": "refused", "of": of, "message": message, **place})

    async def _adopt(self, message: Message) -> None:
        """Take over what a browser kept of the server before this one."""
        if message["instance"] in ("", self.instance):
            return
        if not self._last["marks"]["marks"]:
            await self._mark(message)
        if self.revision == 0 and message["text"] not in ("", self.history.text):
            await self._write(message)

    async def reload_rules(self) -> None:
        """Read the files of rules again, in new processes."""
        await asyncio.gather(*(lane.restart(self.rules) for lane in self.lanes.values()))
        self._meaning = ""
        self._known.clear()
        self._later(self._show_palette())
        self._later(self._show(self.revision))

    # Changes of the document

    async def _write(self, message: Message) -> None:
        async with self._edits:
            self.history.add(message["text"])
            self._is_new()

    async def _change(self, message: Message) -> None:
        arguments = {"text": self.history.text, "change": message["change"]}
        async with self._edits:
            arguments["text"] = self.history.text
            view = await self.lanes["view"].ask("change", arguments, self._on_change)
        self._tell_view(view)

    def _on_change(self, answer: Message) -> None:
        self.history.add(answer["text"])
        self._is_new(is_shown=True)

    async def _undo(self, message: Message) -> None:
        async with self._edits:
            if self.history.undo():
                self._is_new()

    async def _redo(self, message: Message) -> None:
        async with self._edits:
            if self.history.redo():
                self._is_new()

    def _is_new(self, *, is_shown: bool = False) -> None:
        """Save the document, tell the browsers, and ask about it what has to be asked anew."""
        self.revision += 1
        self._problem = ""
        if self.file is not None:
            try:
                write_file(self.file, self.history.text)
            except OSError as error:
                self._problem = f"{self.file} cannot be written: {error.strerror or error}"
        self._tell_document()
        if not is_shown:
            self._later(self._show(self.revision))
        self._ask_live()

    def _tell_document(self) -> None:
        history, meaning = self.history, _meaning_or_text(self.history.text)
        state = {"undo": history.can_undo, "redo": history.can_redo, "problem": self._problem}
        self._tell("document", text=history.text, meaning=meaning, **state)

    # What is always shown

    async def _show(self, revision: int) -> None:
        async with self._edits:
            if revision != self.revision:
                return
            try:
                view = await self.lanes["view"].ask("view", {"text": self.history.text})
            except QuestionError as error:
                self._tell("view", error=error.details)
                return
        self._tell_view(view)
        self._ask_live()

    def _tell_view(self, view: Message) -> None:
        self._tell("view", **view)

    async def _show_palette(self) -> None:
        async with self._edits:
            self._tell("palette", **await self.lanes["view"].ask("palette", {}))

    def _ask_live(self) -> None:
        """Ask what is always shown, unless the document means the same as the one before."""
        text = self.history.text
        meaning = _meaning_or_text(text)
        if meaning == self._meaning:
            return
        self._meaning = meaning
        for name in ("candidates", "check"):
            self.lanes[name].cancel()
        self._later(self._answer_live(text, meaning))

    async def _answer_live(self, text: str, meaning: str) -> None:
        asked = [self._answer_status(text, meaning)]
        if self._cap:
            asked.append(self._answer_candidates(text, meaning))
        await asyncio.gather(*asked)
        await asyncio.sleep(PAUSE)
        if meaning == self._meaning:
            await self._live("check", {"text": text}, meaning)
        self.lanes["question"].start()  # the first question is likely to come

    async def _answer_status(self, text: str, meaning: str) -> None:
        """Ask how many solutions there are, and where these are too many to count, about how many.

        The estimate is made by the lane that is idle then, so that the next status does not have to wait.
        """
        await self._live("status", {"text": text, "known": list(self._known)}, meaning)
        status = self._last.get("status", {})
        if status.get("meaning") != meaning or status.get("verdict") != "several" or status["exact"]:
            return
        found = await self.lanes["check"].ask("estimate", {"text": text})
        if meaning == self._meaning:
            known = {key: value for key, value in status.items() if key not in ("type", "revision")}
            self._tell("status", **known, **found)

    async def _answer_candidates(self, text: str, meaning: str) -> None:
        await self._live("candidates", {"text": text, "cap": self._cap, "known": list(self._known)}, meaning)

    def _remember(self, text: str, answer: Message) -> None:
        """Keep all candidates of a document for those that are stricter."""
        if answer.get("complete") and all(each["text"] != text for each in self._known):
            self._known.append({"text": text, "values": answer["values"], "seconds": answer["seconds"]})

    async def _live(self, name: str, arguments: Message, meaning: str) -> None:
        def tell(answer: Message, *, is_final: bool = False) -> None:
            if meaning == self._meaning:
                self._tell(name, meaning=meaning, final=is_final, **answer)
                self._remember(arguments["text"], answer)

        self._last.pop(name, None)
        try:
            tell(await self.lanes[name].ask(name, arguments, tell), is_final=True)
        except QuestionError as error:
            tell({"error": error.details}, is_final=True)
        except Superseded:
            pass

    async def _layers(self, message: Message) -> None:
        self._cap = max(0, min(CAP, message["candidates"]))
        self.lanes["candidates"].cancel()
        if self._cap:
            self._later(self._answer_candidates(self.history.text, self._meaning))

    async def _mark(self, message: Message) -> None:
        self._tell("marks", marks=message["marks"])

    # Questions

    async def _ask(self, message: Message) -> None:
        self._later(self._answer(message))

    async def _answer(self, message: Message) -> None:
        question, about = message["question"], {"question": message["question"], "about": self.revision}

        def report(answer: Message) -> None:
            self._tell("progress", **about, **answer)

        self._tell("progress", **about)
        try:
            arguments = {"text": self.history.text, **message["options"]}
            answer = await self.lanes["question"].ask(question, arguments, report)
            self._tell("answer", **about, **answer)
        except QuestionError as error:
            self._tell("answer", **about, words=error.details["message"], failed=True)
        except Superseded:
            self._tell("answer", **about, words="cancelled", failed=True)

    async def _cancel(self, message: Message) -> None:
        self.lanes["question"].cancel()

    async def _export(self, message: Message) -> None:
        self._later(self._answer({"question": "export", "options": {"to": message["to"]}}))

    # Telling

    def _tell(self, kind: str, **content: Any) -> None:
        """Send a message to all browsers, and keep it for those that come later."""
        message = {"type": kind, "revision": self.revision, **content}
        if kind in KEPT:
            self._last[kind] = message
        for browser in list(self._browsers):
            _put(browser, message)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _meaning_or_text(text: str) -> str:
    """The hash of a document, or the document itself if it is not readable."""
    try:
        return meaning_of(text)
    except InputError:
        return f"not readable: {text}"


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    """Await work that a later edit may supersede; the work itself reports its errors to the page."""
    with suppress(Superseded, QuestionError):
        await work


def _put(browser: Queue[Message | None], message: Message | None) -> None:
    """Queue a message; a browser that is too slow is let go."""
    try:
        browser.put_nowait(message)
    except QueueFull:
        while not browser.empty():
            browser.get_nowait()
        browser.put_nowait(None)
