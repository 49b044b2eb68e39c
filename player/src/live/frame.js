// Frames as the server packs them (bough/live/measures.py).

const HEAD = 24; // bytes
const RUNNING = 1;

/**
 * @param {ArrayBuffer} data
 * @param {{bodies: number, arrows: number, series: number, coordinates: number, signals: number}} counts
 * @returns the frame, its parts as views of the data; null if it does not fit
 */
export function unpacked(data, counts) {
  const sizes = [7 * counts.bodies, 6 * counts.arrows, counts.series, counts.coordinates, counts.signals];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (data.byteLength !== HEAD + 4 * total) return null;
  const head = new DataView(data);
  let at = HEAD;
  const [poses, arrows, series, coordinates, signals] = sizes.map((size) => {
    const part = new Float32Array(data, at, size);
    at += 4 * size;
    return part;
  });
  return {
    serial: head.getUint32(0, true),
    running: Boolean(head.getUint32(4, true) & RUNNING),
    time: head.getFloat64(8, true),
    factor: head.getFloat64(16, true),
    poses,
    arrows,
    series,
    coordinates,
    signals,
  };
}

/** A point of the ground in the axes of a body, whose seven numbers start at `at`. */
export function inBody(poses, at, point) {
  const [x, y, z, qx, qy, qz, qw] = poses.subarray(at, at + 7);
  // the turn back: v + 2 w (v × q) + 2 ((v × q) × q), with the vector part q
  const v = [point[0] - x, point[1] - y, point[2] - z];
  const q = [qx, qy, qz];
  const once = cross(v, q);
  const twice = cross(once, q);
  return v.map((value, k) => value + 2 * (qw * once[k] + twice[k]));
}

/** A point of a body in ground axes. */
export function inGround(poses, at, point) {
  const [x, y, z, qx, qy, qz, qw] = poses.subarray(at, at + 7);
  const q = [qx, qy, qz];
  const once = cross(q, point);
  const twice = cross(q, once);
  return [x, y, z].map((value, k) => value + point[k] + 2 * (qw * once[k] + twice[k]));
}

function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
