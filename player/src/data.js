/**
 * The document of a page: its JSON and its bytes, as numbers to work with.
 *
 * Every PART of the JSON is replaced by a typed array, row by row: `f4` by Float32Array, `f8` by Float64Array, `u4` by
 * Uint32Array, `ints` by Float32Array for poses and Float64Array for everything else. Numbers that are multiples of a step come with it, as
 * `step`. Every run gets `pose(t, into)`.
 */

const NOTHING = -2147483648; // the integer that stands for NaN
const SIZES = { ints: 4, f4: 4, f8: 8, u4: 4 };
const KINDS = { f4: Float32Array, f8: Float64Array, u4: Uint32Array };

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
    run.step = run.poses.step?.[0]; // of positions
    run.poses = unpack(run.poses, bytes, Float32Array);
    run.times = run.times ? unpack(run.times, bytes) : new Float64Array(0);
    for (const series of run.series ?? []) {
      series.step = series.values.step;
      series.values = unpack(series.values, bytes);
    }
    run.bodies = model.machines[run.machine].bodies.length;
    for (const arrow of run.arrows ?? []) {
      arrow.step = arrow.vectors.step;
      arrow.vectors = unpack(arrow.vectors, bytes);
    }
    run.pose = (t, into) => poseAt(run, t, into);
  }
  return model;
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
  const own = bytes.slice(part.at, part.at + size * count); // a copy, so that it is aligned
  return new KINDS[part.type](own.buffer);
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

/** Where a time is among a run's samples: the last one that is not after it, and the part of the way to the next. */
export function sampleAt({ times }, t) {
  const last = times.length - 1;
  if (last < 1) return { row: 0, part: 0 };
  let [row, above] = [0, last];
  while (above - row > 1) {
    const middle = (row + above) >> 1;
    if (times[middle] <= t) row = middle;
    else above = middle;
  }
  return { row, part: Math.min(1, Math.max(0, (t - times[row]) / (times[row + 1] - times[row]))) };
}

/**
 * The vector of an arrow between two samples; a single one stays the same. It turns along a straight line, and its size
 * follows one, as the plots of sizes do. Only a force that turns round passes zero, as its own value does.
 */
export function vectorAt({ group, vectors }, { row, part }, into) {
  const a = vectors.length > 3 ? 3 * row : 0;
  const b = vectors.length > 3 && part > 0 ? a + 3 : a;
  let [first, second, both, square] = [0, 0, 0, 0];
  for (let c = 0; c < 3; c++) {
    const [before, after] = [vectors[a + c], vectors[b + c]];
    into[c] = before + part * (after - before);
    first += before * before;
    second += after * after;
    both += before * after;
    square += into[c] * into[c];
  }
  if (a === b || !(square > 0) || (group === "forces" && both < 0)) return into;
  const scale = ((1 - part) * Math.sqrt(first) + part * Math.sqrt(second)) / Math.sqrt(square);
  for (let c = 0; c < 3; c++) into[c] *= scale;
  return into;
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
