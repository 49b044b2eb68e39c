"""What would go unnoticed if the harness did not see it: each of these pages does one thing that no page of ours may do."""

import pytest
from helpers import browser as harness
from helpers.accessible import controls, faint, nameless, small, tiny, unmarked, unreached

PAGE = "<!doctype html><meta charset=utf-8><title>page</title>{}<p>nothing else happens</p>"


def troubles(chromium, path, line=""):
    path.write_text(PAGE.format(line), encoding="utf-8")
    chromium.open(path).wait_for_timeout(100)
    return chromium.close()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("<img src=http://example.com/a.png>", "asked for http://example.com/a.png"),
        ("<script src=https://example.com/a.js></script>", "asked for https://example.com/a.js"),
        ("<script>fetch('https://example.com/').catch(() => 0)</script>", "asked for https://example.com/"),
        ("<script>console.error('so bad')</script>", "console error: so bad"),
        ("<script>console.warn('not so good')</script>", "console warning: not so good"),
        ("<script>throw new Error('out of order')</script>", "error: out of order"),
        ("<script>Promise.reject(new Error('too late'))</script>", "error: too late"),
        ("<script>alert('1')</script>", "dialog: 1"),
        (
            "<meta http-equiv=Content-Security-Policy content=\"script-src 'none'\"><script>1</script>",
            "script-src-elem refused inline",
        ),
    ],
)
def test_what_a_page_must_not_do_is_noticed(line, told, chromium, tmp_path):
    assert any(trouble.startswith(told) for trouble in troubles(chromium, tmp_path / "page.html", line))


def test_a_clean_page_has_no_troubles(chromium, tmp_path):
    assert troubles(chromium, tmp_path / "page.html") == []


def test_troubles_do_not_reach_the_next_page(chromium, tmp_path):
    assert troubles(chromium, tmp_path / "bad.html", "<script>console.error('so bad')</script>")
    assert troubles(chromium, tmp_path / "page.html") == []


def test_a_missing_browser_is_told_and_fails_where_it_is_asked_for(monkeypatch):
    monkeypatch.delenv("BOUGH_NEEDS_BROWSER", raising=False)
    with pytest.raises(pytest.skip.Exception, match="need Chromium"):
        harness.skip(harness.MissingError("tests need Chromium."))
    monkeypatch.setenv("BOUGH_NEEDS_BROWSER", "1")
    with pytest.raises(pytest.fail.Exception, match="BOUGH_NEEDS_BROWSER asks for it"):
        harness.skip(harness.MissingError("tests need Chromium."))


def test_the_user_says_which_browser(monkeypatch, tmp_path):
    own = tmp_path / "own"
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("BOUGH_CHROMIUM", raising=False)
    assert list(harness.programs(str(own))) == []
    own.touch()
    assert list(harness.programs(str(own))) == [str(own)]
    (tmp_path / "chromium").touch(0o755)
    assert list(harness.programs(str(own))) == [str(tmp_path / "chromium"), str(own)]
    monkeypatch.setenv("BOUGH_CHROMIUM", "/opt/mine")
    assert list(harness.programs(str(own))) == ["/opt/mine"]


# --- what the checks of accessibility see --------------------------------------------------------------------------------


def test_the_checks_of_accessibility_find_what_is_wrong(chromium, tmp_path):
    """And nothing in a page where the same things are right."""
    bad = """<style>.no:focus { outline: none } .s { font-size: 7px }</style>
        <button class=no>plain</button><button></button><div tabindex=0 style="width: 50px; height: 50px"></div>
        <p style="color: #777; background: #888">grey on grey</p><p class=s>tiny</p><a href="#" onkeydown="event.preventDefault()">trap</a><button>after</button>"""
    good = """<style>button, a { display: inline-block; min-width: 44px; min-height: 44px }</style>
        <button>plain</button><button aria-label=Play></button><p style="color: #222; background: #ddd">dark on light</p><a href="#">link</a>"""
    (tmp_path / "bad.html").write_text(PAGE.format(bad), encoding="utf-8")
    (tmp_path / "good.html").write_text(PAGE.format(good), encoding="utf-8")
    page = chromium.open(tmp_path / "good.html")
    checks = (faint(page), small(page, 40), tiny(page, 11), nameless(page), unreached(page), unmarked(page))
    assert checks == ([], [], [], [], [], [])
    assert controls(page, "button") == {"plain", "Play"}
    page = chromium.open(tmp_path / "bad.html")
    assert faint(page) == ["'grey on grey' 1.26"]
    assert len(small(page, 40)) == 4
    assert tiny(page, 11) == ["'tiny' 7px"]
    assert nameless(page) == ["a button without a name", "something without a role takes the focus: generic"]
    assert unreached(page, 20) == ["button 'after'"]
    assert "button 'plain'" in unmarked(page)
    assert chromium.close() == []
