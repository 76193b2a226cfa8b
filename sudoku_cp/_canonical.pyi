"""Minlex forms of grids."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


def minlex(givens: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], least: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], box_height: int, box_width: int) -> None: ...
