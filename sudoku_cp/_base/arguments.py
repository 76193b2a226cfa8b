"""Checks of arguments, which public functions share: each returns the argument in its usual form, or refuses it.

The message of a `ModelError` names the argument, says what is expected, and shows what was given.
"""

from __future__ import annotations

from functools import wraps
from operator import index
from os import fspath

from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, ParamSpec, TypeVar

    P = ParamSpec("P")
    R = TypeVar("R")

MOST_BITS = 4096
"""The size of the largest integers, which can still be written in messages."""

LARGE = 1 << MOST_BITS
"""The first integer that is too large."""

_INT = frozenset({int})


def refused(what: str, expected: str, value: object) -> ModelError:
    """The error for a wrong argument.

    Parameters
    ----------
    what
        The argument, such as ``the step of Increasing``.
    expected
        What it must be.
    value
        What it is.

    Returns
    -------
    ModelError
        The error, to be raised.
    """
    return ModelError(f"{what} must be {expected}, not {shown(value)}")


def is_integer(value: object) -> bool:
    """Whether the value is an int or an integer of NumPy, and no truth value.

    >>> is_integer(2), is_integer(2.0), is_integer(True), is_integer("2")
    (True, False, False, False)
    """
    if type(value) is int:
        return True
    if isinstance(value, bool):
        return False
    try:
        index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def are_ints(values: Iterable[object]) -> bool:
    """Whether all values are ints of Python, which is the usual case and takes little time to see.

    >>> are_ints((1, 2)), are_ints((1, True)), are_ints(())
    (True, False, True)
    """
    return _INT.issuperset(map(type, values))


def integer(value: object, what: str, expected: str = "an integer") -> int:
    """The value as an int; see `is_integer`.

    Raises
    ------
    ModelError
        If it is none, or is far too large.

    >>> integer("2", "the digit")
    Traceback (most recent call last):
    sudoku_cp._base.errors.ModelError: the digit must be an integer, not '2'
    """
    if type(value) is int and -LARGE < value < LARGE:
        return value
    if not is_integer(value):
        raise refused(what, expected, value)
    number: int = int(value)  # type: ignore[call-overload]
    if number.bit_length() > MOST_BITS:
        raise refused(what, f"{expected} of at most {MOST_BITS:,} bits", value)
    return number


def integers(values: object, what: str, expected: str = "integers") -> tuple[int, ...]:
    """The values as ints; see `integer`.

    Raises
    ------
    ModelError
        If the values are text or no collection, or one of them is no integer.
    """
    given = listed(values, what, expected)
    if are_ints(given) and (not given or (min(given) > -LARGE and max(given) < LARGE)):
        return given
    return tuple([integer(value, what, expected) for value in given])


def real(value: object, what: str, expected: str = "a number") -> float:
    """The value, if it is a number; infinity is one.

    Raises
    ------
    ModelError
        If it is none, or ``nan``.
    """
    if isinstance(value, float) and value == value:
        return float(value)
    if isinstance(value, float) or not is_integer(value):
        raise refused(what, expected, value)
    number = integer(value, what, expected)
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def one_or_more(values: object, what: str, expected: str = "an integer, or a list of integers") -> tuple[int, ...]:
    """One integer alone, or several, as ints; see `integer`.

    Raises
    ------
    ModelError
        If the argument is neither.
    """
    return (integer(values, what),) if is_integer(values) else integers(values, what, expected)


def listed(values: object, what: str, expected: str) -> tuple[Any, ...]:
    """The items of a collection, which is no text.

    Raises
    ------
    ModelError
        If it is text or no collection.
    """
    if type(values) is tuple:
        return values
    if isinstance(values, str | bytes):
        raise refused(what, expected, values)
    try:
        iterator = iter(values)  # type: ignore[call-overload]
    except TypeError:
        raise refused(what, expected, values) from None
    return tuple(iterator)


def mapping(values: object, what: str, expected: str) -> Mapping[Any, Any]:
    """The argument, if it is a mapping.

    Raises
    ------
    ModelError
        If it is none.
    """
    from collections.abc import Mapping

    if not isinstance(values, Mapping):
        raise refused(what, expected, values)
    return values


def truth(value: object, what: str) -> bool:
    """The argument, if it is a truth value.

    Raises
    ------
    ModelError
        If it is none.
    """
    if not isinstance(value, bool):
        raise refused(what, "true or false", value)
    return value


def function(value: object, what: str) -> Callable[..., Any]:
    """The argument, if it can be called.

    Raises
    ------
    ModelError
        If it cannot.
    """
    if not callable(value):
        raise refused(what, "a function", value)
    return value


def text(value: object, what: str, expected: str = "text") -> str:
    """The argument, if it is text.

    Raises
    ------
    ModelError
        If it is none.
    """
    if not isinstance(value, str):
        raise refused(what, expected, value)
    return value


def iterated(value: object, what: str) -> Iterator[Any]:
    """The items of an iterable one by one, as they are asked for.

    Raises
    ------
    ModelError
        If it is text or no iterable.
    """
    if not isinstance(value, str | bytes):
        try:
            return iter(value)  # type: ignore[call-overload, no-any-return]
        except TypeError:
            pass
    raise refused(what, "iterable", value)


def path(value: object, what: str) -> str:
    """The argument, if it is text or a path.

    Raises
    ------
    ModelError
        If it is neither.
    """
    try:
        return text(fspath(value), what, "text or a path")  # type: ignore[call-overload]
    except TypeError:
        raise refused(what, "text or a path", value) from None


def of_type(kind: type | tuple[type, ...], expected: str) -> Callable[[Any, str], Any]:
    """The check of an object of a type, or of one of some types.

    >>> of_type(dict, "a table")([], "rows of read")
    Traceback (most recent call last):
    sudoku_cp._base.errors.ModelError: rows of read must be a table, not []
    """

    def same(value: object, what: str) -> object:
        if not isinstance(value, kind):
            raise refused(what, expected, value)
        return value

    return same


def mapped(expected: str) -> Callable[[object, str], Mapping[Any, Any]]:
    """The check of a mapping."""
    return lambda value, what: mapping(value, what, expected)


def each(check: Callable[[Any, str], object], expected: str) -> Callable[[object, str], tuple[Any, ...]]:
    """The check of a list, whose items have a check.

    >>> each(text, "names")(["a", 1], "keep of reduce")
    Traceback (most recent call last):
    sudoku_cp._base.errors.ModelError: an item of keep of reduce must be text, not 1
    """
    return lambda value, what: tuple([check(item, f"an item of {what}") for item in listed(value, what, expected)])


def pair(check: Callable[[Any, str], object], expected: str) -> Callable[[object, str], tuple[Any, ...]]:
    """The check of two values, each of which has a check."""

    def both(value: object, what: str) -> tuple[Any, ...]:
        items = each(check, expected)(value, what)
        if len(items) != 2:
            raise refused(what, expected, value)
        return items

    return both


def by_name(check: Callable[[Any, str], object], expected: str) -> Callable[[object, str], dict[str, Any]]:
    """The check of values by name, each of which has a check."""

    def values(value: object, what: str) -> dict[str, Any]:
        items = mapping(value, what, expected).items()
        return {text(name, f"a name in {what}"): check(item, f"a value in {what}") for name, item in items}

    return values


def checked(**checks: Callable[[Any, str], object]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator: the function gets arguments that a check has read; defaults need none.

    Parameters
    ----------
    **checks
        For each parameter a function of this module, which is given the argument and its name in words.

    >>> @checked(number=integer)
    ... def double(number):
    ...     return 2 * number
    >>> double("1")
    Traceback (most recent call last):
    sudoku_cp._base.errors.ModelError: number of double must be an integer, not '1'
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        code = function.__code__
        title = function.__qualname__.removesuffix(".__init__").rpartition(".")[2]
        names = code.co_varnames[: code.co_argcount]
        defaults = dict(function.__kwdefaults__ or {})
        given = function.__defaults__ or ()
        defaults |= dict(zip(names[len(names) - len(given) :], given, strict=True))

        def read(name: str, value: Any) -> Any:
            if name not in checks or (name in defaults and value is defaults[name]):
                return value
            return checks[name](value, f"{name} of {title}")

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            placed = [read(name, value) for name, value in zip(names, args, strict=False)]
            named = {name: read(name, value) for name, value in kwargs.items()}
            return function(*placed, *args[len(names) :], **named)  # type: ignore[arg-type]

        return call

    return decorate
