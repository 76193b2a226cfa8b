"""Every message of the page, over a WebSocket as a browser opens it, and who is kept out."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import string
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sudoku_cp.formats import load
from sudoku_cp.page.messages import EDITS, FIELDS, QUESTIONS, read
from sudoku_cp.page.opening import opened_document
from tests.support.pages import page_named

from .client import Client
from .conftest import EMPTY, TOKEN, Server

pytestmark = pytest.mark.slow

Serve = Callable[..., Server]
TWO_SOLUTIONS = 'size = 4\ngrid = "123434122......."\n'
"""1 or 3 in r3c2, and then the other in r3c4."""


@contextmanager
def begun(server: Server, text: str = EMPTY) -> Iterator[Client]:
    """A connection that has begun with a document."""
    with server.client() as client:
        client.begin(text)
        yield client


def test_a_browser_learns_all_that_is_known(serve: Serve) -> None:
    server = serve("123434122.......")
    with server.client() as page:
        assert page.wait("hello")["instance"]
        assert page.wait("document")["undo"] is False
        assert page.wait("marks")["marks"] == {}
        view = page.wait("view")
        names = [f"r{row}c{column}" for row in (1, 2) for column in (1, 2, 3, 4)]
        assert view["givens"] == dict(zip([*names, "r3c1"], (1, 2, 3, 4, 3, 4, 1, 2, 2), strict=True))
        assert view["svg"].startswith("<svg ")
        page.wait("status", final=True, verdict="several", count=2, exact=True)
    with server.client() as page:
        assert {page.wait(kind)["type"] for kind in ("hello", "document", "view", "palette", "status")}


def test_live_answers_follow_the_document(shared: Server) -> None:
    with begun(shared, TWO_SOLUTIONS) as page:
        found = page.wait("candidates", final=True)
        assert found["values"]["r3c2"] == [1, 3]
        assert found["counts"]["r3c2"] == [1, 1]
        assert found["counts"]["r1c1"] == [2]
        page.wait("check", verdict="agree")
        page.send("change", change={"kind": "give", "cells": ["r3c2"], "digit": 3})
        assert page.wait("status", verdict="unique", revision=1)["solution"]["r3c4"] == 1
        assert page.wait("candidates", final=True, revision=1)["values"]["r3c4"] == [1]
        page.send("change", change={"kind": "give", "cells": ["r3c4"], "digit": 3})
        page.wait("status", verdict="none", revision=2)
        page.send("undo")
        page.wait("status", verdict="unique", revision=3)
        page.send("redo")
        page.wait("status", verdict="none", revision=4)


def test_a_cosmetic_change_asks_nothing_anew(shared: Server) -> None:
    with begun(shared, TWO_SOLUTIONS) as page:
        before = page.wait("status", final=True)
        page.wait("check")
        page.send("write", text=f'# a comment\nname = "new"\n{TWO_SOLUTIONS}')
        assert page.wait("view", revision=1)["name"] == "new"
        page.send("write", text=TWO_SOLUTIONS.replace("1234", "1.34"))
        assert page.wait("status", revision=2)["meaning"] != before["meaning"]
        revisions = [unread["revision"] for unread in page.unread if unread["type"] == "status"]
        assert before["revision"] + 1 not in revisions


def test_clues_are_added_changed_and_removed(shared: Server) -> None:
    file = shared.file
    with begun(shared) as page:
        page.send("change", change={"kind": "add", "rule": "killer", "parameters": {"cells": "r1c1 r1c2", "sum": 3}})
        [clue] = page.wait("view", revision=1)["clues"]
        assert (clue["rule"], clue["cells"], clue["path"]) == ("killer", ["r1c1", "r1c2"], ["killer", 0])
        new = {"cells": "r1c1 r1c2", "sum": 4}
        page.send("change", change={"kind": "change", "path": ["killer", 0], "parameters": new})
        assert page.wait("view", revision=2)["clues"][0]["parameters"]["sum"] == 4
        page.send("change", change={"kind": "add", "rule": "killer", "parameters": {"cells": "r99c1"}})
        assert "r99c1" in page.wait("refused", of="change")["message"]
        page.wait("saved", revision=2)
        assert "sum = 4" in file.read_text()
        page.send("change", change={"kind": "remove", "paths": [["killer", 0]]})
        assert page.wait("view", revision=3)["clues"] == []
        page.wait("saved", revision=3)
        assert "killer" not in file.read_text()


def test_a_wrong_document_is_shown_with_its_line(shared: Server) -> None:
    with begun(shared) as page:
        page.send("write", text="size = 9\nnonsense = 3\n")
        assert page.wait("view", revision=1)["error"]["line"] == 2
        page.send("write", text="size = = 9\n")
        assert page.wait("view", revision=2)["error"]["line"] == 1
        page.send("write", text="size = 4\n")
        assert page.wait("view", revision=3)["width"] == 4


def test_every_question_is_answered(shared: Server) -> None:
    options: dict[str, dict[str, Any]] = {"generate": {"seed": 1}, "hint": {"entries": {}, "stage": 1}}
    options |= {name: {"entries": {}} for name in ("step", "path", "logical", "contradictions")}
    with begun(shared, TWO_SOLUTIONS) as page:
        answers = {name: page.ask(name, **options.get(name, {})) for name in QUESTIONS}
        assert answers["count"]["count"] == 2
        assert answers["why"]["differ"].keys() == {"r3c2", "r3c4", "r4c2", "r4c4"}
        assert answers["equal"]["relations"]
        assert answers["solve"]["solution"]["r1c1"] == 1
        assert answers["next"]["words"] == "solution 1"
        assert page.ask("next")["words"] == "solution 2"
        assert answers["proof"]["words"] == "the two solvers agree"
        assert answers["reduce"]["parts"]
        assert answers["path"]["steps"] == [] or answers["path"]["steps"][0]["words"]
        assert answers["logical"]["values"]["r3c2"] == [1, 3]
        assert {name for name, answer in answers.items() if answer.get("failed")} == {"best", "rating"}
        page.send("change", change={"kind": "give", "cells": ["r3c2"], "digit": 2})
        page.wait("status", verdict="none")
        clash = page.ask("why")
        assert "r3c2" in clash["cells"]
        assert clash["helps"]
    cages = "".join(f'[[killer]]\ncells = "r1c1 r1c2"\nsum = {number}\n' for number in (3, 4))
    with begun(shared, f"size = 4\n{cages}") as page:
        helps = page.ask("why")["helps"]
        assert sorted(helps) == [
            "without killer (r1c1 r1c2; sum 3): several solutions",
            "without killer (r1c1 r1c2; sum 4): several solutions",
        ]


def test_a_question_is_cancelled(shared: Server) -> None:
    with begun(shared) as page:
        page.send("ask", question="count", options={})
        while "nodes" not in page.wait("progress", question="count"):
            pass  # it only waits for its process
        page.send("cancel")
        assert page.wait("answer", question="count")["failed"] is True
        assert page.ask("solve")["words"] == "a solution"


def test_marks_and_layers_are_kept(shared: Server) -> None:
    with begun(shared, TWO_SOLUTIONS) as page:
        page.send("marks", marks={"r3c2": {"corner": [1, 3]}})
        page.wait("marks", marks={"r3c2": {"corner": [1, 3]}})
        page.send("layers", candidates=1)
        assert page.wait("candidates", cap=1, final=True)["counts"]["r3c2"] == [None, None]
    with shared.client() as page:
        assert page.wait("marks")["marks"] == {"r3c2": {"corner": [1, 3]}}


def test_puzzles_are_imported_and_exported(shared: Server) -> None:
    with begun(shared) as page:
        page.send("change", change={"kind": "import", "text": "\n".join(["12..", "34..", "....", "...."])})
        assert page.wait("view", revision=1)["height"] == 4
        page.send("change", change={"kind": "import", "text": "no puzzle at all"})
        assert page.wait("refused", of="change")["message"]
        for to in ("toml", "svg", "f-puzzles-address", "sudokupad-address"):
            page.send("export", to=to)
            assert page.wait("answer", question="export")["text"]
        page.send("export", to="/etc/passwd")
        assert page.wait("answer", question="export")["failed"] is True


def test_the_puzzles_of_the_gallery_open(shared: Server) -> None:
    """Each from the document that `sudoku-cp page NAME` opens."""
    names = re.findall(r"`sudoku-cp page (\w+)`", page_named("gallery.md").text)
    assert len(names) == 24
    with begun(shared) as page:
        for revision, name in enumerate(names, 1):
            puzzle = load(name)
            page.send("write", text=opened_document(name)[0])
            view = page.wait("view", revision=revision)
            assert (view["height"], view["width"]) == (puzzle.height, puzzle.width)
            assert view["givens"] == {str(cell): digit for cell, digit in puzzle.givens.items()}


def test_a_new_server_takes_the_documents_of_an_older_one(serve: Serve) -> None:
    """With all before and after the one that the browser showed; the new server's own one is kept as well."""
    texts = [f'name = "{name}"\nsize = 4\n' for name in ("first", "shown", "undone")]
    kept_by_browser: dict[str, Any] = {"file": "", "saved": None, "edits": []}
    with serve().client() as page:
        own = page.wait("document", revision=0)["text"]
        marks = {"r1c1": {"digit": 3}}
        page.send("join", instance="another", history={"texts": texts, "at": 1}, marks=marks, **kept_by_browser)
        assert page.wait("view", revision=1)["name"] == "shown"
        page.wait("marks", marks=marks)
        kept = [texts[0], own, *texts[1:]]
        page.wait("history", texts=kept, first=0)
        other = {"texts": ["size = 6\n"], "at": 0}
        page.send("join", instance="another", history=other, marks={"r1c1": {"digit": 4}}, **kept_by_browser)
        page.send("redo")
        assert page.wait("document", revision=2)["text"] == texts[2]
        for revision, text in enumerate(reversed(kept[:3]), 3):
            page.send("undo")
            assert page.wait("document", revision=revision)["text"] == text
        assert not page.wait("view", revision=5)["clues"]


def test_a_clue_that_cannot_be_drawn(serve: Serve, tmp_path: Path) -> None:
    """A rule of the user may fail where it draws: then the page says so, and shows the picture before."""
    rules = tmp_path / "own.py"
    rules.write_text(
        "from sudoku_cp.rules import Cells, rule\n"
        "def drawn(line):\n    if line[0].row == 4:\n        raise ValueError('no picture')\n    return []\n"
        "@rule('own', draw=drawn)\ndef own(line: Cells):\n    'Neighbours differ.'\n    yield line[0] != line[1]\n"
    )
    with serve("--rules", rules).client() as page:
        page.begin("size = 4\n")
        added = {"kind": "add", "rule": "own", "parameters": {"line": "r4c1 r4c2"}}
        page.send("change", change=added)
        problem = f"own r4c1 r4c2: {rules}:4: ValueError: no picture"
        page.wait("refused", message=problem)
        assert page.wait("view", revision=1)["error"]["message"] == problem
        page.send("undo")
        assert "error" not in page.wait("view", revision=2)
        added["parameters"] = {"line": "r1c1 r1c2"}
        page.send("change", change=added)
        assert len(page.wait("view", revision=3)["clues"]) == 1


def test_each_message_is_done_after_what_it_led_to(shared: Server) -> None:
    with begun(shared) as page:
        begun_with = 4
        page.send("change", change={"kind": "give", "cells": ["r1c1"], "digit": 5})
        page.send("change", change={"kind": "give", "cells": ["r1c1"], "digit": 55})
        page.send("undo")
        page.send("none")
        page.wait("done", number=begun_with + 4)
        kinds = ("view", "document", "refused", "done")
        seen = [
            (each["type"], each.get("revision", each.get("number"))) for each in page.unread if each["type"] in kinds
        ]
        first, second, after = page.base + 1, page.base + 2, begun_with + 1
        assert [each for each in seen if each != ("view", second)] == [
            *(("document", first), ("view", first), ("done", after)),
            *(("refused", None), ("done", after + 1)),
            *(("document", second), ("done", after + 2)),
            ("refused", None),
        ]


def test_a_file_that_cannot_be_written(serve: Serve, tmp_path: Path) -> None:
    file = tmp_path / "folder" / "mine.toml"
    file.parent.mkdir()
    with serve(file).client() as page:
        page.send("write", text="size = 4\n")
        assert page.wait("saved", revision=1)["problem"] == ""
        assert file.read_text() == "size = 4\n"
        file.parent.rename(tmp_path / "away")
        page.send("write", text="size = 6\n")
        assert page.wait("saved", revision=2)["problem"].endswith("by another program; what the page has is not saved")
        page.send("decide", take="mine", seen=None)
        assert page.wait("saved", revision=3)["problem"] == f"{file} cannot be written: No such file or directory"


def test_messages_that_are_none(shared: Server) -> None:
    with begun(shared) as page:
        for text in (
            "",
            "[]",
            "{",
            "null",
            '{"type": []}',
            '{"type": "write"}',
            '{"type": "ask", "question": {}}',
            "[" * 9999,
        ):
            page.send_text(text)
            assert page.wait("refused")["message"]
        for change in ({}, {"kind": "give"}, {"kind": "add", "rule": 5}, {"kind": "remove", "paths": 7}):
            page.send("change", change=change)
            assert page.wait("refused", of="change")["message"]
        page.send("ask", question="solve", options={"strange": 1})
        assert page.wait("answer")["failed"] is True
        assert page.ask("solve")["words"] == "a solution"


def test_random_frames(serve: Serve, capfd: pytest.CaptureFixture[str]) -> None:
    """Three thousand random frames: the page answers after them, without a traceback, and does not grow."""
    source = random.Random(1)
    server = serve()
    with begun(server, TWO_SOLUTIONS) as page:
        page.ask("count")
        before = memory(server.process.pid)
        for number in range(3_000):
            message = source.choice(VALID)
            text = list(json.dumps(message | {"id": ["window", number]} if message["type"] in EDITS else message))
            for _ in range(source.choice((0, 1, 1, 2, 5))):
                text[source.randrange(len(text))] = source.choice(string.printable)
            frame = "".join(text[: source.randrange(len(text)) if source.random() < 0.2 else len(text)])
            page.send_text(frame if source.random() < 0.9 else frame.encode())
            if number % 20 == 19:
                page.catch_up()
        page.send("change", change={"kind": "last"})
        page.wait("refused", message="there is no change last")  # all before it are acted on
    with begun(server, TWO_SOLUTIONS) as page:
        answer = page.ask("count")
        assert answer.get("count") == 2, answer
        assert memory(server.process.pid) < before + 50_000
        assert sum(map(memory, server.workers)) < 2_000_000
    assert server.stop() == 0
    assert capfd.readouterr().err == ""


VALID: list[dict[str, Any]] = [
    {
        "type": "join",
        "instance": "another",
        "file": "",
        "history": {"texts": [EMPTY], "at": 0},
        "saved": None,
        "marks": {},
        "edits": [{"type": "undo", "id": ["lost", 1]}],
    },
    {"type": "write", "text": TWO_SOLUTIONS, "base": EMPTY},
    *(
        {"type": "change", "revision": 0, "change": change}
        for change in (
            {"kind": "give", "cells": ["r3c2"], "digit": 1},
            {"kind": "add", "rule": "killer", "parameters": {"cells": "r1c1 r1c2", "sum": 3}},
            {"kind": "remove", "paths": [["killer", 0]]},
            {"kind": "import", "text": "12..34.........."},
        )
    ),
    {"type": "undo"},
    {"type": "redo"},
    {"type": "marks", "marks": {"r3c2": {"digit": 1, "corner": [1, 3]}}, "base": {}},
    {"type": "layers", "candidates": 8},
    {"type": "ask", "question": "why", "options": {"claim": "r3c2=1"}},
    {"type": "ask", "question": "step", "options": {"entries": {"r3c2": 1}}},
    {"type": "cancel"},
    {"type": "export", "to": "f-puzzles"},
]
"""The messages that the random frames begin with."""


def memory(process: int) -> int:
    """The resident memory of a process in kB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def test_a_message_that_is_too_long_ends_the_connection(shared: Server) -> None:
    with begun(shared) as page:
        with suppress(ConnectionClosed):  # the server may close before it has read all
            page.send("write", text="#" * (1 << 23))
        with pytest.raises(ConnectionClosed):
            page.wait("never")
    with begun(shared) as page:
        page.send("write", text="#" * (1 << 19))
        assert "text" in page.wait("refused")["message"]


def test_a_worker_that_dies_is_replaced(shared: Server) -> None:
    with begun(shared) as page:
        page.wait("check")
        for pid in shared.workers:
            os.kill(pid, signal.SIGKILL)
        page.send("change", change={"kind": "give", "cells": ["r1c1"], "digit": 5})
        assert page.wait("view", revision=1)["givens"] == {"r1c1": 5}
        page.wait("status", revision=1, final=True)
        assert page.ask("solve")["solution"]["r1c1"] == 5


def test_the_end_of_the_server_is_that_of_its_workers(serve: Serve) -> None:
    ends: list[Callable[[Server], object]] = [Server.stop, lambda server: server.process.kill()]
    for end in ends:
        server = serve("123434122.......")
        with server.client() as page:
            page.wait("check")
            workers = server.workers
            assert 3 <= len(workers) <= 5
        end(server)
        until = time.monotonic() + 60
        while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < until:
            time.sleep(0.05)
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)


@pytest.mark.parametrize(
    "options",
    [{"origin": "https://example.org"}, {"origin": "null"}, {"host": "example.org"}, {"token": "wrong"}, {"token": ""}],
)
def test_strangers_are_kept_out(shared: Server, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidStatus, match="403"), shared.client(**options):
        pass


def test_pages_need_the_token_and_have_a_policy(shared: Server) -> None:
    def get(path: str, **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", shared.port, timeout=60)
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        response.read()
        return response

    assert get(f"/?token={TOKEN}").status == 200
    assert get("/static/main.js").status == 200
    for path in ("/", "/?token=wrong", "/?token=", "/?other=1"):
        assert get(path).status == 403
    assert get(f"/?token={TOKEN}", Host="example.org").status == 403
    assert get(f"/?token={TOKEN}", Origin="https://example.org").status == 403
    assert get("/static/../session.py").status == 404
    policy = get("/static/main.js").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_all_messages_are_documented() -> None:
    text = page_named("inside-the-page.md").text
    for kind in FIELDS:
        assert f"| `{kind}` |" in text
    for question in QUESTIONS:
        assert f"`{question}`" in text
    assert read('{"type": "cancel"}') == {"type": "cancel"}
