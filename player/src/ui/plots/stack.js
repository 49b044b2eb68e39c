// The stack of plots beside the scene. They share one axis of time, one pointer and one present time.

import { button, make } from "../elements.js";
import { Chooser } from "./chooser.js";
import { tableOf } from "./lines.js";
import { LivePlot } from "./live.js";
import { Plot } from "./plot.js";

export class Stack {
  constructor(model, shell, clock, theme, runs) {
    Object.assign(this, { model, shell, clock, theme, _runs: runs });
    this.plots = [];
    this._live = [];
    this.pointed = null; // the time under the pointer
    this._whole = clock.duration > 0 ? [clock.from, clock.to] : [clock.from - 0.5, clock.from + 0.5];
    this.window = this._whole;
    this.any = model.runs.some((run) => run.frames > 1 && run.series.length);
    this._list = make("div", { class: "stack" });
    this._back = button({ label: "Whole time again", text: "Whole time", icon: "undo", class: "small", press: () => this.zoom(null) });
    this._back.hidden = true;
    const add = button({ label: "Add a plot", text: "Plot", icon: "plus", class: "small", press: () => this.choose(this.add([])) });
    this._bar = make("div", { class: "bar" }, make("h2", { text: "Plots" }), this._back, add);
    add.hidden = !this.any;
    shell.side.append(this._bar, this._list);
    this._chooser = this.any ? new Chooser(this) : null;
    shell.showSide(this.any);
    clock.onTime((time) => {
      for (const plot of this.plots) plot.place(time);
    });
    theme.onChange(() => {
      for (const plot of [...this.plots, ...this._live]) plot.redraw();
    });
    runs.onChange(() => {
      for (const plot of this.plots) plot.draw();
    });
  }

  /** The plots that a document asks for. */
  start(wanted) {
    if (!this.any) return;
    for (const lines of wanted) {
      const there = lines.map(([run, series]) => ({ run, series })).filter((line) => this.model.runs[line.run]?.series[line.series]);
      if (there.length) this.add(there);
    }
    this._started = true;
  }

  isVisible(run) {
    return this._runs.visible[run];
  }

  /** A new plot with these lines. */
  add(lines) {
    const plot = new Plot(this, lines);
    this.plots.push(plot);
    this._list.append(plot.element);
    this.shell.showSide(true);
    plot.draw();
    if (this._started) plot.element.scrollIntoView({ block: "nearest" });
    return plot;
  }

  remove(plot) {
    this.plots = this.plots.filter((other) => other !== plot);
    plot.destroy();
    this._chooser?.left(plot);
  }

  /** Opens the list of series for a plot. */
  choose(plot) {
    this._chooser.open(plot);
  }

  /** Puts a line into a plot, or into a new one below if the plot has no axis left for its unit. */
  put(plot, line) {
    if (plot.takes(line)) {
      plot.add(line);
      return plot;
    }
    const next = this.plots.slice(this.plots.indexOf(plot) + 1).find((other) => other.takes(line));
    if (next) {
      next.add(line);
      return next;
    }
    this.shell.tell("A plot has axes for two units: the series went into a new plot.");
    return this.add([line]);
  }

  /** Goes to a time, as a press in a plot asks. */
  go(time) {
    this.clock.pause();
    this.clock.seek(time);
  }

  /** Shows a window of time in all plots; null for the whole. */
  zoom(window) {
    const [from, to] = this._whole;
    if (window) {
      const low = Math.max(from, window[0]);
      const high = Math.min(to, window[1]);
      if (!(high - low > 1e-6 * (to - from))) return;
      this.window = [low, high];
    } else this.window = this._whole;
    this._back.hidden = this.window[0] <= from && this.window[1] >= to;
    for (const plot of this.plots) plot.redraw();
  }

  /** The time under the pointer, for the legends of all plots. */
  point(time) {
    if (time === this.pointed) return;
    this.pointed = time;
    for (const plot of this.plots) plot.pointed();
  }

  /** All plotted lines as a table; null if there is none. */
  table() {
    const lines = [];
    for (const line of this.plots.flatMap((plot) => plot.lines)) {
      if (!lines.some((other) => other.run === line.run && other.series === line.series)) lines.push(line);
    }
    return lines.length ? tableOf(this.model, lines) : null;
  }

  /**
   * A plot of series that grow while one looks.
   * @param {{title: string, series: {name: string, unit: string}[], seconds?: number}} options seconds: how much stays in sight
   * @returns {LivePlot} with `append(time, values)`, `clear()` and `remove()`
   */
  live(options) {
    const plot = new LivePlot(this.theme, options, (one) => {
      this._live = this._live.filter((other) => other !== one);
    });
    this._live.push(plot);
    this._list.append(plot.element);
    this.shell.showSide(true);
    plot.redraw();
    return plot;
  }
}
