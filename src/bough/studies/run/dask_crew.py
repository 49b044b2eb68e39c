"""Dask workers, on a cluster or on this machine."""

from __future__ import annotations

import logging
import os
import pickle
import signal
import socket
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from importlib.machinery import ModuleSpec
from typing import Any
from uuid import uuid4

from bough.errors import BoughError, BoughWarning, StateError
from bough.extras import need
from bough.mechanism.checks import shown, shown_error
from bough.studies.run.crews import MOST_DEATHS, Crew, Died, Timed
from bough.studies.stores.base import Rows

# seconds: to find a scheduler, also one that is being started, between looks at how many workers there are, and to say
# goodbye
PATIENCE, STARTING, LOOK, GOODBYE = 10, 3.0, 2.0, 5
# the most bytes with which a scheduler greets
GREETING = 1 << 20
# seconds without any worker before that is said
LONELY = 5.0


class DaskCrew(Crew):
    """The workers of a scheduler, of which more may come and some may die."""

    handling = 0.03
    where = "on a Dask worker"

    def __init__(self, on: Any):
        need("Dask clusters")
        from distributed import Client

        self._quiet = ExitStack()
        self.is_own = not isinstance(on, Client)
        self.client = self._client(on) if self.is_own else on
        if self.client.asynchronous:
            raise StateError("the Dask client is asynchronous; give one made with asynchronous=False.")
        if self.client.status != "running":
            raise StateError(f"the Dask client is {self.client.status}; give one that is connected.")
        self.address = self.client.scheduler.address
        self._slots, self._looked = 0, -LOOK
        self._seen: float | None = time.monotonic()  # when there were workers; None if it was said that there are none

    def _client(self, on: Any) -> Any:
        from distributed import Client

        try:
            if isinstance(on, str):
                _await_greeting(on)
            with ExitStack() as undo:
                undo.enter_context(_quiet())
                client = Client(on, timeout=PATIENCE, set_as_default=False)
                self._quiet = undo.pop_all()
            return client
        except (OSError, ValueError, TypeError) as error:
            what = f"at '{on}'" if isinstance(on, str) else f"for {shown(on)}"
            raise StateError(
                f"no Dask scheduler answers {what} ({shown_error(error)}); start one by 'dask scheduler', and check its address."
            ) from None

    def slots(self) -> int:
        now = time.monotonic()
        if now - self._looked > LOOK and self.client.status == "running":
            self._looked = now
            with suppress(OSError, TimeoutError, CancelledError, AttributeError):  # (it is being disconnected)
                self._slots = sum(self.client.nthreads().values())
        if self.client.status in ("closing", "closed"):
            raise self._lost()
        if self._slots:
            self._seen = now
        elif self._seen is not None and now - self._seen > LONELY:
            self._seen = None
            warnings.warn(
                f"the Dask scheduler at {self.address} has no workers; the study waits for some: start them by 'dask worker'.",
                BoughWarning,
                stacklevel=6,
            )
        return self._slots

    def submit(self, task: Timed, arrived: Callable[[], None]) -> Any:
        future = self._submitted(task)
        future.add_done_callback(lambda _: arrived())
        return future

    def _submitted(self, task: Timed) -> Any:
        import cloudpickle  # (Dask needs it, too)

        # as bytes: a scheduler needs none of the study's own modules
        content = cloudpickle.dumps(task)
        try:
            return self.client.submit(_run, content, key=f"bough-{uuid4().hex}", pure=False)
        except (OSError, RuntimeError) as error:
            if self.client.status == "running":
                raise
            raise self._lost() from error

    def outcome(self, future: Any) -> tuple[float, Rows]:
        from distributed import KilledWorker

        try:
            return future.result()
        except KilledWorker as error:
            raise Died from error
        except (CancelledError, OSError) as error:
            if future.status == "error":
                raise  # that of the task itself
            raise self._lost() from error
        finally:
            with suppress(Exception):  # the scheduler may be gone
                future.release()

    def alone(self, task: Timed) -> tuple[float, Rows]:
        return self.outcome(self._submitted(task))

    def _lost(self) -> BoughError:
        return BoughError(
            f"the Dask scheduler at {self.address} is gone, or has cancelled the study's tasks; "
            "start it or another one, and repeat the call: it goes on from here."
        )

    def cancel(self, futures: Iterable[Any]) -> None:
        if self.client.status == "running" and (futures := list(futures)):
            with suppress(OSError, TimeoutError, CancelledError):
                self.client.cancel(futures, force=True)

    def close(self) -> None:
        if self.is_own:
            with self._quiet, suppress(OSError, TimeoutError, CancelledError):
                self.client.close(timeout=GOODBYE)


def _await_greeting(address: str) -> None:
    """Raise an error unless a scheduler is at an address: a client would try again and again, and need long to give up."""
    from distributed.comm.addressing import parse_address, parse_host_port

    kind, place = parse_address(address)
    if kind != "tcp":  # others do not greet by themselves
        return
    host, port = parse_host_port(place)
    begun = time.monotonic()
    while True:
        try:
            with socket.create_connection((host, port), timeout=PATIENCE) as connection:
                size = connection.makefile("rb").read(8)
            break
        except ConnectionRefusedError:
            if time.monotonic() - begun > STARTING:
                raise
            time.sleep(0.1)
    if len(size) < 8 or int.from_bytes(size, "little") > GREETING:
        raise OSError("another program answers there")


@contextmanager
def _quiet() -> Iterator[None]:
    """Let Dask log nothing here: what goes wrong is said in one sentence."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]
    levels = {one: one.level for one in map(logging.getLogger, names) if one.level}
    try:
        for one in levels:
            one.setLevel(logging.CRITICAL)
        yield
    finally:
        for one, level in levels.items():
            one.setLevel(level)


def _run(content: bytes) -> tuple[float, Rows]:
    """Runs on a worker."""
    task: Timed = pickle.loads(content)
    return task()


class LocalCrew(DaskCrew):
    """Workers on this machine, processes with one thread each, for this study only."""

    def __init__(self, workers: int):
        need("Dask clusters")
        with ExitStack() as undo:
            undo.enter_context(_as_it_was())
            self.cluster = _local_cluster(workers)
            undo.callback(self.cluster.close, timeout=GOODBYE)
            super().__init__(self.cluster)
            self._undo = undo.pop_all()

    def close(self) -> None:
        with self._undo:
            super().close()


def _local_cluster(workers: int) -> Any:
    import dask
    from distributed import LocalCluster

    try:
        # a task is at fault after MOST_DEATHS deaths
        with dask.config.set({"distributed.scheduler.allowed-failures": MOST_DEATHS - 1}), _ctrl_c_for_us_alone():
            return LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                # no pages for a browser; what is left of them takes any free port
                scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
                silence_logs=logging.CRITICAL,
            )
    except (OSError, RuntimeError) as error:
        raise BoughError(
            f"{workers} Dask workers cannot be started on this machine: {shown_error(error)}; leave out workers=."
        ) from error


@contextmanager
def _as_it_was() -> Iterator[None]:
    """Undo what starting processes changes here.

    New processes would run the user's script again, so a script that runs a study outside of an ``if __name__ ==
    "__main__"`` would never end. Workers need nothing of it, because Dask sends functions of a script as a whole; and
    multiprocessing leaves alone a main module of such a name.
    """
    main, environment = sys.modules["__main__"], dict(os.environ)
    spec = main.__spec__
    main.__spec__ = ModuleSpec("bough.__main__", None)
    try:
        yield
    finally:
        main.__spec__ = spec
        for name in set(os.environ) - set(environment):  # Dask sets the number of threads of workers here, too
            del os.environ[name]


@contextmanager
def _ctrl_c_for_us_alone() -> Iterator[None]:
    """Threads made within, and the processes that those start, do not notice Ctrl-C: this process dismisses them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its start would clear the mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
