"""Elements and attributes of URDF, and what happens to those that are not used."""

from __future__ import annotations

from pathlib import Path

from bough.formats.findings import Findings
from bough.formats.xml import Element

# by element: the attributes that are read, and the elements that are searched
ATTRIBUTES: dict[str, set[str]] = {
    "robot": {"name", "version"},
    "link": {"name"},
    "joint": {"name", "type"},
    "inertial": set(),
    "mass": {"value"},
    "inertia": {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"},
    "origin": {"xyz", "rpy", "quat_xyzw"},
    "parent": {"link"},
    "child": {"link"},
    "axis": {"xyz"},
    "limit": {"lower", "upper", "effort", "velocity"},
    "dynamics": {"damping", "friction"},
    "mimic": {"joint", "multiplier", "offset"},
    "visual": {"name"},
    "geometry": set(),
    "box": {"size"},
    "sphere": {"radius"},
    "cylinder": {"radius", "length"},
    "capsule": {"radius", "length"},
    "mesh": {"filename", "scale"},
    "material": {"name"},
    "color": {"rgba"},
}
CHILDREN = {
    "robot": {"link", "joint", "material"},
    "link": {"inertial", "visual"},
    "joint": {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"},
    "inertial": {"origin", "mass", "inertia"},
    "visual": {"origin", "geometry", "material"},
    "geometry": {"box", "sphere", "cylinder", "capsule", "mesh"},
    "material": {"color"},
}
MANY = {"link", "joint", "material", "visual"}  # all others occur once in their parent
# known elements that are not used, and why
LEFT_OUT = {
    "collision": "bough has no contacts",
    "transmission": "give drives by bough.Motor or bough.Servo",
    "gazebo": "for Gazebo only",
    "sensor": "a trajectory gives any quantity",
    "ros2_control": "for ROS only",
    "calibration": "no effect on the motion",
    "safety_controller": "part of a controller",
    "texture": "only colours are kept",
}
_UNKNOWN = "URDF does not have them"


class LeftOut:
    """Counts of what is not used, by kind, for one note each."""

    def __init__(self) -> None:
        self._kinds: dict[tuple[str, str, str], list[int]] = {}

    def add(self, what: str, where: str, why: str, line: int) -> None:
        """Such as ("<collision> element", " in <link>", "bough has no contacts", 12)."""
        self._kinds.setdefault((what, where, why), [0, line])[0] += 1

    def tell(self, findings: Findings) -> None:
        """Note all of it, with the line of the first of each kind."""
        for (what, where, why), (count, line) in self._kinds.items():
            counted = f"1 {what}{where} is" if count == 1 else f"{count} {what}s{where} are"
            findings.note(f"{counted} left out: {why}.", line=line)


def look_through(element: Element, path: Path, left_out: LeftOut, findings: Findings) -> None:
    """Refuse xacro files, and collect what is not read."""
    tag, known = element.tag, ATTRIBUTES[element.tag]
    for name, value in element.attributes.items():
        if "${" in value or "$(" in value:
            raise findings.fail(_xacro(path), line=element.line)
        if name not in known and not name.startswith("xmlns"):
            left_out.add(f"'{name}' attribute", f" of <{tag}>", _UNKNOWN, element.line)
    inside: set[str] = CHILDREN.get(tag, set())
    met: set[str] = set()
    for child in element.children:
        if child.tag in inside:
            look_through(child, path, left_out, findings)
            if child.tag in met and child.tag not in MANY:
                findings.warn(f"a second <{child.tag}> in one <{tag}> is ignored; remove one.", line=child.line)
            met.add(child.tag)
        elif child.tag in LEFT_OUT:
            left_out.add(f"<{child.tag}> element", "", LEFT_OUT[child.tag], child.line)
        elif child.tag.startswith("xacro:"):
            raise findings.fail(_xacro(path), line=child.line)
        else:
            left_out.add(f"<{child.tag}> element", f" in <{tag}>", _UNKNOWN, child.line)


def _xacro(path: Path) -> str:
    made = f"{path.name.split('.')[0]}.urdf"
    if made == path.name:
        made = f"made_of_{made}"
    return f"this is a xacro file; convert it to URDF first: run `xacro {path.name} > {made}` and load that."
