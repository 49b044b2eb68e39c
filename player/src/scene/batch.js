/** Many pieces of one shape in one call to the graphics card; each follows a body. */
import { DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh } from "three";
import { writePlace, writeProduct } from "./places.js";

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
    this.mesh = new InstancedMesh(geometry, material, pieces.length);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    if (pieces.some((piece) => piece.colour)) {
      const colours = new Float32Array(3 * pieces.length);
      pieces.forEach((piece, k) => piece.colour.toArray(colours, 3 * k));
      this.mesh.instanceColor = new InstancedBufferAttribute(colours, 3);
    }
  }

  /** Moves all pieces to where their bodies are now. */
  update(places) {
    const { bodies, locals } = this;
    const matrices = this.mesh.instanceMatrix;
    for (let k = 0; k < bodies.length; k++) writeProduct(places, bodies[k], locals, 12 * k, matrices.array, 16 * k);
    matrices.needsUpdate = true;
    this.mesh.boundingSphere = null; // three.js finds it again when something is picked
  }

  /** New colours of pieces, by a function of the piece. */
  paint(colour) {
    const colours = this.mesh.instanceColor;
    this.pieces.forEach((piece, k) => colour(piece).toArray(colours.array, 3 * k));
    colours.needsUpdate = true;
  }

  dispose() {
    this.mesh.removeFromParent();
    this.mesh.dispose();
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
