"""The peers of ``benchmarks/studies.py`` find the maxima that bough finds, each only where it is installed."""

import numpy as np
import pytest
import study_peers
from study_arm import RANGES, expected, variants

# what has to be there, and the peer's function of one variant
VARIANTS = {
    "Exudyn": ("exudyn", lambda row: study_peers.exudyn_variant(dict(zip(RANGES, row, strict=True)))),
    "MuJoCo": ("mujoco", study_peers.mujoco_variant),
    "MuJoCo, step by step": ("mujoco", study_peers.mujoco_each_step),
    "Pinocchio": ("pinocchio", study_peers.pinocchio_variant),
}


@pytest.mark.slow
@pytest.mark.parametrize("peer", VARIANTS)
def test_maxima_are_ours(peer):
    package, variant = VARIANTS[peer]
    pytest.importorskip(package)
    rows = variants(8)[[1, 6]]
    np.testing.assert_allclose([variant(row) for row in rows], expected(rows), rtol=1e-9)
