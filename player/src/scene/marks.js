/** Marks that follow bodies: frames, joint axes, ellipsoids of inertia. */
import { Color } from "three";
import { Batch, batchesOf } from "./batch.js";
import { DRIVEN, JOINT } from "./colours.js";
import { jointMark, triad, unitShape } from "./geometry.js";
import { turnTo, turned } from "./places.js";

const STRAIGHT = [0, 0, 0, 1];

/** How a joint of each kind is marked; others have no mark. */
const SIGNS = {
  Revolute: ["turns"],
  Prismatic: ["slides"],
  Cylindrical: ["screws"],
  Helical: ["screws"],
  Ball: ["swivels"],
  Gimbal: ["swivels"],
  Universal: ["swivels"],
  TelescopicUniversal: ["swivels", "slides"],
  BallInCylinder: ["swivels", "slides"],
  BallOnPlane: ["swivels", "glides"],
  EdgeOnPlane: ["glides"],
  Planar: ["glides", "turns"],
  Translational: ["shifts"],
};

/** The length of marks at a machine's bodies: smaller if there are many. */
export function markLength(machine) {
  const size = machine.size > 0 && Number.isFinite(machine.size) ? machine.size : 1;
  return size * Math.min(0.11, Math.max(0.012, 0.4 / Math.sqrt(machine.bodies.length + 1)));
}

const shapes = new Map();
const shape = (name, make) => {
  if (!shapes.has(name)) shapes.set(name, make());
  return shapes.get(name);
};

/** A red, green and blue frame at each body, and a larger one at the ground's origin. */
export function frames({ machine, count }, materials) {
  const long = 0.75 * markLength(machine);
  const pieces = machine.bodies.map((_, body) => ({ body, at: [0, 0, 0], turn: STRAIGHT, scale: [long, long, long] }));
  const wide = 1.5 * long;
  pieces.push({ body: -1, at: [0, 0, 0], turn: STRAIGHT, scale: [wide, wide, wide] });
  return [new Batch(shape("triad", triad), materials.mark(1, true), pieces, count)];
}

/** Axes of all joints, and of those that close loops. */
export function axes({ machine, count }, materials) {
  const long = 1.2 * markLength(machine);
  const pieces = [];
  const add = (body, at, turn, kind, axis, driven) => {
    const signs = SIGNS[kind] ?? (axis ? ["turns"] : []);
    const along = axis ? turned(turn, turnTo(axis)) : turn;
    const colour = new Color(driven ? DRIVEN : JOINT);
    for (const sign of signs) pieces.push({ body, at, turn: along, scale: [long, long, long], colour, sign });
  };
  machine.bodies.forEach(({ joint }, body) => {
    if (joint) add(body, [0, 0, 0], STRAIGHT, joint.kind, joint.axis, joint.driven);
  });
  for (const loop of machine.loops) add(loop.body, loop.at, loop.turn, loop.kind, loop.axis, false);
  return batchesOf(
    pieces,
    (piece) => piece.sign,
    (alike) => {
      const [{ sign }] = alike;
      return new Batch(
        shape(sign, () => jointMark(sign)),
        materials.mark(),
        alike,
        count,
      );
    },
  );
}

/** Ellipsoids of the same inertia as the bodies. */
export function ellipsoids({ machine, count }, materials) {
  const colour = new Color("#4f8fd6");
  const pieces = [];
  machine.bodies.forEach(({ ellipsoid, center }, body) => {
    if (!ellipsoid || ![...ellipsoid.radii, ...center].every(Number.isFinite)) return;
    const largest = Math.max(...ellipsoid.radii);
    const scale = ellipsoid.radii.map((radius) => Math.max(radius, 0.01 * largest));
    pieces.push({ body, at: center, turn: ellipsoid.turn, scale, colour });
  });
  if (!pieces.length) return [];
  const sides = pieces.length > 500 ? 12 : 28;
  return [
    new Batch(
      shape(`ball ${sides}`, () => unitShape("sphere", sides)),
      materials.mark(0.45),
      pieces,
      count,
    ),
  ];
}
