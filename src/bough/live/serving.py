"""Open a model in the browser, live: ``bough.live`` for people, ``serve`` for commands."""

from __future__ import annotations

import sys
import threading
import warnings
import webbrowser
from types import TracebackType
from typing import Self

from bough.errors import BoughWarning
from bough.extras import need
from bough.live.engine import Engine
from bough.live.motion import Manner
from bough.live.server import LOCAL, PageServer
from bough.live.session import Session
from bough.live.telling import description_of
from bough.mechanism.mechanism import Mechanism
from bough.typing import ByName, CoordinatesLike, VelocitiesLike

_LOCAL_NAMES = (LOCAL, "localhost", "::1")


class Live:
    """A model that is live: ``url`` is its page; ``close()``, or the end of a ``with`` block, ends it."""

    def __init__(self, session: Session, host: str, port: int):
        self.session = session
        self._pages: dict[str, bytes] = {}
        self._closed = threading.Event()
        self._server: PageServer | None = None
        self._engine = Engine(session, self._publish)
        self._server = PageServer(self._page, self._engine.ask, self._newest, host, port)
        self._engine.start()

    @property
    def url(self) -> str:
        """The link to the page. It holds a secret: whoever has it may move the model."""
        assert self._server is not None
        return self._server.url

    @property
    def port(self) -> int:
        """The port that it listens on."""
        assert self._server is not None
        return self._server.port

    @property
    def is_open(self) -> bool:
        return not self._closed.is_set()

    def wait(self) -> None:
        """Wait until it is closed, or for Ctrl-C, which closes it."""
        try:
            while not self._closed.wait(0.2):
                pass
        except KeyboardInterrupt:
            self.close()

    def close(self) -> None:
        """End the server and the computation."""
        if not self._closed.is_set():
            self._closed.set()
            self._engine.stop()
            if self._server is not None:
                self._server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        state = self.url if self.is_open else "closed"
        return f"<Live '{self.session.mechanism.name}': {state}>"

    def _publish(self, frame: bytes | None, status: str | None) -> None:
        if self._server is not None:
            self._server.publish(frame, status)

    def _newest(self) -> tuple[bytes, str]:
        return self._engine.frame, self._engine.status

    def _page(self, address: str) -> bytes:
        """The page for a socket address, made once."""
        if address not in self._pages:
            from bough.simulation.view.document import document_of_mechanism
            from bough.simulation.view.page import page

            document = document_of_mechanism(
                self.session.mechanism, self.session.start.q, notes=[self.session.note] if self.session.note else []
            )
            document.data["live"] = {"url": address, **description_of(self.session)}
            self._pages[address] = page(document, connect=address).encode()
        return self._pages[address]


def serve(
    mechanism: Mechanism,
    *,
    host: str = LOCAL,
    port: int = 0,
    open_browser: bool = True,
    block: bool = True,
    q0: CoordinatesLike | ByName | None = None,
    u0: VelocitiesLike | ByName | None = None,
    formulation: str | None = None,
    solver: str | None = None,
    integrator: str | None = None,
    step: float | None = None,
) -> Live:
    """Serve a live model; with ``block`` until Ctrl-C, else in the background.

    ``host``, ``port``: where; port 0 is a free one. ``q0``, ``u0``, ``formulation``, ``solver``, ``integrator``, ``step``: as
    for :func:`bough.simulate`.
    """
    need("live models")
    if host not in _LOCAL_NAMES:
        warnings.warn(
            f"the live model is open to other machines (host '{host}'): whoever gets its link can move it, and the link travels unencrypted; "
            f"leave out host to keep it on this machine.",
            BoughWarning,
            stacklevel=_levels_inside() + 1,
        )
    session = Session(mechanism, q0=q0, u0=u0, manner=Manner(formulation, solver, integrator, step))
    found = Live(session, host, port)
    try:
        if block:
            print(f"'{mechanism.name}' is live at {found.url} (Ctrl-C ends it)", flush=True)
        if open_browser:
            webbrowser.open(found.url)
        if block:
            found.wait()
    except KeyboardInterrupt:
        found.close()
        if not block:
            raise
    return found


def _levels_inside() -> int:
    """How many calls deep in this package the caller is, so that a warning points to the user's line."""
    frame, levels = sys._getframe(1), 0
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "bough":
        frame, levels = frame.f_back, levels + 1  # type: ignore[assignment]
    return levels


def live(
    mechanism: Mechanism,
    *,
    host: str = LOCAL,
    port: int = 0,
    open_browser: bool = True,
    block: bool | None = None,
    q0: CoordinatesLike | ByName | None = None,
    u0: VelocitiesLike | ByName | None = None,
    formulation: str | None = None,
    solver: str | None = None,
    integrator: str | None = None,
    step: float | None = None,
) -> Live:
    """Open a model in the browser: pose it by sliders and by mouse, run it, push it, set its motors by hand.

    Returns a handle with ``url`` and ``close()``. Needs ``bough[live]``.

    - ``host``, ``port``: where its page is; by default this machine alone, and a free port.
    - ``open_browser``: whether to open the page at once.
    - ``block``: serve until Ctrl-C (True), or return at once and serve in the background (False). By default the second
      in a notebook or at a prompt, and the first in a program.
    - ``q0``, ``u0``: the start, as for :func:`bough.simulate`. Where it leaves loops open, the page says that it was moved.
    - ``formulation``, ``solver``, ``integrator``, ``step``: as for :func:`bough.simulate`.
    """
    if block is None:
        block = not (hasattr(sys, "ps1") or "ipykernel" in sys.modules)
    return serve(
        mechanism, host=host, port=port, open_browser=open_browser, block=block, q0=q0, u0=u0, formulation=formulation,
        solver=solver, integrator=integrator, step=step,
    )  # fmt: skip
