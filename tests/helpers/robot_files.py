"""Where published robots are, as URDF: those of the package example-robot-data, which ``make test-slow`` installs, and the one that comes with MuJoCo."""

from importlib import metadata
from pathlib import Path

import mujoco


def mujocos_robot() -> dict[str, Path]:
    """The path of the one that comes with MuJoCo, by its short name."""
    return {"mujoco/testdata/model.urdf": Path(mujoco.__file__).parent / "testdata" / "model.urdf"}


def published() -> dict[str, Path]:
    """Paths by short names; none where the package is not installed."""
    try:
        prefix = Path(str(metadata.distribution("example-robot-data").locate_file("cmeel.prefix")))
    except metadata.PackageNotFoundError:
        return {}
    folder = prefix / "share" / "example-robot-data" / "robots"
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.urdf"))}


def robots() -> dict[str, Path]:
    """All of them."""
    return mujocos_robot() | published()
