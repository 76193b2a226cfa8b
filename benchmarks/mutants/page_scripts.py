"""Faults in the scripts of the page, which tests in a browser find; without chromium none of them is caught."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

_BROWSER = "tests/page/test_browser.py::test_"
_DRAWING = "tests/page/test_drawing.py::test_"
_UNDERWAY = "tests/page/test_underway.py::test_"
_ARROW = f"{_DRAWING}an_arrow_is_one_drag_from_its_circle"
_DOTS = f"{_DRAWING}dots_are_clicked_on_borders_and_corners"
_PICTURE = f"{_DRAWING}the_picture_is_the_one_of_the_document_after_every_change"
_OWN_SUM = f"{_DRAWING}each_cage_has_its_own_sum"
_FORM = f"{_DRAWING}the_form_follows_its_clue"
_KEYS = f"{_BROWSER}keys_make_marks_as_setters_know_them"
_TEXT = f"{_BROWSER}the_text_and_the_board_edit_the_same_document"
_RESTART = f"{_BROWSER}dead_workers_and_a_server_that_restarts_lose_nothing"
_SLOW = f"{_UNDERWAY}nothing_is_lost_or_mixed_up_while_the_server_is_slow"
_UNDO = f"{_UNDERWAY}undo_takes_back_marks_and_givens_in_their_order"
_PLAY = "tests/page/test_playing.py::test_a_setter_plays_the_puzzle"
_PRESSED = f"{_UNDERWAY}a_button_stays_while_it_is_pressed"

_TYPING = "tests/page/test_typing.py::test_"
_PUBLISHING = "tests/page/test_publishing.py::test_"

PAGE_SCRIPT_FAULTS = [
    # What is typed and drawn
    Fault(
        "page script: what is typed is lost when its field is left",
        'form.addEventListener("focusout", () => isShowing || commitTyped());',
        "",
        f"{_TYPING}a_sum_and_a_clue_beside_the_grid_are_kept",
    ),
    Fault(
        "page script: Escape sends what is typed",
        "      discardTyped();\n      set({ drawn: null });",
        "      set({ drawn: null });",
        f"{_TYPING}escape_discards_and_says_so",
    ),
    Fault(
        "page script: a list that changes under the pointer misses the click",
        "  if (isHeld) return;\n",
        "",
        f"{_TYPING}a_click_elsewhere_both_sends_what_was_typed_and_acts",
    ),
    Fault(
        "page script: regions of a wrong size are sent",
        "if (!isNew() || wrongRegions().length || openCells().length) return;",
        "if (!isNew()) return;",
        f"{_PUBLISHING}from_an_empty_board_to_an_address",
    ),
    # Messages
    Fault(
        "page script: what was done without a server is lost",
        "const content = this.joining(hello, this.edits.map(({ message }) => message));",
        "const content = this.joining(hello, []);",
        f"{_UNDERWAY}what_is_typed_while_no_server_answers_is_not_lost",
    ),
    Fault("page script: a new server gets the wrong document", "to), at: at - from };", "to), at: 0 };", _RESTART),
    Fault("page script: what is not answered is saved", "return !unanswered && !isTyping", "return !isTyping", _SLOW),
    Fault(
        "page script: a digit toggles what is in the picture",
        "(awaited.has(name) ? awaited.get(name) : store.view.givens[name] ?? null)",
        "(store.view.givens[name] ?? null)",
        _SLOW,
    ),
    Fault(
        "page script: marks that come back hide newer ones",
        "if (underway > 0) underway -= 1;\n  else if",
        "if",
        f"{_UNDERWAY}marks_that_come_back_late_hide_no_newer_ones",
    ),
    Fault(
        "page script: equal digits are not marked",
        "if (seen.has(digit)) found.add(name)",
        "if (seen.has(name)) found.add(name)",
        _PLAY,
    ),
    Fault("page script: a replay takes the player's marks", "  set({ marks: own });\n", "", _PLAY),
    Fault(
        "page script: answers show while one plays",
        "isCurrent() && !store.play ?",
        "isCurrent() ?",
        _PLAY,
    ),
    Fault(
        "page script: a button is replaced with every answer",
        'fill(byId("further"), fault() ? "" : kind ?? "",',
        'fill(byId("further"), store.status,',
        _PRESSED,
    ),
    Fault(
        "page script: Cancel is replaced while it is pressed",
        "const shown = progress ? [progress.question, progress.about]",
        "const shown = progress ? [progress]",
        _PRESSED,
    ),
    Fault(
        "page script: an old answer is about this puzzle",
        "const isCurrent = (answer) => answer.about === store.document?.revision;",
        "const isCurrent = (answer) => answer.about !== undefined;",
        f"{_UNDERWAY}an_answer_says_which_puzzle_it_is_about",
    ),
    # Undo
    Fault("page script: undo knows no documents", 'done.push("document");', "", _UNDO),
    Fault(
        "page script: a refused change is undone",
        'if (message.of === "change") forgetDocument();',
        "",
        _UNDO,
    ),
    Fault(
        "page script: redo brings the same marks back",
        'undone.push(last === "document" ? last : store.marks);',
        "undone.push(last);",
        _KEYS,
    ),
    # Clues
    Fault("page script: the next clue has the number of the former", "delete values[typed.name];", ";", _OWN_SUM),
    Fault(
        "page script: what is typed is lost with the next clue", "if (isTyped && wasComplete) submit();", "", _OWN_SUM
    ),
    Fault("page script: a number typed first is lost", " && (wasComplete || !isTyped)) delete", ") delete", _OWN_SUM),
    Fault("page script: dots forget their number", ' && rule.tool !== "edge" && (', " && (", _OWN_SUM),
    Fault(
        "page script: clues that are under way are not counted",
        "Math.max(cluesOf(rule).length, coming.get(rule.name) ?? 0)",
        "cluesOf(rule).length",
        _SLOW,
    ),
    Fault("page script: the form stays at a place", "clues.indexOf(among[former])", "former", _FORM),
    Fault(
        "page script: the form changes a clue that is gone", "if (!(number in clues)) set(", "if (false) set(", _FORM
    ),
    Fault(
        "page script: clues are combined without parameters",
        "paths: [...chosen].map((key) => JSON.parse(key)), parameters: values",
        "paths: [...chosen].map((key) => JSON.parse(key)), parameters: {}",
        f"{_DRAWING}clues_are_combined_in_the_list",
    ),
    # Drawing
    Fault(
        "page script: a line never goes back",
        "if (cells.length > 1 && cells.at(-2) === name)",
        "if (false)",
        f"{_DRAWING}a_line_is_taken_back_along_its_way",
    ),
    Fault("page script: a long circle is forgotten", "if (!collected.length) place(", "if (true) place(", _ARROW),
    Fault(
        "page script: a border is the one across",
        "Math.abs(across - column) < Math.abs(down - row)",
        "Math.abs(across - column) > Math.abs(down - row)",
        _DOTS,
    ),
    Fault(
        "page script: a corner is the one before",
        "const row = Math.round(y / unit()), column = Math.round(x / unit());",
        "const row = Math.floor(y / unit()), column = Math.floor(x / unit());",
        _DOTS,
    ),
    Fault(
        "page script: new layers are in front", "picture.insertBefore(layer, behind)", "picture.append(layer)", _PICTURE
    ),
    Fault("page script: old layers stay", "for (const layer of old) layer.remove();", "", _PICTURE),
    # Cells
    Fault(
        "page script: candidates are not said",
        'when("view marks candidates layer selection", describe);',
        'when("view marks layer selection", describe);',
        f"{_BROWSER}removing_a_given_changes_the_candidates",
    ),
    Fault(
        "page script: Shift moves the selection",
        "return extends_ ? addToSelection(name) : select([name]);",
        "return select([name]);",
        _KEYS,
    ),
    Fault(
        "page script: a double click selects one cell",
        'select(wanted === "" ? [name] : equal, name);',
        "select([name], name);",
        _KEYS,
    ),
    Fault("page script: the text stays as it was", 'on("document unanswered", show);', "", _TEXT),
    Fault(
        "page script: one word of a search suffices",
        "parts.every((part)",
        "parts.some((part)",
        f"{_UNDERWAY}the_palette_is_searched",
    ),
    Fault(
        "page script: no tool is in use",
        'draws("tool", mark);',
        "",
        f"{_BROWSER}buttons_are_pressed_by_the_keyboard",
    ),
]
