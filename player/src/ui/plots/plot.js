// One plot: lines of runs over time, the present time as a cursor, and a legend with values.

import { colourOf } from "../../palette.js";
import { button, make, throttled } from "../elements.js";
import { quantity } from "../numbers.js";
import { peakOf, seriesAt } from "../values.js";
import { chart } from "./chart.js";
import { gestures } from "./gestures.js";
import { aligned, largestOf, nameOf, seriesOf } from "./lines.js";

const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
export const MOST_UNITS = 2;

export class Plot {
  /** @param {import("./stack.js").Stack} stack */
  constructor(stack, lines) {
    this.stack = stack;
    this.lines = [];
    this._place = make("div", { class: "chart" });
    this._legend = make("ul", { class: "lines", on: { scroll: () => this._below() } });
    this._more = make("p", { class: "quiet more" });
    const add = button({ label: "Choose series", icon: "plus", class: "small", press: () => stack.choose(this) });
    const close = button({ label: "Close this plot", icon: "close", class: "small", press: () => stack.remove(this) });
    this._empty = make("p", { class: "quiet empty", text: "Choose series with +" });
    this.element = make("article", { class: "plot", attributes: { "aria-label": "Plot" } }, make("div", { class: "top" }, make("div", { class: "listing" }, this._legend, this._more), make("div", { class: "tools" }, add, close)), this._empty, this._place);
    this._writeValues = throttled(80, () => this._values());
    new ResizeObserver(() => this._fit()).observe(this._place);
    new ResizeObserver(() => this._below()).observe(this._legend);
    for (const line of lines) this._push(line);
    this.draw();
  }

  get units() {
    return [...new Set(this.lines.map((line) => seriesOf(this.stack.model, line).unit))];
  }

  has(line) {
    return this.lines.some((one) => one.run === line.run && one.series === line.series);
  }

  /** Whether a line still finds an axis of its unit here. */
  takes(line) {
    return new Set([...this.units, seriesOf(this.stack.model, line).unit]).size <= MOST_UNITS;
  }

  add(line) {
    if (this.has(line)) return;
    this._push(line);
    this.draw();
  }

  remove(line) {
    this.lines = this.lines.filter((one) => one.run !== line.run || one.series !== line.series);
    this.draw();
  }

  _push(line) {
    this.lines.push({ run: line.run, series: line.series });
  }

  /** Builds the chart again: its lines have changed. */
  draw() {
    const { model, theme, clock } = this.stack;
    this._chart?.destroy();
    this._chart = null;
    this._place.replaceChildren();
    this._empty.hidden = this.lines.length > 0;
    this._place.hidden = !this.lines.length;
    this._shown = this.lines.filter((line) => this.stack.isVisible(line.run));
    this._list();
    if (!this.lines.length || !this._place.clientWidth) return;
    this._chart = chart(this._place, aligned(model, this._shown), {
      units: this.units,
      lines: this._shown.map((line) => {
        const { colour, dash } = this._styles.get(line);
        return { unit: seriesOf(model, line).unit, colour: () => colourOf(colour, theme.now), dash };
      }),
      theme,
      range: () => this.stack.window,
      scale: clock.scale,
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false },
        sync: { key: "bough" },
        points: { size: 6 },
        bind: {
          mousedown: (u, target, handler) => (event) => event.shiftKey && handler(event),
          dblclick: () => () => this.stack.zoom(null),
        },
      },
      hooks: { setCursor: [(u) => this._hovered(u)], setSelect: [(u) => this._selected(u)], setScale: [() => this.place(clock.time)] },
    });
    this._place.setAttribute("role", "img");
    this._place.setAttribute("aria-label", `Over time: ${this._shown.map((line) => nameOf(model, line)).join(", ")}`);
    this._now = make("div", { class: "now" });
    this._chart.over.append(this._now);
    gestures(this._chart, this.stack);
    this.place(clock.time);
  }

  /** Draws again with the same lines: colours or the window have changed. */
  redraw() {
    this._chart?.setScale("x", { min: this.stack.window[0], max: this.stack.window[1] });
    this._recolour();
  }

  /** Moves the cursor of the present time; nothing else is drawn. */
  place(time) {
    if (!this._chart || !this._now) return;
    const [from, to] = this.stack.window;
    const inside = time >= from && time <= to;
    this._now.hidden = !inside;
    if (inside) this._now.style.transform = `translateX(${this._chart.valToPos(time, "x")}px)`;
    this._writeValues();
  }

  destroy() {
    this._chart?.destroy();
    this.element.remove();
  }

  /** A line's colour is its run's where there are several runs, and its series' dash tells it from others. */
  _style() {
    const { model } = this.stack;
    const runs = new Set(this.lines.map((line) => line.run));
    const names = [...new Set(this.lines.map((line) => `${seriesOf(model, line).group}\n${seriesOf(model, line).name}`))];
    const styles = new Map();
    this.lines.forEach((line) => {
      const place = names.indexOf(`${seriesOf(model, line).group}\n${seriesOf(model, line).name}`);
      styles.set(line, runs.size > 1 ? { colour: line.run, dash: DASHES[place % DASHES.length] } : { colour: place, dash: DASHES[Math.floor(place / 8) % DASHES.length] });
    });
    return styles;
  }

  _colour(line) {
    return colourOf(this._styles.get(line).colour, this.stack.theme.now);
  }

  _list() {
    const { model } = this.stack;
    this._styles = this._style();
    this._rows = this._shown.map((line) => {
      const series = seriesOf(model, line);
      const swatch = make("span", { class: "swatch" });
      const value = make("output", { class: "value" });
      const name = nameOf(model, line);
      const away = button({ label: `Remove ${name}`, icon: "close", class: "tiny", press: () => this.remove(line) });
      const text = make("span", { class: "name", text: series.name, data: { tip: `${series.group}: ${name}` } });
      const run = model.runs.length > 1 ? make("span", { class: "of", text: model.runs[line.run].label, data: { tip: model.runs[line.run].label } }) : null;
      return { line, swatch, value, element: make("li", {}, swatch, text, run, value, away) };
    });
    this._peaks = new Map(); // by units: a legend has one prefix for each
    for (const { unit, ...series } of this._shown.map((line) => seriesOf(model, line))) {
      this._peaks.set(unit, Math.max(this._peaks.get(unit) ?? 0, peakOf(series)));
    }
    this._legend.replaceChildren(...this._rows.map((row) => row.element));
    this._recolour();
    this._values();
    this._below();
  }

  /** Tells how many lines of the legend are below what is seen of it. */
  _below() {
    const { clientHeight, scrollHeight, scrollTop, children } = this._legend;
    const row = children[0]?.offsetHeight || 1;
    const count = Math.round((scrollHeight - scrollTop - clientHeight) / row);
    this._more.hidden = scrollHeight - clientHeight < row / 2;
    this._more.textContent = count > 0 ? `${count} more ↓` : "";
  }

  _recolour() {
    for (const { line, swatch } of this._rows ?? []) swatch.style.background = stroke(this._colour(line), this._styles.get(line).dash);
  }

  /** Values in the legend: at the pointer, else now. */
  _values() {
    const { model, clock } = this.stack;
    const time = this.stack.pointed ?? clock.time;
    for (const { line, value } of this._rows) {
      const series = seriesOf(model, line);
      value.textContent = quantity(seriesAt(model.runs[line.run], series, time), series.unit, {
        largest: largestOf(model.runs[line.run], series),
        step: series.step,
        beside: this._peaks.get(series.unit),
      });
    }
  }

  _hovered(u) {
    const left = u.cursor.left;
    if (u.cursor.event) this.stack.point(left === undefined || left < 0 ? null : u.posToVal(left, "x"));
  }

  /** Writes the values again, since the pointer has moved. */
  pointed() {
    this._writeValues();
  }

  _selected(u) {
    if (u.select.width > 4) this.stack.zoom([u.posToVal(u.select.left, "x"), u.posToVal(u.select.left + u.select.width, "x")]);
    if (u.select.width > 0) u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
  }

  _fit() {
    const { clientWidth: width, clientHeight: height } = this._place;
    if (!width || !height) return;
    if (!this._chart) this.draw();
    else if (this._chart.width !== width || this._chart.height !== height) {
      this._chart.setSize({ width, height });
      this.place(this.stack.clock.time);
    }
  }
}

/** A line's colour and dash as a background of its mark in the legend. */
function stroke(colour, dash) {
  if (!dash.length) return colour;
  return `repeating-linear-gradient(90deg, ${colour} 0 ${dash[0]}px, transparent ${dash[0]}px ${dash[0] + dash[1]}px)`;
}
