"""What the documents show runs, prints what they say it prints, and points to files that exist; the demo runs from end to end."""

import csv
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/**/*.md"))
BLOCK = re.compile(r"^(<!-- not run -->\n+)?```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"^ *print\(.*\) +# (.*)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)[^)]*\)")
every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


@every_document
def test_code_blocks_run_and_print_what_their_comments_say(document, capsys):
    """The blocks of a document run one after the other, as a reader would try them."""
    names = {"__name__": "documented"}
    for marked, source in BLOCK.findall(document.read_text(encoding="utf-8")):
        if not marked:
            exec(compile(source, document.name, "exec"), names)
            assert capsys.readouterr().out.splitlines() == PRINTED.findall(source)


def test_documents_hold_code():
    """The pattern that finds blocks still does: the README has one, and prints."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert any(PRINTED.findall(source) for _, source in BLOCK.findall(readme))


@every_document
def test_links_lead_to_files(document):
    for target in LINK.findall(document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target


def test_readme_names_every_form_and_solver():
    from bough.formulations import FORMULATIONS

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = [line for line in readme.splitlines() if line.startswith("| `")]
    for form in FORMULATIONS.values():
        row = next(line for line in rows if line.startswith(f"| `{form.name}`"))
        assert all(f"`{word}`" in row for word in (*form.aliases, *form.solvers))
        assert all(any(line.startswith(f"| `{solver}`") for line in rows) for solver in form.solvers)


def test_notation_has_a_row_for_every_joint():
    import bough.mechanism.joints as catalogue

    notation = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    for name in set(catalogue.__all__) - {"Joint"}:
        joint = getattr(catalogue, name)
        row = next(line for line in notation.splitlines() if line.startswith(f"| `{name}"))
        coordinates = [cell.strip() for cell in row.split("|")][2]
        if "" not in joint.q_names:
            assert coordinates == (", ".join(joint.q_names) or "–")


def run_demo(*arguments):
    command = [sys.executable, ROOT / "examples" / "demo.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_demo_runs_and_keeps_the_energy_balance(tmp_path):
    done = run_demo("--quick", "--output", tmp_path / "new" / "demo")
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr
    written = tmp_path / "new" / "demo"
    for picture in ("motion.png", "energy.png", "methods.png", "machine.png"):
        assert (written / picture).read_bytes().startswith(b"\x89PNG")
    with (written / "run.csv").open(newline="") as file:
        names, *rows = csv.reader(file)
    table = dict(zip(names, np.array(rows, float).T, strict=True))
    assert len(names) == len(set(names))
    assert {"time", "q:lift", "u:torso", "tau:head.turn1", "kinetic"} <= set(names)
    assert np.abs(table["drift"]).max() < 1e-5 * np.abs(table["kinetic"]).max()


def test_demo_refuses_an_unwritable_folder_in_one_line(tmp_path):
    (tmp_path / "file").touch()
    done = run_demo("--output", tmp_path / "file" / "demo")
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert re.search("cannot write .* --output", line)
