"""An FMU: a description, C sources, and the library that a C compiler makes of them."""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from bough.errors import FileError, UnsupportedError
from bough.export.description import build_description, description
from bough.export.model import Model
from bough.export.names import identifier, literal
from bough.export.programs import AXES
from bough.export.source import header, source
from bough.export.variables import DRIVES, MOTION, PARAMETERS, Variables
from bough.owncode.c import number

_PREFIX = "model"  # of the C inside
# with which loops are closed in model exchange, seconds
_SETTLING = 0.01
_OPTIONS = ("-O2", "-std=c99", "-ffp-contract=off", "-fPIC", "-fvisibility=hidden", "-shared")
_WHEN = (1980, 1, 1, 0, 0, 0)  # the time of every file, so that the same model gives the same FMU
_SYSTEMS = {"linux": ("linux", ".so"), "darwin": ("darwin", ".dylib")}


def contents(model: Model, fmi: str, binary: bool) -> dict[str, bytes]:
    """The files of an FMU by their names in it."""
    word = identifier(model.mechanism.name)
    interface = f"fmi{fmi[0]}.c"
    sources = [interface, f"{_PREFIX}.c"]
    texts = {f"{_PREFIX}.h": header(model, _PREFIX), f"{_PREFIX}.c": source(model, _PREFIX)}
    texts |= {name: _template(name) for name in ("instance.h", interface)}
    layout = _layout(model)
    token = _token("\n".join((*texts.values(), layout, description(model, word, "", fmi, sources))))
    texts["layout.h"] = f"{layout}#define TOKEN {literal(token)}\n"
    found = {"modelDescription.xml": description(model, word, token, fmi, sources)}
    found |= {f"sources/{name}": text for name, text in texts.items()}
    if fmi == "3.0":
        found["sources/buildDescription.xml"] = build_description(word, sources)
    library = {_library_name(word, fmi): compiled_library(texts, sources)} if binary else {}
    return {name: text.encode() for name, text in found.items()} | library


def pack(path: Path, contents: Mapping[str, bytes]) -> None:
    """Write the archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), content, zipfile.ZIP_DEFLATED)


def _template(name: str) -> str:
    return (files("bough.export") / "templates" / name).read_text(encoding="ascii")


def _token(text: str) -> str:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return "{" + "-".join((digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:32])) + "}"


def _layout(model: Model) -> str:
    """The text of layout.h: sizes, and where numbers are in an instance."""
    variables = Variables(model)
    sizes = {
        "N_Q": model.mechanism.n_q,
        "N_U": model.mechanism.n,
        "COUNT": len(variables.rows),
        "HAS_LOOPS": int(model.has("close")),
        "HAS_REACTIONS": int(model.has("reactions")),
        "STEP": number(model.step),
        "SETTLING": number(_SETTLING),
        **{f"{name}_AT": at for name, at in variables.at.items()},
        "MARKED_AT": variables.at[PARAMETERS] + len(AXES),  # (gravity does not open loops)
    }
    motion = f"(v) + {MOTION}_AT," if model.motions else ""
    marked = f"(v) + {PARAMETERS}_AT," if model.mechanism.parameters else ""
    drives = f", (v) + {DRIVES}_AT" if variables.at[DRIVES] < len(variables.rows) else ""
    lines = ["/* Where the numbers of an instance are. Written by bough. */"]
    lines += [f"#define {name} {value}" for name, value in sizes.items()]
    lines += [f"#define MOTION(v) {motion}", f"#define MARKED(v) {marked}", f"#define DRIVES(v) {drives}"]
    if model.has("close"):
        given = {"motion": MOTION, "parameters": PARAMETERS}
        settled = "".join(f", (v) + {given[name]}_AT" for name in model.function("close").inputs[3:])
        lines.append(f"#define SETTLED(v) {settled}")
    return "\n".join([*lines, ""])


# --- the library --------------------------------------------------------------------------------------------------------


def _library_name(word: str, fmi: str) -> str:
    """Where the library for this platform is in an FMU."""
    system, ending = _system()
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    folder = f"{system}64" if fmi == "2.0" and machine == "x86_64" else f"{machine}-{system}"
    return f"binaries/{folder}/{word}{ending}"


def _system() -> tuple[str, str]:
    if sys.platform not in _SYSTEMS:
        raise UnsupportedError(
            f"no library for FMUs can be built on {sys.platform}; give binary=False, or --no-binary, for sources only."
        )
    return _SYSTEMS[sys.platform]


def compiled_library(texts: Mapping[str, str], sources: list[str]) -> bytes:
    """The shared library that the C compiler makes of sources: that of the variable CC, or the first there is."""
    named = shlex.split(os.environ.get("CC", ""))
    command = named or [name for name in ("cc", "gcc", "clang") if shutil.which(name)][:1]
    if not command or shutil.which(command[0]) is None:
        raise UnsupportedError(
            "there is no C compiler, which an FMU needs; install one, or give binary=False, or --no-binary, for sources only."
        )
    try:
        return _built(command, texts, sources)
    except OSError as error:
        raise FileError(
            f"the FMU's library cannot be built: {error.strerror or error}; check the folder for temporary files, "
            "set TMPDIR to another one, or give binary=False, or --no-binary, for sources only."
        ) from None


def _built(command: list[str], texts: Mapping[str, str], sources: list[str]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="bough-") as folder:
        for name, text in texts.items():
            (Path(folder) / name).write_text(text, encoding="ascii")
        done = subprocess.run(
            [*command, *_OPTIONS, "-o", "library", *sources, "-lm"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            said = " ".join(done.stderr.split())[:300]
            raise UnsupportedError(f"the C compiler '{command[0]}' could not build the FMU's library: {said}")
        return (Path(folder) / "library").read_bytes()
