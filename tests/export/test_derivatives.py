"""Exported derivatives against those of bough, which are tested elsewhere against differences and Pinocchio."""

import numpy as np
import pytest
from export.test_c import driven, machine_with_forces, state
from export.test_parameters import LENGTHS, linkage
from helpers.exported import COMPILERS, Exported, needs_compiler
from owncode.test_parameters import CRANE, STATE, changed, crane

import bough as bo
from bough.export.model import model_of

pytestmark = needs_compiler


def assert_derivatives(found, name, expected, tolerance=1e-13):
    """Whether the matrices of a function are the ones of a tuple of matrices."""
    failed, numbers = found[f"{name}_derivatives"]
    assert failed == 0, name
    at = 0
    for one in expected:
        part = numbers[at : at + one.size].reshape(one.shape)
        assert np.abs(part - one).max() <= tolerance * max(np.abs(one).max(), 1.0), name
        at += one.size
    assert at == len(numbers)


def assert_all(found, mechanism, q, u, third, time=0.0, **options):
    forward = bo.derivatives.forward_derivatives(mechanism, q, u, third, time=time)
    assert_derivatives(found, "forward", forward[1:4], **options)
    inverse = bo.derivatives.inverse_derivatives(mechanism, q, u, third, time=time)
    assert_derivatives(found, "inverse", inverse[1:4], **options)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_derivatives_with_other_parameters(compiler, tmp_path):
    marked = crane().with_parameters(list(CRANE))
    it, third = Exported(model_of(marked, derivatives=True), tmp_path, compiler), np.linspace(-1.0, 1.0, marked.n)
    values = {name: changed(name) for name in CRANE}
    found = it(0.0, *STATE, third, parameters=values)
    assert_all(found, crane(**values), *STATE, third)
    everything = crane().with_parameters(list(it.model.parameters))
    expected = bo.derivatives.parameter_derivatives(everything, *STATE, third, parameters=values)
    assert_derivatives(found, "parameter", [expected])


@pytest.mark.slow
def test_derivatives_of_every_force(tmp_path):
    mechanism = machine_with_forces()
    mechanism.cover(0.0, 3.0)
    q, u, third = state(mechanism)
    found = Exported(model_of(mechanism, duration=3.0, derivatives=True), tmp_path)(0.4, q, u, third)
    assert_all(found, mechanism, q, u, third, 0.4)


def test_derivatives_along_drives(tmp_path):
    """An input that is added to the motion of a drive moves the derivatives, too."""
    added = 0.2, -0.4, 3.0, 0.1, 0.5, -2.0
    it = Exported(model_of(driven(), duration=2.0, derivatives=True), tmp_path)
    q, u, third = state(driven())
    assert_all(it(0.7, q, u, third, motion=added), driven(added), q, u, third, 0.7, tolerance=1e-12)


@pytest.mark.slow
def test_many_degrees_of_freedom_with_branches(tmp_path):
    """Beyond ten velocities matrices are solved in loops."""
    mechanism = bo.models.random_tree(9, 3, ("revolute", "ball", "universal"), 3)
    assert mechanism.n > 10
    q, u, third = state(mechanism)
    model = model_of(mechanism, derivatives=True)
    assert model.function("forward_derivatives").columns is not None
    assert_all(Exported(model, tmp_path)(0.0, q, u, third), mechanism, q, u, third)


def test_derivatives_with_loops(tmp_path):
    model, other = model_of(linkage(), derivatives=True), linkage(1.1)
    assert not model.has("inverse_derivatives")
    q = other.coordinates(other.q0)
    u = bo.kinematics.consistent_velocities(other, q, np.linspace(0.3, 0.6, 3))
    found = Exported(model, tmp_path)(0.0, q, u, np.ones(3), parameters=dict.fromkeys(LENGTHS, 1.1))
    assert_derivatives(found, "forward", bo.derivatives.forward_derivatives(other, q, u, np.ones(3))[1:4])


def test_what_the_kernels_refuse_has_no_derivatives(tmp_path):
    mechanism = bo.Mechanism("lock")
    mechanism.add_body("head", "ground", bo.Gimbal(), inertia=bo.Inertia.box((1, 2, 3), 4.0))
    it, rest = Exported(model_of(mechanism, derivatives=True), tmp_path), np.zeros(3)
    assert it(0.0, np.array((0.1, 0.2, 0.3)), rest, rest)["forward_derivatives"][0] == 0
    assert it(0.0, np.array((0.1, np.pi / 2, 0.3)), rest, rest)["forward_derivatives"][0] == 1


def test_derivatives_are_written_on_request(tmp_path):
    _, plain, *_ = bo.export_c(bo.chain(2), tmp_path / "plain")
    _, source, *_ = bo.export_c(bo.chain(2), tmp_path / "folder", derivatives=True)
    assert "derivatives" not in plain.read_text()
    assert "chain_of_2_forward_derivatives(" in source.read_text()
    with pytest.raises(bo.errors.UnsupportedError, match="too large for derivatives"):
        bo.export_c(bo.models.random_tree(150, 1), tmp_path / "other", derivatives=True)
    assert not (tmp_path / "other").exists()
