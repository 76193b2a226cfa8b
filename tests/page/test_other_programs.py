"""The file of the page while other programs write it: nothing of either side is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp.formats import load
from sudoku_cp.page import serving
from sudoku_cp.page.saving import DocumentFile, Saving

from .client import connected
from .conftest import Server
from .gestures import answered, becomes, click, expect, saved, store, verdict, waits_for_label

pytestmark = pytest.mark.slow

Serve = Callable[..., Server]
Show = Callable[..., Any]

TWO_SOLUTIONS = 'size = 4\ngrid = "123434122......."\n'
"""1 or 3 in r3c2, and then the other in r3c4."""
EDITED = 'name = "from the editor"\nsize = 4\ngrid = "123434122......."\n'


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in another thread, as this one may have the loop of the browser."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, work).result(120)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "p.toml"
    file.write_text(TWO_SOLUTIONS)
    return file


def opened(file: Path) -> DocumentFile:
    """The file as the page knows it."""
    document = DocumentFile(file)
    document.accept(document.look())
    return document


async def written(saving: Saving, text: str) -> str:
    saving.save(text)
    await saving.finish()
    return saving.problem


def test_what_another_program_has_saved_is_not_replaced(file: Path) -> None:
    """Also where the time and the size of the file are as before: what it has is compared."""
    document = opened(file)
    before = file.stat()
    other = TWO_SOLUTIONS.replace("1234", "2134")
    file.write_text(other)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    async def save() -> tuple[str, str]:
        saving = Saving(document, lambda _: None)
        first, second = [await written(saving, text) for text in ("size = 6\n", "size = 8\n")]
        assert saving.conflict is not None
        assert saving.conflict.text == other
        return first, second

    message = "p.toml was changed by another program; what the page has is saved in p.page.toml"
    assert run(save()) == (message, message)
    assert file.read_text() == other
    assert file.with_name("p.page.toml").read_text() == "size = 8\n"


def test_rules_of_the_same_time_and_size_are_other_rules(tmp_path: Path) -> None:
    """An editor may save twice within one tick of the clock of files."""
    rules = tmp_path / "own.py"
    states = []
    for text in ("a = 1\n", "a = 2\n", "a = 2\n"):
        rules.write_text(text)
        os.utime(rules, ns=(1, 1))
        states.append(serving._states([str(rules)]))
    assert states[0] != states[1] == states[2]


def test_the_file_beside_is_a_new_one_and_goes_with_the_conflict(file: Path) -> None:
    taken = file.with_name("p.page.toml")
    taken.write_text("of the user")
    document = opened(file)
    file.unlink()

    async def save() -> None:
        saving = Saving(document, lambda _: None)
        assert "deleted or moved" in await written(saving, "size = 6\n")
        assert file.with_name("p.page2.toml").read_text() == "size = 6\n"
        assert not file.exists()
        file.write_text(TWO_SOLUTIONS)  # as it was
        assert await written(saving, "size = 8\n") == ""

    run(save())
    assert {path.name: path.read_text() for path in file.parent.iterdir()} == {
        "p.toml": "size = 8\n",
        "p.page.toml": "of the user",
    }


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["unix", "windows"])
def test_the_encoding_line_ends_mode_and_link_stay(file: Path, mark: bytes, line_end: str) -> None:
    link = file.with_name("link.toml")
    link.symlink_to(file.name)
    file.write_bytes(mark + f'name = "Gärten"{line_end}size = 4{line_end}'.encode())
    file.chmod(0o640)
    document = opened(link)
    assert document.text == 'name = "Gärten"\nsize = 4\n'
    assert run(written(Saving(document, lambda _: None), 'name = "Höfe"\nsize = 4\n')) == ""
    assert file.read_bytes() == mark + f'name = "Höfe"{line_end}size = 4{line_end}'.encode()
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_file_that_may_only_be_read_stays(file: Path) -> None:
    file.chmod(0o444)
    problem = run(written(Saving(opened(file), lambda _: None), "size = 6\n"))
    assert problem == f"{file} cannot be written: Permission denied"
    assert file.read_text() == TWO_SOLUTIONS


@pytest.mark.parametrize("content", [b"\xff\xfe", b"#" * (1 << 21)], ids=["not a text", "too long"])
def test_a_file_that_is_no_document_any_more_stays(file: Path, content: bytes) -> None:
    document = opened(file)
    file.write_bytes(content)
    problem = run(written(Saving(document, lambda _: None), "size = 6\n"))
    assert problem.startswith("p.toml was changed by another program: it is ")
    assert file.read_bytes() == content


def test_what_an_editor_saves_is_shown(serve: Serve, show: Show, file: Path) -> None:
    page = show(serve(file))
    verdict(page, "2 solutions")
    file.write_text(EDITED)
    expect(page.locator("#title")).to_have_text("from the editor")
    expect(page.locator("#notice")).to_contain_text("p.toml was changed by another program")
    expect(page.locator("#saved")).to_have_text("saved in p.toml")
    click(page, "r3c2")
    page.keyboard.press("3")
    verdict(page, "1 solution")
    saved(page)
    assert 'name = "from the editor"' in file.read_text()
    expect(page.locator("#notice")).to_be_hidden()
    for _ in range(2):
        page.keyboard.press("Control+z")
    expect(page.locator("#title")).to_have_text("sudoku")
    saved(page)
    assert file.read_text() == TWO_SOLUTIONS


MINE, THEIRS = 'size = 4\ngrid = "123434122...1..."\n', EDITED
BOTH = 'name = "from the editor"\nsize = 4\ngrid = "123434122...1..."\n'


@pytest.mark.parametrize(
    ("button", "wanted", "other"),
    [("Keep mine", MINE, THEIRS), ("Take the file’s", THEIRS, MINE), ("Keep both changes", BOTH, MINE)],
    ids=["mine", "theirs", "both"],
)
def test_the_user_chooses_between_two_texts(
    serve: Serve, show: Show, file: Path, button: str, wanted: str, other: str
) -> None:
    """The file is away while the page is edited, so that it cannot follow; then an editor writes another text."""
    page = show(serve(file))
    verdict(page, "2 solutions")
    file.unlink()
    expect(page.locator("#notice")).to_contain_text("p.toml was deleted or moved by another program")
    page.locator('[data-tab="text"]').click()
    page.locator("#source").fill(MINE)
    answered(page)
    expect(page.locator("#saved")).to_have_text("not saved in p.toml")
    becomes(page, file.with_name("p.page.toml").exists, True)
    assert file.with_name("p.page.toml").read_text() == MINE
    assert not file.exists()
    file.write_text(THEIRS)
    dialog = page.locator("#choice")
    expect(dialog).to_contain_text("from the editor")
    expect(dialog.locator(".theirs")).to_have_count(2)
    assert file.read_text() == THEIRS
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.locator("#decide").click()
    dialog.get_by_role("button", name=button).click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("saved in p.toml")
    expect(page.locator("#notice")).to_be_hidden()
    saved(page)
    becomes(page, file.read_text, wanted)
    becomes(page, file.with_name("p.page.toml").exists, False)
    page.locator("#undo").click()
    expect(page.locator("#source")).to_have_value(other)
    saved(page)
    becomes(page, file.read_text, other)


def test_a_deleted_file_comes_back_when_the_user_says_so(serve: Serve, show: Show, file: Path) -> None:
    page = show(serve(file))
    verdict(page, "2 solutions")
    file.unlink()
    expect(page.locator("#notice")).to_contain_text("p.toml was deleted or moved by another program")
    click(page, "r3c2")
    page.keyboard.press("3")
    verdict(page, "1 solution")
    expect(page.locator("#notice")).to_contain_text("what the page has is saved in p.page.toml")
    assert not file.exists()
    page.locator("#decide").click()
    expect(page.locator("#notice")).to_be_hidden()
    saved(page)
    assert {str(cell): digit for cell, digit in load(file).givens.items()}["r3c2"] == 3
    assert [path.name for path in file.parent.iterdir() if not path.name.startswith(".")] == ["p.toml"]


def test_an_edit_of_another_window_is_no_conflict(serve: Serve, show: Show, file: Path) -> None:
    server = serve(file)
    first, second = show(server), show(server)
    for page in (first, second):
        verdict(page, "2 solutions")
    file.unlink()
    for page in (first, second):
        expect(page.locator("#decide")).to_have_text("Save it again")
    second.locator("#decide").click()
    for page in (first, second):
        expect(page.locator("#notice")).to_be_hidden()
        store(page, "isSaved()")
    assert file.read_text() == TWO_SOLUTIONS
    waits_for_label(first, "r1c1", "given 1")


def test_a_file_has_one_page(serve: Serve, file: Path) -> None:
    """Also under another name; a page that was killed does not keep it."""
    first = serve(file)
    link = file.with_name("link.toml")
    link.symlink_to(file.name)
    for name in (file, link):
        command = [sys.executable, "-m", "sudoku_cp", "page", str(name), "--no-browser"]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        message = f"{name}: another page has this file (process {first.process.pid} on "
        assert (second.returncode, second.stdout) == (2, "")
        assert message in second.stderr
    first.process.kill()
    first.process.wait(60)
    again = serve(file)
    assert again.stop() == 0
    assert {path.name for path in file.parent.iterdir()} == {"p.toml", "link.toml"}


def test_the_end_of_the_page_tells_where_its_text_is(file: Path) -> None:
    command = [sys.executable, "-m", "sudoku_cp", "page", str(file), "--no-browser", "--token", "a-token"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    port = int(process.stdout.readline().split(":")[2].split("/")[0])
    with connected(port, "a-token") as page:
        file.unlink()
        page.send("write", text="size = 6\n")
        assert page.wait("saved", revision=1)["conflict"]["is_gone"]
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "what the page has is saved in p.page.toml" in errors
    assert file.with_name("p.page.toml").read_text() == "size = 6\n"
