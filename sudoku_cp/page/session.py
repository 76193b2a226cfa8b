"""A session: one document, what is known of it, and the browsers that show it."""

from __future__ import annotations

import asyncio
import secrets
from asyncio import Lock, Task
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from sudoku_cp._base.errors import InputError
from sudoku_cp.page.channel import Channel, LiveAnswers, QuestionError, Superseded
from sudoku_cp.page.history import History, replay
from sudoku_cp.page.limits import MOST_REVISIONS, MOST_WINDOWS, SECONDS
from sudoku_cp.page.merging import compared, merged
from sudoku_cp.page.messages import Browser, Browsers, Message, put
from sudoku_cp.page.puzzles import meaning_of
from sudoku_cp.page.saving import DocumentFile, Saving

NUMBERED = ("change", "remove", "combine", "split")
"""The changes that name clues by their number, which is another one where clues have come or gone."""

ELSEWHERE = "the puzzle was changed in another window at the same time: look at it, and try again"


class Session:
    """One document with its history, and the channels that answer questions about it.

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
        self._made = {0: ("", text)}
        self._acted_on: dict[str, int] = {}
        self.rules = tuple(rules)
        self.channels = {name: Channel(name, seconds, rules) for name, seconds in SECONDS.items()}
        self._live = LiveAnswers(self.channels, self._tell)
        self.saving = None if file is None else Saving(file, lambda _: self._tell_saved())
        self._browsers = Browsers()
        self._edits = Lock()
        self._tasks: set[Task[None]] = set()
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
            "decide": self._decide,
        }

    def begin(self) -> None:
        """Start the processes that are needed at once, and ask the first questions."""
        for name in ("view", "status", "candidates"):
            self.channels[name].start()
        self._tell("marks", {"marks": {}})
        self._tell_document(_meaning_or_text(self.history.text))
        self._later(self._show_palette())
        self._later(self._show(self.revision))

    async def close(self) -> None:
        """End all processes, after the document has been saved."""
        self._live.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(channel.close() for channel in self.channels.values()))
        if self.saving is not None:
            await self.saving.finish()
        self._browsers.close()

    def join(self) -> Browser:
        """Add a browser; return the messages for it, first all that it has to know."""
        hello = {"type": "hello", "instance": self.instance, "file": self._file_name}
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
            if message["type"] == "join":
                await self._join(message, browser)
            elif self._is_first(message):
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

    def _is_first(self, message: Message) -> bool:
        """Whether an edit has not been acted on, as one that is sent again may have been."""
        if "id" not in message:
            return True
        client, number = message["id"]
        if number <= self._acted_on.get(client, -1):
            return False
        self._acted_on[client] = number
        while len(self._acted_on) > MOST_WINDOWS:
            del self._acted_on[next(iter(self._acted_on))]
        return True

    @property
    def _file_name(self) -> str:
        return "" if self.saving is None else str(self.saving.file.path.absolute())

    # What a window has done before it connected

    async def _join(self, message: Message, browser: Browser) -> None:
        """Make the edits of a window that were lost with its connection, perhaps to the server before this one."""
        if message["file"] != self._file_name:
            return
        if message["instance"] == self.instance:
            for edit in message["edits"]:
                await self.handle(edit, browser)
        elif message["instance"]:
            await self._go_on(message, browser)

    async def _go_on(self, message: Message, browser: Browser) -> None:
        """Take over what a window kept of the server before this one."""
        if not self._browsers.last["marks"]["marks"]:
            await self._mark(message)
        edits = [edit for edit in message["edits"] if self._is_first(edit)]
        for edit in edits:
            if edit["type"] == "marks":
                await self._mark(edit)

        async def change(text: str, made: Message) -> str:
            answer = await self.channels["view"].ask("change", {"text": text, "change": made})
            return str(answer["text"])

        async with self._edits:
            history = History.of(**message["history"])
            states = await replay(history, edits, change, lambda error: self.refuse(browser, "change", **error.details))
            if self.revision == 0:
                self._take_over(history, states, message["saved"])
            elif history.text not in (states[0], self.history.text):
                known = self.history.text in states
                self._add(history.text, None if known else states[0])

    def _take_over(self, history: History, states: Sequence[str], saved: str | None) -> None:
        """Go on with the documents of a window, unless another program has changed the file meanwhile.

        Parameters
        ----------
        history
            The documents.
        states
            What the earlier server may have saved: that of the window, and those after its edits.
        saved
            What the file had, as far as the window knows.
        """
        saving, found = self.saving, self.history.text
        news = None
        if saving is None or found in (*states, saved):
            if not self.history.adopt(*history.documents):
                return
        else:
            self.history = history
            if history.text == saved and saving.file.known is not None:
                self.history.add(found)
                news = f"{saving.file.path.name} was changed by another program: Undo brings back what the page had"
            else:
                saving.doubt(saved or "")
        self._tell("history", self.history.kept())
        self._is_new(news=news)

    async def reload_rules(self) -> None:
        """Read the files of rules again, in new processes, after the change that is being made."""
        async with self._edits:
            await asyncio.gather(*(channel.restart(self.rules) for channel in self.channels.values()))
        self._live.forget()
        self._later(self._show_palette())
        self._later(self._show(self.revision))

    # Changes of the document

    async def _write(self, message: Message) -> None:
        async with self._edits:
            self._add(message["text"], message["base"], message["id"][0])

    def _add(self, text: str, base: str | None, client: str = "") -> None:
        """Add a document that was made from another one, with what has been changed since.

        Parameters
        ----------
        text
            The document.
        base
            The one from which it was made; None to replace whatever there is.
        client
            The window.

        Raises
        ------
        QuestionError
            If the same lines have been changed in different ways; then undo brings this document.
        """
        current = self.history.text
        new = text if base is None else merged(base, text, current)
        if new is None:
            self.history.put_before(text)
            self._tell("history", self.history.kept())
            self._tell_document(_meaning_or_text(current))
            words = "the same lines were changed elsewhere at the same time"
            raise QuestionError(words, mine=text, theirs=current, rows=compared(text, current))
        self.history.add(new)
        self._is_new(client)

    async def _change(self, message: Message) -> None:
        async with self._edits:
            before = self.revision
            client, since = message["id"][0], range(message["revision"] + 1, before + 1)
            others = [revision for revision in since if self._made.get(revision, ("", ""))[0] != client]
            arguments = {"text": self.history.text, "change": message["change"]}
            if others and message["change"].get("kind") in NUMBERED:
                if len(others) < len(since) or message["revision"] not in self._made:
                    raise QuestionError(ELSEWHERE)
                arguments["text"] = self._made[message["revision"]][1]
                answer = await self.channels["view"].ask("change", arguments)
                if (new := merged(arguments["text"], answer["text"], self.history.text)) is None:
                    raise QuestionError(ELSEWHERE)
                self.history.add(new)
                self._is_new(client)
                return

            def add(answer: Message) -> None:
                self.history.add(answer["text"])
                self._is_new(client, is_shown=True)

            try:
                view = await self.channels["view"].ask("change", arguments, add)
            except QuestionError:
                if self.revision > before:  # it is made, but cannot be drawn
                    self._later(self._show(self.revision))
                raise
        self._tell("view", view)

    async def _undo(self, message: Message) -> None:
        async with self._edits:
            if self.history.undo():
                self._is_new(message["id"][0])

    async def _redo(self, message: Message) -> None:
        async with self._edits:
            if self.history.redo():
                self._is_new(message["id"][0])

    def _is_new(self, client: str = "", *, is_shown: bool = False, news: str | None = None) -> None:
        """Ask about the new document what has to be asked anew, tell the browsers, and save it unless the file has it.

        Parameters
        ----------
        client
            The window that has made it.
        is_shown
            Whether it has been drawn.
        news
            Why it is new, if the file has it.
        """
        text = self.history.text
        meaning = _meaning_or_text(text)
        self.revision += 1
        self._made[self.revision] = client, text
        self._made.pop(self.revision - MOST_REVISIONS, None)
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
                self._is_new(news=f"{found.words}: the page has the new text, and Undo brings back the one before")

    async def _decide(self, message: Message) -> None:
        """Keep the document that the user has chosen after a conflict with the file; undo brings the other one back."""
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
        conflict = self.saving.conflict and self.saving.conflict.shown(self.saving.file.text, self.history.text)
        self._tell("saved", {"problem": self.saving.problem, "conflict": conflict, "news": news})

    async def _show(self, revision: int) -> None:
        text = self.history.text
        async with self._edits:
            if revision != self.revision:
                return
            try:
                view = await self.channels["view"].ask("view", {"text": text})
            except QuestionError as error:
                view = {**self._browsers.last.get("view", {}), "error": error.details}
        self._tell("view", view)
        self._live.ask(text, _meaning_or_text(text))

    async def _show_palette(self) -> None:
        async with self._edits:
            self._tell("palette", await self.channels["view"].ask("palette", {}))

    async def _layers(self, message: Message) -> None:
        self._live.count_candidates(message["candidates"])

    async def _mark(self, message: Message) -> None:
        """Take the marks of a window; those of cells that it has not changed are as other windows have left them."""
        marks, base = message["marks"], message.get("base")
        if base is not None:
            kept = self._browsers.last["marks"]["marks"]
            changed = {name for name in {*marks, *base} if marks.get(name) != base.get(name)}
            both = {name: mark for name, mark in kept.items() if name not in changed}
            marks = both | {name: marks[name] for name in marks if name in changed}
        self._tell("marks", {"marks": marks})

    # Questions

    async def _ask(self, message: Message) -> None:
        self._later(self._answer(message["question"], message["options"]))

    async def _answer(self, question: str, options: Message) -> None:
        about = {"question": question, "about": self.revision}

        def report(answer: Message) -> None:
            self._tell("progress", about | answer)

        report({})
        try:
            answer = await self.channels["question"].ask(question, {"text": self.history.text, **options}, report)
        except QuestionError as error:
            answer = {"words": error.details["message"], "failed": True}
        except Superseded:
            answer = {"words": "cancelled", "failed": True}
        self._tell("answer", about | answer)

    async def _cancel(self, message: Message) -> None:
        self.channels["question"].cancel()

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
