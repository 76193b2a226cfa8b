"""The WebSocket that the user script of f-puzzles opens, on both loopback addresses of this machine."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING

from sudoku_cp.page.f_puzzles.requests import CANCEL, Request, RequestError, read, written
from sudoku_cp.page.lane import Lane, Message, QuestionError, Superseded
from sudoku_cp.page.limits import MOST_BYTES, SECONDS

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
        lane = Lane("f-puzzles", SECONDS["question"])
        try:
            await _Conversation(connection, lane).run()
        finally:
            self._asking -= 1
            await lane.close()


class _Conversation:
    """One connection: each message ends the question before."""

    def __init__(self, connection: ServerConnection, lane: Lane) -> None:
        self._connection = connection
        self._lane = lane

    async def run(self) -> None:
        """Answer messages until the other side ends."""
        from websockets.exceptions import ConnectionClosed

        async with asyncio.TaskGroup() as tasks:
            with suppress(ConnectionClosed):
                async for text in self._connection:
                    await self._receive(text, tasks)
            self._lane.cancel()

    async def _receive(self, text: str | bytes, tasks: asyncio.TaskGroup) -> None:
        self._lane.cancel()
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
            answer = await self._lane.ask("f_puzzles", arguments, waiting.put_nowait)
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
