"""The player's bundle in the package belongs to its sources in player/."""

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

PLAYER = Path(__file__).parents[2] / "player"
BUNDLE = Path(__file__).parents[2] / "src/bough/simulation/view/page"
REMEDY = "run make player and commit what it writes"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_bundle_names_digest_of_its_sources():
    paths = [PLAYER / name for name in ("build.mjs", "package.json", "package-lock.json")]
    paths += [path for path in (PLAYER / "src").rglob("*") if path.is_file()]
    names = sorted(path.relative_to(PLAYER).as_posix() for path in paths)
    # what sha256sum prints for them
    digest = sha256("".join(f"{sha256((PLAYER / name).read_bytes())}  {name}\n" for name in names).encode())
    for part in ("player.js", "player.css"):
        assert (BUNDLE / part).read_text("utf-8").startswith(f"/*! bough player {digest} */"), REMEDY


def test_bundle_can_stand_inside_a_page():
    for part in ("player.js", "player.css"):
        assert not re.search(r"</(script|style)|<!--", (BUNDLE / part).read_text("utf-8"), re.IGNORECASE)


def test_libraries_are_pinned_and_their_licences_told():
    about = json.loads((PLAYER / "package.json").read_text("utf-8"))
    locked = json.loads((PLAYER / "package-lock.json").read_text("utf-8"))["packages"]
    licences = (BUNDLE / "LICENSES.txt").read_text("utf-8")
    for name, version in about["dependencies"].items():
        assert locked[f"node_modules/{name}"]["version"] == version
        assert f"{name} {version} (MIT)" in licences
    assert licences.count("Permission is hereby granted") == len(about["dependencies"])
    for name, version in about["devDependencies"].items():
        assert locked[f"node_modules/{name}"]["version"] == version


@pytest.mark.slow
def test_bundle_is_built_again_byte_by_byte(tmp_path):
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("the player is built by node and npm, which are not installed.")
    sources = tmp_path / "player"
    shutil.copytree(PLAYER, sources, ignore=shutil.ignore_patterns("node_modules"))
    subprocess.run([npm, "ci"], cwd=sources, check=True, capture_output=True, timeout=300)
    subprocess.run([node, "build.mjs", str(tmp_path / "page")], cwd=sources, check=True, timeout=300)
    for part in ("player.js", "player.css", "LICENSES.txt"):
        assert (tmp_path / "page" / part).read_bytes() == (BUNDLE / part).read_bytes(), f"{part} differs: {REMEDY}"
