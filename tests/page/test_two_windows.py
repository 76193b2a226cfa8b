"""Two windows of one page, and windows whose server ends while it has an edit: nothing is lost or made twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Server
from .gestures import answered, becomes, click, clues, clues_of, drag, expect, saved, store, verdict, waits_for_label
from .test_underway import HOLDING

pytestmark = pytest.mark.slow

Serve = Callable[..., Server]
Show = Callable[..., Any]

BASE = 'name = "ours"\nsize = 4\n\n[[killer]]\ncells = "r1c1 r1c2"\nsum = 3\n'
RENAMED = BASE.replace("ours", "mine")
LARGER = BASE.replace("sum = 3", "sum = 4")
BOTH = RENAMED.replace("sum = 3", "sum = 4")

LOSING = """
const Plain = WebSocket;
let isLost = false;
window.lose = () => { isLost = true; };
window.sentAndLost = [];
window.WebSocket = class extends Plain {
  constructor(...address) {
    super(...address);
    this.addEventListener("close", () => { isLost = false; });
  }
  send(text) {
    if (isLost) window.sentAndLost.push(text);
    else super.send(text);
  }
};
"""
"""A page whose messages can be lost on their way, as with a server that dies before it has read them."""


def type_text(page: Any, text: str) -> None:
    page.locator('[data-tab="text"]').click()
    page.locator("#source").fill(text)


def two(show: Show, server: Server, before: str = "") -> tuple[Any, Any]:
    first, second = show(server, before=before), show(server, before=before)
    for page in (first, second):
        answered(page)
    return first, second


def test_texts_of_two_windows_are_merged(fresh: Serve, show: Show) -> None:
    """The second window has not seen what the first one has written when it writes."""
    server = fresh(BASE)
    first, second = two(show, server, HOLDING)
    second.evaluate("hold()")
    type_text(first, RENAMED)
    answered(first)
    type_text(second, LARGER)
    becomes(second, server.file.read_text, BOTH)
    second.evaluate("release()")
    for page in (first, second):
        answered(page)
        page.locator('[data-tab="text"]').click()
        expect(page.locator("#source")).to_have_value(BOTH)
    type_text(second, BOTH.replace("sum = 4", "sum = 5"))
    expect(first.locator("#source")).to_have_value(BOTH.replace("sum = 4", "sum = 5"))


@pytest.mark.parametrize("keeps", ["Keep mine", "Take the other"])
def test_texts_that_cannot_be_merged_are_both_kept(fresh: Serve, show: Show, keeps: str) -> None:
    server = fresh(BASE)
    yours = BASE.replace("ours", "yours")
    first, second = two(show, server, HOLDING)
    second.evaluate("hold()")
    type_text(first, RENAMED)
    answered(first)
    type_text(second, yours)
    store(second, "!store.isTyping")
    second.evaluate("release()")
    dialog = second.locator("#choice")
    expect(dialog).to_contain_text("The same lines were changed elsewhere at the same time")
    expect(dialog.locator(".mine")).to_have_text('name = "yours"')
    expect(dialog.locator(".theirs")).to_have_text('name = "mine"')
    expect(second.locator("#source")).to_have_value(yours)
    assert server.file.read_text() == RENAMED
    dialog.get_by_role("button", name=keeps).click()
    kept, other = (yours, RENAMED) if keeps == "Keep mine" else (RENAMED, yours)
    for page in (first, second):
        page.locator('[data-tab="text"]').click()
        expect(page.locator("#source")).to_have_value(kept)
    becomes(second, server.file.read_text, kept)
    second.locator("#undo").click()
    expect(second.locator("#source")).to_have_value(other)


def test_a_clue_is_removed_that_has_another_number_by_now(fresh: Serve, show: Show) -> None:
    text = "size = 4\n" + "".join(f'\n[[killer]]\ncells = "r{row}c1 r{row}c2"\nsum = {row + 2}\n' for row in (1, 2, 3))
    server = fresh(text)
    first, second = two(show, server, HOLDING)
    for page in (first, second):
        clues(page, 3)
    second.evaluate("hold()")
    first.locator("[data-clue]", has_text="sum 3").get_by_role("button").click()
    answered(first)
    second.locator("[data-clue]", has_text="sum 4").get_by_role("button").click()
    becomes(second, lambda: [clue[1]["sum"] for clue in clues_of(server.file)], [5])
    second.evaluate("release()")
    for page in (first, second):
        clues(page, 1)
        answered(page)


def test_marks_of_two_windows_are_merged(fresh: Serve, show: Show) -> None:
    first, second = two(show, fresh("size = 4\n"), HOLDING)
    second.evaluate("hold()")
    for page, name, digit in ((first, "r1c1", 1), (second, "r2c2", 2)):
        click(page, name)
        page.keyboard.press(f"Control+Digit{digit}")
        waits_for_label(page, name, f"centre {digit}")
        if page is first:
            answered(first)
    second.evaluate("release()")
    for page in (first, second):
        waits_for_label(page, "r1c1", "centre 1")
        waits_for_label(page, "r2c2", "centre 2")


def test_an_edit_on_its_way_outlasts_the_server(serve: Serve, show: Show, tmp_path: Path) -> None:
    """It was sent, and the server dies before it has read it; the next server makes it, once."""
    file = tmp_path / "p.toml"
    file.write_text("size = 4\n")
    server = serve(file)
    page = show(server, before=LOSING)
    verdict(page, "288 solutions")
    answered(page)
    page.evaluate("lose()")
    page.locator("[data-rule=thermo]").click()
    drag(page, "r1c1", "r1c2")
    for _ in range(2):
        page.keyboard.press("Escape")
    click(page, "r4c4")
    page.keyboard.press("2")
    assert len(page.evaluate("sentAndLost")) == 2
    server.process.kill()
    server.process.wait(60)
    expect(page.locator("#notice")).to_contain_text("The server does not answer")
    server.start()
    waits_for_label(page, "r4c4", "given 2")
    clues(page, 1)
    saved(page)
    assert clues_of(file) == [("thermo", {"line": "r1c1 r1c2"})]
    page.locator("#undo").click()
    page.locator("#undo").click()
    verdict(page, "288 solutions")
    saved(page)
    assert file.read_text() == "size = 4\n"


def test_an_edit_that_was_saved_is_not_made_again(serve: Serve, show: Show, tmp_path: Path) -> None:
    """The server has saved it, and dies before the page knows."""
    file = tmp_path / "p.toml"
    file.write_text("size = 4\n")
    server = serve(file)
    page = show(server, before=HOLDING)
    verdict(page, "288 solutions")
    answered(page)
    page.evaluate("hold()")
    page.locator("[data-rule=thermo]").click()
    drag(page, "r1c1", "r1c2")
    drag(page, "r2c1", "r2c2")
    becomes(page, lambda: len(clues_of(file)), 2)
    server.process.kill()
    server.process.wait(60)
    page.evaluate("dropHeld()")
    expect(page.locator("#notice")).to_contain_text("The server does not answer")
    server.start()
    clues(page, 2)
    saved(page)
    assert len(clues_of(file)) == 2


def test_an_edit_on_its_way_outlasts_a_lost_connection(fresh: Serve, show: Show) -> None:
    server = fresh("size = 4\n")
    page = show(server, before=f"{LOSING}\nconst sockets = [];\n{CLOSING}")
    answered(page)
    page.evaluate("lose()")
    page.locator("[data-rule=thermo]").click()
    drag(page, "r1c1", "r1c2")
    page.evaluate("closeAll()")
    clues(page, 1)
    answered(page)
    drag(page, "r2c1", "r2c2")
    clues(page, 2)
    answered(page)
    page.evaluate("closeAll()")
    store(page, "!store.unanswered")
    clues(page, 2)


CLOSING = """
const Losing = window.WebSocket;
window.closeAll = () => sockets.splice(0).forEach((socket) => socket.close());
window.WebSocket = class extends Losing {
  constructor(...address) {
    super(...address);
    sockets.push(this);
  }
};
"""
"""A page whose connections can be ended."""


def test_an_edit_outlasts_a_reload_while_there_is_no_server(serve: Serve, show: Show, tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text("size = 4\n")
    server = serve(file)
    page = show(server)
    verdict(page, "288 solutions")
    saved(page)
    server.process.kill()
    server.process.wait(60)
    expect(page.locator("#notice")).to_contain_text("The server does not answer")
    type_text(page, 'name = "typed alone"\nsize = 4\n')
    store(page, "!store.isTyping && store.unanswered === 1")
    page.on("dialog", lambda dialog: dialog.accept())
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        page.reload()
    server.start()
    page.goto(server.url)
    expect(page.locator("#title")).to_have_text("typed alone")
    saved(page)
    assert file.read_text() == 'name = "typed alone"\nsize = 4\n'


@pytest.mark.parametrize("edited", [False, True], ids=["seen", "edited"])
def test_an_editor_while_there_is_no_server(serve: Serve, show: Show, tmp_path: Path, edited: bool) -> None:
    """The page does not put its document into the new server in place of what the file has."""
    file = tmp_path / "p.toml"
    file.write_text(BASE)
    server = serve(file)
    page = show(server)
    answered(page)
    server.process.kill()
    server.process.wait(60)
    expect(page.locator("#notice")).to_contain_text("The server does not answer")
    if edited:
        type_text(page, LARGER)
        store(page, "!store.isTyping")
    file.write_text(RENAMED)
    server.start()
    if edited:
        page.locator("#choice").get_by_role("button", name="Keep both changes").click()
    expect(page.locator("#title")).to_have_text("mine")
    expect(page.locator("#saved")).to_have_text("saved in p.toml")
    becomes(page, file.read_text, BOTH if edited else RENAMED)
    page.locator("#undo").click()
    page.locator('[data-tab="text"]').click()
    expect(page.locator("#source")).to_have_value(LARGER if edited else BASE)


def test_a_window_of_another_file_changes_nothing(serve: Serve, show: Show, tmp_path: Path) -> None:
    """A server of another file at the same address gets neither the document nor the edits of the window."""
    files = [tmp_path / "p.toml", tmp_path / "q.toml"]
    for file, size in zip(files, (4, 6), strict=True):
        file.write_text(f"size = {size}\n")
    server = serve(files[0])
    page = show(server)
    verdict(page, "288 solutions")
    server.process.kill()
    server.process.wait(60)
    expect(page.locator("#notice")).to_contain_text("The server does not answer")
    type_text(page, 'name = "of p"\nsize = 4\n')
    store(page, "!store.isTyping && store.unanswered === 1")
    page.on("dialog", lambda dialog: dialog.accept())
    server.arguments = (str(files[1]),)
    server.start()
    expect(page.locator("#saved")).to_have_text("saved in q.toml")
    expect(page.locator("[data-cell]")).to_have_count(36)
    assert server.stop() == 0
    server.arguments = (str(files[0]),)
    server.start()
    expect(page.locator("#title")).to_have_text("of p")
    saved(page)
    assert [file.read_text() for file in files] == ['name = "of p"\nsize = 4\n', "size = 6\n"]
