"""URDF for tests: small files written out, and chains of any length."""

import textwrap
from pathlib import Path

MASS = '<inertial><mass value="2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>'


def joint(name="j", parent="a", child="b", kind="revolute", inside='<limit lower="-1" upper="1"/>'):
    """A joint on one line."""
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{inside}</joint>'


def link(name, inside=MASS):
    """A link on one line."""
    return f'<link name="{name}">{inside}</link>'


def robot(*lines, name="r"):
    """A robot whose elements stand on the lines from 2 on."""
    return "\n".join((f'<robot name="{name}">', *lines, "</robot>"))


def written(folder: Path, text: str, name="r.urdf") -> Path:
    """The path of a file with that text."""
    path = folder / name
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return path


def chain(joints: int) -> str:
    """An arm with that many hinges, with all that a usual link and joint have."""
    lines = [link("link0")]
    for k in range(1, joints + 1):
        axis = "0 1 0" if k % 2 else "0 0 1"
        lines += [
            link(
                f"link{k}",
                '<inertial><origin xyz="0 0 -0.05" rpy="0 0.1 0"/><mass value="1.5"/>'
                '<inertia ixx="0.01" ixy="0.001" ixz="0" iyy="0.012" iyz="0" izz="0.004"/></inertial>'
                '<visual><origin xyz="0 0 -0.05"/><geometry><cylinder radius="0.03" length="0.1"/></geometry>'
                '<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material></visual>'
                '<collision><geometry><cylinder radius="0.03" length="0.1"/></geometry></collision>',
            ),
            joint(
                f"joint{k}",
                f"link{k - 1}",
                f"link{k}",
                inside=f'<origin xyz="0 0 -0.1" rpy="0.1 0 0.2"/><axis xyz="{axis}"/>'
                '<limit lower="-2" upper="2" effort="30" velocity="5"/><dynamics damping="0.1" friction="0.05"/>',
            ),
        ]
    return robot(*lines, name=f"arm{joints}")
