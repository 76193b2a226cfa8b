"""What models use without depending on it: a renderer, and what answers, checks and explains their questions.

Importing ``sudoku_cp`` registers all; each is loaded at its first use.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, Protocol

    from sudoku_cp.kernel.cell import Cell
    from sudoku_cp.model.answers import Solution, Verdict
    from sudoku_cp.model.compiled import CompiledModel
    from sudoku_cp.model.limits import Limits
    from sudoku_cp.model.model import Model

    class Renderer(Protocol):
        """The protocol of objects that draw models, answers and tables."""

        def text(self, model: Model, values: Mapping[Cell, int] | None) -> str:
            """Draw for a terminal."""

        def picture(self, model: Model, values: Mapping[Cell, int] | None) -> str:
            """Draw as SVG."""

        def candidates(self, model: Model, values: Mapping[Cell, Sequence[int]]) -> str:
            """Draw the candidates of every cell for a terminal."""

        def answer(self, answer: object) -> str:
            """Draw an answer as HTML."""

        def table(self, rows: Iterable[Sequence[str]]) -> str:
            """Write a table as HTML; its first row and its first column are headers."""

    class Report(Protocol):
        """The protocol of reports of a cross-check; `sudoku_cp.cross_check.Report` has more."""

        @property
        def solution(self) -> Solution | None:
            """A solution that breaks no constraint, the best known one with an objective; None if none is known."""

        @property
        def verdict(self) -> Verdict:
            """Whether the solvers agree."""

        @property
        def reasons(self) -> tuple[str, ...]:
            """The reasons why the verdict is not agreement."""

    class Answerer(Protocol):
        """The protocol of what answers the questions of models."""

        def compiled(self, solver: str, model: Model, /) -> CompiledModel:
            """Compile a model for a solver."""

        def compiled_in_time(self, solver: str, model: Model, limits: Limits, /) -> tuple[CompiledModel, Limits]:
            """Compile a model for one question; return the limits that are left, too."""

    class Checker(Protocol):
        """The protocol of functions that ask several solvers the same questions, and compare their proofs."""

        def __call__(self, model: Model, solvers: Sequence[str], /, *, limits: Limits) -> Report:
            """Compare the answers about a model."""

    class Explainer(Protocol):
        """The protocol of what setters ask about puzzles; each function takes the model, and the arguments given."""

        why: Callable[..., Any]
        reduce: Callable[..., Any]
        equal: Callable[..., Any]
        explain: Callable[..., Any]
        path: Callable[..., Any]
        rate: Callable[..., Any]


class Providers:
    """What is registered: functions that load it, and what they have loaded."""

    load_renderer: Callable[[], Renderer]
    load_answerer: Callable[[], Answerer]
    load_checker: Callable[[], Checker]
    load_explainer: Callable[[], Explainer]
    renderer: Renderer | None = None
    answerer: Answerer | None = None


_PROVIDERS = Providers()


def draw_with(load: Callable[[], Renderer]) -> None:
    """Set the renderer of all objects."""
    _PROVIDERS.load_renderer, _PROVIDERS.renderer = load, None


def renderer() -> Renderer:
    """The renderer of all objects."""
    if _PROVIDERS.renderer is None:
        _PROVIDERS.renderer = _PROVIDERS.load_renderer()
    return _PROVIDERS.renderer


def answer_with(load: Callable[[], Answerer]) -> None:
    """Set what answers the questions of models."""
    _PROVIDERS.load_answerer, _PROVIDERS.answerer = load, None


def answerer() -> Answerer:
    """What answers the questions of models."""
    if _PROVIDERS.answerer is None:
        _PROVIDERS.answerer = _PROVIDERS.load_answerer()
    return _PROVIDERS.answerer


def check_with(load: Callable[[], Checker]) -> None:
    """Set what compares the answers of several solvers."""
    _PROVIDERS.load_checker = load


def checker() -> Checker:
    """What compares the answers of several solvers."""
    return _PROVIDERS.load_checker()


def explain_with(load: Callable[[], Explainer]) -> None:
    """Set what answers the questions of setters."""
    _PROVIDERS.load_explainer = load


def explainer() -> Explainer:
    """What answers the questions of setters."""
    return _PROVIDERS.load_explainer()


class Displayed:
    """An object that prints as a drawn grid, and is a picture in a notebook."""

    __slots__ = ()

    def _shown(self) -> tuple[Model, Mapping[Cell, int] | None] | None:
        """The model to draw, and values for its cells; None if nothing can be drawn."""
        raise NotImplementedError

    def show(self) -> None:
        """Show it now: as a picture in a notebook, elsewhere as text."""
        notebook = sys.modules.get("IPython")
        if notebook is not None and notebook.get_ipython() is not None:
            notebook.display.display(self)
        else:
            print(self)

    def __str__(self) -> str:
        shown = self._shown()
        return repr(self) if shown is None else renderer().text(*shown)

    def _repr_svg_(self) -> str | None:
        shown = self._shown()
        return None if shown is None else renderer().picture(*shown)
