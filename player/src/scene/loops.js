/** Where loops close: a ring at the joint, a line and its length where the two ends are apart. */
import { Links } from "./lines.js";
import { RING, Signs } from "./signs.js";
import { turnTo, turned, writePlace } from "./places.js";

const OPEN = 1e-4; // relative to the machine's size: less is closed

/** Kinds whose two ends are in one place, and those that may be apart along their axis. */
const MEET = new Set(["Revolute", "Ball", "Gimbal", "Universal", "Fixed"]);
const SLIDE = new Set(["Prismatic", "Cylindrical", "Helical", "TelescopicUniversal", "BallInCylinder"]);

export class Loops {
  constructor(figure) {
    this.figure = figure;
    this.loops = figure.machine.loops;
    const count = this.loops.length;
    this.signs = new Signs(Array(2 * count).fill(RING));
    this.links = new Links(count, "#9256c9", 2);
    this.meshes = [this.signs.mesh, this.links.mesh];
    this.gaps = new Float64Array(count).fill(NaN);
    this.points = new Float64Array(3 * count);
    this.a = new Float64Array(3);
    this.b = new Float64Array(3);
    this.axes = this.loops.map((loop) => {
      const place = new Float64Array(12);
      writePlace(place, 0, [0, 0, 0], turned(loop.other_turn, turnTo(loop.axis ?? [0, 0, 1])), [1, 1, 1]);
      return [place[2], place[6], place[10]]; // in the axes of the other body
    });
  }

  update() {
    const { a, b, figure, signs } = this;
    this.loops.forEach((loop, k) => {
      figure.pointOf(loop.body, loop.at, a);
      figure.pointOf(loop.other, loop.other_at, b);
      signs.set(2 * k, a);
      signs.set(2 * k + 1, b);
      this.links.set(k, a, b);
      for (let c = 0; c < 3; c++) this.points[3 * k + c] = (a[c] + b[c]) / 2;
      this.gaps[k] = this.gap(loop, k);
    });
    signs.update();
    this.links.update();
  }

  /** How far the ends are apart where the joint does not let them be; NaN for kinds without such a distance. */
  gap(loop, k) {
    const { a, b, figure } = this;
    const square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
    if (MEET.has(loop.kind)) return Math.sqrt(square);
    if (!SLIDE.has(loop.kind)) return NaN;
    const place = figure.offset(loop.other);
    let along = 0;
    for (let row = 0; row < 3; row++) {
      let axis = 0;
      for (let c = 0; c < 3; c++) axis += figure.places[place + 4 * row + c] * this.axes[k][c];
      along += axis * (a[row] - b[row]);
    }
    return Math.sqrt(Math.max(0, square - along * along));
  }

  /** Whether a loop is open by more than a picture should hide; where the run says it is closed, only drawing is not. */
  isOpen(k) {
    const much = OPEN * (this.figure.machine.size || 1);
    return this.gaps[k] > much && !(this.figure.run.gaps?.[k] <= much);
  }
}
