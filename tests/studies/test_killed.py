"""Studies killed at any moment, on full disks and by Ctrl-C, in programs of their own: the same call goes on, and ends
with the same files to the last bit."""

import hashlib
import os
import random
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from helpers.fake_study import layout

from bough.studies.stores.store import open_store

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")]
COUNT, CHUNK = 1503, 5

STUDY = """
import os, resource, signal, sys, time
import bough as bo
from bough.studies.run.executing import carry_out
from bough.studies.stores.store import open_store
from helpers.fake_study import FakeWork, layout
path, workers, seconds = sys.argv[1], int(sys.argv[2]) or None, float(sys.argv[3])
def study(report=lambda progress: None):
    with open_store(path, layout(1503), lambda: 5) as store:
        carry_out(FakeWork(seconds, failing=(7, 800)), store, None, workers, report)
"""


def program(text, path, workers=0, seconds=0.0):
    """A program that has begun, in a group of processes of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(one for one in sys.path if one)}
    command = [sys.executable, "-W", "error", "-c", STUDY + textwrap.dedent(text), path, workers, seconds]
    return subprocess.Popen(
        [*map(str, command)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip


def ended(process):
    """Its code and its texts."""
    out, error = process.communicate(timeout=120)
    return process.returncode, out, error


def files(folder):
    """A digest of every file of a store."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


def done(path):
    with open_store(path, layout(COUNT), lambda: CHUNK) as store:
        return store.done


def gone_within(seconds, group):
    """The processes of a group end by themselves."""
    for _ in range(int(seconds / 0.05)):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("some processes live on")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    path = tmp_path_factory.mktemp("undisturbed") / "study.zarr"
    assert ended(program("study()", path)) == (0, "", "")
    return files(path)


@pytest.mark.parametrize("workers", [0, 2])
def test_killed_at_random_moments(workers, undisturbed, tmp_path):
    """Ten times, from its first files on; in threads, and on a local cluster, whose workers end with it."""
    text = """
    print("begun", flush=True)
    before = None
    def report(progress):
        global before
        if before is not None and progress.done > before:
            print("going", flush=True)
        before = progress.done
    study(report)
    """
    path, moments = tmp_path / "study.zarr", random.Random(1)
    before = 0
    for turn in range(10):
        process = program(text, path, workers, 0.005)
        assert process.stdout.readline() == "begun\n"
        if turn % 2:  # however slow this machine is just now, some of its results have arrived
            assert process.stdout.readline() == "going\n"
        time.sleep(moments.uniform(0.0, 0.3))
        process.kill()
        assert ended(process)[0] == -signal.SIGKILL
        now = done(path)  # the lock went with the process
        gone_within(30.0, process.pid)
        assert before <= now
        before = now
    assert 0 < before < COUNT
    code, _, error = ended(program("study()", path, workers))
    assert (code, error) == (0, "")
    assert files(path) == undisturbed
    assert os.listdir(tmp_path) == [path.name]


def test_killed_at_each_file(undisturbed, tmp_path):
    """Before each renaming of a file, those of the creation among them."""
    text = """
    replace, rename, left = os.replace, os.rename, int(seconds)
    def killing(move):
        def moved(source, target, **how):
            global left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            move(source, target, **how)
        return moved
    os.replace, os.rename, seconds = killing(replace), killing(rename), 0.0
    study()
    """
    path = tmp_path / "study.zarr"
    for left in [*range(0, 32, 2), 33, 35, 38]:
        assert ended(program(text, path, 0, left))[0] == -signal.SIGKILL
    assert path.exists()
    assert ended(program("study()", path)) == (0, "", "")
    assert files(path) == undisturbed
    assert os.listdir(tmp_path) == [path.name]


def test_a_full_disk(undisturbed, tmp_path):
    """Files may not grow beyond a size: as on a full disk, writing fails in the middle of a file."""
    text = """
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    def full(most):
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    for most in (0, 100, 1000, 3000):
        full(most)
        try:
            study()
        except bo.errors.FileError as error:
            print(error)
    full(resource.RLIM_INFINITY)
    def report(progress):
        if progress.done > 700:
            full(100)
    try:
        study(report)
    except bo.errors.FileError as error:
        print(error)
    full(resource.RLIM_INFINITY)
    study()
    """
    path = tmp_path / "study.zarr"
    code, out, error = ended(program(text, path))
    assert (code, error) == (0, "")
    assert len(out.splitlines()) == 5
    assert all("File too large; make room, then repeat the call" in line for line in out.splitlines()), out
    assert files(path) == undisturbed
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("workers", [0, 2])
def test_ctrl_c(workers, undisturbed, tmp_path):
    """As from a terminal, which sends it to all processes of a program."""
    # (a program in the background of a script inherits that SIGINT is ignored)
    text = """
    import signal
    signal.signal(signal.SIGINT, signal.default_int_handler)
    def report(progress):
        if progress.done > 100:
            print("going", flush=True)
    try:
        study(report)
    except KeyboardInterrupt:
        print("stopped", flush=True)
    """
    path = tmp_path / "study.zarr"
    process = program(text, path, workers, 0.004)
    assert process.stdout.readline() == "going\n"
    os.killpg(process.pid, signal.SIGINT)
    code, out, error = ended(process)
    assert (code, out.split("\n")[-2], error) == (0, "stopped", "")
    assert 100 < done(path) < COUNT
    assert ended(program("study()", path))[0] == 0
    assert files(path) == undisturbed
