"""Random grids."""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


def fill(domains: Sequence[int], peers: Sequence[Sequence[int]], ranks: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], keys: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], grids: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], filled: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...
