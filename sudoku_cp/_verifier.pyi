"""The check of solutions, which shares no code with the engine."""

from collections.abc import Sequence
from typing import Annotated, Any, overload

import numpy
from numpy.typing import NDArray


class Verifier:
    def __init__(self, candidates: list[tuple[int, ...]], houses: Sequence[Sequence[int]]) -> None: ...

    def holds(self, values: tuple[int, ...], givens: dict[Any, int], cells: tuple[Any, ...]) -> bool: ...

    @overload
    def check(self, solutions: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu', writable=False)], givens: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None, open: int, sound: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], threads: int) -> None: ...

    @overload
    def check(self, solutions: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)], givens: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None, open: int, sound: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], threads: int) -> None: ...

    @overload
    def check(self, solutions: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], givens: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None, open: int, sound: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], threads: int) -> None: ...

    @overload
    def check(self, solutions: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], givens: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None, open: int, sound: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], threads: int) -> None: ...
