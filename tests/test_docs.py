"""What the documents show runs, prints and counts what they say, and points to files that exist; the demo runs from end to end."""

import csv
import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
from helpers.pages import document_in
from PIL import Image
from readme import filled

import bough as bo
from bough.compiled.entries import Entry
from bough.compiled.tree import compiled
from bough.formulations import FORMULATIONS
from bough.formulations.formulation import ACCELERATIONS, CANONICAL_RATES, DRIVES_AND_REACTIONS
from bough.formulations.reductions.principles import PRINCIPLES

ROOT = Path(__file__).parent.parent
METHODS = ROOT / "docs" / "methods"
DOCUMENTS = sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/**/*.md")) + sorted(ROOT.glob("examples/*.md"))
BLOCK = re.compile(r"^(<!-- not run -->\n+)?```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"^ *print\(.*\) +# (.*)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)")
FILE = re.compile(r"`([\w/.]+\.(?:py|json))`")
PARTS = ("src", "tests", "benchmarks", "examples", "docs")
OPERATIONS = re.compile(r"^\| operations \| law for hinges \|(.*)\|\n\|.*\n((?:\|.*\n)+)", re.MULTILINE)
every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())


@pytest.fixture(autouse=True)
def own_code(monkeypatch):
    """As a reader has it."""
    monkeypatch.delenv("BOUGH_CODE", raising=False)


@every_document
def test_code_blocks_run_and_print_what_their_comments_say(document, capsys, tmp_path, monkeypatch):
    """The blocks of a document run one after the other, as a reader would try them."""
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "documented"}
    for marked, source in BLOCK.findall(document.read_text(encoding="utf-8")):
        if not marked:
            exec(compile(source, document.name, "exec"), names)
            assert capsys.readouterr().out.splitlines() == PRINTED.findall(source)


def test_documents_hold_code():
    """The pattern that finds blocks still does: the README has one, and prints."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert any(PRINTED.findall(source) for _, source in BLOCK.findall(readme))


def anchors(document):
    """The headings of a page, as links name them."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_document
def test_links_lead_to_files_and_headings(document):
    for target, heading in LINK.findall(document.read_text(encoding="utf-8")):
        file = document.parent / target if target else document
        assert file.exists(), target
        assert not heading or heading in anchors(file), f"{target}#{heading}"


@every_document
def test_named_files_exist(document):
    files = [f"/{path.relative_to(ROOT).as_posix()}" for folder in PARTS for path in (ROOT / folder).rglob("*.*")]
    for name in FILE.findall(document.read_text(encoding="utf-8")):
        assert any(file.endswith(f"/{name}") for file in files), name


@every_document
def test_figures_are_those_of_the_results(document):
    """``python benchmarks/readme.py`` writes them."""
    text = document.read_text(encoding="utf-8")
    assert filled(text) == text


def test_figures_are_written_where_their_marks_are():
    tag = "<!-- 4: binary tree of 255, compiled -->"
    assert filled(f"1.0×{tag}") == filled(f"9.9×{tag}") != f"9.9×{tag}"
    seconds, milliseconds = (filled(f"{number}<!-- 12: panda -->").split()[0] for number in ("1.000000 s", "1.000 ms"))
    assert 1000 * float(seconds) == pytest.approx(float(milliseconds))
    table = "<!-- table: peers -->\n{}<!-- end -->"
    assert len(filled(table.format("")).splitlines()) > 6
    assert filled(table.format("old\n")) == filled(table.format(""))
    with pytest.raises(ValueError, match="no such case"):
        filled("1.0<!-- 4: no such case -->")
    with pytest.raises(ValueError, match="followed by"):
        filled(f"nothing {tag}")


def test_readme_says_what_bough_does_not_do():
    """And those that are named are refused by name, or not there."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    said = readme.split("**What bough does not do yet**")[1].split("\n\n")[0]
    for lacking in ("closed loops", "contact", "flexible bodies", "GPU"):
        assert lacking in said
    names = " ".join(dir(bo)).lower()
    assert not any(word in names for word in ("contact", "flexible", "gpu"))


def test_readme_is_short():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```$|^\|.*?$|<!--.*?-->|\]\(.*?\)", "", readme, flags=re.MULTILINE | re.DOTALL)
    assert len(prose.split()) <= 750


def test_architecture_lists_the_rooms_in_the_order_of_the_layers():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("## Outside")[0]
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    assert ["__main__", *re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)] == layers


# --- pages of methods -----------------------------------------------------------------------------------------------


def test_every_form_and_solver_has_a_page_and_every_page_is_in_the_index():
    pages = {path.stem for path in METHODS.glob("*.md")} - {"README"}
    assert {*FORMULATIONS, *(solver for form in FORMULATIONS.values() for solver in form.solvers)} <= pages
    linked = LINK.findall((METHODS / "README.md").read_text(encoding="utf-8"))
    assert pages <= {Path(target).stem for target, _ in linked if "/" not in target}


def test_the_index_of_methods_has_every_alias_and_solver():
    rows = [
        line for line in (METHODS / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| [`")
    ]
    for form in FORMULATIONS.values():
        row = next(line for line in rows if line.startswith(f"| [`{form.name}`]"))
        assert all(f"`{word}`" in row for word in (*form.aliases, *form.solvers))
        assert all(any(line.startswith(f"| [`{solver}`]") for line in rows) for solver in form.solvers)


HINGED = {
    "chain of 7": bo.chain(7),
    "chain of 20": bo.chain(20),
    "star of 20": bo.models.star(19),
    "binary tree of 15": bo.models.binary_tree(4),
}
COUNTED = {**HINGED, "chain of 7 balls": bo.chain(7, bo.Ball())}


def files_passed(call):
    """The files of bough that a call passes, when it is made for the second time."""
    package, seen = Path(bo.__file__).parent, set()
    call()

    def look(frame, event, argument):
        seen.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        call()
    finally:
        sys.setprofile(before)
    return {Path(name).relative_to(package).as_posix() for name in seen if name.startswith(str(package))}


def test_calls_travel_as_the_page_says(tmp_path):
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("## How a call travels")[1]
    parts = {part.split("`")[1].split("(")[0]: set(FILE.findall(part)) for part in page.split("### ")[1:]}
    chain = bo.chain(3)
    chain.save(tmp_path / "chain.toml")
    q, u = chain.neutral(), chain.velocities()
    calls = {
        "bo.forward_dynamics": lambda: bo.forward_dynamics(chain, q, u),
        "bo.simulate": lambda: bo.simulate(chain, 1.0, progress=False),
        "bo.load": lambda: bo.load(tmp_path / "chain.toml"),
    }
    for name, call in calls.items():
        assert files_passed(call) - {"__init__.py"} <= parts[name], name


@pytest.mark.parametrize("reference", [*(form.in_numpy for form in FORMULATIONS.values()), *PRINCIPLES])
def test_the_page_of_matrices_shows_the_reference_of_every_form(reference):
    assert inspect.getsource(reference) in (ROOT / "docs" / "matrices.md").read_text(encoding="utf-8")


def cells(row):
    return [cell.strip() for cell in row.strip("|").split("|")]


def evaluated(name, mechanism, solver):
    form = FORMULATIONS[name]
    return form.evaluation(compiled(mechanism), solver or (form.solvers[0] if form.solvers else None))


def operations(name, mechanism, solver=None):
    """Counted operations of one evaluation."""
    shapes = {
        ACCELERATIONS: (mechanism.n,),
        CANONICAL_RATES: (mechanism.n_q + mechanism.n,),
        DRIVES_AND_REACTIONS: (len(mechanism), 18),
    }
    q, u = bo.models.random_state(mechanism)
    counts, _ = evaluated(name, mechanism, solver).counts(q, u, u, out_shape=shapes[FORMULATIONS[name].gives])
    return sum(counts.values())


def by_law(law, mechanism):
    """A law such as ``390 N + 22 N1 + 2 N2 - 59``: N1, N2 of the mass matrix, R1, R2 the same of the multipliers' matrix."""
    shape = mechanism.topology
    rows = np.diff(compiled(mechanism).arrays_for_multipliers.normal_row_at)
    names = {
        "N": len(mechanism),
        "N1": shape.N1,
        "N2": shape.N2,
        "R1": sum(rows - 1),
        "R2": sum(rows * (rows - 1) // 2),
    }
    return eval(re.sub(r"(\d) (?=[NR])", r"\1 * ", law.replace("\u2212", "-")), names)


@pytest.mark.parametrize("page", sorted(METHODS.glob("*.md")), ids=lambda path: path.stem)
def test_operations_are_as_many_as_the_pages_say(page):
    """Tables of operations: a row for a form, or a form and a solver; a law for hinges; a column for each mechanism."""
    shown = set()
    for mechanisms, rows in OPERATIONS.findall(page.read_text(encoding="utf-8")):
        for names, law, *numbers in map(cells, rows.splitlines()):
            method = re.findall("`([^`]+)`", names)
            counts = {m: operations(method[0], COUNTED[m], *method[1:]) for m in cells(mechanisms)}
            assert list(counts.values()) == [int(x) for x in numbers]
            assert {name: by_law(law, m) for name, m in HINGED.items() if name in counts}.items() <= counts.items()
            shown.add(method[0])
    is_counted = page.stem in FORMULATIONS and not FORMULATIONS[page.stem].needs
    if is_counted and isinstance(evaluated(page.stem, bo.chain(1), None), Entry):
        assert page.stem in shown


def test_notation_has_a_row_for_every_joint():
    import bough.mechanism.joints as catalogue

    notation = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    for name in set(catalogue.__all__) - {"Joint"}:
        joint = getattr(catalogue, name)
        row = next(line for line in notation.splitlines() if line.startswith(f"| `{name}"))
        coordinates = [cell.strip() for cell in row.split("|")][2]
        if name != "CustomJoint" and "" not in joint.q_names:  # (whose names are the user's)
            assert coordinates == (", ".join(joint.q_names) or "–")


def run_demo(*arguments):
    command = [sys.executable, ROOT / "examples" / "demo.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.mark.slow
def test_demo_runs_and_keeps_the_energy_balance(tmp_path, capsys):
    from bough.demo.running import main

    folder = tmp_path / "new" / "demo"
    found = main(folder, quick=True)
    assert "separate-bodies" in capsys.readouterr().out
    assert found["spread"] <= found["tolerance"]
    assert found["drift"] < 1e-6
    for picture in ("overview", "energy", "reactions", "forms", "machine"):
        assert (folder / f"{picture}.png").read_bytes().startswith(b"\x89PNG")
    with Image.open(folder / "excavator.gif") as film:
        assert film.n_frames == 20
    page = document_in((folder / "excavator.html").read_text(encoding="utf-8"))
    assert (page["title"], page["runs"][0]["to"], len(page["plots"])) == ("excavator", 2.0, 2)
    run = bo.Trajectory.load(folder / "motion.nc")
    with (folder / "motion.csv").open(newline="") as file:
        names, *rows = csv.reader(file)
    table = dict(zip(names, np.array(rows, float).T, strict=True))
    assert np.array_equal(table["q.boom"], run["boom"])
    # the slewing drive stands still so far, so the cylinders alone did the work
    assert run.duration == 2.0
    assert run.drives().rate.max() == 0.0


def test_demo_refuses_an_unwritable_folder_in_one_line(tmp_path):
    (tmp_path / "file").touch()
    done = run_demo("--output", tmp_path / "file" / "demo")
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert re.search("cannot write .* --output", line)
