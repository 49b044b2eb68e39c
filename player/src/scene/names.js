/** Which labels are written, and where: of bodies, of loops that are open, of runs side by side. */
import { Vector3 } from "three";
import { withPrefix } from "./arrows.js";

const at = new Vector3();
const point = new Float64Array(3);

/** Pixels from the upper left of the picture; false for what is behind the camera or outside. */
function project(figure, values, camera, wide, high) {
  at.set(values[0], values[1], values[2]).add(figure.shift).project(camera);
  if (!(at.z > -1 && at.z < 1)) return false;
  at.x = ((at.x + 1) / 2) * wide;
  at.y = ((1 - at.y) / 2) * high;
  return at.x > -50 && at.x < wide + 50 && at.y > -20 && at.y < high + 20;
}

/** Writes everything for one frame. `kept`: names of the last frame, which stay if they can. */
export function writeNames(ink, scene, kept) {
  const { camera } = scene.orbit;
  const { wide, high } = ink;
  const figures = scene.figures.filter((figure) => figure.visible);
  ink.begin();
  if (scene.layout === "side" && figures.length > 1) {
    runLabels(ink, figures, scene, camera);
  }
  if (scene.selected) {
    const { run, body } = scene.selected;
    const figure = scene.figures[run];
    if (figure.visible && body >= 0 && project(figure, figure.anchor(body, point), camera, wide, high)) {
      ink.label(figure.machine.bodies[body].name, at.x, at.y, { bold: true, above: 22 });
    }
  }
  if (scene.on.loops) for (const figure of figures) gaps(ink, figure, camera);
  if (scene.on.names) bodies(ink, figures, camera, kept, scene.selected);
  ink.end();
}

/** Labels of runs above their figures, each as wide as it can be beside its neighbours. */
function runLabels(ink, figures, scene, camera) {
  const { up } = scene.level;
  const labels = [];
  for (const { run, shift, middle, half } of figures) {
    const high = [0, 1, 2].reduce((sum, c) => sum + Math.abs(up[c]) * half.getComponent(c), 0);
    const top = [0, 1, 2].map((c) => middle.getComponent(c) + high * up[c]);
    if (!project({ shift }, top, camera, ink.wide, ink.high)) continue;
    labels.push({ text: run.label, x: at.x, y: Math.max(14, at.y - 22) });
  }
  for (const { text, x, y } of labels) {
    const beside = labels.filter((other) => other.x !== x && Math.abs(other.y - y) < 24);
    const low = Math.max(0, ...beside.filter((other) => other.x < x).map((other) => (x + other.x) / 2));
    const high = Math.min(ink.wide, ...beside.filter((other) => other.x > x).map((other) => (x + other.x) / 2));
    ink.label(text, x, y, { bold: true, between: [low + 3, high - 3] });
  }
}

function gaps(ink, figure, camera) {
  const { loops } = figure.overlays;
  loops?.loops.forEach((loop, k) => {
    if (!project(figure, loops.points.subarray(3 * k, 3 * k + 3), camera, ink.wide, ink.high)) return;
    const apart = loops.isOpen(k) ? `: open by ${withPrefix(loops.gaps[k], "m")}` : "";
    ink.label(`${loop.name}${apart}`, at.x, at.y, { above: 20 });
  });
}

/** The nearest names first; names that were there in the last frame before others. */
function bodies(ink, figures, camera, kept, selected) {
  const found = [];
  for (const figure of figures) {
    for (let body = 0; body < figure.count; body++) {
      if (selected?.run === figure.index && selected.body === body) continue;
      if (!project(figure, figure.anchor(body, point), camera, ink.wide, ink.high)) continue;
      const id = figure.index * 1e6 + body;
      found.push({ id, name: figure.machine.bodies[body].name, x: at.x, y: at.y, rank: at.z - (kept.has(id) ? 1 : 0) });
    }
  }
  found.sort((a, b) => a.rank - b.rank);
  kept.clear();
  for (const { id, name, x, y } of found.slice(0, 2000)) {
    if (ink.label(name, x, y)) kept.add(id);
  }
}
