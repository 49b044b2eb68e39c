/** Figures over one another or side by side, and the floor under all of them. */
import { Vector3 } from "three";
import { reach } from "./extent.js";

const GAP = 0.12; // between figures, relative to the widest
const IN_A_ROW = 4;

/** Shifts figures; the first stays where it is. */
export function arrange(figures, layout, { right, away }) {
  for (const figure of figures) figure.place(0, 0, 0);
  const shown = figures.filter((figure) => figure.visible && figure.extent.points.length);
  if (layout !== "side" || shown.length < 2) return;
  const reaches = shown.map((figure) => reach(figure.extent.points, [right, away]));
  const widths = [0, 1].map((d) => Math.max(...reaches.map(([low, high]) => high[d] - low[d])));
  const axes = [right, away]; // a row goes to the right, as seen from the front
  const columns = shown.length <= IN_A_ROW ? shown.length : Math.ceil(Math.sqrt(shown.length));
  const gap = GAP * Math.max(...widths);
  const steps = widths.map((wide) => (1 + GAP) * wide + gap);
  const own = reaches.map(([low, high]) => high[0] - low[0]);
  let along = 0; // in a single row none takes more room than it needs
  shown.forEach((figure, k) => {
    if (k) along += (1 + GAP) * ((own[k - 1] + own[k]) / 2) + gap;
    const moves = [columns === shown.length ? along : (k % columns) * steps[0], Math.floor(k / columns) * steps[1]];
    // each in the middle of its own square, whatever its own middle is
    for (const d of [0, 1]) {
      const middle = (n) => (reaches[n][0][d] + reaches[n][1][d]) / 2;
      moves[d] += middle(0) - middle(k);
    }
    figure.place(...[0, 1, 2].map((c) => moves[0] * axes[0][c] + moves[1] * axes[1][c]));
  });
}

/** Balls around all visible runs over their whole motion, where they are drawn. */
export function allPoints(figures) {
  const parts = figures
    .filter((figure) => figure.visible)
    .map(({ extent, shift }) => {
      if (!shift.lengthSq()) return extent.points;
      const moved = extent.points.slice();
      for (let k = 0; k < moved.length; k += 4) {
        moved[k] += shift.x;
        moved[k + 1] += shift.y;
        moved[k + 2] += shift.z;
      }
      return moved;
    });
  if (parts.length === 1) return parts[0];
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((next, part) => (whole.set(part, next), next + part.length), 0);
  return whole;
}

/** The height of the floor: 0 if all is above and near it, else under the lowest point. */
export function floorHeight(low, high) {
  const size = Math.max(...high.map((value, k) => value - low[k]));
  const lowest = low[2];
  return lowest <= 0.5 * size ? Math.min(lowest, 0) : lowest - 0.05 * size;
}

/** A ball around what visible figures are now. */
export function currentBall(figures, middle) {
  let radius = 0;
  for (const figure of figures) {
    if (!figure.visible || !(figure.radius > 0)) continue;
    CENTRE.copy(figure.middle).add(figure.shift);
    if (!radius) {
      middle.copy(CENTRE);
      radius = figure.radius;
      continue;
    }
    const apart = middle.distanceTo(CENTRE);
    if (apart + figure.radius <= radius) continue;
    if (apart + radius <= figure.radius) {
      middle.copy(CENTRE);
      radius = figure.radius;
      continue;
    }
    const both = (apart + radius + figure.radius) / 2;
    middle.lerp(CENTRE, (both - radius) / apart);
    radius = both;
  }
  return radius;
}

const CENTRE = new Vector3();
