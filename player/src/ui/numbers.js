// Numbers as people read them: few digits, true minus signs, prefixes where a unit takes them.

const PREFIXED = new Set(["N", "N·m", "J", "W", "Pa"]);
const SMALL = new Set(["m", "rad", "m/s", "rad/s"]); // take prefixes only where they are much smaller than 1
const PREFIXES = [["G", 1e9], ["M", 1e6], ["k", 1e3], ["", 1], ["m", 1e-3], ["µ", 1e-6]];
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

/** A number with all `digits` significant digits, so that its width does not jump while it changes. */
export function steady(value, digits = 4) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size < 1e-12) return "0";
  if (size < 1e-3 || size >= 1e6) return number(value, digits);
  return signed(value.toFixed(Math.max(0, digits - 1 - Math.max(0, Math.floor(Math.log10(size))))));
}

/** The prefix and its factor by which values up to `size` are written in this unit. */
export function prefixFor(size, unit) {
  if (!Number.isFinite(size) || size === 0) return ["", 1];
  if (SMALL.has(unit) && size < 0.01) return size < 1e-4 ? ["µ", 1e-6] : ["m", 1e-3];
  if (!PREFIXED.has(unit)) return ["", 1];
  return PREFIXES.find(([, factor]) => size >= factor) ?? PREFIXES.at(-1);
}

/** A value with its unit, such as "12.3 kN". */
export function quantity(value, unit, digits = 4) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const [prefix, factor] = size < 1e-12 ? ["", 1] : prefixFor(size, unit);
  return `${steady(value / factor, digits)}${unit && unit !== "1" ? `${unit.startsWith("°") ? "" : " "}${prefix}${unit}` : ""}`;
}

/** A time with as many decimals as frames can be told apart by. */
export function seconds(time, step) {
  return signed(time.toFixed(decimals(step)));
}

/** Decimals that tell instants `step` seconds apart from one another: between 2 and 7. */
export function decimals(step) {
  return step > 0 ? Math.min(7, Math.max(2, Math.ceil(-Math.log10(step) - 1e-9))) : 2;
}

/** A duration in words that a reader takes in at a glance: "12 ms", "3.4 s", "2 min 5 s". */
export function duration(time) {
  if (time >= 60) return `${Math.floor(time / 60)} min ${number(time % 60, 3)} s`;
  return time >= 0.1 || time === 0 ? `${number(time, 4)} s` : `${number(time * 1e3, 4)} ms`;
}

/** What a person typed as a number, with comma or point, or NaN. */
export function typed(text) {
  const plain = text.trim().replace("−", "-").replace(",", ".").replace(/\s*s$/, "");
  return plain === "" ? NaN : Number(plain);
}

const signed = (text) => text.replace("-", "−");
