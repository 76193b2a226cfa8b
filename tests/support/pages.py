"""The pages of the documentation, and what in them can be run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
EXAMPLES = DOCS / "examples"
"""Files that several pages use."""

_BLOCK = re.compile(r"^(`{3,})([\w{}-]*)\n(.*?)^\1$", re.M | re.S)
_FILE_NAME = re.compile(r"# ([\w-]+\.(?:py|toml))\n")
_SOURCE = re.compile(r"# (\w[\w/]*/\w+\.py)\n")


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    text: str

    @property
    def file(self) -> str | None:
        """The file that the block is, where its first line is a comment with the name of one."""
        named = _FILE_NAME.match(self.text) if self.language in ("python", "toml") else None
        return named and named[1]

    @property
    def source(self) -> str | None:
        """The file of the project from which the block is taken, where its first line is a comment with the path."""
        named = _SOURCE.match(self.text)
        return named and named[1]


class Command(NamedTuple):
    """A command of a console block, and what is shown below it."""

    text: str
    output: str


class Page(NamedTuple):
    """A page in Markdown."""

    path: Path
    text: str

    @property
    def name(self) -> str:
        """The path from the root of the project."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def blocks(self) -> list[Block]:
        """The fenced blocks, in order."""
        return [Block(language, text) for _, language, text in _BLOCK.findall(self.text)]

    @property
    def prose(self) -> str:
        """The text without its fenced blocks."""
        return _BLOCK.sub("", self.text)

    @property
    def files(self) -> Mapping[str, str]:
        """The files that the page shows, by name."""
        return {block.file: block.text for block in self.blocks if block.file is not None}

    @property
    def commands(self) -> list[Command]:
        """The commands of all console blocks, in order; a command goes on in lines that begin with ``> ``."""
        return [command for block in self.blocks if block.language == "console" for command in _commands(block.text)]

    @property
    def session(self) -> str:
        """All Python sessions of the page as one."""
        return "\n".join(block.text for block in self.blocks if block.language == "pycon")

    @property
    def program(self) -> str:
        """All Python code of the page that is neither a file nor taken from one, as one program."""
        blocks = [block for block in self.blocks if block.language == "python"]
        return "\n".join(block.text for block in blocks if block.file is None and block.source is None)


def _commands(text: str) -> Iterator[Command]:
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        first, *lines = part.split("\n")
        while lines and lines[0].startswith("> "):
            first += "\n" + lines.pop(0)[2:]
        yield Command(first, "\n".join(lines))


def _page(path: Path) -> Page:
    return Page(path, path.read_text(encoding="utf-8"))


README = _page(ROOT / "README.md")
_WRITTEN = [path for path in sorted(DOCS.rglob("*.md")) if "generated" not in path.parts]
PAGES = {page.name: page for page in (README, *map(_page, _WRITTEN))}
"""All pages by their paths from the root, but for those that are generated."""


def page_named(name: str) -> Page:
    """The page of `docs/` with this file name, in whichever folder it is."""
    (found,) = [page for page in PAGES.values() if page.path.name == name and page.path != README.path]
    return found


def table(page: Page, first_header: str) -> list[tuple[str, ...]]:
    """The rows of the page's table whose first header is this."""
    (rows,) = re.findall(rf"^\| {re.escape(first_header)} \|.*\n\|[-| :]+\|\n((?:\|.*\n)+)", page.text, re.M)
    cells = [re.split(r"(?<!\\)\|", row)[1:-1] for row in rows.splitlines()]
    return [tuple(cell.strip() for cell in row) for row in cells]
