/** Forces and moments as arrows to scale; a moment has two heads. */
import { Color, DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh } from "three";
import { sampleAt, vectorAt } from "../data.js";
import { ARROW_COLOURS } from "./colours.js";
import { head, shaft } from "./geometry.js";
import { placesFor, placesOf, writePoint, writeStretch } from "./places.js";

const LONGEST = 0.3; // the largest over the run, relative to the machine's size
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const THICK = { shaft: 0.0045, head: 0.0125, long: 0.034 }; // relative to the machine's size
const TOO_SHORT = 1e-3;
const MOST_ENDS = 4000; // of arrows that a fit looks at

/** The toggle that shows an arrow: moments have one of their own. */
export function toggleOf({ kind, group }) {
  if (kind === "moment") return "moments";
  return group === "loops" ? "reactions" : group;
}

/** How many newtons or newton-metres a metre stands for, the same for all runs. */
export class Scales {
  constructor(size) {
    this.size = size > 0 && Number.isFinite(size) ? size : 1;
    this.largest = { force: 0, moment: 0 };
    this.factor = 1;
  }

  /** Takes notice of arrows, so that the largest has a good length. */
  see(arrows) {
    for (const { kind, vectors } of arrows) {
      let most = this.largest[kind] ** 2;
      for (let k = 0; k < vectors.length; k += 3) {
        const square = vectors[k] ** 2 + vectors[k + 1] ** 2 + vectors[k + 2] ** 2;
        if (square > most && Number.isFinite(square)) most = square;
      }
      this.largest[kind] = Math.sqrt(most);
    }
  }

  perMetre(kind) {
    const wanted = this.largest[kind] / (LONGEST * this.size);
    if (!(wanted > 0)) return 1;
    const power = 10 ** Math.floor(Math.log10(wanted));
    const apart = (round) => Math.abs(Math.log((round * power) / wanted));
    return (ROUND.reduce((a, b) => (apart(b) < apart(a) ? b : a)) * power) / this.factor;
  }

  /** "1 m ≙ 20 kN", or of a smaller or larger length for machines of other sizes. */
  text(kind, unit) {
    const length = 10 ** Math.floor(Math.log10(0.7 * this.size));
    return `${withPrefix(length, "m")} ≙ ${withPrefix(this.perMetre(kind) * length, unit)}`;
  }
}

const PREFIXES = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
  [1e-12, "p"],
];

/** A number with a unit, such as 20 kN. */
export function withPrefix(value, unit) {
  const size = Math.abs(Number(value.toPrecision(3))) * (1 + 1e-9);
  const [factor, prefix] = PREFIXES.find(([least]) => size >= least) ?? PREFIXES.at(-1);
  return `${Number((value / factor).toPrecision(3))} ${prefix}${unit}`;
}

export class Arrows {
  constructor(figure, materials, scales) {
    Object.assign(this, { figure, materials, scales });
    this.on = new Set();
    this.set(figure.run.arrows ?? []);
  }

  /** Replaces all arrows, with vectors at the run's samples or of one instant. */
  set(arrows) {
    const same = arrows.length === this.list?.length && arrows.every((arrow, k) => alike(arrow, this.list[k]));
    this.list = arrows;
    this.scales.see(arrows);
    if (same) return;
    this.shafts?.removeFromParent();
    this.heads?.removeFromParent();
    this.shafts = this.make(shaft(), 1);
    this.heads = this.make(head(), 2);
    this.ends = new Float64Array(6);
    this.show();
  }

  make(geometry, each) {
    const mesh = new InstancedMesh(geometry, this.materials.mark(), each * this.list.length);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.raycast = () => {};
    const colours = new Float32Array(3 * each * this.list.length);
    this.list.forEach(({ group, kind }, k) => {
      const colour = new Color(ARROW_COLOURS[group] ?? ARROW_COLOURS.forces);
      if (kind === "moment") colour.lerp(new Color("#ffffff"), 0.3);
      for (let j = 0; j < each; j++) colour.toArray(colours, 3 * (each * k + j));
    });
    mesh.instanceColor = new InstancedBufferAttribute(colours, 3);
    return mesh;
  }

  toggle(name, on) {
    if (on) this.on.add(name);
    else this.on.delete(name);
    this.show();
  }

  show() {
    const any = this.list.some((arrow) => this.on.has(toggleOf(arrow)));
    for (const mesh of [this.shafts, this.heads]) {
      if (any) this.figure.marks.add(mesh);
      else mesh.removeFromParent();
    }
  }

  shownList() {
    return this.list.filter((arrow) => this.on.has(toggleOf(arrow)));
  }

  get shown() {
    return this.shafts.parent !== null;
  }

  update(t) {
    const { figure, list, on, scales, ends } = this;
    const size = scales.size;
    const perMetre = { force: scales.perMetre("force"), moment: scales.perMetre("moment") };
    const where = sampleAt(figure.run, t);
    list.forEach((arrow, k) => {
      const heads = arrow.kind === "moment" ? 2 : 1;
      vectorAt(arrow, where, VECTOR);
      writeStart(figure, figure.places, arrow, ends);
      let square = 0;
      for (let c = 0; c < 3; c++) {
        const along = VECTOR[c] / perMetre[arrow.kind];
        ends[c + 3] = ends[c] + along;
        square += along * along;
      }
      const length = Math.sqrt(square);
      const seen = on.has(toggleOf(arrow)) && length > TOO_SHORT * size;
      this.draw(k, seen ? length : NaN, heads, size);
    });
    this.shafts.instanceMatrix.needsUpdate = this.heads.instanceMatrix.needsUpdate = true;
  }

  draw(k, length, heads, size) {
    const { ends } = this;
    const bodies = this.shafts.instanceMatrix.array;
    const tips = this.heads.instanceMatrix.array;
    if (!(length > 0)) ends.fill(NaN);
    const long = Math.min(THICK.long * size, (0.6 / heads) * length);
    const shrunk = Math.max(0.35, long / (THICK.long * size));
    writeStretch(ends, 0, ends, 3, THICK.shaft * size * shrunk, length - heads * long + 0.5 * long, bodies, 16 * k);
    for (let j = 0; j < 2; j++) {
      const at = 32 * k + 16 * j;
      if (j >= heads) {
        tips.fill(0, at, at + 15);
        continue;
      }
      writeStretch(ends, 0, ends, 3, THICK.head * size * shrunk, long, tips, at);
      const back = (length - (j + 1) * long) / long;
      for (let c = 0; c < 3; c++) tips[at + 12 + c] += back * tips[at + 8 + c];
    }
  }

  /** What is drawn now, read back from the instances: from, to in metres, and the value of each. */
  drawn() {
    if (!this.shown) return [];
    const bodies = this.shafts.instanceMatrix.array;
    const tips = this.heads.instanceMatrix.array;
    return this.list.flatMap((arrow, k) => {
      const [a, b] = [16 * k, 32 * k];
      if (!tips[b + 8] && !tips[b + 9] && !tips[b + 10]) return [];
      const from = [...bodies.subarray(a + 12, a + 15)];
      const to = [0, 1, 2].map((c) => tips[b + 12 + c] + tips[b + 8 + c]);
      const value = Math.hypot(...to.map((x, c) => x - from[c])) * this.scales.perMetre(arrow.kind);
      const { group, name, kind, unit, body } = arrow;
      return [{ run: this.figure.index, group, name, kind, unit, body, from, to, value }];
    });
  }
}

/** The point at which an arrow starts, in ground axes: its own, or one of its body, which is at its place. */
function writeStart(figure, places, { point, body, at }, into) {
  if (point) for (let c = 0; c < 3; c++) into[c] = point[c];
  else writePoint(places, figure.offset(body), at[0], at[1], at[2], into, 0);
}

/** Where a figure's arrows that are shown begin and end over the run, as balls of radius 0, where they are drawn. */
export function arrowPoints(figure) {
  const { visible, overlays, run, shift, count } = figure;
  const arrows = (visible && overlays.arrows?.shownList()) || [];
  const found = [];
  const instants = arrows.length ? Math.max(1, Math.min(run.frames, Math.floor(MOST_ENDS / arrows.length))) : 0;
  const [poses, places] = [new Float32Array(7 * count), placesFor(count)];
  for (let k = 0; k < instants; k++) {
    const t = run.from + (k / Math.max(1, instants - 1)) * (run.to - run.from);
    placesOf(run.pose(t, poses), places);
    const where = sampleAt(run, t);
    for (const arrow of arrows) {
      const perMetre = overlays.scales.perMetre(arrow.kind);
      vectorAt(arrow, where, VECTOR);
      writeStart(figure, places, arrow, START);
      const start = [0, 1, 2].map((c) => START[c] + shift.getComponent(c));
      const tip = start.map((x, c) => x + VECTOR[c] / perMetre);
      if (tip.every(Number.isFinite)) found.push(...start, 0, ...tip, 0);
    }
  }
  return Float32Array.from(found);
}

const START = new Float64Array(3);
const VECTOR = new Float64Array(3);

const alike = (a, b) => a.kind === b.kind && a.group === b.group && a.name === b.name;

/** What lengths mean, for each group of arrows that is shown. */
export function legendOf(figures, on, scales) {
  const rows = new Map();
  for (const { visible, overlays } of figures) {
    for (const arrow of (visible && overlays.arrows?.list) || []) {
      const { group, kind, unit } = arrow;
      if (on[toggleOf(arrow)]) rows.set(`${group} ${kind}`, { group, kind, unit, text: scales.text(kind, unit) });
    }
  }
  return [...rows.values()];
}
