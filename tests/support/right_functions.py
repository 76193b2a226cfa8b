"""Right arguments of the functions of the package, beside those of `right_arguments`; tests replace them one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from random import Random
from typing import Any

import numpy as np

import sudoku_cp
from sudoku_cp import (
    Limits,
    authoring,
    canonical_forms,
    columns,
    exact_cover,
    formats,
    human,
    models,
    rating,
    render,
    rules,
)
from sudoku_cp._base import schemas
from sudoku_cp.cross_check import CrossChecker, cross_check, make_report, reproduction
from sudoku_cp.human import StepFinder, techniques
from sudoku_cp.model import Maximize, Minimize, Objective, Sense
from sudoku_cp.parallel.executors import executor_named, processes
from sudoku_cp.proofs import prove
from sudoku_cp.solving.registry import solver_named
from tests.support.right_arguments import World

PUZZLE = "1234341..1......"

LINE = "1" + "." * 80

ONE = ".4..2....3..8..5.9.96...12.....7...3.873.129.2...8.....52...98.4.3..8..2....5..3."
"""A puzzle with one solution."""

SHORT: dict[str, Any] = {"givens": {"r1c1": 1}, "solver": "exact-cover", "limits": Limits(nodes=99)}

FUNCTIONS: dict[str, Callable[[World], tuple[Callable[..., Any], Mapping[str, Any]]]] = {
    "Exactly": lambda w: (
        lambda number, constraint: sudoku_cp.Exactly(number, constraint),
        {"number": 1, "constraint": w.variables[0] == 1},
    ),
    "CanonicalForms.form": lambda w: (
        canonical_forms.CanonicalForms().form,
        {"model": w.plain, "givens": w.plain.givens},
    ),
    "CanonicalForms.givens": lambda w: (
        canonical_forms.CanonicalForms().givens,
        {"model": w.plain, "givens": w.plain.givens},
    ),
    "CanonicalForms.is_new": lambda w: (
        canonical_forms.CanonicalForms().is_new,
        {"seen": set(), "model": w.plain, "givens": w.plain.givens},
    ),
    "CompiledModel.best_many": lambda w: (
        w.compiled.best_many,
        {"givens": np.zeros((1, 16), np.int8), "threads": 1, "limits": Limits(nodes=99)},
    ),
    "CompiledModel.solve_many": lambda w: (
        w.compiled.solve_many,
        {"givens": np.zeros((1, 16), np.int8), "limit": 2, "threads": 1, "limits": Limits(nodes=99)},
    ),
    "ExactCover.add_option": lambda w: (w.cover.add_option, {"items": "ab", "name": "x", "cost": 1}),
    "ExactCover.count": lambda w: (w.cover.count, {"limit": 2, "max_cost": 3, "limits": Limits(nodes=99)}),
    "ExactCover.from_arrays": lambda w: (
        exact_cover.ExactCover.from_arrays,
        {"primary": 2, "secondary": 1, "begin": [0, 1, 3], "items": [0, 1, 2], "colours": [0, 0, 1], "costs": [1, 2]},
    ),
    "ExactCover.minimum": lambda w: (w.cover.minimum, {"limits": Limits(nodes=99)}),
    "ExactCover.solutions": lambda w: (w.cover.solutions, {"max_cost": 3, "limits": Limits(nodes=99)}),
    "ExactCover.solve": lambda w: (w.cover.solve, {"limits": Limits(nodes=99)}),
    "Maximize": lambda w: (Maximize, {"expression": w.fresh["r1c1"] + 1, "bonuses": {(w.fresh["r1c1"], 1): 3}}),
    "Minimize": lambda w: (Minimize, {"expression": w.fresh["r1c1"] + 1, "bonuses": {(w.fresh["r1c1"], 1): 3}}),
    "Objective": lambda w: (
        Objective,
        {"sense": Sense.MAXIMIZE, "expression": w.fresh["r1c1"].linear(), "bonuses": {(w.fresh["r1c1"], 1): 3}},
    ),
    "human.StepFinder.heat": lambda w: (StepFinder(w.plain).heat, {"marks": w.marks}),
    "human.StepFinder.steps": lambda w: (StepFinder(w.plain).steps, {"marks": w.marks, "most_elements": 1}),
    "authoring.equal": lambda w: (authoring.equal, {"puzzle": w.plain, **SHORT}),
    "human.explain": lambda w: (human.explain, {"puzzle": w.plain, "givens": {"r1c1": 1}, "most_elements": 1}),
    "authoring.generate": lambda w: (
        authoring.generate,
        {
            "puzzle": w.fresh,
            "seed": 1,
            "symmetry": (),
            "givens": (4, 8),
            "pattern": None,
            "minimal": False,
            "clues": None,
            "rating": None,
            "technique": None,
            "threads": 1,
            "solver": "exact-cover",
            "limits": Limits(nodes=99),
        },
    ),
    "human.path": lambda w: (human.path, {"puzzle": w.plain, "givens": {"r1c1": 1}, "most_elements": 1}),
    "authoring.reduce": lambda w: (
        authoring.reduce,
        {"puzzle": w.plain, "keep": (), "weights": None, "least_for": 0, "keep_path": None, **SHORT},
    ),
    "solve": lambda w: (sudoku_cp.solve, {"puzzle": w.plain, "solver": "exact-cover", "limits": Limits(nodes=99)}),
    "authoring.why": lambda w: (authoring.why, {"puzzle": w.plain, "claim": "r2c3 = 1", "effort": 0.01, **SHORT}),
    "canonical_forms.canonical_form": lambda w: (
        canonical_forms.canonical_form,
        {"puzzle": w.plain, "givens": {"r1c1": 1}},
    ),
    "canonical_forms.distinct": lambda w: (canonical_forms.distinct, {"puzzles": [w.plain]}),
    "canonical_forms.minlex": lambda w: (
        canonical_forms.minlex,
        {"givens": np.zeros((1, 81), np.int8), "box": (3, 3)},
    ),
    "columns.counts": lambda w: (
        columns.counts,
        {"puzzles": [ONE], "limit": 2, "model": "classic", "symbols": None, "threads": 1},
    ),
    "columns.ratings": lambda w: (columns.ratings, {"puzzles": [ONE], "threads": 1}),
    "columns.solutions": lambda w: (
        columns.solutions,
        {"puzzles": [ONE], "model": "classic", "symbols": None, "threads": 1},
    ),
    "columns.unpacked": lambda w: (columns.unpacked, {"packed": [b"1" * 41], "model": "classic"}),
    "cross_check.CrossChecker": lambda w: (
        CrossChecker,
        {"model": w.plain, "solvers": ["exact-cover", "exact-cover:seed=1"]},
    ),
    "cross_check.cross_check": lambda w: (
        cross_check,
        {
            "model": w.plain,
            "solvers": ["exact-cover", "exact-cover:seed=1"],
            "givens": w.plain.givens,
            "count_limit": 3,
            "set_limit": 3,
            "limits": Limits(nodes=99),
            "thorough": False,
        },
    ),
    "cross_check.make_report": lambda w: (
        make_report,
        {"model": w.plain, "givens": w.plain.givens, "answers": w.report.answers, "count_limit": 3},
    ),
    "cross_check.reproduction": lambda w: (reproduction, {"report": w.report}),
    "cubes.executor_named": lambda w: (executor_named, {"name": "processes:2"}),
    "cubes.processes": lambda w: (processes, {"number": 2}),
    "exact_cover.ExactCover": lambda w: (exact_cover.ExactCover, {"primary": "ab", "secondary": "c"}),
    "formats.format_named": lambda w: (formats.format_named, {"name": "toml"}),
    "formats.writable_format": lambda w: (formats.writable_format, {"name": "toml"}),
    "formats.as_model": lambda w: (formats.as_model, {"puzzle": PUZZLE}),
    "formats.load": lambda w: (
        formats.load,
        {"puzzle": PUZZLE, "model": None, "format": "line", "symbols": None, "ignore_unsupported": False},
    ),
    "formats.load_all": lambda w: (
        formats.load_all,
        {"puzzles": PUZZLE, "model": None, "format": "line", "symbols": None, "ignore_unsupported": False},
    ),
    "formats.read": lambda w: (
        formats.read,
        {
            "stream": BytesIO(PUZZLE.encode()),
            "source": "text",
            "format": "line",
            "symbols": None,
            "ignore_unsupported": False,
            "first_line": 1,
        },
    ),
    "formats.sniff": lambda w: (formats.sniff, {"stream": BytesIO(PUZZLE.encode()), "source": "text"}),
    "formats.write": lambda w: (formats.write, {"puzzles": [formats.Document(w.plain, "text", 1)], "format": "toml"}),
    "formats.givens": lambda w: (formats.givens, {"grid": formats.grid_text(w.plain), "sudoku": w.fresh}),
    "formats.grid_text": lambda w: (formats.grid_text, {"sudoku": w.plain, "source": "text", "line": 1}),
    "formats.writer_of_grids": lambda w: (formats.writer_of_grids, {"write": iter}),
    "models.load": lambda w: (models.load, {"name": "classic"}),
    "models.of_size": lambda w: (models.of_size, {"size": 4}),
    "models.puzzle_text": lambda w: (models.puzzle_text, {"name": models.puzzles()[0]}),
    "models.rule_text": lambda w: (models.rule_text, {"name": "classic"}),
    "render.show": lambda w: (
        render.show,
        {"model": w.plain, "solution": w.solution, "colour": False, "unicode": True, "legend": True},
    ),
    "render.show_candidates": lambda w: (
        render.show_candidates,
        {"model": w.plain, "values": {w.plain["r2c3"]: (1, 2)}, "colour": False, "unicode": True},
    ),
    "render.svg": lambda w: (
        render.svg,
        {"model": w.plain, "solution": w.solution, "cell": 64, "highlight": None, "words": True},
    ),
    "rating.rate": lambda w: (rating.rate, {"puzzle": LINE}),
    "rating.rate_many": lambda w: (rating.rate_many, {"puzzles": [LINE], "threads": 1, "cancel": None}),
    "rating.score": lambda w: (rating.score, {"puzzle": LINE, "should_stop": bool}),
    "human.techniques.Layout": lambda w: (techniques.Layout, {"model": w.plain}),
    "human.techniques.easiest": lambda w: (
        techniques.easiest,
        {
            "position": techniques.Position.of_givens(techniques.Layout(w.plain), w.plain.givens),
            "techniques": techniques.TECHNIQUES[:2],
        },
    ),
    "human.techniques.techniques_for": lambda w: (techniques.techniques_for, {"uniqueness": True}),
    "human.techniques.walk": lambda w: (
        techniques.walk,
        {
            "position": techniques.Position.of_givens(techniques.Layout(w.plain), w.plain.givens),
            "techniques": techniques.TECHNIQUES[:2],
        },
    ),
    "proofs.prove": lambda w: (
        prove,
        {"model": w.plain, "givens": w.plain.givens, "limit": 2, "limits": Limits(nodes=99), "target": None},
    ),
    "authoring.estimate": lambda w: (
        authoring.estimate,
        {"compiled": w.compiled, "givens": None, "descents": 2, "seed": 1, "limits": Limits(nodes=9999)},
    ),
    "authoring.random_solution": lambda w: (
        authoring.random_solution,
        {"compiled": w.compiled, "givens": None, "random": Random(1), "limits": Limits(nodes=9999)},
    ),
    "authoring.count_fillings": lambda w: (
        authoring.count_fillings,
        {"compiled": w.compiled, "cells": w.sudoku.cells[6:8], "givens": {}, "limit": 2, "limits": Limits(nodes=99)},
    ),
    "human.StepFinder": lambda w: (StepFinder, {"model": w.plain, "should_stop": bool}),
    "_base.schemas.schema": lambda w: (schemas.schema, {"command": "solve"}),
    "rules.clue": lambda w: (rules.clue, {"name": "killer", "parameters": {"cells": "r1c1 r1c2", "sum": 3}}),
    "solving.solver_named": lambda w: (solver_named, {"name": "exact-cover"}),
}
"""Calls with right arguments, as in `CALLS`."""
