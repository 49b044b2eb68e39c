// Plots of a live model: energies, coordinates and reactions grow while it runs; further ones can be added.

import { button, make } from "../ui/elements.js";

const SECONDS = 10;
const DEGREES = { rad: "°", "rad/s": "°/s" }; // angles as on the sliders
const FEW = 4; // series in a plot that opens by itself
const TITLES = {
  energy: "Energy",
  coordinates: "Coordinates",
  velocities: "Velocities",
  "reaction forces": "Joint reactions: forces",
  "reaction moments": "Joint reactions: moments",
};

export class Plots {
  constructor(ui, { series }) {
    this._ui = ui;
    this._factors = series.map(({ unit }) => (unit in DEGREES ? 180 / Math.PI : 1));
    this._series = series.map((one) => ({ ...one, unit: DEGREES[one.unit] ?? one.unit }));
    this._plots = [];
    for (const group of ["energy", "coordinates", "reaction forces"]) this._open(group, this._first(group));
  }

  /** A panel with the groups and series that can be plotted. */
  fill(body) {
    body.classList.add("live-panel");
    const groups = [...new Set(this._series.map(({ group }) => group))];
    for (const group of groups) {
      const places = this._placesOf(group);
      const choice = make("select", { attributes: { "aria-label": TITLES[group] ?? group } });
      choice.append(make("option", { text: places.length > FEW ? `the first ${FEW}` : "all", attributes: { value: "" } }));
      for (const place of places) choice.append(make("option", { text: this._series[place].name, attributes: { value: place } }));
      const add = button({
        label: `Plot ${TITLES[group] ?? group}`,
        text: "Plot",
        icon: "plus",
        class: "small",
        press: () => this._open(group, choice.value === "" ? this._first(group) : [Number(choice.value)]),
      });
      body.append(make("label", { class: "live-field" }, make("span", { text: TITLES[group] ?? group }), choice), add);
    }
  }

  frame({ time, series }) {
    for (const { plot, places } of this._plots) plot.append(time, places.map((place) => this._factors[place] * series[place]));
  }

  _placesOf(group) {
    return this._series.flatMap((one, place) => (one.group === group ? [place] : []));
  }

  /** The first few of a group; reactions at joints that carry something come before those of the ground. */
  _first(group) {
    const places = this._placesOf(group);
    const unit = this._series[places[0]]?.unit;
    return places.filter((place) => this._series[place].unit === unit).slice(0, FEW);
  }

  _open(group, places) {
    if (!places.length) return;
    const series = places.map((place) => this._series[place]);
    const one = { places, plot: null };
    one.plot = this._ui.plots.live({ title: TITLES[group] ?? group, series, seconds: SECONDS });
    const remove = one.plot.remove.bind(one.plot);
    one.plot.remove = () => {
      this._plots = this._plots.filter((other) => other !== one);
      remove();
    };
    this._plots.push(one);
  }
}
