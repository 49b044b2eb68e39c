"""Full disks and kills, in programs of their own: nobody loses more than what was not yet written, and no program dies of it."""

import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import bough as bo

pytestmark = pytest.mark.slow

# files may not grow beyond that: as on a full disk, writing fails in the middle; Python leaves SIGXFSZ ignored
FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
def full(most):
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
"""


def program(text, *arguments):
    """What became of a program."""
    code = FULL + textwrap.dedent(text)
    command = [sys.executable, "-W", "error", "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("most", [0, 100, 5000, 65536])
@pytest.mark.parametrize("how", ["save", "to_csv", "to_parquet"])
def test_a_motion_survives_a_full_disk(how, most, tmp_path):
    """The write fails with one sentence, again and again; then, with room, the same motion is written."""
    text = """
    import gc
    import numpy as np
    import bough as bo
    how, most, path = sys.argv[1:]
    states = np.random.default_rng(1).standard_normal((5000, 3))
    run = bo.Trajectory(bo.chain(3), np.linspace(0, 1, 5000), states, states)
    for _ in range(3):
        full(int(most))
        try:
            getattr(run, how)(path)
        except bo.errors.FileError as error:
            print(error)
        gc.collect()
    full(resource.RLIM_INFINITY)
    getattr(run, how)(path)
    assert (run.q == states).all()
    """
    path = tmp_path / "run.nc"
    done = program(text, how, most, path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"cannot write '{path}': File too large; choose another path.\n" * 3
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("most", [0, 100, 5000, 9000])
@pytest.mark.parametrize("ending", ["pdf", "png", "svg"])
def test_a_picture_says_that_the_disk_is_full(ending, most, tmp_path):
    text = """
    import gc
    import bough as bo
    most, path = sys.argv[1:]
    run = bo.simulate(bo.chain(2), 1.0, q0={"link1": 1.0})
    run.plot("overview")  # (all that it compiles is kept before the disk is full)
    full(int(most))
    try:
        run.plot("overview", path=path)
    except bo.errors.FileError as error:
        print(error)
    gc.collect()
    """
    path = tmp_path / f"run.{ending}"
    done = program(text, most, path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"cannot write '{path}': File too large; choose another path.\n"
    assert list(tmp_path.iterdir()) == []


def test_the_command_line_survives_a_full_disk(tmp_path):
    text = """
    import bough as bo
    import bough.cli
    for how in ("save", "to_csv"):
        def limited(run, path, write=getattr(bo.Trajectory, how)):
            full(1000)
            write(run, path)
        setattr(bo.Trajectory, how, limited)
    bough.cli.main()
    """
    output, table = tmp_path / "run.nc", tmp_path / "run.csv"
    start = ("run", "chain:2", "--duration", "0.2", "--q0", "link1=1")
    done = program(text, *start, "--output", output, "--csv", table)
    assert done.returncode == 1
    for path in (output, table):
        assert f"bough: cannot write '{path}': File too large; choose another path.\n" in done.stderr
    assert "Traceback" not in done.stderr
    assert "0.2 s" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_in_a_checkpoint_keeps_what_was_computed(tmp_path):
    text = """
    import numpy as np
    import bough as bo
    from bough.simulation.run import driver
    from bough.simulation.run.checkpoint import Checkpoint
    driver.FIRST_STEPS, driver.SLICE = 1, 0.0
    save, left = Checkpoint.save, 5
    def limited(*arguments):
        global left
        left -= 1
        if left == 0:
            full(1000)
        save(*arguments)
    Checkpoint.save = limited
    try:
        bo.simulate(bo.chain(2), 1.0, q0={"link1": 1.0}, checkpoint=sys.argv[1], checkpoint_every=0.0)
    except bo.errors.FileError as error:
        full(resource.RLIM_INFINITY)
        error.trajectory.save(sys.argv[2])
        print(error)
    """
    done = program(text, tmp_path / "run", tmp_path / "kept.nc")
    assert (done.returncode, done.stderr) == (0, "")
    assert "File too large; choose another folder for checkpoints." in done.stdout
    kept = bo.Trajectory.load(tmp_path / "kept.nc")
    whole = bo.simulate(bo.chain(2), 1.0, q0={"link1": 1.0}, checkpoint=tmp_path / "run")
    assert 1 < len(kept.time) < len(whole.time)
    np.testing.assert_array_equal(kept.q, whole.q[: len(kept.time)])


KILLED = """
import os
import bough as bo
replace, left = os.replace, int(sys.argv[1])
def killed(source, target):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    replace(source, target)
os.replace = killed
"""


def test_a_run_killed_at_any_file_goes_on(tmp_path):
    """At its first one, too, when its folder has just appeared; and nothing of the killed ones is left."""
    text = """
    from bough.simulation.run import driver
    driver.FIRST_STEPS, driver.SLICE = 1, 0.0
    bo.simulate(bo.chain(2), 1.0, q0={"link1": 1.0}, checkpoint=sys.argv[2], checkpoint_every=0.0)
    """
    for left in (0, 0, 0, 1, 2, 3):
        done = program(KILLED + textwrap.dedent(text), left, tmp_path / "run")
        assert done.returncode == -signal.SIGKILL, done.stderr
        assert len([path for path in (tmp_path / "run").iterdir() if path.name.startswith(".")]) == 1
    found = bo.simulate(bo.chain(2), 1.0, q0={"link1": 1.0}, checkpoint=tmp_path / "run")
    np.testing.assert_array_equal(found.q, bo.simulate(bo.chain(2), 1.0, q0={"link1": 1.0}).q)
    assert [path for path in (tmp_path / "run").iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("how", ["save", "to_csv"])
def test_killed_saves_do_not_pile_up(how, tmp_path):
    text = """
    import numpy as np
    run = bo.Trajectory(bo.chain(1), [0.0, 1.0], np.zeros((2, 1)), np.zeros((2, 1)))
    getattr(run, sys.argv[2])(sys.argv[3])
    """
    for _ in range(3):
        assert program(KILLED + textwrap.dedent(text), 0, how, tmp_path / "run.nc").returncode == -signal.SIGKILL
        assert len(list(tmp_path.iterdir())) == 1
    assert program(KILLED + textwrap.dedent(text), 1, how, tmp_path / "run.nc").returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["run.nc"]
