"""Packages that import the module of a name when the name is first used (PEP 562).

A package lists its names once: as imports in a ``with`` statement, which type checkers and linters read as such. Python
runs them too, but while it does, they only note which module has the name.

Modules that every start of the command line loads set ``TYPE_CHECKING`` themselves, as type checkers allow: to load
`typing` takes longer than to solve a puzzle.
"""

from __future__ import annotations

import builtins
from _thread import RLock
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

_LOCK = RLock()
"""Held while ``__import__`` is replaced, as other threads may import other packages."""


class LazyNames:
    """The imports in the ``with`` statement are done when their names are first used.

    It sets ``__getattr__``, ``__dir__`` and ``__all__`` of the package.

    Parameters
    ----------
    package
        The ``globals()`` of the package.
    alone
        The modules that are imported alone. The first use of a name of another one imports all others, in the order of
        their imports. By default, each is imported alone.
    public
        Further names for ``__all__``.
    """

    def __init__(
        self,
        package: dict[str, object],
        *,
        alone: Collection[str] | None = None,
        public: Collection[str] = (),
    ) -> None:
        self._package = package
        self._alone = alone
        self._public = public
        self._places: dict[str, _Place] = {}

    def __enter__(self) -> None:
        _LOCK.acquire()
        self._import = builtins.__import__
        vars(builtins)["__import__"] = self._put_off

    def __exit__(self, *_: object) -> None:
        vars(builtins)["__import__"] = self._import
        _LOCK.release()
        package = self._package
        self._places = {name: value for name, value in package.items() if type(value) is _Place}
        for name in self._places:
            del package[name]
        package["__getattr__"] = self._load
        package["__dir__"] = lambda: sorted({*package, *self._places})
        package["__all__"] = sorted({*self._places, *self._public})

    def _put_off(
        self,
        name: str,
        importer: Mapping[str, object] | None = None,
        namespace: Mapping[str, object] | None = None,
        names: Sequence[str] | None = (),
        level: int = 0,
    ) -> object:
        if importer is self._package:
            return _Place(name)
        return self._import(name, importer, namespace, names, level)

    def _load(self, name: str) -> object:
        package = str(self._package["__name__"])
        if name not in self._places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name, obj=import_module(package))
        module, _, there = str.partition(self._places[name], ":")
        if self._alone is not None and module not in self._alone:
            for place in self._places.values():
                other = str.partition(place, ":")[0]
                if other not in self._alone:
                    import_module(other)
        found: object = getattr(import_module(module), there)
        self._package[name] = found
        return found


class _Place(str):
    """A module that is imported later; its attributes are names in it, each after the module and a colon.

    Strings, unlike other objects, do not bring on a collection of garbage at the start.
    """

    __slots__ = ()

    def __getattribute__(self, name: str) -> _Place:
        return _Place(f"{self}:{name}")
