"""Walkthroughs: a setter's intended path as a text, played step by step.

```toml
title = "Where the cage meets the row"

[[step]]
deduce = ["r1c1!=3", "r1c2!=3"]
from = ["row 1", "killer r1c3 r1c4 sum=7"]
text = "The cage has 3 and 4."

[[step]]
heat = true
```

A step has one action: ``deduce`` (claims that follow), ``pin`` (claims that are taken for granted), ``show`` (the
candidates) or ``heat`` (where to look).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sudoku_cp._base.errors import InputError
from sudoku_cp._base.text import LONG_NUMBER, place_of_long_number
from sudoku_cp.human.elements import Element
from sudoku_cp.human.finder import StepFinder
from sudoku_cp.human.marks import Marks, Values, mask_of
from sudoku_cp.human.step import listed, text_of
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.model import Board, Model, ModelError

ACTIONS = ("deduce", "pin", "show", "heat")
_CLAIM = re.compile(r"\s*(\S.*?)\s*(!=|≠|=)\s*(\S.*?)\s*")


@dataclass(frozen=True)
class Claim:
    """That some values of a cell are impossible."""

    cell: Cell
    refuted: Values
    text: str


@dataclass(frozen=True)
class Action:
    """A step of a walkthrough as it is written."""

    number: int
    """Its place, counted from 1."""
    kind: str
    """One of `ACTIONS`."""
    claims: tuple[Claim, ...] = ()
    elements: tuple[Element, ...] = ()
    """The elements that the claims should follow from; empty for any."""
    text: str = ""
    """The setter's words."""


@dataclass(frozen=True)
class Walkthrough:
    """The intended path of a puzzle."""

    title: str
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Played:
    """A step of a walkthrough that was played."""

    action: Action
    marks: Marks
    """The candidates before it."""
    elements: tuple[Element, ...] = ()
    """What its claims were shown to follow from."""
    open_claims: tuple[Claim, ...] = ()
    """The claims that do not follow from the elements that the step names, or, if it names none, from the puzzle."""
    heat: Mapping[Cell, int] | None = None
    """How many elements the smallest step about each cell needs, for `heat`."""

    @property
    def follows(self) -> bool:
        """Whether all of its claims follow."""
        return not self.open_claims

    @property
    def words(self) -> str:
        """What happens, as a sentence."""
        if self.action.kind == "pin":
            return f"{_said(self.action.claims, 'is', 'are')} taken for granted"
        if self.action.kind == "heat":
            sizes = (self.heat or {}).values()
            near = [cell.name for cell, size in (self.heat or {}).items() if size == min(sizes)]
            return f"look at {' '.join(near)}" if near else "there is nowhere to look"
        if self.action.kind == "show":
            return "the candidates"
        if not self.follows:
            source = listed(map(str, self.action.elements)) if self.action.elements else "the puzzle"
            other = f", but from {listed(map(str, self.elements))}" if self.elements else ""
            return f"{_said(self.open_claims, 'does', 'do')} not follow from {source}{other}"
        source = listed(map(str, self.elements)) if self.elements else "the candidates"
        return f"{_said(self.action.claims, 'follows', 'follow')} from {source}"


def _said(claims: Sequence[Claim], one: str, several: str) -> str:
    """Claims with the verb that they need."""
    return f"{listed(claim.text for claim in claims)} {one if len(claims) == 1 else several}"


def read_walkthrough(text: str, finder: StepFinder, source: str = "") -> Walkthrough:
    """Read a walkthrough.

    Parameters
    ----------
    text
        The text, in TOML.
    finder
        The finder for the puzzle's model.
    source
        The file name, for messages.

    Raises
    ------
    InputError
        If the text is not a walkthrough of the puzzle.
    """
    import tomllib

    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(str(error), source) from None
    except ValueError:  # of the conversion of a number
        start = place_of_long_number(text) or 0
        raise InputError(LONG_NUMBER, source, text.count("\n", 0, start) + 1) from None
    if unknown := sorted(content.keys() - {"title", "step"}):
        raise InputError(f"{unknown[0]!r} is unknown: a walkthrough has title and [[step]]", source)
    title, steps = content.get("title", ""), content.get("step", [])
    if not isinstance(title, str) or not isinstance(steps, list):
        raise InputError("title is a text, and each step begins with [[step]]", source)
    actions = []
    for number, step in enumerate(steps, 1):
        try:
            actions.append(_action(number, step, finder))
        except ModelError as error:
            raise InputError(f"step {number}: {error}", source) from None
    return Walkthrough(title, tuple(actions))


def _action(number: int, step: Any, finder: StepFinder) -> Action:
    if not isinstance(step, dict):
        raise ModelError("a step begins with [[step]]")
    if unknown := sorted(step.keys() - {*ACTIONS, "from", "text"}):
        raise ModelError(f"{unknown[0]!r} is unknown: a step has one of {', '.join(ACTIONS)}, and from and text")
    kinds = [kind for kind in ACTIONS if kind in step]
    if len(kinds) != 1:
        raise ModelError(f"a step has one of {', '.join(ACTIONS)}")
    (kind,) = kinds
    words = step.get("text", "")
    if not isinstance(words, str):
        raise ModelError("text is a text")
    if "from" in step and kind != "deduce":
        raise ModelError("from belongs to deduce")
    if kind in ("show", "heat"):
        if step[kind] is not True:
            raise ModelError(f"write {kind} = true")
        return Action(number, kind, text=words)
    claims = tuple(_claim(each, finder.model) for each in _texts(step, kind))
    if not claims:
        raise ModelError(f"{kind} has no claim")
    elements = {_element(each, finder.elements): None for each in _texts(step, "from")} if "from" in step else {}
    return Action(number, kind, claims, tuple(sorted(elements, key=lambda element: element.number)), words)


def _texts(step: Mapping[str, Any], key: str) -> list[str]:
    found = step[key]
    texts = [found] if isinstance(found, str) else found
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise ModelError(f"{key} is a text or a list of texts")
    return texts


def _claim(text: str, model: Model) -> Claim:
    match = _CLAIM.fullmatch(text)
    if match is None:
        raise ModelError(f"{text!r} is not a claim such as r3c4=5 or r3c4!=5,6")
    name, sign, words = match.groups()
    cell = model[name]
    texts = {str(value): value for value in cell.domain}
    if isinstance(model, Board) and model.symbols:
        texts.update((symbol, value) for value, symbol in zip(model.digits, model.symbols, strict=True))
    values = []
    for word in re.split(r"[\s,]+", words):
        if word not in texts or texts[word] not in cell.domain:
            raise ModelError(f"{text}: {word} is not a digit of {name}")
        values.append(texts[word])
    if sign == "=" and len(values) != 1:
        raise ModelError(f"{text}: a cell has one digit")
    if sign == "=":
        return Claim(cell, tuple(value for value in cell.domain if value != values[0]), f"{name} = {words}")
    return Claim(cell, tuple(values), f"{name} ≠ {text_of(cell, tuple(values))}")


def _element(name: str, elements: Sequence[Element]) -> Element:
    exact = [element for element in elements if str(element) == name]
    found = exact or [element for element in elements if str(element).startswith(f"{name} ")]
    if len(found) == 1:
        return found[0]
    if found:
        raise ModelError(f"{name!r} may be {listed(map(str, found[:3]))}: write one of them whole")
    raise ModelError(f"there is no house, clue or rule {name!r}; the first ones are {listed(map(str, elements[:3]))}")


def play(walkthrough: Walkthrough, finder: StepFinder, marks: Marks) -> Iterator[Played]:
    """Play a walkthrough. A step that does not follow is carried out all the same, as it is intended.

    Parameters
    ----------
    walkthrough
        The walkthrough.
    finder
        The finder for the puzzle's model.
    marks
        The candidates, which change.

    Yields
    ------
    Played
        Each step.

    Raises
    ------
    SearchStoppedError
        If the finder's ``should_stop`` says so.
    """
    for action in walkthrough.actions:
        before = marks.copy()
        if action.kind == "heat":
            yield Played(action, before, heat=finder.heat(marks))
        elif action.kind == "deduce":
            yield _deduced(action, finder, before)
        else:
            yield Played(action, before)
        for claim in action.claims:
            left = mask_of(claim.cell, claim.refuted)
            marks.eliminate(claim.cell, claim.refuted)
            mask = marks.masks[claim.cell.index]
            if mask and not mask & (mask - 1) and left:
                marks.place(claim.cell, marks.values(claim.cell)[0])


def _deduced(action: Action, finder: StepFinder, marks: Marks) -> Played:
    used: dict[Element, None] = {}
    missing = []
    for claim in action.claims:
        reason = finder.reason(marks, claim.cell, claim.refuted, action.elements or None)
        if reason is None:
            missing.append(claim)
            if action.elements:
                reason = finder.reason(marks, claim.cell, claim.refuted)
        used.update(dict.fromkeys(reason or ()))
    return Played(action, marks, tuple(sorted(used, key=lambda element: element.number)), tuple(missing))
