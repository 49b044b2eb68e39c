"""What notebooks show of mechanisms and studies: trees and facts, nothing that a name could smuggle in, and never an error."""

import re
from types import SimpleNamespace

import numpy as np
import pytest
from helpers import linkages
from helpers.pages import Reader
from helpers.studied import Columns, studied

import bough as bo
from bough.models.catalogue import machine, machine_files

HOSTILE = "</script></style><img src=x onerror=alert(1)>&amp;\"'`"
ALLOWED = {
    "div", "style", "p", "dl", "dt", "dd", "details", "summary", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip


def card(mechanism):
    return Reader(mechanism._repr_html_())


@pytest.mark.parametrize("name", machine_files())
def test_it_has_every_body_with_its_joint_and_mass_and_every_force(name):
    mechanism = machine(name)
    shown = card(mechanism)
    bodies, *others = shown.tables
    rows = {re.sub(r"^[│├└─ ]*", "", row[0]): row for row in bodies[2:]}  # below the heads and the ground
    assert set(rows) == set(mechanism.body_names)
    for body in mechanism.bodies:
        _, dofs, mass, joint, *_ = rows[body.name]
        assert int(dofs) == len(body.joint.u_names)
        assert type(body.joint).__name__ in joint
        assert float(mass.removesuffix(" kg").replace(",", "")) == pytest.approx(body.inertia.mass, rel=1e-3)
    if mechanism.forces:
        assert [row[:2] for row in others[-1][1:]] == [[k, type(f).__name__] for k, f in mechanism.forces.items()]
    assert int(shown.facts["degrees of freedom"]) == mechanism.n
    assert shown.text.count(mechanism.about) == 1


def test_freedom_of_closed_loops_is_counted():
    """A parallelogram moves in one way, by Gruebler's count for planar joints."""
    linkage = linkages.four_bars(count=1, planar=True)
    mechanism = linkage.mechanism
    mechanism.q0 = linkage.q0
    shown = card(mechanism)
    assert shown.facts["degrees of freedom"].startswith("1 at the start; 3 as a tree")
    assert shown.tables[1][1][:2] == ["top1", "coupler1 — upright1"]
    mechanism.q0 = {"upright0": 1.0}  # and the others along x
    assert "bough.assemble" in card(mechanism).facts["degrees of freedom"]


def test_names_are_text_and_nothing_else():
    mechanism = bo.Mechanism(HOSTILE, about=HOSTILE)
    mechanism.add_body(HOSTILE, "ground", bo.Revolute(), joint_name=f"{HOSTILE} joint")
    mechanism.add_force(HOSTILE, bo.JointDamper(f"{HOSTILE} joint", damping=1.0))
    shown = card(mechanism)
    assert shown.tags <= ALLOWED
    assert shown.attributes <= {"class", "open"}
    assert shown.text.count(HOSTILE) == 6  # title, about, body, joint, force, and what it acts on


def test_an_unfinished_mechanism_shows_what_is_missing_and_can_be_finished():
    mechanism = bo.Mechanism("half")
    mechanism.add_body("arm", "shoulder", bo.Revolute())
    assert "'shoulder'" in card(mechanism).facts["not finished"]
    mechanism.add_body("shoulder", "ground", bo.Revolute())
    assert card(mechanism).facts["degrees of freedom"] == "2"
    assert not mechanism.is_frozen
    assert card(bo.Mechanism("empty")).facts["joints"] == "none"


def test_a_large_one_is_short_and_folded():
    mechanism = bo.models.broom(300, 20)
    page = mechanism._repr_html_()
    assert len(page) < 10_000
    assert "<details open" not in page
    assert f"{len(mechanism):,} bodies" in page


# --- studies ----------------------------------------------------------------------------------------------------------


def test_a_study_shows_what_varied_and_what_came_out():
    mass = np.linspace(1.0, 4.0, 31)
    made = studied(
        Columns({HOSTILE: mass, "kind": np.array(["a", "b"] * 15 + ["a"], object)}, "grid"),
        {"swing": np.abs(mass - 2.5)},
        failed=[30],
        units={HOSTILE: "kg", "swing": "rad"},
        reason=HOSTILE,
    )
    study = SimpleNamespace(name=HOSTILE, variants=made.study.variants)
    shown = Reader(bo.results.StudyResult(study, made.dataset)._repr_html_())
    assert shown.tags <= ALLOWED
    assert shown.facts["variants"] == "31: 30 completed, 1 failed"
    varied, kept, failed = shown.tables
    assert varied[1:] == [[HOSTILE, "1", "4", "kg"], ["kind", "a, b", "", ""]]
    assert kept[1] == ["swing", "0", "0.75", "1.5", "rad", "15", "0"]  # of 1.0 to 3.9 kg
    assert failed[1] == ["1", HOSTILE]
