"""Joints of the catalogue built again as the user's own: (catalogue, own), with axes that are not aligned."""

import numpy as np

import bough as bo

A, B, C = (2 / 3, -1 / 3, 2 / 3), (0.6, 0.0, -0.8), (-2 / 7, 6 / 7, 3 / 7)
RAD = "rad"


def _plane(normal):
    """x and y of ``Planar``: x from the axis of the joint frame furthest from the normal."""
    normal = np.array(normal)
    x = np.eye(3)[np.argmin(np.abs(normal))]
    x = x - normal * (normal @ x)
    x /= np.linalg.norm(x)
    return x, np.cross(normal, x)


X, Y = _plane(A)


def hinge(q):
    return (0, 0, 0), [(A, q)]


def slide(q):
    return q * np.array(A), None


def aligned(q):
    return (q, 0, 0), None


def screw(q):
    return 0.3 * q * np.array(A), [(A, q)]


def cylindrical(s, q):
    return s * np.array(A), [(A, q)]


def universal(q1, q2):
    return (0, 0, 0), [(A, q1), (B, q2)]


def matrix(q1, q2):
    """A universal joint about x and y by the matrix of its rotation."""
    c1, s1, c2, s2 = np.cos(q1), np.sin(q1), np.cos(q2), np.sin(q2)
    return (0, 0, 0), [[c2, 0, s2], [s1 * s2, c1, -s1 * c2], [-c1 * s2, s1, c1 * c2]]


def planar(x, y, q):
    return x * X + y * Y, [(A, q)]


def gimbal(q1, q2, q3):
    return (0, 0, 0), [(A, q1), (B, q2), (C, q3)]


TWO, THREE = dict.fromkeys(("turn1", "turn2"), RAD), dict.fromkeys(("turn1", "turn2", "turn3"), RAD)
PAIRS = {
    "hinge": (bo.Revolute(A), bo.CustomJoint(hinge, {"q": RAD})),
    "slide": (bo.Prismatic(A), bo.CustomJoint(slide, {"q": "m"})),
    "aligned": (bo.Prismatic((1, 0, 0)), bo.CustomJoint(aligned, {"q": "m"})),
    "screw": (bo.Helical(A, 0.3), bo.CustomJoint(screw, {"q": RAD})),
    "cylindrical": (bo.Cylindrical(A), bo.CustomJoint(cylindrical, {"slide": "m", "turn": RAD})),
    "universal": (bo.Universal(A, B), bo.CustomJoint(universal, TWO)),
    "matrix": (bo.Universal(), bo.CustomJoint(matrix, TWO)),
    "planar": (bo.Planar(A), bo.CustomJoint(planar, {"x": "m", "y": "m", "turn": RAD})),
    "gimbal": (bo.Gimbal((A, B, C)), bo.CustomJoint(gimbal, THREE, over={"turn2": (-0.3, 0.3)})),
}
INERTIA = bo.Inertia(1.3, (0.1, -0.2, 0.3), np.diag((0.4, 0.5, 0.6)) + 0.05)
TURNED = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]


def carried(joint):
    """A body on the joint, between a screw and a ball."""
    mechanism = bo.Mechanism("carried", gravity=(1.0, -2.0, -9.0))
    mechanism.add_body("carrier", "ground", bo.Helical(C, -0.2), (0.1, 0.2, 0.3), inertia=INERTIA)
    mechanism.add_body("body", "carrier", joint, (0.3, -0.2, 0.5), TURNED, INERTIA)
    mechanism.add_body("tip", "body", bo.Ball(), (0.3, 0.1, 0.2), inertia=INERTIA)
    return mechanism


def chains(*names):
    """(by the catalogue, by own joints): a tree with joints of these pairs."""
    both = []
    for k in range(2):
        mechanism = bo.Mechanism("tree", gravity=(1.0, -2.0, -9.0))
        for at, name in enumerate(names):
            parent = "ground" if at == 0 else names[max(0, at - 2)]
            mechanism.add_body(name, parent, PAIRS[name][k], (0.3, -0.2, 0.5), TURNED if at % 3 else None, INERTIA)
        both.append(mechanism)
    return both


def state(mechanism, seed=0, states=None):
    """A random state, within the range of the gimbal's second turn."""
    q, u = bo.models.random_state(mechanism, seed, states)
    q[..., [k for k, name in enumerate(mechanism.q_names) if name.endswith(".turn2")]] *= 0.2
    return q, u
