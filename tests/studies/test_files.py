"""A study file means what the same in Python does, and every kind of mistake in it is told, all at once, with its line."""

import copy
import math
import re
from pathlib import Path

import numpy as np
import pytest
import rtoml
import scipy.stats

import bough as bo
from bough.models.catalogue import study_files
from bough.studies.files.reading import read_study
from bough.studies.vary.distributions import DISTRIBUTIONS, distribution
from bough.studies.vary.together import LinkedParameters

HEAD = 'bough-study = 1\nmodel = "chain:2"\n'
VARY = "[vary]\nlink1.mass = [1, 2]\n"
RUN = "[run]\nduration = 0.1\n"
KEEP = '[keep]\ntop = "max q.link1"\n'


@pytest.fixture
def written(tmp_path):
    def write(text):
        (tmp_path / "study.toml").write_text(text, encoding="utf-8")
        return tmp_path / "study.toml"

    return write


@pytest.fixture
def faults(written):
    """(line, element, message) of all errors of a file."""

    def found(text):
        with pytest.raises(bo.errors.ModelError) as caught:
            bo.load_study(written(text))
        found = [one for one in caught.value.findings if one.severity == "error"]
        assert all("\n" not in str(one) for one in found)
        assert {one.file for one in found} == {"study.toml"}
        return [(one.line, one.element, one.message) for one in found]

    return found


# --- what is written means ----------------------------------------------------------------------------------------------


def test_a_file_means_what_the_same_in_python_does(written):
    study = bo.load_study(
        written(f"""{HEAD}
name = "two links"
about = "on hinges"
[vary]
"link1.mass" = {{ from = 1, to = "2 + 1" }}
link2.at.x = {{ distribution = "norm", loc = 1, scale = 0.1 }}
gravity.z = [-9.81, -1.62]
together = {{ names = ["link1.center.z", "link2.center.z"], from = 0.5, to = 2, factor = true }}
drawn = {{ from = 1, to = 100, log = true, names = {{ "link2.mass" = "x/100", q0.link1 = "sqrt(x)" }} }}
[plan]
kind = "latin-hypercube"
runs = 16
seed = 7
correlation = [{{ between = ["link1.mass", "link2.at.x"], value = 0.5 }}]
[run]
duration = 0.1
every = "1/100"
q0 = {{ link2 = "30*deg" }}
u0.link1 = 1
[keep]
top = "max |q.link1|"
""")
    )
    vary = {
        "link1.mass": (1.0, 3.0),
        "link2.at.x": scipy.stats.norm(1.0, 0.1),
        "gravity.z": [-9.81, -1.62],
        "together": bo.LinkedParameters(["link1.center.z", "link2.center.z"], (0.5, 2.0), factor=True),
        "drawn": bo.LinkedParameters(
            {"link2.mass": "x/100", "q0.link1": "sqrt(x)"}, scipy.stats.loguniform(1.0, 100.0)
        ),
    }
    same = bo.Study(
        bo.chain(2), vary, {"duration": 0.1, "every": 0.01, "q0": {"link2": math.pi / 6}, "u0": {"link1": 1.0}}, {"top": "max |q.link1|"},
        plan="latin-hypercube", runs=16, seed=7, correlation={("link1.mass", "link2.at.x"): 0.5},
    )  # fmt: skip
    assert list(study.variants.columns) == list(vary)
    for name, column in same.variants.columns.items():
        np.testing.assert_array_equal(study.variants.columns[name], column)
    assert study.identity == {**same.identity, "vary": study.identity["vary"]}
    found, again = (one.evaluate(one.variants.part(0, 4)) for one in (study, same))
    np.testing.assert_array_equal(found["top"], again["top"])


def test_the_file_in_the_documents_can_be_used(written):
    page = Path(__file__).parents[2] / "docs" / "studies.md"
    (text,) = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    study = bo.load_study(written(text))
    assert len(study) == 1000
    assert set(study.keep) == {"swing", "pull"}
    # no load falls into its rope at the start: it pulls by what hangs from it
    for k in (int(find(study.variants.columns["load"])) for find in (np.argmin, np.argmax)):
        run = study.simulate(k, duration=0.5, every=0.05)
        pull = np.linalg.norm(run.reactions()["force"].sel(body="rope"), axis=-1)
        known = bo.variables(study.mechanism_of(k))
        weight = 9.81 * sum(known[f"{name}.mass"] for name in ("rope", "hook", "load"))
        np.testing.assert_allclose(pull, weight, rtol=0.01)


def test_points_of_a_grid(written):
    text = f"{HEAD}{RUN}{KEEP}[vary]\nlink1.mass = {{ from = 1, to = 4, points = 4 }}\nlink2.mass = {{ from = 1, to = 100, points = 3, log = true }}"
    columns = bo.load_study(written(text)).variants.columns
    assert len(columns["link1.mass"]) == 12
    assert sorted(set(columns["link1.mass"])) == [1, 2, 3, 4]
    np.testing.assert_allclose(sorted(set(columns["link2.mass"])), [1, 10, 100])


def test_paths_are_beside_the_file(written, tmp_path, monkeypatch):
    bo.chain(2).save(tmp_path / "arm.toml")
    (tmp_path / "variants.csv").write_text("link1.mass,q0.link2\n1,0.5\n2,0.25\n4,0\n")
    path = written(f'bough-study = 1\nmodel = "arm.toml"\nvary = "variants.csv"\n{RUN}{KEEP}')
    monkeypatch.chdir("/")
    study = bo.load_study(path)
    np.testing.assert_array_equal(study.variants.columns["link1.mass"], [1, 2, 4])
    np.testing.assert_array_equal(study.variants.columns["q0.link2"], [0.5, 0.25, 0])


def test_forces_of_a_model_can_be_left_out(written, tmp_path):
    arm = bo.chain(2)
    arm.add_force("spring", bo.JointSpring("link2", 5.0))
    arm.save(tmp_path / "arm.toml")
    path = written(f'bough-study = 1\nmodel = {{ name = "arm.toml", forces = false }}\n{VARY}{RUN}{KEEP}')
    assert not bo.load_study(path).mechanism_of(0).forces


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_distributions_are_those_of_scipy(name):
    """The arguments that have to be given are the shapes that SciPy asks for."""
    shapes = getattr(scipy.stats, name).shapes
    assert DISTRIBUTIONS[name] == (tuple(shapes.split(", ")) if shapes else ())
    given = {"a": 0.5, "b": 2.0, "c": 0.5, "s": 0.5}
    given = {key: given[key] for key in DISTRIBUTIONS[name]}
    shares = np.linspace(0.1, 0.9, 9)
    same = getattr(scipy.stats, name)(*given.values(), loc=1, scale=2).ppf(shares)
    np.testing.assert_array_equal(distribution(name, {**given, "loc": 1.0, "scale": 2.0}).ppf(shares), same)


# --- mistakes ----------------------------------------------------------------------------------------------------------


def test_all_mistakes_are_told_at_once(faults):
    """One of every part, sorted by line."""
    found = faults("""bough-study = 1
model = "chain:2"
colour = "red"
[vary]
link1.mas = [1, 2]
"link2.mass" = { from = 3, to = 1 }
[plan]
kind = "gird"
runs = 0
[run]
duration = -1
q0 = { link9 = 1 }
[keep]
top = "max q.link3"
low = "mni q.link1"
""")
    assert [line for line, _, _ in found] == [3, 5, 6, 8, 9, 11, 12, 14, 15]
    assert [element for _, element, _ in found] == [
        "", "vary 'link1.mas'", "vary 'link2.mass'", "plan", "plan", "run", "run", "keep 'top'", "keep 'low'",
    ]  # fmt: skip
    nearest = {0: "", 1: "link1.mass", 3: "grid", 6: "link2", 7: "link2", 8: "min"}
    for k, name in nearest.items():
        assert f"'{name}'" in found[k][2] or not name


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('"link1.mass" = 5', "give a list of values, { from, to } or { distribution }, not 5; what stays is left out."),
        ('"link1.mass" = []', "values must be a list of at least one, not []."),
        ('"link1.mass" = ["heavy"]', "an entry of link1.mass: 'heavy', column 1: no name 'heavy': there are 't', 'pi', 'e', 'deg'."),
        ('"link1.mass" = [true]', "an entry of link1.mass must be a finite number, not True."),
        ('"link1.mass" = { form = 1, to = 2 }', "no key 'form': did you mean 'from'?"),
        ('"link1.mass" = { to = 2 }', "'from' is missing."),
        ('"link1.mass" = { from = 1, to = 2, values = [1] }', "it takes from and to, values, or a distribution: give only one of them."),
        ('"link1.mass" = { log = true }', "it takes from and to, values, or a distribution: give one of them."),
        ('"link1.mass" = { from = 2, to = 2 }', "from must be less than to, not 2 and 2."),
        ('"link1.mass" = { from = 0, to = 2, log = true }', "from must be positive with log = true, not 0."),
        ('"link1.mass" = { from = 1, to = 2, log = 1 }', "log must be true or false, not 1."),
        ('"link1.mass" = { from = 1, to = 2, points = 1 }', "points must be a whole number of at least 2, not 1."),
        ('"link1.mass" = { from = "1 +", to = 2 }', "from: '1 +', column 4: something is missing at the end; write a number, t or a function."),
        ('"link1.mass" = { distribution = "nrom" }', "no distribution 'nrom': did you mean 'norm'?"),
        ('"link1.mass" = { distribution = "os" }', None),
        ('"link1.mass" = { distribution = "norm", scale = -1 }', "'norm' is no distribution with scale = -1; see scipy.stats.norm."),
        ('"link1.mass" = { distribution = "norm", a = 1 }', "'norm' takes no 'a': there are 'loc', 'scale'."),
        ('"link1.mass" = { distribution = "beta", a = 1 }', "'beta' needs 'b'; see scipy.stats.beta."),
        ('"link1.mass" = { distribution = "norm", mean = 1 }', "no key 'mean': "),
        ('"link1.mass" = { values = [1, 2], factor = true }', "factor is for several names together; give names, too."),
        ('both = { values = [1, 2], names = [] }', "names must be a list of names, or expressions of x by name, not []."),
        ('both = { values = [1, 2], names = ["link1.mass", "link1.mass"] }', "LinkedParameters: 'link1.mass' is named twice; name it once."),
        ('both = { values = [1, 2], names = { "link1.mass" = "2*t" } }', "LinkedParameters: 'link1.mass': '2*t', column 3: no name 't': there are 'x', 'pi', 'e', 'deg'."),
        ('both = { values = [1, 2], names = { "link1.mass" = [1] } }', "LinkedParameters: 'link1.mass' takes an expression of x or a factor, not [1]."),
        ('both = { values = [1, 2], names = ["link1.mas"] }', None),
    ],
)  # fmt: skip
def test_mistakes_of_what_varies(line, message, faults):
    ((at, element, said),) = faults(f"{HEAD}{RUN}{KEEP}[vary]\n{line}\n")
    assert (at, element) == (8, f"vary '{line.split(' = ')[0].strip(chr(34))}'")
    assert message is None or said.startswith(message)


def test_an_unquoted_name_is_told_as_a_whole(faults):
    ((line, element, message),) = faults(f"{HEAD}{RUN}{KEEP}[vary]\nlink1.at.x = {{ from = 1, too = 2 }}\n")
    assert (line, element, message) == (8, "vary 'link1.at.x'", "no key 'too': did you mean 'to'?")


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ('kind = "random"', "no plan 'random': there are 'grid', 'latin-hypercube', 'sobol', 'saltelli', 'morris', 'list'."),
        ("kind = 3", "kind must be a text, not 3."),
        ("runs = 1.5", "runs must be a whole number of at least 1, not 1.5."),
        ("second_order = 1", "second_order must be true or false, not 1."),
        ("seed = -1", "seed must be a whole number of at least 0, not -1."),
        ("run = 5", "no key 'run': did you mean 'runs'?"),
        ("correlation = 0.8", "correlation must be a list of { between, value }, not 0.8."),
        ('correlation = [{ between = ["link1.mass"], value = 0.8 }]', "between must be two names that vary, not ['link1.mass']."),
        ('correlation = [{ between = ["link1.mass", "link2.mass"], value = 2 }]', "a correlation lies between -1 and 1, not 2."),
        ('correlation = [{ between = ["link1.mass", "link9.mass"], value = 0 }]', "correlation: 'link9.mass' does not vary: did you mean 'link2.mass'?"),
    ],
)  # fmt: skip
def test_mistakes_of_the_plan(plan, message, faults):
    ((line, element, said),) = faults(f"{HEAD}{VARY}link2.mass = [1, 3]\n{RUN}{KEEP}[plan]\n{plan}\n")
    assert (line, element) == (11, "plan")
    assert said == message


def test_points_outside_of_a_grid(faults):
    ((line, _, message),) = faults(
        f'{HEAD}{RUN}{KEEP}[plan]\nkind = "sobol"\nruns = 8\n[vary]\nlink1.mass = {{ from = 1, to = 2, points = 3 }}'
    )
    assert line == 11
    assert message == "points are of a grid, and the plan is 'sobol'; leave them out."


def test_runs_that_are_missing_are_told_at_the_plan(faults):
    ((line, element, message),) = faults(
        f"{HEAD}[vary]\nlink1.mass = {{ from = 1, to = 2 }}\n{RUN}{KEEP}[plan]\nseed = 1\n"
    )
    assert (line, element) == (9, "plan")
    assert "runs" in message


@pytest.mark.parametrize(
    ("run", "message"),
    [
        ("druation = 1", "no setting 'druation': did you mean 'duration'?"),
        ('integrator = "rk5"', "no integrator 'rk5'"),
        ('integrator = "rk4"', "'rk4' takes steps of a fixed length"),
        ("duration = true", "duration must be a finite number, not True."),
        ("q0 = 3", "q0 must be a table, not 3."),
        ("u0 = { link3 = 1 }", "no velocity 'link3' in 'chain of 2': did you mean 'link2'?"),
        ('rtol = "small"', "rtol: 'small', column 1: no name 'small'"),
    ],
)
def test_mistakes_of_the_run(run, message, faults):
    duration = "" if "duration" in run or "druation" in run else "duration = 1\n"
    found = faults(f"{HEAD}{VARY}{KEEP}[run]\n{duration}{run}\n")
    ((_, element, said),) = found
    assert element == "run"
    assert said.startswith(message)


def test_a_duration_is_missing(faults):
    ((_, _, message),) = faults(f"{HEAD}{VARY}{KEEP}")
    assert message == "'duration' is missing, and 'chain of 2' has none of its own; give seconds."


@pytest.mark.parametrize(
    ("keep", "part"),
    [
        ('top = "q.link1"', "reduction"),
        ('top = "highest q.link1"', "no reduction 'highest'"),
        ('top = "max q.lnik1"', "did you mean 'link1'?"),
        ('top = "max reaction.link1"', "name one of them: 'link1.reaction.force'"),
        ('top = "first q.link1"', "level"),
        ('top = "max position.link1(0, 0).z"', "three numbers"),
        ("top = 5", "top must be a text, not 5."),
        ('status = "max q.link1"', "choose another"),
    ],
)
def test_mistakes_of_what_is_kept(keep, part, faults):
    ((line, element, message),) = faults(f"{HEAD}{VARY}{RUN}[keep]\n{keep}\n")
    assert (line, element) == (8, f"keep '{keep.split(' ')[0]}'")
    assert part in message


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("", None, "the line 'bough-study = 1' is missing"),
        ("bough = 1\n", None, "this is a model"),
        ("bough-study = 2\n", 1, "update bough"),
        ("bough-study = true\n", 1, "write bough-study = 1"),
        ("bough-study = 1\nmodel = \n", 2, "not valid TOML"),
        (f"bough-study = 1\n{VARY}{RUN}{KEEP}", None, "'model' is missing."),
        (f"{HEAD}{RUN}{KEEP}", None, "'vary' is missing."),
        (f"{HEAD}{VARY}{RUN}", None, "'keep' is missing."),
        (f"{HEAD}[vary]\n{RUN}{KEEP}", 3, "nothing varies"),
        (f"{HEAD}{VARY}{RUN}[keep]\n", 7, "nothing is kept"),
        (f'bough-study = 1\nmodel = "chian:2"\n{VARY}{RUN}{KEEP}', 2, "did you mean 'chain'?"),
        (f'bough-study = 1\nmodel = "arm.toml"\n{VARY}{RUN}{KEEP}', 2, "there is no file"),
        (f"bough-study = 1\nmodel = 5\n{VARY}{RUN}{KEEP}", 2, "must be a text such as 'crane'"),
        (f'bough-study = 1\nmodel = {{ name = "chain:2", forces = 0 }}\n{VARY}{RUN}{KEEP}', 2, "true or false"),
        (f'{HEAD}vary = "none.csv"\n{RUN}{KEEP}', 3, "there is no file"),
        (f"{HEAD}vary = 5\n{RUN}{KEEP}", 3, "the path of a CSV file, not 5."),
    ],
)
def test_mistakes_of_the_file(text, line, part, faults):
    ((at, _, message),) = faults(text)
    assert at == line
    assert part in message


def test_a_table_with_a_strange_column(written, tmp_path, faults):
    (tmp_path / "variants.csv").write_text("link1.mass,colour\n1,2\n")
    ((line, _, message),) = faults(f'{HEAD}vary = "variants.csv"\n{RUN}{KEEP}')
    assert line == 3
    assert "'colour'" in message


def test_a_model_with_mistakes_is_told_with_its_own_lines(written, tmp_path):
    (tmp_path / "arm.toml").write_text('bough = 1\n[bodies.one]\njoint = "Revolut"\n')
    with pytest.raises(bo.errors.ModelError) as caught:
        bo.load_study(written(f'bough-study = 1\nmodel = "arm.toml"\n{VARY}{RUN}{KEEP}'))
    places = [(finding.file, finding.line) for finding in caught.value.findings]
    assert places == [("study.toml", 2), ("arm.toml", 3)]


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(bo.errors.FileError, match="there is no file"):
        bo.load_study(tmp_path / "none.toml")
    with pytest.raises(bo.errors.FileError, match="no study 'carne': did you mean 'crane'"):
        bo.load_study("carne")


def test_text_of_a_file_is_never_run(faults, tmp_path):
    """Neither as Python nor as the name of anything in SciPy."""
    dropped = tmp_path / "dropped"
    for line in (
        f'a = {{ values = [1], names = {{ "link1.mass" = "open({str(dropped)!r}, 1)" }} }}',
        '"link1.mass" = { distribution = "__class__" }',
        '"link1.mass" = { distribution = "rv_histogram" }',
        '"link1.mass" = ["__import__(1)"]',
    ):
        assert len(faults(f"{HEAD}{RUN}{KEEP}[vary]\n{line}\n")) == 1
    assert not dropped.exists()


ODD = (
    0, -1, 1.5, math.nan, math.inf, True, "", "x", "1+", "q0", [], {}, [1], [[1]], ["a"], {"a": 1}, {"a": {"b": {}}}, 10**18,
    "x" * 2000, [1, "a"], "\u202e\n", "\0", "../..", "/", "chain:0", "chain:999999999", "link1.mass",
)  # fmt: skip
WHOLE = {
    "bough-study": 1,
    "name": "whole",
    "model": "chain:2",
    "vary": {
        "link1.mass": {"from": 1, "to": 2},
        "both": {"names": {"link2.mass": "x", "q0.link1": "x/2"}, "values": [1, 2]},
        "drawn": {"distribution": "norm", "loc": 1, "scale": 0.1, "names": ["link1.at.x", "link2.at.x"]},
    },
    "plan": {"kind": "latin-hypercube", "runs": 5, "seed": 1, "correlation": [{"between": ["link1.mass", "drawn"], "value": 0.5}]},
    "run": {"duration": 0.1, "every": 0.01, "q0": {"link1": 1}},
    "keep": {"top": "max q.link1", "when": "first q.link1 > 0.1"},
}  # fmt: skip


def places(data, before=()):
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield (*before, key)
        if isinstance(value, dict | list):
            yield from places(value, (*before, key))


def test_whatever_a_file_holds_the_answer_is_a_study_or_a_sentence(written):
    """Every value in turn is replaced by odd ones, or left out."""
    random, usable, found = np.random.default_rng(0), 0, []
    for place in places(WHOLE):
        for odd in random.choice(len(ODD), 3, replace=False):
            data = copy.deepcopy(WHOLE)
            inner = data
            for key in place[:-1]:
                inner = inner[key]
            if odd:
                inner[place[-1]] = copy.deepcopy(ODD[odd])
            else:
                del inner[place[-1]]
            try:
                bo.load_study(written(rtoml.dumps(data)))
                usable += 1
            except bo.errors.ModelError as error:
                found += error.findings
    assert all(finding.line is not None or "missing" in finding.message for finding in found)
    assert 0 < usable < len(found)


# --- numbers together ----------------------------------------------------------------------------------------------------


def test_one_draw_decides_several_numbers():
    x, present = np.array([0.5, 2.0]), {"a": 3.0, "b": -4.0}
    np.testing.assert_equal(LinkedParameters(["a", "b"], (0, 1)).spread(x, present), {"a": x, "b": x})
    np.testing.assert_equal(
        LinkedParameters(["a", "b"], (0, 1), factor=True).spread(x, present), {"a": 3 * x, "b": -4 * x}
    )
    by_rule = LinkedParameters({"a": "1 + 6/x", "b": 10}, (0, 1)).spread(x, present)
    np.testing.assert_equal(by_rule, {"a": 1 + 6 / x, "b": 10 * x})


def test_mistakes_of_numbers_together():
    for names, part in (("a", "must be a list"), ([], "at least one"), ([1], "must be texts"), ({"a": "y"}, "'y'")):
        with pytest.raises(bo.errors.StateError, match=part):
            LinkedParameters(names, (0, 1))
    with pytest.raises(bo.errors.StateError, match="list of names"):
        LinkedParameters({"a": "x"}, (0, 1), factor=True)
    with pytest.raises(bo.errors.StateError, match="at x = 0"):
        LinkedParameters({"a": "1/x"}, (0, 1)).spread(np.array([0.0]), {})
    with pytest.raises(bo.errors.StateError, match="no number now"):
        LinkedParameters(["a"], (0, 1), factor=True).spread(np.array([0.0]), {"a": None})


def test_a_number_is_decided_once():
    with pytest.raises(bo.errors.StateError, match=r"'link1\.mass' is decided by 'link1\.mass' and by 'both'"):
        bo.Study(
            bo.chain(2), {"link1.mass": [1, 2], "both": bo.LinkedParameters(["link2.mass", "link1.mass"], [1, 2])},
            {"duration": 0.1}, {"top": "max q.link1"},
        )  # fmt: skip


def test_numbers_together_reach_the_mechanism():
    """Against mechanisms made by hand."""
    vary = {"both": bo.LinkedParameters({"link1.mass": "x", "link2.mass": "3*x", "q0.link1": "x/4"}, [1.0, 2.0])}
    study = bo.Study(bo.chain(2), vary, {"duration": 0.2}, {"end": "end q.link2"})
    found = study.run().dataset["end"].values
    for k, x in enumerate((1.0, 2.0)):
        alone = bo.chain(2).with_parameters({"link1.mass": x, "link2.mass": 3 * x})
        assert np.isclose(found[k], float(bo.simulate(alone, 0.2, q0={"link1": x / 4})["link2"][-1]), rtol=1e-9)
        assert study.mechanism_of(k).body("link2").inertia.mass == 3 * x


# --- the catalogue -------------------------------------------------------------------------------------------------------


def test_four_machines_have_a_study():
    assert set(study_files()) == {"crane", "excavator", "quadruped", "truck"}


@pytest.mark.parametrize("name", study_files())
def test_a_study_of_the_catalogue_loads(name):
    described, study = read_study(name)
    assert described.about
    assert 40 <= len(study) <= 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", ["crane", "quadruped", "truck"])
def test_variants_of_the_catalogue_start_near_rest(name):
    """What carries the weight follows what varies: the heaviest part rests at the start (m/s², rad/s²)."""
    study = bo.load_study(name)
    extremes = {int(row(values)) for values in study.variants.columns.values() for row in (np.argmin, np.argmax)}
    for k in extremes:
        run = study.simulate(k, duration=0.01, every=0.01, progress=False)
        u_dot = bo.forward_dynamics(run.mechanism, run.q.values[0], run.u.values[0], time=0.0)
        assert np.abs(u_dot[:6]).max() < (0.2 if name == "truck" else 0.01)


@pytest.mark.slow
@pytest.mark.parametrize("name", study_files())
def test_a_study_of_the_catalogue_runs(name):
    """To the end, and with what mechanics demands: a rope carries at least the weight below it, stiffer ground gives less."""
    found = bo.load_study(name).run(progress=False).dataset
    assert (found["status"] == "completed").all()
    for kept in bo.load_study(name).keep:
        numbers = found[kept].values
        assert np.isfinite(numbers).all()
        assert np.ptp(numbers) > 0
    if name == "crane":
        share = found["pull"] / ((found["load"] + 150) * 9.81)  # with hook and sheaves
        assert ((share > 1.0) & (share < 1.3)).all()
    if name == "quadruped":
        order = found["ground stiffness"].argsort().values
        soft, hard = order[: len(order) // 4], order[-len(order) // 4 :]
        assert found["sway"][soft].min() > found["sway"][hard].max()
