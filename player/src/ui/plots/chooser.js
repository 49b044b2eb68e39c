// The list of all series, by group, to be searched; a tick puts a series into the plot.

import { make } from "../elements.js";
import { indexOf } from "./lines.js";

const MOST = 80; // rows of a group; the search finds the rest

export class Chooser {
  /** @param {import("./stack.js").Stack} stack */
  constructor(stack) {
    this._stack = stack;
    this._plot = null;
    this._catalogue = catalogueOf(stack.model);
    const body = stack.shell.panel({ name: "series", title: "Series", icon: "plot", hidden: true, opened: () => this._fill() });
    this._search = make("input", { class: "search", attributes: { type: "search", placeholder: "Search series", "aria-label": "Search series" } });
    this._search.addEventListener("input", () => this._fill());
    this._list = make("div", { class: "series-list" });
    body.append(this._search, this._list);
    if (stack.model.runs.length > 1) body.prepend(make("p", { class: "quiet", text: "A series is plotted for every run that is shown." }));
  }

  open(plot) {
    this._plot = plot;
    this._stack.shell.retitle("series", `Series of plot ${this._stack.plots.indexOf(plot) + 1}`);
    this._stack.shell.openPanel("series");
    if (!this._stack.shell.narrow) this._search.focus();
  }

  /** A plot is gone. */
  left(plot) {
    if (plot === this._plot && this._stack.shell.open === "series") this._stack.shell.closePanel();
  }

  _fill() {
    const words = this._search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    this._list.replaceChildren();
    for (const [group, entries] of this._catalogue) {
      const found = entries.filter((entry) => words.every((word) => `${group} ${entry.name} ${entry.unit}`.toLowerCase().includes(word)));
      if (!found.length) continue;
      const set = make("fieldset", { class: "group" }, make("legend", { text: `${group} (${found.length})` }));
      for (const entry of found.slice(0, MOST)) set.append(this._row(group, entry));
      if (found.length > MOST) set.append(make("p", { class: "quiet", text: `and ${found.length - MOST} more: search for them` }));
      this._list.append(set);
    }
    if (!this._list.firstChild) this._list.append(make("p", { class: "quiet", text: "No series has this in its name." }));
  }

  _row(group, entry) {
    const lines = this._lines(group, entry);
    const input = make("input", { attributes: { type: "checkbox" } });
    input.checked = lines.some((line) => this._plot?.has(line));
    input.addEventListener("change", () => {
      for (const line of lines) {
        if (!input.checked) this._plot.remove(line);
        else if (this._stack.isVisible(line.run)) this._stack.put(this._plot, line);
      }
      input.checked = lines.some((line) => this._plot.has(line));
    });
    return make("label", { class: "entry" }, input, make("span", { class: "name", text: entry.name }), make("span", { class: "kind", text: entry.unit }));
  }

  /** The lines of a series, one for each run that has it. */
  _lines(group, entry) {
    const lines = [];
    this._stack.model.runs.forEach((run, k) => {
      const series = indexOf(run, group, entry.name);
      if (series >= 0) lines.push({ run: k, series });
    });
    return lines;
  }
}

/** All names of series of all runs, by group. */
function catalogueOf(model) {
  const groups = new Map();
  for (const run of model.runs) {
    for (const { group, name, unit } of run.series) {
      if (!groups.has(group)) groups.set(group, new Map());
      if (!groups.get(group).has(name)) groups.get(group).set(name, { name, unit });
    }
  }
  return [...groups].map(([group, entries]) => [group, [...entries.values()]]);
}
