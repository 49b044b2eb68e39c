"""URDF, the format of ROS (wiki.ros.org/urdf/XML), as a mechanism.

A link is a body: its frame is that of the joint above it, after the joint's motion, in URDF as in bough. The root link
hangs on the ground, by a fixed or a free joint. Coordinates and velocities have the names of the joints. Bodies have
the order of the joints in the file, after the root.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from bough.errors import MechanismError
from bough.formats.cycles import cycles
from bough.formats.findings import BY_COUPLING, Findings
from bough.formats.urdf.attributes import number, numbers
from bough.formats.urdf.forces import add_forces, read_forces
from bough.formats.urdf.looks import Looks
from bough.formats.urdf.parts import UrdfJoint, UrdfLink
from bough.formats.urdf.placement import place
from bough.formats.urdf.words import LeftOut, look_through
from bough.formats.xml import Element
from bough.mechanism.checks import GROUND, listing, remedy, shown
from bough.mechanism.inertia import Inertia
from bough.mechanism.joints import Ball, Fixed, Free, Joint, Planar, Prismatic, Revolute
from bough.mechanism.mechanism import Mechanism

# the last two are not in the specification, but some exporters write them
TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar", "ball", "spherical")
ROOT_JOINT = "root_joint"  # Pinocchio's name for the free joint of the root


def read_urdf(root: Element, path: Path, findings: Findings, floating: bool, forces: bool) -> Mechanism:
    """The mechanism of a <robot>."""
    left_out = LeftOut()
    look_through(root, path, left_out, findings)
    links = _links(root, findings)
    joints = _joints(root, left_out, findings, forces)
    top = _root(root, links, joints, findings)
    findings.settle()

    name = root.attributes.get("name", "")
    if not name:
        findings.warn(f"<robot> has no name; it is called '{path.stem}' here.", line=root.line)
    mechanism = Mechanism(name or path.stem)
    names = _body_names(links, findings)
    findings.line_of = {names[link.name]: link.line for link in links.values()}.get
    taken = {GROUND, *names.values()}
    _add_root(mechanism, links[top], names, taken | {joint.name for joint in joints}, floating, findings)
    for joint in joints:
        _add_body(mechanism, joint, links[joint.child], names, taken, findings)
    findings.settle()

    if forces:
        add_forces(mechanism, joints, names, left_out, findings)
        findings.settle()
    left_out.tell(findings)
    return mechanism


def _name(element: Element, lines: dict[str, int], findings: Findings) -> tuple[str, str]:
    """(name, its name in findings) of a link or a joint; ``lines`` are those of the names before it."""
    name = element.attributes.get("name", "")
    whose = f"{element.tag} '{name}'" if name else element.tag
    if not name:
        findings.error("it has no name; give it one.", whose, element.line)
    elif name in lines:
        message = f"there is another {element.tag} of this name on line {lines[name]}; rename one of the two."
        findings.error(message, whose, element.line)
    lines.setdefault(name, element.line)
    return name, whose


# --- links --------------------------------------------------------------------------------------------------------------


def _links(root: Element, findings: Findings) -> dict[str, UrdfLink]:
    links: dict[str, UrdfLink] = {}
    lines: dict[str, int] = {}
    looks = Looks(root, findings)
    for element in root.all("link"):
        name, whose = _name(element, lines, findings)
        link = UrdfLink(name, _inertia(element, whose, findings), looks.of_link(element, whose), element.line)
        if name:
            links.setdefault(name, link)
    looks.tell()
    return links


def _inertia(link: Element, whose: str, findings: Findings) -> Inertia | None:
    """The inertia of a link; None without <inertial>: such a link has no mass."""
    element = link.first("inertial")
    if element is None:
        return None
    mass, tensor = element.first("mass"), element.first("inertia")
    for tag, child in (("mass", mass), ("inertia", tensor)):
        if child is None:
            message = f"<inertial> lacks <{tag}>; add it, or remove <inertial> if the link has no mass."
            findings.error(message, whose, element.line)
    if mass is None or tensor is None:
        return None
    value = number(mass, "value", whose, findings)
    xx, xy, xz, yy, yz, zz = (
        number(tensor, name, whose, findings) for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    )
    moments = np.array(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))
    center, rotation = place(element, whose, findings)
    if value < 0.0:
        findings.error(f"the mass {value:g} is negative; give zero or more.", whose, mass.line)
        return None
    if rotation is not None:
        turn = np.array(rotation)
        moments = turn @ moments @ turn.T
    try:
        return Inertia(value, center, moments)
    except MechanismError as error:
        # real files have such tensors, and the equations of motion work with them
        reason = str(error).removeprefix("Inertia: ").rstrip(".")
        findings.warn(f"its inertia is taken as it is, but {reason}.", whose, tensor.line)
        return Inertia(value, center, moments, strict=False)


# --- joints -------------------------------------------------------------------------------------------------------------


def _joints(root: Element, left_out: LeftOut, findings: Findings, forces: bool) -> list[UrdfJoint]:
    joints: list[UrdfJoint] = []
    lines: dict[str, int] = {}
    for element in root.all("joint"):
        name, whose = _name(element, lines, findings)
        kind = element.attributes.get("type", "")
        at, rotation = place(element, whose, findings)
        joint = UrdfJoint(
            name,
            kind,
            _end(element, "parent", whose, findings),
            _end(element, "child", whose, findings),
            _joint(element, kind, whose, findings),
            at,
            rotation,
            element,
        )
        if forces:
            read_forces(joint, left_out, findings)
        _warn_of_mimic(joint, findings)
        joints.append(joint)
    return joints


def _end(joint: Element, tag: str, whose: str, findings: Findings) -> str:
    """The name of the link at one end of a joint."""
    element = joint.first(tag)
    name = element.attributes.get("link", "") if element is not None else ""
    if not name:
        findings.error(f"it does not say its {tag}; add <{tag} link=…/>.", whose, (element or joint).line)
    return name


def _joint(element: Element, kind: str, whose: str, findings: Findings) -> Joint:
    match kind:
        case "revolute" | "continuous":
            return Revolute(_axis(element, whose, findings))
        case "prismatic":
            return Prismatic(_axis(element, whose, findings))
        case "planar":
            return Planar(_axis(element, whose, findings))
        case "floating":
            return Free()
        case "ball" | "spherical":
            findings.note(f"type '{kind}' is not part of URDF; it is read as a ball joint.", whose, element.line)
            return Ball()
        case "":
            findings.error("it has no type; there are " + listing(TYPES) + ".", whose, element.line)
        case "fixed":
            pass
        case _:
            findings.error(f"there is no type {shown(kind)}: {remedy(kind, TYPES)}", whose, element.line)
    return Fixed()


def _axis(joint: Element, whose: str, findings: Findings) -> tuple[float, ...]:
    element = joint.first("axis")
    if element is None:
        return 1.0, 0.0, 0.0
    before = len(findings)
    axis = numbers(element, "xyz", 3, whose, findings)
    length = math.hypot(*axis)
    if length == 0.0:
        if len(findings) == before:  # otherwise the error is reported already
            findings.error("its axis is zero; give a direction.", whose, element.line)
        return 1.0, 0.0, 0.0
    if abs(length - 1.0) > 1e-6:
        findings.note(f"its axis has the length {length:.6g}; it was normalised.", whose, element.line)
        return tuple(x / length for x in axis)
    return axis


def _warn_of_mimic(joint: UrdfJoint, findings: Findings) -> None:
    element = joint.element.first("mimic")
    if element is None:
        return
    other = element.attributes.get("joint", "")
    factor = number(element, "multiplier", joint.whose, findings, 1.0)
    offset = number(element, "offset", joint.whose, findings, 0.0)
    message = f"it moves freely, although the file makes it follow '{other}' (by {factor:g} times its coordinate, plus {offset:g}); couple them {BY_COUPLING}."
    findings.warn(message, joint.whose, element.line)


# --- the tree -----------------------------------------------------------------------------------------------------------


def _root(root: Element, links: dict[str, UrdfLink], joints: list[UrdfJoint], findings: Findings) -> str:
    """The name of the link without a parent; anything but a tree is an error."""
    if not links:
        made = "xmlns:xacro" in root.attributes  # a file of macros that is not expanded
        hint = "run xacro on the file that uses the macros of this one" if made else "add one, or load another file"
        findings.error(f"there is no <link> in it; {hint}.", line=root.line)
        return ""
    above: dict[str, UrdfJoint] = {}
    complete = True
    for joint in joints:
        for tag, name in (("parent", joint.parent), ("child", joint.child)):
            if name not in links:
                complete = False
                if name:
                    line = next(joint.element.all(tag)).line
                    known = list(links)[:10_000]  # comparing names takes time
                    findings.error(f"its {tag} '{name}' is not a link: {remedy(name, known)}", joint.whose, line)
        if joint.child not in links:
            continue
        if joint.child in above:
            first = above[joint.child]
            findings.error(
                f"it is the child of the joints '{first.name}' (line {first.element.line}) and '{joint.name}'; a tree has one path to every link, so remove one.",
                f"link '{joint.child}'",
                joint.element.line,
            )
        above.setdefault(joint.child, joint)
    if not complete:
        return ""  # then the number of trees is unknown

    roots = [name for name in links if name not in above]
    if len(roots) > 1:
        findings.error(
            f"there are {len(roots)} links without a parent, {listing(roots)}; join them by fixed joints, or remove all but one.",
            line=links[roots[1]].line,
        )
    _refuse_cycles(above, findings)
    return roots[0] if roots else ""


def _refuse_cycles(above: dict[str, UrdfJoint], findings: Findings) -> None:
    for cycle in cycles({child: joint.parent for child, joint in above.items()}):
        name = cycle[0]
        what = f"the links {listing(cycle)} hang on one another in a loop; remove one of their joints."
        if len(cycle) == 1:
            what = f"link '{name}' hangs on itself; name another parent."
        findings.error(what, above[name].whose, above[name].element.line)


# --- the mechanism ------------------------------------------------------------------------------------------------------


def _body_names(links: dict[str, UrdfLink], findings: Findings) -> dict[str, str]:
    """The names of bodies by link: the link's own, unless that is the name of the fixed frame."""
    names = {name: name for name in links}
    if GROUND in links:
        other = "ground_link"
        while other in links:
            other += "_"
        names[GROUND] = other
        message = f"it is called '{other}' here, since '{GROUND}' is the fixed frame."
        findings.note(message, f"link '{GROUND}'", links[GROUND].line)
    return names


def _add_root(
    mechanism: Mechanism, link: UrdfLink, names: dict[str, str], taken: set[str], floating: bool, findings: Findings
) -> None:
    joint_name = ROOT_JOINT if floating and ROOT_JOINT not in taken else None
    if floating and link.name == "world":
        findings.note("it is the root, and free to move because of floating=True.", "link 'world'", link.line)
    with findings.attempt(f"link '{link.name}'", link.line):
        mechanism.add_body(
            names[link.name],
            GROUND,
            Free() if floating else Fixed(),
            inertia=link.inertia,
            joint_name=joint_name,
            visuals=link.visuals,
        )


def _add_body(
    mechanism: Mechanism, joint: UrdfJoint, link: UrdfLink, names: dict[str, str], taken: set[str], findings: Findings
) -> None:
    body = names[link.name]
    joint_name = joint.name
    if joint_name in taken and joint_name != body:
        joint_name = body
        if joint.joint.u_names:
            message = (
                f"its coordinate goes by the name '{body}', since '{joint.name}' is the name of a link or the ground."
            )
            findings.note(message, joint.whose, joint.element.line)
    with findings.attempt(joint.whose, joint.element.line):
        mechanism.add_body(
            body,
            names[joint.parent],
            joint.joint,
            joint.at,
            joint.rotation,
            link.inertia,
            joint_name,
            link.visuals,
        )
