"""The whole reference."""

from __future__ import annotations

from pathlib import Path

from docs.generators.commands import write_commands
from docs.generators.library import write_library
from docs.generators.models import write_models
from docs.generators.pages import Pages
from docs.generators.records import write_schemas
from docs.generators.rules import write_rules


def write_reference(folder: Path) -> None:
    """Write all pages into a folder."""
    pages = Pages(folder)
    write_rules(pages)
    write_models(pages)
    write_commands(pages)
    write_schemas(pages)
    write_library(pages)
    pages.remove_others()
