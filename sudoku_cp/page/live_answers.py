"""What the page always shows about the document: asked anew when it means something else, and only then."""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from sudoku_cp.page.lane import Lane, QuestionError, Superseded
from sudoku_cp.page.limits import CAP, MOST_KNOWN, PAUSE
from sudoku_cp.page.messages import Message


class LiveAnswers:
    """Asks for the number of solutions, the candidates, and what two solvers prove.

    Parameters
    ----------
    lanes
        The lanes, by name.
    tell
        Takes the kind of an answer and its content.
    """

    def __init__(self, lanes: Mapping[str, Lane], tell: Callable[[str, Message], None]) -> None:
        self._lanes = lanes
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
            self._lanes[name].cancel()
        self._later(self._answer_all(text, meaning))

    def count_candidates(self, cap: int) -> None:
        """Choose how the candidates are counted, and ask for them again.

        Parameters
        ----------
        cap
            The number of solutions up to which each is counted; 0 for no candidates at all.
        """
        self._cap = max(0, min(CAP, cap))
        self._lanes["candidates"].cancel()
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
        self._lanes["question"].start()  # the first question is likely to come

    async def _answer_status(self, text: str, meaning: str) -> None:
        """Ask how many solutions there are, and where these are too many to count, about how many.

        The estimate is made by the lane that is idle then, so that the next status does not have to wait.
        """
        status = await self._answer("status", {"text": text, "known": list(self._known)}, meaning)
        if status is None or status.get("verdict") != "several" or status["exact"]:
            return
        found = await self._lanes["check"].ask("estimate", {"text": text})
        if meaning == self._meaning:
            self._tell("status", {"meaning": meaning, "final": True, **status, **found})

    async def _answer_candidates(self, text: str, meaning: str) -> None:
        arguments = {"text": text, "cap": self._cap, "known": list(self._known)}
        await self._answer("candidates", arguments, meaning)

    async def _answer(self, name: str, arguments: Message, meaning: str) -> Message | None:
        """Ask a lane for the answer of its name, and tell it; return it unless it is out of date."""

        def tell(answer: Message, *, is_final: bool = False) -> None:
            if meaning == self._meaning:
                self._tell(name, {"meaning": meaning, "final": is_final, **answer})
                self._remember(arguments["text"], answer)

        try:
            answer = await self._lanes[name].ask(name, arguments, tell)
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
