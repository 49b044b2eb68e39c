// The lines of plots: which series of which run, and their numbers on a common axis of time.

import uPlot from "uplot";
import { peakOf } from "../values.js";

/** @typedef {{run: number, series: number}} Line */

const kept = new WeakMap();

/** Numbers of a series as uPlot takes them: gaps are null. */
function numbers(series) {
  if (!kept.has(series)) {
    const values = series.values;
    kept.set(series, values.every(Number.isFinite) ? values : Array.from(values, (x) => (Number.isFinite(x) ? x : null)));
  }
  return kept.get(series);
}

/** Times and values of lines on one axis: [times, values of the first, …]. */
export function aligned(model, lines) {
  if (!lines.length) return [[]];
  const byRun = new Map();
  lines.forEach((line, k) => byRun.set(line.run, [...(byRun.get(line.run) ?? []), k]));
  const tables = [...byRun].map(([run, places]) => [model.runs[run].times, ...places.map((k) => numbers(model.runs[run].series[lines[k].series]))]);
  const joined = tables.length === 1 ? tables[0] : uPlot.join(tables);
  const order = [...byRun.values()].flat();
  const result = [joined[0]];
  order.forEach((place, k) => {
    result[place + 1] = joined[k + 1];
  });
  return result;
}

/** The series of a line. */
export const seriesOf = (model, line) => model.runs[line.run].series[line.series];

const places = new WeakMap();

/** Where a run has the series of this group and name, or −1. */
export function indexOf(run, group, name) {
  if (!places.has(run)) places.set(run, new Map(run.series.map((series, k) => [`${series.group}\n${series.name}`, k])));
  return places.get(run).get(`${group}\n${name}`) ?? -1;
}

const peaks = new WeakMap();

/** The largest value among a run's series of the same group and unit: what is tiny beside it is rounding. */
export function largestOf(run, { group, unit }) {
  if (!peaks.has(run)) peaks.set(run, new Map());
  const known = peaks.get(run);
  const key = `${group}\n${unit}`;
  if (!known.has(key)) {
    const alike = run.series.filter((series) => series.group === group && series.unit === unit);
    known.set(key, Math.max(0, ...alike.map(peakOf)));
  }
  return known.get(key);
}

/** A line as a person names it; with its run where there are several. */
export function nameOf(model, line) {
  const series = seriesOf(model, line);
  return model.runs.length > 1 ? `${series.name} · ${model.runs[line.run].label}` : series.name;
}

/** All lines as one table, for a file: a head and rows. */
export function tableOf(model, lines) {
  const data = aligned(model, lines);
  const head = ["time [s]", ...lines.map((line) => `${seriesOf(model, line).group}: ${nameOf(model, line)} [${seriesOf(model, line).unit}]`)];
  const steps = [0, ...lines.map((line) => seriesOf(model, line).step)];
  const rows = Array.from(data[0], (_, row) => data.map((column, k) => written(column[row], steps[k])));
  return { head, rows };
}

/** A number with all digits that the page has of it: of a multiple of a step two more than tell it from the next. */
function written(x, step) {
  if (typeof x !== "number") return null;
  const digits = step > 0 ? Math.ceil(Math.log10(Math.max(1, Math.abs(x) / step))) + 2 : Infinity;
  return Number(x.toPrecision(Math.min(15, digits)));
}
