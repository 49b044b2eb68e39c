/** The vertical and two level directions, to the right and away as seen from the front. */

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => a.map((x) => x / Math.hypot(...a));

/** For a vertical that is not a direction: z. */
export function levelAxes(vertical) {
  const usable = vertical?.length === 3 && vertical.every(Number.isFinite) && Math.hypot(...vertical) > 0;
  const up = usable ? unit(vertical) : [0, 0, 1];
  const side = Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const right = unit(side.map((x, k) => x - dot(side, up) * up[k]));
  return { up, right, away: cross(up, right) };
}
