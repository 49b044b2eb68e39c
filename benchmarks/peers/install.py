"""Install bough and its peers into the environment that runs this; a peer that cannot be had here is reported and left out."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def pip(*requirements: str) -> str:
    """Install them together with bough, so that what a peer needs does not displace what bough needs; the reason if that fails.

    No peer is built from its sources, which takes hours where it works.
    """
    options = ["--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "--editable", f"{ROOT}[cli,papers]"]
    command = [sys.executable, "-m", "pip", "install", *options, *requirements]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return "" if done.returncode == 0 else (errors or ["pip failed"])[0]


def install(peers: list[str]) -> None:
    """All at once, or if that fails one by one."""
    print(f"installing bough, {', '.join(peers)} …", flush=True)
    if not pip(*peers):
        return
    if reason := pip():
        sys.exit(f"bough cannot be installed: {reason}")
    for peer in peers:
        if reason := pip(peer):
            print(f"{peer} is left out: {reason}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    install(settings["project"]["optional-dependencies"]["peers"])
