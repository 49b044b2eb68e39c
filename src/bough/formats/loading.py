"""From a path to a mechanism, for every format."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path

from bough.errors import Argument, BoughWarning, FileError, Finding, MechanismError, Message
from bough.formats.findings import Findings
from bough.formats.foreign import STORE, foreign
from bough.formats.oddities import look_over
from bough.formats.xml import parse
from bough.mechanism.checks import shown
from bough.mechanism.joints.own.joint import Own
from bough.mechanism.mechanism import Mechanism
from bough.typing import AnyPath

_XML = (".urdf", ".xml", ".mjcf")
ENDINGS = (".toml", *_XML)
FLOATING = Argument("floating", True)
LARGEST = 512 * 2**20  # bytes of a file
SHOWN = 3  # warnings that are shown; all are kept
_BLANK = b"\xef\xbb\xbf \t\r\n"  # bytes that may precede the first element of XML
# root elements of files that are not models, or of another format
_OTHERS = {
    "mujocoinclude": "this is a part that MJCF files include; load the file that includes it.",
    "sdf": "this is SDF, which is not read; convert it to MJCF by sdf2mjcf (pip install sdformat-mjcf), or load a URDF.",
}


def load(
    path: AnyPath,
    *,
    floating: bool = False,
    forces: bool = True,
    joints: Mapping[str, Own] | None = None,
) -> Mechanism:
    """The mechanism in a file: URDF, MJCF (with the extra ``mjcf``) or bough's own TOML.

    ``floating``: the root of a URDF is free, instead of fixed to the ground. ``forces=False`` leaves out the file's
    forces: damping, friction, limits, springs, actuators. ``joints``: your own joints, by the names that a TOML file
    has for them.

    An unusable file raises a :class:`ModelError` that lists all errors, each with its line. What is odd but runs is a
    warning; ``mechanism.remarks`` has all warnings, and notes on what was left out.
    """
    mechanism, findings = read(path, floating=floating, forces=forces, joints=joints)
    odd = [finding for finding in findings if finding.severity == "warning"]
    if odd:
        more = f" ({len(odd) - SHOWN} more: see mechanism.remarks, or bough check.)" if len(odd) > SHOWN else ""
        warnings.warn(f"{' '.join(map(str, odd[:SHOWN]))}{more}", BoughWarning, stacklevel=2)
    return mechanism


def read(
    path: AnyPath,
    *,
    floating: bool = False,
    forces: bool = True,
    joints: Mapping[str, Own] | None = None,
) -> tuple[Mechanism, list[Finding]]:
    """(mechanism, findings): like :func:`load`, but does not warn."""
    if not isinstance(joints, Mapping | None):
        raise MechanismError(
            f"load: joints must be given by names, as in joints={{'slot': joint}}, not {shown(joints)}.",
            argument="joints",
        )
    for name, joint in (joints or {}).items():
        if not isinstance(joint, Own):
            raise MechanismError(
                f"load: joints: '{name}' must be a bough.CustomJoint or CustomConstraint, not {shown(joint)}.",
                argument="joints",
            )
    path = Path(path)
    text = read_bytes(path)
    findings = Findings(path.name)
    if other := foreign(path, text):
        raise findings.fail(other)
    ending, start = path.suffix.lower(), text.lstrip(_BLANK)
    is_xml = start.startswith((b"<", b"\xff", b"\xfe"))
    if ending in _XML and not is_xml:
        line = start.split(b"\n", 1)[0].decode(errors="replace")
        what = f"it starts with {shown(line)}" if line else "it is empty"
        raise findings.fail(
            f"this is not XML, although it ends with {ending}: {what}; check that it is the right file."
        )
    if ending == ".toml" or not is_xml:
        from bough.formats.toml.reading import read_toml

        if floating:
            raise findings.fail(Message(FLOATING, " is for URDF; hang the root on a joint of type 'Free' in the file."))
        mechanism = read_toml(text, findings, forces, joints)
    else:
        root = parse(text, findings)
        if root.tag == "robot":
            from bough.formats.urdf.reading import read_urdf

            mechanism = read_urdf(root, path, findings, floating, forces)
        elif root.tag == "mujoco":
            from bough.formats.mjcf.reading import read_mjcf

            if floating:
                raise findings.fail(Message(FLOATING, " is for URDF; give the root a freejoint in the file."))
            mechanism = read_mjcf(root, path, findings, forces)
        else:
            what = f"<{root.tag}> is neither URDF, which starts with <robot>, nor MJCF, which starts with <mujoco>."
            raise findings.fail(_OTHERS.get(root.tag, what), line=root.line)
    look_over(mechanism, findings)
    mechanism.remarks = tuple(findings)
    mechanism.folder = path.resolve().parent
    return mechanism, list(findings)


def read_bytes(path: Path) -> bytes:
    """The content of a file, unless it is too large."""
    if not path.is_file():
        if path.is_dir() and path.suffix == ".zarr":
            raise FileError(f"'{path}' is {STORE[0]}; {STORE[1]}.")
        what = (
            f"'{path}' is a folder; give the path of a file"
            if path.is_dir()
            else f"there is no file '{path}'; check the path"
        )
        raise FileError(f"{what}.")
    try:
        with open(path, "rb") as file:
            text = file.read(LARGEST + 1)
    except OSError as error:
        raise FileError(f"cannot read '{path}': {error.strerror}.") from None
    if len(text) > LARGEST:
        raise FileError(f"'{path}' is larger than {LARGEST >> 20} MiB; split it.")
    return text
