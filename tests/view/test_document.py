"""What pages hold: read back by a decoder of its own, and held against the run and against laws."""

import json
import re
import zlib
from base64 import b64decode, b64encode
from hashlib import sha256
from html import unescape

import numpy as np
import pytest
from scipy.spatial.transform import Rotation, Slerp

import bough as bo
from bough.simulation.view.arrows import NOISE, without_noise
from bough.simulation.view.document import FINE, TURNS
from bough.simulation.view.frames import CLOSE, TURN
from bough.simulation.view.packing import Bytes
from bough.simulation.view.page import page
from bough.simulation.view.showing import document_of

EVIL = "</script><img src=x onerror=alert(1)><!--\u2028'\""


def unpacked(part, data):
    """The numbers of a part, by the rules of the format."""
    rows, columns = part["rows"], part["columns"]
    count = rows * columns
    raw = data[part["at"] : part["at"] + (8 if part["type"] == "f8" else 4) * count]
    if part["type"] != "ints":
        return np.frombuffer(raw, {"f4": "<f4", "f8": "<f8", "u4": "<u4"}[part["type"]]).reshape(rows, columns)
    planes = np.frombuffer(raw, np.uint8).reshape(4, columns, rows).astype(np.int64)
    stored = sum(planes[k] << (8 * k) for k in range(4))
    found = np.empty((columns, rows), np.int64)
    for c in range(columns):
        value = slope = 0
        for r in range(rows):
            if r == 0:
                value = int(stored[c, 0])
            else:
                slope += int(stored[c, r])
                value += slope
            found[c, r] = (value + 2**31) % 2**32 - 2**31
    steps = np.resize(part["step"], columns)
    return np.where(found.T == -(2**31), np.nan, found.T * steps)


def read(text):
    """(document, bytes) of a page."""
    scripts = dict(re.findall(r'<script type="[^"]*" id="(document|bytes)">(.*?)</script>', text, re.DOTALL))
    return json.loads(scripts["document"]), zlib.decompress(b64decode(scripts["bytes"]))


@pytest.fixture(scope="module")
def run():
    return bo.simulate(bo.chain(2), 1.0, every=0.02, q0={"link1": 1.0, "link2": -0.5}, integrator="dop853")


@pytest.fixture(scope="module")
def shown(run):
    return read(page(document_of(run)))


@pytest.mark.parametrize("rows", [1, 2, 3, 50])
def test_packed_numbers_come_back_to_half_a_step(rows):
    values = np.random.default_rng(rows).normal(size=(rows, 4)) * (1.0, 1e6, 1e-6, 1.0)
    values[0, 3], values[-1, 2] = np.nan, np.inf
    numbers, steps = Bytes(), [1e-3, 1e-300, 1e-9, 1e-3]
    numbers.ints(np.zeros((3, 1)), 1.0)
    part = numbers.ints(values, steps)
    found = unpacked(part, zlib.decompress(b64decode(numbers.packed())))
    used = np.array(part["step"])
    assert used[[0, 2, 3]].tolist() == [1e-3, 1e-9, 1e-3]
    assert used[1] <= np.nanmax(np.abs(values[:, 1])) / 2**29  # it grew, but no more than it must
    fine = np.isfinite(values)
    assert (np.isnan(found) == ~fine).all()
    assert (np.abs(found - values)[fine] <= (0.5 * (1 + 1e-6) * used + 1e-15 * np.abs(values))[fine]).all()


def test_bodies_are_where_the_run_says_also_between_frames(run, shown):
    document, data = shown
    (own,) = document["runs"]
    places = unpacked(own["poses"], data).reshape(own["frames"], -1, 7)
    time = np.linspace(own["from"], own["to"], own["frames"])
    size = document["machines"][0]["size"]
    when = np.sort(np.random.default_rng(0).uniform(0.0, run.duration, 40))
    poses = bo.body_poses(run.mechanism, run.at(when)[0], time=when)
    for k in range(len(run.mechanism)):
        for axis in range(3):
            line = np.interp(when, time, places[:, k, axis])
            np.testing.assert_allclose(line, poses[:, k, axis, 3], rtol=0, atol=(CLOSE + FINE) * size)
        turns = Slerp(time, Rotation.from_quat(places[:, k, 3:]))(when)
        away = (turns.inv() * Rotation.from_matrix(poses[:, k, :3, :3])).magnitude()
        assert away.max() <= TURN + 4 * TURNS


def test_a_fast_motion_gets_more_frames_than_samples():
    slow, fast = (bo.simulate(bo.chain(2), 1.0, every=0.25, u0={"link1": speed}) for speed in (0.1, 40.0))
    # a chord of a circle is r φ²/8 off, φ being the angle of an interval
    size = document_of(fast).data["machines"][0]["size"]
    assert document_of(fast).data["runs"][0]["frames"] >= 40.0 / np.sqrt(8 * CLOSE * size / 1.0)
    assert document_of(slow).data["runs"][0]["frames"] == 31


def test_samples_that_tell_no_motion_are_said_to(run):
    """Two seconds between states of a pendulum that swings in one: energies of states between them would be invented."""
    long = bo.simulate(bo.chain(2), 100.0, every=2.0, q0={"link1": 1.0, "link2": -0.5})
    document, data = read(page(document_of(long)))
    assert any("every 2 s" in note and "every=" in note for note in document["notes"])
    (own,) = document["runs"]
    np.testing.assert_allclose(unpacked(own["times"], data)[:, 0], long.time.values, rtol=1e-15)
    (total,) = [one for one in own["series"] if (one["group"], one["name"]) == ("energy", "total")]
    np.testing.assert_allclose(unpacked(total["values"], data)[:, 0], long.energy().total, atol=1e-7)
    assert not document_of(run).data["notes"]


def test_series_are_those_of_the_run(run, shown):
    document, data = shown
    (own,) = document["runs"]
    assert own["frames"] == 51  # the run's own samples are enough, so they are the frames
    series = {(one["group"], one["name"]): unpacked(one["values"], data)[:, 0] for one in own["series"]}
    expected = {
        ("coordinates", "link2"): run["link2"],
        ("velocities", "link1"): run["u.link1"],
        ("energy", "total"): run.energy().total,
        ("accelerations", "link2"): run.accelerations().sel(velocity="link2"),
        ("reaction forces", "link1"): np.linalg.norm(run.reactions("link1").force, axis=1),
    }
    for name, values in expected.items():
        step = max(float(np.max(values) - np.min(values)) * 2.0**-20, float(np.abs(values).max()) * 2.0**-30)
        np.testing.assert_allclose(series[name], values, rtol=0, atol=step, err_msg=str(name))


def test_arrows_move_the_bodies(run, shown):
    """Newton: the weight, the joint's force, and the opposite of the next joint's accelerate the centre of mass."""
    document, data = shown
    (own,) = document["runs"]
    arrows = {(a["kind"], a["group"], a["name"]): unpacked(a["vectors"], data) for a in own["arrows"]}
    twists = bo.body_twists(run.mechanism, run.q.values, run.u.values)
    poses = bo.body_poses(run.mechanism, run.q.values)
    center = np.asarray(run.mechanism.bodies[1].inertia.center)
    velocity = np.einsum("tij,tj->ti", poses[:, 1, :3, :3], twists[:, 1, :3] + np.cross(twists[:, 1, 3:], center))
    rate = np.gradient(velocity, run.time.values, axis=0, edge_order=2)
    mass = run.mechanism.bodies[1].inertia.mass
    force = arrows["force", "reactions", "link2"] + arrows["force", "weight", "link2"]
    inner = slice(2, -2)
    # differences over 0.02 s miss h²/6 of the third derivative
    curve = np.abs(np.gradient(np.gradient(rate, 0.02, axis=0), 0.02, axis=0)).max()
    np.testing.assert_allclose(force[inner] / mass, rate[inner], rtol=0, atol=0.02**2 / 4 * curve + 1e-2)


def test_forces_are_those_of_the_samples_before_and_after_an_event():
    """A spring is switched off; the motion needs more frames than there are samples, which are not among the frames."""
    machine = bo.Mechanism("sprung", gravity=(0, 0, 0))
    machine.add_body("mass", joint=bo.Prismatic("x"), inertia=bo.Inertia(1.0))
    machine.add_force("spring", bo.JointSpring("mass", 4.0))
    off = bo.Event(at=1.1, name="off", then=lambda moment: moment.switch("spring", on=False))
    times = [0.0, 0.13, 0.3, 0.77, 1.0, 1.25, 2.0]
    run = bo.simulate(machine, times=times, q0={"mass": 0.5}, events=[off])
    assert (run.time.values == 1.1).sum() == 2  # before and after
    document, data = read(page(document_of(run)))
    (own,) = document["runs"]
    (spring,) = [one for one in own["arrows"] if one["group"] == "forces"]
    np.testing.assert_array_equal(unpacked(own["times"], data)[:, 0], run.time)
    after = np.arange(len(run.time)) > np.flatnonzero(run.time == 1.1)[0]
    expected = np.where(after, 0.0, -4.0 * run["mass"].values)
    np.testing.assert_allclose(unpacked(spring["vectors"], data)[:, 0], expected, atol=2e-6)


def test_a_long_run_tells_forces_at_the_samples_of_its_series(monkeypatch):
    """Eight of 43 samples; the spring of a body that is switched off pulls in none that is later."""
    monkeypatch.setattr("bough.simulation.view.document.MOST_SAMPLES", 8)
    machine = bo.Mechanism("sprung", gravity=(0, 0, 0))
    machine.add_body("mass", joint=bo.Prismatic("x"), inertia=bo.Inertia(1.0))
    machine.add_force("spring", bo.JointSpring("mass", 4.0))
    off = bo.Event(at=1.03, name="off", then=lambda moment: moment.switch("spring", on=False))
    run = bo.simulate(machine, 2.0, q0={"mass": 0.5}, every=0.05, events=[off])
    document, data = read(page(document_of(run)))
    (own,) = document["runs"]
    time = unpacked(own["times"], data)[:, 0]
    assert len(time) == 8
    assert 1.03 not in time
    (spring,) = [one for one in own["arrows"] if one["group"] == "forces"]
    expected = np.where(time < 1.03, -4.0 * np.interp(time, run.time, run["mass"]), 0.0)
    np.testing.assert_allclose(unpacked(spring["vectors"], data)[:, 0], expected, atol=2e-6)


def test_small_reactions_beside_large_ones_have_the_digits_that_a_card_shows():
    """A vane of a gram on a mast of a ton: four digits of each, also where it is a hundredth of its largest."""
    machine = bo.Mechanism("mast")
    heavy = bo.Inertia.rod(10.0, mass=1000.0, center=(0, 0, 5))
    machine.add_body("mast", "ground", bo.Revolute((0, 1, 0)), inertia=heavy)
    light = bo.Inertia.rod(0.1, mass=1e-3, axis=(0, 1, 0), center=(0, 0.05, 0))
    machine.add_body("vane", "mast", bo.Revolute((0, 0, 1)), at=(0, 0, 10), inertia=light)
    run = bo.simulate(machine, 1.0, every=0.02, q0={"mast": 0.3, "vane": 0.5})
    document, data = read(page(document_of(run)))
    (own,) = document["runs"]
    assert own["frames"] == len(run.time)
    shown = {(a["kind"], a["name"]): unpacked(a["vectors"], data) for a in own["arrows"] if a["group"] == "reactions"}
    for (kind, name), vectors in shown.items():
        expected = np.linalg.norm(run.reactions(name)[kind], axis=1)
        there = expected > 0.01 * expected.max()
        assert there.sum() > 30
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1)[there], expected[there], rtol=5e-5)


def test_a_force_that_is_tiny_beside_its_largest_has_two_digits():
    machine = bo.Mechanism("drive", gravity=(0, 0, 0))
    machine.add_body("rotor", joint=bo.Revolute("z"), inertia=bo.Inertia.sphere(0.1, mass=1.0))
    machine.add_force("drag", bo.JointDamper("rotor", 1.0))
    speeds = np.array([[5000.0], [0.0343]])
    document, data = read(page(document_of(bo.Trajectory(machine, [0.0, 1.0], np.zeros((2, 1)), speeds))))
    (drag,) = [one for one in document["runs"][0]["arrows"] if one["group"] == "forces"]
    np.testing.assert_allclose(unpacked(drag["vectors"], data)[1, 2], -0.0343, rtol=0.01)


def balls():
    """A double pendulum on ball joints, in motion: its joints carry no moments, but what rounding leaves."""
    machine = bo.Mechanism("balls")
    for name, parent, at in (("upper", "ground", 0.0), ("lower", "upper", -1.0)):
        rod = bo.Inertia.rod(1.0, mass=1.0, radius=0.05, center=(0, 0, -0.5))
        machine.add_body(name, parent, bo.Ball(), at=(0, 0, at), inertia=rod)
    return bo.simulate(machine, 1.0, every=0.05, u0={"upper": (3.0, 1.0, 2.0), "lower": (-2.0, 1.0, 0.5)})


def test_moments_that_are_rounding_are_zero():
    run = balls()
    assert 0.0 < np.abs(run.reactions()["moment"]).max() < 1e-9
    document, data = read(page(document_of(run)))
    (own,) = document["runs"]
    moments = [a for a in own["arrows"] if (a["kind"], a["group"]) == ("moment", "reactions")]
    series = [one for one in own["series"] if one["group"] == "reaction moments"]
    assert (len(moments), len(series)) == (2, 2)
    assert not any(unpacked(a["vectors"], data).any() for a in moments)
    assert not any(unpacked(one["values"], data).any() for one in series)
    forces = [a for a in own["arrows"] if (a["kind"], a["group"]) == ("force", "reactions")]
    assert all(np.linalg.norm(unpacked(a["vectors"], data), axis=1).min() > 1.0 for a in forces)


@pytest.mark.parametrize("length", [1e-3, 1.0, 1e3])
def test_what_counts_as_rounding_does_not_depend_on_the_size_of_a_machine(length):
    """A hinge that bears a moment: it is worth the force that has this moment at the distance of the next hinge."""
    machine, link = bo.Mechanism("arm"), bo.Inertia(1.0)
    for name, parent, at in (("upper", "ground", 0.0), ("lower", "upper", -length)):
        machine.add_body(name, parent, bo.Revolute((0, 0, 1)), at=(0, 0, at), inertia=link)
    force, moment = np.zeros((2, 3)), np.zeros((2, 3))
    force[:, 1], moment[0, 2] = (0.5 * NOISE, 2.0 * NOISE), length
    kept = without_noise(machine, force, moment)
    assert kept["force"][:, 1].tolist() == [0.0, 2.0 * NOISE]
    np.testing.assert_array_equal(kept["moment"], moment)


@pytest.mark.parametrize("length", [1e-3, 1.0, 1e3])
def test_moments_are_rounding_beside_forces_at_the_distance_of_the_next_hinge(length):
    """On each side of the limit, whatever the size of the machine."""
    machine = bo.Mechanism("arm")
    for name, parent, at in (("upper", "ground", 0.0), ("lower", "upper", -length)):
        machine.add_body(name, parent, bo.Revolute((0, 0, 1)), at=(0, 0, at), inertia=bo.Inertia(1.0))
    force, moment = np.zeros((2, 3)), np.zeros((2, 3))
    force[0, 1], moment[:, 2] = 1.0, (0.5 * NOISE * length, 2.0 * NOISE * length)
    kept = without_noise(machine, force, moment)
    assert kept["moment"][:, 2].tolist() == [0.0, 2.0 * NOISE * length]
    np.testing.assert_array_equal(kept["force"], force)


@pytest.mark.parametrize("every", [0.02, 1e-4])
def test_the_rounding_that_a_page_tells_is_the_step_of_its_series(every):
    """Of each series' range; a long run is rounded more."""
    document, data = read(page(document_of(bo.simulate(bo.chain(2), 1.0, every=every, q0={"link1": 1.0}))))
    (own,) = document["runs"]
    steps = [(np.ptp(unpacked(one["values"], data)), one["values"]["step"]) for one in own["series"]]
    shares = [step / size for size, step in steps if size > 1e3 * step]
    assert len(shares) > 5
    np.testing.assert_allclose(shares, own["rounding"], rtol=1e-3)


def test_a_turning_body_has_quaternions_that_do_not_change_sign():
    """Over three turns the sign of a quaternion changes three times if each is the one of its rotation alone."""
    machine = bo.Mechanism("rotor", gravity=(0, 0, 0))
    machine.add_body("rotor", "ground", bo.Revolute((0, 0, 1)), inertia=bo.Inertia.cylinder(0.5, 0.1, mass=1.0))
    document, data = read(page(document_of(bo.simulate(machine, 3.0, every=0.05, u0={"rotor": 2 * np.pi}))))
    (own,) = document["runs"]
    turns = unpacked(own["poses"], data)[:, 3:]
    time = np.linspace(0.0, 3.0, own["frames"])
    expected = np.stack((0 * time, 0 * time, np.sin(np.pi * time), np.cos(np.pi * time)), -1)
    np.testing.assert_allclose(turns * np.sign(turns[0, 3]), expected, atol=2 * TURNS)


def test_arrows_of_a_loop_hold_its_body_whatever_the_axes_of_its_joint():
    """Newton for the rocker: weight, the ground's pin, and the opposite of what the loop does to the coupler."""
    machine = bo.Mechanism("four-bar")
    hinge, rods = bo.Revolute((0, 1, 0)), {"crank": 0.2, "coupler": 0.5, "rocker": 0.4}
    for (name, length), parent, at in zip(rods.items(), ("ground", "crank", "ground"), (0.0, 0.2, 0.5), strict=True):
        rod = bo.Inertia.rod(length, mass=5 * length, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))
        machine.add_body(name, parent, hinge, at=(at, 0, 0), inertia=rod)
    turned, other = (Rotation.from_rotvec((0, angle, 0)).as_matrix() for angle in (0.7, -0.4))
    machine.add_loop("pin", "coupler", "rocker", hinge, (0.5, 0, 0), turned, (0.4, 0, 0), other)
    run = bo.simulate(machine, 0.6, every=0.01, q0=bo.assemble(machine, {"crank": -1.0, "rocker": -1.5}))
    document, data = read(page(document_of(run)))
    (own,) = document["runs"]
    assert own["frames"] == len(run.time)
    arrows = {(a["group"], a["name"]): a for a in own["arrows"] if a["kind"] == "force"}
    pin = arrows["loops", "pin"]
    assert (pin["body"], pin["at"]) == (machine.body_index["coupler"], [0.5, 0, 0])
    held = [unpacked(arrows[key]["vectors"], data) for key in (("reactions", "rocker"), ("loops", "pin"))]
    (q, u), u_dot = (run[name].values.astype(float) for name in ("rocker", "u.rocker")), run.accelerations()
    angle = u_dot.sel(velocity="rocker").values
    along = np.stack((np.cos(q), 0 * q, -np.sin(q)), -1)
    across = np.stack((-np.sin(q), 0 * q, -np.cos(q)), -1)
    moved = 2.0 * 0.2 * (angle[:, None] * across - u[:, None] ** 2 * along)
    sides = held[0] - held[1] + 2.0 * np.asarray(machine.gravity)
    np.testing.assert_allclose(sides, moved, atol=1e-4 * np.abs(held[1]).max())


def test_a_force_between_the_ground_and_a_body_acts_at_the_body_s_point():
    mass = bo.Mechanism("mass", gravity=(0, 0, 0))
    mass.add_body("block", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.sphere(0.1, mass=1.0))
    spring = bo.SpringDamper("ground", "block", at=(-1, 0.2, 0), other_at=(0.1, 0.2, 0), stiffness=50.0, rest=0.5)
    mass.add_force("spring", spring)
    document, data = read(page(document_of(bo.simulate(mass, 0.1, every=0.05))))
    (arrow,) = [a for a in document["runs"][0]["arrows"] if a["group"] == "forces"]
    assert (arrow["kind"], arrow["body"], arrow["at"]) == ("force", 0, [0.1, 0.2, 0])
    np.testing.assert_allclose(unpacked(arrow["vectors"], data)[0], (-30.0, 0, 0), atol=1e-3)


def test_a_spring_pulls_along_its_line():
    mass = bo.Mechanism("mass", gravity=(0, 0, 0))
    mass.add_body("block", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.sphere(0.1, mass=1.0))
    mass.add_force("spring", bo.SpringDamper("block", at=(0, 0.2, 0), other_at=(-1, 0.2, 0), stiffness=50.0, rest=0.4))
    document, data = read(page(document_of(bo.simulate(mass, 0.1, every=0.05))))
    (arrow,) = [a for a in document["runs"][0]["arrows"] if a["group"] == "forces"]
    np.testing.assert_allclose(unpacked(arrow["vectors"], data)[0], (-30.0, 0, 0), atol=30 * 2.0**-20)
    assert arrow["at"] == [0, 0.2, 0]
    assert (arrow["kind"], arrow["name"], arrow["unit"]) == ("force", "spring", "N")


def test_ellipsoids_have_the_inertia_of_their_bodies():
    solid = bo.Inertia.box((0.4, 0.6, 1.0), mass=3.0)
    free = bo.Mechanism("box")
    free.add_body("box", "ground", bo.Free(), inertia=solid)
    (body,) = document_of(free).data["machines"][0]["bodies"]
    a, b, c = body["ellipsoid"]["radii"]
    turn = Rotation.from_quat(body["ellipsoid"]["turn"]).as_matrix()
    own = 3.0 / 5.0 * np.diag((b * b + c * c, c * c + a * a, a * a + b * b))
    np.testing.assert_allclose(turn @ own @ turn.T, solid.tensor, rtol=1e-5, atol=1e-7)


def test_every_name_stays_text_and_the_policy_forbids_what_comes_from_outside(tmp_path):
    evil = bo.Mechanism(EVIL, about=EVIL)
    evil.add_body(EVIL, "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.rod(1.0, mass=1.0, center=(0, 0, -0.5)))
    evil.add_force(EVIL + "!", bo.JointDamper(EVIL, damping=0.1))
    run = bo.simulate(evil, 0.1, every=0.05)
    path = tmp_path / "evil.html"
    run.view(path, title=EVIL)
    text = path.read_text("utf-8")
    assert text.count("<script") == text.count("</script>") == 3
    assert "<img src=x" not in text.replace(re.search("<script>(.*)</script>", text, re.DOTALL)[1], "")
    document, _ = read(text)
    assert document["title"] == document["machines"][0]["bodies"][0]["name"] == EVIL
    policy = unescape(re.search('http-equiv=Content-Security-Policy content="(.*?)"', text)[1])
    program = re.search("<script>(.*)</script>", text, re.DOTALL)[1]
    digest = b64encode(sha256(program.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "connect-src 'none'" in policy
    assert "unsafe" not in policy


def test_what_moves_is_plotted_at_first():
    """A slide at constant speed beside one that rests; and one that swings, before both."""
    machine = bo.Mechanism("slides", gravity=(0, 0, 0))
    for name in ("rests", "runs", "swings"):
        machine.add_body(name, "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.sphere(0.1, mass=1.0))
    time = np.linspace(0.0, 1.0, 41)
    rest = np.zeros_like(time)
    for swing, first in ((0.0, "runs"), (0.01, "swings")):
        q = np.stack((rest, time, swing * np.sin(20 * time)), -1)
        u = np.stack((rest, rest + 1.0, 20 * swing * np.cos(20 * time)), -1)
        document = document_of(bo.Trajectory(machine, time, q, u)).data
        assert [document["runs"][0]["series"][k]["name"] for _, k in document["plots"][0]] == [first]


def test_marks_that_turn_writing_round_are_replaced():
    document, _ = read(page(document_of(bo.chain(1), title="good\u202elive\u2066")))
    assert document["title"] == "good\ufffdlive\ufffd"


def test_gaps_of_loops_are_those_of_the_run():
    rods = bo.Mechanism("four bars")
    rod = bo.Inertia.rod(1.0, mass=1.0, axis=(1, 0, 0), center=(0.5, 0, 0))
    rods.add_body("left", "ground", bo.Revolute((0, 1, 0)), inertia=rod)
    rods.add_body("top", "left", bo.Revolute((0, 1, 0)), at=(1, 0, 0), inertia=rod)
    rods.add_body("right", "ground", bo.Revolute((0, 1, 0)), at=(1, 0, 0), inertia=rod)
    rods.add_loop("pin", "top", "right", bo.Revolute((0, 1, 0)), at=(1, 0, 0), other_at=(1, 0, 0))
    closed = {"left": -1.0, "top": 1.0, "right": -1.0}
    (own,) = document_of(bo.Trajectory(rods, [0.0], [list(closed.values())], [[0.0] * 3])).data["runs"]
    (open_,) = document_of(bo.Trajectory(rods, [0.0], [[-1.0, 1.0, -0.9]], [[0.0] * 3])).data["runs"]
    assert own["gaps"][0] < 1e-12
    assert open_["gaps"][0] > 0.05  # a chord of 0.1 rad has a component of at least half its length


def test_a_failed_run_says_where_and_why():
    pendulum = bo.chain(1)
    q = np.array([[0.1], [0.2]])
    ended = bo.Trajectory(pendulum, [0.0, 0.1], q, q, status="failed", message="it broke")
    (own,) = document_of(ended).data["runs"]
    assert (own["status"], own["message"], own["to"]) == ("failed", "it broke", 0.1)


def test_batches_show_the_runs_that_are_asked_for(run):
    many = bo.simulate(bo.chain(2), 0.1, every=0.05, q0={"link1": np.linspace(0.1, 1.0, 20)})
    document = document_of(many).data
    assert len(document["runs"]) == 8
    assert "8 of 20 runs" in document["notes"][0]
    chosen = document_of(many, runs=[3, 19], layout="side").data
    assert [own["label"] for own in chosen["runs"]] == ["run 3", "run 19"]
    assert len(chosen["machines"]) == 1
    for wrong in ([], 1, "all"):
        with pytest.raises(bo.errors.StateError, match="runs must be a list of numbers from 0 to 19"):
            document_of(many, runs=wrong)
    with pytest.raises(bo.errors.StateError, match="no run 20"):
        document_of(many, runs=[20])
    assert len(document_of({"a": run, "b": many.select(0)}).data["runs"]) == 2


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"layout": "sid"}, "no layout 'sid': did you mean 'side'"),
        ({"show": ["name"]}, "cannot show 'name': did you mean 'names'"),
        ({"plots": [["energy.kinetik"]]}, "no series 'energy.kinetik' to plot: did you mean 'energy.kinetic'"),
        ({"show": "names"}, "show must be a list of names, such as ['names']"),
        ({"plots": ["energy.total"]}, "plots must be lists of series"),
        ({"title": 5}, "title must be a text"),
        ({"at": 50.0}, "lasts from 0 s to 1 s"),
        ({"sped": 2}, "no option 'sped': did you mean 'speed'"),
        ({"speed": 0}, "speed"),
        ({"runs": [0]}, "single motion"),
        ({"camera": {"eye": (0, 0, 1)}}, "there is no target"),
        ({"camera": {"eye": (0, 0, 1), "target": (0, 0, 1)}}, "same point"),
    ],
)
def test_wrong_options_are_told(run, options, says):
    with pytest.raises(bo.BoughError, match=re.escape(says)):
        document_of(run, **options)


@pytest.mark.slow
def test_fifty_bodies_for_ten_seconds_take_less_than_two_megabytes(tmp_path):
    swing = bo.simulate(bo.chain(50), 10.0, q0={"link1": 1.0})
    path = tmp_path / "chain.html"
    swing.view(path)
    assert path.stat().st_size <= 2_000_000
