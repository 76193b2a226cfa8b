"""A parser of command lines that suggests the name that was meant."""

from __future__ import annotations

import re
from argparse import Action, ArgumentError, ArgumentParser
from collections.abc import Sequence
from typing import Any

from sudoku_cp.model.errors import nearest, unknown

_OPTION = re.compile(r"(?<!\S)--?[a-z][a-z-]*")


class SuggestingParser(ArgumentParser):
    """Says of an unknown command, option or choice which known one is like it; so do the parsers of its commands."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Refuse what is unknown here, where the options of the command are known."""
        namespace, strange = super().parse_known_args(args, namespace)
        if strange:
            name = strange[0].partition("=")[0]
            if name.startswith("-"):
                self.error(f"there is no option {name}{nearest(name, _OPTION.findall(self.format_help()))}")
            self.error(f"unexpected argument {name}")
        return namespace, strange

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            kind = str(action.metavar or "NAME").lower()
            if kind == "name":
                kind = action.option_strings[-1].lstrip("-")
            raise ArgumentError(None, unknown(kind, str(value), map(str, action.choices)))
