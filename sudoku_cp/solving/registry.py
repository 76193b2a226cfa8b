"""The solvers behind one contract, each loaded at its first use."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import import_module

from sudoku_cp._base.errors import ModelError, unknown

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sudoku_cp.model import Cell, Model
    from sudoku_cp.model.limits import Limits
    from sudoku_cp.solving.solver import Solver, Value


__all__ = ["LANGUAGES", "OPTIONAL", "SOLVERS", "load_solver", "solver_named", "written"]

_MODULES = {
    "exact-cover": "sudoku_cp.solvers.exact_cover",
    "cp-sat": "sudoku_cp.solvers.cp_sat",
    "python-constraint": "sudoku_cp.solvers.python_constraint",
}

SOLVERS = tuple(_MODULES)
"""The names of the built-in solvers, the default first."""

_PROGRAMS = {
    "clasp": "sudoku_cp.solvers.clasp",
    "cadical": "sudoku_cp.solvers.cadical",
    "minizinc": "sudoku_cp.solvers.minizinc",
    "cosoco": "sudoku_cp.solvers.cosoco",
}

OPTIONAL = tuple(_PROGRAMS)
"""The names of the solvers whose programs have to be installed separately."""


_LANGUAGES = {
    "opb": ("sudoku_cp.solvers.pseudo_boolean", "opb"),
    "dimacs": ("sudoku_cp.solvers.pseudo_boolean", "dimacs"),
    "minizinc": ("sudoku_cp.solvers.minizinc", "minizinc"),
    "xcsp3": ("sudoku_cp.solvers.cosoco", "xcsp3"),
    "lp": ("sudoku_cp.solvers.pseudo_boolean", "lp"),
}

LANGUAGES = tuple(_LANGUAGES)
"""The names of the languages of other solvers in which models are written."""


def written(model: Model, language: str, givens: Mapping[Cell, int] | None = None, limits: Limits | None = None) -> str:
    """Write a model in the language of other solvers.

    Parameters
    ----------
    model
        The model.
    language
        One of `LANGUAGES`.
    givens
        The fixed values; by default the model's own.
    limits
        When to stop.

    Returns
    -------
    str
        The text, whose comments say what its variables mean.

    Raises
    ------
    ModelError
        If there is no such language, or it has no place for an objective, or for several in order.
    LoweringError
        If a constraint cannot be written, or a limit is reached.
    """
    from sudoku_cp._base.arguments import of_type
    from sudoku_cp.model import Model
    from sudoku_cp.model.givens import by_cell
    from sudoku_cp.model.limits import NO_LIMITS, Limits

    of_type(Model, "a model")(model, "the model")
    limits = of_type(Limits, "Limits")(NO_LIMITS if limits is None else limits, "the limits")
    if language not in _LANGUAGES:
        raise ModelError(unknown("language", language, LANGUAGES))
    if model.objective is not None and model.objective.then is not None:
        raise ModelError(f"{language} has no place for several scores in order, as {model.name} has")
    module, function = _LANGUAGES[language]
    fixed = model.givens if givens is None else by_cell(model, givens)
    text: str = getattr(import_module(module), function)(model, fixed, limits)
    return text


def solver_named(name: str) -> type[Solver]:
    """Load the solver with a given name without settings.

    Parameters
    ----------
    name
        The name of a solver without settings.

    Returns
    -------
    type
        The class of the solver.

    Raises
    ------
    ModelError
        If there is no such solver, neither built in nor registered by another package.
    """
    return _class_of(_checked(name))


def _class_of(name: str) -> type[Solver]:
    module = _MODULES.get(name) or _PROGRAMS.get(name)
    if module is not None:
        built_in: type[Solver] = import_module(module).SOLVER
        return built_in
    return installed_solver(name, (*SOLVERS, *OPTIONAL))


def load_solver(name: str = "exact-cover", /, **settings: Value) -> Solver:
    """Load a solver by name.

    Parameters
    ----------
    name
        One of `SOLVERS` or `OPTIONAL`, or a name that another package registers; it may have settings.
    **settings
        Settings by name, as ``sudoku-cp doctor`` lists them.

    Returns
    -------
    Solver
        The solver; its ``name`` includes the settings that differ from the defaults.

    Raises
    ------
    ModelError
        If there is no such solver or setting, its program is not installed, or a value is not valid for its setting.

    >>> load_solver("cp-sat", workers=2, seed=7).name, load_solver("cp-sat:workers=2,seed=7").name
    ('cp-sat:workers=2,seed=7', 'cp-sat:workers=2,seed=7')
    """
    if _checked(name) in _MODULES and not settings:
        return _without_settings(_class_of(name))
    plain, texts = parsed(name)
    solver = _class_of(plain)
    missing = solver.missing()
    if missing is not None:
        raise ModelError(f"{plain} does not work here: {missing}")
    declared = {each.name: each for each in solver.settings()}
    for word in (*texts, *settings):
        if not declared:
            raise ModelError(f"{plain} has no settings")
        if word not in declared:
            raise ModelError(unknown(f"setting of {plain}", word, declared))
        if word in texts and word in settings:
            raise ModelError(f"{name}: {word} is set twice")
    make: Callable[..., Solver] = solver
    return make(**{word: declared[word].read(text) for word, text in texts.items()}, **settings)


def _checked(name: str) -> str:
    from sudoku_cp._base.arguments import text  # not at the top: judges load this package alone

    return text(name, "the name of a solver")


@cache
def _without_settings(solver: type[Solver]) -> Solver:
    make: Callable[[], Solver] = solver
    return make()


def divided(text: str) -> tuple[str, ...]:
    """The names in a list; a part with ``=`` after a comma is a further setting of the previous name.

    >>> divided("cp-sat:workers=2,seed=7,exact-cover")
    ('cp-sat:workers=2,seed=7', 'exact-cover')
    """
    return tuple(re.split(r",(?![^,:~]*=)", text))


def parsed(name: str) -> tuple[str, dict[str, str]]:
    """The plain name, and the settings with the text of their values.

    Raises
    ------
    ModelError
        If a setting has no value, or more than one.

    >>> parsed("cp-sat:workers=2,seed=7")
    ('cp-sat', {'workers': '2', 'seed': '7'})
    """
    plain, colon, rest = name.partition(":")
    if "=" in plain:
        raise ModelError(f"{name}: settings follow a name and a colon, such as cp-sat:workers=2,seed=7")
    values: dict[str, str] = {}
    for part in rest.split(",") if colon else ():
        word, equals, value = part.partition("=")
        if not equals:
            raise ModelError(f"{name}: a setting needs a name, = and a value, such as seed=7, not {part or 'nothing'}")
        if word in values:
            raise ModelError(f"{name}: {word} is set twice")
        values[word] = value
    return plain, values


GROUP = "sudoku_cp.solvers"


def installed_names() -> tuple[str, ...]:
    """The names of the solvers that other packages register, sorted."""
    from sudoku_cp._base import plugins

    return plugins.installed_names(GROUP)


@lru_cache(maxsize=8)
def installed_solver(name: str, others: tuple[str, ...]) -> type[Solver]:
    """Load the solver that another package registers.

    Parameters
    ----------
    name
        The name of the entry point.
    others
        Further known names, for the message.

    Raises
    ------
    ModelError
        If no package or more than one registers it; if it cannot be loaded, or is not a `Solver` with that name.
    """
    from sudoku_cp._base import plugins
    from sudoku_cp.solving.solver import Solver

    found = plugins.load_installed(GROUP, "solver", name)
    if found is None:
        raise ModelError(unknown("solver", name, (*others, *installed_names())))
    loaded, where = found
    if not (isinstance(loaded, type) and issubclass(loaded, Solver)):
        raise ModelError(f"{where} is not a subclass of sudoku_cp.solvers.Solver")
    if getattr(loaded, "plain_name", None) != name:
        raise ModelError(f"{where} has another plain_name: {getattr(loaded, 'plain_name', 'none')}")
    return loaded
