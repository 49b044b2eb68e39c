"""Variants of studies against single runs of the same mechanisms, and the same bits however the work is cut."""

import warnings

import numpy as np
import pytest
from helpers.linkages import BUILDERS

import bough as bo
from bough.simulation.run import observed
from bough.studies.study import Study

FIXED = {"duration": 1.0, "integrator": "rk4", "step": 2e-3, "every": 0.01}
KEEP = {
    "swing": "max |q.link1|",
    "low": "min u.link2",
    "hard": "max |u_dot.link2|",
    "energy": "end energy.total",
    "kinetic": "mean energy.kinetic",
    "pull": "max reaction.link1.force",
    "twist": "end bearing.link2.moment.y",
    "height": "time of min position.link2(0.3, 0, 0.1).z",
    "speed": "max velocity.link2(0.3, 0, 0.1)",
    "spring": "max power.spring",
    "stored": "rms stored.spring",
    "own": ("max", lambda t, q, u: t * np.sin(q["link1"]) + bo.where(u["link2"] > 0.0, 1.0, 0.0)),
    "path": "samples q.link2 every 0.1",
}


def arm():
    mechanism = bo.chain(2)
    mechanism.add_force("spring", bo.JointSpring("link2", 20.0, 0.3))
    return mechanism


def expected(run):
    """What a study has to keep, from the results of one run."""
    poses, twists = run.poses().sel(body="link2"), bo.body_twists(run.mechanism, run.q.values, run.u.values)[:, 1]
    point = np.array([0.3, 0.0, 0.1])
    rotation = poses.rotation.values
    place = poses.position.values + rotation @ point
    velocity = np.einsum("tij,tj->ti", rotation, twists[:, :3] + np.cross(twists[:, 3:], point))
    reactions, time = run.reactions(), run.time.values
    stored = bo.dynamics.force_energies(run.mechanism, run.q.values)[:, 0]
    squares = (stored[1:] ** 2 + stored[1:] * stored[:-1] + stored[:-1] ** 2) / 3.0
    return {
        "swing": np.abs(run["link1"].values).max(),
        "low": run["u.link2"].values.min(),
        "hard": np.abs(run.accelerations().sel(velocity="link2").values).max(),
        "energy": run.energy().total.values[-1],
        "kinetic": np.trapezoid(run.energy().kinetic.values, time) / (time[-1] - time[0]),
        "pull": np.linalg.norm(reactions.force.sel(body="link1").values, axis=1).max(),
        "twist": reactions.bearing_moment.sel(body="link2", body_axis="y").values[-1],
        "height": time[place[:, 2].argmin()],
        "speed": np.linalg.norm(velocity, axis=1).max(),
        "spring": run.power().power.sel(force="spring").values.max(),
        "stored": np.sqrt((squares * np.diff(time)).sum() / (time[-1] - time[0])),
        "own": (time * np.sin(run["link1"].values) + (run["u.link2"].values > 0.0)).max(),
        "path": run["link2"].values[::10],
    }


VARIED = {
    "starts": {"q0.link1": (-1.0, 1.0), "u0.link2": (-2.0, 2.0)},
    "parameters": {"link2.mass": (0.5, 2.0), "spring.stiffness": (5.0, 50.0), "gravity.z": (-12.0, -8.0)},
    "both": {"link1.inertia.center.x": (0.3, 0.6), "q0.link2": (-1.0, 1.0)},
}


@pytest.mark.parametrize("varied", VARIED)
@pytest.mark.parametrize("how", [FIXED, {"duration": 1.0, "every": 0.01, "rtol": 1e-10, "atol": 1e-12}])
def test_every_quantity_is_that_of_a_run_alone(varied, how):
    run = {**how, "q0": {"link1": 0.7}}
    study = Study(arm(), VARIED[varied], run, KEEP, runs=11, seed=3)
    result = study.run()
    assert (result["status"] == "completed").all()
    for k in (0, 7, 8, 10):
        alone = expected(study.simulate(k))
        for name, value in alone.items():
            np.testing.assert_allclose(result[name][k], value, rtol=1e-8, atol=1e-8, err_msg=f"{name} of variant {k}")


@pytest.mark.slow
def test_a_function_that_makes_mechanisms_of_several_shapes():
    def build(links, mass=1.0, kind="plain"):
        mechanism = bo.chain(links)
        mechanism.add_force("spring", bo.JointSpring("link2", 20.0 * mass))
        if kind == "damped":
            mechanism.add_force("damper", bo.JointDamper("link1", 0.5))
        if mass > 2.5:
            raise ValueError("too heavy")
        return mechanism

    vary = {"links": [2, 3], "mass": [1.0, 2.0, 3.0], "kind": ["plain", "damped"], "link1.mass": [1.0, 1.5]}
    keep = {"swing": "max |q.link2|", "pull": "max reaction.link1.force"}
    study = Study(build, vary, {**FIXED, "q0": {"link1": 0.7}}, keep)
    result = study.run()
    assert len(study) == 24
    for k in range(len(study)):
        own = study.variant(k)
        if own["mass"] == 3.0:
            assert result["status"][k] == "failed"
            assert result["reason"][k] == "ValueError: too heavy"
            assert np.isnan(result["swing"][k])
            continue
        run = study.simulate(k)
        assert run.mechanism.body("link1").inertia.mass == own["link1.mass"]
        assert run.mechanism.n == own["links"]
        assert set(run.mechanism.forces) == ({"spring", "damper"} if own["kind"] == "damped" else {"spring"})
        np.testing.assert_allclose(result["swing"][k], np.abs(run["link2"].values).max(), rtol=1e-9)
        pull = np.linalg.norm(run.reactions("link1").force.values, axis=1).max()
        np.testing.assert_allclose(result["pull"][k], pull, rtol=1e-9)


def test_numbers_of_signals_and_tables_vary():
    mechanism = bo.chain(1)
    mechanism.add_force("motor", bo.Motor("link1", "A*sin(w*t) where A = 1, w = 2"))
    study = Study(mechanism, {"motor.force.A": [0.0, 2.0], "motor.force.w": [3.0]}, FIXED, {"power": "max power.motor"})
    result = study.run()
    for k in range(2):
        np.testing.assert_allclose(
            result["power"][k], study.simulate(k).power().power.values.max(), rtol=1e-9, atol=1e-12
        )


@pytest.mark.slow  # (shared kernels for closed loops take long to compile)
def test_closed_loops_vary():
    linkage = BUILDERS["slider_crank"]()
    mechanism = linkage.mechanism
    loop, body = next(iter(mechanism.loops)), mechanism.body_names[1]
    keep = {"force": f"max loop.{loop}.force", "speed": f"max |u.{mechanism.u_names[0]}|"}
    run = {"duration": 0.3, "every": 0.01, "q0": linkage.q0, "u0": linkage.u0}
    study = Study(mechanism, {f"{body}.mass": [1.0, 3.0]}, run, keep)
    result = study.run()
    assert (result["status"] == "completed").all(), result["reason"].values
    for k in range(2):
        force = study.simulate(k).loop_reactions(loop).force.values
        np.testing.assert_allclose(result["force"][k], np.linalg.norm(force, axis=1).max(), rtol=1e-6)
    assert result["force"][1] > result["force"][0]


# --- the same bits ---------------------------------------------------------------------------------------------------------


def test_bits_do_not_depend_on_how_the_work_is_cut(monkeypatch):
    keep = {name: KEEP[name] for name in ("swing", "energy", "kinetic", "stored", "pull", "path")}
    study = Study(arm(), VARIED["both"], {"duration": 1.0, "every": 0.01}, keep, runs=50, seed=1)
    whole = study.part(0, 50)()
    for chunk in (8, 24):
        monkeypatch.setattr(study, "_chunk", lambda chunk=chunk: chunk)
        for threads in (1, 3):
            found = study.run(threads=threads)
            for name in keep:
                assert found[name].values.tobytes() == whole[name].tobytes(), (chunk, threads, name)


def test_windows_of_samples_change_nothing(monkeypatch):
    keep = {name: KEEP[name] for name in ("swing", "kinetic", "height", "path")} | {"first": "first q.link1 < 0.2"}

    def bits():
        found = Study(arm(), VARIED["both"], {**FIXED, "every": 2e-3}, keep, runs=11, seed=1).run()
        return {name: found[name].values for name in keep}

    whole = bits()
    monkeypatch.setattr(observed, "LARGEST", 1)
    monkeypatch.setattr(observed, "LEAST", 37)
    from bough.studies.run import running

    running._runners.clear()
    cut = bits()
    running._runners.clear()
    for name in keep:
        exact = name != "kinetic" and name != "first"  # (sums round by window; a stencil ends with one)
        np.testing.assert_allclose(cut[name], whole[name], rtol=0.0 if exact else 1e-9, err_msg=name)


def test_adaptive_runs_in_windows_stay_within_their_tolerance(monkeypatch):
    settings = {"duration": 1.0, "every": 2e-3, "rtol": 1e-9, "atol": 1e-11}
    study = Study(arm(), VARIED["starts"], settings, {"path": "samples q.link2"}, runs=3, seed=1)
    monkeypatch.setattr(observed, "LARGEST", 1)
    monkeypatch.setattr(observed, "LEAST", 100)
    found = study.run()
    for k in range(3):
        np.testing.assert_allclose(found["path"][k], study.simulate(k)["link2"].values, atol=1e-6)


# --- what fails ------------------------------------------------------------------------------------------------------------


def test_a_variant_that_fails_is_a_row_with_its_reason():
    study = Study(bo.chain(2), {"u0.link1": [0.0, 1e200, 3.0]}, {"duration": 0.5, "every": 0.01}, {"a": "max q.link1"})
    result = study.run()
    assert result["status"].values.tolist() == ["completed", "failed", "completed"]
    assert "cannot be simulated beyond t = 0" in str(result["reason"].values[1])
    assert np.isfinite(result["a"].values[[0, 2]]).all()
    assert np.isnan(result["a"].values[1])
    assert result.failed.tolist() == [1]


def test_numbers_that_no_mechanism_may_have_fail_alone():
    masses = [1.0, -0.5, 2.0, 1.5]
    study = Study(bo.chain(2), {"link2.mass": masses}, FIXED, {"a": "max u.link1", "b": "end u.link1"})
    result = study.run()
    assert result["status"].values.tolist() == ["completed", "failed", "completed", "completed"]
    assert result["reason"].values[1] == "Inertia: mass -0.5 is negative; give a mass of zero or more."
    fine = Study(
        bo.chain(2), {"link2.mass": [1.0, 1.0, 2.0, 1.5]}, FIXED, {"a": "max u.link1", "b": "end u.link1"}
    ).run()
    assert np.array_equal(result["b"].values[[0, 2, 3]], fine["b"].values[[0, 2, 3]])


def test_rest_and_free_flight():
    hanging = Study(bo.chain(2), {"link1.mass": [1.0, 2.0]}, {"duration": 1.0, "every": 0.1}, {"a": "max |u.link1|"})
    assert (hanging.run()["a"] == 0.0).all()
    ball = bo.Mechanism("ball")
    ball.add_body("ball", joint=bo.Translational(), inertia=bo.Inertia.point(2.0))
    vary = {"u0.ball.z": [3.0, 5.0], "gravity.z": [-10.0, -5.0]}
    keep = {"top": "max q.ball.z", "down": "first q.ball.z < -1", "energy": "end energy.kinetic"}
    flight = Study(ball, vary, {"duration": 4.0, "every": 0.01}, keep).run()
    for k in range(4):
        v, g = float(flight["u0.ball.z"][k]), -float(flight["gravity.z"][k])
        assert flight["top"][k] == pytest.approx(v**2 / (2 * g), abs=g * 0.005**2)
        assert flight["down"][k] == pytest.approx((v + np.sqrt(v**2 + 2 * g)) / g, rel=1e-9)
        assert flight["energy"][k] == pytest.approx((v - 4 * g) ** 2, rel=1e-9)


# --- wrong questions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"vary": {"link2.mas": [1.0]}}, "did you mean 'link2.mass'?"),
        ({"keep": {"a": "max q.link9"}}, "keep 'a': no coordinate 'link9': did you mean"),
        ({"keep": {"a": "max speed.link1"}}, "keep 'a': no quantity 'speed.link1'"),
        (
            {"keep": {"a": "max reaction.link1"}},
            "'reaction.link1' has several numbers; name one of them: 'link1.reaction.force', 'link1.reaction.moment'.",
        ),
        ({"keep": {"a": "max position.link1(1, 2)"}}, "must be three numbers"),
        ({"keep": {"a": "max power.damper"}}, "there is no force in the mechanism"),
        ({"keep": {"a": "samples q.link1 every 0.03"}}, "is no sample of the runs"),
        ({"keep": {"a": ("max", lambda t, q, u: 1.0 if q["link1"] > 0 else 0.0)}}, "the function cannot be compiled"),
        ({"keep": {"a": ("max", lambda t, q, u: q["elbow"])}}, "elbow"),
        ({"run": {"duration": 1.0, "evry": 0.1}}, "did you mean 'every'?"),
        ({"run": {"duration": 1.0, "events": ()}}, "'events' is not for studies"),
        ({"run": {}}, "say how long"),
        ({"run": {"duration": 1.0, "integrator": "rk5"}}, "no integrator 'rk5'"),
        ({"run": {"duration": 1.0, "integrator": "rk4"}}, "give step"),
        ({"run": {"duration": 1.0, "q0": {"elbow": 1.0}}}, "elbow"),
        ({"keep": {"a": "samples q.link1 every 5"}}, "nothing comes after the first sample"),
        ({"keep": {"a": ("first", lambda t, q, u: t)}}, "write ('first > 0.5', function)"),
        ({"keep": {"a": ("max", lambda t, q: t)}}, "the function cannot be compiled"),
        ({"model": 7}, "a study takes a mechanism"),
        ({"model": lambda mass: mass, "vary": {"mass": [1.0]}}, "gives float, not a Mechanism"),
    ],
)
def test_wrong_questions_get_one_sentence(change, sentence):
    given = {
        "model": bo.chain(2),
        "vary": {"link1.mass": [1.0, 2.0]},
        "run": {"duration": 0.1, "every": 0.02},
        "keep": {"a": "max q.link1"},
    }
    with pytest.raises(bo.BoughError) as error:
        Study(**(given | change))
    assert sentence in str(error.value)


# --- stores ----------------------------------------------------------------------------------------------------------------


def test_a_store_gives_the_study_back(tmp_path):
    vary = {
        "link1.mass": (0.5, 2.0),
        "q0.link1": (0.1, 0.5),
        "both": bo.LinkedParameters(["gravity.x", "gravity.y"], (0.0, 1.0)),
    }
    study = Study(arm(), vary, FIXED, {name: KEEP[name] for name in ("swing", "path")}, runs=20, seed=5, name="of mine")
    result = study.run(tmp_path / "a.zarr")
    again = bo.open_study(tmp_path / "a.zarr")
    assert again.dataset.identical(result.dataset)
    assert again.study.identity == study.identity
    assert again.study.run(tmp_path / "a.zarr").dataset.identical(result.dataset)
    np.testing.assert_array_equal(again.run(7)["link2"].values, study.simulate(7)["link2"].values)
    with pytest.raises(bo.errors.StateError, match=r"run\.step was 0\.002, is 0\.001"):
        Study(arm(), vary, {**FIXED, "step": 1e-3}, {n: KEEP[n] for n in ("swing", "path")}, runs=20, seed=5).run(
            tmp_path / "a.zarr"
        )


def test_estimates_are_of_the_right_size():
    study = Study(arm(), VARIED["both"], FIXED, {"a": "max q.link1"}, runs=1000)
    found = study.estimate(threads=1)
    assert found.runs == 1000
    assert 0.0 < found.seconds < 60.0
    assert found.seconds == pytest.approx(1000 / found.pace)
    assert "1,000 runs" in repr(found)


def damped_chain(damping=0.05):
    chain = bo.chain(2)
    chain.add_force("bearing", bo.JointDamper("link2", damping))
    return chain


@pytest.mark.parametrize("model", [damped_chain(), damped_chain], ids=["table", "builder"])
def test_damped_runs_are_guarded_if_asked(model):
    """Whose balance does not close is doubted, and these are the runs that ``simulate`` doubts."""
    rough = {"duration": 1.0, "integrator": "rk4", "step": 0.1, "every": 0.1, "energy_tolerance": 1e-3}
    vary = {"q0.link1": [0.0, 0.01, 3.0], "damping" if callable(model) else "bearing.damping": [0.02, 0.05]}
    study = Study(model, vary, rough, {"a": "max |u.link1|"})
    with pytest.warns(bo.BoughWarning, match="its energy should change by the work of its forces and drives"):
        result = study.run()
    assert result.doubtful.tolist() == [4, 5]
    for k in range(6):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            study.simulate(k)
        assert bool(said) == (k in result.doubtful)
    del rough["energy_tolerance"]
    assert not len(Study(model, vary, rough, {"a": "max |u.link1|"}).run().doubtful)
    with pytest.raises(bo.errors.StateError, match="must be a positive share of the energy exchanged"):
        Study(model, vary, {**rough, "energy_tolerance": "1e-6"}, {"a": "max |u.link1|"})


def test_runs_that_lose_energy_are_doubted(tmp_path):
    rough = {"duration": 2.0, "integrator": "rk4", "step": 0.1, "every": 0.1}
    vary = {"q0.link1": [0.0, 0.001, 3.0], "link1.mass": [1.0, 2.0]}
    study = Study(bo.chain(2), vary, rough, {"a": "max |u.link1|"})
    with pytest.warns(
        bo.BoughWarning, match="variants of 'chain of 2' cannot be trusted; variant 4: the motion of this run"
    ):
        result = study.run(tmp_path / "a.zarr")
    assert (result["status"] == "completed").all()
    assert result.doubtful.tolist() == [4, 5]
    with pytest.warns(bo.BoughWarning, match="may be wrong: its energy should be constant"):
        study.simulate(4)
    with pytest.warns(bo.BoughWarning, match="cannot be trusted"):
        assert study.run().doubtful.tolist() == [4, 5]
    assert not len(Study(bo.chain(2), vary, {**rough, "step": 1e-3}, {"a": "max |u.link1|"}).run().doubtful)


# --- starts ----------------------------------------------------------------------------------------------------------------


def test_factors_multiply_where_runs_start():
    vary = {"f": bo.LinkedParameters(["u0.link2", "q0.link1"], [0.5, 1.0, 2.0], factor=True)}
    run = {"duration": 0.1, "every": 0.1, "u0": {"link2": 2.0}, "q0": {"link1": -0.4}}
    result = Study(bo.chain(2), vary, run, {"u": "samples u.link2", "q": "samples q.link1"}).run()
    np.testing.assert_allclose(result["u"].values[:, 0], [1.0, 2.0, 4.0])
    np.testing.assert_allclose(result["q"].values[:, 0], [-0.2, -0.4, -0.8])
    with pytest.raises(bo.errors.StateError, match=r"'u0\.link1' is 0 now, which no factor changes"):
        Study(bo.chain(2), {"f": bo.LinkedParameters(["u0.link1"], [2.0], factor=True)}, run, {"u": "end u.link2"})
    with pytest.raises(
        bo.errors.StateError, match=r"'link2\.mass' is a number of the model, and here a name for others"
    ):
        Study(bo.chain(2), {"link2.mass": bo.LinkedParameters(["link1.mass"], [2.0])}, run, {"u": "end u.link2"})


def test_quaternions_that_vary_are_scaled():
    ball = bo.Mechanism("ball")
    ball.add_body("ball", joint=bo.Ball(), inertia=bo.Inertia.rod(1.0, mass=1.0, radius=0.1, center=(0, 0, -1)))
    keep = {"start": "samples position.ball(0, 0, -1).x", "low": "min position.ball(0, 0, -1).z"}
    run = {"duration": 0.5, "every": 0.1}
    result = Study(ball, {"q0.ball.y": [0.0, 0.5]}, run, keep).run()
    turn = 2.0 * np.arctan(0.5)
    np.testing.assert_allclose(result["start"].values[:, 0], [0.0, -np.sin(turn)], atol=1e-14)
    turned = bo.LinkedParameters({"q0.ball.w": "cos(x/2)", "q0.ball.y": "sin(x/2)"}, [0.0, turn])
    other = Study(ball, {"turn": turned}, run, keep).run()
    np.testing.assert_allclose(other["low"].values, result["low"].values, rtol=1e-12)


@pytest.mark.slow  # (shared kernels for closed loops take long to compile)
def test_starts_and_lengths_of_closed_loops_vary():
    linkage = BUILDERS["slider_crank"]()
    mechanism = linkage.mechanism
    first, loop = mechanism.q_names[0], next(iter(mechanism.loops))
    run = {"duration": 0.1, "every": 0.05, "q0": linkage.q0}
    here = float(mechanism.coordinates(linkage.q0)[0])
    study = Study(mechanism, {f"q0.{first}": [here, here + 0.1]}, run, {"start": f"samples q.{first}"})
    result = study.run()
    assert (result["status"] == "completed").all(), result["reason"].values
    np.testing.assert_allclose(result["start"].values[:, 0], [here, here + 0.1], atol=1e-12)
    length = f"{mechanism.body_names[1]}.at.x"
    own = bo.variables(mechanism)[length]
    study = Study(mechanism, {length: [own, 1.02 * own]}, run, {"force": f"max loop.{loop}.force"})
    result = study.run()
    assert (result["status"] == "completed").all(), result["reason"].values
    assert study.simulate(1).closure().gap.values.max() < 1e-8


# --- what runs by other forms ----------------------------------------------------------------------------------------------


@pytest.mark.slow  # (symplectic steps in lanes take long to compile)
def test_momenta_have_accelerations_too():
    keep = {"hard": "max |u_dot.link1|"}
    run = {"duration": 0.2, "every": 0.01, "integrator": "gauss4", "step": 1e-3, "q0": {"link1": 0.7}}
    study = Study(bo.chain(2), {"q0.link2": [0.1, 0.5]}, run, keep)
    result = study.run()
    for k in range(2):
        expected = np.abs(study.simulate(k).accelerations().sel(velocity="link1").values).max()
        np.testing.assert_allclose(result["hard"][k], expected, rtol=1e-9)


def test_own_functions_cross_levels():
    study = Study(bo.chain(2), {"u0.link1": [1.0, 2.0]}, FIXED, {"at": ("first > 0.25", lambda t, q, u: t)})
    np.testing.assert_allclose(study.run()["at"].values, 0.25, atol=1e-12)


def test_a_name_that_some_shapes_lack_fails_in_their_rows():
    for links in ([1, 2], [2, 1]):
        result = Study(bo.chain, {"bodies": links}, FIXED, {"a": "max q.link2"}).run()
        assert result["status"].values.tolist() == ["failed" if count == 1 else "completed" for count in links]


def test_a_changed_number_of_the_model_is_named(tmp_path):
    other = arm()
    other = other.with_parameters({"spring.rest": 0.1})
    Study(arm(), VARIED["starts"], FIXED, {"a": "max q.link1"}, runs=8).run(tmp_path / "a.zarr")
    with pytest.raises(bo.errors.StateError, match=r"spring\.rest was 0\.3, is 0\.1"):
        Study(other, VARIED["starts"], FIXED, {"a": "max q.link1"}, runs=8).run(tmp_path / "a.zarr")


def test_a_table_shows_what_varies():
    table = Study(arm(), {"link1.mass": [1.0, 2.0], "q0.link1": [0.5]}, FIXED, {"a": "max q.link1"}).table
    assert table.columns.tolist() == ["link1.mass", "q0.link1"]
    assert table.shape == (2, 2)


def test_studies_of_one_function_keep_what_differs_apart():
    def build(x):
        mechanism = bo.chain(2)
        mechanism.add_force("spring", bo.JointSpring("link2", 20.0 + max(x, 1.0)))
        return mechanism.with_parameters({"link1.mass": min(x, 1.0)})

    light, stiff = (Study(build, {"x": values}, FIXED, {"a": "max q.link1"}) for values in ([0.5, 0.9], [1.5, 2.5]))
    assert [one.names for one in light.recipe.kin] == [("link1.mass",)]
    assert [one.names for one in stiff.recipe.kin] == [("spring.stiffness",)]
    assert light.recipe.key != stiff.recipe.key


def test_models_that_start_elsewhere_are_not_taken_for_one_another(tmp_path):
    def study(angle, **settings):
        model = bo.chain(2)
        model.q0, model.settings = {"link1": angle}, {"duration": 0.02, "integrator": "rk4", "step": 0.01, **settings}
        return bo.Study(model, {"link2.mass": [1.0, 2.0]}, {}, {"first": "samples q.link1"})

    assert study(0.1).run(tmp_path / "a.zarr")["first"].values[:, 0].tolist() == [0.1, 0.1]
    assert study(-0.1).run()["first"].values[:, 0].tolist() == [-0.1, -0.1]
    assert study(0.1, step=0.02).run()["first"].values[0, -1] != study(0.1).run()["first"].values[0, -1]
    with pytest.raises(bo.errors.StateError, match="q0"):
        study(-0.1).run(tmp_path / "a.zarr")
