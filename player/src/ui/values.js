// What runs say at one instant: series, arrows, and the place and speed of a body.

/** Where time `t` lies among the frames: the frame before it and how far on, or null outside the run. */
function place(run, t) {
  if (run.frames < 2) return { row: 0, part: 0 };
  const x = ((t - run.from) / (run.to - run.from)) * (run.frames - 1);
  if (x < -1e-6 || x > run.frames - 1 + 1e-6) return null;
  const row = Math.min(run.frames - 2, Math.max(0, Math.floor(x)));
  return { row, part: Math.min(1, Math.max(0, x - row)) };
}

/** The value of column `c` of a table with `columns` columns, between two rows. */
function between(values, columns, c, { row, part }) {
  const before = values[row * columns + c];
  return part === 0 ? before : before + part * (values[(row + 1) * columns + c] - before);
}

/** A series at time t, between two samples of its run; NaN outside it. */
export function seriesAt(run, series, t) {
  const { times } = run;
  const last = times.length - 1;
  if (last < 1) return series.values[0];
  const slack = 1e-6 * (times[last] - times[0]);
  if (t < times[0] - slack || t > times[last] + slack) return NaN;
  let [row, above] = [0, last];
  while (above - row > 1) {
    const middle = (row + above) >> 1;
    if (times[middle] <= t) row = middle;
    else above = middle;
  }
  const part = Math.min(1, Math.max(0, (t - times[row]) / (times[row + 1] - times[row])));
  return between(series.values, 1, 0, { row, part });
}

/** Point and vector of an arrow at time t, in ground axes; null outside its run. */
export function arrowAt(run, arrow, t) {
  const where = place(run, t);
  if (!where) return null;
  const six = [0, 1, 2, 3, 4, 5].map((c) => between(arrow.values, 6, c, where));
  return { point: six.slice(0, 3), vector: six.slice(3) };
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

export const norm = (vector) => Math.hypot(...vector);
