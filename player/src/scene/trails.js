/** Paths of points of bodies over the whole run. */
import { Path } from "./lines.js";
import { placesOf, writePoint } from "./places.js";

const MOST = 4000; // points of a trail

export class Trails {
  /** `colour`: of the run among several, or of trails if there is one run. */
  constructor(figure, colour) {
    this.figure = figure;
    this.colour = colour;
    this.lines = new Map();
    this.shown = false;
    const { tip, bodies } = figure.machine;
    if (tip && tip.body < bodies.length) this.set(tip.body, tip.at, true);
  }

  set(body, at, on) {
    const name = `${body} ${at.join(" ")}`;
    this.lines.get(name)?.dispose();
    this.lines.delete(name);
    if (on) this.lines.set(name, this.draw(body, at));
    this.show(this.shown);
  }

  draw(body, at) {
    const { run } = this.figure;
    const count = Math.min(MOST, run.frames);
    const points = new Float32Array(3 * count);
    const times = new Float32Array(count);
    const place = new Float64Array(12);
    const width = 7 * run.bodies;
    for (let k = 0; k < count; k++) {
      const frame = count > 1 ? Math.round((k * (run.frames - 1)) / (count - 1)) : 0;
      const start = frame * width + 7 * body;
      placesOf(run.poses.subarray(start, start + 7), place);
      writePoint(place, 0, at[0], at[1], at[2], points, 3 * k);
      times[k] = run.from + (frame / Math.max(1, run.frames - 1)) * (run.to - run.from);
    }
    return new Path(points, times, { colour: this.colour });
  }

  show(on) {
    this.shown = on;
    for (const { mesh } of this.lines.values()) {
      if (on) this.figure.marks.add(mesh);
      else mesh.removeFromParent();
    }
  }

  update(t) {
    for (const line of this.lines.values()) line.now = t;
  }
}
