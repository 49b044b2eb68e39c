"""Models in MJCF against MuJoCo itself: mass matrices, accelerations, positions of bodies, and a motion."""

import mujoco
import numpy as np
import pytest
from helpers.mjcf_texts import SPRINGS, TEXTS
from scipy.spatial.transform import Rotation

import bough as bo
from bough.formats import read

# relative to the largest entry
TOLERANCE = 1e-10


class Peer:
    """A file in MuJoCo, and a state of it in both programs' terms."""

    def __init__(self, path, seed=0):
        self.model = mujoco.MjModel.from_xml_path(str(path))
        self.data = mujoco.MjData(self.model)
        rng = np.random.default_rng(seed)
        model, data = self.model, self.data
        data.qvel = rng.normal(size=model.nv)
        if model.nkey:
            data.ctrl = model.key_ctrl[0]
        q, u = np.empty(model.nq), data.qvel.copy()
        self.free = []
        for j in range(model.njnt):
            at, dof = model.jnt_qposadr[j], model.jnt_dofadr[j]
            match mujoco.mjtJoint(model.jnt_type[j]):
                case mujoco.mjtJoint.mjJNT_FREE:
                    data.qpos[at : at + 3] = q[at : at + 3] = rng.normal(size=3)
                    turn = Rotation.random(random_state=rng)
                    data.qpos[at + 3 : at + 7] = q[at + 3 : at + 7] = turn.as_quat(scalar_first=True)
                    u[dof : dof + 3] = turn.inv().apply(u[dof : dof + 3])
                    self.free.append((dof, turn))
                case mujoco.mjtJoint.mjJNT_BALL:
                    data.qpos[at : at + 4] = q[at : at + 4] = Rotation.random(random_state=rng).as_quat(
                        scalar_first=True
                    )
                case _:
                    q[at] = rng.normal()
                    data.qpos[at] = q[at] + model.qpos0[at]
        self.q, self.u = q, u
        mujoco.mj_forward(model, data)

    def accelerations(self):
        u_dot = self.data.qacc.copy()
        for dof, turn in self.free:
            # a = R (v̇ + ω × v), with v and v̇ in body axes
            v, omega = self.u[dof : dof + 3], self.u[dof + 3 : dof + 6]
            u_dot[dof : dof + 3] = turn.inv().apply(u_dot[dof : dof + 3]) - np.cross(omega, v)
        return u_dot

    def mass_matrix(self):
        # column by column, by a call that every version has
        turned = np.eye(self.model.nv)
        for dof, turn in self.free:
            turned[dof : dof + 3, dof : dof + 3] = turn.as_matrix()
        product = np.empty(self.model.nv)
        columns = []
        for column in turned.T:
            mujoco.mj_mulM(self.model, self.data, product, column)
            columns.append(turned.T @ product)
        return np.column_stack(columns)


def close(found, expected, what=""):
    np.testing.assert_allclose(found, expected, rtol=0, atol=TOLERANCE * np.abs(expected).max(), err_msg=what)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mjcf")
    for name, text in {**TEXTS, "springs": SPRINGS}.items():
        (folder / f"{name}.xml").write_text(text)
    return folder


@pytest.mark.parametrize("name", TEXTS)
def test_mass_matrix_and_accelerations_are_mujocos(files, name):
    path = files / f"{name}.xml"
    mechanism, _ = read(path)
    for seed in range(3):
        peer = Peer(path, seed)
        assert (mechanism.n_q, mechanism.n) == (peer.model.nq, peer.model.nv)
        close(bo.mass_matrix(mechanism, peer.q), peer.mass_matrix(), name)
        found = bo.forward_dynamics(mechanism, peer.q, peer.u, formulation="separate-bodies", time=0.3)
        close(found, peer.accelerations(), name)


@pytest.mark.parametrize("name", TEXTS)
def test_bodies_are_where_mujocos_are(files, name):
    path = files / f"{name}.xml"
    mechanism, _ = read(path)
    peer = Peer(path)
    poses = bo.body_poses(mechanism, peer.q)
    for i in range(1, peer.model.nbody):
        k = mechanism.body_names.index(peer.model.body(i).name)
        np.testing.assert_allclose(poses[k, :3, 3], peer.data.xpos[i], atol=1e-12)
        np.testing.assert_allclose(poses[k, :3, :3], peer.data.xmat[i].reshape(3, 3), atol=1e-12)


@pytest.mark.parametrize("name", ["arm", "limited"])
def test_a_motion_is_mujocos(files, name):
    # by the same method: the steps of the classical one of order 4
    path = files / f"{name}.xml"
    mechanism, _ = read(path)
    peer = Peer(path, 5)
    peer.model.opt.integrator, peer.model.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, 2e-3
    x, n, h = np.concatenate((peer.q, peer.u)), mechanism.n, peer.model.opt.timestep

    def slope(x):
        return np.concatenate((x[n:], bo.forward_dynamics(mechanism, x[:n], x[n:], formulation="separate-bodies")))

    for _ in range(100):
        mujoco.mj_step(peer.model, peer.data)
        k1 = slope(x)
        k2 = slope(x + 0.5 * h * k1)
        k3 = slope(x + 0.5 * h * k2)
        x = x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + slope(x + h * k3))
    np.testing.assert_allclose(x[:n] + peer.model.qpos0, peer.data.qpos, rtol=1e-9)
    np.testing.assert_allclose(x[n:], peer.data.qvel, rtol=1e-9)


def test_actuator_forces_are_clipped_as_in_mujoco(files):
    path = files / "limited.xml"
    mechanism, findings = read(path)
    assert not [finding for finding in findings if finding.severity == "warning"]
    without, _ = read(path, forces=False)
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    data.ctrl = model.key_ctrl[0]
    rng = np.random.default_rng(2)
    q, u = rng.normal(size=(2, 200, model.nv))
    expected = np.empty_like(q)
    for k in range(len(q)):
        data.qpos, data.qvel = q[k] + model.qpos0, u[k]
        mujoco.mj_forward(model, data)
        expected[k] = data.qfrc_actuator
    # both ends of each range are met
    ends = {
        "uneven": (None, 5), "backward": (-6, 24), "pushed": (1, 3), "held": (None, 2), "of_a_joint": (-4, 1.5),
        "of_both": (-2, 6), "apart": (3, 3), "driven": (3, 3), "of_two": (-3, 2), "of_three": (-3, 0.5),
        "of_motors": (-3, -3), "wide": (-6, 5),
    }  # fmt: skip
    for k, name in enumerate(mechanism.u_names):
        for end, met in zip(ends[name], (expected[:, k].min(), expected[:, k].max()), strict=True):
            assert end is None or met == pytest.approx(end, rel=1e-15), name
    u_dot = np.zeros(model.nv)
    found = bo.inverse_dynamics(without, q, u, u_dot) - bo.inverse_dynamics(mechanism, q, u, u_dot)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    assert {"p + v", "m1 + m2 + m3", "n1 + n2", "w1", "w2"} < set(mechanism.forces)


@pytest.mark.parametrize(
    ("actuator", "damping"),
    [
        ('<damper {} ctrlrange="0 1"/>', 2.0),  # (kv times the control)
        ("<velocity {}/>", 4.0),
        ('<position kp="3" {}/>', 4.0),
        ('<motor name="push" site="s" gear="0 0 2 0 0 0"/>', 0.0),
    ],
)
def test_damping_of_actuators_on_sites_is_told_and_can_be_given_by_a_law(tmp_path, actuator, damping):
    path = tmp_path / "pushed.xml"
    actuator = actuator.format('name="push" site="s" kv="4" gear="0 0 1 0 0 0"')
    path.write_text(f"""<mujoco><worldbody><body name="b"><joint type="slide" axis="0 0 1"/><geom size="0.1" mass="1"/>
        <site name="s"/></body></worldbody><actuator>{actuator}</actuator><keyframe><key ctrl="0.5"/></keyframe></mujoco>""")
    mechanism, findings = read(path)
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    data.ctrl = model.key_ctrl[0]
    told = [finding.message for finding in findings if finding.severity == "warning"]
    assert [("site's velocity" in one, "bough.CustomBodyForce" in one, "'push'" in one) for one in told] == (
        [(True, True, True)] if damping else []
    )
    mechanism.add_force(
        "law", bo.CustomBodyForce("b", lambda t, x, r, v, w: (0.0, 0.0, -damping * v[2], 0.0, 0.0, 0.0))
    )
    for v in (0.0, 2.0):
        data.qvel = v
        mujoco.mj_forward(model, data)
        np.testing.assert_allclose(bo.forward_dynamics(mechanism, [0.0], [v]), data.qacc, rtol=1e-14)


def test_the_spring_of_a_joint_rests_at_springref_less_ref(tmp_path):
    path = tmp_path / "spring.xml"
    path.write_text("""<mujoco><option gravity="0 0 0"/><compiler angle="radian"/><worldbody><body>
        <joint name="j" type="slide" stiffness="30" springref="0.2" ref="0.05"/><geom size="0.1"/></body></worldbody></mujoco>""")
    mechanism, _ = read(path)
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    for q in (0.0, 0.15, 1.0):
        data.qpos = q + model.qpos0
        mujoco.mj_forward(model, data)
        # (0.15 is where it rests)
        found = bo.mass_matrix(mechanism, [q]) @ bo.forward_dynamics(mechanism, [q], [0.0])
        np.testing.assert_allclose(found, data.qfrc_spring, rtol=1e-13, atol=1e-13)


def test_springs_of_balls_and_free_bodies_pull_by_the_sine_of_the_turn(files):
    path = files / "springs.xml"
    (mechanism, findings), (without, _) = read(path), read(path, forces=False)
    assert any("k sin φ" in str(finding) and "'stem'" in str(finding) for finding in findings)
    peer = Peer(path)
    q, u = peer.q, np.zeros(mechanism.n)
    with_springs, free = (bo.forward_dynamics(m, q, u, formulation="separate-bodies") for m in (mechanism, without))
    found = bo.mass_matrix(mechanism, q) @ (with_springs - free)
    expected = peer.data.qfrc_spring.copy()
    (_, turn) = peer.free[0]
    expected[:3] = turn.inv().apply(expected[:3])
    for at, stiffness in ((3, 3.0), (6, 2.0)):
        angle = np.linalg.norm(expected[at : at + 3]) / stiffness
        expected[at : at + 3] *= np.sin(angle) / angle
    close(found, expected)


def test_a_motion_starts_at_the_keyframe_home(files):
    path = files / "humanoid.xml"
    mechanism, _ = read(path)
    peer = Peer(path)
    mujoco.mj_resetDataKeyframe(peer.model, peer.data, peer.model.key("home").id)
    mujoco.mj_forward(peer.model, peer.data)
    poses = bo.body_poses(mechanism, mechanism.coordinates(mechanism.q0))
    for name in ("pelvis", "left_foot", "right_hand"):
        k, i = mechanism.body_names.index(name), peer.model.body(name).id
        np.testing.assert_allclose(poses[k, :3, 3], peer.data.xpos[i], atol=1e-12)
    u = mechanism.velocities(mechanism.u0)
    local = peer.data.xmat[peer.model.body("pelvis").id].reshape(3, 3).T
    np.testing.assert_allclose(u[:3], local @ peer.data.qvel[:3], atol=1e-14)
    np.testing.assert_array_equal(u[3:], peer.data.qvel[3:])


def test_the_inertia_of_a_mesh_is_what_mujoco_derives(tmp_path):
    """MuJoCo takes a centre of mass that is less than 1e-6 m off the origin for the origin; bough has it where it is."""
    rng = np.random.default_rng(3)
    box = np.array([(x, y, z) for x in (-1, 1) for y in (-2, 2) for z in (-3, 3)], float)
    for shape, is_rounded in ((rng.normal(size=(12, 3)), False), (box + 1e-6 * rng.normal(size=(8, 3)), True)):
        corners = " ".join(map(repr, shape.ravel().tolist()))
        path = tmp_path / "mesh.xml"
        path.write_text(
            f"""<mujoco><asset><mesh name="m" vertex="{corners}" scale="0.1 0.1 0.1"/></asset>
            <worldbody><body name="a"><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""
        )
        mechanism, _ = read(path)
        peer = Peer(path)
        mass, center = float(peer.model.body_mass[1]), peer.model.body_ipos[1]
        assert (peer.model.body_sameframe[1] == mujoco.mjtSameFrame.mjSAMEFRAME_BODY) == is_rounded
        expected = peer.mass_matrix()
        if is_rounded:
            assert 0.0 < np.abs(center).max() < 1e-6
            cross = np.cross(center, np.eye(3))  # -center ×
            expected[:3, 3:] += mass * cross
            expected[3:, :3] += mass * cross.T
            expected[3:, 3:] += mass * cross.T @ cross
        found = bo.mass_matrix(mechanism, peer.q)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13 * np.abs(expected).max())


@pytest.mark.parametrize(("slant", "is_rounded"), [(9e-7, True), (1e-5, False)])
def test_principal_axes_are_where_they_are(tmp_path, slant, is_rounded):
    """MuJoCo takes axes that are within 1e-6 of the body's for these."""
    path = tmp_path / "slant.xml"
    path.write_text(f"""<mujoco><worldbody><body><joint type="ball"/>
        <inertial pos="0 0 0" mass="1" diaginertia="1 2 3" quat="1 {slant} 0 0"/></body></worldbody></mujoco>""")
    mechanism, _ = read(path)
    found = bo.mass_matrix(mechanism, (1.0, 0.0, 0.0, 0.0))
    moments = np.diag((1.0, 2.0, 3.0))
    axes = np.array(((1.0, 0.0, 0.0), (0.0, 1.0, -2.0 * slant), (0.0, 2.0 * slant, 1.0)))  # to first order
    np.testing.assert_allclose(found, axes @ moments @ axes.T, rtol=0, atol=1e-8)
    expected = moments if is_rounded else found
    np.testing.assert_allclose(Peer(path).mass_matrix(), expected, rtol=0, atol=1e-12)


def test_parts_in_other_files_are_mujocos(tmp_path):
    (tmp_path / "models" / "parts").mkdir(parents=True)
    (tmp_path / "meshes").mkdir()
    corners = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 1\nv 1.5 1.5 1.5\n"
    (tmp_path / "meshes" / "rock.obj").write_text(corners + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\nf 2 5 4\nf 3 4 5\n")
    (tmp_path / "models" / "parts" / "arm.xml").write_text(
        '<mujocoinclude><body name="arm" pos="0 0 0.5"><joint axis="0 1 0"/><geom type="mesh" mesh="rock" pos="0.1 0 0" euler="10 20 30"/></body></mujocoinclude>'
    )
    (tmp_path / "models" / "hand.xml").write_text(
        '<mujoco><worldbody><body name="hand" pos="0.1 0 0"><joint name="grip" axis="1 0 0"/><geom size="0.1" pos="0 0.1 0"/></body></worldbody></mujoco>'
    )
    path = tmp_path / "models" / "robot.xml"
    path.write_text(
        """<mujoco><compiler meshdir="../meshes"/>
        <asset><mesh name="rock" file="rock.obj" scale="0.1 0.2 -0.1"/><texture name="none" type="2d" file="missing.png"/><material name="m" texture="none"/>
        <model name="hand" file="hand.xml"/></asset>
        <worldbody><body name="base"><joint/><geom type="box" size="0.1 0.1 0.2" material="m"/><include file="parts/arm.xml"/>
        <frame pos="0 0 1"><attach model="hand" body="hand" prefix="left_"/></frame></body></worldbody></mujoco>"""
    )
    mechanism, _ = read(path)
    # MuJoCo itself wants all textures
    path.write_text(path.read_text().replace('file="missing.png"', 'builtin="flat" width="1" height="1"'))
    peer = Peer(path)
    assert mechanism.body_names == ("base", "arm", "left_hand")
    close(bo.mass_matrix(mechanism, peer.q), peer.mass_matrix())
    close(bo.forward_dynamics(mechanism, peer.q, peer.u, formulation="separate-bodies"), peer.accelerations())
    (visual,) = mechanism.body("arm").visuals
    assert visual.file == "../meshes/rock.obj"
    # the corners of the mesh are where MuJoCo has them
    geom = int(peer.model.body("arm").geomadr[0])
    seen = peer.data.geom_xpos[geom] + peer.model.mesh_vert @ peer.data.geom_xmat[geom].reshape(3, 3).T
    pose = bo.body_poses(mechanism, peer.q)[1]
    own = np.array([line.split()[1:] for line in corners.splitlines()], float) * visual.size
    own = own @ np.array(visual.rotation).T + visual.at
    placed = own @ pose[:3, :3].T + pose[:3, 3]
    distances = np.linalg.norm(placed[:, None] - seen[None], axis=2)
    assert distances.min(axis=1).max() < 1e-6  # vertices are of single precision
