"""What one process has compiled, the next one finds on disk."""

import subprocess
import sys
import textwrap

RUN = textwrap.dedent(
    """
    import bough as bo
    arm = bo.chain(2)
    arm.add_force("spring", bo.JointSpring("link1", stiffness=5.0))
    assert bo.simulate(arm, 0.1, q0={"link1": 1.0}).status == "completed"
    """
)
NOTHING_NEW = textwrap.dedent(
    """
    from numba.core import compiler

    def refuse(*arguments, **options):
        raise AssertionError(f"compiled anew: {arguments[2].__qualname__}")

    compiler.compile_extra = refuse
    """
)


def test_the_second_process_compiles_nothing():
    """Neither the right-hand side, nor the loop of steps, nor the forces."""
    for code in (RUN, NOTHING_NEW + RUN):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
