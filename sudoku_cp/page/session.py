"""A session: one document, what is known of it, and the browsers that show it."""

from __future__ import annotations

import asyncio
import secrets
from asyncio import Lock, Task
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from sudoku_cp.errors import InputError
from sudoku_cp.page.browsers import Browser, Browsers, put
from sudoku_cp.page.document_file import DocumentFile
from sudoku_cp.page.history import History
from sudoku_cp.page.lane import Lane, QuestionError, Superseded
from sudoku_cp.page.limits import SECONDS
from sudoku_cp.page.live_answers import LiveAnswers
from sudoku_cp.page.merging import compared, merged
from sudoku_cp.page.messages import Message
from sudoku_cp.page.puzzles import meaning_of
from sudoku_cp.page.saving import Saving


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

    def __init__(self, text: str, file: DocumentFile | None = None, rules: Sequence[str] = ()) -> None:
        self.instance = secrets.token_hex(8)
        self.history = History(text)
        self.revision = 0
        self.rules = tuple(rules)
        self.lanes = {name: Lane(name, seconds, rules) for name, seconds in SECONDS.items()}
        self._live = LiveAnswers(self.lanes, self._tell)
        self.saving = None if file is None else Saving(file, lambda _: self._tell_saved())
        self._browsers = Browsers()
        self._edits = Lock()
        self._tasks: set[Task[None]] = set()
        self._handlers: dict[str, Callable[[Message], Coroutine[Any, Any, None]]] = {
            "join": self._adopt,
            "write": self._write,
            "change": self._change,
            "undo": self._undo,
            "redo": self._redo,
            "marks": self._mark,
            "layers": self._layers,
            "ask": self._ask,
            "cancel": self._cancel,
            "export": self._export,
            "decide": self._decide,
        }

    def begin(self) -> None:
        """Start the processes that are needed at once, and ask the first questions."""
        for name in ("view", "status", "candidates"):
            self.lanes[name].start()
        self._tell("marks", {"marks": {}})
        self._tell_document(_meaning_or_text(self.history.text))
        self._later(self._show_palette())
        self._later(self._show(self.revision))

    async def close(self) -> None:
        """End all processes, after the document has been saved."""
        self._live.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(lane.close() for lane in self.lanes.values()))
        if self.saving is not None:
            await self.saving.finish()
        self._browsers.close()

    def join(self) -> Browser:
        """Add a browser; return the messages for it, first all that it has to know."""
        file = "" if self.saving is None else str(self.saving.file.path.absolute())
        hello = {"type": "hello", "instance": self.instance, "file": file}
        return self._browsers.add(hello, {"type": "history", **self.history.kept()})

    def leave(self, browser: Browser) -> None:
        """Forget a browser."""
        self._browsers.remove(browser)

    async def handle(self, message: Message, browser: Browser) -> None:
        """Act on a message of a browser.

        Parameters
        ----------
        message
            The message, which `sudoku_cp.page.messages.read` has checked.
        browser
            The browser.
        """
        try:
            await self._handlers[message["type"]](message)
        except QuestionError as error:
            self.refuse(browser, message["type"], **error.details)
        except Superseded:
            pass

    def refuse(self, browser: Browser, of: str, message: str, **place: Any) -> None:
        """Tell a browser why its message could not be acted on.

        Parameters
        ----------
        browser
            The browser.
        of
            The kind of the message.
        message
            The reason.
        **place
            Where in the document, if known.
        """
        put(browser, {"type": "refused", "of": of, "message": message, **place})

    async def _adopt(self, message: Message) -> None:
        """Take over what a browser kept of the server before this one."""
        if message["instance"] in ("", self.instance):
            return
        if not self._browsers.last["marks"]["marks"]:
            await self._mark(message)
        async with self._edits:
            if self.revision == 0 and self.history.adopt(**message["history"]):
                self._tell("history", self.history.kept())
                self._is_new()

    async def reload_rules(self) -> None:
        """Read the files of rules again, in new processes, after the change that is being made."""
        async with self._edits:
            await asyncio.gather(*(lane.restart(self.rules) for lane in self.lanes.values()))
        self._live.forget()
        self._later(self._show_palette())
        self._later(self._show(self.revision))

    # Changes of the document

    async def _write(self, message: Message) -> None:
        async with self._edits:
            self.history.add(message["text"])
            self._is_new()

    async def _change(self, message: Message) -> None:
        async with self._edits:
            before = self.revision
            arguments = {"text": self.history.text, "change": message["change"]}
            try:
                view = await self.lanes["view"].ask("change", arguments, self._on_change)
            except QuestionError:
                if self.revision > before:  # it is made, but cannot be drawn
                    self._later(self._show(self.revision))
                raise
        self._tell("view", view)

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

    def _is_new(self, *, is_shown: bool = False, news: str | None = None) -> None:
        """Ask about the new document what has to be asked anew, tell the browsers, and save it unless the file has it.

        Parameters
        ----------
        is_shown
            Whether it has been drawn.
        news
            Why it is new, if the file has it.
        """
        text = self.history.text
        meaning = _meaning_or_text(text)
        self.revision += 1
        self._live.ask(text, meaning)
        self._tell_document(meaning)
        if not is_shown:
            self._later(self._show(self.revision))
        if news is not None:
            self._tell_saved(news)
        elif self.saving is not None:
            self.saving.save(text)

    def _tell_document(self, meaning: str) -> None:
        history = self.history
        state = {"number": history.number, "undo": history.can_undo, "redo": history.can_redo}
        self._tell("document", {"text": history.text, "meaning": meaning, **state})

    # The file

    async def look_at_file(self) -> None:
        """Show what another program has saved in the file; if the page has something else, the user decides."""
        saving = self.saving
        if saving is None or (found := await saving.look()) is None:
            return
        async with self._edits:
            if not saving.is_current(found):
                return
            if found.text is None or found.content == found.known or self.history.text != saving.file.text:
                saving.save(self.history.text)  # which another program's file prevents, unless it is as it was
            else:
                saving.accept(found)
                self.history.add(found.text)
                self._is_new(news=f"{found.words}: the page has the new text, and Undo brings the one before back")

    async def _decide(self, message: Message) -> None:
        """Go on with one of two documents, of which the user has seen both; undo brings the other one back."""
        saving = self.saving
        async with self._edits:
            if saving is None:
                return
            await saving.finish()
            found, mine = saving.conflict, self.history.text
            if found is None or found.text != message["seen"]:
                return  # the browsers know of it
            choices = {"mine": mine, "theirs": found.text}
            if found.text is not None:
                choices["both"] = merged(saving.file.text, mine, found.text)
            text = choices.get(message["take"])
            if text is None or (found.content is not None and found.text is None):
                return
            saving.accept(found)
            if found.text not in (None, text):
                self.history.put_before(found.text)
            self.history.add(text)
            self._tell("history", self.history.kept())
            self._is_new(news="" if text == found.text else None)

    def _tell_saved(self, news: str = "") -> None:
        """Tell that the file has the document, or what prevents it."""
        assert self.saving is not None
        found, mine = self.saving.conflict, self.history.text
        conflict: Message | None = None
        if found is not None:
            conflict = {"words": found.words, "text": found.text, "is_gone": found.content is None}
        if found is not None and conflict is not None and found.text is not None:
            both = merged(self.saving.file.text, mine, found.text)
            conflict |= {"rows": compared(mine, found.text), "both": both is not None}
        self._tell("saved", {"problem": self.saving.problem, "conflict": conflict, "news": news})

    async def _show(self, revision: int) -> None:
        text = self.history.text
        async with self._edits:
            if revision != self.revision:
                return
            try:
                view = await self.lanes["view"].ask("view", {"text": text})
            except QuestionError as error:
                view = {**self._browsers.last.get("view", {}), "error": error.details}
        self._tell("view", view)
        self._live.ask(text, _meaning_or_text(text))

    async def _show_palette(self) -> None:
        async with self._edits:
            self._tell("palette", await self.lanes["view"].ask("palette", {}))

    async def _layers(self, message: Message) -> None:
        self._live.count_candidates(message["candidates"])

    async def _mark(self, message: Message) -> None:
        self._tell("marks", {"marks": message["marks"]})

    # Questions

    async def _ask(self, message: Message) -> None:
        self._later(self._answer(message["question"], message["options"]))

    async def _answer(self, question: str, options: Message) -> None:
        about = {"question": question, "about": self.revision}

        def report(answer: Message) -> None:
            self._tell("progress", about | answer)

        report({})
        try:
            answer = await self.lanes["question"].ask(question, {"text": self.history.text, **options}, report)
        except QuestionError as error:
            answer = {"words": error.details["message"], "failed": True}
        except Superseded:
            answer = {"words": "cancelled", "failed": True}
        self._tell("answer", about | answer)

    async def _cancel(self, message: Message) -> None:
        self.lanes["question"].cancel()

    async def _export(self, message: Message) -> None:
        self._later(self._answer("export", {"to": message["to"]}))

    def _tell(self, kind: str, content: Message) -> None:
        self._browsers.tell(kind, self.revision, content)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_unless_superseded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _meaning_or_text(text: str) -> str:
    """The hash of a document, or the document itself if it is not readable."""
    try:
        return meaning_of(text)
    except InputError:
        return f"not readable: {text}"


async def _unless_superseded(work: Coroutine[Any, Any, None]) -> None:
    """Await work that a later edit may supersede; the work itself reports its errors to the page."""
    with suppress(Superseded, QuestionError):
        await work
