"""Loops that cut a body: the motion and the forces are those of loops that cut their joint, by other equations."""

from functools import cache

import numpy as np
import pytest
from helpers import linkages
from helpers.conditions import EPS
from helpers.forms import FORMS

import bough as bo
from bough.api.loop_forces import loop_forces

FORM = {"formulation": "composite-bodies", "solver": "udu"}
FINE = {**FORM, "rtol": 1e-11, "atol": 1e-13}
LINKAGES = {**linkages.BUILDERS, "slider_crank, cut elsewhere": lambda: linkages.slider_crank("universal")}
every_linkage = pytest.mark.parametrize("name", LINKAGES)


@cache
def built(name):
    """A linkage, the mechanism whose bodies are cut, and its start, of which only the tree's part is given."""
    linkage = LINKAGES[name]()
    cut = linkages.cut_bodies(linkage.mechanism)
    q = bo.assemble(cut)
    return linkage, cut, q, bo.kinematics.consistent_velocities(cut, q, cut.u0)


@cache
def motions(name):
    """Of both, from what the tree's part says, at some times."""
    linkage, cut, _, _ = built(name)
    times = np.linspace(0.0, 0.02 if name == "squeezer" else 0.4, 9)
    return tuple(bo.simulate(m, times=times, **FINE) for m in (linkage.mechanism, cut))


def disagreement(mechanism, q, size):
    """What rounding makes of the condition of the mass matrix, scaled to a diagonal of ones, and of the loops' rows."""
    mass = bo.mass_matrix(mechanism, q)
    scale = np.sqrt(np.diag(mass))
    return 1e3 * EPS * np.linalg.cond(mass / np.outer(scale, scale)) ** 2 * size


# --- the same equations -----------------------------------------------------------------------------------------------


@every_linkage
def test_both_cuts_give_the_same_accelerations_and_forces(name):
    linkage, cut, q, u = built(name)
    mechanism, (known_q, known_u) = linkage.mechanism, linkage.start()
    assert q[: mechanism.n_q] == pytest.approx(known_q, rel=0, abs=1e-11)
    assert u[: mechanism.n] == pytest.approx(known_u, rel=0, abs=1e-9)
    found, expected = bo.forward_dynamics(cut, q, u, **FORM), bo.forward_dynamics(mechanism, known_q, known_u, **FORM)
    size = max(1.0, np.abs(expected).max())
    assert found[: mechanism.n] == pytest.approx(expected, rel=0, abs=disagreement(cut, q, size))
    one, other = loop_forces(cut, q, u, found), loop_forces(mechanism, known_q, known_u, expected)
    assert one.wrenches == pytest.approx(other.wrenches, rel=0, abs=1e-11 * np.abs(other.wrenches).max())
    assert np.array_equal(one.unique, other.unique)


@every_linkage
def test_both_cuts_leave_the_same_freedom(name):
    linkage, cut, q, _ = built(name)
    mechanism = linkage.mechanism
    one, other = bo.kinematics.mobility(cut, q), bo.kinematics.mobility(mechanism, linkage.start()[0])
    assert one.dofs == other.dofs == mechanism.n - linkage.rank
    assert one.constraints == 6 * len(mechanism.loops)
    assert len(one.redundant) == len(other.redundant)


@every_linkage
def test_both_cuts_give_the_same_motion_and_reactions(name):
    linkage = built(name)[0]
    mechanism = linkage.mechanism
    one, other = motions(name)
    assert other.q.values[:, : mechanism.n_q] == pytest.approx(one.q.values, rel=0, abs=1e-9)
    speed = max(1.0, np.abs(one.u.values).max())
    assert other.u.values[:, : mechanism.n] == pytest.approx(one.u.values, rel=0, abs=1e-9 * speed)
    assert float(other.closure().gap.max()) < 1e-12
    for kind in ("loop_reactions", "reactions"):
        found, expected = getattr(other, kind)(), getattr(one, kind)()
        for part in expected:
            size = max(1.0, np.abs(expected[part].values).max())
            assert found[part].values == pytest.approx(expected[part].values, rel=0, abs=1e-9 * size)
    for part in ("kinetic", "potential"):
        size = max(1.0, np.abs(one.energy()[part].values).max())
        assert other.energy()[part].values == pytest.approx(one.energy()[part].values, rel=0, abs=1e-9 * size)


@every_linkage
def test_coordinates_of_parts_are_those_that_the_other_cut_measures(name):
    one, other = motions(name)
    measured = one.loop_motion()
    for k, coordinate in enumerate(measured.coordinate.values.tolist()):
        found, expected = other.q.sel(coordinate=coordinate).values, measured.q.values[:, k]
        if measured.q_units.values[k] == "rad":
            expected = expected + found[0] - expected[0]
        assert found == pytest.approx(expected, rel=0, abs=1e-9)
    for k, velocity in enumerate(measured.velocity.values.tolist()):
        found, expected = other.u.sel(velocity=velocity).values, measured.u.values[:, k]
        assert found == pytest.approx(expected, rel=0, abs=1e-9 * max(1.0, np.abs(expected).max()))
    again = other.loop_motion()
    assert np.array_equal(again.q.values, other.q.sel(coordinate=again.coordinate.values).values)
    assert again.u.values == pytest.approx(
        measured.u.values, rel=0, abs=1e-9 * max(1.0, np.abs(measured.u.values).max())
    )


@pytest.mark.slow
@every_linkage
@pytest.mark.parametrize(("formulation", "solver"), FORMS)
def test_a_form_that_closes_loops_takes_either_cut(name, formulation, solver):
    linkage, cut, q, u = built(name)
    reasons = [bo.methods.why_unsupported(m, formulation, solver) for m in (linkage.mechanism, cut)]
    assert [reason is None for reason in reasons] == [reasons[0] is None] * 2
    if reasons[0] is None:
        expected = bo.forward_dynamics(cut, q, u, **FORM)
        found = bo.forward_dynamics(cut, q, u, formulation=formulation, solver=solver)
        bound = disagreement(cut, q, max(1.0, np.abs(expected).max()))
        assert found == pytest.approx(expected, rel=0, abs=bound)


def test_a_weld_may_be_cut_too():
    """Two wheels on one axle, welded to each other: the part that is cut off becomes part of the other wheel."""
    found = []
    for cut in ("joint", "body"):
        mechanism = bo.Mechanism()
        for k, name in enumerate(("left", "right")):
            wheel = bo.Inertia(1.0 + k, (0.1 * k, 0, 0.2), (0.3, 0.2, 0.3))
            mechanism.add_body(name, "ground", bo.Revolute((0, 1, 0)), at=(0, k, 0), inertia=wheel)
        mechanism.add_loop("axle", "left", "right", bo.Fixed(), at=(0, 1, 0), cut=cut)
        assert mechanism.q_names == ("left", "right")
        poses = bo.body_poses(mechanism, (0.3, 0.3))
        found.append((poses, *bo.forward_dynamics(mechanism, (0.3, 0.3), (2.0, 2.0), reactions=True, **FORM)))
    for one, other in zip(*found, strict=True):
        assert one == pytest.approx(other, rel=1e-12, abs=1e-12)


# --- what the user sees -----------------------------------------------------------------------------------------------


def test_parts_are_no_bodies_and_share_the_inertia():
    linkage, cut, q, u = built("stewart")
    mechanism, (tree_q, tree_u) = linkage.mechanism, linkage.start()
    assert (cut.body_names, cut.mass) == (mechanism.body_names, mechanism.mass)
    assert cut.q_names[: mechanism.n_q] == mechanism.q_names
    assert cut.q_names[mechanism.n_q :][:4] == ("ball1.w", "ball1.x", "ball1.y", "ball1.z")
    assert bo.body_poses(cut, q) == pytest.approx(bo.body_poses(mechanism, tree_q), abs=1e-12)
    assert bo.body_twists(cut, q, u) == pytest.approx(bo.body_twists(mechanism, tree_q, tree_u), abs=1e-12)
    # seven parts in all, each with a seventh of the platform
    parts = [part for part in cut.parts if part.name == "platform" or part.name in cut.loops]
    assert [part.inertia.mass for part in parts] == pytest.approx([12.0 / 7] * 7)
    moving = u + bo.kinematics.consistent_velocities(cut, q, {"platform": (0.1, 0.2, 0.3, 1.0, -2.0, 0.5)})
    energy = bo.kinetic_energy(mechanism, tree_q, moving[: mechanism.n])
    assert bo.kinetic_energy(cut, q, moving) == pytest.approx(energy, rel=1e-12)
    with pytest.raises(bo.errors.MechanismError, match="no body 'ball1'"):
        cut.body("ball1")


def test_wrenches_act_on_the_whole_body():
    linkage, cut, q, u = built("slider_crank")
    wrenches = np.random.default_rng(0).standard_normal((3, 6))
    found, reactions = bo.forward_dynamics(cut, q, u, wrenches=wrenches, reactions=True, **FORM)
    expected = bo.forward_dynamics(linkage.mechanism, *linkage.start(), wrenches=wrenches, reactions=True, **FORM)
    assert found[:4] == pytest.approx(expected[0], rel=1e-11)
    assert reactions == pytest.approx(expected[1], rel=0, abs=1e-11 * np.abs(expected[1]).max())


@pytest.mark.parametrize(("name", "drive"), [("bricard", "last"), ("bricard", "rod2"), ("squeezer", "E-K3")])
def test_joint_forces_on_a_part_lead_the_motion(name, drive):
    """Of a linkage with one degree of freedom: its inverse dynamics gives the force back, and its power is what it gives."""
    _, cut, q, _ = built(name)
    (at,) = cut.u_places[drive]
    moved = bo.kinematics.consistent_velocities(cut, q, {next(iter(cut.u_names)): 1.0})
    tau = np.zeros(cut.n)
    tau[at] = 0.3
    u_dot, reactions = bo.forward_dynamics(cut, q, moved, tau, reactions=True, **FORM)
    assert bo.inverse_dynamics(cut, q, moved, u_dot, drives=drive) == pytest.approx(tau, rel=0, abs=1e-9)
    found = bo.dynamics.kinetostatics(cut, q, moved, u_dot, drives=[drive])
    assert found.drives == pytest.approx(tau, rel=0, abs=1e-9)
    assert found.reactions == pytest.approx(reactions, rel=0, abs=1e-9 * np.abs(reactions).max())
    # the same motion by a force on a joint of the tree has the same power
    other = bo.inverse_dynamics(cut, q, moved, u_dot, drives=cut.u_names[:1])
    assert other[0] * moved[0] == pytest.approx(0.3 * moved[at], rel=1e-9)


def test_the_matrices_have_the_parts_too():
    _, cut, q, u = built("slider_crank")
    m = bo.dynamics.matrices(cut, q, u, wrenches=np.ones((3, 6)))
    assert m.labels("M")[0][-6:] == tuple(f"ball.{x}" for x in ("vx", "vy", "vz", "wx", "wy", "wz"))
    assert bo.mass_matrix(cut, q) == pytest.approx(m.B.T @ m.M @ m.B, rel=1e-12, abs=1e-15)
    assert m.F[-6:-3] @ m.F[-6:-3] == pytest.approx((0.25 * 9.81) ** 2)  # half of the rod's weight, and no wrench


def test_files_and_fingerprints_tell_the_cuts_apart(tmp_path):
    linkage, cut, q, u = built("slider_crank")
    assert bo.models.fingerprint(cut) != bo.models.fingerprint(linkage.mechanism)
    cut.save(tmp_path / "cut.toml")
    read = bo.load(tmp_path / "cut.toml")
    assert bo.models.fingerprint(read) == bo.models.fingerprint(cut)
    assert read.q_names == cut.q_names
    assert np.array_equal(bo.forward_dynamics(read, q, u, **FORM), bo.forward_dynamics(cut, q, u, **FORM))
    run = bo.simulate(read, 0.01, **FORM)
    run.save(tmp_path / "run.nc")
    assert bo.Trajectory.load(tmp_path / "run.nc").mechanism.loops["ball"].cut == "body"


def test_a_check_counts_and_measures():
    linkage, *_ = built("bricard")
    text = " ".join(str(bo.check(linkages.cut_bodies(linkage.mechanism))).split())
    assert "cuts the body" in text
    assert "1 degree of freedom at the start: 6 as a tree, less 6 constraints, 5 of them independent" in text


# --- starts -----------------------------------------------------------------------------------------------------------


def test_what_is_not_named_of_a_part_is_measured():
    """By assemble from names and from a vector, and by simulate; what is named or held stays."""
    linkage, cut, q, u = built("slider_crank")
    ball = list(cut.q_places["ball"])
    assert bo.assemble(cut, cut.coordinates(linkage.q0), hold=("crank", "slider", "rod")) == pytest.approx(q, abs=1e-12)
    start = bo.simulate(cut, 1e-3, q0=linkage.q0, u0=linkage.u0, **FORM)
    assert start.q.values[0] == pytest.approx(q, abs=1e-12)
    assert start.u.values[0] == pytest.approx(u, abs=1e-12)
    with pytest.raises(bo.errors.StateError, match=r"'ball' .* is open by .* at the start; give q0=bough.assemble"):
        bo.simulate(cut, 1e-3, q0=linkage.q0 | {"ball": (1.0, 0.0, 0.0, 0.0)}, **FORM)
    turned = bo.assemble(cut, {"crank": 0.4, "ball": q[ball]}, hold=("ball",))
    assert turned[ball] == pytest.approx(q[ball], abs=1e-15)
    assert np.abs(turned - q).max() < 1e-9  # (one degree of freedom: nothing is left to move)
    many = bo.simulate(cut, 1e-3, q0=linkage.q0, u0={**linkage.u0, "crank": [6.0, 6.0]}, **FORM)
    assert many.u.values[1, 0] == pytest.approx(u, abs=1e-12)


def test_what_is_measured_of_a_part_is_that_of_its_own_loop():
    """Behind another loop, which cuts its joint and has another angle there."""
    two = bo.Mechanism("two four-bars")
    for k, cut in enumerate(("joint", "body")):
        for name, parent, x in (("crank", "ground", 0.0), ("coupler", f"crank{k}", 0.2), ("rocker", "ground", 0.5)):
            place = (x, float(k), 0.0) if parent == "ground" else (x, 0.0, 0.0)
            two.add_body(
                f"{name}{k}", parent, bo.Revolute((0, 1, 0)), place, inertia=bo.Inertia.point(1.0, (0.2, 0, 0))
            )
        ends = {"at": (0.5, 0, 0), "other_at": (0.4, 0, 0)}
        two.add_loop(f"pin{k}", f"coupler{k}", f"rocker{k}", bo.Revolute((0, 1, 0)), **ends, cut=cut)
    q = bo.assemble(two, {"crank0": -1.0, "crank1": -0.3, "rocker0": -1.5, "rocker1": -1.5}, hold=["crank0", "crank1"])
    tree = {name: x for name, x in zip(two.q_names, q, strict=True) if name != "pin1"}
    run = bo.simulate(two, 0.01, q0=tree, every=0.01)
    np.testing.assert_allclose(run.q.values[0], q, rtol=0, atol=1e-9)


def test_what_is_held_but_not_named_of_a_part_stays_where_coordinates_start():
    mechanism = bo.Mechanism()
    mechanism.add_body("arm", "ground", bo.Ball(), inertia=bo.Inertia.box((1, 2, 3), 1.0))
    mechanism.add_loop("tie", "arm", "ground", bo.Revolute((0, 0, 1)), cut="body")
    turned = {"arm": (np.cos(0.2), 0.0, 0.0, np.sin(0.2))}
    assert bo.assemble(mechanism, turned)[4] == pytest.approx(0.4, abs=1e-12)
    assert bo.assemble(mechanism, turned, hold="tie") == pytest.approx([1.0, 0.0, 0.0, 0.0, 0.0], abs=1e-12)
    assert bo.kinematics.consistent_velocities(mechanism, (1, 0, 0, 0, 0), {"arm.wz": 2.0}) == pytest.approx(
        [0, 0, 2.0, 2.0]
    )
    assert bo.kinematics.consistent_velocities(
        mechanism, (1, 0, 0, 0, 0), {"arm.wz": 2.0}, hold="tie"
    ) == pytest.approx(np.zeros(4), abs=1e-12)


def test_a_motion_of_many_turns_starts_again_where_it_ended():
    """A vector is taken as it is, whatever a measured angle would be."""
    _, cut, q, _ = built("bricard")
    later = q.copy()
    later[cut.q_names.index("last")] += 6 * np.pi
    assert bo.assemble(cut, later) == pytest.approx(later, abs=1e-12)


# --- bad input --------------------------------------------------------------------------------------------------------


def test_coordinates_of_a_loop_that_cuts_its_joint_cannot_be_given():
    linkage = built("slider_crank")[0]
    mechanism = linkage.mechanism
    with pytest.raises(
        bo.errors.StateError, match="the coordinate of the loop 'ball' is measured, not given; name a joint"
    ):
        bo.assemble(mechanism, {"ball": (1, 0, 0, 0)})
    with pytest.raises(bo.errors.StateError, match="the velocity of the loop 'ball' is measured"):
        mechanism.velocities({"ball": (0, 0, 0)})
    with pytest.raises(bo.errors.StateError, match=r"coordinates of the loop 'ball' are measured; see loop_motion\(\)"):
        motions("slider_crank")[0]["ball"]


def test_a_part_without_inertia_is_told():
    mechanism = bo.Mechanism()
    mechanism.add_body("arm", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.rod(1.0, 1.0, axis=(1, 0, 0)))
    mechanism.add_body("tip", "arm", bo.Revolute((0, 1, 0)), at=(1, 0, 0))
    mechanism.add_body("slide", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.sphere(0.1, 1.0))
    mechanism.add_loop("pin", "tip", "slide", bo.Revolute((0, 1, 0)), cut="body")
    with (
        pytest.warns(bo.BoughWarning, match="'composite-bodies' keeps no digits"),
        pytest.raises(bo.errors.SingularError, match="nothing with inertia resists 'pin'"),
    ):
        bo.forward_dynamics(mechanism, np.zeros(4), np.zeros(4), **FORM)


def test_velocities_of_a_cut_joint_are_measured_at_their_time():
    """Velocities that keep a loop closed stay what they are if all are given but those of its joint, whatever the rate of a drive was at t = 0."""
    machine, hinge, time = bo.Mechanism("five-bar"), bo.Revolute((0, 1, 0)), 0.7
    for name, parent, joint, at, length in (
        ("crank", "ground", bo.Driven(hinge, "2*t**2 - 1"), 0.0, 0.2),
        ("left", "crank", hinge, 0.2, 0.5),
        ("rocker", "ground", hinge, 0.6, 0.4),
        ("right", "rocker", hinge, 0.4, 0.3),
    ):
        bar = bo.Inertia.rod(length, mass=1.0, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))
        machine.add_body(name, parent, joint, at=(at, 0, 0), inertia=bar)
    machine.add_loop("pin", "left", "right", hinge, at=(0.5, 0, 0), other_at=(0.3, 0, 0), cut="body")
    q = bo.assemble(machine, {"left": -0.8, "rocker": -1.5, "right": -1.0}, time=time)
    u = bo.kinematics.consistent_velocities(machine, q, {"rocker": 0.9}, time=time)
    given = {name: x for name, x in zip(machine.u_names, u.tolist(), strict=True) if name != "pin"}
    assert len(given) < machine.n
    assert bo.kinematics.consistent_velocities(machine, q, given, time=time) == pytest.approx(u, rel=0, abs=1e-12)
