"""Arrows are to scale: forces that are known beforehand, from the point where they act, as long as the legend says."""

import re

import numpy as np
import pytest
from helpers.scenes import G, drawn_out, hanging

PREFIXES = {"": 1.0, "m": 1e-3, "k": 1e3, "M": 1e6, "G": 1e9, "µ": 1e-6}


def per_metre(player, group):
    """Units that a metre of arrow stands for, as the legend tells people."""
    text = next(one["text"] for one in player.ask("scene.arrowLegend()") if one["group"] == group)
    length, length_unit, value, prefix = re.fullmatch(
        r"([\d.]+)\s(mm|cm|m|km) ≙ ([\d.]+)\s([mkMGµ]?)N(?:·m)?", text
    ).groups()
    metres = float(length) * {"mm": 1e-3, "cm": 1e-2, "m": 1.0, "km": 1e3}[length_unit]
    return float(value) * PREFIXES[prefix] / metres


def check(player, group, arrow, point, vector):
    """An arrow starts at a point and stands for a vector, which its legend gives back."""
    start, end = np.asarray(arrow["from"]), np.asarray(arrow["to"])
    np.testing.assert_allclose(start, point, atol=1e-3)
    scale = per_metre(player, group)
    # the legend is rounded to two or three digits
    np.testing.assert_allclose((end - start) * scale, vector, atol=0.02 * np.linalg.norm(vector))
    np.testing.assert_allclose(np.linalg.norm(arrow["value"]), np.linalg.norm(vector), rtol=1e-3)


def one(arrows):
    assert len(arrows) == 1, list(arrows)
    return next(iter(arrows.values()))


def test_a_joint_carries_the_weight_of_what_hangs_from_it(show):
    """m·g upwards at the joint, m·g downwards at the centre of mass."""
    player = show(hanging(mass=3.0, length=0.5))
    player.show("reactions")
    player.show("weight")
    check(player, "reactions", one(player.arrows("reactions")), (0, 0, 1), (0, 0, 3.0 * G))
    check(player, "weight", one(player.arrows("weight")), (0, 0, 0.75), (0, 0, -3.0 * G))


@pytest.mark.parametrize("time", [0.25, 0.5, 1.0])
def test_a_spring_pulls_by_its_stiffness_times_its_stretch(time, show):
    player = show(drawn_out(stiffness=200.0, natural=0.5, moves=0.4))
    player.show("forces")
    player.seek(time)
    arrows = player.arrows("forces")
    pulled = [arrow for name, arrow in arrows.items() if "spring" in name]
    assert pulled, list(arrows)
    check(player, "forces", pulled[0], (0.5 + 0.4 * time, 0, 0), (-200.0 * 0.4 * time, 0, 0))


def test_arrows_grow_as_asked_and_their_legend_with_them(show):
    player = show(hanging())
    player.show("reactions")
    before, told = one(player.arrows("reactions")), per_metre(player, "reactions")
    player.ask("scene.arrowScale(2)")
    player.drawn()
    after = one(player.arrows("reactions"))
    length = [np.linalg.norm(np.subtract(arrow["to"], arrow["from"])) for arrow in (before, after)]
    assert length[1] == pytest.approx(2 * length[0], rel=1e-3)
    assert per_metre(player, "reactions") == pytest.approx(told / 2, rel=0.02)
    np.testing.assert_allclose(after["value"], before["value"], rtol=1e-5)


def test_arrows_are_there_only_while_they_are_asked_for(show):
    player = show(hanging())
    for group in ("reactions", "weight"):
        player.show(group, False)
        assert player.arrows(group) == {}
        without = player.picture()
        player.show(group)
        assert len(player.arrows(group)) == 1
        assert (np.abs(player.picture() - without).max(axis=-1) > 30).sum() > 100
