"""Robots as URDF, loaded by bough and by Pinocchio: the same degrees of freedom, poses, mass matrices and accelerations. A few are written for the tests; those that others have published
are many and large, and belong to ``make test-slow``."""

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from helpers.robot_files import mujocos_robot, published
from helpers.robot_texts import WRITTEN
from helpers.urdf_texts import MASS, joint, link, robot, written

import bough as bo
from bough.errors import ModelError, SingularError
from bough.formats import read
from bough.mechanism.description import fingerprint, from_dict, to_dict

pin = pytest.importorskip("pinocchio")  # there is none for Windows

# robots that neither can use, and why; docs/urdf.md lists the published ones
UNREADABLE = {"ur_description/urdf/ur3.urdf": "there is no <link>", "empty": "there is no <link>"}
# robots whose fingers, or whose only link, move without any mass: singular in bough, NaN in Pinocchio
SINGULAR = {
    ("romeo_description/urdf/romeo.urdf", False): "'RThumb3'",
    ("romeo_description/urdf/romeo.urdf", True): "'RThumb3'",
    ("romeo_description/urdf/romeo_laas_small.urdf", False): "'r_gripper_joint'",
    ("romeo_description/urdf/romeo_laas_small.urdf", True): "'r_gripper_joint'",
    ("mujoco/testdata/model.urdf", True): "'root_joint.wz'",
    ("fingers", False): "'bend2'",
    ("fingers", True): "'bend2'",
}
PUBLISHED = published()
QUICK = [*WRITTEN, *mujocos_robot()]
ALL = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in PUBLISHED)]


def each(readable: bool):
    """A test for each robot that can be read, or for each that cannot."""
    names = [name for name in ALL if ((name if isinstance(name, str) else name.values[0]) in UNREADABLE) != readable]
    return pytest.mark.parametrize("name", names)


@pytest.fixture
def path(name, tmp_path) -> Path:
    """The file of a robot."""
    if name in WRITTEN:
        return written(tmp_path, WRITTEN[name](), f"{name}.urdf")
    return {**mujocos_robot(), **PUBLISHED}[name]


@pytest.mark.slow
def test_all_published_robots_are_installed():
    assert len(PUBLISHED) >= 69


def child_links(path: Path) -> dict[str, str]:
    """By joint the link that it moves, whose name stands for it as well; a joint that has the name of a link has no other."""
    return {j.get("name"): j.find("child").get("link") for j in ET.parse(path).getroot().findall("joint")}


class Pair:
    """A robot in bough and in Pinocchio."""

    def __init__(self, path: Path, floating: bool):
        self.mechanism, self.findings = read(path, floating=floating, forces=False)
        self.model = pin.buildModelFromUrdf(str(path), *([pin.JointModelFreeFlyer()] if floating else []))
        self.data = self.model.createData()
        self._link = child_links(path)
        self.order = np.empty(self.model.nv, int)  # the index in our u of each entry of Pinocchio's v
        for found, at in self._joints(self.mechanism.u_places):
            self.order[found.idx_v : found.idx_v + found.nv] = at

    def _joints(self, places):
        """Pinocchio's joints, with our places of theirs."""
        for found, name in list(zip(self.model.joints, self.model.names, strict=True))[1:]:
            yield found, list(places[self._link.get(name, name)])

    def configuration(self, q):
        """Pinocchio's q of ours: quaternions end with w, and what turns without end has a cosine and a sine."""
        theirs = pin.neutral(self.model)
        for found, at in self._joints(self.mechanism.q_places):
            x = q[at]
            match found.shortname():
                case "JointModelFreeFlyer":
                    x = x[[0, 1, 2, 4, 5, 6, 3]]
                case "JointModelPlanar":
                    x = np.array((x[0], x[1], np.cos(x[2]), np.sin(x[2])))
                case kind if "UB" in kind or "Unbounded" in kind:
                    x = np.array((np.cos(x[0]), np.sin(x[0])))
            theirs[found.idx_q : found.idx_q + found.nq] = x
        return theirs

    def mass_matrix(self, q):
        upper = np.triu(pin.crba(self.model, self.data, self.configuration(q)))
        return self._ours(upper + np.triu(upper, 1).T)

    def accelerations(self, q, u, tau):
        return self._ours(pin.aba(self.model, self.data, self.configuration(q), u[self.order], tau[self.order]))

    def _ours(self, theirs):
        ours = np.empty_like(theirs)
        ours[np.ix_(*[self.order] * theirs.ndim)] = theirs
        return ours

    def assert_poses(self, q):
        """Every link is where Pinocchio has it, on fixed joints as well."""
        pin.framesForwardKinematics(self.model, self.data, self.configuration(q))
        frames = {frame.name: k for k, frame in enumerate(self.model.frames) if frame.type == pin.FrameType.BODY}
        frames["ground_link"] = frames.get("ground")  # the one name that cannot stay
        expected = np.array([self.data.oMf[frames[name]].homogeneous for name in self.mechanism.body_names])
        np.testing.assert_allclose(bo.body_poses(self.mechanism, q), expected, rtol=0, atol=1e-13)


@pytest.mark.parametrize("floating", [False, True], ids=["fixed", "floating"])
@each(readable=True)
def test_same_equations(name, path, floating):
    pair = Pair(path, floating)
    mechanism = pair.mechanism
    assert mechanism.n == pair.model.nv
    for seed in range(2 if mechanism.n else 0):
        q, u = bo.models.random_state(mechanism, seed)
        tau = np.random.default_rng(seed).normal(size=u.shape)
        pair.assert_poses(q)
        matrix = pair.mass_matrix(q)
        np.testing.assert_allclose(
            bo.mass_matrix(mechanism, q), matrix, rtol=0, atol=1e-13 * np.abs(matrix).max(initial=0.0)
        )
        expected = pair.accelerations(q, u, tau)
        if (name, floating) in SINGULAR:
            assert not np.isfinite(expected).all()
            with pytest.raises(SingularError, match=SINGULAR[name, floating]):
                bo.forward_dynamics(mechanism, q, u, tau, formulation="separate-bodies")
            continue
        found = bo.forward_dynamics(mechanism, q, u, tau, formulation="separate-bodies")
        tolerance = max(1e-10, 4.0 * np.finfo(float).eps * np.linalg.cond(matrix))
        np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * np.abs(expected).max())


@each(readable=False)
def test_what_neither_reads(name, path):
    with pytest.raises(ModelError, match=UNREADABLE[name]):
        read(path)
    with pytest.raises(ValueError, match="valid URDF"):
        pin.buildModelFromUrdf(str(path))


@each(readable=True)
def test_with_forces_and_as_plain_data(name, path):
    """Each has the stops that Pinocchio knows of, and can be described and rebuilt, whatever its inertias."""
    mechanism, _ = read(path)
    assert fingerprint(from_dict(to_dict(mechanism))) == fingerprint(mechanism)
    model, link_of = pin.buildModelFromUrdf(str(path)), child_links(path)
    expected = {}
    for found, key in list(zip(model.joints, model.names, strict=True))[1:]:
        lower, upper = model.lowerPositionLimit[found.idx_q], model.upperPositionLimit[found.idx_q]
        body = mechanism.body(link_of[key])
        if found.nq == 1 and lower < upper and carries_mass(mechanism, body.name):
            expected[body.joint_name] = (lower, upper)
    limits = [force for force in mechanism.forces.values() if isinstance(force, bo.JointLimit)]
    assert {limit.joint: (limit.lower, limit.upper) for limit in limits} == expected


def carries_mass(mechanism, name: str) -> bool:
    """Whether a body, or anything that hangs on it, has a mass."""
    below = [body.name for body in mechanism.bodies if body.parent == name]
    return mechanism.body(name).inertia.mass > 0.0 or any(carries_mass(mechanism, other) for other in below)


def test_joints_that_no_published_robot_has(tmp_path):
    """Planar (Pinocchio's normal is z, and its velocities are along body axes) and floating, at rest."""
    text = robot(
        link("a"),
        *(link(name, MASS.replace("<mass", '<origin xyz="0.1 -0.2 0.3" rpy="1 2 3"/><mass')) for name in "bcde"),
        joint("turn", "a", "b", "continuous", '<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><axis xyz="0.6 0 0.8"/>'),
        joint("glide", "b", "c", "planar", '<origin xyz="0 1 0" rpy="0.4 0 0"/><axis xyz="0 0 1"/>'),
        joint("fly", "c", "d", "floating", '<origin xyz="0 0 1" rpy="0 0.5 0"/>'),
        joint(
            "slide", "d", "e", "prismatic", '<axis xyz="0 -3 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/>'
        ),
    )
    pair = Pair(written(tmp_path, text), floating=False)
    mechanism = pair.mechanism
    q, _ = bo.models.random_state(mechanism, 5)
    u, tau = np.zeros(mechanism.n), np.random.default_rng(5).normal(size=mechanism.n)
    angle = q[mechanism.q_places["glide.angle"][0]]
    turn = np.eye(mechanism.n)  # from our velocities to theirs
    at = mechanism.u_places["glide"][0]
    turn[at : at + 2, at : at + 2] = ((np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle)))
    matrix = turn.T @ pair.mass_matrix(q) @ turn
    np.testing.assert_allclose(bo.mass_matrix(mechanism, q), matrix, rtol=0, atol=1e-13 * np.abs(matrix).max())
    found = bo.forward_dynamics(mechanism, q, u, tau, formulation="separate-bodies")
    expected = turn.T @ pair.accelerations(q, u, turn @ tau)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11 * np.abs(expected).max())
    pair.assert_poses(q)
