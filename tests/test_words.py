"""Words that bough does not know: those of before, those of other packages, and misspelt ones."""

import copy
import pickle
import re
from operator import attrgetter

import pytest

import bough as bo
from bough import words

FOREIGN = {word: place for place, others in words._NAMES.items() for word in others.split()}


def complaint(owner, name):
    with pytest.raises(AttributeError) as caught:
        getattr(owner, name)
    return str(caught.value)


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "place"), words.FORMER.items())
def test_a_former_name_answers_with_the_new_one(name, place):
    assert attrgetter(place)(bo)
    assert complaint(bo, name) == f"module 'bough' has no attribute '{name}': it is now bough.{place}."
    assert not hasattr(bo, name)


@pytest.mark.parametrize(
    "place", ["models.random_tree", "errors.StateError", "dynamics.matrices", "results.Equilibrium", "motions.Profile"]
)
def test_a_name_of_a_submodule_answers_with_its_place(place):
    name = place.split(".")[1]
    assert complaint(bo, name) == f"module 'bough' has no attribute '{name}': it is bough.{place}."


@pytest.mark.parametrize(("word", "place"), FOREIGN.items())
def test_a_word_of_another_package_answers_with_that_of_bough(word, place):
    assert attrgetter(place)(bo)
    assert complaint(bo, word).endswith(f"did you mean bough.{place}?")


def test_no_word_has_two_meanings():
    for table in (words._NAMES, words._ARGUMENTS):
        every = [words._plain(word) for others in table.values() for word in others.split()]
        assert len(every) == len(set(every))
    assert not {*FOREIGN} & {*bo.__all__}
    former = {**words.FORMER, **words.FORMER_ARGUMENTS}
    assert len({*former.values()}) == len(former)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("Revolut", "Revolute"),
        ("simulat", "simulate"),
        ("forwardDynamics", "forward_dynamics"),
        ("random_tre", "models.random_tree"),
        ("linearized", "linearize"),
    ],
)
def test_an_unknown_name_answers_with_the_nearest(name, place):
    assert complaint(bo, name) == f"module 'bough' has no attribute '{name}': did you mean bough.{place}?"


def test_a_name_that_is_like_nothing_is_refused_all_the_same():
    assert complaint(bo, "xyzzyx") == "module 'bough' has no attribute 'xyzzyx': dir() lists what there is."
    assert complaint(bo, "__wrapped__") == "module 'bough' has no attribute '__wrapped__'"
    with pytest.raises(ImportError):
        from bough import Sampled  # noqa: F401


def test_a_package_of_the_name_of_a_former_function_does_not_hide_the_answer():
    import bough.formulations
    import bough.papers  # noqa: F401

    assert "it is now bough.methods.papers" in complaint(bo, "papers")
    assert "it is now bough.methods.formulations" in complaint(bo, "formulations")


def test_american_spellings_are_aliases():
    assert bo.linearize is bo.linearise
    assert bo.optimize is bo.optimise
    assert bo.reach is bo.inverse_kinematics


# --- of a mechanism ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("add_joint", "Mechanism.add_body"),
        ("add_spring", "Mechanism.add_force"),
        ("add_constraint", "Mechanism.add_loop"),
        ("nq", "Mechanism.n_q"),
        ("add_bodi", "Mechanism.add_body"),
        ("setings", "Mechanism.settings"),
    ],
)
def test_a_mechanism_answers_with_the_attribute_that_was_meant(name, place):
    assert complaint(bo.chain(2), name) == f"a Mechanism has no attribute '{name}': did you mean bough.{place}?"


def test_a_mechanism_answers_with_the_function_that_takes_it():
    assert complaint(bo.chain(2), "simulate") == "a Mechanism has no attribute 'simulate': it is bough.simulate."


def test_a_mechanism_is_copied_and_pickled_as_before():
    mechanism = bo.chain(2)
    for other in (copy.copy(mechanism), copy.deepcopy(mechanism), pickle.loads(pickle.dumps(mechanism))):
        assert bo.models.fingerprint(other) == bo.models.fingerprint(mechanism)


def test_an_error_within_a_property_is_not_hidden():
    class Odd(bo.Mechanism):
        @property
        def heavy(self):
            return None.mass

    assert complaint(Odd(), "heavy") == "'NoneType' object has no attribute 'mass'"


# --- arguments --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: bo.simulate(bo.chain(2), 1.0, longest_step=0.1),
            r"simulate\(\) .* 'longest_step': it is now 'max_step'",
        ),
        (lambda: bo.Stepper(bo.chain(2), longest_step=0.1), r"Stepper\(\) .* 'longest_step': it is now 'max_step'"),
        (lambda: bo.simulate(bo.chain(2), t_end=1.0), r"unexpected keyword argument 't_end': did you mean 'duration'"),
        (lambda: bo.simulate(bo.chain(2), 1.0, dt=0.1), r"'dt': did you mean 'step'"),
        (lambda: bo.simulate(bo.chain(2), 1.0, duraton=1.0), r"'duraton': did you mean 'duration'"),
        (lambda: bo.chain(2).add_body("x", mass=1.0), r"Mechanism\.add_body\(\) .* 'mass': did you mean 'inertia'"),
        (lambda: bo.chain(2).add_loop("x", "a", "b", bo.Ball(), position=1), r"'position': did you mean 'at'"),
        (lambda: bo.chain(2).add_body("x", xyzzyx=1.0), r"'xyzzyx': it takes name, parent, joint, at"),
    ],
)
def test_an_unknown_argument_answers_with_the_one_that_was_meant(call, sentence):
    with pytest.raises(TypeError, match=sentence):
        call()


def test_private_arguments_are_not_named():
    with pytest.raises(TypeError) as caught:
        bo.simulate(bo.chain(2), 1.0, xyzzyx=1.0)
    assert "threads" in str(caught.value)
    assert not re.search("_carried|unknown[^ ]", str(caught.value))


def test_settings_and_types_in_files_are_meant_as_well(tmp_path):
    with pytest.raises(bo.errors.StateError, match=r"'t_end' of simulate: did you mean 'duration'\?"):
        bo.Study(bo.chain(2), {"link1.mass": (1.0, 2.0)}, run={"t_end": 1.0}, keep={"x": "max q.link1"})
    path = tmp_path / "one.toml"
    path.write_text("bough = 1\n[bodies.arm]\njoint = { type = 'Hinge', axis = 'z' }\n[run]\ndt = 1e-3\n")
    with pytest.raises(bo.errors.ModelError) as caught:
        bo.load(path)
    assert "did you mean 'Revolute'?" in str(caught.value)
    assert "did you mean 'step'?" in str(caught.value)
