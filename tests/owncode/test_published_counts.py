"""Own code beside what another generator says of its own: the planar biped of SD/FAST's file."""

import numpy as np
import pytest
from frames import BIPED, SDFAST
from mechanisms import biped

import bough as bo


def test_the_biped_is_that_of_sdfast():
    """Its mass matrix has the constants of the file that SD/FAST wrote."""
    model = biped()
    mass = bo.mass_matrix(model, bo.models.random_state(model)[0])
    assert mass[0, 0] == pytest.approx(71.02)
    assert mass[8, 8] == pytest.approx(0.013481285)
    straight = bo.mass_matrix(model, np.zeros(9))
    # mm[7][7] and mm[7][8], with Vpk[7][8] = -(.0513 + .43), -.0459
    assert straight[7, 7] == pytest.approx(0.1768932444 + 1.41 * (0.4813**2 + 0.0459**2))
    assert straight[7, 8] == pytest.approx(0.0068 + 1.41 * (0.0459**2 + 0.0513 * 0.4813))


def test_its_own_code_takes_fewer_operations():
    assert bo.choose(biped(), code="own").best.own < SDFAST[BIPED] / 3
