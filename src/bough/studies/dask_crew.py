"""Dask workers, on a cluster or on this machine."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any
from uuid import uuid4

from bough.errors import BoughError, StateError
from bough.extras import need
from bough.mechanism.checks import shown, shown_error
from bough.studies.crews import MOST_DEATHS, Crew, Died, Timed
from bough.studies.stores.base import Rows

# seconds: to find a scheduler, between looks at how many workers there are, and to say goodbye
PATIENCE, LOOK, GOODBYE = 10, 2.0, 5


class DaskCrew(Crew):
    """The workers of a scheduler, of which more may come and some may die."""

    where = "on a Dask worker"

    def __init__(self, on: Any):
        need("Dask clusters")
        from distributed import Client

        self.is_own = not isinstance(on, Client)
        self.client = self._client(on) if self.is_own else on
        if self.client.asynchronous:
            raise StateError("the Dask client is asynchronous; give one made with asynchronous=False.")
        if self.client.status != "running":
            raise StateError(f"the Dask client is {self.client.status}; give one that is connected.")
        self.address = self.client.scheduler.address
        self._slots, self._looked = 0, -LOOK

    def _client(self, on: Any) -> Any:
        from distributed import Client

        try:
            return Client(on, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
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
        return self._slots

    def submit(self, task: Timed, arrived: Callable[[], None]) -> Any:
        future = self._submitted(task)
        future.add_done_callback(lambda _: arrived())
        return future

    def _submitted(self, task: Timed) -> Any:
        try:
            return self.client.submit(task, key=f"bough-{uuid4().hex}", pure=False)
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
            with suppress(OSError, TimeoutError, CancelledError):
                self.client.close(timeout=GOODBYE)


class LocalCrew(DaskCrew):
    """Workers on this machine, processes with one thread each, for this study only."""

    def __init__(self, workers: int):
        need("Dask clusters")
        import dask
        from distributed import LocalCluster

        # a task is at fault after MOST_DEATHS deaths
        with dask.config.set({"distributed.scheduler.allowed-failures": MOST_DEATHS - 1}):
            self.cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                # no pages for a browser; what is left of them takes any free port
                scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
                silence_logs=logging.CRITICAL,
            )
        try:
            super().__init__(self.cluster)
        except BaseException:
            self.cluster.close(timeout=GOODBYE)
            raise

    def close(self) -> None:
        try:
            super().close()
        finally:
            self.cluster.close(timeout=GOODBYE)
