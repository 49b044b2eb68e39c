"""Every width of lanes gives what one state alone gives, whatever the processor's own width is: LLVM puts wide ones into several registers.

A process has one width, so each is tried in a process of its own. Runs and states are ragged: no multiple of any width.
"""

import functools
import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import numpy as np
import pytest

import bough as bo
from bough.arithmetic.width import VARIABLE, WIDTHS

pytestmark = pytest.mark.shared_kernels  # kernels themselves are tested, at every width

EPS = np.finfo(float).eps
STATES, RUNS = 19, 11
# operations on the way from a state to an acceleration through which a rounding error may come, with room to spare
OPERATIONS = 1000

QUICK = textwrap.dedent(
    """
    import sys
    import numpy as np
    import bough as bo
    from bough.passes import motion as kinematics
    from bough.passes.arrays import SWEEP
    from bough.compiled.tree import compiled
    from bough.arithmetic.width import lane_width
    from bough.compiled.entries import NO_WRENCHES, Entry

    def machine():
        mechanism = bo.Mechanism("machine")
        rod = bo.Inertia.rod(0.4, mass=2.0, radius=0.03, center=(0, 0, -0.2))
        mechanism.add_body("upper", "ground", bo.Ball(), inertia=rod)
        mechanism.add_body("lower", "upper", bo.Revolute((0, 1, 0)), at=(0, 0, -0.4), inertia=rod)
        mechanism.add_body("side", "upper", bo.Prismatic((1, 0, 0)), at=(0, 0, -0.1), inertia=bo.Inertia.sphere(0.1, mass=1.0))
        return mechanism

    def with_forces():
        mechanism = machine()
        mechanism.add_force("spring", bo.JointSpring("lower", 5.0, 0.2))
        mechanism.add_force("damper", bo.JointDamper("side", 0.7))
        return mechanism

    found, (path, states, runs) = {}, (sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    found["width"] = lane_width()
    angles = np.random.default_rng(0).uniform(-1e3, 1e3, (states, 1))
    hinge = bo.Mechanism("hinge")
    hinge.add_body("arm", joint=bo.Revolute((0, 0, 1)), inertia=bo.Inertia(1.0, tensor=(1, 1, 1)))
    tree = compiled(hinge)
    out = np.empty((states, 1, 12))
    Entry(kinematics.poses, tree.arrays, tree.memory(*SWEEP, "travel")).batch(angles, angles, angles, NO_WRENCHES, out)
    found["angles"], found["cos"], found["sin"] = angles[:, 0], out[:, 0, 0], out[:, 0, 3]
    q, u = bo.models.random_state(machine(), 3, states)
    found["q"], found["u"] = q, u
    found["separate-bodies"] = bo.forward_dynamics(machine(), q, u, formulation="separate-bodies")
    """
)
BROAD = QUICK + textwrap.dedent(
    """
    found["composite-bodies"] = bo.forward_dynamics(with_forces(), q, u, formulation="composite-bodies")
    given = {"q0": q[:runs], "u0": 0.3 * u[:runs], "every": 0.2, "formulation": "separate-bodies"}
    found["dop853"] = bo.simulate(with_forces(), 0.2, **given).q.values[:, -1]
    found["rk4"] = bo.simulate(with_forces(), 0.2, integrator="rk4", step=2e-3, **given).q.values[:, -1]
    found["rodas5p"] = bo.simulate(with_forces(), 0.2, integrator="rodas5p", **given).q.values[:, -1]
    start = {key: given[key] for key in ("q0", "u0", "formulation")}
    stepper = bo.Stepper(with_forces(), integrator="rk4", step=2e-3, **start)
    for _ in range(10):
        stepper.step(duration=0.02)
    found["stepper"] = stepper.q
    found["places"] = bo.body_poses(machine(), q)[:, 1, :3, 3]
    found["reached"] = bo.reach(machine(), {"lower": found["places"]}).q
    """
)
SAVE = "\nnp.savez(path, **found)\n"


@functools.cache
def found(code: str, width: int) -> dict[str, np.ndarray]:
    """What a process with lanes of that width finds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "found.npz"
        done = subprocess.run(
            [sys.executable, "-c", code + SAVE, str(path), str(STATES), str(RUNS)],
            env={**os.environ, VARIABLE: str(width)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        with np.load(path) as file:
            return dict(file)


def made(name: str) -> bo.Mechanism:
    """A mechanism as the processes make it."""
    names: dict = {"bo": bo}
    exec(QUICK[QUICK.index("def machine") : QUICK.index("found,")], names)
    return names[name]()


def assert_accelerations(given, form, mechanism):
    """Against one state at a time: within the error that a solution by elimination may have, which grows with the condition of the mass matrix."""
    for q, u, u_dot in zip(given["q"], given["u"], given[form], strict=True):
        alone = bo.forward_dynamics(mechanism, q, u, formulation=form)
        bound = OPERATIONS * EPS * np.linalg.cond(bo.mass_matrix(mechanism, q)) * np.abs(alone).max()
        assert np.abs(u_dot - alone).max() <= bound


def alone_by(integrator, given):
    """Runs that go one by one."""
    how = {"step": 2e-3} if integrator == "rk4" else {}
    how |= {"every": 0.2, "formulation": "separate-bodies", "integrator": integrator}
    starts = zip(given["q"][:RUNS], 0.3 * given["u"][:RUNS], strict=True)
    return [bo.simulate(made("with_forces"), 0.2, q0=q, u0=u, **how) for q, u in starts]


def ends(runs):
    return np.array([run.q.values[-1] for run in runs])


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_sines_cosines_and_accelerations_are_those_of_one_state(width):
    given = found(QUICK, width)
    assert given["width"] == width
    for name in ("sin", "cos"):
        exact = getattr(np, name)(given["angles"].astype(np.longdouble))
        assert np.abs(given[name] - exact).max() <= 2.0 * EPS
    assert_accelerations(given, "separate-bodies", made("machine"))


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_another_form_and_motions_are_those_of_one_state(width):
    given = found(BROAD, width)
    assert_accelerations(given, "composite-bodies", made("with_forces"))
    # errors of each of a hundred steps, which a motion as short as this makes no more than ten times as large
    condition = max(np.linalg.cond(bo.mass_matrix(made("machine"), q)) for q in given["q"][:RUNS])
    rounding = 10 * 100 * OPERATIONS * EPS * condition
    alone = ends(alone_by("rk4", given))
    for name in ("rk4", "stepper"):
        assert np.abs(given[name] - alone).max() <= rounding * np.abs(alone).max()
    # an adaptive method may choose other steps by a rounding error; its tolerance holds for each
    for name in ("dop853", "rodas5p"):
        runs = alone_by(name, given)
        steps = max(run.statistics["steps"] for run in runs)
        assert np.abs(given[name] - ends(runs)).max() <= 10 * max(100, steps) * 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_positions_reach_their_targets(width):
    """To reach's tolerance, a share of the machine's size, which is below a metre."""
    given = found(BROAD, width)
    places = bo.body_poses(made("machine"), given["reached"])[:, 1, :3, 3]
    assert np.abs(places - given["places"]).max() <= 1e-9


@pytest.mark.parametrize("asked", ["3", "16", "-4", "four", "4.0"])
def test_a_width_that_there_is_not_is_refused(asked, monkeypatch):
    from bough.arithmetic.width import lane_width

    monkeypatch.setenv(VARIABLE, asked)
    with pytest.raises(bo.errors.StateError, match=f"BOUGH_LANES must be 2, 4 or 8, not '{asked}'; unset it"):
        lane_width.__wrapped__()
