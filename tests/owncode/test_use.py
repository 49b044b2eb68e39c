"""Own code as it is used: whose code runs, refusals, files, processes, and motions."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest
from helpers import linkages
from helpers.machine import FORCES, with_forces

import bough as bo
from bough.api.methods import evaluation_of
from bough.arithmetic.width import WIDTHS, lane_width
from bough.owncode.entry import OwnEntry

W = lane_width()


def refusal(mechanism, q, u, code):
    with pytest.raises(bo.BoughError) as caught:
        bo.forward_dynamics(mechanism, q, u, formulation="separate-bodies", code=code)
    return str(caught.value)


def locked():
    mechanism = bo.Mechanism("gyro")
    mechanism.add_body("rotor", "ground", bo.Gimbal(), inertia=bo.Inertia(1.0, (0, 0, 0), (0.1, 0.2, 0.3)))
    return mechanism


def tumbling():
    mechanism = bo.Mechanism("stone")
    mechanism.add_body("stone", "ground", bo.Free(), inertia=bo.Inertia(1.0, (0, 0, 0), (0.1, 0.2, 0.3)))
    return mechanism


@pytest.mark.parametrize(
    ("make", "q", "u"),
    [
        (lambda: bo.chain(3), (0.1, np.nan, 0.2), (0.0, 0.0, 0.0)),
        (lambda: bo.chain(3), (0.1, np.inf, 0.2), (0.0, 0.0, 0.0)),
        (lambda: bo.chain(3), (0.1, 0.3, 0.2), (0.0, np.inf, 0.0)),
        (lambda: bo.chain(3), (0.1, 0.3, 0.2), (0.0, 1e200, 0.0)),
        (locked, (0.3, np.pi / 2, 0.1), (1.0, 2.0, 3.0)),
        (tumbling, (0, 0, 0, 1.0, 0.5, 0.0, 0.0), (0, 0, 0, 0, 0, 0)),
    ],
    ids=["not a number", "infinite angle", "infinite", "overflow", "gimbal lock", "quaternion"],
)
def test_own_code_refuses_what_the_shared_kernel_refuses(make, q, u):
    mechanism = make()
    q, u = np.array(q, float), np.array(u, float)
    expected = refusal(mechanism, q, u, "shared")
    assert refusal(mechanism, q, u, "own") == expected
    many = np.tile(q, (2 * W + 1, 1)), np.tile(u, (2 * W + 1, 1))
    fine = bo.models.random_state(mechanism, 1)
    for array, good in zip(many, fine, strict=True):
        array[: W + 2] = good
    # (which group of states is told may differ)
    own, shared = (re.sub(r"states \d+ to", "states to", refusal(mechanism, *many, code)) for code in ("own", "shared"))
    assert own == shared


def test_names_of_code():
    chain = bo.chain(2)
    q, u = bo.models.random_state(chain)
    with pytest.raises(bo.errors.UnsupportedError, match="no code 'mine'"):
        bo.forward_dynamics(chain, q, u, code="mine")
    with pytest.raises(
        bo.errors.UnsupportedError,
        match=r"'chain of 2' cannot have code of its own: .*'eigen' has data-dependent branches",
    ):
        bo.forward_dynamics(chain, q, u, formulation="composite-bodies", solver="eigen", code="own")
    with pytest.raises(bo.errors.StateError, match="variants run side by side by shared kernels"):
        bo.simulate([chain, bo.chain(2)], 0.1, code="own")


ARM = {
    "mass": 1.0,
    "center": 0.3,
    "moment": 0.02,
    "at": 0.5,
    "turn": 0.4,
    "gravity": 9.81,
    "armature": 0.1,
    "rest": 0.2,
}


def arm(**changes):
    numbers = ARM | changes
    c, s = np.cos(numbers["turn"]), np.sin(numbers["turn"])
    mechanism = bo.Mechanism("arm", gravity=(0, 0, -numbers["gravity"]))
    inertia = bo.Inertia(numbers["mass"], (0, 0, numbers["center"]), (0.02, numbers["moment"], 0.03))
    mechanism.add_body("upper", "ground", bo.Revolute((0, 1, 0)), inertia=inertia, armature=numbers["armature"])
    mechanism.add_body(
        "lower", "upper", bo.Revolute((1, 0, 0)), (0, 0, numbers["at"]), ((c, -s, 0), (s, c, 0), (0, 0, 1)), inertia
    )
    mechanism.add_force("spring", bo.JointSpring("lower", 3.0, numbers["rest"]))
    return mechanism


def test_no_number_of_a_mechanism_is_taken_from_another_s_code():
    q, u = np.array((0.4, -0.7)), np.array((1.3, 0.8))
    before = bo.forward_dynamics(arm(), q, u, formulation="wittenburg", code="own")
    for name, value in ARM.items():
        changed = arm(**{name: 1.05 * value})
        found = bo.forward_dynamics(changed, q, u, formulation="wittenburg", code="own")
        expected = bo.forward_dynamics(changed, q, u, formulation="wittenburg", code="shared")
        assert np.abs(found - expected).max() <= 1e-13 * np.abs(expected).max(), name
        assert np.abs(found - before).max() > 1e-5 * np.abs(before).max(), name


CHILD = """
import numpy as np, sys
import bough as bo
m = bo.model("random:8@3")
q, u = bo.models.random_state(m, 2, 19)
one = np.array([bo.forward_dynamics(m, *state, code="own") for state in zip(q, u)])
many = bo.forward_dynamics(m, q, u, code="own")
print(float(np.abs(one - many).max() / np.abs(one).max()))
print(one[0].tobytes().hex())
"""


def children(tmp_path, environments):
    started = [
        subprocess.Popen([sys.executable, "-c", CHILD], env={**_environment(tmp_path), **more}, stdout=-1, text=True)
        for more in environments
    ]
    return [process.communicate(timeout=300)[0].split() for process in started]


def _environment(tmp_path):
    return {**os.environ, "BOUGH_CACHE": str(tmp_path / "kernels")}


def test_two_processes_may_compile_at_once_and_a_damaged_file_is_made_again(tmp_path):
    first, second = children(tmp_path, ({}, {}))
    assert first == second
    files = sorted((tmp_path / "kernels").rglob("own-*.object"))
    assert len(files) == 2
    files[0].write_bytes(files[0].read_bytes()[:-100])
    (third,) = children(tmp_path, ({},))
    assert third == first


@pytest.mark.parametrize("width", [width for width in WIDTHS if width <= W])
def test_every_width_of_lanes(tmp_path, width):
    ((difference, _),) = children(tmp_path, ({"BOUGH_LANES": str(width)},))
    assert float(difference) <= 1e-12


MOTIONS = {
    "chain": (lambda: bo.chain(4), {}),
    "free": (lambda: bo.model("random:5@2"), {"integrator": "rk4", "step": 1e-3}),
    "momenta": (lambda: bo.chain(3), {"formulation": "hamilton-recursive", "integrator": "gauss4", "step": 1e-2}),
    "forces": (lambda: with_forces(*FORCES), {"rtol": 1e-8}),
    "loop": (lambda: linkages.slider_crank().mechanism, {}),
    "driven": (lambda: linkages.driven_four_bar().mechanism, {}),
}


@pytest.mark.parametrize("name", MOTIONS)
def test_motions_are_those_of_shared_kernels(name):
    make, settings = MOTIONS[name]
    mechanism = make()
    q, u = bo.models.random_state(mechanism, 3)
    start = {} if mechanism.loops else {"q0": q, "u0": 0.3 * u}
    runs = [
        bo.simulate(mechanism, 0.2, every=0.05, code=code, energy_tolerance=1.0, **start, **settings)
        for code in ("own", "shared")
    ]
    scale = max(1.0, np.abs(runs[1].q).max(), np.abs(runs[1].u).max())
    assert np.abs(runs[0].q - runs[1].q).max() <= 1e-7 * scale
    assert np.abs(runs[0].u - runs[1].u).max() <= 1e-7 * scale


def test_motions_side_by_side():
    chain = bo.chain(3)
    q, u = bo.models.random_state(chain, 3, W + 1)
    own, shared = (bo.simulate(chain, 0.1, every=0.05, q0=q, u0=u, code=code) for code in ("own", "shared"))
    assert np.abs(own.q - shared.q).max() <= 1e-9


def test_own_code_is_taken_by_default(monkeypatch):
    monkeypatch.setenv("BOUGH_CODE", "shared")
    assert not isinstance(evaluation_of(bo.chain(3), "accelerations", "auto", None), OwnEntry)
    monkeypatch.delenv("BOUGH_CODE")
    assert isinstance(evaluation_of(bo.chain(3), "accelerations", "auto", None), OwnEntry)
    assert not isinstance(evaluation_of(bo.chain(2000), "accelerations", "auto", None), OwnEntry)
