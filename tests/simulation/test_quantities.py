"""Quantities by name: the same numbers in tables, plots, pages and studies as from the functions that give them."""

import copy
import dataclasses

import numpy as np
import pandas as pd
import pytest
from helpers.balance import value
from scipy.spatial.transform import Rotation

import bough as bo
from bough.simulation.results.quantities import named, number_named
from bough.simulation.results.quantity import Vector, columns_of
from bough.simulation.results.states import States


def arm():
    """Names with dots and spaces, a joint with a name of its own, quaternions, a driven joint, forces."""
    link = bo.Inertia.rod(0.4, mass=2.0, radius=0.03, center=(0, 0, -0.2))
    mechanism = bo.Mechanism("arm")
    mechanism.add_body("turret", "ground", bo.Driven(bo.Revolute((0, 0, 1)), "0.3*t**2"), at=(0, 0, 1), inertia=link)
    mechanism.add_body("upper.arm", "turret", bo.Ball(), inertia=link)
    mechanism.add_body(
        "fore arm", "upper.arm", bo.Revolute((0, 1, 0)), at=(0, 0, -0.4), inertia=link, joint_name="elbow"
    )
    mechanism.add_force("tendon", bo.SpringDamper("fore arm", at=(0, 0, -0.3), other_at=(1, 0, 1), stiffness=40.0))
    mechanism.add_force("brake", bo.JointDamper("upper.arm", 0.2))
    mechanism.add_force("elbow", bo.Motor("elbow", "2*sin(t)"))
    return mechanism


@pytest.fixture(scope="module", autouse=True)
def own_code():
    """Code of the mechanism's own takes less time to make than kernels for all mechanisms."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOUGH_CODE", "auto")
        yield


@pytest.fixture(scope="module")
def run():
    mechanism = arm()
    u0 = {"upper.arm": [0.3, -0.5, 1.0], "elbow": 2.0}
    return bo.simulate(mechanism, 1.0, every=0.1, u0=u0, integrator="rk4", step=0.01)


def same(run, name, expected):
    np.testing.assert_allclose(value(run, name), expected, rtol=1e-13, atol=1e-13)


def test_names_give_what_functions_give(run):
    mechanism, q, u, t = run.mechanism, run.q.values, run.u.values, run.time.values
    poses, twists = bo.body_poses(mechanism, q, time=t), bo.body_twists(mechanism, q, u, time=t)
    u_dot = bo.forward_dynamics(mechanism, q, u, time=t)
    same(run, "elbow", run["elbow"])
    same(run, "fore arm.q", run["elbow"])
    same(run, "q.fore arm", run["elbow"])
    same(run, "elbow.u", u[:, 3])
    same(run, "upper.arm.wx.u_dot", u_dot[:, 0])
    same(run, "u_dot.upper.arm.wx", u_dot[:, 0])
    same(run, "upper.arm.wx", u[:, 0])
    same(run, "turret", 0.3 * t**2)
    same(run, "drive.turret.rate", 0.6 * t)
    same(run, "turret.drive.force", run.drives().force[:, 0])
    same(run, "drive.turret.power", run.drives().power[:, 0])
    same(run, "fore arm.position", poses[:, 2, :3, 3])
    same(run, "elbow.position.z", poses[:, 2, 2, 3])
    same(run, "point:fore arm(0.1, 0, -1.2).x", (poses[:, 2] @ [0.1, 0.0, -1.2, 1.0])[:, 0])
    same(run, "position.fore arm(0.1, 0, -1.2)", (poses[:, 2] @ [0.1, 0.0, -1.2, 1.0])[:, :3])
    spin = np.einsum("tij,tj->ti", poses[:, 1, :3, :3], twists[:, 1, 3:])
    same(run, "upper.arm.spin", spin)
    same(run, "spin.upper.arm in body", twists[:, 1, 3:])
    same(run, "|upper.arm.spin in body|", np.linalg.norm(spin, axis=1))
    for kind in ("reaction", "bearing"):
        force = run.reactions("upper.arm")["force" if kind == "reaction" else "bearing_force"]
        same(run, f"{kind}.upper.arm.force", force)
        same(run, f"upper.arm.{kind}.force.y", force[:, 1])
        turned = np.einsum("tij,tj->ti", poses[:, 1, :3, :3], force)
        same(run, f"upper.arm.{kind}.force in ground", turned)
        same(run, f"{kind}.upper.arm.force.y in ground", turned[:, 1])
    energy, momentum = run.energy(), run.momentum()
    for name in ("kinetic", "potential", "total", "work", "drift"):
        same(run, f"energy.{name}", energy[name])
    for name in ("linear", "angular", "center"):
        same(run, f"momentum.{name}", momentum[name])
    powers = bo.dynamics.force_powers(mechanism, q, u, time=t)
    same(run, "power.tendon", powers[:, 0])
    same(run, "elbow.power", powers[:, 2])  # (of the force: a joint has none)
    same(run, "elbow.force", 2 * np.sin(t))
    same(run, "brake.force.wz", -0.2 * u[:, 2])


def test_velocities_and_accelerations_are_rates_of_positions(run):
    """Central differences over states a little earlier and later, of a point on the driven arm."""
    mechanism, (q, u, t), h = run.mechanism, (run.q.values, run.u.values, run.time.values), 1e-5
    rates = bo.kinematics.coordinate_rates(mechanism, q, u, time=t), bo.forward_dynamics(mechanism, q, u, time=t), 1.0
    states = [States(mechanism, mechanism.normalised(q + s * rates[0]), u + s * rates[1], t + s) for s in (0.0, -h, h)]
    for name, rate in (
        ("point:fore arm(0.1, 0.2, -0.3)", "point:fore arm(0.1, 0.2, -0.3).velocity"),
        ("velocity.fore arm(0.1, 0.2, -0.3)", "fore arm(0.1, 0.2, -0.3).acceleration"),
        ("elbow.spin", "spin_rate.elbow"),
        ("tendon.length", "tendon.rate"),
    ):
        (value_of,), (rate_of,) = named(mechanism, name), named(mechanism, rate)
        _, before, after = map(value_of.read, states)
        found = rate_of.read(states[0])
        np.testing.assert_allclose(found, (after - before) / (2 * h), rtol=0, atol=1e-7 * np.abs(found).max())


def test_angles_give_the_rotation_back(run):
    turns = run.poses().rotation
    for body in ("upper.arm", "fore arm"):
        angles = np.stack([value(run, f"{body}.{angle}") for angle in ("yaw", "pitch", "roll")], -1)
        np.testing.assert_allclose(
            Rotation.from_euler("ZYX", angles).as_matrix(), turns.sel(body=body), rtol=0, atol=1e-14
        )
    table = run.to_dataframe("upper.arm", angles=True)
    assert list(table) == ["q.upper.arm.roll", "q.upper.arm.pitch", "q.upper.arm.yaw"]
    by_quaternion = Rotation.from_quat(run.q.values[:, :4], scalar_first=True)
    again = Rotation.from_euler("ZYX", table.to_numpy()[:, ::-1])
    np.testing.assert_allclose(again.as_matrix(), by_quaternion.as_matrix(), rtol=0, atol=1e-14)
    whole = run.to_dataframe(angles=True)
    assert [name for name in whole if name.startswith("q.")] == [*table, "q.elbow"]


def test_angles_at_their_lock_and_over_whole_turns():
    mechanism = bo.Mechanism("plane")
    mechanism.add_body("plane", "ground", bo.Free(), inertia=bo.Inertia.box((1, 1, 0.2), 1.0))
    turn = Rotation.from_euler("ZYX", [0.0, np.pi / 2, 0.4]).as_quat(scalar_first=True)
    standing = States(mechanism, np.array([[0, 0, 0, *turn]]), np.zeros((1, 6)), np.zeros(1))
    roll, pitch, yaw = (
        number_named(mechanism, f"plane.{angle}").read(standing)[0] for angle in ("roll", "pitch", "yaw")
    )
    np.testing.assert_allclose((roll, pitch, yaw), (0.4, np.pi / 2, 0.0), atol=1e-7)
    t = np.linspace(0.0, 1.0, 41)
    q = np.zeros((41, 7))
    q[:, 3:] = Rotation.from_euler("z", 20.0 * t[:, None]).as_quat(scalar_first=True)
    spinning = bo.Trajectory(mechanism, t, q, np.zeros((41, 6)))
    np.testing.assert_allclose(value(spinning, "plane.yaw"), 20.0 * t, atol=1e-12)
    np.testing.assert_allclose(value(spinning, "q.plane.yaw"), 20.0 * t, atol=1e-12)


def test_angles_go_on_where_a_body_pitches_over():
    """A tilted wheel rolls over and over: pitch and the rotation as a whole are those that it was made by."""
    mechanism = bo.Mechanism("wheel")
    mechanism.add_body("wheel", "ground", bo.Ball(), inertia=bo.Inertia.box((1, 1, 0.2), 1.0))
    t = np.linspace(0.0, 1.0, 101)
    made = np.stack((0.3 + 0.2 * t, 0.1 + 20.0 * t, np.full(101, -0.4)), -1)  # yaw, pitch, roll
    turns = Rotation.from_euler("ZYX", made)
    both = bo.Trajectory(mechanism, t, np.stack([turns.as_quat(scalar_first=True)] * 2), np.zeros((2, 101, 3)))
    for run, expected in ((both, np.stack([made] * 2)), (both.select(0), made)):
        for name in ("wheel", "q.wheel"):
            found = np.stack([value(run, f"{name}.{angle}") for angle in ("yaw", "pitch", "roll")], -1)
            np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_everything_listed_can_be_exported_and_plotted(run):
    known = run.quantities()
    assert set(known) < set(bo.quantities(run.mechanism))  # (momenta and joint forces are not in this run)
    for name, unit in known.items():
        (found,) = named(run.mechanism, name)
        assert (found.name, found.units) == (name, unit)
    table = run.to_dataframe(list(known))
    assert np.isfinite(table.to_numpy()).all()
    assert table.shape[1] == sum(3 if isinstance(named(run.mechanism, name)[0], Vector) else 1 for name in known)
    assert table.attrs["units"] == {
        "time": "s",
        **{one.name: one.units for name in known for one in columns_of(named(run.mechanism, name))},
    }
    titles = [axis.get_title(loc="left") for axis in run.plot(list(known)).axes]
    assert len([title for title in titles if title]) == len(set(known.values()))


def test_tables_in_files_hold_the_same(run, tmp_path):
    names = ["elbow", "fore arm.reaction.force", "tendon.force", "point:fore arm(0, 0, -0.3)"]
    table = run.to_dataframe(names, axes="ground")
    assert list(table)[:2] == ["elbow", "fore arm.reaction.force.x"]
    run.to_csv(tmp_path / "run.csv", names, axes="ground")
    run.to_parquet(tmp_path / "run.parquet", names, axes="ground")
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "run.csv", index_col="time"), table, check_exact=True)
    stored = pd.read_parquet(tmp_path / "run.parquet")
    pd.testing.assert_frame_equal(stored, table, check_exact=True)
    assert stored.attrs["units"]["tendon.force"] == "N"
    run.to_csv(tmp_path / "units.csv", names[:1], units=True)
    assert (tmp_path / "units.csv").read_text().splitlines()[0] == "time [s],elbow [rad]"
    np.testing.assert_array_equal(run["tendon.force"], table["tendon.force"])
    assert run["point:fore arm"].dims == ("time", "axis")


def test_tables_at_other_times():
    """Of a load on a spring: states by cubics, and a work that is known in closed form."""
    mechanism = bo.Mechanism("spring")
    mechanism.add_body("load", "ground", bo.Prismatic((0, 0, 1)), inertia=bo.Inertia.sphere(0.1, 2.0))
    mechanism.add_force("spring", bo.JointSpring("load", stiffness=50.0, rest=9.81 * 2 / 50))
    run = bo.simulate(mechanism, 1.0, q0={"load": 0.1}, every=0.01, rtol=1e-10, atol=1e-12)
    table = run.to_dataframe(["load", "spring.force", "spring.work"], every=0.125)
    t = table.index.to_numpy()
    np.testing.assert_allclose(t, np.arange(9) / 8, rtol=0, atol=1e-15)
    z = 0.1 * np.cos(5 * t)
    np.testing.assert_allclose(table["load"], z, atol=1e-8)
    force = -50.0 * (z - 0.3924)
    np.testing.assert_allclose(table["spring.force"], force, atol=1e-6)
    stored = 25.0 * (z - 0.3924) ** 2
    np.testing.assert_allclose(table["spring.work"], stored[0] - stored, atol=1e-6)
    later = bo.simulate(mechanism, 1.0, start=3.0, every=0.1).to_dataframe(["load"], every=0.25)
    np.testing.assert_allclose(later.index.to_numpy(), 3.0 + np.arange(5) / 4, rtol=0, atol=1e-14)
    picked = run.to_dataframe("load", times=[0.125, 0.5])
    np.testing.assert_array_equal(picked["load"], table["load"].loc[[0.125, 0.5]])
    assert run.to_dataframe("load", times=0.5).shape == (1, 1)


def test_batches_keep_their_runs_apart_and_end_where_they_end():
    pendulum = bo.pendulum()
    q, u = (x.reshape(2, 4, -1) for x in bo.models.random_state(pendulum, states=8))
    q[0, 2:], u[0, 2:] = np.nan, np.nan
    both = bo.Trajectory(pendulum, np.arange(4.0), q, u)
    name = pendulum.body_names[-1]
    for names in ([f"{name}.reaction.force"], [f"{name}.position", "energy.total"]):
        table = both.to_dataframe(names)
        assert list(table.index) == [(0, 0.0), (0, 1.0), (1, 0.0), (1, 1.0), (1, 2.0), (1, 3.0)]
        for run in (0, 1):
            single = both.select(run).to_dataframe(names)
            pd.testing.assert_frame_equal(table.loc[run], single, rtol=1e-12, atol=1e-12)
        whole = both[names[0]]
        assert whole.dims == ("run", "time", "axis")
        assert np.isnan(whole[0, 2:]).all()
    assert len(both.to_dataframe([name], every=0.5, angles=True)) == 3 + 7
    variants = bo.Trajectory(pendulum, np.arange(4.0), q, u, variants=[pendulum, bo.pendulum()])
    reaction = f"{name}.reaction.force"
    pd.testing.assert_frame_equal(variants.to_dataframe([reaction]), both.to_dataframe([reaction]), rtol=1e-12)
    assert [axis.get_ylabel() for axis in both.plot([name, reaction]).axes] == ["rad", "N"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("elbwo", "did you mean 'elbow'?"),
        ("fore arm.reactoin.force.z", "did you mean 'fore arm.reaction.force'?"),
        ("reaction.for arm.force", "no body 'for arm': did you mean 'fore arm'?"),
        ("tendon", "'tendon' is a force; name what of it: 'tendon.force', 'tendon.length'"),
        ("tendon.penetration", "'tendon' is a SpringDamper and has no 'penetration'; it has 'tendon.force'"),
        ("tendon.force.z", "'tendon.force' has no 'z': write 'tendon.force'."),
        ("fore arm.position.w", "'fore arm.position' has no 'w'"),
        ("point:hand", "no body or point 'hand' in 'arm'"),
        ("point:fore arm(1, 2)", "the point (1, 2) must be three numbers"),
        ("tau.elbow", "has no joint forces"),
        ("drive.elbow.force", "no driven joint 'elbow'"),
        ("loop.pin.force", "there is no loop in the mechanism"),
        (3, "a quantity has a name such as 'tendon.force', and 3 is none"),
    ],
)
def test_what_is_not_there_gets_one_sentence(run, name, words):
    with pytest.raises(bo.errors.StateError) as told:
        run.to_dataframe([name])
    assert words in str(told.value)
    assert "\n" not in str(told.value)
    assert str(told.value)[-1] in ".?"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"axes": "world"}, "axes must be 'ground' or 'body', not 'world'."),
        ({"every": 0.0}, "every must be positive"),
        ({"every": 1e-12}, "rows; give a longer time"),
        ({"times": [0.5, 1.5]}, "the motion runs from 0 s to 1 s"),
        ({"times": [0.5], "every": 0.1}, "give one of them"),
        ({"names": 7}, "names must be those of quantities"),
    ],
)
def test_wrong_wishes_get_one_sentence(run, given, words):
    with pytest.raises(bo.errors.StateError) as told:
        run.to_dataframe(**given)
    assert words in str(told.value)


def test_plots_by_name_have_a_panel_for_each_unit(run):
    figure = run.plot(["elbow", "tendon.force", "fore arm.reaction.force", "turret"])
    assert [axis.get_ylabel() for axis in figure.axes] == ["rad", "N"]
    force = {line.get_label(): line.get_ydata() for line in figure.axes[1].get_lines()}
    np.testing.assert_array_equal(force["tendon.force"], run["tendon.force"])
    np.testing.assert_array_equal(force["fore arm.reaction.force.y"], run.reactions("fore arm").force[:, 1])
    assert len(run.plot("tendon.force").axes) == 1
    with pytest.raises(bo.errors.StateError, match="no plot 'energi': did you mean 'energy'"):
        run.plot("energi")
    with pytest.raises(bo.errors.StateError, match="there is nothing to draw"):
        run.plot([])


def test_pages_plot_the_same_names(run):
    from bough.simulation.view.document import document_of_runs
    from bough.simulation.view.options import Options

    plots = [["tendon.force", "fore arm.reaction.force"], ["energy.total", "coordinates.elbow"]]
    found = document_of_runs({"": run}, options=Options(plots=plots)).data
    series = found["runs"][0]["series"]
    shown = [[series[n]["name"] for _, n in plot] for plot in found["plots"]]
    axes = [f"fore arm.reaction.force.{axis}" for axis in "xyz"]
    assert sorted(shown[0]) == sorted(["tendon.force", *axes])
    assert sorted(shown[1]) == ["elbow", "total"]
    with pytest.raises(bo.errors.StateError, match=r"did you mean 'tendon\.force'"):
        document_of_runs({"": run}, options=Options(plots=[["tendon.forec"]]))


def test_rest_and_mechanisms_that_cannot_move():
    shelf = bo.Mechanism("shelf")
    shelf.add_body("board", "ground", bo.Fixed(), at=(1, 0, 0), inertia=bo.Inertia.box((1, 0.3, 0.02), 2.0))
    still = bo.Trajectory(shelf, [0.0, 1.0], np.empty((2, 0)), np.empty((2, 0)))
    table = still.to_dataframe(["board.position", "ground.force", "ground.moment", "ground.reaction.force.z"])
    weight = 2.0 * 9.81
    expected = [1, 0, 0, 0, 0, -weight, 0, weight, 0, weight]
    np.testing.assert_allclose(table.to_numpy(), [expected, expected], atol=1e-12)
    assert set(still.quantities()) >= {"board.reaction.force", "energy.total"}
    assert still.to_dataframe().shape == (2, 0)
    assert still.forces().sizes == {}
    with pytest.raises(bo.errors.StateError, match="has no forces of its own"):
        still.forces("spring")


@pytest.mark.slow
def test_studies_keep_the_same_names():
    """Kept numbers equal those of single runs, also where the numbers of a force itself vary."""
    mechanism = bo.chain(2)
    spring = bo.SpringDamper("link2", at=(0, 0, -0.5), other_at=(0.5, 0, 0), stiffness=20.0)
    mechanism.add_force("tendon", spring)
    how = {"duration": 0.2, "every": 0.05, "q0": {"link1": 0.5}, "integrator": "rk4", "step": 0.01}
    keep = {
        "pull": "max tendon.force",
        "long": "end tendon.length",
        "up": "max |link2.acceleration|",
        "load": "min ground.force.z",
    }
    vary = {"tendon.stiffness": [20.0, 40.0], "tendon.at.z": [-0.5, -0.3]}
    found = bo.Study(mechanism, vary, how, keep).run().dataset
    assert found["pull"].units == found["load"].units == "N"
    for k in range(found.sizes["variant"]):
        stiffness, z = (float(found[name][k]) for name in vary)
        other = copy.copy(mechanism)
        other.replace_force("tendon", dataclasses.replace(spring, stiffness=stiffness, at=(0, 0, z)))
        alone = bo.simulate(other, **how)
        tendon = alone.forces("tendon")
        expected = (
            tendon.force.max(), tendon.length[-1],
            np.linalg.norm(value(alone, "link2.acceleration"), axis=1).max(), value(alone, "ground.force.z").min(),
        )  # fmt: skip
        np.testing.assert_allclose([float(found[name][k]) for name in keep], expected, rtol=1e-9)
    with pytest.raises(bo.errors.StateError, match="follows from a whole run"):
        bo.Study(mechanism, vary, how, {"a": "end tendon.work"})
