"""What people need who do not see well, use no mouse, or touch: read from the browser, as styles, names and pixels."""

from __future__ import annotations

import numpy as np

from helpers.pixels import picture

ROLES = {
    "button", "checkbox", "combobox", "link", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio", "radio",
    "searchbox", "slider", "spinbutton", "switch", "tab", "textbox",
}  # fmt: skip
# elements that the keyboard has to reach: not hidden, not disabled; of radio buttons the chosen one
REACHED = """
const reached = () => [...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex]")].filter((one) =>
    one.tabIndex >= 0 && !one.disabled && !one.closest("[inert]") && one.checkVisibility({ visibilityProperty: true })
    && (one.type !== "radio" || one.checked) && one.getBoundingClientRect().width > 0);
const told = (one) => `${one.tagName.toLowerCase()} '${
    (one.getAttribute("aria-label") || one.textContent || one.title || one.name || one.id).trim().slice(0, 40)}'`;
"""
# text whose contrast with what lies behind it is less than 4.5, or 3 where it is large, as WCAG counts
FAINT = """() => {
  const parse = (text) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const pen = canvas.getContext("2d");
    pen.fillStyle = text;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const known = new Map();
  const colour = (text) => known.get(text) ?? known.set(text, parse(text)).get(text);
  const over = (top, below) => [0, 1, 2].map((k) => top[k] * top[3] + below[k] * (1 - top[3])).concat(1);
  const behind = (one) => {
    const layers = [];
    for (let at = one; at; at = at.parentElement) {
      layers.push(colour(getComputedStyle(at).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    const page = getComputedStyle(document.documentElement).colorScheme.includes("dark") ? [18, 18, 18, 1] : [255, 255, 255, 1];
    return layers.reduceRight((below, top) => over(top, below), page);
  };
  const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, w, k) => {
    const x = c[k] / 255;
    return sum + w * (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  }, 0);
  const faint = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || ["SCRIPT", "STYLE", "NOSCRIPT"].includes(one.tagName)) continue;
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.closest(":disabled, svg")) continue;
    const style = getComputedStyle(one), below = behind(one), ink = over(colour(style.color), below);
    const [high, low] = [light(ink), light(below)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05), size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) faint.push(`'${walk.currentNode.data.trim().slice(0, 40)}' ${ratio.toFixed(2)}`);
  }
  return faint;
}"""
# controls smaller than a finger, and text that is too small to read; a control inside a label is as large as the label,
# and a line between two parts of the page is a line
SMALL = (
    """(least) => {"""
    + REACHED
    + """
  const size = (one) => (one.closest("label") ?? one).getBoundingClientRect();
  return reached().filter((one) => one.getAttribute("role") !== "separator").filter((one) => size(one).height < least || size(one).width < least)
    .map((one) => `${told(one)} ${size(one).width.toFixed(0)} x ${size(one).height.toFixed(0)}`);
}"""
)
TINY = """(least) => {
  const tiny = new Set(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || ["SCRIPT", "STYLE", "NOSCRIPT"].includes(one.tagName)) continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (one.checkVisibility({ visibilityProperty: true }) && size < least)
      tiny.add(`'${walk.currentNode.data.trim().slice(0, 40)}' ${size}px`);
  }
  return [...tiny];
}"""


def faint(page) -> list[str]:
    """Text with too little contrast."""
    return page.evaluate(FAINT)


def small(page, least: int) -> list[str]:
    """Controls that are narrower or lower than so many pixels."""
    return page.evaluate(SMALL, least)


def tiny(page, least: float) -> list[str]:
    """Text in letters of fewer pixels."""
    return page.evaluate(TINY, least)


def nameless(page) -> list[str]:
    """Controls that the browser tells a screen reader without a name, or as nothing in particular."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    found = []
    for node in nodes:
        role = node.get("role", {}).get("value", "")
        traits = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
        if node.get("ignored") or role in ("RootWebArea", "WebArea"):
            continue
        name = str(node.get("name", {}).get("value", "")).strip()
        if role in ROLES and not name:
            found.append(f"a {role} without a name")
        elif traits.get("focusable") and role in ("generic", "none", "Canvas", "") and not name:
            found.append(f"something without a role takes the focus: {role}")
    return found


def controls(page, *roles: str) -> set[str]:
    """Names of controls of some roles, as a screen reader hears them."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    of_roles = (one for one in nodes if not one.get("ignored") and one.get("role", {}).get("value") in roles)
    return {str(one.get("name", {}).get("value", "")) for one in of_roles}


def unreached(page, most: int = 300) -> list[str]:
    """Controls that the tab key does not come to, from the top of the page until it comes around."""
    page.evaluate(f"() => {{ {REACHED} window.wanted = new Set(reached()); document.activeElement?.blur(); }}")
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("() => { window.wanted.delete(document.activeElement); return window.wanted.size === 0; }"):
            return []
    return page.evaluate(f"() => {{ {REACHED} return [...window.wanted].map(told); }}")


def unmarked(page, most: int = 300, margin: int = 6) -> list[str]:
    """Controls that look the same with and without the keyboard's focus."""
    found, seen = [], set()
    page.evaluate("() => document.activeElement?.blur()")
    for _ in range(most):
        page.keyboard.press("Tab")
        at = page.evaluate(f"""() => {{ {REACHED}
            const one = document.activeElement, box = one.getBoundingClientRect();
            const all = reached();
            return [all.indexOf(one), one === document.body ? "" : told(one), box.x, box.y, box.width, box.height]; }}""")
        place, name, x, y, width, height = at
        if place in seen:
            break
        seen.add(place)
        if not name:
            continue
        size = page.viewport_size
        left, top = max(0, x - margin), max(0, y - margin)
        right, bottom = min(size["width"], x + width + margin), min(size["height"], y + height + margin)
        if right <= left or bottom <= top:
            found.append(f"{name} takes the focus out of sight")
            continue
        clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        marked = picture(page.screenshot(clip=clip, animations="disabled"))
        page.evaluate("() => { window.focused = document.activeElement; window.focused.blur(); }")
        plain = picture(page.screenshot(clip=clip, animations="disabled"))
        page.evaluate("() => window.focused.focus()")
        if (np.abs(marked - plain).max(axis=-1) > 40).sum() < 20:
            found.append(name)
    return found
