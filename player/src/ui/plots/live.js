// A plot of series that grow: samples are appended, the last seconds stay in sight.

import { colourOf } from "../../palette.js";
import { button, make, throttled } from "../elements.js";
import { quantity } from "../numbers.js";
import { chart } from "./chart.js";

const MOST = 20_000; // samples

export class LivePlot {
  /** @param {{title: string, series: {name: string, unit: string}[], seconds?: number}} options */
  constructor(theme, { title, series, seconds = 10 }, removed) {
    Object.assign(this, { _theme: theme, _series: series, _seconds: seconds, _removed: removed });
    this.clear();
    this._place = make("div", { class: "chart" });
    this._values = series.map(() => make("output", { class: "value" }));
    this._swatches = series.map(() => make("span", { class: "swatch" }));
    const rows = series.map((one, k) => make("li", {}, this._swatches[k], make("span", { class: "name", text: one.name }), this._values[k]));
    const close = button({ label: "Close this plot", icon: "close", class: "small", press: () => this.remove() });
    const top = make("div", { class: "top" }, make("ul", { class: "lines" }, ...rows), make("div", { class: "tools" }, close));
    this.element = make("article", { class: "plot", attributes: { "aria-label": title } }, make("h3", { text: title }), top, this._place);
    this._draw = throttled(70, () => this._write());
    new ResizeObserver(() => this._fit()).observe(this._place);
  }

  /** Appends one sample: a time and a value for each series. At the last time it takes its place; an earlier one starts again. */
  append(time, values) {
    const last = this._data[0].at(-1);
    if (time < last) this.clear();
    if (time === last) for (const column of this._data) column.pop();
    this._data[0].push(time);
    this._series.forEach((_, k) => this._data[k + 1].push(Number.isFinite(values[k]) ? values[k] : null));
    this._shorten();
    this._draw();
  }

  clear() {
    this._data = [[], ...this._series.map(() => [])];
    this._draw?.();
  }

  remove() {
    this._chart?.destroy();
    this._chart = null;
    this.element.remove();
    this._removed(this);
  }

  redraw() {
    this._swatches.forEach((swatch, k) => {
      swatch.style.backgroundColor = colourOf(k, this._theme.now);
    });
    this._draw();
  }

  /** Samples that have left the window go, many at a time. */
  _shorten() {
    const times = this._data[0];
    const gone = times.findIndex((time) => time >= times.at(-1) - this._seconds);
    if (gone > 1000 || times.length > MOST) for (const column of this._data) column.splice(0, Math.max(gone, times.length - MOST));
  }

  _write() {
    if (!this._chart) this._fit();
    this._chart?.setData(this._data);
    const now = this._series.map(({ unit }, k) => ({ unit, value: this._data[k + 1].at(-1) ?? NaN }));
    this._values.forEach((element, k) => {
      const { unit, value } = now[k];
      const alike = now.filter((one) => one.unit === unit && Number.isFinite(one.value));
      element.textContent = quantity(value, unit, { beside: Math.max(0, ...alike.map((one) => Math.abs(one.value))) });
    });
  }

  _range() {
    const last = this._data[0].at(-1) ?? 0;
    const first = Math.max(this._data[0][0] ?? 0, last - this._seconds);
    return [first, Math.max(last, first + this._seconds)];
  }

  _fit() {
    const { clientWidth: width, clientHeight: height } = this._place;
    if (!width || !height) return;
    if (this._chart) {
      this._chart.setSize({ width, height });
      return;
    }
    this._chart = chart(this._place, this._data, {
      units: [...new Set(this._series.map((one) => one.unit))].slice(0, 2),
      lines: this._series.map((one, k) => ({ unit: one.unit, colour: () => colourOf(k, this._theme.now) })),
      theme: this._theme,
      range: () => this._range(),
      cursor: { show: false },
      hooks: {},
    });
  }
}
