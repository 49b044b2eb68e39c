// The list of runs: colour, label, status, visible or not; overlaid or side by side.

import { colourOf } from "../palette.js";
import { button, make } from "./elements.js";
import { icon } from "./icons.js";
import { duration } from "./numbers.js";

const SIGNS = { completed: "done", failed: "warning", interrupted: "warning", pose: "pose" };

/** A status as an icon and a word. */
export function statusOf(run) {
  return make("span", { class: `status ${run.status}` }, icon(SIGNS[run.status] ?? "info"), make("span", { text: run.status }));
}

export class Runs {
  constructor(model, shell, theme) {
    this._theme = theme;
    this.visible = model.runs.map(() => true);
    this._swatches = [];
    this._inputs = [];
    this._listeners = [];
    this.layout = model.view.layout === "side" ? "side" : "overlay";
    if (model.runs.length < 2) return;
    const body = shell.panel({ name: "runs", title: "Runs", icon: "layers", key: "U" });
    body.append(this._layouts(), this._list(model), this._all());
    theme.onChange(() => this._colour());
    this._colour();
  }

  attach(scene) {
    this._scene = scene;
    scene.setLayout(this.layout);
  }

  onChange(listener) {
    this._listeners.push(listener);
  }

  _layouts() {
    const group = make("div", { class: "choice", attributes: { role: "radiogroup", "aria-label": "Layout" } });
    for (const [value, text] of [["overlay", "Overlaid"], ["side", "Side by side"]]) {
      const input = make("input", { attributes: { type: "radio", name: "layout", value, checked: this.layout === value } });
      input.addEventListener("change", () => {
        this.layout = value;
        this._scene?.setLayout(value);
      });
      group.append(make("label", {}, input, make("span", { text })));
    }
    return group;
  }

  /** Shows all runs, or none. */
  _all() {
    const set = (on) => this._inputs.forEach((input) => {
      if (input.checked !== on) input.click();
    });
    return make("div", { class: "actions" }, button({ label: "Show all", text: "Show all", press: () => set(true) }), button({ label: "Hide all", text: "Hide all", press: () => set(false) }));
  }

  _list(model) {
    const list = make("ul", { class: "runs" });
    model.runs.forEach((run, k) => {
      const input = make("input", { attributes: { type: "checkbox", checked: true, "aria-label": `Show ${run.label}` } });
      input.addEventListener("change", () => {
        this.visible[k] = input.checked;
        this._scene?.setRunVisible(k, input.checked);
        for (const listener of this._listeners) listener();
      });
      this._inputs.push(input);
      const swatch = make("span", { class: "swatch" });
      this._swatches.push(swatch);
      const about = make("span", { class: "quiet" }, statusOf(run), duration(run.to - run.from));
      const line = make("label", {}, input, swatch, make("span", { class: "name", text: run.label }), about);
      list.append(make("li", {}, line, run.message ? make("p", { class: `message ${run.status}`, text: run.message }) : null));
    });
    return list;
  }

  _colour() {
    this._swatches.forEach((swatch, k) => {
      swatch.style.backgroundColor = colourOf(k, this._theme.now);
    });
  }
}
