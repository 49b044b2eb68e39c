"""The thread in which a live model is computed: it obeys commands, keeps the pace, and publishes frames."""

from __future__ import annotations

import json
import threading
import time as clock
from collections.abc import Callable

from bough.live.session import Session
from bough.live.telling import status_of
from bough.live.wire import Command, obey
from bough.mechanism.checks import shown_error

FRAME = 1.0 / 60.0  # seconds between frames
BEHIND = 0.1  # seconds of real time that are made up for at once; the rest is told as a factor below the wanted speed
PATIENCE = 5.0  # seconds that ending takes at most: what is being compiled is left alone
MOST_WAITING = 1000  # commands; those of many tabs together


class Engine(threading.Thread):
    """Runs a session; ``publish(frame, status)`` is called with bytes of a frame and, if it changed, the status as text.

    Either may be None.
    """

    def __init__(self, session: Session, publish: Callable[[bytes | None, str | None], None]):
        super().__init__(name="bough live", daemon=True)
        self.session, self.publish = session, publish
        self.frame, self.status = b"", ""  # the newest, for pages that come later
        self._busy = ""
        self._waiting: dict[tuple[str, str], Command] = {}
        self._lock, self._news, self._over = threading.Lock(), threading.Event(), threading.Event()
        session.told = self._tell
        self._serial = 0
        self._show()

    def ask(self, command: Command) -> None:
        """Obey a command soon; a newer one of the same kind takes its place."""
        with self._lock:
            self._waiting.pop(command.key, None)
            if len(self._waiting) < MOST_WAITING:
                self._waiting[command.key] = command
        self._news.set()

    def stop(self) -> None:
        """End the thread."""
        self._over.set()
        self._news.set()
        if self.is_alive() and threading.current_thread() is not self:
            self.join(PATIENCE)

    def run(self) -> None:
        last = clock.perf_counter()
        while not self._over.is_set():
            if not self.session.running:
                self._news.wait()
                last = clock.perf_counter()
            self._news.clear()
            self._obey()
            now = clock.perf_counter()
            try:
                self.session.advance(min(now - last, BEHIND))
            except Exception as error:  # (a model must not end the server)
                self._fail(error)
            last = now
            self._show()
            self._over.wait(max(0.0, FRAME - (clock.perf_counter() - now)) if self.session.running else 0.0)

    def _obey(self) -> None:
        with self._lock:
            commands, self._waiting = list(self._waiting.values()), {}
        for command in commands:
            try:
                obey(self.session, command)
            except Exception as error:
                self._fail(error)

    def _fail(self, error: Exception) -> None:
        self.session.pause()
        self.session.message = f"The model cannot go on: {shown_error(error)}."

    def _show(self) -> None:
        """Publish where everything is."""
        self._serial += 1
        try:
            self.frame = self.session.frame().packed(self._serial)
        except Exception as error:
            self._fail(error)
        self.publish(self.frame, self._news_of_status())

    def _news_of_status(self) -> str | None:
        """The status, if it is another than before."""
        status = json.dumps({**status_of(self.session), "busy": self._busy})
        if status == self.status:
            return None
        self.status = status
        return status

    def _tell(self, text: str) -> None:
        """Tell what is being compiled, from whatever thread."""
        self._busy = text
        if self.status:
            self.status = json.dumps({**json.loads(self.status), "busy": text})
            self.publish(None, self.status)
