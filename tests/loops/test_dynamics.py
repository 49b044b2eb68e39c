"""Accelerations and forces of closed loops: the oracle's, those that are known, and laws that they obey."""

from functools import cache

import numpy as np
import pytest
from helpers import linkages, loop_oracle
from helpers.conditions import EPS
from helpers.forms import FORMS, serving
from scipy.spatial.transform import Rotation

import bough as bo
from bough.api.loop_forces import loop_forces
from bough.arithmetic.width import lane_width
from bough.compiled.entries import NO_WRENCHES
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.formulations.formulation import ACCELERATIONS
from bough.passes.arrays import WORK_SHAPES, Work

W = lane_width()
FORM = {"formulation": "composite-bodies", "solver": "udu"}
# velocities that determine the motion of a linkage
DRIVES = {
    "four_bars": ("upright1",),
    "squeezer": ("K1",),
    "bricard": ("rod1",),
    "slider_crank": ("crank",),
    "stewart": tuple(f"piston{k}" for k in range(1, 7)),
}
every_linkage = pytest.mark.parametrize("name", linkages.BUILDERS)
every_drive = pytest.mark.parametrize(("name", "drives"), DRIVES.items())


@cache
def built(name):
    return linkages.BUILDERS[name]()


def tolerance(mechanism, q, u_dot, time=0.0):
    """How far u̇ may be from the oracle's.

    Rounding is amplified by the conditions of M (scaled to a diagonal of ones) and of the rows of G in its metric that
    count; and the oracle's differences of rates over steps of 1e-2, some of them after fitted functions of time, lose
    up to four digits.
    """
    tree = loop_oracle.tree(mechanism)
    mass = bo.mass_matrix(tree, q, time=time)
    scale = np.sqrt(np.diag(mass))
    mass = mass / np.outer(scale, scale)
    rows = np.linalg.solve(np.linalg.cholesky(mass), (loop_oracle.jacobian(mechanism, q, time) / scale).T)
    lengths = np.linalg.norm(rows, axis=0)  # (rows of plane linkages may vanish)
    sizes = np.linalg.svd(rows / np.where(lengths > 1e-9 * lengths.max(), lengths, np.inf), compute_uv=False)
    counts = sizes[sizes > 1e-6 * sizes[0]]
    condition = np.linalg.cond(mass) * counts[0] / counts[-1]
    # what the velocities ask for is as large as what comes out of it, or larger
    return 1e4 * EPS * condition * max(1.0, np.abs(u_dot).max())


@cache
def states(name, count=2 * W + 1):
    """Closed states near the start, at times of their own: perturbed, then assembled."""
    linkage, rng = built(name), np.random.default_rng(3)
    mechanism, (q, u) = linkage.mechanism, linkage.start()
    times = np.linspace(0.0, 0.1, count) if linkage.at else np.zeros(count)
    qs, us = [], []
    for time in times:
        guess = loop_oracle.moved(mechanism, q, 0.05 * rng.standard_normal(mechanism.n))
        near = bo.assemble(mechanism, guess, time=time)
        qs.append(near)
        speeds = u + 0.3 * rng.standard_normal(mechanism.n)
        us.append(bo.kinematics.consistent_velocities(mechanism, near, speeds, time=time))
    return np.array(qs), np.array(us), times


# --- accelerations ----------------------------------------------------------------------------------------------------


@every_linkage
@pytest.mark.parametrize(("formulation", "solver"), FORMS)
def test_every_form_that_closes_loops_gives_the_accelerations_of_the_oracle(name, formulation, solver):
    linkage = built(name)
    mechanism, (q, u) = linkage.mechanism, linkage.start()
    reason = bo.methods.why_unsupported(mechanism, formulation, solver)
    if reason is not None:
        with pytest.raises(bo.errors.UnsupportedError, match="cannot serve"):
            bo.forward_dynamics(mechanism, q, u, formulation=formulation, solver=solver)
        return
    expected = loop_oracle.accelerations(mechanism, q, u).u_dot
    found = bo.forward_dynamics(mechanism, q, u, formulation=formulation, solver=solver)
    assert found == pytest.approx(expected, rel=0.0, abs=tolerance(mechanism, q, expected))
    for function, value in linkage.accelerations.values():
        assert function(mechanism, q, u, found) == pytest.approx(value, rel=1e-12)


def test_forms_of_every_family_close_loops():
    forms = {form for form, _ in serving(built("bricard").mechanism)}
    # (the recursion over multipliers is that of the saddle-point system, which closes them)
    assert forms | {"separate-multipliers"} == {
        form.name for form in bo.methods.formulations() if form.gives == ACCELERATIONS
    }
    assert bo.methods.why_unsupported(built("slider_crank").mechanism, "auto") is None


@pytest.mark.parametrize("planar", [False, True])
@pytest.mark.parametrize("k", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in (1, 2))])
def test_plane_linkages_may_lie_askew(planar, k):
    """Constraints across the plane are rounding then, and must not count: as if the linkage had none of them."""
    upright = linkages.four_bars(2, planar)
    rng, (q, u) = np.random.default_rng(4), upright.start()
    q = bo.assemble(upright.mechanism, q + 0.1 * rng.standard_normal(len(q)))
    u = bo.kinematics.consistent_velocities(upright.mechanism, q, u)
    turn = Rotation.random(3, rng=rng)[k].as_matrix()
    askew = bo.Mechanism("askew", turn @ upright.mechanism.gravity)
    for body in upright.mechanism.bodies:
        on_ground = body.parent == "ground"
        at, rotation = (turn @ body.at, turn @ body.rotation) if on_ground else (body.at, body.rotation)
        askew.add_body(body.name, body.parent, body.joint, at, rotation, body.inertia)
    for loop in upright.mechanism.loops.values():
        askew.add_loop(loop.name, loop.body, loop.other, loop.joint, at=loop.at, other_at=loop.other_at)
    expected = loop_oracle.accelerations(upright.mechanism, q, u).u_dot
    for formulation, solver in serving(askew):
        found = bo.forward_dynamics(askew, q, u, formulation=formulation, solver=solver)
        bound = tolerance(upright.mechanism, q, expected)
        assert found == pytest.approx(expected, rel=0.0, abs=bound), formulation


@pytest.mark.slow
@every_linkage
def test_a_batch_by_any_form_is_its_states(name):
    mechanism = built(name).mechanism
    q, u, times = states(name)
    for formulation, solver in serving(mechanism):
        how = {"formulation": formulation, "solver": solver}
        together = bo.forward_dynamics(mechanism, q, u, time=times, **how)
        for k in range(len(q)):
            one = bo.forward_dynamics(mechanism, q[k], u[k], time=times[k], **how)
            assert together[k] == pytest.approx(one, rel=0.0, abs=tolerance(mechanism, q[k], one, times[k])), how


@every_linkage
def test_a_batch_is_its_states(name):
    """Lanes full and not full, each state with joint forces and wrenches of its own."""
    mechanism = built(name).mechanism
    q, u, times = states(name)
    rng = np.random.default_rng(1)
    tau, wrenches = rng.standard_normal(u.shape), rng.standard_normal((len(q), len(mechanism), 6))
    if name == "squeezer":  # which weighs grams
        tau, wrenches = 1e-2 * tau, 1e-2 * wrenches
    together = bo.forward_dynamics(mechanism, q, u, tau, wrenches=wrenches, time=times, **FORM)
    tree, still = loop_oracle.tree(mechanism), np.zeros(mechanism.n)
    for k in range(len(q)):
        one = bo.forward_dynamics(mechanism, q[k], u[k], tau[k], wrenches=wrenches[k], time=times[k], **FORM)
        bound = tolerance(mechanism, q[k], one, times[k])
        assert together[k] == pytest.approx(one, rel=0.0, abs=bound)
        if k < 3:
            # wrenches as joint forces
            with_, without = (
                bo.inverse_dynamics(tree, q[k], u[k], still, wrenches=w, time=times[k]) for w in (wrenches[k], None)
            )
            expected = loop_oracle.accelerations(mechanism, q[k], u[k], tau[k] + without - with_, times[k]).u_dot
            assert one == pytest.approx(expected, rel=0.0, abs=bound)


def test_one_state_and_many_joint_forces():
    """A crank of the slider-crank: u̇ is affine in τ."""
    linkage = built("slider_crank")
    mechanism, (q, u) = linkage.mechanism, linkage.start()
    tau = np.zeros((3, mechanism.n))
    tau[:, 0] = 0.0, 1.0, 2.0
    found = bo.forward_dynamics(mechanism, np.tile(q, (3, 1)), np.tile(u, (3, 1)), tau, **FORM)
    assert found[2] - found[1] == pytest.approx(found[1] - found[0], rel=1e-9)
    assert np.abs(found[1] - found[0]).min() > 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("width", [2, 4, 8])
def test_lanes_of_every_width(width, tmp_path):
    import os
    import subprocess
    import sys

    program = (
        "import numpy as np, bough as bo\n"
        "from helpers import linkages\n"
        "linkage = linkages.slider_crank(); m = linkage.mechanism; q, u = linkage.start()\n"
        "tau = np.random.default_rng(0).standard_normal((19, m.n))\n"
        "for form in ('composite-bodies', 'independent'):\n"
        "    many = bo.forward_dynamics(m, np.tile(q, (19, 1)), np.tile(u, (19, 1)), tau, formulation=form)\n"
        "    one = [bo.forward_dynamics(m, q, u, t, formulation=form) for t in tau]\n"
        "    np.testing.assert_allclose(many, one, rtol=0, atol=1e-11 * np.abs(one).max())\n"
    )
    path = os.pathsep.join(["tests", *sys.path])
    subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "BOUGH_LANES": str(width), "PYTHONPATH": path}, check=True
    )


# --- forces -----------------------------------------------------------------------------------------------------------


@every_linkage
def test_forces_of_loops_do_no_work_and_are_the_oracles(name):
    """The power of each loop's wrench on the motion of its ends against each other is λ·G u = 0."""
    mechanism = built(name).mechanism
    q, u, times = (values[1] for values in states(name))
    u_dot = bo.forward_dynamics(mechanism, q, u, time=times, **FORM)
    forces = loop_forces(mechanism, q, u, u_dot, time=times)
    poses = [*bo.body_poses(mechanism, q, time=times), np.eye(4)]
    twists = [*bo.body_twists(mechanism, q, u, time=times), np.zeros(6)]
    index = {**mechanism.body_index, "ground": -1}
    expected = loop_oracle.accelerations(mechanism, q, u, time=times)
    for loop, wrench, unique in zip(mechanism.loops.values(), forces.wrenches, forces.unique, strict=True):
        body, other = poses[index[loop.body]], poses[index[loop.other]]
        axes = body[:3, :3] @ loop.rotation
        at = body[:3, 3] + body[:3, :3] @ loop.at
        force, moment = axes @ wrench[:3], axes @ wrench[3:]
        assert np.abs(force).max() + np.abs(moment).max() > 0.0
        ends = []
        for pose, twist in ((body, twists[index[loop.body]]), (other, twists[index[loop.other]])):
            spin = pose[:3, :3] @ twist[3:]
            ends.append((pose[:3, :3] @ twist[:3] + np.cross(spin, at - pose[:3, 3]), spin))
        (v, w), (v_other, w_other) = ends
        size = np.abs(force).max() * np.abs(v).max() + np.abs(moment).max() * np.abs(w).max()
        assert force @ (v - v_other) + moment @ (w - w_other) == pytest.approx(0.0, abs=1e-11 * max(size, 1e-3))
        if unique:
            size = max(1.0, np.abs(expected.loops[loop.name]).max())
            assert np.array((force, moment)) == pytest.approx(np.array(expected.loops[loop.name]), abs=1e-9 * size)
    # on bodies: in all they do the work of driven joints, and none where there are none
    power = (forces.on_bodies * twists[:-1]).sum()
    assert power == pytest.approx(0.0, abs=1e-10 * max(1.0, np.abs(forces.on_bodies * twists[:-1]).sum()))


@every_linkage
def test_accelerations_follow_from_the_forces_of_loops(name):
    """The tree with the wrenches of the loops in place of these moves in the same way."""
    mechanism = built(name).mechanism
    q, u, time = (values[1] for values in states(name))
    u_dot = bo.forward_dynamics(mechanism, q, u, time=time, **FORM)
    wrenches = loop_forces(mechanism, q, u, u_dot, time=time).on_bodies
    found = bo.forward_dynamics(loop_oracle.tree(mechanism), q, u, wrenches=wrenches, time=time, **FORM)
    assert found == pytest.approx(u_dot, rel=0.0, abs=tolerance(mechanism, q, u_dot, time))


def interpreted(mechanism, form, q, u):
    """The memory of an evaluation whose kernels run as plain Python: work, the tree."""
    tree = compiled(mechanism, merge=False)
    entry = FORMULATIONS[form].evaluation(tree, None)
    work = Work(**{name: np.zeros((entry.rows.get(name, 0), width)) for name, (_, width) in WORK_SHAPES.items()})
    assert entry.core(entry.tree, work, q, u, np.zeros(mechanism.n), NO_WRENCHES, np.zeros(mechanism.n))
    return work, tree


@pytest.mark.parametrize("form", ["extended", "multipliers"])
@pytest.mark.parametrize("name", ["slider_crank", "stewart", "planar four_bars"])
def test_reactions_are_unknowns_of_forms(name, form):
    """Those of loops and those of joints, where they follow from the motion."""
    linkage = linkages.four_bars(2, planar=True) if name.startswith("planar") else built(name)
    mechanism, (q, u) = linkage.mechanism.without_forces(), linkage.start()
    q = bo.assemble(mechanism, loop_oracle.moved(mechanism, q, 0.05 * np.arange(mechanism.n) / mechanism.n))
    u = bo.kinematics.consistent_velocities(mechanism, q, u + 0.1)
    work, tree = interpreted(mechanism, form, q, u)
    u_dot, joints = bo.forward_dynamics(mechanism, q, u, reactions=True, **FORM)
    forces, poses = loop_forces(mechanism, q, u, u_dot), bo.body_poses(mechanism, q)
    assert forces.unique.all()
    count, at = len(work.gap), len(work.found) - 1 - len(work.gap)
    scale = max(np.abs(joints).max(), np.abs(forces.wrenches).max())
    for k, loop in enumerate(mechanism.loops.values()):
        part = slice(tree.arrays.loop_at[k], tree.arrays.loop_at[k + 1])
        found = work.found[at : at + count, 0][part] @ work.normals[part]
        axes = (poses[mechanism.body_index[loop.body], :3, :3] if loop.body != "ground" else np.eye(3)) @ loop.rotation
        expected = np.concatenate((axes @ forces.wrenches[k, :3], axes @ forces.wrenches[k, 3:]))
        assert found == pytest.approx(expected, rel=0.0, abs=1e-9 * scale)
    for i, body in enumerate(tree.topology.order):
        turn = poses[body, :3, :3]
        reaction = work.found[6 * (len(mechanism) + i) :][:6, 0] if form == "extended" else work.reaction[i]
        expected = np.concatenate((turn @ joints[body, :3], turn @ joints[body, 3:]))
        assert reaction == pytest.approx(expected, rel=0.0, abs=1e-9 * scale)


@every_drive
def test_inverse_after_forward_dynamics(name, drives):
    mechanism, rng = built(name).mechanism, np.random.default_rng(2)
    q, u, _ = (values[2] for values in states(name))
    size = 1e-2 if name == "squeezer" else 10.0
    places = [k for drive in drives for k in mechanism.u_places[drive]]
    tau, wrenches = np.zeros(mechanism.n), size * rng.standard_normal((len(mechanism), 6))
    tau[places] = size * rng.standard_normal(len(places))
    u_dot = bo.forward_dynamics(mechanism, q, u, tau, wrenches=wrenches, **FORM)
    found = bo.inverse_dynamics(mechanism, q, u, u_dot, wrenches=wrenches, drives=drives)
    assert found == pytest.approx(tau, rel=0.0, abs=1e-9 * size)
    # the part of the drives in the joints' reactions
    _, reactions, bearings = bo.dynamics.kinetostatics(mechanism, q, u, u_dot, wrenches=wrenches, drives=drives)
    passive = [k for k, body in enumerate(mechanism.bodies) if body.name not in drives]
    assert reactions[passive] == pytest.approx(bearings[passive], rel=0.0, abs=1e-8 * size)


@pytest.mark.parametrize(
    ("name", "drives", "how"),
    [
        ("slider_crank", ("crank", "slider"), "too many"),
        ("stewart", ("piston1", "piston2"), "too few"),
        ("stewart", ("cylinder1", "piston1", "cylinder2"), "too few"),
        ("stewart", ("cylinder1", "piston1", "cylinder2", "piston2"), "dependent"),
    ],
)
def test_drives_that_do_not_fit_are_told(name, drives, how):
    """Two legs of the platform have five independent velocities: their ends keep their distance."""
    linkage = built(name)
    q, u = linkage.start()
    dofs = linkage.mechanism.n - linkage.rank
    with pytest.raises(
        bo.errors.StateError, match=rf"has {dofs} degrees of freedom here, so drives=.* are {how}; name {dofs}"
    ):
        bo.inverse_dynamics(linkage.mechanism, q, u, 0 * u, drives=drives)


def test_drives_must_be_named():
    linkage = built("slider_crank")
    mechanism, (q, u) = linkage.mechanism, linkage.start()
    with pytest.raises(
        bo.errors.StateError, match=r"has loops: name the velocities that are driven.*drives=\('crank',\)"
    ):
        bo.inverse_dynamics(mechanism, q, u, 0 * u)
    with pytest.raises(bo.errors.StateError, match=r"no velocity 'crnk'.*crank"):
        bo.inverse_dynamics(mechanism, q, u, 0 * u, drives="crnk")
    tree = loop_oracle.tree(mechanism)
    with pytest.raises(bo.errors.StateError, match=r"has no loops.*leave out drives"):
        bo.inverse_dynamics(tree, q, u, 0 * u, drives=("crank",))


@pytest.mark.parametrize(
    ("formulation", "solver", "reason"),
    [
        ("extended", "sparse-lu", "'sparse-lu' does not support closed loops; use sparse"),
        ("multipliers", "inverse-iterative", "'inverse-iterative' does not support closed loops; use udu"),
        ("direct", "cholesky", "'cholesky' does not support closed loops; use udu or uu"),
    ],
)
def test_what_does_not_serve_says_why(formulation, solver, reason):
    linkage = built("slider_crank")
    assert reason in bo.methods.why_unsupported(linkage.mechanism, formulation, solver)
    with pytest.raises(bo.errors.UnsupportedError, match=f"{reason}.*able to serve it: .*composite-bodies"):
        bo.forward_dynamics(linkage.mechanism, *linkage.start(), formulation=formulation, solver=solver)
