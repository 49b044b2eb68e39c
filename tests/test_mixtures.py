"""Every entry point on mechanisms that mix features: both codes agree, a batch is its states, variants are their mechanisms.

What an entry point refuses it refuses by both codes, for a reason that the mechanism has.
"""

from functools import cache

import numpy as np
import pytest
from helpers.mixtures import AS, KINDS, LONG, OF_ONE, OF_STATES, by, state

import bough as bo
from bough.arithmetic.width import lane_width

TIME = 0.4
EPS = np.finfo(float).eps
# what has no answer, by words of the mechanism's kind
REFUSED = {
    "inverse_dynamics": ("loop",),  # (which joints are driven?)
    "inverse_derivatives": ("loop", "law"),
    "forward_derivatives": ("law",),
    "equilibrium": ("driven",),  # (it moves)
    "simulate, event": ("loop, driven",),  # (its velocities are given)
    "save": ("law",),
    "export_c": ("law",),
}
# agreement relative to the largest number: rounding times the condition of what is solved, or the tolerance of steps
ROUNDING, STEPS, SEARCH = 1e6 * EPS, 1e-8, 1e-6
SEARCHES = ("linearise", "equilibrium", "reach")
every_kind = pytest.mark.parametrize("kind", KINDS)


@cache
def built(kind):
    mechanism = KINDS[kind]()
    return mechanism, *state(mechanism, time=TIME)


def asked(call, kind, name, *state):
    """What an entry point gives, or its refusal."""
    try:
        return np.asarray(call(*state, TIME))
    except bo.BoughError as error:
        if not any(word in kind for word in REFUSED.get(name, ())):
            raise
        return str(error)


def assert_same(found, expected, bound, name):
    if isinstance(expected, str):
        assert found == expected, name
        return
    assert not isinstance(found, str), f"{name}: {found}"
    assert found.shape == expected.shape, name
    error, size = np.abs(found - expected).max(initial=0.0), np.abs(expected).max(initial=0.0)
    assert error <= bound * max(size, 1e-6), f"{name} is off by {error:.3g} of {size:.3g}"


@every_kind
def test_functions_of_states_by_both_codes_one_by_one_and_in_batches(kind, monkeypatch):
    _, q, u = built(kind)
    count = 2 * lane_width() + 1
    many = (np.tile(q, (count, 1)), np.outer(np.linspace(1.0, 2.0, count), u))
    for name, call in OF_STATES.items():
        found = {}
        for code in ("auto", "shared"):
            with by(code, monkeypatch):
                own = KINDS[kind]()  # (each code prepares a mechanism of its own)
                found[code] = asked(call, kind, name, own, q, u), asked(call, kind, name, own, *many)
        for one, other in zip(found["auto"], found["shared"], strict=True):
            assert_same(one, other, ROUNDING, name)
        one, batch = found["auto"]
        if not isinstance(one, str):
            assert_same(batch[0], one, ROUNDING, f"{name} of a batch")


@every_kind
@pytest.mark.parametrize("name", [pytest.param(x, marks=[pytest.mark.slow] * (x in LONG)) for x in OF_ONE])
def test_motions_and_searches_by_both_codes(kind, name, monkeypatch):
    _, q, u = built(kind)
    found = []
    for code in ("auto", "shared"):
        with by(code, monkeypatch):
            found.append(asked(OF_ONE[name], kind, name, KINDS[kind](), q, u))
    assert_same(*found, SEARCH if name in SEARCHES else STEPS, name)
    if name in AS and not isinstance(found[0], str):
        assert_same(found[0], OF_STATES[AS[name]](KINDS[kind](), q, u, TIME), ROUNDING, name)


@every_kind
@pytest.mark.parametrize("code", ["auto", "shared"])
def test_variants_side_by_side_are_their_mechanisms(kind, code, monkeypatch):
    """With as many as fill the lanes, and one more."""
    _, q, u = built(kind)
    how = {"times": (TIME, TIME + 0.1), "start": TIME, "q0": q, "u0": u, "rtol": 1e-9, "atol": 1e-11}
    with by(code, monkeypatch):
        variants = [KINDS[kind](1.0 + 0.1 * k) for k in range(lane_width() + 1)]
        together = bo.simulate(variants, **how)
        assert together.status == ("completed",) * len(variants)
        for k in (0, len(variants) - 1):
            alone = bo.simulate(KINDS[kind](1.0 + 0.1 * k), **how)
            np.testing.assert_allclose(together.q.values[k], alone.q.values, rtol=0, atol=STEPS)
            np.testing.assert_allclose(together.u.values[k], alone.u.values, rtol=0, atol=100 * STEPS)
        assert np.abs(together.u.values[-1, -1] - together.u.values[0, -1]).max() > 1e-6 or "driven" in kind


@every_kind
def test_the_same_call_gives_the_same_bits_whatever_was_called_before(kind):
    """A result depends on its arguments only."""
    mechanism, q, u = built(kind)
    how = {"times": (TIME, TIME + 0.1), "start": TIME, "q0": q, "u0": u}
    first = bo.simulate(mechanism, **how)
    accelerations = bo.forward_dynamics(mechanism, q, u, time=TIME)
    energy = bo.potential_energy(mechanism, q, time=TIME)
    bo.simulate([KINDS[kind](2.0), mechanism], **how).energy()
    if mechanism.is_timed:
        mechanism.cover(-1.0, 20.0)
    again = bo.simulate(mechanism, **how)
    np.testing.assert_array_equal(again.q.values, first.q.values)
    np.testing.assert_array_equal(again.u.values, first.u.values)
    np.testing.assert_array_equal(bo.forward_dynamics(mechanism, q, u, time=TIME), accelerations)
    assert bo.potential_energy(mechanism, q, time=TIME) == energy
