"""Puzzles in any format as documents, such as the one that a session begins with.

Comments note what no rule stands for, and the page shows it.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from sudoku_cp._base.errors import InputError
from sudoku_cp.formats import Document, GridText, read, sniff
from sudoku_cp.formats.document import ONLY_DRAWN, sudoku_of
from sudoku_cp.formats.loading import is_puzzle, located, opened, unreadable
from sudoku_cp.formats.toml.values import Path as TomlPath, tables
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.page.saving import DocumentFile
from sudoku_cp.rules import AppliedRule

EMPTY = 'name = "untitled"\nsize = 9\n'
"""The document without a file."""


def opened_document(file: str | None) -> tuple[str, DocumentFile | None, list[str]]:
    """The document, the file in which it is saved, and what it leaves out of a puzzle in another format.

    Parameters
    ----------
    file
        A TOML document, which is saved in place; a file that does not exist yet; or a puzzle in another format, or
        one that comes with the package, which are read only. None for an empty grid that is not saved.

    Returns
    -------
    tuple
        The text; the file, None for a document that is not saved; and the notes.

    Raises
    ------
    InputError
        If there is no such puzzle, or it is too long.
    """
    if file is None:
        return EMPTY, None, []
    if not is_puzzle(file):
        path = Path(file)
        if path.suffix == ".toml" and not located(file).exists() and path.parent.is_dir():
            return EMPTY, DocumentFile(path, EMPTY), []
        if (document := _document_file(path)) is not None:
            return document.text, document, []
    stream, name = opened(file)
    with stream:
        text, notes = imported(stream, name)
    return text, None, notes


def _document_file(path: Path) -> DocumentFile | None:
    """A file that is a document already; None for any other."""
    if not path.is_file():
        return None
    document = DocumentFile(path)
    try:
        content = document.look() or b""
    except OSError as error:
        raise unreadable(str(path), error) from None
    if content and sniff(BytesIO(content), str(path))[0] != "toml":
        return None
    try:
        content.decode()
    except UnicodeDecodeError:
        return None
    document.accept(content)
    document.text = document.text or EMPTY
    return document


_DRAWN = f"# {ONLY_DRAWN}"
_IGNORED = "# not enforced: "
PARTLY = "# partly: "
"""The beginning of a comment in the table of a clue on what it leaves out."""


def imported(stream: BinaryIO, source: str = "") -> tuple[str, list[str]]:
    """Read a puzzle in any format.

    Parameters
    ----------
    stream
        The puzzle; of several, the first.
    source
        The name of the stream in messages.

    Returns
    -------
    tuple
        The document, and notes on what it leaves out.

    Raises
    ------
    InputError
        If it is not a puzzle.
    """
    puzzles = read(stream, source, ignore_unsupported=True)
    puzzle = next(puzzles)
    notes = ["only the first puzzle of the text was read"] if _is_next(puzzles) else []
    if isinstance(puzzle, GridText):
        return dump_document(sudoku_of(puzzle)), notes
    assert isinstance(puzzle, Document)
    at_clues = {_line(reason) for _, reason in puzzle.partly}
    whole = [line for each in puzzle.unsupported if (line := _line(each)) not in at_clues]
    comments = [f"# {each}" if each.startswith(ONLY_DRAWN) else f"{_IGNORED}{each}" for each in whole]
    notes += [each.removeprefix("# ") for each in comments]
    notes += dict.fromkeys(f"partly enforced; left out: {reason}" for reason in sorted(at_clues))
    return "\n".join([*comments, _with_reasons(puzzle)]), [*notes, *puzzle.notes]


def _is_next(puzzles: Any) -> bool:
    try:
        return next(puzzles, None) is not None
    except InputError:
        return True


def _line(words: str) -> str:
    return " ".join(words.split())


def _with_reasons(puzzle: Document) -> str:
    """The document, with what each clue leaves out below its header."""
    text = dump_document(puzzle.model, puzzle.carried)
    reasons: dict[int, list[str]] = {}
    for clue, reason in puzzle.partly:
        reasons.setdefault(id(clue), []).append(f"{PARTLY}{_line(reason)}")
    paths: dict[TomlPath, list[str]] = {}
    numbers: dict[str, int] = {}
    for made in puzzle.model.clues:
        if isinstance(made, AppliedRule):
            number = numbers[made.rule.name] = numbers.get(made.rule.name, -1) + 1
            paths[made.rule.name, number] = reasons.get(id(made), [])
    lines = text.split("\n")
    for table in reversed(tables(text)):
        lines[table.first : table.first] = paths.get(table.path, [])
    return "\n".join(lines)


def partly(text: str) -> dict[TomlPath | None, list[str]]:
    r"""What clues of a document, and the clues inside them, leave out, by the rule and the number of each.

    >>> partly("size = 4\n[[killer]]\n# partly: its style\nsum = 3")
    {('killer', 0): ['its style']}
    """
    if PARTLY not in text:
        return {}
    lines = text.split("\n")
    found: dict[TomlPath | None, list[str]] = {}
    path: TomlPath = ()
    for table in tables(text):
        path = table.path if len(table.path) == 2 else path
        of_table = lines[table.first : table.last]
        if reasons := [line.removeprefix(PARTLY) for line in of_table if line.startswith(PARTLY)]:
            found.setdefault(path, []).extend(reasons)
    return found


def left_out(text: str) -> list[dict[str, str]]:
    """What a document notes as left out as a whole: its ``state``, its ``words``, and the ``line`` that notes it."""
    states = {_DRAWN: "only drawn", _IGNORED: "not enforced"}
    return [
        {"state": state, "words": line.removeprefix(start), "line": line}
        for line in text.split("\n")
        for start, state in states.items()
        if line.startswith(start)
    ]
