// One tooltip for all elements with data-tip: after a moment of hovering, at once for the keyboard.
// A tip is "text" or "text<tab>key"; lines are separated by line feeds.

import { emptied, make } from "./elements.js";

const WAIT = 350;

export function startTips(root) {
  const box = make("div", { class: "tip", attributes: { role: "tooltip", id: "tip" } });
  box.hidden = true;
  root.append(box);
  let timer = 0;
  let owner = null;

  const hide = () => {
    clearTimeout(timer);
    if (owner) owner.removeAttribute("aria-describedby");
    owner = null;
    box.hidden = true;
  };
  const show = (element) => {
    const [text, key] = element.dataset.tip.split("\t");
    emptied(box).append(make("span", { text }));
    if (key) box.append(make("kbd", { text: key }));
    box.hidden = false;
    owner = element;
    if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-describedby", "tip");
    const around = element.getBoundingClientRect();
    const own = box.getBoundingClientRect();
    const left = Math.max(6, Math.min(innerWidth - own.width - 6, around.left + around.width / 2 - own.width / 2));
    const above = around.top - own.height - 7;
    box.style.left = `${left}px`;
    box.style.top = `${above > 4 ? above : Math.min(innerHeight - own.height - 4, around.bottom + 7)}px`;
  };
  const withTip = (event) => (event.target instanceof Element ? event.target.closest("[data-tip]") : null);

  root.addEventListener("pointerover", (event) => {
    const element = withTip(event);
    if (event.pointerType !== "mouse" || element === owner) return;
    hide();
    if (element) timer = setTimeout(() => element.isConnected && show(element), WAIT);
  });
  root.addEventListener("focusin", (event) => {
    hide();
    const element = withTip(event);
    if (element && event.target.matches(":focus-visible") && !event.target.matches("input")) show(element);
  });
  root.addEventListener("focusout", hide);
  root.addEventListener("pointerdown", hide);
  root.addEventListener("pointerleave", hide);
  root.addEventListener("keydown", (event) => event.key === "Escape" && hide());
}
