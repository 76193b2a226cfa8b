"""The rater of classic puzzles."""

from collections.abc import Callable
from typing import Annotated

import numpy
from numpy.typing import NDArray


def rate_many(givens: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], ratings: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], threads: int = 1, poll: Callable[[], bool] | None = None) -> bool: ...

def easiest_step(candidates: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[str, int, list[tuple[int, int]], list[tuple[int, int]]] | None: ...

def technique_names() -> list[str]: ...
