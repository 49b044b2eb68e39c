"""What users hand over: arrays that lie anywhere in memory, entries that are declared to be none, numbers of threads."""

import numpy as np
import pytest

import bough as bo

ARM = bo.chain(2)
Q, U = np.array([0.3, -0.2]), np.array([1.0, 2.0])


def unaligned(values):
    """The same numbers one byte off."""
    raw = b"\0" + np.asarray(values, float).tobytes()
    return np.frombuffer(raw, float, offset=1).reshape(np.shape(values))


def test_vectors_may_lie_anywhere_in_memory():
    assert not unaligned(Q).flags.aligned
    expected = bo.forward_dynamics(ARM, Q, U, Q)
    np.testing.assert_array_equal(bo.forward_dynamics(ARM, unaligned(Q), unaligned(U), unaligned(Q)), expected)
    writeable = np.frombuffer(bytearray(17), float, offset=1)
    writeable[:] = Q
    np.testing.assert_array_equal(bo.forward_dynamics(ARM, writeable, U, Q), expected)


def test_batches_and_wrenches_may_lie_anywhere_in_memory():
    q, u = np.tile(Q, (9, 1)), np.tile(U, (9, 1))
    wrenches = np.arange(12.0).reshape(2, 6)
    expected = bo.forward_dynamics(ARM, q, u, wrenches=wrenches)
    found = bo.forward_dynamics(ARM, unaligned(q), unaligned(u), wrenches=unaligned(wrenches))
    np.testing.assert_array_equal(found, expected)


def masked(values, at):
    array = np.ma.array(values)
    array[at] = np.ma.masked
    return array


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((masked(Q, 1), U), {}, "^q is masked at 'link2'; give numbers for all entries"),
        ((Q, masked(U, 0)), {}, "^u is masked at 'link1'; "),
        ((Q, U, masked(Q, 1)), {}, "^tau is masked at 'link2'; "),
        ((masked(np.tile(Q, (5, 1)), (3, 1)), U), {}, "^q is masked at 'link2' of state 3; "),
        ((Q, U), {"wrenches": masked(np.zeros((2, 6)), (1, 4))}, r"^wrenches are masked at \[1, 4\]; "),
    ],
)
def test_masked_entries_are_refused_by_name(arguments, options, message):
    with pytest.raises(bo.errors.StateError, match=message):
        bo.forward_dynamics(ARM, *arguments, **options)


def test_a_masked_time_is_refused():
    timed = bo.chain(1)
    timed.add_force("motor", bo.Motor("link1", "sin(t)"))
    with pytest.raises(bo.errors.StateError, match=r"^time is masked at entry 2; "):
        bo.forward_dynamics(timed, np.zeros((3, 1)), np.zeros((3, 1)), time=masked(np.zeros(3), 2))


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((Q + 1j, U), {}, "^q: numbers are complex, but must be real; give real ones"),
        ((Q, list(U + 1j)), {}, "^u: numbers are complex, but must be real; "),
        ((Q, U, np.zeros((3, 2), complex)), {}, "^tau: numbers are complex, but must be real; "),
        ((Q, U), {"wrenches": np.zeros((2, 6), complex)}, "^wrenches: numbers are complex, but must be real; "),
    ],
)
def test_complex_numbers_are_refused(arguments, options, message):
    with pytest.raises(bo.errors.StateError, match=message):
        bo.forward_dynamics(ARM, *arguments, **options)
    with pytest.raises(bo.errors.StateError, match=r"^q: numbers are complex"):
        bo.simulate(ARM, 0.1, q0=Q + 1j)
    marked = ARM.with_parameters(["link1.mass"])
    with pytest.raises(bo.errors.StateError, match=r"^parameters must be 1 numbers, for "):
        bo.forward_dynamics(marked, Q, U, parameters=np.array([1j]))


MASKED = masked(np.arange(3.0), 1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ARM.coordinates({"link1": np.ma.masked}), "coordinate 'link1' is masked"),
        (lambda: bo.simulate(ARM, 0.1, q0={"link1": MASKED}), "q0: 'link1' is masked"),
        (lambda: bo.simulate(ARM, 0.1, q0=masked(Q, 1)), "q is masked at 'link2'"),
        (lambda: bo.simulate(ARM, times=MASKED), "times are masked at entry 1"),
        (lambda: bo.Table(MASKED, (1, 2, 3)), "Table: times are masked at entry 1"),
        (lambda: bo.Table((1, 2, 3), MASKED), "Table: values are masked at entry 1"),
        (lambda: bo.Mechanism(gravity=MASKED), "gravity is masked at entry 1"),
        (
            lambda: bo.chain(1).add_body("x", at=(0, 0, 1), joint=bo.Revolute(), rotation=masked(np.eye(3), (0, 2))),
            "rotation is masked",
        ),
        (lambda: bo.JointSpring("link1", np.ma.masked), "stiffness is masked"),
    ],
)
def test_masked_entries_are_refused_wherever_numbers_are_given(call, message):
    with pytest.raises((bo.errors.StateError, bo.errors.MechanismError), match=message):
        call()


def test_a_masked_array_without_masked_entries_is_an_array():
    np.testing.assert_array_equal(bo.forward_dynamics(ARM, np.ma.array(Q), U), bo.forward_dynamics(ARM, Q, U))


CALLS = {
    "forward_dynamics": lambda threads: bo.forward_dynamics(ARM, Q, U, threads=threads),
    "a batch": lambda threads: bo.forward_dynamics(ARM, np.tile(Q, (3, 1)), U, threads=threads),
    "canonical_rates": lambda threads: bo.dynamics.canonical_rates(ARM, Q, U, threads=threads),
    "solve_mass_matrix": lambda threads: bo.dynamics.solve_mass_matrix(ARM, Q, U, threads=threads),
    "mass_matrix": lambda threads: bo.mass_matrix(ARM, Q, threads=threads),
    "body_poses": lambda threads: bo.body_poses(ARM, Q, threads=threads),
    "kinetic_energy": lambda threads: bo.kinetic_energy(ARM, Q, U, threads=threads),
    "simulate": lambda threads: bo.simulate(ARM, 0.1, threads=threads),
    "WarmStart": lambda threads: bo.methods.WarmStart(ARM, states=4, threads=threads),
    "choose": lambda threads: bo.choose(ARM, 100, threads=threads),
}


@pytest.mark.parametrize("threads", ["2", 0, -1, 1.5, True, [2]])
@pytest.mark.parametrize("call", CALLS)
def test_a_number_of_threads_that_is_none_is_refused(call, threads):
    with pytest.raises(bo.errors.StateError, match=r"^threads must be a whole number of at least 1"):
        CALLS[call](threads)


def test_a_number_of_threads_may_be_numpys():
    np.testing.assert_array_equal(bo.forward_dynamics(ARM, Q, U, threads=np.int64(2)), bo.forward_dynamics(ARM, Q, U))
