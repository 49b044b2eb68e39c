"""The server of a live model: its page and its socket on one port.

Whoever has the link may move the model, so the link holds a secret, which is needed for the page and for the socket. Pages of
others cannot use it: ``Origin`` must be this server, and ``Host`` too, so that no name of another's can be led here. What the
page sends is checked (``wire.py``), bounded in size, and taken no faster than it can be obeyed. A page that is slow gets the
newest frame only.
"""

from __future__ import annotations

import asyncio
import errno
import hmac
import http
import ipaddress
import json
import logging
import secrets
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bough.errors import StateError
from bough.live.wire import MOST_BYTES, Command, command_of

if TYPE_CHECKING:
    from websockets.asyncio.server import Server, ServerConnection
    from websockets.http11 import Request, Response

LOCAL = "127.0.0.1"
MOST_MESSAGES = 400  # of a page in a second; further ones wait
MOST_PAGES = 50  # at the same time
PATIENCE = 5.0  # seconds that closing takes at most
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Client:
    """A page: the newest frame and status that it has not got yet."""

    def __init__(self) -> None:
        self.frame: bytes | None = None
        self.status: str | None = None
        self.refusal: str | None = None
        self.news = asyncio.Event()

    def offer(self, frame: bytes | None, status: str | None) -> None:
        """What to send next, instead of what was not sent yet."""
        self.frame, self.status = frame or self.frame, status or self.status
        self.news.set()

    def refuse(self, sentence: str) -> None:
        """Say why a message was not taken."""
        self.refusal = json.dumps({"refused": sentence})
        self.news.set()

    def taken(self) -> list[str | bytes]:
        """What is to be sent now, in order."""
        found = [part for part in (self.refusal, self.status, self.frame) if part is not None]
        self.refusal = self.status = self.frame = None
        return found


class PageServer:
    """Serves a page and its socket, in a thread of its own.

    ``page(address)``: the page for a socket address; ``ask``: called with each command; ``newest``: frame and status for a page
    that has just come.
    """

    def __init__(
        self,
        page: Callable[[str], bytes],
        ask: Callable[[Command], None],
        newest: Callable[[], tuple[bytes, str]],
        host: str,
        port: int,
    ):
        self._page, self._ask, self._newest, self.host = page, ask, newest, host
        self.token = secrets.token_urlsafe(24)
        self._listening = _bound(host, port)
        self.port: int = self._listening.getsockname()[1]
        self._clients: set[Client] = set()
        self._loop = asyncio.new_event_loop()
        self._ending: asyncio.Event | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bough live server", daemon=True)
        self._thread.start()
        self._ready.wait()

    @property
    def url(self) -> str:
        """Where the page is."""
        name = socket.gethostname() if _is_any(self.host) else f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}/{self.token}/"

    def publish(self, frame: bytes | None, status: str | None) -> None:
        """Send to all pages, from any thread."""

        def offer() -> None:
            for client in self._clients:
                client.offer(frame, status)

        with suppress(RuntimeError):  # (the server has ended)
            self._loop.call_soon_threadsafe(offer)

    def close(self) -> None:
        """End the server and its thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end)
        if threading.current_thread() is not self._thread:
            self._thread.join(PATIENCE)

    def _end(self) -> None:
        if self._ending is not None:
            self._ending.set()

    # --- the thread ----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            asyncio.set_event_loop(self._loop)
            self._loop.run_until_complete(self._serve())
        finally:
            self._ready.set()
            self._listening.close()
            self._loop.close()

    async def _serve(self) -> None:
        from websockets.asyncio.server import serve

        quiet = logging.getLogger("bough.live")
        quiet.addHandler(logging.NullHandler())
        quiet.propagate = False
        self._ending = asyncio.Event()
        server: Server
        async with serve(
            self._converse,
            sock=self._listening,
            process_request=self._answer,
            max_size=MOST_BYTES,
            max_queue=8,
            compression=None,
            server_header=None,
            close_timeout=1.0,
            logger=quiet,
        ) as server:
            self._ready.set()
            await self._ending.wait()
            server.close(close_connections=True)

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """The page, a refusal, or None to go on to the socket."""
        host = request.headers.get("Host", "")
        if not self._is_mine(host):
            return _refusal(connection, http.HTTPStatus.FORBIDDEN, "This name does not belong to the model's server.")
        token, _, rest = request.path.removeprefix("/").partition("/")
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode()):
            return _refusal(
                connection, http.HTTPStatus.FORBIDDEN, "This link is not right: open the one that was printed."
            )
        if rest == "socket":
            if request.headers.get("Origin", "") != f"http://{host}":
                return _refusal(connection, http.HTTPStatus.FORBIDDEN, "Only the model's own page may connect.")
            if len(self._clients) >= MOST_PAGES:
                return _refusal(connection, http.HTTPStatus.SERVICE_UNAVAILABLE, "Too many pages are open; close some.")
            return None
        if rest:
            return _refusal(connection, http.HTTPStatus.NOT_FOUND, "There is nothing here.")
        return _response(connection, http.HTTPStatus.OK, self._page(f"ws://{host}/{self.token}/socket"), "text/html")

    def _is_mine(self, host: str) -> bool:
        """Whether a Host header names this server, and no name that somebody led here."""
        name, _, port = host.rpartition(":")
        if port != str(self.port):
            return False
        name = name.removeprefix("[").removesuffix("]").lower()
        if name in (self.host.lower(), "localhost", LOCAL):
            return True
        if not _is_any(self.host):
            return False
        if name == socket.gethostname().lower():
            return True
        with suppress(ValueError):
            ipaddress.ip_address(name)
            return True
        return False

    # --- a page --------------------------------------------------------------------------------------------------------

    async def _converse(self, connection: ServerConnection) -> None:
        client = Client()
        client.offer(*self._newest())
        self._clients.add(client)
        assert self._ending is not None
        works = (self._send(connection, client), self._receive(connection, client), self._ending.wait())
        tasks = [asyncio.ensure_future(work) for work in works]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._clients.discard(client)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(self, connection: ServerConnection, client: Client) -> None:
        from websockets.exceptions import ConnectionClosed

        with suppress(ConnectionClosed):
            while True:
                await client.news.wait()
                client.news.clear()
                for part in client.taken():
                    await connection.send(part)

    async def _receive(self, connection: ServerConnection, client: Client) -> None:
        from websockets.exceptions import ConnectionClosed

        loop = asyncio.get_running_loop()
        begun, count = loop.time(), 0
        with suppress(ConnectionClosed):
            async for message in connection:
                try:
                    self._ask(command_of(message))
                except StateError as error:
                    client.refuse(str(error))
                count += 1
                if count >= MOST_MESSAGES:
                    await asyncio.sleep(max(0.0, begun + 1.0 - loop.time()))
                    begun, count = loop.time(), 0


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens, or a sentence why there is none."""
    if isinstance(port, bool) or not isinstance(port, int) or not 0 <= port <= 65535:
        raise StateError(f"port must be a whole number from 0 to 65535, 0 for a free one, not {port!r}.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # (Windows lets others share a port otherwise)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            reason = "is not known here" if isinstance(error, socket.gaierror) else "is no address of this machine"
            raise StateError(
                f"host '{host}' {reason}; leave it out for this machine alone, or give one of its addresses, or 0.0.0.0 for all."
            ) from None
        raise StateError(
            f"port {port} of {host} cannot be used ({(error.strerror or str(error)).lower()}); give another port, or port=0 for a free one."
        ) from None
    return listening


def _is_any(host: str) -> bool:
    """Whether a host means all addresses of the machine."""
    return host in ("", "0.0.0.0", "::")


def _refusal(connection: ServerConnection, status: http.HTTPStatus, sentence: str) -> Response:
    return _response(connection, status, f"{sentence}\n".encode(), "text/plain")


def _response(connection: ServerConnection, status: http.HTTPStatus, content: bytes, kind: str) -> Response:
    from websockets.datastructures import Headers
    from websockets.http11 import Response

    headers: dict[str, Any] = {
        **_HEADERS,
        "Content-Type": f"{kind}; charset=utf-8",
        "Content-Length": str(len(content)),
        "Connection": "close",
    }
    return Response(status.value, status.phrase, Headers(headers), content)
