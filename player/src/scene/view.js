/** The camera: orbit, standard views, fits, following. */
import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { reach } from "./extent.js";

const ANGLE = 32; // degrees, from top to bottom of the picture
const ELEVATION = (20 * Math.PI) / 180;
const AZIMUTHS = [-55, -35, 35, 55].map((degrees) => (degrees * Math.PI) / 180); // from the right, about the vertical
const ROW = (-80 * Math.PI) / 180;
const BETTER = 1.1; // how much wider the motion must look to prefer another azimuth to the first
const ROOM = 1.08;

/** A body that the camera follows. */
export class Followed {
  constructor(figure, body) {
    Object.assign(this, { figure, body });
    this.now = new Float64Array(3).fill(NaN);
    this.last = new Vector3(NaN, NaN, NaN);
    this.by = new Vector3();
    this.moved();
  }

  /** How far it moved since the last call; null if it is nowhere now or was nowhere then. */
  moved() {
    const [x, y, z] = this.figure.anchor(this.body, this.now);
    if (!Number.isFinite(x + y + z)) return null;
    this.by.set(x, y, z).sub(this.last);
    this.last.set(x, y, z);
    return Number.isFinite(this.by.x) ? this.by : null;
  }
}

export class View {
  /** `changed` is called when the user moves the camera. */
  constructor(element, level, changed) {
    Object.assign(this, { element, level, changed });
    this.camera = new PerspectiveCamera(ANGLE, 1, 0.01, 100);
    this.camera.up.set(...level.up);
    this.camera.position.set(...level.away.map((x) => -x));
    this.makeControls();
    this.radius = 1;
    this.followed = null;
    this.size = [1, 1]; // pixels
    this.covered = { left: 0, right: 0, bottom: 0 };
    this.fitted = null; // the last fit, which is done again when the room changes
  }

  makeControls() {
    const target = this.controls?.target.clone();
    this.controls?.dispose();
    this.controls = new OrbitControls(this.camera, this.element);
    if (target) this.controls.target.copy(target);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", this.changed);
  }

  get state() {
    const { camera, controls } = this;
    return {
      eye: camera.position.toArray(),
      target: controls.target.toArray(),
      up: camera.up.toArray(),
      angle: camera.fov,
    };
  }

  set({ eye, target, up, angle }) {
    const usable = (values) => values?.length === 3 && values.every(Number.isFinite);
    if (usable(up) && Math.hypot(...up) > 0) {
      const wanted = new Vector3(...up).normalize();
      if (wanted.distanceTo(this.camera.up) > 1e-6) {
        this.camera.up.copy(wanted);
        this.makeControls();
      }
    }
    if (usable(eye)) this.camera.position.set(...eye);
    if (usable(target)) this.controls.target.set(...target);
    if (angle > 0 && angle < 170) this.camera.fov = angle;
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  resize(wide, high) {
    this.size = [wide, Math.max(1, high)];
    this.camera.aspect = wide / Math.max(1, high);
    this.center();
  }

  /** Tells how many pixels at the edges are covered: the middle of the picture moves into the part that is free. */
  cover(covered) {
    this.covered = covered;
    this.center();
  }

  /** Puts the middle where it belongs; a picture that was fitted and not moved since is fitted again. */
  center() {
    const { camera } = this;
    this.shift(this.covered);
    const { points, place, target } = this.fitted ?? {};
    if (place?.equals(camera.position) && target.equals(this.controls.target)) this.fit(points);
  }

  /** Moves the middle of the picture away from what is covered. */
  shift({ left, right, bottom }) {
    const [wide, high] = this.size;
    this.camera.setViewOffset(wide, high, (right - left) / 2, bottom / 2, wide, high);
  }

  /** The shares of the picture, across and upright, that nothing covers. */
  get free() {
    const { left, right, bottom } = this.covered;
    return [1 - (left + right) / this.size[0], 1 - bottom / this.size[1]];
  }

  /** Looks from a standard direction; `row`: figures stand side by side, which a corner view would make unequal. */
  look(name, points, row = false) {
    // directions to the camera: right, away, up
    const directions = {
      front: [0, -1, 0],
      back: [0, 1, 0],
      left: [-1, 0, 0],
      right: [1, 0, 0],
      top: [0, -1e-4, 1],
      bottom: [0, -1e-4, -1],
    };
    const [a, b, c] = directions[name] ?? this.corner(points, row);
    const { right, away, up } = this.level;
    const back = new Vector3(...[0, 1, 2].map((k) => a * right[k] + b * away[k] + c * up[k]));
    if (this.camera.up.distanceTo(new Vector3(...up)) > 1e-6) {
      this.camera.up.set(...up);
      this.makeControls();
    }
    this.fit(points, back.normalize());
  }

  /** From the front and above, so that the motion goes sideways rather than towards the camera. */
  corner(points, row) {
    const { right, away } = this.level;
    const sums = [0, 0, 0, 0, 0];
    const count = Math.max(1, points.length / 4);
    for (let k = 0; k < points.length; k += 4) {
      const x = right[0] * points[k] + right[1] * points[k + 1] + right[2] * points[k + 2];
      const y = away[0] * points[k] + away[1] * points[k + 1] + away[2] * points[k + 2];
      [x, y, x * x, x * y, y * y].forEach((value, i) => (sums[i] += value / count));
    }
    const [x, y, xx, xy, yy] = sums;
    const spread = (angle) => {
      const [s, c] = [-Math.sin(angle), Math.cos(angle)];
      return s * s * (xx - x * x) + 2 * s * c * (xy - x * y) + c * c * (yy - y * y);
    };
    const best = AZIMUTHS.reduce((a, b) => (spread(b) > spread(a) ? b : a));
    const corner = spread(best) > BETTER * spread(AZIMUTHS[0]) ? best : AZIMUTHS[0];
    const azimuth = row ? ROW : corner;
    const flat = Math.cos(ELEVATION);
    return [flat * Math.cos(azimuth), flat * Math.sin(azimuth), Math.sin(ELEVATION)];
  }

  /** Moves the camera along its direction, or another, so that all balls are just visible. */
  fit(points, back = null) {
    const { camera, controls } = this;
    const away = (back ?? camera.position.clone().sub(controls.target).normalize()).clone();
    if (!(away.lengthSq() > 0)) away.set(...this.level.away).negate();
    if (!points.length) points = Float32Array.of(0, 0, 0, 1);
    const forward = away.clone().negate();
    const right = forward.clone().cross(camera.up).normalize();
    const up = right.clone().cross(forward);
    const slope = Math.tan((camera.fov * Math.PI) / 360) / ROOM;
    const tall = slope * this.free[1];
    const wide = slope * camera.aspect * this.free[0];
    // planes of the pyramid of sight touch the outermost balls
    const sides = [];
    for (const [across, slope] of [
      [right, wide],
      [up, tall],
    ]) {
      const long = Math.hypot(1, slope);
      for (const sign of [1, -1]) {
        sides.push(across.clone().multiplyScalar(sign).addScaledVector(forward, -slope).divideScalar(long).toArray());
      }
    }
    const [, high] = reach(points, sides);
    const solve = (plus, minus, slope) => {
      const long = Math.hypot(1, slope);
      return { across: ((plus - minus) * long) / 2, along: (-(plus + minus) * long) / (2 * slope) };
    };
    const x = solve(high[0], high[1], wide);
    const y = solve(high[2], high[3], tall);
    const [low, top] = reach(points, [forward.toArray()]);
    let depth = Math.min(x.along, y.along);
    const middle = (low[0] + top[0]) / 2;
    const smallest = 1e-6 * (1 + Math.abs(middle));
    if (!(middle - depth > smallest)) depth = middle - Math.max(smallest, this.radius);
    camera.position.copy(right).multiplyScalar(x.across).addScaledVector(up, y.across).addScaledVector(forward, depth);
    controls.target.copy(camera.position).addScaledVector(forward, middle - depth);
    controls.update();
    this.fitted = { points, place: camera.position.clone(), target: controls.target.clone() };
  }

  /** Shifts camera and target with the body that is followed. */
  keepUp() {
    const by = this.followed?.moved();
    if (!by) return;
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.controls.update();
  }

  /** Near and far planes around a ball that holds everything. */
  clip(middle, radius, floor) {
    this.radius = radius;
    const { camera, controls } = this;
    const distance = camera.position.distanceTo(middle);
    camera.far = distance + Math.max(3 * radius, 2 * floor);
    camera.near = Math.max(distance - 3 * radius, camera.far / 4000);
    controls.minDistance = 0.01 * radius;
    controls.maxDistance = 60 * radius;
    camera.updateProjectionMatrix();
  }
}
