"""A page opens from a file, needs nothing from anywhere, and forbids it, too."""

import re

import numpy as np
import pytest
from helpers.pixels import colours
from helpers.player import Player
from helpers.scenes import hanging, red_ball

import bough as bo


def test_a_page_opens_from_a_file_and_draws(show):
    """With the network refused: the fixture asserts that nothing was asked for, and that no error was told."""
    player = show(red_ball())
    assert player.page.url.startswith("file://")
    assert colours(player.picture()) > 50
    assert player.page.title() != ""


def test_a_page_is_one_file_that_can_be_moved(tabs, tmp_path):
    red_ball().view(tmp_path / "here.html")
    (tmp_path / "elsewhere").mkdir()
    moved = (tmp_path / "here.html").rename(tmp_path / "elsewhere" / "other name & more.html")
    assert [path.name for path in tmp_path.iterdir()] == ["elsewhere"]
    assert colours(Player(tabs.open(moved)).picture()) > 50


def test_the_content_policy_forbids_everything_from_outside(chromium, tmp_path):
    """What a script in the page tries is refused by the policy, before any request is made."""
    red_ball().view(tmp_path / "page.html")
    page = Player(chromium.open(tmp_path / "page.html")).page
    tries = {
        "connect-src": "fetch('https://example.com/').catch(() => 0)",
        "img-src": "new Image().src = 'https://example.com/a.png'",
        "script-src": "document.head.append(Object.assign(document.createElement('script'), { src: 'https://example.com/a.js' }))",
        "script-src ": "document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.broken = 1' }))",
        "style-src": "document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { display: none }' }))",
        "frame-src": "document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://example.com/' }))",
        "font-src": "new FontFace('x', 'url(https://example.com/a.woff)').load().catch(() => 0)",
        "media-src": "Object.assign(document.createElement('video'), { src: 'https://example.com/a.mp4' }).load()",
        "worker-src": "(() => { try { new Worker('data:text/javascript,1') } catch { } })()",
        "object-src": "document.body.append(Object.assign(document.createElement('object'), { data: 'https://example.com/a' }))",
    }
    for directive, code in tries.items():
        page.evaluate("() => window.refusals.length = 0")
        page.evaluate(f"() => {{ {code}; }}")
        page.wait_for_function("() => window.refusals.length")
        assert page.evaluate("window.refusals[0]").startswith(directive.strip()), directive
    assert page.evaluate("window.broken") is None
    assert not any(trouble.startswith("asked for") for trouble in chromium.close())


def test_the_page_holds_no_address_that_it_could_ask(tmp_path):
    """Outside of comments, names of XML's spaces and links for readers to click."""
    red_ball().view(tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert re.findall(r"""<(?:link|img|iframe|object|embed|source|base)\b[^>]*""", text.split("<script", 1)[0]) == []
    assert re.findall(r"""<script[^>]*\ssrc\s*=""", text) == []
    assert (
        re.findall(
            r"""@import|url\((?!["']?(?:data:|#))""", re.search(r"<style[^>]*>(.*?)</style>", text, re.DOTALL).group(1)
        )
        == []
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_as_light_as_the_reader_likes(scheme, show):
    player = show(hanging(), screen={"color_scheme": scheme})
    brightness = np.median(player.picture())
    assert brightness > 180 if scheme == "light" else brightness < 80
    ink, paper = player.page.evaluate(
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )

    def sum_of(text):
        return sum(map(float, re.findall(r"[\d.]+", text)[:3]))

    assert (sum_of(ink) < sum_of(paper)) == (scheme == "light")


def test_a_mechanism_is_seen_in_its_starting_pose(tabs, tmp_path):
    bo.view(bo.chain(3), tmp_path / "page.html")
    player = Player(tabs.open(tmp_path / "page.html"))
    expected = bo.body_poses(bo.chain(3), bo.chain(3).coordinates())
    for body in range(3):
        np.testing.assert_allclose(player.pose(body), expected[body], atol=1e-3)
    assert colours(player.picture()) > 50
