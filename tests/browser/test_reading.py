"""Numbers and pictures as a reader gets them: forces on the card of a body, tables, phones, dark screens, reports."""

import csv
import re

import numpy as np
import pytest
from helpers.scenes import swings

import bough as bo

PHONE = {"size": (390, 844), "screen": {"has_touch": True, "is_mobile": True}}
PREFIXES = {"": 1.0, "m": 1e-3, "k": 1e3, "M": 1e6, "µ": 1e-6}


def mast():
    """A vane of a gram on a mast of a ton: reactions that differ by six orders of magnitude."""
    machine = bo.Mechanism("mast")
    heavy = bo.Inertia.rod(10.0, mass=1000.0, center=(0, 0, 5))
    machine.add_body("mast", "ground", bo.Revolute((0, 1, 0)), inertia=heavy)
    light = bo.Inertia.rod(0.1, mass=1e-3, axis=(0, 1, 0), center=(0, 0.05, 0))
    machine.add_body("vane", "mast", bo.Revolute((0, 0, 1)), at=(0, 0, 10), inertia=light)
    return bo.simulate(machine, 1.0, every=0.02, q0={"mast": 0.3, "vane": 0.5})


def told(player, name):
    """(value, half of its last digit) of a line of the card."""
    text = player.page.evaluate(
        "(name) => [...document.querySelectorAll('.card dt')].find((dt) => dt.textContent === name).nextElementSibling.textContent",
        name,
    )
    digits, prefix = re.fullmatch(r"([\d.]+) ([mkMµ]?)N(?:·m)?", text).groups()
    factor = PREFIXES[prefix]
    return float(digits) * factor, 0.5 * 10.0 ** -len(digits.partition(".")[2]) * factor


def test_the_card_of_a_body_shows_the_reactions_of_the_run(show):
    run = mast()
    player = show(run)
    for body, name in enumerate(run.mechanism.body_names):
        player.page.evaluate("(body) => window.bough.ui.select({ run: 0, body })", body)
        for sample in (0, 17, 50):
            player.seek(float(run.time[sample]))
            player.page.wait_for_timeout(150)
            for kind in ("force", "moment"):
                expected = float(np.linalg.norm(run.reactions(name)[kind][sample]))
                value, half = told(player, f"{name}, {kind}")
                assert value == pytest.approx(expected, abs=1.1 * half)
                assert half <= 1e-3 * expected


def uneven():
    """Two links that a motor swings and a damper brakes, at instants that no even spacing meets."""
    machine = bo.Mechanism("arm")
    rod = bo.Inertia.rod(0.4, mass=2.0, radius=0.03, center=(0, 0, -0.2))
    machine.add_body("upper", "ground", bo.Revolute((0, 1, 0)), at=(0, 0, 1), inertia=rod)
    machine.add_body("lower", "upper", bo.Revolute((0, 1, 0)), at=(0, 0, -0.4), inertia=rod)
    machine.add_force("motor", bo.Motor("upper", "5 if t<0.505 else -20"))
    machine.add_force("friction", bo.JointDamper("lower", 0.3))
    return bo.simulate(machine, times=[0.0, 0.13, 0.4, 0.53, 0.7, 1.1, 1.17, 2.0], q0={"upper": 0.3})


def test_the_card_and_the_arrows_agree_with_the_run_and_with_plots_at_any_instant(show):
    """At samples forces are the run's; between them they follow the straight lines of plots, also where they turn round."""
    run = uneven()
    player = show(run)
    player.page.evaluate("window.bough.ui.select({ run: 0, body: 1 })")
    player.show("reactions")
    player.show("moments")
    sizes = np.linalg.norm(run.reactions("lower").force, axis=1)
    damped = 0.3 * run["u.lower"].values
    middles = (run.time.values[1:] + run.time.values[:-1]) / 2
    for time in (*run.time.values, *middles):
        player.seek(float(time))
        player.page.wait_for_timeout(150)
        for name, kind, values in (("lower", "force", sizes), ("friction", "moment", damped)):
            expected = abs(np.interp(time, run.time, values))
            value, half = told(player, f"{name}, {kind}")
            assert value == pytest.approx(expected, abs=1.1 * half), (time, name)
            drawn = [one for one in player.ask("scene.arrows()") if (one["name"], one["kind"]) == (name, kind)]
            # (what is much shorter than others is not drawn)
            assert sum(one["value"] for one in drawn) == pytest.approx(expected, rel=1e-3, abs=0.08), (time, name)


def table_of(player, path):
    """The rows of the table that the open panel exports, as texts."""
    with player.page.expect_download() as download:
        player.page.get_by_role("button", name="Plotted series as a table (CSV)").click()
    download.value.save_as(path)
    with path.open(newline="", encoding="utf-8") as file:
        _, *rows = csv.reader(file)
    return rows


def test_a_table_has_the_digits_that_the_page_has(show, tmp_path):
    """A coordinate that moves by a metre around a thousand kilometres."""
    machine = bo.Mechanism("far", gravity=(0, 0, 0))
    machine.add_body("cart", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.sphere(0.1, mass=1.0))
    run = bo.simulate(machine, 1.0, every=1 / 60, q0={"cart": 1e6}, u0={"cart": 1.0})
    player = show(run, plots=[["coordinates.cart"]])
    player.page.get_by_role("button", name="Export", exact=True).click()
    assert "Rounded to 1/1,048,576 of each series" in player.page.locator(".exports").text_content()
    rows = table_of(player, tmp_path / "table.csv")
    time, place = np.array(rows, float).T
    np.testing.assert_allclose(time, run.time, rtol=1e-14)
    np.testing.assert_allclose(place, run["cart"], rtol=0, atol=0.6 * max(2.0**-20, 1e6 * 2.0**-30))


def test_a_table_has_uneven_times_as_they_are(show, tmp_path):
    run = uneven()
    player = show(run)
    player.page.get_by_role("button", name="Export", exact=True).click()
    rows = table_of(player, tmp_path / "table.csv")
    assert [float(row[0]) for row in rows] == run.time.values.tolist()


def test_a_phone_shows_all_legends_and_the_times_of_the_first_plot(show):
    run = bo.simulate(bo.chain(5), 2.0, q0={"link1": 1.0})
    page = show(run, **PHONE).page
    lines = page.locator(".plot").first.locator(".lines")
    rows = lines.locator("li")
    assert rows.count() == 4
    room = lines.bounding_box()
    for k in range(4):
        box = rows.nth(k).bounding_box()
        assert box["y"] + box["height"] <= room["y"] + room["height"] + 0.5
    chart, rail = page.locator(".chart").first.bounding_box(), page.locator(".rail").bounding_box()
    assert chart["y"] + chart["height"] <= rail["y"]
    field = page.locator(".times .time")
    assert field.evaluate("(field) => field.scrollWidth <= field.clientWidth")


def test_a_phone_shows_the_times_and_the_floor_of_five_runs_with_arrows(show):
    """Lines of five runs leave room for the plot, and what arrows stand for does not cover the size of a square."""
    page = show(swings(angles=(0.1, 0.3, 0.5, 0.7, 0.9)), show=["reactions", "moments"], **PHONE).page
    chart, rail = page.locator(".chart").first.bounding_box(), page.locator(".rail").bounding_box()
    assert chart["y"] + chart["height"] <= rail["y"]
    lines = page.locator(".plot").first.locator(".lines")
    assert page.locator(".plot .more").first.inner_text() == "2 more ↓"
    assert_no_line_is_cut(lines, [0, 1, 2])
    lines.evaluate("(lines) => lines.scrollTo({ top: 50 })")
    page.wait_for_timeout(300)
    assert page.locator(".plot .more").first.inner_text() == ""
    assert_no_line_is_cut(lines, [2, 3, 4])
    legend, compass = page.locator(".legend").bounding_box(), page.locator(".stage canvas").last.bounding_box()
    assert legend["y"] + legend["height"] <= compass["y"]


def assert_no_line_is_cut(lines, seen):
    """Those lines of a legend are seen as a whole, and of the others nothing but their rims."""
    room = lines.bounding_box()
    for k, row in enumerate(lines.locator("li").all()):
        box = row.bounding_box()
        low, high = max(box["y"], room["y"]), min(box["y"] + box["height"], room["y"] + room["height"])
        share = max(0.0, high - low) / box["height"]
        assert share > 0.97 if k in seen else share < 0.1, (k, share)


def test_small_values_keep_their_digits_and_a_legend_has_one_unit(show):
    machine = bo.Mechanism("small", gravity=(0, 0, 0))
    for name, joint in (("a", bo.Revolute("z")), ("b", bo.Revolute("z")), ("seat", bo.Prismatic("z"))):
        machine.add_body(name, "ground", joint, inertia=bo.Inertia.sphere(0.1, mass=1.0))
    q = np.array([[-0.0075543, -0.011, 9.999996e-7], [0.008, 0.011, 5e-7]])
    run = bo.Trajectory(machine, [0.0, 1.0], q, np.zeros((2, 3)))
    player = show(run, plots=[["a", "b"]])
    player.page.mouse.move(300, 300)
    player.rest(200)
    legend = [one.inner_text() for one in player.page.locator("article.plot li output").all()]
    assert legend == ["−0.007554 rad", "−0.01100 rad"]
    for body, text in enumerate(("−7.554 mrad  (−0.4328°)", "−0.01100 rad  (−0.6303°)", "1.000 µm")):
        player.page.evaluate("(body) => window.bough.ui.select({ run: 0, body })", body)
        values = player.page.locator(".card dd .now-value").all_inner_texts()
        assert text in values
    origin = player.page.locator(".card dd .now-value").first
    assert origin.inner_text() == "0.000, 0.000, 0.000\u00a0m"
    assert origin.evaluate("(place) => place.getClientRects().length") == 1  # all on one line


def test_black_parts_are_seen_on_a_dark_screen(show):
    """The picture changes where a black ball is; on both themes by more than the eye needs."""
    machine = bo.Mechanism("ball", gravity=(0, 0, 0))
    black = bo.Visual("sphere", 0.3, color=(0.0, 0.0, 0.0, 1.0))
    machine.add_body("ball", "ground", bo.Prismatic((1, 0, 0)), inertia=bo.Inertia(1.0), visuals=[black])
    run = bo.simulate(machine, 1.0, every=0.1)
    for scheme in ("light", "dark"):
        player = show(run, screen={"color_scheme": scheme})
        player.set_camera(eye=[0, -3.0, 0.0], target=[0, 0, 0], up=[0, 0, 1], angle=33)
        for toggle in ("trails", "grid", "shadows"):
            player.show(toggle, False)
        pixels = player.picture().astype(float)
        high, wide = pixels.shape[:2]
        ball = pixels[high // 2 - 10 : high // 2 + 10, wide // 2 - 10 : wide // 2 + 10].mean(axis=(0, 1))
        around = pixels[high // 2 - 10 : high // 2 + 10, 20:40].mean(axis=(0, 1))
        assert contrast(ball, around) > 1.5, scheme


def contrast(one, other):
    """The ratio of luminances by WCAG."""
    levels = []
    for colour in (one, other):
        share = np.asarray(colour) / 255.0
        linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
        levels.append(float(linear @ (0.2126, 0.7152, 0.0722)) + 0.05)
    return max(levels) / min(levels)


def test_a_report_of_a_study_is_not_wider_than_a_phone(tabs, tmp_path):
    keep = {"a_name_of_a_kept_number_that_is_longer_than_the_screen": "max |q.link1|"}
    vary = {"link1.mass": [1.0, 2.0], "q0.link1": [1.234e-5, 0.2345]}
    bo.Study(bo.chain(1), vary, {"duration": 0.1}, keep, plan="grid").run().report(tmp_path / "study.html")
    page = tabs.open(tmp_path / "study.html", PHONE["size"], **PHONE["screen"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    lines = page.evaluate(
        """[...document.querySelectorAll("td.n")].map((one) => {
            const text = document.createRange();
            text.selectNodeContents(one);
            return [one.textContent, text.getClientRects().length];
        })"""
    )
    assert "1.234e-05" in [number for number, _ in lines]
    assert {count for _, count in lines} == {1}  # numbers stay whole
