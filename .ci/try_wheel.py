"""Try bough as it is installed from its wheel, in an environment without its sources: python -I .ci/try_wheel.py"""

import subprocess
import sysconfig
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

import bough as bo

INSTALLED = Path(sysconfig.get_path("purelib"))
BIN = Path(sysconfig.get_path("scripts"))


def output_of(*command: str) -> str:
    return subprocess.run([BIN / command[0], *command[1:]], capture_output=True, text=True, check=True).stdout


package = Path(bo.__file__).parent
assert package == INSTALLED / "bough", f"{package} is not what was installed"
assert bo.__version__ == metadata.version("bough")
assert (package / "py.typed").exists()
assert all(getattr(bo, name) for name in bo.__all__)
assert len(bo.catalogue()) >= 12

run = bo.simulate(bo.chain(2), 0.1, q0={"link1": 1.0})
assert run.status == "completed"
assert abs(run.energy()["drift"]).max() < 1e-6

with TemporaryDirectory() as folder:
    run.view(Path(folder) / "run.html")  # the player comes with the wheel
    assert "bough player" in (Path(folder) / "run.html").read_text("utf-8")

missing = ""
try:
    run.save("run.nc")
except bo.errors.UnsupportedError as error:  # the extra is not installed
    missing = str(error)
assert 'pip install "bough[files]"' in missing

commands = output_of("bough", "--help")
assert "simulate" in commands.lower()
assert "excavator" in output_of("bough", "models")
print(f"bough {bo.__version__} works from its wheel: {run.status} in {run.statistics['steps']} steps")
