"""Robots written for the tests, with what published ones have: free and fixed roots, frames without mass, meshes, mimics, inertias that no body has, joints in any order.

The 69 robots of example-robot-data take long to install, and are for ``make test-slow``.
"""

from itertools import pairwise

from helpers.urdf_texts import joint, link, robot

LIMITS = '<limit lower="-2" upper="1.5" effort="30" velocity="5"/>'


def solid(mass, *moments, at="0.02 -0.01 0.1", rpy="0.3 -0.2 0.5", mesh=""):
    """What is inside of a link: mass, ixx ixy ixz iyy iyz izz, and how it looks."""
    tensor = "".join(
        f' {name}="{x}"' for name, x in zip(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), moments, strict=True)
    )
    looks = f'<visual><geometry><mesh filename="{mesh}" scale="0.001 0.001 0.001"/></geometry></visual>' if mesh else ""
    return f'<inertial><origin xyz="{at}" rpy="{rpy}"/><mass value="{mass}"/><inertia{tensor}/></inertial>{looks}'


def placed(axis="0 0 1", at="0 0 0.3", rpy="0 0 0", more=LIMITS):
    """What is inside of a joint."""
    return f'<origin xyz="{at}" rpy="{rpy}"/><axis xyz="{axis}"/>{more}'


def arm() -> str:
    """Six axes on a fixed base, fingers that mimic one another, a camera and a tool's frame; axes that are neither along x, y, z nor of unit length."""
    lines = [
        link("world", ""),
        link("base", solid(3.0, 0.03, 0, 0, 0.03, 0, 0.02, mesh="package://arm/meshes/base.stl")),
    ]
    lines.append(joint("mounted", "world", "base", "fixed", placed(at="0.5 0 1", rpy="0 0 1.57")))
    axes = ("0 0 1", "0 1 0", "0 -2 0", "0.6 0 0.8", "0 1 0.1", "1 0 0")
    names = ["base", *(f"link{k}" for k in range(1, 7))]
    for k, ((parent, child), axis) in enumerate(zip(pairwise(names), axes, strict=True)):
        lines.append(
            link(child, solid(2.0 / (k + 1), 0.02, 0.001, -0.002, 0.018, 0.0005, 0.01, mesh=f"meshes/{k}.dae"))
        )
        kind = "continuous" if k == 5 else "revolute"
        friction = f'{LIMITS if kind == "revolute" else ""}<dynamics damping="0.1" friction="0.2"/>'
        lines.append(joint(f"axis{k + 1}", parent, child, kind, placed(axis, rpy="0.1 0 0.2", more=friction)))
    for side, sign in (("left", 1), ("right", -1)):
        follows = "" if sign > 0 else '<mimic joint="left_slide" multiplier="-1" offset="0.01"/>'
        lines.append(link(side, solid(0.05, 1e-5, 0, 0, 2e-5, 0, 1.5e-5, at="0 0 0.02", rpy="0 0 0")))
        lines.append(
            joint(
                f"{side}_slide",
                "link6",
                side,
                "prismatic",
                placed(
                    f"0 {sign} 0", "0 0 0.1", more='<limit lower="0" upper="0.04" effort="5" velocity="1"/>' + follows
                ),
            )
        )
    lines += [link("camera", ""), link("tool", solid(1e-9, 1e-9, 0, 0, 1e-9, 0, 1e-9))]
    lines += [
        joint("seen", "link6", "camera", "fixed", placed(rpy="0 -1.57 0")),
        joint("held", "link6", "tool", "fixed", placed()),
    ]
    return robot(*lines, name="arm")


def quadruped() -> str:
    """A root of next to no mass that is fixed to the trunk, four legs of three hinges, feet on fixed joints; joints stand before their links, the last first."""
    lines = [
        link("base", solid(1e-6, 1e-6, 0, 0, 1e-6, 0, 1e-6)),
        link("trunk", solid(16.8, 0.2, 0.01, 0, 0.6, 0, 0.7)),
    ]
    lines += [link("imu", ""), joint("sensed", "trunk", "imu", "fixed", placed())]
    lines.append(joint("welded", "base", "trunk", "fixed", placed(at="0 0 0.05")))
    for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        leg = f"{'front' if x > 0 else 'hind'}_{'left' if y > 0 else 'right'}"
        hip, thigh, shank, foot = parts = [f"{leg}_{part}" for part in ("hip", "thigh", "shank", "foot")]
        lines += [link(name, solid(0.8, 0.002, 0.0001, 0, 0.003, 0, 0.001)) for name in parts]
        lines.append(joint(f"{leg}_roll", "trunk", hip, inside=placed("1 0 0", f"{0.3 * x} {0.1 * y} 0")))
        lines.append(
            joint(f"{leg}_pitch", hip, thigh, inside=placed("0 1 0", f"0 {0.08 * y} 0", f"{3.14159 * (y < 0)} 0 0"))
        )
        lines.append(joint(f"{leg}_knee", thigh, shank, inside=placed("0 1 0", "0 0 -0.3")))
        lines.append(joint(f"{leg}_sole", shank, foot, "fixed", placed(at="0 0 -0.3")))
    return robot(*reversed(lines), name="quadruped")


def odd() -> str:
    """Inertias that break the triangle inequality or are not positive definite, links without any between two hinges, names that serve twice, a link called ground, no limits."""
    lines = [
        link("ground", solid(2.0, 0.1, 0, 0, 0.1, 0, 0.1)),
        link("cross", ""),
        link("thin", solid(1.0, 0.3, 0, 0, 0.01, 0, 0.01)),
        link("wrong", solid(1.5, 0.02, 0.05, 0, 0.02, 0, 0.02)),
        link("point", solid(0.7, 0, 0, 0, 0, 0, 0)),
        joint("thin", "ground", "cross", "continuous", placed("1 0 0", more="")),
        joint("swing", "cross", "thin", "continuous", placed("0 1 0", "0 0 0", more="")),
        joint("turn", "thin", "wrong", inside=placed("0 0.3 0.4", more='<limit effort="0" velocity="0"/>')),
        joint(
            "slide",
            "wrong",
            "point",
            "prismatic",
            placed("0 0 -5", more='<limit lower="1" upper="-1" effort="1" velocity="1"/>'),
        ),
    ]
    return robot(*lines, name="odd")


def fingers() -> str:
    """A hand whose fingers move without any mass: neither program can accelerate them."""
    lines = [link("palm", solid(1.0, 0.01, 0, 0, 0.01, 0, 0.01)), link("wrist")]
    lines.append(joint("hand", "wrist", "palm", inside=placed()))
    for k in range(3):
        lines += [link(f"finger{k}", ""), joint(f"bend{k}", "palm", f"finger{k}", inside=placed("1 0 0"))]
    return robot(*lines, name="hand")


def empty() -> str:
    """A file of macros after xacro: nothing is left of it."""
    return '<robot name="empty" xmlns:xacro="http://ros.org/wiki/xacro"></robot>'


WRITTEN = {"arm": arm, "quadruped": quadruped, "odd": odd, "fingers": fingers, "empty": empty}
