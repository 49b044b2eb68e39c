"""Run MuJoCo's own compiler, quietly and without work that is not needed here."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from bough.errors import ModelError, UnsupportedError
from bough.extras import need
from bough.formats.findings import Findings
from bough.formats.mjcf.guard import Guard
from bough.mechanism.checks import printable, shown

OLDEST = (3, 3)
MOST_WORDS = 300  # characters of MuJoCo's messages
_LINE = re.compile(r"\n?Element (?:name )?'(?P<name>[^']*)'(?:, id -?\d+)?(?:, line (?P<line>\d+))?\s*$")
_AT_LINE = re.compile(r"Line number=(\d+)")


@dataclass
class Compiled:
    """A model as MuJoCo compiled it, and data that its compiler does not keep."""

    model: Any  # mujoco.MjModel
    body_lines: list[int | None]
    joint_lines: list[int | None]
    actuator_lines: list[int | None]
    mesh_files: list[str]
    colliding: int  # shapes that could touch others
    delayed: set[int]  # actuators with a delay


def compiled(path: Path, guard: Guard, findings: Findings) -> Compiled:
    """The model in a file that passed the guard."""
    try:
        need("MJCF files")
    except UnsupportedError as error:
        raise findings.fail(str(error)) from None
    import mujoco

    version = mujoco.__version__
    if tuple(map(int, version.split(".")[:2])) < OLDEST:
        raise findings.fail(
            f'MuJoCo {version} is too old to read MJCF; upgrade it with pip install --upgrade "bough[mjcf]".'
        )
    with _quietly(mujoco, findings):
        try:
            spec = _spec(path, guard, mujoco)
            colliding = sum(1 for geom in spec.geoms if geom.contype or geom.conaffinity) + len(spec.pairs)
            delayed = {k for k, actuator in enumerate(spec.actuators) if getattr(actuator, "nsample", 0)}
            _lighten(spec, mujoco)
            model = spec.compile()
        except Exception as error:  # it raises several kinds; only their words matter
            raise _told(error, guard, findings) from None
    return Compiled(
        model,
        _lines(spec.bodies, model.nbody, guard),
        _lines(spec.joints, model.njnt, guard),
        _lines(spec.actuators, len(model.actuator_trntype), guard),
        [mesh.file for mesh in spec.meshes] if len(spec.meshes) == model.nmesh else [""] * model.nmesh,
        colliding,
        delayed,
    )


def _spec(path: Path, guard: Guard, mujoco: Any) -> Any:
    """The result of MuJoCo's parser; it reads only files that end with .xml, others are passed as text."""
    if path.suffix.lower() == ".xml":
        return mujoco.MjSpec.from_file(str(path))
    included = {source.name: Path(source.path).read_bytes() for source in guard.sources[1:]}
    spec = mujoco.MjSpec.from_string(path.read_text(encoding="utf-8-sig"), include=included)
    spec.modelfiledir = str(path.parent)
    return spec


def _lighten(spec: Any, mujoco: Any) -> None:
    """Remove what costs time or memory but is not used: pictures, landscapes, hulls of meshes, room to simulate."""
    fresh = mujoco.MjSpec()
    for name in dir(fresh):
        if name in ("memory", "njmax", "nconmax", "nemax", "nstack", "nkey") or name.startswith("nuser"):
            setattr(spec, name, getattr(fresh, name))
    spec.compiler.usethread = False  # a thread of its own could not warn
    spec.compiler.discardvisual = False
    spec.compiler.LRopt.mode = mujoco.mjtLRMode.mjLRMODE_NONE  # ranges of muscles, by simulation
    for texture in spec.textures:
        if not texture.name:  # it is called as its file
            texture.name = PurePosixPath(texture.file.replace("\\", "/")).stem
        texture.file, texture.cubefiles = "", [""] * 6
        texture.builtin, texture.width, texture.height = mujoco.mjtBuiltin.mjBUILTIN_FLAT, 1, 1
    for field in spec.hfields:
        field.file, field.nrow, field.ncol, field.userdata = "", 2, 2, [0.0, 0.0, 0.0, 1.0]
    for geom in spec.geoms:
        geom.contype = geom.conaffinity = 0
    for late in (*spec.sensors, *spec.actuators):
        if getattr(late, "nsample", 0):
            late.nsample, late.delay = 0, 0.0


@contextmanager
def _quietly(mujoco: Any, findings: Findings) -> Iterator[None]:
    """Turn warnings into notes, instead of printing them or writing them to MuJoCo's log."""
    before = mujoco.get_mju_user_warning()
    met: dict[str, None] = {}
    mujoco.set_mju_user_warning(lambda text: met.setdefault(str(text)))
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield
        met |= dict.fromkeys(str(warning.message) for warning in caught)
    finally:
        mujoco.set_mju_user_warning(before)
        for text in met:
            findings.note(f"MuJoCo says: {' '.join(text.split()).rstrip('.')}.")


def _lines(elements: Iterable[Any], count: int, guard: Guard) -> list[int | None]:
    """The lines of the model's own file that describe elements, as far as MuJoCo knows."""
    elements = list(elements)
    if len(elements) != count or guard.has_sub_models:  # lines of sub-models refer to their own files
        return [None] * count
    found = [re.search(r"line (\d+)", element.info) for element in elements]
    return [int(match[1]) or None if match else None for match in found]


def _told(error: Exception, guard: Guard, findings: Findings) -> ModelError:
    """MuJoCo's error as a finding, with its line if it has one."""
    text = str(error).strip()
    match = _LINE.search(text)
    element, line, file = "", None, findings.file
    if match:
        text = text[: match.start()]
        name = match["name"]
        is_tag = "Element '" in match[0]
        element = f"<{name}>" if is_tag else shown(name) if name else ""
        file, line = guard.place_of(int(match["line"] or 0), name if is_tag else "", name)
    elif at := _AT_LINE.search(text):
        line = int(at[1])
    text = printable(" ".join(re.sub(r"^(XML Error: |Error: )+", "", text).split()).rstrip("."))
    if len(text) > MOST_WORDS:
        text = f"{text[:MOST_WORDS]}…"
    if text == "Caught an unknown exception!" or not text:
        text = "it gave up without a reason; check sizes and meshes"
    with findings.within(file):
        return findings.fail(f"MuJoCo cannot use it: {text}{'' if text.endswith('?') else '.'}", element, line)
