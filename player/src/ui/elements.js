// How elements are made. Text from outside goes through textContent and attributes only, never through markup.

import { icon } from "./icons.js";

/**
 * An element.
 * @param {string} tag
 * @param {{class?: string, text?: string, attributes?: Object, data?: Object, on?: Object}} options
 * @param {...(Node|string|null)} children strings become text
 */
export function make(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  if (options.class) element.className = options.class;
  if (options.text !== undefined) element.textContent = options.text;
  for (const [name, value] of Object.entries(options.attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  Object.assign(element.dataset, options.data ?? {});
  for (const [name, listener] of Object.entries(options.on ?? {})) element.addEventListener(name, listener);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * A button with an icon, words or both. Its label is what a screen reader says; its tip adds the key.
 * @param {{label: string, icon?: string, text?: string, key?: string, class?: string, press: Function, data?: Object}} options
 */
export function button({ label, icon: name, text, key, class: extra = "", press, data = {} }) {
  const element = make("button", {
    class: `button ${text ? "worded" : "square"} ${extra}`.trim(),
    attributes: { type: "button", "aria-label": text && text === label ? null : label, "aria-keyshortcuts": key ? shortcut(key) : null },
    data: { tip: key ? `${label}\t${key}` : label, ...data },
    on: { click: press },
  });
  if (name) element.append(icon(name));
  if (text) element.append(make("span", { text }));
  if (text && text === label && !key) delete element.dataset.tip;
  return element;
}

/** A key as ARIA spells it. */
function shortcut(key) {
  return { "←": "ArrowLeft", "→": "ArrowRight" }[key] ?? key;
}

/** A switch with its label: a checkbox, so that keyboards and screen readers know it. */
export function toggle({ label, key, on, change, data = {} }) {
  const input = make("input", { attributes: { type: "checkbox", role: "switch", "aria-keyshortcuts": key ?? null }, data });
  input.checked = on;
  input.addEventListener("change", () => change(input.checked));
  const line = make("label", { class: "switch" }, input, make("span", { class: "label", text: label }));
  if (key) line.append(make("kbd", { text: key, attributes: { "aria-hidden": "true" } }));
  return { line, input };
}

/** A list of names and values; values are texts or elements. */
export function facts(rows) {
  const list = make("dl", { class: "facts" });
  for (const [name, value] of rows) {
    const long = typeof value === "string" && value.length > 44 ? "long" : "";
    list.append(make("dt", { text: name, class: long }), make("dd", { class: long }, value));
  }
  return list;
}

/** The element without children. */
export function emptied(element) {
  element.replaceChildren();
  return element;
}

/** Calls `work` at most once in `wait` milliseconds, with the last arguments. */
export function throttled(wait, work) {
  let last = -Infinity;
  let timer = 0;
  let latest = [];
  return (...given) => {
    latest = given;
    const left = last + wait - performance.now();
    if (left <= 0) {
      clearTimeout(timer);
      timer = 0;
      last = performance.now();
      work(...latest);
    } else if (!timer) {
      timer = setTimeout(() => {
        timer = 0;
        last = performance.now();
        work(...latest);
      }, left);
    }
  };
}
