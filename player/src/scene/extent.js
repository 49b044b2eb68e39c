/** How far a run reaches: points around its bodies over the whole motion, for fits, floors and rows of figures. */
import { placesFor, placesOf, writePoint } from "./places.js";

const MOST_POINTS = 200000;
const MOST_FRAMES = 200;
const MANY = 500; // bodies; of more, each counts as a ball around its shapes

/** Corners of the box around each body's solids in its own axes: [low x y z, high x y z], of the ground last. */
export function bodyBoxes(machine) {
  const count = machine.bodies.length;
  const boxes = Array.from({ length: count + 1 }, () => [
    Infinity,
    Infinity,
    Infinity,
    -Infinity,
    -Infinity,
    -Infinity,
  ]);
  const place = new Float64Array(3);
  const add = (body, point) => {
    const box = boxes[body < 0 ? count : body];
    for (let c = 0; c < 3; c++) {
      if (!Number.isFinite(point[c])) return;
    }
    for (let c = 0; c < 3; c++) {
      box[c] = Math.min(box[c], point[c]);
      box[c + 3] = Math.max(box[c + 3], point[c]);
    }
  };
  for (const solid of machine.solids) {
    const [low, high] = solidBox(solid, machine);
    const frame = frameOf(solid.at, solid.turn);
    for (let corner = 0; corner < 8; corner++) {
      const [x, y, z] = [0, 1, 2].map((c) => ((corner >> c) & 1 ? high[c] : low[c]));
      writePoint(frame, 0, x, y, z, place, 0);
      add(solid.body, place);
    }
  }
  for (const stretch of machine.stretches) {
    add(stretch.body, stretch.at);
    add(stretch.other, stretch.other_at);
  }
  machine.bodies.forEach((body, k) => {
    if (boxes[k][0] > boxes[k][3]) {
      add(k, [0, 0, 0]);
      add(k, body.center ?? [0, 0, 0]);
    }
  });
  return boxes;
}

function frameOf(at, turn) {
  const frame = new Float64Array(24);
  placesOf([...at, ...turn], frame);
  return frame;
}

function solidBox(solid, machine) {
  const [a, b, c] = solid.size;
  const halves = { box: [a / 2, b / 2, c / 2], sphere: [a, a, a], cylinder: [a, a, b / 2], capsule: [a, a, b / 2 + a] };
  const half = halves[solid.shape];
  if (half) return [half.map((x) => -x), half];
  const points = machine.meshes[solid.mesh]?.points ?? [];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < points.length; k++) {
    const value = points[k] * solid.size[k % 3];
    low[k % 3] = Math.min(low[k % 3], value);
    high[k % 3] = Math.max(high[k % 3], value);
  }
  return [low, high];
}

/** Balls (x, y, z, radius) around everything at one instant or over the run; corners of boxes are balls of radius 0. */
export class Extent {
  constructor(run, machine) {
    this.boxes = bodyBoxes(machine);
    this.count = machine.bodies.length;
    this.places = placesFor(this.count);
    const many = this.count > MANY;
    this.each = many ? this.balls() : this.corners();
    const per = this.each.points.length / 4;
    const frames = Math.max(1, run.frames);
    const some = Math.max(2, Math.min(MOST_FRAMES, frames, Math.floor(MOST_POINTS / Math.max(1, per))));
    const poses = new Float32Array(7 * this.count);
    const found = [];
    for (let k = 0; k < Math.min(some, frames); k++) {
      const share = some > 1 ? k / (some - 1) : 0;
      placesOf(run.pose(run.from + share * (run.to - run.from), poses), this.places);
      found.push(this.at(this.places));
    }
    this.points = joined(found);
  }

  corners() {
    const points = [];
    const bodies = [];
    this.boxes.forEach((box, body) => {
      if (!(box[0] <= box[3])) return;
      for (let corner = 0; corner < 8; corner++) {
        points.push(...[0, 1, 2].map((c) => box[c + ((corner >> c) & 1 ? 3 : 0)]), 0);
        bodies.push(12 * body);
      }
    });
    return { points, bodies };
  }

  balls() {
    const points = [];
    const bodies = [];
    this.boxes.forEach((box, body) => {
      if (!(box[0] <= box[3])) return;
      const middle = [0, 1, 2].map((c) => (box[c] + box[c + 3]) / 2);
      points.push(...middle, Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2);
      bodies.push(12 * body);
    });
    return { points, bodies };
  }

  /** Balls at one instant; those that are not finite are left out. */
  at(places) {
    const { points, bodies } = this.each;
    const found = new Float32Array(points.length);
    let next = 0;
    for (let k = 0; k < bodies.length; k++) {
      writePoint(places, bodies[k], points[4 * k], points[4 * k + 1], points[4 * k + 2], found, next);
      found[next + 3] = points[4 * k + 3];
      const sum = found[next] + found[next + 1] + found[next + 2];
      if (sum - sum === 0) next += 4;
    }
    return found.subarray(0, next);
  }

  /** Adds what is outside so far: poses that came later. */
  add(places) {
    this.points = joined([this.points.length > 4 * MOST_POINTS ? hull(this.points) : this.points, this.at(places)]);
  }
}

/** Lists of balls, as one. */
export function joined(parts) {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let next = 0;
  for (const part of parts) {
    whole.set(part, next);
    next += part.length;
  }
  return whole;
}

/** The eight corners of the box around balls. */
function hull(points) {
  const [low, high] = reach(points, [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  const corners = [];
  for (let corner = 0; corner < 8; corner++) {
    corners.push(...[0, 1, 2].map((c) => ((corner >> c) & 1 ? high[c] : low[c])), 0);
  }
  return Float32Array.from(corners);
}

/** Smallest and largest coordinates of balls along directions. */
export function reach(points, directions) {
  const low = directions.map(() => Infinity);
  const high = directions.map(() => -Infinity);
  for (let k = 0; k < points.length; k += 4) {
    for (let d = 0; d < directions.length; d++) {
      const [x, y, z] = directions[d];
      const along = x * points[k] + y * points[k + 1] + z * points[k + 2];
      low[d] = Math.min(low[d], along - points[k + 3]);
      high[d] = Math.max(high[d], along + points[k + 3]);
    }
  }
  return [low, high];
}

/** A round number (1, 2 or 5 times a power of ten) that divides an extent into about so many parts. */
export function roundStep(extent, parts) {
  const wanted = extent / parts;
  if (!(wanted > 0) || !Number.isFinite(wanted)) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const apart = (factor) => Math.abs(Math.log((factor * power) / wanted));
  return [1, 2, 5, 10].reduce((best, factor) => (apart(factor) < apart(best) ? factor : best)) * power;
}
