// A row with a name, a slider and a field: for a number that is set by hand and may also move by itself.

import { make } from "../ui/elements.js";
import { prefixFor, steady, typed } from "../ui/numbers.js";

const STEPS = 1000; // of a slider, from end to end
const DEGREES = 180 / Math.PI;
const QUIET = 400; // milliseconds after the last touch, before the slider follows again
const PATIENCE = 2000; // the same where what was asked for has not come yet: the link is slow, or it was refused

export class SliderRow {
  /**
   * @param {{name: string, unit: string, low: number, high: number, limited?: boolean[]}} about in SI units
   * @param {(value: number) => void} set called with the value in SI units
   * @param {{note?: string}} options note: said after the name
   */
  constructor(about, set, { note = "" } = {}) {
    this.about = about;
    this._set = set;
    this._touched = -Infinity;
    this._asked = NaN; // the value that was set last
    [this._factor, this.unit] = shownUnit(about);
    const reach = Math.max(1e-12, (about.high - about.low) * this._factor);
    this._decimals = Math.min(6, Math.max(0, 4 - Math.floor(Math.log10(reach))));
    const label = `${about.name} in ${this.unit || "its unit"}`;
    this.range = make("input", {
      attributes: { type: "range", min: 0, max: STEPS, step: 1, "aria-label": label },
      on: { input: () => this._slid(), pointerdown: () => this._touch() },
    });
    this.field = make("input", {
      class: "number",
      attributes: { type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false", "aria-label": label },
      on: { keydown: (event) => this._key(event), blur: () => this._leave(), focus: () => this.field.select(), input: () => (this._typing = true) },
    });
    const title = make("span", { class: "name", text: about.name, attributes: { title: `${about.name}: ${this._ends()}` } });
    const head = make("div", { class: "live-name" }, title, note ? make("span", { class: "quiet", text: note }) : null);
    const value = make("span", { class: "entry" }, this.field, make("span", { class: "unit", text: this.unit }));
    this.element = make("div", { class: "live-row", data: { slider: about.name } }, head, value, this.range);
    this.extras = head;
    this.show(0);
  }

  /** Shows a value that came from elsewhere, unless a hand is on the slider. */
  show(value) {
    if (!Number.isFinite(value)) return;
    this.value = value;
    const came = Math.abs(value - this._asked) * STEPS <= this.about.high - this.about.low;
    const quiet = performance.now() - this._touched > (came ? QUIET : PATIENCE);
    if (!this._typing && (quiet || document.activeElement !== this.field)) this._write(value);
    if (quiet) this._place(value);
  }

  set disabled(off) {
    this.range.disabled = this.field.disabled = off;
  }

  _ends() {
    const { low, high, limited = [false, false] } = this.about;
    const text = (value) => `${steady(value * this._factor, 4)} ${this.unit}`;
    return `${text(low)} to ${text(high)}${limited.some(Boolean) ? " (limits of the model)" : ""}`;
  }

  /** A hand is on it; when it has gone and what was asked for has not come, the slider goes back to what is. */
  _touch() {
    this._touched = performance.now();
    clearTimeout(this._back);
    this._back = setTimeout(() => this.show(this.value), PATIENCE + 50);
  }

  _slid() {
    this._touch();
    const { low, high } = this.about;
    const value = low + (Number(this.range.value) / STEPS) * (high - low);
    this._write(value);
    this._aloud();
    this._asked = value;
    this._set(value);
  }

  _key(event) {
    if (event.key === "Escape") this._leave();
    if (event.key !== "Enter") return;
    const number = typed(this.field.value);
    this.field.toggleAttribute("aria-invalid", false);
    if (Number.isFinite(number)) {
      this._typing = false;
      this._asked = number / this._factor;
      this._place(this._asked);
      this._set(this._asked);
      this.field.select();
    } else this.field.setAttribute("aria-invalid", "true");
  }

  _leave() {
    this._typing = false;
    this.field.toggleAttribute("aria-invalid", false);
    this._write(this.value);
  }

  _place(value) {
    const { low, high } = this.about;
    const place = String(Math.round(Math.min(1, Math.max(0, (value - low) / (high - low))) * STEPS));
    if (this.range.value !== place) this.range.value = place;
    this._aloud();
  }

  _write(value) {
    const text = (value * this._factor).toFixed(this._decimals).replace(/^-(?=0*\.?0*$)/, "").replace("-", "−");
    if (this.field.value !== text) this.field.value = text;
  }

  _aloud() {
    this.range.setAttribute("aria-valuetext", `${this.field.value} ${this.unit}`);
  }
}

/** How numbers of a slider are shown: degrees for angles, prefixes for large forces. */
function shownUnit({ unit, low, high }) {
  if (unit === "rad") return [DEGREES, "°"];
  const [prefix, factor] = prefixFor(Math.max(Math.abs(low), Math.abs(high)), unit);
  return [1 / factor, unit === "1" ? "" : prefix + unit];
}
