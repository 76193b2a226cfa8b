"""The WebSocket that the user script of f-puzzles opens, on both loopback addresses of this machine.

Its messages are JSON objects with a number, a command and a compressed puzzle:

```
    {"nonce": 7, "command": "count", "dataType": "fpuzzles", "data": "N4Ig…"}       a question
    {"nonce": 8, "command": "cancel"}                                                the end of it

    {"nonce": 7, "type": "count", "count": 12, "inProgress": true}                   its answers
    {"nonce": 8, "type": "canceled"}
```

References
----------
dclamage/SudokuSolver: ``SudokuSolverConsole/WebsocketListener.cs`` and its user script.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from sudoku_cp._base.errors import InputError
from sudoku_cp.page.channel import Channel, QuestionError, Superseded
from sudoku_cp.page.limits import MOST_BYTES, SECONDS
from sudoku_cp.page.messages import Message

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection


PORT = 4545
"""The port that the user script knows."""

HOSTS = ("127.0.0.1", "::1")
"""What ``localhost`` may mean."""

ORIGINS = ("https://f-puzzles.com", "https://www.f-puzzles.com", "https://sudokumaker.app")
"""The pages that may ask."""

MOST_ASKING = 4
"""The number of connections at a time; each has a process of its own."""


class Bridge:
    """Answers pages of f-puzzles.

    Parameters
    ----------
    sockets
        The sockets on which it listens.
    origins
        Further pages that may ask, such as ``https://example.org``.
    """

    def __init__(self, sockets: Sequence[socket.socket], origins: Iterable[str] = ()) -> None:
        self._sockets = tuple(sockets)
        self._origins = (*ORIGINS, *origins)
        self._asking = 0
        self._stack = AsyncExitStack()

    async def begin(self) -> None:
        """Listen."""
        from websockets.asyncio.server import serve
        from websockets.typing import Origin

        quiet = logging.getLogger(__name__)  # a request that is no handshake is not worth a message
        quiet.addHandler(logging.NullHandler())
        quiet.propagate = False
        origins = [*map(Origin, self._origins), None]  # programs other than browsers state none
        for opened in self._sockets:
            server = serve(
                self._serve, sock=opened, origins=origins, max_size=MOST_BYTES, server_header=None, logger=quiet
            )
            await self._stack.enter_async_context(server)

    async def close(self) -> None:
        """End all connections and their processes."""
        await self._stack.aclose()

    async def _serve(self, connection: ServerConnection) -> None:
        if self._asking >= MOST_ASKING:
            await connection.close(1013, "too many pages ask")
            return
        self._asking += 1
        channel = Channel("f-puzzles", SECONDS["question"])
        try:
            await _Conversation(connection, channel).run()
        finally:
            self._asking -= 1
            await channel.close()


class _Conversation:
    """One connection: each message ends the question before."""

    def __init__(self, connection: ServerConnection, channel: Channel) -> None:
        self._connection = connection
        self._channel = channel

    async def run(self) -> None:
        """Answer messages until the other side ends."""
        from websockets.exceptions import ConnectionClosed

        async with asyncio.TaskGroup() as tasks:
            with suppress(ConnectionClosed):
                async for text in self._connection:
                    await self._receive(text, tasks)
            self._channel.cancel()

    async def _receive(self, text: str | bytes, tasks: asyncio.TaskGroup) -> None:
        self._channel.cancel()
        try:
            request = read(text)
        except RequestError as error:
            await self._tell(error.nonce, {"type": "invalid", "message": error.message})
            return
        if request.command == CANCEL:
            await self._tell(request.nonce, {"type": "canceled"})
        elif not request.is_ignored:
            tasks.create_task(self._answer(request))

    async def _answer(self, request: Request) -> None:
        waiting: asyncio.Queue[Message] = asyncio.Queue()
        telling = asyncio.create_task(self._tell_all(request.nonce, waiting))
        arguments = {"command": request.command, "data": request.data}
        try:
            answer = await self._channel.ask("f_puzzles", arguments, waiting.put_nowait)
        except Superseded:
            answer = {"type": "canceled"}
        except QuestionError as error:
            answer = {"type": "invalid", "message": error.details["message"]}
        telling.cancel()
        await self._tell(request.nonce, answer)

    async def _tell_all(self, nonce: int, answers: asyncio.Queue[Message]) -> None:
        while True:
            await self._tell(nonce, await answers.get())

    async def _tell(self, nonce: int, answer: Message) -> None:
        from websockets.exceptions import ConnectionClosed

        with suppress(ConnectionClosed):
            await self._connection.send(written(nonce, answer))


QUESTIONS = ("truecandidates", "solve", "check", "count", "estimate", "solvepath", "step")
"""The commands that have an answer."""

CANCEL = "cancel"
DATA_TYPE = "fpuzzles"


@dataclass(frozen=True, slots=True)
class Request:
    """A message of the user script."""

    nonce: int
    command: str
    data: str
    """The puzzle: an lz-string payload, or an address that ends in one."""
    is_ignored: bool = False
    """Whether it is about a puzzle of another kind, which gets no answer."""


class RequestError(InputError):
    """Raised for a message that is no request.

    Parameters
    ----------
    message
        What is wrong.
    nonce
        Its number, 0 if it has none.
    """

    def __init__(self, message: str, nonce: int = 0) -> None:
        super().__init__(message)
        self.nonce = nonce


def read(text: str | bytes) -> Request:
    """Read a message.

    Parameters
    ----------
    text
        The message.

    Returns
    -------
    Request
        Its content.

    Raises
    ------
    RequestError
        If it is not such a message.

    >>> read('{"nonce": 8, "command": "cancel"}').command
    'cancel'
    """
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise RequestError("the message is not JSON") from None
    if not isinstance(message, dict):
        raise RequestError("the message is not an object")
    nonce, command = message.get("nonce"), message.get("command")
    if not isinstance(nonce, int) or isinstance(nonce, bool):
        raise RequestError("the message has no nonce, a whole number")
    if command == CANCEL:
        return Request(nonce, CANCEL, "")
    if command not in QUESTIONS:
        raise RequestError(f"the command is none of {', '.join((*QUESTIONS, CANCEL))}", nonce)
    data = message.get("data")
    if message.get("dataType") != DATA_TYPE:
        return Request(nonce, command, "", is_ignored=True)
    if not isinstance(data, str):
        raise RequestError("the message has no data, a text", nonce)
    return Request(nonce, command, data)


def written(nonce: int, answer: Mapping[str, Any]) -> str:
    """An answer as text, without empty members; numbers that JSON does not have are texts.

    Parameters
    ----------
    nonce
        The number of the question.
    answer
        The members of the answer.

    Returns
    -------
    str
        A JSON object.

    >>> written(7, {"type": "estimate", "estimate": 0.0, "relErrPercent": float("nan"), "message": None})
    '{"nonce": 7, "type": "estimate", "estimate": 0.0, "relErrPercent": "NaN"}'
    """
    members = {key: _expressible(value) for key, value in answer.items() if value is not None}
    return json.dumps({"nonce": nonce, **members})


def _expressible(value: Any) -> Any:
    if not isinstance(value, float) or isfinite(value):
        return value
    return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
