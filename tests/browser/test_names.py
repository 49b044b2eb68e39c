"""Names, messages and labels from outside are text and nothing else, wherever the page shows them."""

import json
import re

import numpy as np
import pytest
from helpers.hostile import NAMES
from helpers.player import Player

import bough as bo

every_name = pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)


def four_bar(name):
    """A parallelogram of which everything is called by one name: machine, bodies, joints, loop, forces."""
    machine = bo.Mechanism(name)
    rod = bo.Inertia.rod(0.5, 1.0, radius=0.02, center=(0, 0, -0.25))
    machine.add_body(name, "ground", bo.Revolute((0, 1, 0)), (0, 0, 1), inertia=rod, joint_name=f"{name} joint")
    machine.add_body(f"{name} 2", "ground", bo.Revolute((0, 1, 0)), (1, 0, 1), inertia=rod)
    bar = bo.Inertia.rod(1.0, 1.0, radius=0.02, axis=(1, 0, 0), center=(0.5, 0, 0))
    machine.add_body(f"{name} 3", name, bo.Revolute((0, 1, 0)), (0, 0, -0.5), inertia=bar)
    machine.add_loop(
        f"{name} loop", f"{name} 3", f"{name} 2", bo.Revolute((0, 1, 0)), at=(1, 0, 0), other_at=(0, 0, -0.5)
    )
    machine.add_force(f"{name} spring", bo.SpringDamper(f"{name} 3", at=(1, 0, 0), stiffness=20.0))
    machine.add_force(f"{name} damper", bo.JointDamper(f"{name} joint", damping=0.1))
    return machine


def a_run(name):
    """A run that has failed, with events: the parallelogram swings as one, by hand."""
    machine = four_bar(name)
    time = np.linspace(0.0, 1.0, 21)
    angle, rate = 0.4 * np.sin(3 * time), 1.2 * np.cos(3 * time)
    q = np.stack((angle, angle, -angle), -1)
    u = np.stack((rate, rate, -rate), -1)
    return bo.Trajectory(
        machine, time, q, u, status="failed", message=f"{name} has failed",
        events=[{"time": 0.5, "name": f"{name} event"}], provenance={"form": f"{name} form", "integrator": name},
    )  # fmt: skip


def straight(name):
    """As pages have it: what turns the direction of writing is replaced by a mark."""
    return re.sub("[\u202a-\u202e\u2066-\u2069]", "\ufffd", name)


@every_name
def test_a_name_is_shown_as_text(name, show, tabs):
    player = show(a_run(name))
    page = player.page
    for toggle in ("names", "frames", "axes", "loops", "centers", "reactions", "moments", "forces", "weight"):
        player.show(toggle)
    for time in (0.0, 0.5, 1.0):
        player.seek(time)
    for body in range(3):
        player.ask("scene.onSelect(given[0])", {"run": 0, "body": body})
        player.ask("scene.select(given[0])", {"run": 0, "body": body})
        player.drawn()
    page.mouse.move(640, 300)
    # nothing but the page's own elements: one script that runs, and no image or handler that came with a name
    assert page.evaluate("document.querySelectorAll('script:not([type]), script[type=\"module\"]').length") == 1
    assert page.evaluate("document.querySelectorAll('img, iframe, object, embed, base, form').length") == 0
    assert (
        page.evaluate("""[...document.querySelectorAll("*")].filter((one) =>
        [...one.attributes].some((attribute) => attribute.name.startsWith("on"))).length""")
        == 0
    )
    # and the name is there, as a whole, in the scene's model and in text that people see
    # a lone surrogate cannot be told to Python: compare in the page, by units of UTF-16
    units = [
        int.from_bytes(straight(name).encode("utf-16-le", "surrogatepass")[k : k + 2], "little")
        for k in range(0, len(straight(name).encode("utf-16-le", "surrogatepass")), 2)
    ]
    assert player.ask("model.machines[0].bodies[0].name === String.fromCharCode(...given)", *units)
    plain = re.sub(r"\s+", " ", straight(name))[:12].strip()
    shown = page.evaluate("document.body.innerText")
    if "\ud83d" not in name:
        assert plain in re.sub(r"\s+", " ", shown)
    # a name of ten thousand letters does not push the page apart
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@every_name
def test_the_page_holds_a_name_where_no_markup_is_read(name, tmp_path):
    """Between the tags of a page, a name has no angle bracket of its own; its title is as the name, up to what UTF-8 cannot hold."""
    path = tmp_path / "page.html"
    a_run(name).view(path)
    text = path.read_bytes().decode("utf-8")
    inside = re.search(r'<script type="application/json" id="document">(.*?)</script>', text, re.DOTALL).group(1)
    assert "<" not in inside
    assert json.loads(inside)["machines"][0]["bodies"][0]["name"] == straight(name)


def test_labels_of_runs_and_studies_are_text(tabs, tmp_path):
    """All hostile names at once, as labels of runs that are seen together."""
    path = tmp_path / "page.html"
    bo.view({name: a_run("fine") for name in NAMES.values()}, path)
    player = Player(tabs.open(path))
    assert player.ask("model.runs.length") == len(NAMES)
    player.ask("scene.setLayout('side')")
    player.drawn()
    assert "onerror=alert(1)" in player.page.evaluate("document.body.innerText")
