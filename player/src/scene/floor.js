/**
 * A floor with lines at round distances and shadows, which fades into the background.
 *
 * It is painted before everything else, without depth: nothing is below it. So it is hidden when the camera is.
 */
import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  Matrix4,
  Mesh,
  PlaneGeometry,
  SRGBColorSpace,
  Vector3,
} from "three";
import { roundStep } from "./extent.js";
import { THEMES } from "./colours.js";
import { Rules } from "./lines.js";
import { sheetMaterial, shadowMaterial } from "./shading.js";

const RINGS = 12;
const SECTORS = 48;
const PIECES = 16; // of a line
const WIDE = 1.7; // radius, relative to what stands on it

/** How much of the floor's colours is left at a share of its radius. */
const left = (share) => Math.max(0, 1 - share * share) ** 1.5;

export class Floor {
  constructor(level) {
    this.level = level;
    this.step = 1;
    this.radius = 0;
    this.sheet = new Mesh(disc(), sheetMaterial());
    this.rules = new Rules();
    this.shade = new Mesh(new PlaneGeometry(2, 2), shadowMaterial());
    this.group = new Group();
    [this.sheet, this.rules.mesh, this.shade].forEach((mesh, k) => {
      Object.assign(mesh, { renderOrder: k - 9, frustumCulled: false, raycast: () => {} });
      this.group.add(mesh);
    });
    this.group.matrixAutoUpdate = false;
    this.shares = [];
  }

  /** Puts it at a height, wide enough for what lies between two corners along right and away. */
  place(height, low, high) {
    const { right, away, up } = this.level;
    const wide = Math.max(high[0] - low[0], high[1] - low[1], 0.8 * (high[2] - low[2]), 1e-6);
    this.step = roundStep(wide, 8);
    this.radius = WIDE * wide;
    this.height = height;
    const middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
    // lines go through multiples of the step, seen from the ground's origin
    this.middle = middle.map((value) => this.step * Math.round(value / this.step));
    const at = [0, 1, 2].map((c) => this.middle[0] * right[c] + this.middle[1] * away[c] + height * up[c]);
    const [x, y, z] = [right, away, up].map((axis) => new Vector3(...axis));
    this.group.matrix.copy(new Matrix4().makeBasis(x, y, z)).setPosition(...at);
    this.group.matrixWorldNeedsUpdate = true;
    this.sheet.scale.setScalar(this.radius);
    this.rule();
    this.setTheme(this.theme ?? "light");
  }

  /** Lines from rim to rim in pieces, so that they can fade. */
  rule() {
    const points = [];
    this.shares = [];
    const { radius, step } = this;
    for (let n = -Math.floor(radius / step); n * step <= radius; n++) {
      const across = n * step;
      const half = Math.sqrt(Math.max(0, radius * radius - across * across));
      for (let k = 0; k < PIECES; k++) {
        const ends = [k, k + 1].map((j) => half * ((2 * j) / PIECES - 1));
        for (const end of ends) points.push(across, end, 0);
        for (const end of ends) points.push(end, across, 0);
        for (let twice = 0; twice < 2; twice++) {
          for (const end of ends) this.shares.push(Math.hypot(across, end) / radius);
        }
      }
    }
    this.rules.draw(points);
  }

  setTheme(name) {
    this.theme = name;
    const { paper, floor, rules, shadow, shade } = THEMES[name];
    const disc = this.sheet.geometry;
    disc.setAttribute("paint", new Float32BufferAttribute(painted(disc.userData.shares, floor, paper), 3));
    this.rules.paint(painted(this.shares, rules, paper));
    this.shade.material.uniforms.colour.value.set(shadow);
    this.shade.material.uniforms.shade.value = shade;
  }

  /** The part of the floor on which shadows of what is in a ball can fall. */
  fitShade(middle, radius, toLight) {
    const { right, away, up } = this.level;
    const along = (axis) => middle.x * axis[0] + middle.y * axis[1] + middle.z * axis[2];
    const slope = (axis) => toLight.dot(new Vector3(...axis)) / toLight.dot(new Vector3(...up));
    const drop = along(up) - this.height;
    const at = [right, away].map((axis, d) => along(axis) - drop * slope(axis) - this.middle[d]);
    this.shade.position.set(at[0], at[1], 0);
    const reach = radius * Math.hypot(1, slope(right), slope(away));
    this.shade.scale.set(reach, reach, 1);
  }

  isBelow(eye) {
    const { up } = this.level;
    return eye.x * up[0] + eye.y * up[1] + eye.z * up[2] > this.height;
  }
}

/** A disc of radius 1 that knows how far out each point is. */
function disc() {
  const points = [0, 0, 0];
  const shares = [0];
  const faces = [];
  for (let ring = 1; ring <= RINGS; ring++) {
    for (let k = 0; k < SECTORS; k++) {
      const share = ring / RINGS;
      const angle = (2 * Math.PI * k) / SECTORS;
      points.push(share * Math.cos(angle), share * Math.sin(angle), 0);
      shares.push(share);
      const here = 1 + (ring - 1) * SECTORS;
      const [a, b] = [here + k, here + ((k + 1) % SECTORS)];
      if (ring === 1) faces.push(0, a, b);
      else faces.push(a - SECTORS, a, b, a - SECTORS, b, b - SECTORS);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  geometry.setIndex(faces);
  geometry.userData.shares = shares;
  return geometry;
}

/** Colours on the screen at shares of the radius, from the middle's to the rim's. */
function painted(shares, near, far) {
  const [inner, outer] = [near, far].map((text) => new Color(text).getRGB({}, SRGBColorSpace));
  const colours = new Float32Array(3 * shares.length);
  shares.forEach((share, k) => {
    const part = left(share);
    ["r", "g", "b"].forEach((c, i) => (colours[3 * k + i] = part * inner[c] + (1 - part) * outer[c]));
  });
  return colours;
}
