"""Eigenvalues over a parameter, and pictures of linear models."""

import numpy as np
import pytest
from PIL import Image

import bough as bo
from bough.compiled.entries import Entry


def pendulum(damping=0.1):
    mechanism = bo.Mechanism("pendulum")
    mechanism.add_body("bob", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.point(2.0, (0, 0, -0.5)))
    mechanism.add_force("friction", bo.JointDamper("bob", damping))
    return mechanism


def inverted():
    """A pendulum on its head, held by a spring: it falls below a stiffness of m g l."""
    mechanism = bo.Mechanism("inverted")
    mechanism.add_body("bob", "ground", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.point(2.0, (0, 0, 0.5)))
    mechanism.add_force("spring", bo.JointSpring("bob", 5.0))
    mechanism.add_force("friction", bo.JointDamper("bob", 0.1))
    return mechanism


def test_a_damper_moves_eigenvalues_on_a_circle_and_then_apart():
    """λ² + c/(m l²) λ + g/l = 0: |λ| stays, until both are real."""
    values = np.linspace(0.0, 6.0, 13)
    found = bo.root_locus(pendulum(), "friction.damping", values)
    assert found.eigenvalues.dims == ("friction.damping", "mode")
    for value, row, modes in zip(values, found.eigenvalues.values, found.modes, strict=True):
        expected = np.roots((0.5, value, 0.5 * 9.81 / 0.5))
        wanted = expected[expected.imag >= 0.0]
        assert len(modes) == len(wanted)
        # (a double root would be good to the square root of rounding only)
        np.testing.assert_allclose(np.sort_complex(row[~np.isnan(row)]), np.sort_complex(wanted), rtol=1e-8)
    assert found.is_stable.all()


def test_the_threshold_of_stability_is_found():
    found = bo.root_locus(inverted(), "spring.stiffness", np.linspace(5.0, 15.0, 6))
    assert not found.is_stable[0]
    assert found.is_stable[-1]
    (limit,) = found.thresholds()
    assert limit == pytest.approx(2.0 * 9.81 * 0.5, rel=1e-7)
    assert "stability changes near" in repr(found)


def test_a_state_may_follow_the_parameter():
    """A pendulum that is held at an angle by a moment: its stiffness is m g l cos of it."""
    mechanism = pendulum(0.0)
    mechanism.add_force("motor", bo.Motor("bob", 1.0))
    found = bo.root_locus(
        mechanism, "motor.force", [0.0, 2.0, 8.0], lambda value, variant: {"bob": np.arcsin(value / 9.81)}
    )
    cosines = np.sqrt(1 - (np.array((0.0, 2.0, 8.0)) / 9.81) ** 2)
    np.testing.assert_allclose(np.abs(found.eigenvalues.values[:, 0]), np.sqrt(9.81 / 0.5 * cosines), rtol=1e-9)


def test_bad_parameters_are_named():
    with pytest.raises(
        bo.errors.MechanismError, match=r"no parameter 'friction.dumping'.*did you mean 'friction.damping'"
    ):
        bo.root_locus(pendulum(), "friction.dumping", [1.0])
    with pytest.raises(bo.errors.StateError, match="must be finite numbers"):
        bo.root_locus(pendulum(), "friction.damping", [])
    with pytest.raises(bo.errors.StateError, match=r"'bob\.mass' = -1 describes no mechanism"):
        bo.root_locus(pendulum(), "bob.mass", [-1.0])


def ink(path):
    """How many pixels of a picture are not white."""
    with Image.open(path) as picture:
        return int((np.asarray(picture.convert("L")) < 200).sum())


@pytest.mark.slow
def test_pictures_are_drawn(tmp_path):
    model = bo.linearise(pendulum(), outputs=["bob", "u.bob"])
    model.bode(tmp_path / "bode.png")
    bo.root_locus(pendulum(), "friction.damping", np.linspace(0.0, 2.0, 9)).plot(tmp_path / "locus.png")
    rotor = bo.Mechanism("rotor", gravity=(0, 0, 0))
    rotor.add_body("tilt", "ground", bo.Universal())
    rotor.add_body("disc", "tilt", bo.Revolute((0, 0, 1)), inertia=bo.Inertia(1.0, tensor=np.diag((0.3, 0.3, 0.5))))
    rotor.add_force("bearing", bo.Bushing("tilt", stiffness=(0, 0, 0, 90.0, 90.0, 0.0)))
    figure = bo.campbell(rotor, "disc", np.linspace(0.0, 30.0, 16)).plot(tmp_path / "campbell.png")
    for name in ("bode", "locus", "campbell"):
        assert ink(tmp_path / f"{name}.png") > 2000
    (axis,) = figure.axes
    words = [text.get_text() for text in axis.get_legend().get_texts()]
    assert words == ["forward whirl", "backward whirl", "critical speed"]
    with pytest.raises(bo.errors.StateError, match="no output 'knee' of the model"):
        model.bode(outputs=["knee"])
    with pytest.raises(bo.errors.FileError, match="give a name that ends with"):
        model.bode(tmp_path / "bode.xyz")


def test_a_mechanism_for_each_value_needs_no_kernels_of_lanes(monkeypatch):
    def refused(entry):
        raise AssertionError("lanes are compiled")

    monkeypatch.setattr(Entry, "run_lanes", property(refused))
    locus = bo.root_locus(bo.chain(2), "gravity.z", [-1.0, -4.0])
    slow, fast = np.abs(locus.eigenvalues.values)
    assert fast == pytest.approx(2.0 * slow, rel=1e-9)  # by dimensions


def test_a_function_may_give_the_mechanisms():
    """The same as by the name of the number."""
    values = (0.1, 0.4, 5.0)
    found = bo.root_locus(None, pendulum, values)
    assert found.eigenvalues.dims == ("pendulum", "mode")
    named = bo.root_locus(pendulum(), "friction.damping", values)
    np.testing.assert_array_equal(found.eigenvalues.values, named.eigenvalues.values)
    with pytest.raises(bo.errors.StateError, match=r"must give a Mechanism for every value, not 3\.0 at 3"):
        bo.root_locus(None, float, [3.0])
