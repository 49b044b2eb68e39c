"""Where published robots are, as URDF: those of the package example-robot-data, and the one that comes with MuJoCo."""

from importlib import metadata
from pathlib import Path

import mujoco


def robots() -> dict[str, Path]:
    """Paths by short names; of the one of MuJoCo alone where the package is not installed."""
    found = {"mujoco/testdata/model.urdf": Path(mujoco.__file__).parent / "testdata" / "model.urdf"}
    try:
        prefix = Path(str(metadata.distribution("example-robot-data").locate_file("cmeel.prefix")))
    except metadata.PackageNotFoundError:
        return found
    folder = prefix / "share" / "example-robot-data" / "robots"
    return found | {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.urdf"))}
