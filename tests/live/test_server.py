"""The server of a live model, by a client that keeps to the rules and by some that do not."""

import http.client
import json
import socket
import struct
import subprocess
import threading
import time
from urllib.parse import urlsplit

import numpy as np
import pytest
from helpers.children import child

import bough as bo
from bough.live import serve
from bough.live.wire import MOST_BYTES

websockets = pytest.importorskip("websockets.sync.client")
pytestmark = pytest.mark.slow


@pytest.fixture
def handle():
    with serve(bo.chain(2), open_browser=False, block=False) as live:
        yield live


def get(live, path=None, host=None):
    """(status, content) of a request."""
    where = urlsplit(live.url)
    link = http.client.HTTPConnection("127.0.0.1", live.port, timeout=30)
    link.putrequest("GET", where.path if path is None else path, skip_host=True)
    link.putheader("Host", host or where.netloc)
    link.endheaders()
    answer = link.getresponse()
    content = answer.read()
    link.close()
    return answer.status, content, answer


def address(live):
    return f"ws://127.0.0.1:{live.port}{urlsplit(live.url).path}socket"


def connect(live, **options):
    options.setdefault("origin", f"http://127.0.0.1:{live.port}")
    return websockets.connect(address(live), open_timeout=30, **options)


def ask(link, **message):
    link.send(json.dumps(message))


def until(link, wanted, seconds=60.0):
    """The first message that a function likes: a frame as (flags, time, numbers), or a status."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        message = link.recv(timeout=seconds)
        if isinstance(message, str):
            found = json.loads(message)
        else:
            _, flags, at, _ = struct.unpack("<IIdd", message[:24])
            found = flags, at, np.frombuffer(message[24:], "<f4")
        if wanted(found):
            return found
    raise AssertionError("nothing of that kind came")


def refused_with(live, **options):
    from websockets.exceptions import InvalidStatus

    with pytest.raises(InvalidStatus) as error, connect(live, **options):
        pass
    return error.value.response.status_code


def test_the_page_needs_the_token_and_this_host(handle):
    status, content, answer = get(handle)
    assert status == 200
    assert b'"live":{"url":"ws://127.0.0.1' in content
    assert f"connect-src {address(handle)};".encode() in content
    assert answer.getheader("Referrer-Policy") == "no-referrer"
    assert answer.getheader("Cache-Control") == "no-store"
    token = urlsplit(handle.url).path.strip("/")
    assert len(token) >= 32
    for path in ("/", "//", f"/{token[:-1]}/", f"/{token}x/", f"/{'%C3%A9' * 10}/", "/socket"):
        assert get(handle, path)[0] == 403
    assert get(handle, f"/{token}/../etc/passwd")[0] == 404
    assert get(handle, host=f"localhost:{handle.port}")[0] == 200
    for host in ("evil.example", f"evil.example:{handle.port}", "127.0.0.1", f"127.0.0.1:{handle.port + 1}", "x" * 200):
        assert get(handle, host=host)[0] == 403


def test_the_socket_needs_the_token_and_its_own_page(handle):
    for origin in (
        "http://evil.example",
        f"https://127.0.0.1:{handle.port}",
        f"http://localhost:{handle.port}",
        "null",
    ):
        assert refused_with(handle, origin=origin) == 403
    assert refused_with(handle, origin=None) == 403
    from websockets.exceptions import InvalidStatus

    with pytest.raises(InvalidStatus):
        websockets.connect(
            f"ws://127.0.0.1:{handle.port}/{'a' * 32}/socket", origin=f"http://127.0.0.1:{handle.port}", open_timeout=30
        )


def test_a_page_sees_poses_move_and_the_motion_run(handle):
    with connect(handle) as link:
        first = until(link, lambda found: isinstance(found, tuple))
        ask(link, do="set", name="link1", value=0.5)
        posed = until(link, lambda found: isinstance(found, tuple) and not np.allclose(found[2], first[2]))
        expected = bo.body_poses(handle.session.mechanism, [0.5, 0.0])
        np.testing.assert_allclose(posed[2][:3], expected[0, :3, 3], atol=1e-6)
        np.testing.assert_allclose(posed[2][7:10], expected[1, :3, 3], atol=1e-6)
        ask(link, do="run")
        assert until(link, lambda found: isinstance(found, dict) and found["running"])["message"] == ""
        until(link, lambda found: isinstance(found, tuple) and found[0] == 1 and found[1] > 0.2)
        ask(link, do="pause")
        until(link, lambda found: isinstance(found, dict) and not found["running"])


def test_tabs_see_the_same_model(handle):
    with connect(handle) as one, connect(handle) as other:
        ask(one, do="force", name="link2", value=7.5)
        assert until(other, lambda found: isinstance(found, dict) and found["forces"][1])["forces"] == [0.0, 7.5]


def test_garbage_is_answered_by_a_sentence_and_a_long_message_ends_the_connection(handle):
    from websockets.exceptions import ConnectionClosedError

    with connect(handle) as link:
        for text, sentence in (
            ("garbage", "a message must be JSON, not 'garbage'."),
            ('{"do": "run", "x": 1}', "'run' takes none, not 'x'."),
            (
                '{"do": "set", "name": "link1", "value": NaN}',
                "'set': a finite number of moderate size is needed, not nan.",
            ),
            (b"\x00\xff", "a message must be a short text."),
        ):
            link.send(text)
            assert until(link, lambda found: isinstance(found, dict) and "refused" in found)["refused"] == sentence
        ask(link, do="set", name="nobody", value=1)
        told = until(link, lambda found: isinstance(found, dict) and found.get("message"))
        assert "no coordinate 'nobody'" in told["message"]
    with connect(handle) as link:
        link.send("x" * (MOST_BYTES + 1))
        with pytest.raises(ConnectionClosedError, match="1009"):
            until(link, lambda found: False)
    assert get(handle)[0] == 200


def test_a_flood_is_bounded_and_the_others_are_served_meanwhile(handle):
    over = threading.Event()

    def flood():
        with connect(handle) as link:
            while not over.is_set():
                try:
                    link.send('{"do": "force", "name": "link1", "value": 1}')
                except Exception:
                    return

    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    try:
        with connect(handle) as link:
            begun = time.monotonic()
            for k in range(5):
                ask(link, do="force", name="link2", value=10.0 + k)
                until(link, lambda found, k=k: isinstance(found, dict) and found["forces"][1] == 10.0 + k, 10.0)
            assert time.monotonic() - begun < 10.0
        assert len(handle._engine._waiting) < 50
    finally:
        over.set()
        handle.close()
        thread.join(20.0)
    assert not thread.is_alive()


def test_a_page_that_does_not_read_gets_the_newest_frame_only(handle):
    with connect(handle, max_queue=1, close_timeout=1) as link:
        ask(link, do="run")
        until(link, lambda found: isinstance(found, tuple) and found[1] > 0.0)
        time.sleep(2.0)
        clients = handle._server._clients
        assert sum(len(client.frame or b"") for client in clients) < 10_000
        until(link, lambda found: isinstance(found, tuple) and found[1] > 1.5)


def test_a_port_in_use_and_a_port_that_is_none_are_told(handle):
    with pytest.raises(
        bo.errors.StateError, match=f"port {handle.port} of 127.0.0.1 cannot be used .*give another port"
    ):
        serve(bo.chain(2), port=handle.port, open_browser=False, block=False)
    for port in (-1, 65536, 1.5, "80", True):
        with pytest.raises(bo.errors.StateError, match="port must be a whole number"):
            serve(bo.chain(2), port=port, open_browser=False, block=False)


def test_another_host_is_possible_with_a_warning():
    with pytest.warns(bo.BoughWarning, match="open to other machines"):
        found = serve(bo.chain(2), host="0.0.0.0", open_browser=False, block=False)
    with found as live:
        assert get(live, host=f"127.0.0.1:{live.port}")[0] == 200
        assert get(live, host=f"evil.example:{live.port}")[0] == 403
    with (
        pytest.warns(bo.BoughWarning) as told,
        pytest.raises(bo.errors.StateError, match=r"host '192\.0\.2\.1' is no address of"),
    ):
        bo.live(bo.chain(2), host="192.0.2.1", open_browser=False, block=False)
    assert told[0].filename == __file__  # where it was called
    with (
        pytest.warns(bo.BoughWarning),
        pytest.raises(bo.errors.StateError, match=r"host 'no\.such\.host' is not known"),
    ):
        serve(bo.chain(2), host="no.such.host", open_browser=False, block=False)


def test_closing_ends_threads_and_frees_the_port(handle):
    with connect(handle) as link:
        ask(link, do="run")
        until(link, lambda found: isinstance(found, tuple) and found[1] > 0.0)
        handle.close()
    assert not handle.is_open
    names = [thread.name for thread in threading.enumerate()]
    assert not any(name.startswith("bough live") for name in names)
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", handle.port))
    handle.close()  # again: nothing happens


def test_ctrl_c_ends_a_program_that_serves():
    import signal

    code = "import bough as bo; bo.live(bo.chain(2), open_browser=False); print('over')"
    with child(code, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert "'chain of 2' is live at http://127.0.0.1:" in program.stdout.readline()
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=60)
    assert (program.returncode, out, err) == (0, "over\n", "")
