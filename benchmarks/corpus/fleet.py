"""Workers of a Dask scheduler as processes of their own; whoever ends is replaced, as by the manager of a cluster."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

LOOKING = 0.2
"""Seconds between two looks at who has ended."""


class Fleet:
    """A scheduler in this process, and workers.

    Parameters
    ----------
    scheduler
        The scheduler.
    size
        The number of workers.
    folder
        For what the workers write.
    """

    def __init__(self, scheduler: Any, size: int, folder: Path) -> None:
        self._scheduler = scheduler
        self._folder = folder
        self._started = 0
        self._workers = dict(self._worker() for _ in range(size))
        """The processes by the names that their scheduler knows."""
        self._ended = Event()
        self._manager = Thread(target=self._manage)
        self._manager.start()

    @property
    def address(self) -> str:
        """The address of the scheduler."""
        return str(self._scheduler.address)

    def ready(self) -> list[int]:
        """The processes whose workers have come to the scheduler."""
        known = {str(worker.name) for worker in list(self._scheduler.workers.values())}
        return [worker.pid for name, worker in list(self._workers.items()) if name in known and worker.poll() is None]

    def end(self) -> None:
        """End all workers."""
        self._ended.set()
        self._manager.join()
        for worker in self._workers.values():
            worker.kill()
            worker.wait()

    def _manage(self) -> None:
        while not self._ended.wait(LOOKING):
            for name, worker in list(self._workers.items()):
                if worker.poll() is not None:
                    del self._workers[name]
                    self._workers.update([self._worker()])

    def _worker(self) -> tuple[str, subprocess.Popen[bytes]]:
        self._started += 1
        name = f"worker-{self._started}"
        words = [sys.executable, "-m", "dask", "worker", self.address, "--name", name, "--nthreads", "1", "--no-nanny"]
        words += ["--no-dashboard", "--memory-limit", "0", "--local-directory", str(self._folder)]
        return name, subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def fleet(size: int, folder: Path) -> Iterator[Fleet]:
    """A scheduler and its workers, until the end of the context.

    Parameters
    ----------
    size
        The number of workers.
    folder
        For what the workers write.

    Yields
    ------
    Fleet
        The workers.
    """
    from distributed import LocalCluster

    with LocalCluster(n_workers=0, processes=False, protocol="tcp", dashboard_address=":0", silence_logs=50) as cluster:
        made = Fleet(cluster.scheduler, size, folder)
        try:
            yield made
        finally:
            made.end()
