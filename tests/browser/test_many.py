"""Ten thousand bodies: all of them drawn, where they should be, by few orders to the graphics card."""

import numpy as np
from helpers.pixels import colours
from helpers.player import Player

import bough as bo

MANY = 10_000
# counts what the page orders the graphics card to draw
COUNT = """
window.orders = 0;
for (const name of ["drawArrays", "drawElements", "drawArraysInstanced", "drawElementsInstanced", "drawRangeElements"]) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...given) { window.orders += 1; return draw.apply(this, given); };
}
"""


def test_ten_thousand_bodies_turn(tabs, tmp_path):
    """Links of a star, each at an angle of its own."""
    machine = bo.models.star(MANY - 1)  # and a hub
    time = np.linspace(0.0, 1.0, 31)
    q = np.sin(time)[:, None] * np.linspace(-1.0, 1.0, machine.n_q)
    u = np.cos(time)[:, None] * np.linspace(-1.0, 1.0, machine.n)
    run = bo.Trajectory(machine, time, q, u)
    run.view(tmp_path / "page.html")
    player = Player(tabs.open(tmp_path / "page.html", before=COUNT))
    assert player.ask("model.machines[0].bodies.length") == MANY
    size = player.ask("model.machines[0].size")
    for instant in (0.0, 0.5, 1.0):
        player.seek(instant)
        expected = bo.body_poses(machine, run.at(instant)[0])
        for body in (0, 1, MANY // 2, MANY - 1):
            np.testing.assert_allclose(player.pose(body)[:3, 3], expected[body, :3, 3], atol=2e-3 * size)
            np.testing.assert_allclose(player.pose(body)[:3, :3], expected[body, :3, :3], atol=1e-2)
    assert colours(player.picture()) > 50
    before = player.picture()
    player.page.evaluate("() => { window.orders = 0; }")
    player.seek(0.2)
    orders = player.page.evaluate("window.orders")
    assert (np.abs(player.picture() - before).max(axis=-1) > 20).mean() > 0.01
    # each of two pictures at most, with their shadows: a few orders for each kind of shape, not one for each body
    assert 0 < orders < MANY / 10
