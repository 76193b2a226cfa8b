"""Names of backends with settings: ``cp-sat:workers=2,seed=7``."""

from __future__ import annotations

import re

from sudoku_cp.model import ModelError


def divided(text: str) -> tuple[str, ...]:
    """The names in a list; a part with ``=`` after a comma is a further setting of the previous name.

    >>> divided("cp-sat:workers=2,seed=7,exact-cover")
    ('cp-sat:workers=2,seed=7', 'exact-cover')
    """
    return tuple(re.split(r",(?![^,:~]*=)", text))


def parsed(name: str) -> tuple[str, dict[str, str]]:
    """The plain name, and the settings with the text of their values.

    Raises
    ------
    ModelError
        If a setting has no value, or more than one.

    >>> parsed("cp-sat:workers=2,seed=7")
    ('cp-sat', {'workers': '2', 'seed': '7'})
    """
    plain, colon, rest = name.partition(":")
    if "=" in plain:
        raise ModelError(f"{name}: settings follow a name and a colon, such as cp-sat:workers=2,seed=7")
    values: dict[str, str] = {}
    for part in rest.split(",") if colon else ():
        word, equals, value = part.partition("=")
        if not equals:
            raise ModelError(f"{name}: a setting needs a name, = and a value, such as seed=7, not {part or 'nothing'}")
        if word in values:
            raise ModelError(f"{name}: {word} is set twice")
        values[word] = value
    return plain, values
