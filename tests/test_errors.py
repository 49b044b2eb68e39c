"""Messages that name arguments: texts as any other, with the arguments as data beside them."""

import pickle

import pytest

import bough as bo
from bough.cli.telling import worded
from bough.errors import Argument, Message


@pytest.mark.parametrize(
    ("argument", "text", "option"),
    [
        (Argument("step"), "step=…", "--step …"),
        (Argument("max_step", 0.25), "max_step=0.25", "--max-step 0.25"),
        (Argument("formulation", "maggi"), "formulation='maggi'", "--form maggi"),
        (Argument("floating", True), "floating=True", "--floating"),
    ],
)
def test_an_argument_is_an_option_on_the_command_line(argument, text, option):
    message = Message("give ", argument, ".")
    assert message == f"give {text}."
    assert worded(bo.errors.StateError(message)) == f"give {option}."
    assert pickle.loads(pickle.dumps(message)).parts == message.parts


def test_texts_of_users_are_left_as_they_are():
    """A name that looks like an argument is none."""
    assert worded(bo.errors.StateError("no body 'step=3' in 'arm'.")) == "no body 'step=3' in 'arm'."
