"""Profiles, integrals and splines in TOML and netCDF: the same pieces to the last bit."""

import numpy as np
import pytest
from scipy.interpolate import BSpline, CubicSpline, PPoly, make_interp_spline

import bough as bo
from bough.studies.vary.slots import slots_of, with_slots

TIMES = np.linspace(0.0, 2.0, 7)
VALUES = np.sin(3 * TIMES) / 7
MOTIONS = {
    "trapezoid": bo.motions.trapezoid(0.1, 1 / 3, speed=0.5, acceleration=1 / 7, deceleration=0.9, at=0.3),
    "s-curve": bo.motions.s_curve(0, -2 / 3, speed=0.5, acceleration=1.1, jerk=9.3),
    "stops": bo.motions.Profile((0, 1 / 3, 0.1), 0.7, 1.3, dwell=(0.3,), durations=(3.0, 4.0)),
    "velocity": bo.motions.Integral("3*cos(2*t)", 1 / 3),
    "velocity by a profile": bo.motions.Integral(bo.motions.trapezoid(0, 7, speed=3, acceleration=10), 0.1),
    "cubic spline": CubicSpline(TIMES, VALUES),
    "periodic": CubicSpline(TIMES, np.append(VALUES[:-1], VALUES[0]), bc_type="periodic"),
    "ended": CubicSpline(TIMES, VALUES, extrapolate=False),
    "b-spline": make_interp_spline(TIMES, VALUES, k=5),
    "polynomials": PPoly(np.array(((1 / 3, 0.2), (0.1, 1 / 7))), (0.0, 1.0, 2.0)),
    "integral of a spline": bo.motions.Integral(BSpline(np.arange(8.0), np.array((1.0, 1 / 3, 2.0, 0.1)), 3), -0.2),
}


def machine(motion):
    found = bo.Mechanism("machine")
    found.add_body("slide", joint=bo.Driven(bo.Prismatic("-x"), motion), inertia=bo.Inertia(1.0))
    found.add_body("arm", "slide", bo.Revolute("y"), inertia=bo.Inertia(1.0, (0.1, 0, 0)))
    return found


def pieces(mechanism):
    return [signal.over(0.0, 1.5).tobytes() for signal in mechanism.signals]


@pytest.mark.parametrize("name", MOTIONS)
def test_motions_in_toml_and_descriptions_are_the_same_to_the_last_bit(name, tmp_path):
    first = machine(MOTIONS[name])
    path = tmp_path / "machine.toml"
    first.save(path)
    for again in (bo.load(path), bo.models.from_dict(bo.models.to_dict(first))):
        assert bo.models.to_dict(again) == bo.models.to_dict(first)
        assert pieces(again) == pieces(first)
    again.save(tmp_path / "again.toml")
    assert (tmp_path / "again.toml").read_bytes() == path.read_bytes()


def test_motions_in_netcdf_are_the_same_to_the_last_bit(tmp_path, monkeypatch):
    monkeypatch.delenv("BOUGH_CODE", raising=False)
    many = bo.Mechanism("many")
    for name in ("s-curve", "velocity by a profile", "cubic spline", "b-spline"):
        many.add_body(name, joint=bo.Driven(bo.Prismatic("x"), MOTIONS[name]), inertia=bo.Inertia(1.0))
    run = bo.simulate(many, 1.0, every=0.5)
    run.save(tmp_path / "run.nc")
    again = bo.Trajectory.load(tmp_path / "run.nc").mechanism
    assert pieces(again) == pieces(many)
    assert bo.models.fingerprint(again) == bo.models.fingerprint(many)


def test_files_take_velocities_and_expressions(tmp_path):
    path = tmp_path / "machine.toml"
    path.write_text("""bough = 1
[bodies.crank]
inertia = { mass = 1, tensor = [1, 1, 1] }
[bodies.crank.joint]
type = "Driven"
joint = { type = "Revolute", axis = "-y" }
velocity = { type = "Profile", stops = [0, "30*deg"], speed = "2*pi", acceleration = 4 }
start = "90*deg"
[bodies.table]
inertia = { mass = 1, tensor = [1, 1, 1] }
[bodies.table.joint]
type = "Driven"
joint = { type = "Planar" }
velocity = { x = 1, y = "t", angle = 0 }
start = { x = 2, angle = "pi" }
""")
    found = bo.dynamics.driven_motion(bo.load(path), 2.0)
    quick = bo.motions.trapezoid(0, np.radians(30), speed=2 * np.pi, acceleration=4)
    # half a ramp of speed, then the speed itself
    turned = np.pi / 2 + np.radians(30) * (2.0 - quick.duration / 2)
    np.testing.assert_allclose(found.values, (turned, 2 + 2, 2, np.pi), rtol=1e-14)
    np.testing.assert_allclose(found.rates, (np.radians(30), 1, 2, 0), rtol=1e-13)


@pytest.mark.parametrize(
    ("lines", "at", "words"),
    [
        (("motion = { type = 'Profile', stops = [0, 1], speed = 0, acceleration = 1 }",), 6, ("speed", "positive")),
        (("motion = { type = 'Profile', stops = [0, 1], speed = 1 }",), 6, ("'acceleration' is missing",)),
        (("motion = { type = 'Profil', stops = [0, 1] }",), 6, ("Profil", "did you mean 'Profile'?")),
        (("velocity = '2*sinn(t)'",), 6, ("sinn", "did you mean 'sin'?")),
        (("velocity = 1", "start = 'far'"), 7, ("far",)),
        (("velocity = 1", "motion = 2"), 7, ("motion= or velocity=",)),
        ((), 3, ("motion= or velocity=",)),
    ],
)
def test_wrong_motions_in_files_are_told_with_their_line(lines, at, words, tmp_path):
    path = tmp_path / "wrong.toml"
    head = "bough = 1\n[bodies.one]\n[bodies.one.joint]\ntype = 'Driven'\njoint = 'Revolute'\n"
    path.write_text(head + "\n".join(lines))
    with pytest.raises(bo.errors.ModelError) as caught:
        bo.load(path)
    (finding,) = (one for one in caught.value.findings if one.severity == "error")
    assert finding.line == at, str(finding)
    assert all(word in finding.message for word in words), finding.message


def test_a_spline_of_several_numbers_drives_several_coordinates(tmp_path):
    """One of SciPy's with a column for each coordinate is a motion as it is, not a function of Python."""
    values = np.column_stack((np.sin(TIMES), np.cos(TIMES), TIMES))
    for spline in (CubicSpline(TIMES, values), make_interp_spline(TIMES, values)):
        table = bo.Mechanism("table")
        table.add_body("table", joint=bo.Driven(bo.Planar(), spline), inertia=bo.Inertia(1.0))
        found = bo.dynamics.driven_motion(table, 1.1)
        np.testing.assert_allclose(found.values, spline(1.1), rtol=1e-14)
        np.testing.assert_allclose(found.rates, spline(1.1, 1), rtol=1e-12)
        table.save(tmp_path / "table.toml")
        assert pieces(bo.load(tmp_path / "table.toml")) == pieces(table)


def test_numbers_of_profiles_vary_by_name():
    first = machine(bo.motions.Profile((0, 1, 2), 0.5, 1.0))
    slots = slots_of(first)
    assert {"slide.motion.speed", "slide.motion.stops.1"} <= set(slots)
    other = with_slots(first, {slots["slide.motion.speed"][0]: 0.25, slots["slide.motion.stops.2"][0]: 3.0})
    assert other.body("slide").joint.motion == bo.motions.Profile((0, 1, 3), 0.25, 1.0)
    spun = machine(bo.motions.Integral(2.0, 1.0))
    rate = slots_of(spun)["slide.motion.of"][0]
    assert with_slots(spun, {rate: 5.0}).body("slide").joint.motion == bo.motions.Integral(5.0, 1.0)
