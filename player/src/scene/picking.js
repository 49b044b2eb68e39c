/** What is under a pixel. */
import { Raycaster, Vector2, Vector3 } from "three";

const CASTER = new Raycaster();

/** Aims through a pixel, given as shares of the picture from its upper left. */
function aim(x, y, camera) {
  camera.updateMatrixWorld();
  CASTER.setFromCamera(new Vector2(2 * x - 1, 1 - 2 * y), camera);
}

/** The nearest body: run, body and the point in ground axes, without the shift of runs side by side; or null. */
export function pickBody(figures, x, y, camera) {
  aim(x, y, camera);
  let best = null;
  let nearest = Infinity;
  for (const figure of figures) {
    if (!figure.visible) continue;
    figure.group.updateMatrixWorld();
    for (const batch of figure.solids.batches) {
      for (const { instanceId, distance, point } of batch.intersections(CASTER)) {
        if (!(distance < nearest)) continue;
        nearest = distance;
        const at = point.clone().sub(figure.shift).toArray();
        best = { run: figure.index, body: batch.pieces[instanceId].body, point: at };
      }
    }
  }
  return best;
}

/** The point under a pixel in the plane through a point that faces the camera. */
export function pointBeside(through, shift, x, y, camera) {
  aim(x, y, camera);
  const forward = camera.getWorldDirection(new Vector3());
  const from = new Vector3(...through).add(shift).sub(CASTER.ray.origin);
  const far = from.dot(forward) / CASTER.ray.direction.dot(forward);
  return CASTER.ray.at(far, new Vector3()).sub(shift).toArray();
}

const CLICK = 5; // pixels: more is a drag

/** Calls back with the pixel of a click or tap that was no drag. */
export function onClick(element, clicked) {
  let start = null;
  element.addEventListener("pointerdown", (event) => {
    start = event.isPrimary && event.button === 0 ? [event.offsetX, event.offsetY] : null;
  });
  element.addEventListener("pointerup", (event) => {
    const near = start && Math.hypot(event.offsetX - start[0], event.offsetY - start[1]) <= CLICK;
    start = null;
    if (near) clicked(event.offsetX, event.offsetY);
  });
}
