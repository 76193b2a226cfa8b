"""The cells of many grids as bytes."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


def read_lines(text: bytes, ranks: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], rank_of: bytes, digits: int) -> bool: ...

def pack(ranks: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], packed: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...
