"""A channel: one kind of question, answered in a process of its own, of which only the newest matters.

The answers that the page always shows are asked for anew when the document means something else, and only then.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio import Event, Future, Task
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sudoku_cp.page.limits import CAP, GRACE, MOST_KNOWN, PAUSE
from sudoku_cp.page.messages import Message

MOST_ANSWER = 1 << 26
"""The longest answer of a process in bytes."""


class Superseded(Exception):  # noqa: N818 - nothing is wrong
    """The question was cancelled, or a newer one took its place."""


class QuestionError(Exception):
    """The question has no answer; ``details`` says why, and where in the document.

    Parameters
    ----------
    message
        The reason.
    **details
        The line and the column, if known.
    """

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.details: Message = {"message": message, **details}


@dataclass(eq=False)
class _Job:
    number: int
    command: str
    arguments: Mapping[str, Any]
    on_progress: Callable[[Message], None]
    answer: Future[Message]
    cancelled: Event = field(default_factory=Event)


class Channel:
    """Answers one question at a time; a new one cancels the one before.

    Parameters
    ----------
    name
        Its name.
    seconds
        The time for one question; then its process is stopped.
    rules
        Files of rules that the process loads.
    """

    def __init__(self, name: str, seconds: float, rules: Sequence[str] = ()) -> None:
        self.name = name
        self._seconds = seconds
        self._rules = tuple(rules)
        self._number = 0
        self._job: _Job | None = None
        self._waiting: _Job | None = None
        self._wake = Event()
        self._process: Process | None = None
        self._task: Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """The process, if there is one."""
        return None if self._process is None or self._process.returncode is not None else self._process.pid

    @property
    def is_busy(self) -> bool:
        """Whether a question is being answered."""
        return self._job is not None or self._waiting is not None

    def start(self) -> None:
        """Start to answer; the process starts before the first question."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=f"channel {self.name}")

    async def ask(
        self, command: str, arguments: Mapping[str, Any], on_progress: Callable[[Message], None] = lambda _: None
    ) -> Message:
        """Ask a question in place of the current one.

        Parameters
        ----------
        command
            A command of `sudoku_cp.page.worker`.
        arguments
            Its arguments, as JSON.
        on_progress
            Called with each intermediate answer.

        Returns
        -------
        dict
            The answer.

        Raises
        ------
        Superseded
            If the question is cancelled, or another one is asked before the answer.
        QuestionError
            If there is no answer.
        """
        self.start()
        self._number += 1
        job = _Job(self._number, command, arguments, on_progress, asyncio.get_running_loop().create_future())
        self.cancel()
        self._waiting = job
        self._wake.set()
        return await job.answer

    def cancel(self) -> None:
        """Cancel the current question, if there is one."""
        if self._waiting is not None:
            _fail(self._waiting, Superseded())
            self._waiting = None
        if self._job is not None:
            _fail(self._job, Superseded())
            self._job.cancelled.set()

    async def restart(self, rules: Sequence[str]) -> None:
        """Begin again with a new process, which reads the files of rules anew."""
        self._rules = tuple(rules)
        self.cancel()
        await self._end_process()

    async def close(self) -> None:
        """Cancel the question and end the process."""
        self.cancel()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._end_process()

    async def _run(self) -> None:
        while True:
            try:
                await self._living_process()
                await self._wake.wait()
                self._wake.clear()
                self._job, self._waiting = self._waiting, None
                if self._job is not None:
                    await self._answer_or_retry(self._job)
            except OSError as error:
                await self._begin_again(f"no process can be started: {error.strerror or error}")
            except Exception as error:  # the channel outlives whatever one answer does
                await self._begin_again(f"the answer is lost: {type(error).__name__}: {error}")
            finally:
                self._job = None

    async def _begin_again(self, reason: str) -> None:
        """Give a question up, and go on with a new process after a while."""
        if self._job is not None:
            _fail(self._job, QuestionError(reason))
        await self._end_process()
        await asyncio.sleep(GRACE)

    async def _answer_or_retry(self, job: _Job) -> None:
        """Answer a question; if its process dies, ask another one once more."""
        for _ in range(2):
            if await self._answer(job, await self._living_process()):
                return
            await self._end_process()
        _fail(job, QuestionError("the process that was to answer has ended twice"))

    async def _answer(self, job: _Job, process: Process) -> bool:
        """Pass a question to the process, and its answers on; return False if the process dies before the end."""
        assert process.stdout is not None
        _send(process, {"id": job.number, "command": job.command, "arguments": dict(job.arguments)})
        loop = asyncio.get_running_loop()
        deadline, was_cancelled = loop.time() + self._seconds, False
        cancelled = asyncio.create_task(job.cancelled.wait())
        reading = asyncio.create_task(process.stdout.readline())
        try:
            while True:
                waited = {reading} if was_cancelled else {reading, cancelled}
                left = max(0.0, deadline - loop.time())
                done, _ = await asyncio.wait(waited, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                if reading in done:
                    line = reading.result()
                    if not line or self._is_last(job, json.loads(line)):
                        return bool(line) or job.answer.done()
                    reading = asyncio.create_task(process.stdout.readline())
                elif done:
                    was_cancelled = True
                    _send(process, {"cancel": job.number})
                    deadline = loop.time() + GRACE
                else:
                    _fail(job, QuestionError(f"stopped after {self._seconds:.0f} seconds"))
                    await self._end_process()
                    return True
        finally:
            cancelled.cancel()
            reading.cancel()

    def _is_last(self, job: _Job, message: Message) -> bool:
        """Pass a message of the process on; return whether it ends the question."""
        if message["id"] != job.number:
            return False
        match message["event"]:
            case "progress":
                if not job.answer.done():
                    job.on_progress(message["answer"])
                return False
            case "answer" if not job.answer.done():
                job.answer.set_result(message["answer"])
            case "error":
                _fail(job, QuestionError(**message["error"]))
        return True

    async def _living_process(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "sudoku_cp.page.worker",
                self.name,
                *self._rules,
                stdin=PIPE,
                stdout=PIPE,
                limit=MOST_ANSWER,
                process_group=0,  # Ctrl-C is for the page, which ends its processes
            )
        return self._process

    async def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            self._wake.set()


def _send(process: Process, message: Message) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(message).encode() + b"\n")


def _fail(job: _Job, error: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(error)


class LiveAnswers:
    """Asks for the number of solutions, the candidates, and what two solvers prove.

    Parameters
    ----------
    channels
        The channels, by name.
    tell
        Takes the kind of an answer and its content.
    """

    def __init__(self, channels: Mapping[str, Channel], tell: Callable[[str, Message], None]) -> None:
        self._channels = channels
        self._tell = tell
        self._text = ""
        self._meaning = ""
        self._known: deque[Message] = deque(maxlen=MOST_KNOWN)
        self._cap = CAP
        self._tasks: set[Task[None]] = set()

    def ask(self, text: str, meaning: str) -> None:
        """Ask about a document, unless it means the same as the one before.

        Parameters
        ----------
        text
            The document.
        meaning
            The hash of what it means.
        """
        if meaning == self._meaning:
            return
        self._text, self._meaning = text, meaning
        for name in ("candidates", "check"):
            self._channels[name].cancel()
        self._later(self._answer_all(text, meaning))

    def count_candidates(self, cap: int) -> None:
        """Choose how the candidates are counted, and ask for them again.

        Parameters
        ----------
        cap
            The number of solutions up to which each is counted; 0 for no candidates at all.
        """
        self._cap = max(0, min(CAP, cap))
        self._channels["candidates"].cancel()
        if self._cap:
            self._later(self._answer_candidates(self._text, self._meaning))

    def forget(self) -> None:
        """Forget all answers, since the rules have changed."""
        self._meaning = ""
        self._known.clear()

    def close(self) -> None:
        """Ask nothing more."""
        for task in self._tasks:
            task.cancel()

    async def _answer_all(self, text: str, meaning: str) -> None:
        asked = [self._answer_status(text, meaning)]
        if self._cap:
            asked.append(self._answer_candidates(text, meaning))
        await asyncio.gather(*asked)
        await asyncio.sleep(PAUSE)
        if meaning == self._meaning:
            await self._answer("check", {"text": text}, meaning)
        self._channels["question"].start()  # the first question is likely to come

    async def _answer_status(self, text: str, meaning: str) -> None:
        """Ask how many solutions there are, and where these are too many to count, about how many.

        The estimate is made by the channel that is idle then, so that the next status does not have to wait.
        """
        status = await self._answer("status", {"text": text, "known": list(self._known)}, meaning)
        if status is None or status.get("verdict") != "several" or status["exact"]:
            return
        found = await self._channels["check"].ask("estimate", {"text": text})
        if meaning == self._meaning:
            self._tell("status", {"meaning": meaning, "final": True, **status, **found})

    async def _answer_candidates(self, text: str, meaning: str) -> None:
        arguments = {"text": text, "cap": self._cap, "known": list(self._known)}
        await self._answer("candidates", arguments, meaning)

    async def _answer(self, name: str, arguments: Message, meaning: str) -> Message | None:
        """Ask a channel for the answer of its name, and tell it; return it unless it is out of date."""

        def tell(answer: Message, *, is_final: bool = False) -> None:
            if meaning == self._meaning:
                self._tell(name, {"meaning": meaning, "final": is_final, **answer})
                self._remember(arguments["text"], answer)

        try:
            answer = await self._channels[name].ask(name, arguments, tell)
        except QuestionError as error:
            answer = {"error": error.details}
        except Superseded:
            return None
        tell(answer, is_final=True)
        return answer if meaning == self._meaning else None

    def _remember(self, text: str, answer: Message) -> None:
        """Keep all candidates of a document for those that are stricter."""
        if answer.get("complete") and all(each["text"] != text for each in self._known):
            self._known.append({"text": text, "values": answer["values"], "seconds": answer["seconds"]})

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_unless_superseded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _unless_superseded(work: Coroutine[Any, Any, None]) -> None:
    with suppress(Superseded, QuestionError):
        await work
