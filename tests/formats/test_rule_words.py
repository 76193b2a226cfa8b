"""Rules that texts name: told where no field states them, and only there."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp.formats import Document, addresses, load, read
from sudoku_cp.formats.other_programs import unstated_rules

SAMPLES = Path(__file__).parents[3] / "shared/data/fpuzzles/samples.jsonl"


def rules_told(text: str, *fields: str, title: str = "") -> list[str]:
    """The rules in brackets."""
    return [note.rsplit("(", 1)[1].split(")")[0] for note in unstated_rules(title, text, fields)]


@pytest.mark.parametrize(
    ("text", "rule", "fields"),
    [
        ("Knightmare rules: cells a knight’s move apart do not sum to 5 or 15", "knightmare", ()),
        ("Antiknight applies.", "anti-knight", ("antiknight",)),
        ("Identical digits cannot be a knight's move apart", "anti-knight", ("antiknight",)),
        ("ANTI-KING", "anti-king", ("antiking",)),
        ("no two 9s a queen's move apart", "anti-queen", ()),
        ("the non consecutive rule", "non-consecutive", ("nonconsecutive",)),
        ("All dots are given.", "a negative constraint", ("negative", "nonconsecutive")),
        ("All black Kropki dots are given.", "a negative constraint", ("negative",)),
        ("the negative constraint applies", "a negative constraint", ("negative",)),
        ("Disjoint sets constraint", "disjoint groups", ("disjointgroups",)),
        ("digits do not repeat on both main diagonals", "diagonals", ("diagonal+", "diagonal-")),
        ("Hyper sudoku", "windoku", ("extraregion",)),
        ("one doubler in each row", "doublers", ()),
        ("Schrödinger cells hold two digits", "Schrödinger cells", ()),
        ("German whispers: neighbours differ by 5", "whispers", ("whispers",)),
        ("Renban lines", "renban", ("renban",)),
        ("thermos increase", "thermometers", ("thermometer", "slowthermometer")),
        ("Little Killer sums", "little killers", ("littlekillersum",)),
        ("Normal killer cage rules", "killer cages", ("killercage",)),
        ("159 rules", "indexing", ("columnindexer",)),
        ("a toroidal grid", "toroidal", ()),
        ("Global entropy holds", "global entropy", ()),
        ("Dutch flatmates", "dutch flatmates", ()),
        ("one negator in each row", "negators", ()),
        ("Chaos Construction", "chaos construction", ()),
        ("a yin yang", "yin-yang", ()),
        ("a nurikabe", "nurikabe", ()),
        ("Numbered Rooms", "numbered rooms", ()),
        ("a Nabner line", "nabner", ("nabner",)),
        ("palindrome lines", "palindromes", ("palindrome",)),
        ("Between-lines", "between lines", ("betweenline",)),
        ("a lockout line", "lockout lines", ()),
        ("zipper lines", "zipper lines", ("zipperline",)),
        ("region sum lines", "region sum lines", ("regionsumline",)),
        ("entropic lines", "entropic lines", ("entropicline",)),
        ("modular line", "modular lines", ("modularline",)),
        ("Kropki pairs", "kropki dots", ("difference", "ratio")),
        ("sandwich sums", "sandwich sums", ("sandwichsum",)),
        ("Skyscrapers", "skyscrapers", ("skyscraper",)),
        ("x-sums", "X-sums", ("xsum",)),
        ("quadruple circles", "quadruples", ("quadruple",)),
        ("clones", "clones", ("clone",)),
    ],
)
def test_words(text: str, rule: str, fields: tuple[str, ...]) -> None:
    assert rule in rules_told(text)
    for field in fields:
        assert rule not in rules_told(text, field)


def test_a_rule_of_text_and_title_is_told_once() -> None:
    (told,) = unstated_rules("Global Entropy", "Global entropy applies.", ())
    assert told.startswith('its rules say "Global entropy"')


@pytest.mark.parametrize(
    "text",
    [
        "Normal sudoku rules apply.",
        "no negative constraint",
        "Kropki (without negative constraint)",
        "Not all dots are given",
        "there is no anti-knight constraint",
        "The anti-knight rule does not apply.",
        "knights moved apart",
        "Digits in a cage differ, and add up to its sum.",
        "Numbers along the diagonals add up",
    ],
)
def test_what_is_negated_or_means_nothing(text: str) -> None:
    assert rules_told(text, "difference", "ratio") == []


def test_titles_may_be_puns() -> None:
    assert rules_told("", title="Knightmare") == ["knightmare"]
    assert rules_told("", "antiknight", title="Knightmare") == []
    assert rules_told("", title="Thermopylae, the thermos, 159, renban and skyscraper") == []


def test_the_note() -> None:
    (note,) = unstated_rules("", "a\nKnightmare\tgrid", ())
    assert (
        note
        == 'its rules say "Knightmare", but none of its fields states such a rule (knightmare): the rule is ignored'
    )


def one(text: str) -> Document:
    (found,) = read(BytesIO(text.encode()), "puzzle")
    assert isinstance(found, Document)
    return found


def test_a_document_of_f_puzzles() -> None:
    document: dict[str, Any] = {"size": 4, "title": "x", "ruleset": "Anti-knight and killer rules."}
    assert len(one(json.dumps(document)).notes) == 2
    assert one(json.dumps(document | {"antiknight": True, "killercage": [{"cells": ["R1C1"]}]})).notes == ()
    assert len(one(json.dumps(document | {"antiknight": False, "killercage": []})).notes) == 2
    assert len(one("fpuzzles" + addresses.compress(json.dumps(document))).notes) == 2


@pytest.mark.parametrize(
    "texts",
    [
        {"metadata": {"rules": "Anti-knight and killer rules."}},
        {"cages": [{"value": "rules: Anti-knight\nand killer rules."}]},
    ],
)
def test_a_document_of_sudokupad(texts: dict[str, Any]) -> None:
    document: dict[str, Any] = {"cells": [[{}] * 4] * 4, **texts}
    assert len(one(json.dumps(document)).notes) == 2
    cage = {"cells": [[0, 0], [0, 1]], "unique": True, "sum": 3}
    stated = document | {"global": ["antiknight"], "cages": [*texts.get("cages", ()), cage]}
    assert one(json.dumps(stated)).notes == ()
    assert one("scl" + addresses.compress(json.dumps(stated))).notes == ()


def test_a_model_from_python_warns() -> None:
    with pytest.warns(UserWarning, match='^<argument>:1: its rules say "Knightmare"'):
        load('{"size": 4, "ruleset": "Knightmare"}')


@pytest.mark.skipif(not SAMPLES.exists(), reason=f"there is no {SAMPLES}")
def test_published_puzzles_raise_no_alarm_until_a_field_is_taken_away() -> None:
    told = []
    for line in SAMPLES.read_text(encoding="utf-8").splitlines():
        document = json.loads(addresses.decompress(json.loads(line)["payload"]))
        # What is only drawn is noted, and contradicts no sentence.
        assert [note for note in one(json.dumps(document)).notes if not note.startswith("only drawn: ")] == []
        for key in ("antiknight", "disjointgroups", "renban", "thermometer", "betweenline", "quadruple"):
            if document.get(key) and document.get("ruleset"):
                rest = [name for name, value in document.items() if name != key and value]
                told.append(bool(unstated_rules("", str(document["ruleset"]), rest)))
    assert len(told) >= 14
    assert sum(told) >= 0.7 * len(told)
