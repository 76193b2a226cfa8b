"""Faults in the page: who is let in, documents, answers that are used again, and f-puzzles."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

_MESSAGES = "tests/page/test_messages.py"
_STRANGERS = f"{_MESSAGES}::test_strangers_are_kept_out"
_TOKEN = f"{_MESSAGES}::test_pages_need_the_token_and_have_a_policy"
_HISTORY = "tests/page/test_history.py"
_EDITING = "tests/page/test_editing.py"
_NARROWING = "tests/page/test_narrowing.py"
_COUNTING = "tests/page/test_counting.py"
_F_PUZZLES = "tests/page/test_f_puzzles.py"

PAGE_FAULTS = [
    Fault("page: any host is let in", 'if headers.get("host", "") not in self._hosts:', "if False:", _STRANGERS),
    Fault(
        "page: any origin is let in",
        'if origin not in self._origins and (origin is not None or scope["type"] == "websocket"):',
        "if False:",
        _STRANGERS,
    ),
    Fault(
        "page: the socket needs no token",
        'if scope["path"] in WITH_TOKEN and',
        'if scope["path"] == "/" and',
        _STRANGERS,
    ),
    Fault("page: no policy", "MutableHeaders(scope=message).update(HEADERS)", "pass", _TOKEN),
    Fault(
        "page: a document of any length",
        "isinstance(value, str) and len(value) <= MOST_TEXT",
        "isinstance(value, str)",
        f"{_MESSAGES}::test_a_message_that_is_too_long_ends_the_connection",
    ),
    Fault(
        "page: no process takes the place of a dead one",
        "for _ in range(2):\n            if await self._answer(",
        "for _ in range(1):\n            if await self._answer(",
        f"{_MESSAGES}::test_a_worker_that_dies_is_replaced",
    ),
    Fault(
        "page: a cancelled question is answered",
        "            _fail(self._job, Superseded())\n            self._job.cancelled.set()",
        "            pass",
        f"{_MESSAGES}::test_a_question_is_cancelled",
    ),
    Fault(
        "page: an edit keeps what was undone",
        "self._texts[self._at + 1 :] = [text]",
        "self._texts.append(text)",
        _HISTORY,
    ),
    Fault("page: documents without end", "self._forget(len(self._texts) - MOST_UNDO)", "self._forget(0)", _HISTORY),
    Fault(
        "page: a browser keeps all documents",
        "while first > 0 and len(self._texts[first - 1]) <= left:",
        "while first > 0:",
        _HISTORY,
    ),
    Fault(
        "page: an edit of a clue forgets what an import left out",
        "made[1:1] = [line for line in lines[first:last] if line.startswith(PARTLY)]",
        "pass",
        _EDITING,
    ),
    Fault(
        "page: what is left out is noted at the clue before",
        "lines[table.first : table.first] = paths.get(table.path, [])",
        "lines[table.first - 1 : table.first - 1] = paths.get(table.path, [])",
        _EDITING,
    ),
    Fault(
        "page: the document of the file is lost",
        "between = [] if self.text in texts[: at + 1] else [self.text]",
        "between: list[str] = []",
        _HISTORY,
    ),
    Fault("page: only the first document is saved", "while self._next is not None:", "if self._next:", _HISTORY),
    Fault("page: a name has a meaning", 'COSMETIC = ("name", *TEXTS)', "COSMETIC = (*TEXTS,)", _EDITING),
    Fault(
        "page: other givens mean the same",
        "for key, value in values.by_key.items() if key not in left_out}",
        'for key, value in values.by_key.items() if key not in (*left_out, "grid")}',
        _EDITING,
    ),
    Fault(
        "page: a larger grid is looser",
        "strict is not None and loose.frame == strict.frame and",
        "strict is not None and",
        _NARROWING,
    ),
    Fault(
        "page: a stricter puzzle is looser", "loose.parts <= strict.parts", "loose.parts >= strict.parts", _NARROWING
    ),
    Fault(
        "page: modifiers stand alone",
        "return not (clue.reads_clues or is_modifier) and all(map(_stands_alone, clue.inner))",
        "return True",
        _NARROWING,
    ),
    Fault(
        "page: known solutions need not solve",
        "return rows[ArrayCheck(SolutionCheck(model))(rows)]",
        "return rows",
        _COUNTING,
    ),
    Fault(
        "page: known solutions need not have the givens",
        "rows = rows[rows[:, model[name].index] == value]",
        "pass",
        _COUNTING,
    ),
    Fault(
        "f-puzzles: the answer has another number",
        'return json.dumps({"nonce": nonce, **members})',
        'return json.dumps({"nonce": nonce + 1, **members})',
        _F_PUZZLES,
    ),
    Fault(
        "f-puzzles: an error has no number",
        'self._tell(error.nonce, {"type": "invalid"',
        'self._tell(0, {"type": "invalid"',
        _F_PUZZLES,
    ),
    Fault("f-puzzles: everybody may ask", "sock=opened, origins=origins,", "sock=opened, origins=None,", _F_PUZZLES),
]
