"""Errors in documents name the entry that they are about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sudoku_cp.model import InputError, ModelError


@contextmanager
def at_place(name: str) -> Iterator[None]:
    """Begin the messages of errors raised in this context with a place, and make them input errors.

    Parameters
    ----------
    name
        The place in the document, such as ``killercage 3``.

    Raises
    ------
    InputError
        For any input error, model error or type error in the context.
    """
    try:
        yield
    except InputError as error:
        raise type(error)(f"{name}: {error.message}") from None
    except (ModelError, TypeError) as error:
        raise InputError(f"{name}: {error}") from None
