"""Loops of steps from the cache, in a process that does not load Numba."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bough as bo
from bough.integrate.methods import methods

PROGRAM = """
import sys
import bough as bo

fixed = {{}} if {integrator!r} in ("dop853", "dopri5", "rodas5p") else {{"step": 0.01}}
for q0 in ({{"link1": 0.3}}, {{"link1": [0.1 * k for k in range(9)]}}):
    run = bo.simulate(bo.chain(2), 0.2, every=0.1, q0=q0, integrator={integrator!r}, code="own", **fixed)
    print(*run.q.values[..., -1, 0].ravel().tolist())
print("numba" in sys.modules)
"""


@pytest.mark.slow
@pytest.mark.parametrize("integrator", methods())
def test_a_loop_from_the_cache_is_the_loop_that_was_compiled(integrator):
    source = str(Path(bo.__file__).parent.parent)
    environment = {name: value for name, value in os.environ.items() if name != "BOUGH_CODE"} | {"PYTHONPATH": source}
    said = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM.format(integrator=integrator)],
            env=environment, capture_output=True, text=True, check=True,
        ).stdout.splitlines()
        for _ in range(2)
    ]  # fmt: skip
    assert said[0][:2] == said[1][:2]
    assert said[1][2] == "False"
