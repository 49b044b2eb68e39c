"""What is said while kernels are compiled: on a terminal, what it is and how far; elsewhere nothing."""

import io
import sys
import time

import pytest

from bough.compiled import notice
from bough.compiled.notice import Spent, Stopwatch, compiling, planned, shown_by
from bough.compiled.progress import progress_bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(notice, "PATIENCE", 0.0)


def compile_slowly(what, until):
    """Until something was said, or it is certain that nothing will be."""
    with compiling(what):
        end = time.monotonic() + 10.0
        while not until() and time.monotonic() < end:
            time.sleep(0.001)


def test_each_kernel_is_named_and_counted():
    told = []
    with shown_by(told.append), planned(3):
        for k, what in enumerate(("forces for one state", "wittenburg for one motion")):
            compile_slowly(what, lambda k=k: len(told) > 2 * k)
    assert told == [
        "compiling forces for one state (1 of 3)",
        None,
        "compiling wittenburg for one motion (2 of 3)",
        None,
    ]


def test_a_kernel_that_comes_alone_is_not_counted():
    told = []
    with shown_by(told.append):
        compile_slowly("energies for a batch", lambda: told)
    assert told == ["compiling energies for a batch", None]


def test_the_time_of_compiling_is_told_apart_from_that_of_running():
    """A kernel that is compiled inside another one counts once."""
    watch = Stopwatch()
    begun = time.perf_counter()
    with compiling("outside"), compiling("inside"):
        time.sleep(0.02)
    compiled = time.perf_counter() - begun
    time.sleep(0.01)
    spent = watch.read()
    assert 0.02 <= spent.compiling <= compiled
    assert 0.01 <= spent.running == spent.seconds - spent.compiling
    assert Spent(32.9, 31.0).text == "1.9 s, after 31 s of compiling (once, then cached)"
    assert Spent(32.9, 0.1).text == "32.9 s"


def test_what_is_quick_is_not_mentioned(monkeypatch):
    monkeypatch.setattr(notice, "PATIENCE", 3600.0)
    told = []
    with shown_by(told.append), compiling("something"):
        pass
    assert told == []


def test_on_a_terminal_a_line_appears_and_goes(monkeypatch):
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "stderr", terminal)
    compile_slowly("separate-bodies for one state", lambda: "separate-bodies" in terminal.getvalue())
    assert "compiling separate-bodies for one state" in terminal.getvalue()
    assert terminal.getvalue().rstrip("\r").endswith("\x1b[2K")  # the line is erased at last


def test_a_bar_that_stands_still_says_what_is_compiled(monkeypatch):
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress_bar(None, "my arm") as report:
        report(1.0)
        compile_slowly("reactions for a batch", lambda: "reactions" in terminal.getvalue())
    assert "my arm: compiling reactions for a batch" in terminal.getvalue()


def test_elsewhere_nothing_is_written(capfd, monkeypatch):
    started = []
    monkeypatch.setattr(notice, "_show", lambda text, show=notice._show: (show(text), started.append(text))[0])
    compile_slowly("something", lambda: started)
    assert started
    assert capfd.readouterr() == ("", "")


def test_only_kernels_that_are_new_are_counted():
    from bough.compiled.native import once, prepared

    told = []

    @once
    def make(name):
        compile_slowly(name, lambda: told and told[-1])
        return name

    with shown_by(told.append):
        assert make("first") == "first"
        assert prepared((make, "first"), (make, "second"), (make, "third")) == "third"
        assert prepared((make, "first"), (make, "third"), (make, "fourth")) == "fourth"
    assert [text for text in told if text] == [
        "compiling first",
        "compiling second (1 of 2)",
        "compiling third (2 of 2)",
        "compiling fourth",
    ]
