/** Places of bodies, read from what three.js draws. */
import { Matrix4 } from "three";

/** An instance of the body, times the inverse of that piece's own place; 16 numbers row by row, or null. */
export function drawnPlace(figure, body) {
  for (const { instances, pieces, locals } of figure.solids.batches) {
    const k = pieces.findIndex((piece) => piece.body === body && piece.scale.every((x) => x !== 0));
    if (k < 0) continue;
    const instance = new Matrix4();
    instances.getMatrixAt(k, instance);
    if (instance.determinant() === 0) return null;
    const local = new Matrix4().set(...locals.subarray(12 * k, 12 * k + 12), 0, 0, 0, 1);
    return instance.multiply(local.invert()).transpose().toArray();
  }
  return null;
}
