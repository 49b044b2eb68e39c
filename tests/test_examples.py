"""Every example runs, writes its pictures, and finds the fact that it states."""

import importlib
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
HELPERS = {"common", "demo"}


def governor(found):
    """Ten digits are printed."""
    return found["difference"] < 2e-10


def four_bar(found):
    """Five rods in two loops move as one pendulum."""
    return found["gap"] < 1e-13 and found["freedom"] == 1 and found["error"] < 1e-6


def crane(found):
    return found["in two halves"] < found["straight to the goal"] / 5 and found["missed"] < 1e-4


def robot_arm(found):
    """Forward after inverse dynamics is the identity."""
    return found["with computed joint forces"] < 1e-6 < 1e-3 < found["servos alone"]


def controllers(found):
    """Stiffness times sag is the load; the integral part removes it; the regulator costs what its equation says."""
    return found["tracking"] < 2e-4 and found["sag"] < 1e-9 and found["integral"] < 1e-4 and found["cost"] < 1e-4


def satellite(found):
    return found["drift"] < 1e-11 and found["unequal"] < 1e-9 and abs(found["turn"]) > 0.1


def heavy_top(found):
    return found["rate"] < 1e-8 and found["gauss6"] < 1e-13 < 1e-8 < found["rk4"]


def five_link_pendulum(found):
    """Paper B: the three coincide for about six seconds."""
    return 5.0 < found["uncorrected"] < found["corrected"] and found["corrected"] > 6.0 and found["drift"] < 1e-3


def vehicle(found):
    return found["load"] < 1e-5 and 3.0 < found["aside"] < 4.5


def chaos(found):
    """Mirrored starts, mirrored motions; without the energy to turn over none does."""
    return found["unlike"] == 0.0 and found["impossible"] == 0.0 and 0.4 < found["share"] < 0.8


def cycloid(found):
    """Huygens: one period for all amplitudes, unlike on a circle."""
    return found["cycloid"] < 1e-9 and found["circle"] > 0.01


def isolator(found):
    return found["error"] < 1e-6


def absorber(found):
    """Warburton, 1982; the best of some hundred variants is not far off."""
    return found["error"] < 5e-4 and 0.0 <= found["best"] < 0.02


def pendulum_forms(found):
    return found["spread"] <= found["tolerance"]


# what examples are told here, so that they take less time
SHORTER = {
    "heavy_top": {"duration": 5.0},
    "chaos": {"side": 16},
    "isolator": {"variants": 10},
    "absorber": {"points": 11},
    "pendulum_forms": {"forms": ["composite-bodies + udu", "hamilton-recursive"]},
}
FACTS = (
    governor,
    four_bar,
    crane,
    robot_arm,
    controllers,
    satellite,
    heavy_top,
    five_link_pendulum,
    vehicle,
    chaos,
    cycloid,
    isolator,
    absorber,
    pendulum_forms,
)


@pytest.mark.slow
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.__name__)
def test_an_example_finds_its_fact(fact, tmp_path, capsys):
    example = importlib.import_module(fact.__name__)
    found = example.main(tmp_path, **SHORTER.get(fact.__name__, {}))
    assert fact(found), found
    assert capsys.readouterr().out.count("\n") >= 2
    pictures = [path.read_bytes() for path in tmp_path.iterdir()]
    assert pictures
    assert all(content.startswith((b"\x89PNG", b"GIF89a")) for content in pictures)


def test_every_example_is_tested_and_listed():
    names = {path.stem for path in EXAMPLES.glob("*.py")} - HELPERS
    assert {fact.__name__ for fact in FACTS} == names
    index = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert all(f"({name}.py)" in index for name in names)
