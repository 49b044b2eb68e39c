"""Mechanisms by a short text."""

import numpy as np
import pytest

import bough as bo
from bough.models import KINDS


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("chain:3", bo.chain(3)),
        ("pendulum:4", bo.pendulum(4)),
        ("pendulum", bo.pendulum(5)),
        ("star:6", bo.star(6)),
        ("broom:4x3", bo.broom(4, 3)),
        ("tree:3", bo.binary_tree(3)),
        ("lattice:4", bo.lattice(4)),
        ("random:5", bo.random_tree(5)),
        (" random:5@7 ", bo.random_tree(5, 7)),
    ],
)
def test_a_text_means_what_its_generator_makes(text, same):
    assert bo.digest(bo.model(text)) == bo.digest(same)


def test_seeds_make_a_difference():
    assert bo.digest(bo.model("random:5@1")) != bo.digest(bo.model("random:5@2"))


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_bodies_are_counted_before_they_are_made(kind):
    numbers = (2, 3)[: kind.numbers]
    assert len(kind.make(*numbers)) == kind.bodies(*numbers)
    assert len(bo.model(kind.example)) > 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chian:5", "no model 'chian': did you mean 'chain'[?].*chain:20.*random:12@7"),
        ("excavator", "no model 'excavator': there are chain:20"),
        ("", "no model ''"),
        ("chain", "'chain' takes one number from 1 on, as in 'chain:20'"),
        ("chain:0", "one number from 1 on"),
        ("broom:4", "2 numbers from 1 on, as in 'broom:4x3'"),
        ("chain:3x2", "one number"),
        ("chain:-1", "write it as in 'chain:20'"),
        ("chain:2.5", "write it as in 'chain:20'"),
        ("chain:3@7", "write it as in 'chain:20'"),
        ("chain:" + "9" * 5000, "is no model"),
        ("random:5@", "write it as in 'random:12@7'"),
        ("chain:1000001", "would have 1,000,001 bodies; take at most 1,000,000"),
        ("tree:999999999999", "would have 2e[+]19 bodies"),
        ("broom:1000x1001", "would have 1,001,001 bodies"),
        (20, "not 20"),
        (np.ones(3), "a model is a text such as 'chain:20'"),
    ],
)
def test_other_texts_are_refused_in_one_sentence(text, message):
    with pytest.raises(bo.MechanismError, match=message) as refused:
        bo.model(text)
    assert "\n" not in str(refused.value)
