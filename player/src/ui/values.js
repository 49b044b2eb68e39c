// What runs say at one instant: series, arrows, and the place and speed of a body.

import { sampleAt, vectorAt } from "../data.js";

/** Whether a run has a state at time t. */
function lasts({ times }, t) {
  if (times.length < 2) return true;
  const [from, to] = [times[0], times[times.length - 1]];
  const slack = 1e-6 * (to - from);
  return t >= from - slack && t <= to + slack;
}

/** A series at time t, between two samples of its run; NaN outside it. */
export function seriesAt(run, { values }, t) {
  if (!lasts(run, t)) return NaN;
  const { row, part } = sampleAt(run, t);
  return part === 0 ? values[row] : values[row] + part * (values[row + 1] - values[row]);
}

/** The largest size of a series. */
export const peakOf = ({ values }) => values.reduce((most, x) => (Math.abs(x) > most ? Math.abs(x) : most), 0);

/** The size of an arrow's vector at time t; NaN outside its run. */
export function sizeAt(run, arrow, t) {
  return lasts(run, t) ? Math.hypot(...vectorAt(arrow, sampleAt(run, t), [0, 0, 0])) : NaN;
}

const scratch = new Map();

/** The place of a body's origin at time t. */
export function originOf(model, run, body, t) {
  const bodies = model.machines[run.machine].bodies.length;
  if (!scratch.has(bodies)) scratch.set(bodies, new Float32Array(7 * bodies));
  const pose = scratch.get(bodies);
  run.pose(t, pose);
  return [pose[7 * body], pose[7 * body + 1], pose[7 * body + 2]];
}

/** The speed of a body's origin at time t, by differences of poses; NaN for a pose without time. */
export function speedOf(model, run, body, t) {
  if (run.frames < 2) return NaN;
  const step = (run.to - run.from) / (run.frames - 1);
  const after = Math.min(run.to, Math.max(run.from, t) + step / 2);
  const before = Math.max(run.from, after - step);
  const a = originOf(model, run, body, before);
  const b = originOf(model, run, body, before + step);
  return Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / step;
}
