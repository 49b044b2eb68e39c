"""Programs of users' own joints: compiled, for one double and for lanes, they give what they give interpreted."""

import ctypes

import numpy as np
import pytest
from helpers.own_joints import PAIRS
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation

import bough as bo
from bough.arithmetic.width import lane_width
from bough.compiled.entries import side_by_side
from bough.compiled.native import compiled_program
from bough.mechanism.joints.own.programs import BEND, DRIFT, PLACE, SEARCH
from bough.mechanism.pieces import WIDTH

W = lane_width()
CALL = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
ANGLES = np.linspace(0.0, 2.0 * np.pi, 9)
WAVE = CubicSpline(ANGLES, 0.1 * np.cos(ANGLES), bc_type="periodic")


def of_everything(s):
    """A motion by every operation."""
    x = s + 0.1 * np.exp(-s) + np.sqrt(s + 4.0)
    y = np.log(s + 2.0) + np.arctan2(s, 2.0) + bo.curve(WAVE, s) * np.tanh(s)
    return (x, y, bo.where(s > 0.0, s * s, 0.0) + np.arctan(s)), [((0, 0, 1), np.hypot(s, 1.0))]


EVERYTHING = bo.CustomJoint(of_everything, {"s": "m"}).motion
UNIVERSAL = PAIRS["universal"][1].motion  # its search has many starts


@pytest.mark.parametrize(
    ("motion", "program"),
    [*((EVERYTHING, program) for program in (PLACE, DRIFT, BEND, SEARCH)), (UNIVERSAL, SEARCH)],
)
def test_compiled_programs_give_what_interpreted_ones_give(motion, program):
    n, rng = motion.count, np.random.default_rng(3)
    (block, columns), _ = side_by_side([(motion.size, 1, W), (n, 6, W)])
    block[:] = rng.uniform(0.1, 0.3, block.shape)
    pose = Rotation.from_rotvec((0.1, 0.2, -0.1)).as_matrix().ravel()
    block[motion.block.rotation : motion.block.rotation + 9, 0] = pose[:, None]
    pieces = np.ascontiguousarray(motion.pieces.reshape(-1, WIDTH))
    expected = []
    for k in range(W):
        one, own = block[..., k].copy(), np.zeros((n, 6))
        motion.run(program, one, own)
        expected.append((one, own))
    one, own = block[..., 0].copy(), np.zeros((n, 6))
    CALL(compiled_program(motion, program, False))(one.ctypes.data, pieces.ctypes.data, own.ctypes.data)
    CALL(compiled_program(motion, program, True))(block.ctypes.data, pieces.ctypes.data, columns.ctypes.data)
    for k, (numbers, rows) in enumerate(expected):
        assert block[..., k] == pytest.approx(numbers, rel=1e-13, abs=1e-13)
        assert columns[..., k] == pytest.approx(rows, rel=1e-13, abs=1e-13)
    assert one == pytest.approx(expected[0][0], rel=1e-13, abs=1e-13)
    assert own == pytest.approx(expected[0][1], rel=1e-13, abs=1e-13)
