"""Checks: what a report tells is what the functions return, the drawing can be read back, nothing is compiled, and all that is wrong is told at once."""

import io
import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from rich.cells import cell_len
from rich.console import Console

import bough as bo
from bough.check.outline import MOST_LINES, outline

LINK = bo.Inertia.rod(1.0, 2.0, radius=0.05)
ROBOT = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><origin rpy="1.5707963267948966 0 0"/>
    <limit lower="-1" upper="1" effort="10" velocity="1"/>
  </joint>
</robot>
"""
BROKEN = ROBOT.replace('<parent link="base"/>', '<parent link="bse"/>').replace('value="2"', 'value="two"')


@pytest.fixture
def robot(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(ROBOT, encoding="utf-8")
    return path


@pytest.fixture
def broken(tmp_path):
    path = tmp_path / "broken.urdf"
    path.write_text(BROKEN, encoding="utf-8")
    return path


def excavator():
    """A machine with something of everything that is told: names of joints, a drive, forces, a start and settings."""
    machine = bo.Mechanism("digger")
    machine.add_body("tracks", "ground", bo.Fixed(), inertia=bo.Inertia.box((3, 2, 1), 5000.0))
    machine.add_body("bucket", "boom", bo.Revolute((0, 1, 0)), inertia=LINK, armature=0.25)
    machine.add_body("house", "tracks", bo.Driven(bo.Revolute(), lambda t: 0.1 * t), joint_name="slewing ring")
    machine.add_body(
        "boom", "house", bo.Prismatic((1, 0, 0)), rotation=[[0, 0, 1], [0, 1, 0], [-1, 0, 0]], inertia=LINK
    )
    machine.add_force("oil", bo.JointDamper("boom", damping=3.0))
    machine.add_force("stop", bo.CustomJointForce("bucket", lambda q, u: -q))
    machine.q0, machine.u0, machine.settings = {"boom": 0.5}, {"bucket": 1.0}, {"duration": 3.0}
    return machine


# --- what is told --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["chain:6", "tree:4", "random:9@3", "broom:3x2"])
def test_it_tells_what_the_functions_return(text):
    mechanism, found = bo.model(text), bo.check(text)
    facts = found.to_dict()["mechanism"]
    assert (facts["bodies"], facts["dofs"], facts["coordinates"]) == (len(mechanism), mechanism.n, mechanism.n_q)
    assert facts["mass"] == pytest.approx(mechanism.mass, rel=1e-14)
    chosen = bo.choose(mechanism)
    assert (facts["auto"]["form"], facts["auto"]["solver"]) == (chosen.formulation, chosen.solver)
    assert facts["auto"]["reason"] == chosen.reason
    declined = {(row["form"], row["solver"]): row["declines"] for row in facts["forms"]}
    pairs = [(form.name, solver) for form in bo.methods.formulations() for solver in form.solvers or (None,)]
    assert declined == {pair: bo.methods.why_unsupported(mechanism, *pair) for pair in pairs}
    assert found.findings == ()


def test_density_is_the_share_of_the_mass_matrix_that_is_not_zero():
    mechanism = bo.models.binary_tree(4)
    matrix = bo.mass_matrix(mechanism, bo.models.random_state(mechanism)[0])
    shape = bo.check(mechanism).facts["shape"]
    assert shape["density"] == np.count_nonzero(matrix) / matrix.size
    assert f"{100 * shape['density']:.0f} % filled" in str(bo.check(mechanism))


def test_of_a_machine_all_is_told():
    found = bo.check(excavator())
    facts, text = found.facts, str(found)
    assert facts["joints"] == {"Fixed": 1, "Revolute": 1, "Driven": 1, "Prismatic": 1}
    assert facts["forces"] == {"JointDamper": 1, "CustomJointForce": 1}
    assert (facts["mass"], facts["moving"]["mass"]) == (5004.0, 4.0)
    assert facts["moving"]["heaviest"]["mass"] == 2.0
    assert facts["moving"]["massless"] == 1
    assert not facts["keeps_energy"]
    assert facts["follows_time"]
    assert facts["start"] == {"q": {"boom": 0.5}, "u": {"bucket": 1.0}}
    # 'bucket' was added before what it hangs on
    assert not facts["shape"]["numbered_as_added"]
    assert facts["shape"]["longest_path"] == {"to": "bucket", "joints": 4, "dofs": 2}
    assert facts["shape"]["leaves"] == 1
    assert re.search(r"house +0 +– +Driven Revolute about z +z +slewing ring$", text, re.MULTILINE)
    # the frame of the boom is turned: its x axis points down
    assert re.search(r"boom +1 +2 kg +Prismatic along x +-z$", text, re.MULTILINE)
    assert re.search(r"armature +bucket = 0.25$", text, re.MULTILINE)
    for said in (
        "boom = 0.5",
        "bucket = 1",
        "duration = 3",
        "1 JointDamper, 1 CustomJointForce; total energy changes by the work",
    ):
        assert said in text


def test_doubts_on_accuracy_are_told():
    facts = bo.check("chain:100").facts
    doubtful = {row["form"] for row in facts["forms"] if row["doubt"]}
    left_out = {each.form for each in bo.choose(bo.chain(100)).left_out if "accuracy" in each.reason}
    assert left_out <= doubtful
    assert "composite-bodies" in left_out


@pytest.mark.parametrize("bodies", [0, 1])
def test_what_cannot_move_is_explained_as_well(bodies):
    still = bo.Mechanism("still", gravity=(0, 0, 0))
    for k in range(bodies):
        still.add_body(f"body{k}", "ground", bo.Fixed())
    found = bo.check(still)
    assert found.mechanism is still
    assert "0 degrees of freedom" in str(found)
    assert re.search(r"gravity +none", str(found))


def test_nothing_is_compiled_and_a_mechanism_can_still_grow(tmp_path):
    code = (
        "import sys; sys.path.insert(0, 'tests'); import bough as bo; from test_check import excavator\n"
        "machine = excavator(); str(bo.check(machine)); machine.add_body('pipe', 'bucket', bo.Fixed())\n"
        "str(bo.check('tree:9')); print('numba' in sys.modules)"
    )
    environment = {**os.environ, "BOUGH_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == "False"
    assert {path.suffix for path in tmp_path.rglob("*") if path.is_file()} <= {".size"}  # (how long own code would be)


# --- the drawing -----------------------------------------------------------------------------------------------------------------


def parents_in(lines):
    """The parent of each body that a drawing shows, as a reader finds it; None where a note stands in between."""
    parents, latest = {}, {0: "ground"}
    for line in lines[1:]:
        column = len(line.guides)
        starts_branch = line.guides.endswith(("├─ ", "└─ "))
        if line.is_body:
            parents[line.name] = latest[column - 3 if starts_branch else column]
        latest[column] = line.name if line.is_body else None
    return parents


@pytest.mark.parametrize("text", ["chain:5", "tree:5", "lattice:5", "broom:4x3", "random:40@1", "random:40@2"])
def test_the_drawing_can_be_read_back(text):
    mechanism = bo.model(text)
    assert parents_in(outline(mechanism)) == {body.name: body.parent for body in mechanism.bodies}


def bodies_in(lines):
    """How many bodies a drawing accounts for, those in its notes included."""
    count = 0
    for line in lines[1:]:
        if line.is_body:
            count += 1
        elif found := re.fullmatch(r"… ([\d,]+) (more|bod).*", line.name):
            count += int(found[1].replace(",", ""))
        else:
            others = re.search(r": ([\d,]+) more, each as", line.name)
            hanging = re.search(r"with ([\d,]+) bod", line.name)
            each = 1 + (int(hanging[1].replace(",", "")) if hanging else 0)
            count += each * (int(others[1].replace(",", "")) if others else 1)
    return count


@pytest.mark.parametrize(
    "text", ["chain:100", "tree:6", "tree:10", "broom:30x20", "star:500", "random:300", "random:3000@5", "lattice:30"]
)
def test_large_drawings_are_short_and_leave_nobody_out(text):
    mechanism = bo.model(text)
    lines = outline(mechanism)
    assert bodies_in(lines) == len(mechanism)
    assert len(lines) < 3 * MOST_LINES
    readable = {name: parent for name, parent in parents_in(lines).items() if parent}
    assert readable == {name: mechanism.body(name).parent for name in readable}


def test_a_chain_of_different_bodies_is_cut_in_the_middle():
    chain, parent = bo.Mechanism("chain"), "ground"
    for k in range(200):
        chain.add_body(f"{k}", parent, bo.Revolute(), inertia=bo.Inertia.sphere(0.1, 1.0 + k))
        parent = f"{k}"
    lines = outline(chain)
    assert bodies_in(lines) == 200
    assert len(lines) < MOST_LINES


# --- what is wrong ----------------------------------------------------------------------------------------------------------------


def test_all_that_is_wrong_is_told_at_once(broken):
    found = bo.check(broken)
    assert found.mechanism is None
    assert [finding.severity for finding in found.findings] == ["error", "error"]
    assert {finding.line for finding in found.findings} == {3, 5}
    text = str(found)
    assert "cannot be used: 2 errors" in text
    for finding in found.findings:
        assert f"  error    {finding}" in text.splitlines()
    with pytest.raises(bo.errors.ModelError) as refused:
        bo.model(broken)
    assert sorted(map(str, refused.value.findings)) == sorted(map(str, found.findings))


def test_a_mechanism_that_is_not_finished_is_told_what_it_lacks():
    odd = bo.Mechanism("odd")
    odd.add_body("lower", "uper", bo.Revolute(), inertia=LINK)
    odd.add_force("spring", bo.JointSpring("elbow", stiffness=1.0))
    odd.add_body("hand", "lower", bo.Ball(), inertia=LINK)
    odd.q0, odd.u0, odd.settings = {"hand.w": 0.5}, {"lwer": 1.0}, {"durration": 3.0}
    found = bo.check(odd)
    assert found.mechanism is None
    texts = [str(finding) for finding in found.findings]
    for part in (
        "no body 'uper'",
        "force 'spring': .* 'elbow'",
        "start: .*'lwer'",
        "start: .*'hand' has length 0.5",
        "settings: .*'durration'",
    ):
        assert any(re.search(part, text) for text in texts), part
    cycle = bo.Mechanism("cycle")
    cycle.add_body("a", "b", bo.Revolute())
    cycle.add_body("b", "a", bo.Revolute())
    assert "cycle" in bo.check(cycle).findings[0].message


def test_what_is_odd_is_told_once():
    odd = bo.chain(2)
    odd.add_body("ghost", "link2", bo.Revolute())
    found = bo.check(odd)
    (finding,) = found.findings
    assert (finding.severity, finding.element, found.mechanism) == ("warning", "body 'ghost'", odd)
    geared = bo.chain(2)
    geared.add_body("ghost", "link2", bo.Revolute(), armature=1.0)
    assert bo.check(geared).findings == ()
    odd.remarks = found.findings
    assert bo.check(odd).findings == found.findings


def rover(*fixed):
    """A free base of next to no mass, as many robots have it, with what is fixed to it, and a wheel on the last of it."""
    made = bo.Mechanism("rover")
    made.add_body("base", joint=bo.Free(), inertia=bo.Inertia.sphere(0.1, mass=1e-6))
    for name, mass in zip(("plate", "hull"), fixed, strict=False):
        inertia = bo.Inertia.sphere(0.1, mass=mass) if mass else None
        made.add_body(name, made.body_names[-1], bo.Fixed(), at=(0.1, 0, 0), inertia=inertia)
    made.add_body("wheel", made.body_names[-1], bo.Revolute(), inertia=bo.Inertia.sphere(0.2, mass=3.0))
    return made


@pytest.mark.parametrize(
    ("fixed", "ratio"),
    [((), 3e6), ((0.0, 0.0), 3e6), ((1e-7, 1e-7), 2.5e6), ((0.0, 16.8), None), ((16.8, 1e-9), None)],
)
def test_what_a_body_carries_is_compared_with_all_that_is_fixed_to_it(fixed, ratio):
    """The equations know what is fixed together as one body, whichever part of it has the mass."""
    messages = [finding.message for finding in bo.check(rover(*fixed)).findings if finding.element == "body 'base'"]
    assert [f"carries {ratio or 0.0:.2g} times" in message for message in messages] == ([] if ratio is None else [True])
    # so does the estimate that auto goes by: its doubts are about merged bodies
    doubts = [row["doubt"] for row in bo.check(rover(*fixed)).facts["forms"] if row["form"] == "composite-bodies"]
    assert all((doubt is not None) == (ratio is not None) for doubt in doubts)


def test_a_part_without_weight_is_odd_only_by_itself():
    """A frame of 1e-9 kg that is fixed to a body is a usual thing; a body of it that moves is not. Inertia without mass resists as well."""
    feather, wheel = bo.Inertia.sphere(0.1, mass=1e-9), bo.Inertia(0.0, (0, 0, 0), np.full(3, 0.1), strict=False)
    made = bo.chain(2)
    made.add_body("frame", "link2", bo.Fixed(), inertia=feather)
    made.add_body("hinge", "link1", bo.Revolute())
    made.add_body("rotor", "hinge", bo.Fixed(), inertia=wheel)
    assert bo.check(made).findings == ()
    made.add_body("feather", "link2", bo.Revolute(), inertia=feather)
    (finding,) = bo.check(made).findings
    assert (finding.element, "next to nothing" in finding.message) == ("body 'feather'", True)


def test_what_is_no_model_is_an_error_of_its_own(tmp_path):
    with pytest.raises(bo.errors.FileError, match="there is no file"):
        bo.check(tmp_path / "none.urdf")
    with pytest.raises(bo.errors.MechanismError, match="did you mean 'chain'"):
        bo.check("chian:5")
    with pytest.raises(bo.errors.MechanismError, match="not 5"):
        bo.check(5)
    with pytest.raises(bo.errors.StateError, match="how a file is read"):
        bo.check(bo.chain(2), floating=True)


# --- on a terminal ------------------------------------------------------------------------------------------------------------------


def on_terminal(report, width):
    page = io.StringIO()
    Console(file=page, width=width, force_terminal=True, color_system="standard", legacy_windows=False).print(report)
    return page.getvalue()


def test_colours_are_for_terminals_and_lines_fit(robot):
    report = bo.check(robot)
    assert "\x1b[" not in str(report)
    shown = on_terminal(report, 60)
    assert "\x1b[" in shown
    assert max(cell_len(line) for line in re.sub(r"\x1b\[[\d;]*m", "", shown).splitlines()) <= 60


def test_names_cannot_command_the_terminal():
    sly = bo.Mechanism("sly \x1b[2J", about="about \x1b]0;title\x07")
    sly.add_body("[red]body\x1b[31m\r", "ground", bo.Revolute(), inertia=LINK, joint_name="joint \u202e")
    text = str(bo.check(sly))
    assert all(character.isprintable() for character in text.replace("\n", ""))
    assert r"[red]body\x1b[31m\r" in text
    assert "\x1b[2J" not in on_terminal(bo.check(sly), 80)


def test_it_can_be_written_as_json(robot, broken):
    for report in (bo.check(robot), bo.check(broken), bo.check(excavator())):
        data = json.loads(json.dumps(report.to_dict(), allow_nan=False))
        assert data["usable"] == (report.mechanism is not None)
        assert len(data["tree"]) == (0 if report.mechanism is None else len(report.mechanism))


def sliding():
    mechanism = bo.Mechanism("sliding")
    mechanism.add_body("cart", "ground", bo.Prismatic((1, 0, 0)), inertia=LINK)
    return mechanism


@pytest.mark.parametrize(
    "settings",
    [
        {"integrator": "rk4"},
        {"integrator": "gauss4", "duration": 1.0},
        {"step": 0.01},
        {"integrator": "verlet", "step": 0.01, "formulation": "separate-bodies"},
        {"integrator": "semi-implicit-euler", "step": 0.01, "formulation": "hamilton-tangent"},
        {"formulation": "kinetostatics"},
        {"formulation": "independent"},
        {"formulation": "separate-bodies", "solver": "udu"},
        {"integrator": "gauss4", "step": 0.01, "solver": "sparse-lu"},
        {"duration": 1.0, "every": 1e-12},
        {"duration": 1e9, "every": 2.0, "formulation": "multipliers", "solver": "cholesky"},
        {"duration": 9e8, "every": 1.0, "rtol": 2.0},
    ],
    ids=str,
)
def test_what_simulate_refuses_of_settings_is_found(settings):
    mechanism = sliding()
    mechanism.settings = settings
    with pytest.raises((bo.errors.StateError, bo.errors.UnsupportedError)) as refused:
        bo.simulate(mechanism, **({} if "duration" in settings else {"duration": 0.1}))
    report = bo.check(mechanism)
    assert report.mechanism is None
    assert str(refused.value) in [finding.message for finding in report.findings if finding.severity == "error"]


def test_settings_that_simulate_takes_are_not_objected_to():
    for settings in (
        {"integrator": "rk4", "step": 0.01, "duration": 0.1},
        {"integrator": "verlet", "step": 0.01, "formulation": "hamilton-tangent"},
        {"formulation": "composite-bodies", "solver": "uu", "every": 0.1},
        {"integrator": "LSODA", "rtol": 1e-6},
    ):
        mechanism = sliding()
        mechanism.settings = settings
        assert bo.check(mechanism).count("error") == 0


def test_a_file_with_half_a_setting_is_read_and_objected_to(tmp_path):
    """An argument of simulate may give the other half."""
    mechanism = sliding()
    mechanism.settings = {"integrator": "rk4"}
    mechanism.save(tmp_path / "cart.toml")
    (finding,) = (each for each in bo.check(tmp_path / "cart.toml").findings if each.severity == "error")
    assert "'rk4' takes steps of a fixed length" in finding.message
    assert bo.simulate(bo.load(tmp_path / "cart.toml"), 0.1, step=0.01).status == "completed"


def test_a_motion_that_ends_before_the_run_is_found():
    from scipy.interpolate import CubicSpline

    mechanism = sliding()
    way = CubicSpline((0.0, 1.0, 2.0), (0.0, 0.5, 0.3), extrapolate=False)
    mechanism.add_body("lid", "cart", bo.Driven(bo.Revolute(), way), inertia=LINK)
    mechanism.settings = {"duration": 1.5}
    assert bo.check(mechanism).count("error") == 0
    mechanism.settings = {"duration": 2.5}
    assert bo.check(mechanism).count("error") == 1


def test_a_loop_that_is_open_at_the_start_is_a_warning_with_its_gap():
    """Bars of 0.2 and 0.5 m end 0.2 m before one of 0.4 m that starts at 0.5 m; closed, nothing is said."""
    bars, hinge = bo.Mechanism("four-bar"), bo.Revolute((0, 1, 0))
    rod = bo.Inertia.rod(0.4, mass=2.0, radius=0.01, axis=(1, 0, 0), center=(0.2, 0, 0))
    bars.add_body("crank", "ground", hinge, inertia=rod)
    bars.add_body("coupler", "crank", hinge, at=(0.2, 0, 0), inertia=rod)
    bars.add_body("rocker", "ground", hinge, at=(0.5, 0, 0), inertia=rod)
    bars.add_loop("pin", "coupler", "rocker", hinge, at=(0.5, 0, 0), other_at=(0.4, 0, 0))
    (finding,) = bo.check(bars).findings
    assert (finding.severity, finding.element) == ("warning", "loop 'pin'")
    assert "open by 0.2 m at the start" in finding.message
    assert "bough.assemble" in finding.message
    assert "no problems found" not in str(bo.check(bars))
    with pytest.raises(bo.errors.StateError, match=r"the loop 'pin' of 'four-bar' is open by 0\.2"):
        bo.simulate(bars, 0.1)
    bars.q0 = dict(zip(bars.q_names, bo.assemble(bars), strict=True))
    assert not bo.check(bars).findings


def test_a_loop_without_a_direction_to_close_it_is_a_warning():
    pair = bo.Mechanism("pair")
    for name in ("first", "second"):
        pair.add_body(name, "ground", bo.Translational(), inertia=bo.Inertia(1.5))
    rod = bo.CustomConstraint(lambda shift, rotation: shift[0] ** 2 + shift[1] ** 2 + shift[2] ** 2 - 0.25,
                           start=((0.5, 0, 0), None), name="rod")  # fmt: skip
    pair.add_loop("rod", "second", "first", rod)
    (finding,) = bo.check(pair).findings
    assert finding.severity == "warning"
    assert "the loop 'rod' of 'pair' is not closed" in finding.message


def test_each_open_loop_is_told_with_a_gap_of_its_own():
    pair, hinge = bo.Mechanism("pair"), bo.Revolute((0, 1, 0))
    for name, x, gap in (("near", 0.0, 0.1), ("far", 5.0, 0.3)):
        pair.add_body(name, "ground", hinge, at=(x, 0, 0), inertia=LINK)
        pair.add_loop(f"{name} pin", name, "ground", bo.Ball(), at=(1.0, 0, 0), other_at=(x + 1.0 + gap, 0, 0))
    told = {finding.element: finding.message for finding in bo.check(pair).findings}
    assert "open by 0.1 m" in told["loop 'near pin'"]
    assert "open by 0.3 m" in told["loop 'far pin'"]
