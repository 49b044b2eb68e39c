"""Environments of Gymnasium: its own checks, the motion of simulate, seeds, ends; many side by side as if each were alone."""

import math
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import bough as bo
from bough.arithmetic.width import lane_width
from bough.gym import Environment, VectorEnvironment

CHAIN = bo.chain(2)
FIRST, SECOND = CHAIN.u_names
HOW = {"integrator": "rk4", "step": 0.01}


def reward(state, action):
    return -(state.q[FIRST] ** 2) - 0.1 * state.u[SECOND] ** 2 - 0.01 * action[FIRST] ** 2


def start(generator):
    return {FIRST: generator.uniform(-0.5, 0.5)}, {SECOND: generator.uniform(-1.0, 1.0)}


def made(kind=Environment, *more, **options):
    common = {"period": 0.02, "actions": {FIRST: 5.0}, "start": start, **HOW, **options}
    return kind(CHAIN, reward, *more, **common)


def test_gymnasium_finds_nothing_to_object_to():
    environment = made(
        observations={"first": lambda state: state.q[FIRST], f"u.{SECOND}": None},
        terminated=lambda state: abs(state.q[FIRST]) > 3.0,
        duration=1.0,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # (it advises bounds and rewards of other kinds)
        check_env(environment, skip_render_check=True)


def test_an_episode_is_the_motion_of_simulate():
    """The forces are held, within their bounds; observations are the state by name; time cuts the episode off."""
    environment = made(observations=[f"q.{SECOND}", f"u.{FIRST}"], duration=0.1)
    observation, _ = environment.reset(seed=4, options={"q": {FIRST: 0.3}, "u": [0.0, 1.0]})
    np.testing.assert_array_equal(observation, (0.0, 0.0))
    actions, found = [9.0, -2.0, 0.5, -9.0, 1.0], []
    for k, action in enumerate(actions):
        observation, value, over, cut, info = environment.step(np.array([action]))
        found.append(observation)
        assert not over
        assert cut == (k == 4)
        assert info["time"] == pytest.approx(0.02 * (k + 1))
    run = bo.simulate(
        CHAIN, 0.1, every=0.02, q0={FIRST: 0.3}, u0=[0.0, 1.0],
        control=bo.SampledController(lambda t, q, u, m: {FIRST: np.clip(actions[round(t / 0.02)], -5.0, 5.0)}, 0.02), **HOW,
    )  # fmt: skip
    np.testing.assert_allclose(found, np.stack((run[SECOND], run[f"u.{FIRST}"]), axis=1)[1:], atol=1e-13)
    assert value == pytest.approx(-(environment.stepper.q[0] ** 2) - 0.1 * environment.stepper.u[1] ** 2 - 0.01)


def test_actions_act_on_the_joints_that_they_name():
    """In whatever order they are given."""
    environment = made(actions={SECOND: 5.0, FIRST: 5.0}, start=None)
    environment.reset(seed=1)
    environment.step(np.array([0.5, -2.0]))
    alone = bo.Stepper(CHAIN, **HOW)
    alone.step({SECOND: 0.5, FIRST: -2.0}, 0.02)
    np.testing.assert_allclose(environment.stepper.u, alone.u, rtol=1e-13)
    assert abs(alone.u[0]) > 1e-3


def test_seeds_repeat_episodes():
    environment = made()
    first, again, other = (environment.reset(seed=seed)[0] for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_many_environments_are_each_as_if_alone():
    """... also after those that were over have started again."""
    count, generator = lane_width() + 1, np.random.default_rng(5)
    ends = {"terminated": lambda state: np.abs(state.q[FIRST]) > 0.6, "duration": 0.3}
    many = made(VectorEnvironment, count, **ends)
    one = made(**ends)
    many.reset(seed=3)
    one.reset(seed=3)
    over, restarts = np.zeros(count, bool), 0
    for _ in range(40):
        before = many.stepper.q, many.stepper.u
        actions = generator.uniform(-5.0, 5.0, (count, 1))
        observations, rewards, terminated, truncated, _ = many.step(actions)
        for k in range(count):
            if over[k]:
                restarts += 1
                assert rewards[k] == 0.0
                assert abs(observations[k, 0]) <= 0.5
                assert not terminated[k] | truncated[k]
                continue
            one.stepper.reset(before[0][k], before[1][k])
            observation, value, stop, _, _ = one.step(actions[k])
            np.testing.assert_allclose(observations[k], observation, atol=1e-12)
            assert rewards[k] == pytest.approx(value, abs=1e-11)
            assert terminated[k] == stop
        over = terminated | truncated
    assert restarts > count
    assert many.observation_space.contains(observations)
    assert isinstance(many, gymnasium.vector.VectorEnv)


def variants(values):
    return [CHAIN.with_parameters({f"{SECOND}.mass": value}) for value in values]


def test_environments_of_variants_are_each_as_one_of_that_variant():
    """... and not as one of another variant; also after episodes have started again."""
    chains = variants(np.linspace(0.5, 3.0, lane_width() + 1))
    common = {"period": 0.02, "actions": {FIRST: 5.0}, "duration": 0.1, "code": "own", **HOW}
    many = VectorEnvironment(chains, reward, **common)
    alone = [Environment(one, reward, **common) for one in chains]
    assert many.num_envs == len(chains)
    generator = np.random.default_rng(2)
    for _ in range(2):
        first = {"q": generator.normal(size=(len(chains), 2)), "u": generator.normal(size=(len(chains), 2))}
        many.reset(options=first)
        for k, one in enumerate(alone):
            one.reset(options={"q": first["q"][k], "u": first["u"][k]})
        for _ in range(5):
            actions = generator.uniform(-5.0, 5.0, (len(chains), 1))
            found = many.step(actions)
            expected = [one.step(action) for one, action in zip(alone, actions, strict=True)]
            for kind in range(4):
                np.testing.assert_allclose(found[kind], [each[kind] for each in expected], atol=1e-12)
        assert found[3].all()
    assert np.ptp(found[0][:, 3]) > 0.1
    same = VectorEnvironment(chains, reward, **{**common, "start": lambda generator: ({FIRST: 0.3}, {})})
    same.reset(seed=1)
    last = same.step(np.zeros((len(chains), 1)))[0]
    assert len(np.unique(last[:, 3])) == len(chains)


def test_numbers_of_environments_and_of_variants_agree():
    with pytest.raises(bo.errors.StateError, match=r"count is 3, but there are 2 variants; leave out count\."):
        made_of(variants([1.0, 2.0]), 3)
    with pytest.raises(bo.errors.StateError, match="say how many environments: give count=…"):
        made_of(CHAIN)


def made_of(mechanism, *count):
    return VectorEnvironment(mechanism, reward, *count, period=0.02, actions={FIRST: 5.0}, code="own", **HOW)


@pytest.mark.parametrize(("kind", "more"), [(Environment, ()), (VectorEnvironment, (2,))])
@pytest.mark.parametrize(
    ("misspelt", "meant"), [("integrater", "integrator"), ("observation", "observations"), ("durations", "duration")]
)
def test_a_misspelt_option_is_named_with_the_one_that_was_meant(kind, more, misspelt, meant):
    with pytest.raises(
        bo.errors.StateError, match=f"^{kind.__name__} has no option '{misspelt}': did you mean '{meant}'\\?$"
    ):
        made(kind, *more, **{misspelt: 1})


def test_a_step_that_cannot_be_taken_ends_an_episode():
    top = bo.Mechanism("doomed", gravity=(0, 0, 0))
    top.add_body("top", joint=bo.Gimbal(), inertia=bo.Inertia(1.0, (0, 0, 0), (0.4, 0.5, 0.6)))
    u0 = {"top.turn2": math.pi / 2}
    common = {"period": 0.05, "actions": {top.u_names[0]: 1.0}, "u0": u0, **HOW}
    one = Environment(top, lambda state, action: 1.0, **common)
    many = VectorEnvironment(top, lambda state, action: 1.0, 3, **common)
    one.reset()
    many.reset()
    for _ in range(40):
        _, _, over, _, info = one.step(np.zeros(1))
        _, _, overs, _, infos = many.step(np.zeros((3, 1)))
        assert overs.all() == overs.any() == over
        if over:
            break
    assert "cannot be simulated beyond t = " in info["failed"]
    assert "run 2" in infos["failed"][2]
    many.step(np.zeros((3, 1)))
    assert not many.stepper.failed
    np.testing.assert_array_equal(many.stepper.q, 0.0)


def test_an_episode_that_starts_where_it_ends_is_over_after_its_first_step():
    """Not in the step that starts it anew."""
    many = made(VectorEnvironment, 2, terminated=lambda state: np.abs(state.q[FIRST]) < math.inf)
    many.reset(seed=1)
    assert [many.step(np.zeros((2, 1)))[2].tolist() for _ in range(4)] == [[True] * 2, [False] * 2] * 2


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"actions": {}}, "an environment needs actions"),
        ({"actions": {"lonk1": 1.0}}, "actions: no velocity 'lonk1' in 'chain of 2': did you mean"),
        ({"actions": {FIRST: (2.0, 1.0)}}, f"the least force of '{FIRST}' must be below the largest"),
        ({"observations": ["q.nose"]}, "observations: no 'q.nose' in 'chain of 2'"),
        ({"terminated": 3}, "terminated must be a function, not 3"),
        ({"period": 0.0}, "period must be a positive number of seconds"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(options, sentence):
    with pytest.raises(bo.errors.StateError, match=sentence):
        made(**options)


def test_functions_of_the_user_are_blamed_by_name():
    environment = made(terminated=lambda state: state.q[FIRST] / 0)
    environment.reset()
    with pytest.raises(bo.errors.StateError, match="terminated of 'chain of 2' failed with "), np.errstate(all="raise"):
        environment.step(np.zeros(1))


@pytest.mark.parametrize("many", [False, True])
def test_a_reward_that_is_no_number_is_told(many):
    kind = (VectorEnvironment, lambda state, action: None, 2) if many else (Environment, lambda state, action: None)
    environment = kind[0](CHAIN, *kind[1:], period=0.01, actions={FIRST: 1.0})
    environment.reset()
    numbers = "2 numbers" if many else "a number"
    with pytest.raises(bo.errors.StateError, match=f"reward of 'chain of 2' must return {numbers}, not None"):
        environment.step(environment.action_space.sample())


@pytest.mark.parametrize(
    ("reward", "terminated", "action", "sentence"),
    [
        (math.nan, False, [0.0], "reward of 'chain of 2'.* is nan; let it return finite numbers"),
        (1.0, None, [0.0], "terminated of 'chain of 2' must return True or False"),
        (1.0, False, [0.0, 1.0], f"an action of 'chain of 2' must be .*1 number, for '{FIRST}', not"),
        (1.0, False, ["push"], "an action of 'chain of 2' must be"),
    ],
)
@pytest.mark.parametrize("many", [False, True])
def test_what_spoils_learning_is_told(many, reward, terminated, action, sentence):
    task = {"period": 0.01, "actions": {FIRST: 1.0}, "terminated": lambda state: terminated}
    kind = VectorEnvironment if many else Environment
    environment = kind(CHAIN, lambda state, action: reward, **task, **({"count": 2} if many else {}))
    environment.reset()
    with pytest.raises(bo.errors.StateError, match=sentence):
        environment.step([action, action] if many else action)


@pytest.mark.parametrize("value", [None, math.nan, np.zeros(3)], ids=["none", "nan", "many"])
def test_an_observation_is_a_number(value):
    environment = made(observations={"height": lambda state: value})
    with pytest.raises(bo.errors.StateError, match="observation 'height' of 'chain of 2' must be a finite number, not"):
        environment.reset()


def test_options_of_a_reset_go_by_name():
    with pytest.raises(bo.errors.StateError, match="takes the options 'q' and 'u', not 'Q'"):
        made().reset(options={"Q": [0.1, 0.2]})


def test_an_action_is_cut_off_at_its_bounds_also_for_its_reward():
    rewards, places = [], []
    for push in (1.0, 5.0):
        environment = Environment(CHAIN, lambda state, action: action[FIRST], period=0.01, actions={FIRST: 1.0})
        environment.reset()
        observation, reward, *_ = environment.step(np.array([push]))
        rewards.append(reward)
        places.append(observation)
    assert rewards == [1.0, 1.0]
    np.testing.assert_array_equal(*places)


def test_there_is_at_least_one_environment():
    with pytest.raises(bo.errors.StateError, match="count must be a whole number of at least 1, not 0"):
        VectorEnvironment(CHAIN, lambda state, action: 1.0, 0, period=0.01, actions={FIRST: 1.0})


def test_forces_that_follow_the_time_go_one_by_one():
    timed = bo.Mechanism("timed")
    timed.add_body("mass", joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(1.0))
    timed.add_force("push", bo.Motor("mass", "sin(t)"))
    with pytest.raises(
        bo.errors.UnsupportedError, match="'push' of 'timed' follows the time, which environments side by side share"
    ):
        VectorEnvironment(timed, lambda state, action: 0.0, 2, period=0.1, actions={"mass": 1.0})


def test_laws_are_given_the_time_and_go_one_by_one():
    mechanism = bo.chain(2)
    mechanism.add_force("law", bo.CustomJointForce(FIRST, lambda t, q, u: -2.0 * q - 0.5 * u))
    common = {"period": 0.02, "actions": {FIRST: 5.0}}
    with pytest.raises(
        bo.errors.UnsupportedError, match=r"of force 'law' of .* is given the time, .* bough\.gym\.Environment"
    ):
        VectorEnvironment(mechanism, reward, 2, **common)
    Environment(mechanism, reward, **common).reset(seed=1)


def test_episodes_start_at_rest_or_where_the_first_one_did():
    """What a start leaves out is as the environment was made."""
    for begin, wanted in (
        (lambda rng: ("equilibrium", None), (0.0, 0.0, 0.7, 0.0)),
        (lambda rng: (None, [0.1, 0.2]), (0.5, 0.0, 0.1, 0.2)),
    ):
        own = {"start": begin, "q0": {FIRST: 0.5}, "u0": {FIRST: 0.7}}
        observation, _ = made(**own).reset(seed=1)
        np.testing.assert_allclose(observation, wanted, atol=1e-9)
        many, _ = made(VectorEnvironment, 3, **own).reset(seed=1)
        np.testing.assert_array_equal(many, np.tile(observation, (3, 1)))


def test_an_episode_is_cut_off_after_as_many_periods_as_its_duration_has_but_for_rounding():
    """0.3 s are three periods of 0.1 s, though their quotient in doubles is less than 3."""
    assert 0.3 / 0.1 < 3.0
    environment = made(period=0.1, duration=0.3)
    environment.reset(seed=1)
    assert [environment.step(np.zeros(1))[3] for _ in range(3)] == [False, False, True]


def test_each_of_many_environments_starts_where_it_was_made_if_its_start_leaves_that_out():
    first = np.array([[0.1, 0.2], [-0.3, 0.4], [0.5, -0.6]])
    given = np.tile((0.0, 0.7), (3, 1))
    for own, begin, wanted in (
        ({"q0": first}, lambda rng: (None, {SECOND: 0.7}), np.hstack((first, given))),
        ({"u0": first}, lambda rng: ({SECOND: 0.7}, None), np.hstack((given, first))),
    ):
        many, _ = made(VectorEnvironment, 3, start=begin, **own).reset(seed=1)
        np.testing.assert_array_equal(many, wanted)
