/** One run as it is drawn: its machine's solids and stretches at one instant, and a group for marks over them. */
import { Color, Group, Vector3 } from "three";
import { Extent } from "./extent.js";
import { placesFor, placesOf, writePoint } from "./places.js";
import { Solids } from "./solids.js";
import { Stretches } from "./stretches.js";
import { runColour } from "./colours.js";

export class Figure {
  constructor(run, index, machine, shapes, materials) {
    Object.assign(this, { run, index, machine, shapes, materials });
    this.count = machine.bodies.length;
    this.poses = new Float32Array(7 * this.count);
    this.places = placesFor(this.count);
    this.solids = new Solids(shapes, materials);
    this.stretches = new Stretches(machine, shapes.sides, materials);
    this.group = new Group(); // among the solids
    this.marks = new Group(); // drawn over them
    for (const { mesh } of [...this.solids.batches, ...this.stretches.rows]) mesh.onBeforeRender = behind(index);
    this.solids.addTo(this.group);
    this.stretches.addTo(this.group);
    this.shift = new Vector3();
    this.colour = new Color(runColour(index));
    this.extent = new Extent(run, machine);
    this.anchors = Float64Array.from({ length: 3 * this.count }, (_, k) => {
      const box = this.extent.boxes[Math.floor(k / 3)];
      return (box[k % 3] + box[(k % 3) + 3]) / 2;
    });
    this.given = null; // poses that are not of the document: a live model's
    this.middle = new Vector3(); // of the box around all bodies now
    this.half = new Vector3();
    this.radius = 0;
  }

  get visible() {
    return this.group.visible;
  }

  set visible(on) {
    this.group.visible = this.marks.visible = on;
  }

  /** Moves the figure aside, for runs side by side. */
  place(x, y, z) {
    this.shift.set(x, y, z);
    this.group.position.copy(this.shift);
    this.marks.position.copy(this.shift);
  }

  /** Natural colours, or mixed with the run's own. */
  tint(on) {
    this.solids.tint(on ? this.colour : null);
    this.stretches.tint(on ? this.colour : null);
  }

  setTime(t) {
    if (this.given) this.poses.set(this.given.subarray(0, this.poses.length));
    else this.run.pose(t, this.poses);
    placesOf(this.poses, this.places);
    this.solids.update(this.places);
    this.stretches.update(this.places);
    this.findBall();
  }

  /** A ball around the boxes of all bodies where they are now, in ground axes without the shift. */
  findBall() {
    const { points, bodies } = this.extent.each;
    const [low, high] = [FIRST, LAST];
    low.fill(Infinity);
    high.fill(-Infinity);
    for (let k = 0; k < bodies.length; k++) {
      writePoint(this.places, bodies[k], points[4 * k], points[4 * k + 1], points[4 * k + 2], POINT, 0);
      const wide = points[4 * k + 3];
      for (let c = 0; c < 3; c++) {
        // a comparison with NaN is false: what is not finite does not count
        if (POINT[c] - wide < low[c]) low[c] = POINT[c] - wide;
        if (POINT[c] + wide > high[c]) high[c] = POINT[c] + wide;
      }
    }
    this.radius = low[0] <= high[0] ? Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2 : 0;
    if (this.radius > 0) {
      this.middle.set((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2);
      this.half.set((high[0] - low[0]) / 2, (high[1] - low[1]) / 2, (high[2] - low[2]) / 2);
    }
  }

  /** Whether a body, or the ground, is somewhere. */
  isPlaced(body) {
    return Number.isFinite(this.places[this.offset(body)]);
  }

  offset(body) {
    return 12 * (body < 0 ? this.count : body);
  }

  /** A point of a body in ground axes, without the shift. */
  pointOf(body, at, into) {
    writePoint(this.places, this.offset(body), at[0], at[1], at[2], into, 0);
    return into;
  }

  /** Where a body's name is written: the middle of its box. */
  anchor(body, into) {
    const { anchors } = this;
    writePoint(this.places, 12 * body, anchors[3 * body], anchors[3 * body + 1], anchors[3 * body + 2], into, 0);
    return into;
  }
}

const FIRST = new Float64Array(3);
const LAST = new Float64Array(3);
const POINT = new Float64Array(3);

/** Draws later runs, and ghosts, a hair behind, so that bodies in the same place do not flicker. */
export function behind(index) {
  return (_renderer, _scene, _camera, _geometry, material) => {
    if (material.uniforms.behind.value === index) return;
    material.uniforms.behind.value = index;
    material.uniformsNeedUpdate = true;
  };
}
