// A row with a name, a slider and a field: for a number that is set by hand and may also move by itself.

import { make } from "../ui/elements.js";
import { prefixFor, steady, typed } from "../ui/numbers.js";

const STEPS = 1000; // of a slider, from end to end
const DEGREES = 180 / Math.PI;
const QUIET = 400; // milliseconds after the last touch, before the knob goes to where the model is

export class SliderRow {
  /**
   * @param {{name: string, unit: string, low: number, high: number, limited?: boolean[]}} about in SI units
   * @param {(value: number) => void} set called with the value in SI units
   * @param {{note?: string, tell?: (text: string) => void}} options note: said after the name; tell: for what is typed wrongly
   */
  constructor(about, set, { note = "", tell = () => {} } = {}) {
    Object.assign(this, { about, _set: set, _tell: tell });
    this._touched = -Infinity;
    this._held = false; // a pointer is on the knob
    [this._factor, this.unit] = shownUnit(about);
    const reach = Math.max(1e-12, (about.high - about.low) * this._factor);
    this._decimals = Math.min(6, Math.max(0, 4 - Math.floor(Math.log10(reach))));
    const label = `${about.name} in ${this.unit || "its unit"}`;
    this.range = make("input", {
      attributes: { type: "range", min: 0, max: STEPS, step: 1, "aria-label": label },
      on: { input: () => this._slid(), pointerdown: () => this._hold(true), change: () => this._hold(false), blur: () => this._hold(false) },
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
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => this._held && this._hold(false), { capture: true });
    this.show(0);
  }

  /** Shows a value that came from elsewhere: at once, but under a hand the knob stays where it is held. */
  show(value) {
    if (!Number.isFinite(value)) return;
    this.value = value;
    if (!this._typing) this._write(value);
    if (!this._held && performance.now() - this._touched > QUIET) this._place(value);
  }

  set disabled(off) {
    this.range.disabled = this.field.disabled = off;
  }

  _ends() {
    const { low, high, limited = [false, false] } = this.about;
    const text = (value) => `${steady(value * this._factor, 4)} ${this.unit}`;
    return `${text(low)} to ${text(high)}${limited.some(Boolean) ? " (limits of the model)" : ""}`;
  }

  _hold(on) {
    this._held = on;
    this._touch();
  }

  /** Remembers that a hand was here; soon after it has left, the row shows where the model is, which may not have followed. */
  _touch() {
    this._touched = performance.now();
    clearTimeout(this._settling);
    this._settling = setTimeout(() => {
      if (this._held) return;
      if (!this._typing) this._write(this.value);
      this._place(this.value);
    }, QUIET);
  }

  _slid() {
    this._touch();
    const { low, high } = this.about;
    const value = low + (Number(this.range.value) / STEPS) * (high - low);
    this._write(value);
    this._set(value);
  }

  _key(event) {
    if (event.key === "Escape") this._leave();
    if (event.key !== "Enter") return;
    const text = this.field.value.trim();
    const number = typed(this.unit && text.endsWith(this.unit) ? text.slice(0, -this.unit.length) : text);
    this._typing = false;
    if (Number.isFinite(number)) {
      this._touched = -Infinity; // what comes now is the answer
      this._set(number / this._factor);
    } else {
      this._write(this.value);
      this._tell(`${text ? `“${text.slice(0, 40)}” is not a number` : "A number is needed"}: ${this.about.name} stays at ${this._text(this.value)}.`);
    }
    this.field.select();
  }

  _leave() {
    this._typing = false;
    this._write(this.value);
  }

  _place(value) {
    const { low, high } = this.about;
    const place = String(Math.round(Math.min(1, Math.max(0, (value - low) / (high - low))) * STEPS));
    if (this.range.value !== place) this.range.value = place;
  }

  /** Writes a value into the field, and for those who listen to the slider. */
  _write(value) {
    const text = this._digits(value);
    if (this.field.value !== text) this.field.value = text;
    this.range.setAttribute("aria-valuetext", this._text(value));
  }

  _digits(value) {
    return (value * this._factor).toFixed(this._decimals).replace(/^-(?=0*\.?0*$)/, "").replace("-", "−");
  }

  _text(value) {
    return `${this._digits(value)}${this.unit === "°" ? "" : " "}${this.unit}`;
  }
}

/** How numbers of a slider are shown: degrees for angles, prefixes for large forces. */
function shownUnit({ unit, low, high }) {
  if (unit === "rad") return [DEGREES, "°"];
  const [prefix, factor] = prefixFor(Math.max(Math.abs(low), Math.abs(high)), unit);
  return [1 / factor, unit === "1" ? "" : prefix + unit];
}
