/** Many pieces of one shape in one call to the graphics card; each follows a body. */
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  Mesh,
} from "three";
import { writePlace, writeProduct } from "./places.js";

const BUCKETS = 1024;

/**
 * @typedef {object} Piece
 * @property {number} body  its body, -1 for the ground
 * @property {number[]} at  its place in the body's axes
 * @property {number[]} turn
 * @property {number[]} scale
 * @property {import("three").Color} [colour]
 */

export class Batch {
  /** @param {Piece[]} pieces */
  constructor(geometry, material, pieces, bodies) {
    this.pieces = pieces;
    this.bodies = Int32Array.from(pieces, (piece) => 12 * (piece.body < 0 ? bodies : piece.body));
    this.locals = new Float64Array(12 * pieces.length);
    pieces.forEach((piece, k) => writePlace(this.locals, 12 * k, piece.at, piece.turn, piece.scale));
    this.instances = new InstancedMesh(geometry, material, pieces.length);
    this.instances.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh = this.instances; // what is drawn
    this.mesh.frustumCulled = false;
    if (pieces.some((piece) => piece.colour)) {
      const colours = new Float32Array(3 * pieces.length);
      pieces.forEach((piece, k) => piece.colour.toArray(colours, 3 * k));
      this.instances.instanceColor = new InstancedBufferAttribute(colours, 3);
    }
  }

  /** Moves all pieces to where their bodies are now. */
  update(places) {
    const { bodies, locals } = this;
    const matrices = this.instances.instanceMatrix;
    for (let k = 0; k < bodies.length; k++) writeProduct(places, bodies[k], locals, 12 * k, matrices.array, 16 * k);
    matrices.needsUpdate = true;
    this.instances.boundingSphere = null; // three.js finds it again when something is picked
  }

  /** New colours of pieces, by a function of the piece. */
  paint(colour) {
    const colours = this.instances.instanceColor;
    this.pieces.forEach((piece, k) => colour(piece).toArray(colours.array, 3 * k));
    colours.needsUpdate = true;
  }

  /** Where a ray of three.js meets pieces. */
  intersections(caster) {
    this.instances.matrixWorld.copy(this.mesh.matrixWorld);
    return caster.intersectObject(this.instances, false);
  }

  dispose() {
    this.mesh.removeFromParent();
    this.instances.dispose();
  }
}

/**
 * The same, with all points of all pieces in one mesh.
 *
 * Where there is no graphics card, each instance costs as much as a mesh of its own; moving points here is far cheaper.
 */
export class MergedBatch extends Batch {
  constructor(geometry, material, pieces, bodies) {
    super(geometry, material, pieces, bodies);
    this.unit = geometry.attributes.position.array;
    const own = new BufferGeometry();
    this.points = new BufferAttribute(new Float32Array(this.unit.length * pieces.length), 3).setUsage(DynamicDrawUsage);
    own.setAttribute("position", this.points);
    own.setAttribute("colour", new BufferAttribute(new Float32Array(this.points.array.length), 3));
    this.corners = geometry.index.array;
    const index = new Uint32Array(this.corners.length * pieces.length);
    own.setIndex(new BufferAttribute(index, 1).setUsage(DynamicDrawUsage));
    this.depths = new Float32Array(pieces.length);
    this.counts = new Uint32Array(BUCKETS + 1);
    this.mesh = new Mesh(own, material);
    this.mesh.frustumCulled = false;
    this.mesh.raycast = () => {};
    this.paint((piece) => piece.colour);
  }

  update(places) {
    super.update(places);
    const { unit } = this;
    const into = this.points.array;
    const from = this.instances.instanceMatrix.array;
    for (let at = 0, next = 0; at < from.length; at += 16) {
      const [a, b, c] = [from[at], from[at + 1], from[at + 2]];
      const [d, e, f] = [from[at + 4], from[at + 5], from[at + 6]];
      const [g, h, i] = [from[at + 8], from[at + 9], from[at + 10]];
      const [p, q, r] = [from[at + 12], from[at + 13], from[at + 14]];
      for (let k = 0; k < unit.length; k += 3, next += 3) {
        const x = unit[k];
        const y = unit[k + 1];
        const z = unit[k + 2];
        into[next] = a * x + d * y + g * z + p;
        into[next + 1] = b * x + e * y + h * z + q;
        into[next + 2] = c * x + f * y + i * z + r;
      }
    }
    this.points.needsUpdate = true;
  }

  /** Orders pieces from front to back, so that what is hidden is not painted first. */
  sort(x, y, z) {
    const { corners, counts, depths } = this;
    const from = this.instances.instanceMatrix.array;
    const count = depths.length;
    let [low, high] = [Infinity, -Infinity];
    for (let k = 0, at = 12; k < count; k++, at += 16) {
      const depth = x * from[at] + y * from[at + 1] + z * from[at + 2];
      depths[k] = depth;
      if (depth < low) low = depth;
      if (depth > high) high = depth;
    }
    const scale = high > low ? (BUCKETS - 1) / (high - low) : 0;
    counts.fill(0);
    for (let k = 0; k < count; k++) counts[Math.floor((depths[k] - low) * scale) + 1]++;
    for (let b = 0; b < BUCKETS; b++) counts[b + 1] += counts[b];
    const index = this.mesh.geometry.index;
    const points = this.unit.length / 3;
    for (let k = 0; k < count; k++) {
      let next = corners.length * counts[Math.floor((depths[k] - low) * scale)]++;
      for (let c = 0; c < corners.length; c++) index.array[next++] = k * points + corners[c];
    }
    index.needsUpdate = true;
  }

  paint(colour) {
    super.paint(colour);
    const of = this.instances.instanceColor.array;
    const colours = this.mesh.geometry.attributes.colour;
    const each = this.unit.length;
    for (let k = 0; k < colours.array.length; k++) colours.array[k] = of[3 * Math.floor(k / each) + (k % 3)];
    colours.needsUpdate = true;
  }

  dispose() {
    super.dispose();
    this.mesh.geometry.dispose();
  }
}

/** Batches of pieces that share shape and material, by a name for both. */
export function batchesOf(pieces, nameOf, make) {
  const sorted = new Map();
  for (const piece of pieces) {
    const name = nameOf(piece);
    if (!sorted.has(name)) sorted.set(name, []);
    sorted.get(name).push(piece);
  }
  return [...sorted.values()].map(make);
}
