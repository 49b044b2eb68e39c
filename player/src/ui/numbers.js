// Numbers as people read them: few digits, true minus signs, prefixes where a unit takes them.

const PREFIXED = new Set(["N", "N·m", "J", "W", "Pa"]);
const SMALL = new Set(["m", "rad", "m/s", "rad/s"]); // take prefixes only where they are much smaller than 1
const PREFIXES = [["G", 1e9], ["M", 1e6], ["k", 1e3], ["", 1], ["m", 1e-3], ["µ", 1e-6], ["n", 1e-9], ["p", 1e-12]];
const TIMES = [["s", 1], ["µs", 1e-6], ["ns", 1e-9], ["ps", 1e-12]];
const NOISE = 1e-9;
const ROUNDED = 5e-5; // of the fourth digit
const LEAST = 1e-3; // in a unit: less has a prefix of its own
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A number with up to `digits` significant digits. */
export function number(value, digits = 4) {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e6) return signed(String(Number(value.toPrecision(digits))));
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  const power = Number(exponent);
  const raised = [...String(Math.abs(power))].map((digit) => SUPERSCRIPTS[digit]).join("");
  return `${signed(String(Number(mantissa)))}·10${power < 0 ? "⁻" : ""}${raised}`;
}

/**
 * A number with all `digits` significant digits, so that its width does not jump while it changes; fewer where it is
 * known to multiples of `step` only.
 */
export function steady(value, digits = 4, step = 0) {
  if (!Number.isFinite(value)) return "–";
  const power = lastPower(step);
  if (step > 0) value = Math.round(value / 10 ** power) * 10 ** power;
  const size = Math.abs(Number(value.toPrecision(digits)));
  if (size < 1e-15) return "0";
  if (size < 1e-3 || size >= 1e6) return number(value, digits);
  const places = Math.min(-power, digits - 1 - Math.floor(Math.log10(size)));
  return signed(value.toFixed(Math.max(0, places)));
}

/** The power of ten that the last digit of multiples of `step` counts. */
const lastPower = (step) => (step > 0 ? Math.ceil(Math.log10(2 * step)) : -Infinity);

/** The prefix and its factor by which values up to `size` are written in this unit. */
export function prefixFor(size, unit) {
  if (!Number.isFinite(size) || size === 0) return ["", 1];
  if (!PREFIXED.has(unit) && !(SMALL.has(unit) && size < 0.01)) return ["", 1];
  const least = size * (1 + ROUNDED); // what is written as 1000 n is 1 µ
  return PREFIXES.find(([, factor]) => least >= factor) ?? PREFIXES.at(-1);
}

/**
 * A value with its unit, such as "12.3 kN"; what is rounding beside the `largest` of its kind is 0.
 * @param {{digits?: number, largest?: number, step?: number, beside?: number}} known step: it is known to multiples of
 *   it; beside: the largest value that is written in the same unit
 */
export function quantity(value, unit, { digits = 4, largest = 0, step = 0, beside = 0 } = {}) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size < Math.max(1e-15, NOISE * largest, step, 10 ** lastPower(step) / 2)) value = 0;
  const common = prefixFor(Math.max(size, beside), unit);
  const [prefix, factor] = value && size < LEAST * common[1] ? prefixFor(size, unit) : common;
  return `${steady(value / factor, digits, step / factor)}${unit && unit !== "1" ? `${unit.startsWith("°") ? "" : " "}${prefix}${unit}` : ""}`;
}

/** The unit in which times up to `last` are told: seconds, or less than a thousandth of one in a smaller unit. */
export function timeUnit(last) {
  const [unit, factor] = last >= 1e-3 || !(last > 0) ? TIMES[0] : (TIMES.find(([, size]) => size < 1 && last >= size) ?? TIMES.at(-1));
  return { unit, factor };
}

/** A time in its clock's unit, with as many decimals as frames can be told apart by. */
export function clockText(time, { step, scale }) {
  return signed((time / scale.factor).toFixed(decimals(step / scale.factor)));
}

/** The same with the unit. */
export const instant = (time, clock) => `${clockText(time, clock)} ${clock.scale.unit}`;

/** Decimals that tell instants `step` seconds apart from one another: between 2 and 7. */
export function decimals(step) {
  return step > 0 ? Math.min(7, Math.max(2, Math.ceil(-Math.log10(step) - 1e-9))) : 2;
}

/** A duration in words that a reader takes in at a glance: "12 ms", "3.4 s", "2 min 5 s". */
export function duration(time) {
  if (time >= 60) return `${Math.floor(time / 60)} min ${number(time % 60, 3)} s`;
  if (time >= 0.1 || time === 0) return `${number(time, 4)} s`;
  const { unit, factor } = timeUnit(time);
  return time >= 1e-3 ? `${number(time * 1e3, 4)} ms` : `${number(time / factor, 4)} ${unit}`;
}

/** What a person typed as a number, with comma or point, perhaps with a unit of time, or NaN. */
export function typed(text) {
  const plain = text.trim().replace("−", "-").replace(",", ".").replace(/\s*[µnp]?s$/, "");
  return plain === "" ? NaN : Number(plain);
}

const signed = (text) => text.replace("-", "−");
