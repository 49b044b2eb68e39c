"""Messages of a page are refused unless they are exactly as expected."""

import json

import pytest

import bough as bo
from bough.live.session import Session
from bough.live.wire import MOST_BYTES, command_of, obey

GARBAGE = [
    "",
    "{",
    "null",
    "[]",
    '"run"',
    "17",
    "{}",
    '{"do": null}',
    '{"do": "__class__"}',
    '{"do": "__init__"}',
    '{"do": "advance", "seconds": 1}',
    '{"do": ["run"]}',
    '{"do": "run", "more": 1}',
    '{"do": "set", "name": "link1"}',
    '{"do": "set", "name": "link1", "value": null}',
    '{"do": "set", "name": "link1", "value": "1"}',
    '{"do": "set", "name": "link1", "value": true}',
    '{"do": "set", "name": "link1", "value": NaN}',
    '{"do": "set", "name": "link1", "value": Infinity}',
    '{"do": "set", "name": "link1", "value": 1e999}',
    '{"do": "set", "name": "link1", "value": 1e15}',
    '{"do": "set", "name": 1, "value": 1}',
    '{"do": "force", "name": {"a": 1}, "value": 1}',
    '{"do": "grab", "name": "link1", "at": [0, 0], "to": [0, 0, 0]}',
    '{"do": "grab", "name": "link1", "at": [0, 0, "0"], "to": [0, 0, 0]}',
    '{"do": "grab", "name": "link1", "at": {"0": 0, "1": 0, "2": 0}, "to": [0, 0, 0]}',
    '{"do": "choose", "form": 1, "solver": null, "integrator": null, "step": null}',
    '{"do": "set", "name": "' + 400 * "x" + '", "value": 1}',
    "[" * 4000,
    "x" * (MOST_BYTES + 1),
    b'{"do": "run"}',
]


@pytest.mark.parametrize("text", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_refused(text):
    with pytest.raises(bo.errors.StateError):
        command_of(text)


def said(session, **message):
    obey(session, command_of(json.dumps(message)))
    return session.message


def test_commands_do_what_they_say():
    session = Session(bo.chain(2))
    assert said(session, do="set", name="link2", value=0.25) == ""
    assert session.state.q.tolist() == [0.0, 0.25]
    said(session, do="force", name="link1", value=2)
    assert session.tau.tolist() == [2.0, 0.0]
    said(session, do="pace", speed=1000)
    assert session.speed == 10.0
    said(session, do="run")
    assert session.running
    said(session, do="pause")
    assert not session.running
    said(session, do="choose", form="auto", solver="auto", integrator="rk4", step=0.002)
    assert (session.manner.formulation, session.manner.integrator, session.manner.step) == (None, "rk4", 0.002)
    said(session, do="reset")
    assert not session.tau.any()


def test_unknown_names_are_told_and_change_nothing():
    session = Session(bo.chain(2))
    for message in (
        {"do": "set", "name": "link9", "value": 1},
        {"do": "force", "name": "<img onerror=1>", "value": 1},
        {"do": "signal", "name": "motor", "value": 1},
        {"do": "grab", "name": "ground", "at": [0, 0, 0], "to": [0, 0, 1]},
        {"do": "choose", "form": "no form", "solver": None, "integrator": None, "step": None},
        {"do": "choose", "form": None, "solver": None, "integrator": "no method", "step": None},
        {"do": "choose", "form": None, "solver": None, "integrator": "rk4", "step": -1},
    ):
        assert said(session, **message)
        assert session.state.q.tolist() == [0.0, 0.0]
        assert not session.tau.any()
        assert session.manner.integrator is None
