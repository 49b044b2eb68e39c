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


def test_an_edit_of_the_file_that_holds_a_core_makes_a_new_key(tmp_path):
    """Wherever that file stands: otherwise the core would be served as it was."""
    from bough.compiled.native import stamp_of

    path = tmp_path / "cores.py"
    source = "def core(tree, work, a, b, c, wrenches, out):\n    return {}\n"
    stamps = []
    for answer in (True, False, True):
        path.write_text(source.format(answer))
        names = {}
        exec(compile(path.read_text(), path, "exec"), names)
        stamps.append(stamp_of(names["core"]))
    assert stamps[0] == stamps[2] != stamps[1]
