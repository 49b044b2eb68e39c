/**
 * Places as 12 numbers, the first three rows of a 4×4 matrix, many in one array.
 *
 * Only loops over typed arrays here: these run for every body in every frame.
 */

/** Writes the place of a frame at `at`, turned by the quaternion `turn` [x, y, z, w], stretched along its own axes. */
export function writePlace(into, k, at, turn, scale) {
  const [x, y, z, w] = turn;
  const s = 2 / (x * x + y * y + z * z + w * w || 1);
  const [a, b, c] = scale;
  into[k] = a * (1 - s * (y * y + z * z));
  into[k + 1] = b * s * (x * y - z * w);
  into[k + 2] = c * s * (x * z + y * w);
  into[k + 3] = at[0];
  into[k + 4] = a * s * (x * y + z * w);
  into[k + 5] = b * (1 - s * (x * x + z * z));
  into[k + 6] = c * s * (y * z - x * w);
  into[k + 7] = at[1];
  into[k + 8] = a * s * (x * z - y * w);
  into[k + 9] = b * s * (y * z + x * w);
  into[k + 10] = c * (1 - s * (x * x + y * y));
  into[k + 11] = at[2];
}

/** Places of all bodies from their poses (x y z qx qy qz qw each); what is not finite becomes NaN throughout. */
export function placesOf(poses, into) {
  const count = Math.floor(poses.length / 7);
  for (let body = 0, p = 0, k = 0; body < count; body++, p += 7, k += 12) {
    const x = poses[p + 3];
    const y = poses[p + 4];
    const z = poses[p + 5];
    const w = poses[p + 6];
    const square = x * x + y * y + z * z + w * w;
    const sum = poses[p] + poses[p + 1] + poses[p + 2] + square;
    const s = sum - sum === 0 && square > 0 ? 2 / square : NaN;
    into[k] = 1 - s * (y * y + z * z);
    into[k + 1] = s * (x * y - z * w);
    into[k + 2] = s * (x * z + y * w);
    into[k + 3] = poses[p] + 0 * s;
    into[k + 4] = s * (x * y + z * w);
    into[k + 5] = 1 - s * (x * x + z * z);
    into[k + 6] = s * (y * z - x * w);
    into[k + 7] = poses[p + 1] + 0 * s;
    into[k + 8] = s * (x * z - y * w);
    into[k + 9] = s * (y * z + x * w);
    into[k + 10] = 1 - s * (x * x + y * y);
    into[k + 11] = poses[p + 2] + 0 * s;
  }
}

/** Room for the places of so many bodies and of the ground, which is the last. */
export function placesFor(bodies) {
  const places = new Float64Array(12 * (bodies + 1)).fill(NaN);
  writePlace(places, 12 * bodies, [0, 0, 0], [0, 0, 0, 1], [1, 1, 1]);
  return places;
}

/** The product of two places as a matrix of three.js, column by column; all zero, so invisible, if it is not finite. */
export function writeProduct(a, i, b, j, into, k) {
  const finite = a[i] - a[i] === 0;
  for (let row = 0; row < 3; row++) {
    const p = finite ? a[i + 4 * row] : 0;
    const q = finite ? a[i + 4 * row + 1] : 0;
    const r = finite ? a[i + 4 * row + 2] : 0;
    into[k + row] = p * b[j] + q * b[j + 4] + r * b[j + 8];
    into[k + row + 4] = p * b[j + 1] + q * b[j + 5] + r * b[j + 9];
    into[k + row + 8] = p * b[j + 2] + q * b[j + 6] + r * b[j + 10];
    into[k + row + 12] = finite ? p * b[j + 3] + q * b[j + 7] + r * b[j + 11] + a[i + 4 * row + 3] : 0;
  }
  into[k + 15] = 1;
}

/** A point of a body in ground axes, by the place that starts at i. */
export function writePoint(places, i, x, y, z, into, k) {
  into[k] = places[i] * x + places[i + 1] * y + places[i + 2] * z + places[i + 3];
  into[k + 1] = places[i + 4] * x + places[i + 5] * y + places[i + 6] * z + places[i + 7];
  into[k + 2] = places[i + 8] * x + places[i + 9] * y + places[i + 10] * z + places[i + 11];
}

/** The quaternion that turns z to a direction. */
export function turnTo(direction) {
  const length = Math.hypot(...direction) || 1;
  const [x, y, z] = direction.map((value) => value / length);
  if (z < -0.999999) return [1, 0, 0, 0];
  const w = Math.sqrt((1 + z) / 2);
  return [-y / (2 * w), x / (2 * w), 0, w];
}

/** The product of two quaternions [x, y, z, w]. */
export function turned(a, b) {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

/** Writes a frame whose z runs from one point to another: a matrix of three.js with axes of these lengths. */
export function writeStretch(from, i, to, j, wide, long, into, k) {
  const x = to[j] - from[i];
  const y = to[j + 1] - from[i + 1];
  const z = to[j + 2] - from[i + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0) || !Number.isFinite(length)) {
    into.fill(0, k, k + 15);
    into[k + 15] = 1;
    return length;
  }
  const a = x / length;
  const b = y / length;
  const c = z / length;
  // two directions across, continuous but for c = -1 (Duff and others, 2017)
  const sign = c < 0 ? -1 : 1;
  const d = -1 / (sign + c);
  const e = a * b * d;
  into[k] = wide * (1 + sign * a * a * d);
  into[k + 1] = wide * sign * e;
  into[k + 2] = wide * -sign * a;
  into[k + 4] = wide * e;
  into[k + 5] = wide * (sign + b * b * d);
  into[k + 6] = wide * -b;
  into[k + 8] = long * a;
  into[k + 9] = long * b;
  into[k + 10] = long * c;
  into[k + 12] = from[i];
  into[k + 13] = from[i + 1];
  into[k + 14] = from[i + 2];
  into[k + 3] = into[k + 7] = into[k + 11] = 0;
  into[k + 15] = 1;
  return length;
}
