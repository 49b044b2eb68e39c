"""Install bough and its peers, one by one, into the environment that runs this: what cannot be had here is reported and left out."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def main() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", str(ROOT)]
    subprocess.run(pip, check=True)
    for requirement in extras["peers"]:
        # together with bough, so that what a peer needs does not displace what bough needs
        done = subprocess.run(
            [*pip, "--only-binary", ":all:", requirement], capture_output=True, text=True, check=False
        )
        if done.returncode:
            reason = next((line for line in done.stderr.splitlines() if line.startswith("ERROR")), "pip failed")
            print(f"{requirement} is left out: {reason}", file=sys.stderr)


if __name__ == "__main__":
    main()
