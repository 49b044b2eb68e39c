"""MuJoCo as a peer: a mechanism of bough as MJCF, with states and results in bough's order.

Only for hinges, slides, balls, free and fixed bodies; armature is one number for a joint, and none for a free body, whose linear velocity MuJoCo has along
the ground's axes. MuJoCo wants mass and a positive definite inertia of every body
that moves, and its XML parser takes no more than about 500 bodies in succession.
"""

from xml.sax.saxutils import quoteattr

import mujoco
import numpy as np
from scipy.spatial.transform import Rotation

from bough.mechanism import joints as catalogue
from bough.mechanism.mechanism import GROUND, Body, Mechanism

_HEAD = """<mujoco model={name}>
<compiler angle="radian" inertiafromgeom="false" balanceinertia="false" autolimits="false"/>
<option gravity="{gravity}"><flag contact="disable" constraint="disable"/></option>
<worldbody>
"""
_TAIL = "</worldbody>\n</mujoco>\n"


def mjcf(mechanism: Mechanism) -> str:
    """The mechanism as MuJoCo's XML: no contacts, no limits, no damping; bodies in regular numbering (depth first)."""
    text = [_HEAD.format(name=quoteattr(mechanism.name), gravity=_numbers(mechanism.gravity))]
    bodies, open_bodies = mechanism.bodies, [GROUND]
    for k in mechanism.topology.order:
        body = bodies[k]
        while open_bodies[-1] != body.parent:
            text.append("</body>\n")
            open_bodies.pop()
        open_bodies.append(body.name)
        quaternion = Rotation.from_matrix(body.rotation).as_quat(scalar_first=True)
        text.append(f'<body name={quoteattr(body.name)} pos="{_numbers(body.at)}" quat="{_numbers(quaternion)}">\n')
        text += _joints(body)
        text += _inertial(body.inertia)
    return "".join(text) + "</body>\n" * (len(open_bodies) - 1) + _TAIL


def _joints(body: Body) -> list[str]:
    armature = set(body.armature) or {0.0}
    if len(armature) > 1 or (body.armature and isinstance(body.joint, catalogue.Free)):
        raise ValueError(f"body '{body.name}': no MJCF for the armature {body.armature} of {body.joint!r}.")
    own = f'armature="{_numbers(armature)}"'
    match body.joint:
        case catalogue.Fixed():
            return []
        case catalogue.Revolute():
            return [f'<joint type="hinge" axis="{_numbers(body.joint.axis)}" {own}/>\n']
        case catalogue.Prismatic():
            return [f'<joint type="slide" axis="{_numbers(body.joint.axis)}" {own}/>\n']
        case catalogue.Ball():
            return [f'<joint type="ball" {own}/>\n']
        case catalogue.Free() if body.parent == GROUND:
            return ["<freejoint/>\n"]
        case catalogue.Free():  # MuJoCo's free joint hangs on the ground only
            slides = [f'<joint type="slide" axis="{_numbers(axis)}"/>\n' for axis in np.eye(3)]
            return [*slides, '<joint type="ball"/>\n']
    raise ValueError(f"body '{body.name}': no MJCF for {body.joint!r}; use Revolute, Prismatic, Ball, Free or Fixed.")


def _inertial(inertia) -> list[str]:
    if inertia.mass == 0.0 and not inertia.tensor.any():
        return []
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tensor
    return [
        f'<inertial pos="{_numbers(inertia.center)}" mass="{_numbers([inertia.mass])}" '
        f'fullinertia="{_numbers((xx, yy, zz, xy, xz, yz))}"/>\n'
    ]


def _numbers(values) -> str:
    return " ".join(repr(float(x)) for x in values)


class MujocoPeer:
    """A mechanism in MuJoCo; ``model`` and ``data`` are MuJoCo's own, made of ``xml``."""

    def __init__(self, mechanism: Mechanism):
        self.xml = mjcf(mechanism)
        self.model = mujoco.MjModel.from_xml_string(self.xml)
        self.data = mujoco.MjData(self.model)
        bodies = mechanism.bodies
        q_names, u_names = ([getattr(b.joint, names) for b in bodies] for names in ("q_names", "u_names"))
        order = mechanism.topology.order.tolist()
        self._q_order, self._u_order = _entries(q_names, order), _entries(u_names, order)
        # of each free body: where it starts in our q and u, and the frame in which MuJoCo measures its motion
        self._free = []
        q_at, u_at = 0, 0
        for body in bodies:
            if isinstance(body.joint, catalogue.Free):
                on_ground = body.parent == GROUND
                frame = (body.rotation, body.at) if on_ground else (np.eye(3), np.zeros(3))
                self._free.append((q_at, u_at, Rotation.from_matrix(frame[0]), frame[1]))
            q_at += len(body.joint.q_names)
            u_at += len(body.joint.u_names)

    def to_mujoco(self, q, u, tau):
        """MuJoCo's (qpos, qvel, qfrc_applied) of our (q, u, tau): the linear part of a free body goes to fixed axes."""
        q, u, tau = (np.array(x, float) for x in (q, u, tau))
        for i, k, rotation, origin in self._free:
            attitude = rotation * _attitude(q[i + 3 : i + 7])
            q[i : i + 3] = origin + rotation.apply(q[i : i + 3])
            q[i + 3 : i + 7] = attitude.as_quat(scalar_first=True)
            u[k : k + 3] = attitude.apply(u[k : k + 3])
            tau[k : k + 3] = attitude.apply(tau[k : k + 3])
        return q[self._q_order], u[self._u_order], tau[self._u_order]

    def from_mujoco(self, qpos, qvel):
        """Our (q, u) of MuJoCo's (qpos, qvel)."""
        q, u = np.empty(len(self._q_order)), np.empty(len(self._u_order))
        q[self._q_order], u[self._u_order] = qpos, qvel
        for i, k, rotation, origin in self._free:
            attitude = _attitude(q[i + 3 : i + 7])
            u[k : k + 3] = attitude.inv().apply(u[k : k + 3])
            q[i : i + 3] = rotation.inv().apply(q[i : i + 3] - origin)
            q[i + 3 : i + 7] = (rotation.inv() * attitude).as_quat(scalar_first=True)
        return q, u

    def from_qacc(self, q, u, qacc):
        """Our u̇ of MuJoCo's accelerations at our (q, u)."""
        u_dot = np.empty(len(self._u_order))
        u_dot[self._u_order] = qacc
        for i, k, rotation, _ in self._free:
            # a = R (v̇ + ω × v), with v and v̇ in body axes
            attitude = rotation * _attitude(q[i + 3 : i + 7])
            u_dot[k : k + 3] = attitude.inv().apply(u_dot[k : k + 3]) - np.cross(u[k + 3 : k + 6], u[k : k + 3])
        return u_dot

    def forward_dynamics(self, q, u, tau):
        """u̇."""
        self.data.qpos, self.data.qvel, self.data.qfrc_applied = self.to_mujoco(q, u, tau)
        mujoco.mj_forward(self.model, self.data)
        return self.from_qacc(q, u, self.data.qacc)


def _entries(names, order):
    """The index in the user's order of each entry, of bodies in regular numbering."""
    start = np.cumsum([0] + [len(n) for n in names])
    return np.array([j for k in order for j in range(start[k], start[k + 1])], int)


def _attitude(quaternion):
    return Rotation.from_quat(quaternion, scalar_first=True)
