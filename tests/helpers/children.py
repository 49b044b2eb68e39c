"""Programs of their own, for tests of signals and of what a shell sees: each handles Ctrl-C as it is told, whatever the tests run under, and none outlives its test."""

import subprocess
import sys
import time
from contextlib import contextmanager

# a program in the background of a script, or under nohup, inherits that SIGINT is ignored; so does everything that it starts
_HANDLE = "import signal; signal.signal(signal.SIGINT, signal.{})\n"
BOUGH = "from bough.cli import main; main()"
PATIENCE = 300.0  # seconds after which a test gives up; no result depends on it


@contextmanager
def child(program, *arguments, ignores_ctrl_c=False, **options):
    """A Python program that is running; it is killed afterwards, if it has not ended."""
    code = _HANDLE.format("SIG_IGN" if ignores_ctrl_c else "default_int_handler") + program
    with subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], **options) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def bough_child(*arguments, **options):
    """``bough`` on a command line."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "encoding": "utf-8"}
    with child(BOUGH, *arguments, **pipes, **options) as process:
        yield process


def wait_for_parts(process, folder, more):
    """Until so many more parts of a checkpoint are there than now."""
    before, deadline = len(list(folder.glob("*.npz"))), time.monotonic() + PATIENCE
    while len(list(folder.glob("*.npz"))) < before + more:
        assert process.poll() is None, "it has ended too early"
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(0.01)


def ended(process) -> int:
    """The exit code of a program that is about to end."""
    return process.wait(PATIENCE)
