/**
 * The document of a page: its JSON and its bytes, as numbers to work with.
 *
 * Every PART of the JSON is replaced by a typed array, row by row: `f4` by Float32Array, `u4` by Uint32Array, `ints` by
 * Float32Array for poses and Float64Array for everything else. Every run gets `pose(t, into)`.
 */

const NOTHING = -2147483648; // the integer that stands for NaN
const SIZES = { ints: 4, f4: 4, u4: 4 };

/** The model of the page that this program is part of. */
export async function readDocument(page = document) {
  const text = page.getElementById("document")?.textContent;
  if (!text) throw new Error("This page holds no document; write it again with run.view(…).");
  const packed = page.getElementById("bytes")?.textContent?.trim() ?? "";
  let model;
  try {
    model = JSON.parse(text);
  } catch {
    throw new Error("The document in this page cannot be read; the file may be cut short.");
  }
  return modelOf(model, await inflated(packed));
}

/** A document with its bytes, as a model: parts become arrays, runs can be asked for their poses. */
export function modelOf(model, bytes) {
  if (model.format !== 1) {
    throw new Error(`This page's document has format ${model.format}, which its player does not know.`);
  }
  for (const machine of model.machines) {
    for (const mesh of machine.meshes) {
      mesh.points = unpack(mesh.points, bytes);
      mesh.faces = unpack(mesh.faces, bytes);
    }
  }
  for (const run of model.runs) {
    run.poses = unpack(run.poses, bytes, Float32Array);
    run.times = run.times ? unpack(run.times, bytes) : new Float64Array(0);
    for (const series of run.series ?? []) series.values = unpack(series.values, bytes);
    run.bodies = model.machines[run.machine].bodies.length;
    for (const arrow of run.arrows ?? []) arrow.values = placed(run, arrow, unpack(arrow.vectors, bytes));
    run.pose = (t, into) => poseAt(run, t, into);
  }
  return model;
}

/** Point and vector of an arrow at every frame, in ground axes; a single vector stays the same. */
function placed(run, { body, at }, vectors) {
  const found = new Float64Array(6 * run.frames);
  const [x, y, z] = at;
  for (let frame = 0; frame < run.frames; frame++) {
    const into = 6 * frame;
    const from = vectors.length > 3 ? 3 * frame : 0;
    for (let c = 0; c < 3; c++) found[into + 3 + c] = vectors[from + c];
    if (body < 0) {
      found.set(at, into);
      continue;
    }
    const pose = 7 * (frame * run.bodies + body);
    const [qx, qy, qz, qw] = [run.poses[pose + 3], run.poses[pose + 4], run.poses[pose + 5], run.poses[pose + 6]];
    // p + at + 2 w (v × at) + 2 v × (v × at)
    const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
    found[into] = run.poses[pose] + x + qw * tx + qy * tz - qz * ty;
    found[into + 1] = run.poses[pose + 1] + y + qw * ty + qz * tx - qx * tz;
    found[into + 2] = run.poses[pose + 2] + z + qw * tz + qx * ty - qy * tx;
  }
  return found;
}

/** Base64 of deflated bytes, as bytes. */
async function inflated(packed) {
  if (!packed) return new Uint8Array(0);
  try {
    const text = atob(packed);
    const deflated = new Uint8Array(text.length);
    for (let k = 0; k < text.length; k++) deflated[k] = text.charCodeAt(k);
    const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error("The numbers in this page cannot be read; the file may be cut short.");
  }
}

/** The numbers of a part, row by row; an array that is one already stays as it is. */
export function unpack(part, bytes, Kind = Float64Array) {
  if (ArrayBuffer.isView(part)) return part;
  const size = SIZES[part.type];
  const count = part.rows * part.columns;
  if (!size) throw new Error(`This page has numbers of type '${part.type}', which its player does not know.`);
  if (part.at + size * count > bytes.length) {
    throw new Error("Numbers are missing at the end of this page; the file may be cut short.");
  }
  if (part.type === "ints") return summed(part, bytes, Kind);
  const own = bytes.slice(part.at, part.at + 4 * count); // a copy, so that it is aligned
  return part.type === "f4" ? new Float32Array(own.buffer) : new Uint32Array(own.buffer);
}

/** Columns of second differences in four planes of bytes, as numbers row by row. */
function summed(part, bytes, Kind) {
  const { at, rows, columns, step } = part;
  const count = rows * columns;
  const found = new Kind(count);
  let next = at;
  for (let column = 0; column < columns; column++) {
    const unit = Array.isArray(step) ? step[column % step.length] : step; // (a list repeats over the columns)
    let value = 0;
    let slope = 0;
    for (let row = 0; row < rows; row++, next++) {
      const high = bytes[next + 3 * count] << 24;
      const stored = bytes[next] | (bytes[next + count] << 8) | (bytes[next + 2 * count] << 16) | high;
      if (row === 0) value = stored;
      else {
        slope = (slope + stored) | 0;
        value = (value + slope) | 0;
      }
      found[row * columns + column] = value === NOTHING ? NaN : value * unit;
    }
  }
  return found;
}

/** Where a time is among a run's frames: whole index, and the part of the way to the next frame. */
export function frameAt(run, t) {
  const last = run.frames - 1;
  const span = run.to - run.from;
  const place = span > 0 ? Math.min(Math.max(((t - run.from) / span) * last, 0), last) : 0;
  const index = Math.min(Math.floor(place), Math.max(0, last - 1));
  return { index, part: place - index };
}

/** Poses of all bodies at a time, x y z qx qy qz qw each: positions linearly, turns by slerp. */
function poseAt(run, t, into) {
  const width = 7 * run.bodies;
  if (!run.frames) return into.fill(NaN);
  const { index, part } = frameAt(run, t);
  const start = index * width;
  if (part === 0 || part === 1) {
    const row = start + part * width;
    for (let k = 0; k < width; k++) into[k] = run.poses[row + k];
    return into;
  }
  for (let k = 0; k < width; k += 7) between(run.poses, start + k, start + width + k, part, into, k);
  return into;
}

function between(poses, a, b, part, into, to) {
  const rest = 1 - part;
  for (let k = 0; k < 3; k++) into[to + k] = rest * poses[a + k] + part * poses[b + k];
  let dot = 0;
  for (let k = 3; k < 7; k++) dot += poses[a + k] * poses[b + k];
  const sign = dot < 0 ? -1 : 1;
  dot = Math.min(1, Math.abs(dot));
  let first = rest;
  let second = part;
  if (dot < 0.9995) {
    const angle = Math.acos(dot);
    const sine = Math.sin(angle);
    first = Math.sin(rest * angle) / sine;
    second = Math.sin(part * angle) / sine;
  }
  let square = 0;
  for (let k = 3; k < 7; k++) {
    const value = first * poses[a + k] + sign * second * poses[b + k];
    into[to + k] = value;
    square += value * value;
  }
  const scale = 1 / Math.sqrt(square);
  for (let k = 3; k < 7; k++) into[to + k] *= scale;
}
