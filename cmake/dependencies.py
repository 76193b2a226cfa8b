"""What the package needs, by the C library that it is built for, since markers of requirements cannot name one.

scikit-build-core asks this module: the dynamic metadata in ``pyproject.toml`` have the two lists.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the dependencies: those for every system, and unless for musl, those that have no wheels for it."""
    dependencies = list(settings["everywhere"])
    if os.environ.get("SUDOKU_CP_MUSL", "").lower() in ("", "0", "false", "no", "off"):
        dependencies += settings["not-on-musl"]
    return {"dependencies": dependencies}


def dynamic_wheel(settings: Mapping[str, Any]) -> dict[str, bool]:
    """Say that a wheel may need other packages than the source distribution."""
    return {"dependencies": True}
