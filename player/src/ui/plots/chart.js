// A chart by uPlot in the colours of the page: axes with units, and ranges that do not magnify rounding.

import uPlot from "uplot";
import { number, prefixFor } from "../numbers.js";

const LEFT = 52;
const BOTTOM = 20;
const SECONDS = { unit: "s", factor: 1 };
const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/**
 * A chart in a place.
 * @param {HTMLElement} place
 * @param {{units: string[], lines: {unit: string, colour: Function, dash?: number[]}[], theme: Object,
 *   range: Function, cursor: Object, hooks: Object, scale?: {unit: string, factor: number}}} options
 *   units: one for each axis, at most two; range: of the axis of time; scale: its unit
 */
export function chart(place, data, { units, lines, theme, range, cursor, hooks, scale = SECONDS }) {
  const labels = units.map((unit, k) => unitLabel(place, k));
  const scales = { x: { time: false, range } };
  units.forEach((unit) => {
    scales[unit] = { range: (_, low, high) => padded(low, high) };
  });
  const style = { stroke: () => theme.colour("--muted"), font: FONT, grid: { stroke: () => theme.colour("--grid"), width: 1 }, ticks: { show: false } };
  const axes = [{ ...style, scale: "x", size: BOTTOM, gap: 4, space: 56, values: (_, splits) => splits.map((t) => timeText(t, scale)) }];
  units.forEach((unit, k) => {
    axes.push({
      ...style,
      scale: unit,
      side: k === 0 ? 3 : 1,
      size: LEFT,
      gap: 5,
      space: 30,
      grid: { ...style.grid, show: k === 0 },
      values: (u, splits) => ticks(u, splits, unit, labels[k]),
    });
  });
  const chosen = lines.map((line) => ({
    scale: line.unit,
    stroke: line.colour,
    dash: line.dash,
    width: 1.6,
    points: { show: false },
    pxAlign: 0,
  }));
  const options = {
    width: Math.max(80, place.clientWidth),
    height: Math.max(60, place.clientHeight),
    padding: [20, units.length > 1 ? 0 : 14, 0, 0],
    legend: { show: false },
    cursor,
    scales,
    axes,
    series: [{}, ...chosen],
    hooks,
  };
  return new uPlot(options, data, place);
}

/** A time on its axis; the unit is told unless it is the second. */
function timeText(time, { unit, factor }) {
  return factor === 1 ? number(time, 6) : `${number(time / factor, 6)} ${unit}`;
}

function unitLabel(place, k) {
  const label = document.createElement("span");
  label.className = `unit ${k === 0 ? "left" : "right"}`;
  place.append(label);
  return label;
}

/** Texts of ticks, all with one prefix, which the label of the axis names. */
function ticks(u, splits, unit, label) {
  const { min, max } = u.scales[unit];
  const [prefix, factor] = prefixFor(Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0)), unit);
  label.textContent = unit && unit !== "1" ? `${prefix}${unit}` : "";
  const step = splits.length > 1 ? Math.abs(splits[1] - splits[0]) : 1;
  return splits.map((value) => (value === null ? "" : Math.abs(value) < 1e-6 * step ? "0" : tickText(value / factor, step / factor)));
}

function tickText(value, step) {
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return number(value, 3);
  return value.toFixed(digitsOf(step)).replace("-", "−");
}

/** As many decimals as a step needs to be written: 2 for 0.25. */
function digitsOf(step) {
  let digits = 0;
  while (digits < 9 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6 * step * 10 ** digits) digits++;
  return digits;
}

/** A range with some air; one that is constant but for rounding is not magnified. */
function padded(low, high) {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  let span = high - low;
  if (span <= 1e-9 * size || span < 1e-15) {
    span = size > 0 ? 0.2 * size : 2;
    const middle = (low + high) / 2;
    return [middle - span / 2, middle + span / 2];
  }
  return [low - 0.06 * span, high + 0.06 * span];
}
