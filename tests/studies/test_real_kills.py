"""Studies of real mechanisms, killed at random moments: the same call goes on, and ends with the same bits."""

import os
import random
import signal
import subprocess
import sys
import time
import warnings

import numpy as np
import pytest

import bough as bo

pytestmark = pytest.mark.slow

PROGRAM = """
import sys
import bough as bo

sys.path[:0] = {folder!r},
from study_of_an_arm import study

if __name__ == "__main__":
    study().run({store!r}, {how})
"""
STUDY = """
import bough as bo

def study():
    arm = bo.chain(3)
    arm.add_force("spring", bo.JointSpring("link2", 20.0, 0.3))
    vary = {"link2.mass": (0.5, 2.0), "spring.stiffness": (5.0, 50.0), "q0.link1": (-1.0, 1.0)}
    run = {"duration": 4.0, "integrator": "rk4", "step": 1e-4, "every": 0.01}
    keep = {"swing": "max |q.link1|", "pull": "max reaction.link1.force", "path": "samples q.link3 every 0.5"}
    return bo.Study(arm, vary, run, keep, runs=2500, seed=4)
"""


def begun(folder, store, how):
    (folder / "study_of_an_arm.py").write_text(STUDY, encoding="utf-8")
    program = PROGRAM.format(folder=str(folder), store=str(store), how=how)
    with open(folder / "said.txt", "w", encoding="utf-8") as said:
        return subprocess.Popen([sys.executable, "-c", program], stdout=said, stderr=said)


def chunks_in(store):
    """How many chunks are done, as files tell."""
    return len(list((store / "status").glob("c.*")))


@pytest.mark.parametrize("how", ["", "workers=2"])
def test_random_kills_change_no_bit(tmp_path, how):
    whole, killed = tmp_path / "whole.zarr", tmp_path / "killed.zarr"
    first = begun(tmp_path, whole, "")
    assert first.wait() == 0, (tmp_path / "said.txt").read_text()
    rng, kills = random.Random(7), 0
    for _ in range(30):
        process, before = begun(tmp_path, killed, how), chunks_in(killed)
        # let it get somewhere, then kill it at any moment
        while process.poll() is None and chunks_in(killed) == before:
            time.sleep(0.01)
        time.sleep(rng.uniform(0.0, 0.3))
        if process.poll() is not None:
            assert process.returncode == 0, (tmp_path / "said.txt").read_text()
            break
        if kills == 4:  # enough of that
            assert process.wait() == 0, (tmp_path / "said.txt").read_text()
            break
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        kills += 1
    assert kills
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        one, other = bo.open_study(whole).dataset.load(), bo.open_study(killed).dataset.load()
    assert (one["status"] == "completed").all()
    for name in one.variables:
        expected, found = one[name].values, other[name].values
        same = (
            expected.tolist() == found.tolist() if expected.dtype == object else expected.tobytes() == found.tobytes()
        )
        assert same, name
    assert np.isfinite(one["pull"].values).all()
