"""Plots beside the scene: their cursor is at the time, a press goes there, and any series of the run can be added."""

import numpy as np
import pytest
from helpers.scenes import drawn_out, swings

DURATION = 1.0


@pytest.fixture
def player(show):
    return show(drawn_out())


def plots(player):
    return player.page.locator("article.plot").all()


def cursor(plot):
    """Where the line of the present time is, as a share of the plot's width."""
    area, now = plot.locator(".u-over").bounding_box(), plot.locator(".now").bounding_box()
    return (now["x"] + now["width"] / 2 - area["x"]) / area["width"]


def shown_value(player, name):
    """The number beside a series' name in a plot's legend."""
    row = player.page.locator("article.plot li", has=player.page.get_by_text(name, exact=True)).first
    player.rest(150)  # legends are written ten times a second
    text = row.locator("output").inner_text().replace("−", "-").replace("\u202f", " ")
    number = text.split()[0]
    mantissa, _, exponent = number.partition("·10")
    tens = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
    return float(mantissa) * 10.0 ** int(exponent.translate(tens) or 0), text


def test_the_cursor_of_every_plot_is_at_the_time(player):
    assert len(plots(player)) >= 2
    for time in (0.0, 0.3, 0.85, 1.0):
        player.seek(time)
        for plot in plots(player):
            assert cursor(plot) == pytest.approx(time / DURATION, abs=0.01)


def test_a_press_in_a_plot_goes_there(player):
    for plot in plots(player):
        area = plot.locator(".u-over").bounding_box()
        for share in (0.2, 0.7):
            player.page.mouse.click(area["x"] + share * area["width"], area["y"] + area["height"] / 2)
            player.drawn()
            assert player.time == pytest.approx(share * DURATION, abs=0.01)
            np.testing.assert_allclose(player.pose(0)[0, 3], 0.5 + 0.4 * player.time, atol=1e-3)


def test_the_legend_tells_the_value_now(player):
    """The cart's coordinate is 0.4 t, its kinetic energy m v²/2 with 2 kg at 0.4 m/s."""
    player.page.mouse.move(300, 300)
    player.seek(0.5)
    assert shown_value(player, "cart")[0] == pytest.approx(0.2, rel=0.01)
    value, text = shown_value(player, "kinetic")
    assert value * (1e-3 if " mJ" in text else 1.0) == pytest.approx(0.16, rel=0.01)


def test_any_series_can_be_plotted(player):
    """Found by its name, and gone again."""
    page = player.page
    before = len(plots(player))
    page.get_by_role("button", name="Add a plot").click()
    assert len(plots(player)) == before + 1
    page.get_by_role("searchbox", name="Search series").fill("reaction forces cart")
    page.get_by_role("checkbox", name="cart").first.check()
    page.keyboard.press("Escape")
    # the slide carries the weight of 2 kg
    value, text = shown_value_of(plots(player)[-1], player)
    assert value == pytest.approx(2 * 9.81, rel=0.01)
    assert text.endswith("N")
    plots(player)[-1].get_by_role("button", name="Close this plot").click()
    assert len(plots(player)) == before


def shown_value_of(plot, player):
    player.rest(150)
    text = plot.locator("li output").first.inner_text().replace("\u202f", " ")
    return float(text.split()[0]), text


def test_plots_can_be_put_away(player):
    wide = player.canvas["width"]
    player.page.get_by_role("button", name="Plots", exact=True).click()
    player.page.wait_for_function(
        "(wide) => document.querySelector('canvas').getBoundingClientRect().width > wide + 100", arg=wide
    )
    player.page.keyboard.press("p")
    player.page.wait_for_function(
        "(wide) => document.querySelector('canvas').getBoundingClientRect().width < wide + 100", arg=wide
    )


def test_plots_show_every_run_that_is_shown(show):
    """Each of three swings has its own line and its own value: they start at their own angles."""
    player = show(swings(angles=(0.3, 0.6, 0.9)), plots=[["coordinates.link1"]])
    player.seek(0.0)
    player.page.mouse.move(300, 300)
    player.rest(200)
    texts = [one.inner_text() for one in player.page.locator("article.plot li output").all()]
    assert [float(text.split()[0]) for text in texts] == pytest.approx([0.3, 0.6, 0.9], abs=0.002)
    player.page.get_by_role("button", name="Runs", exact=True).click()
    player.page.get_by_role("checkbox", name="Show run 1").uncheck()
    player.rest(200)
    texts = [one.inner_text() for one in player.page.locator("article.plot li output").all()]
    assert [float(text.split()[0]) for text in texts] == pytest.approx([0.3, 0.9], abs=0.002)
