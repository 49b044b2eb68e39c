/** The solids of a machine, as pieces of unit shapes. */
import { Color } from "three";
import { Batch, MergedBatch, batchesOf } from "./batch.js";
import { isBare, meshShape, sidesFor, unitShape } from "./geometry.js";
import { screenColour } from "./colours.js";
import { turned } from "./places.js";

const TINT = 0.62; // how much of a run's colour goes into its bodies' colours
const UPSIDE_DOWN = [1, 0, 0, 0];
const MANY = 400; // solids, beyond which instances are too slow without a graphics card
const BLUNT = 1.3; // how much longer a bare capsule is than its tube, in radii
const FAINT = 0.5; // what is less opaque casts no shadow

/** Shapes of one machine, shared by all its runs and ghosts. */
export class Shapes {
  constructor(machine, isSoftware) {
    this.machine = machine;
    const pieces = machine.solids.length + machine.stretches.length;
    this.sides = sidesFor(pieces);
    this.isMerged = isSoftware && pieces > MANY;
    this.known = new Map();
    this.pieces = machine.solids.flatMap((solid, k) => piecesOf(solid, k, machine, isBare(this.sides)));
  }

  /** How a kind of shape is lit: what has no normals, by face. */
  lighting(kind) {
    return kind === "mesh" ? "pixel" : isBare(this.sides) ? "face" : "vertex";
  }

  of(piece) {
    const name = shapeName(piece);
    if (!this.known.has(name)) {
      const mesh = piece.mesh >= 0 ? this.machine.meshes[piece.mesh] : null;
      const shape = mesh ? meshShape(mesh.points, mesh.faces, piece.mirrored) : unitShape(piece.kind, this.sides);
      this.known.set(name, shape);
    }
    return this.known.get(name);
  }
}

const shapeName = (piece) => `${piece.kind} ${piece.mesh} ${piece.mirrored}`;

/** A solid as pieces of unit shapes; a capsule is a tube between two half spheres, or bare: a cylinder about as long. */
function piecesOf(solid, index, machine, bare) {
  const { body, at, turn, size, shape } = solid;
  const [red, green, blue, opacity] = solid.colour;
  const numbers = [...at, ...turn, ...size];
  if (!numbers.every(Number.isFinite)) return [];
  const common = {
    body,
    at,
    turn,
    solid: index,
    mesh: -1,
    mirrored: false,
    colour: screenColour([red, green, blue]),
    opacity: Math.round(100 * (opacity ?? 1)) / 100,
  };
  const [a, b, c] = size;
  const along = (z) => shifted(at, turn, z);
  switch (shape) {
    case "box":
      return [{ ...common, kind: "box", scale: [a, b, c] }];
    case "sphere":
      return [{ ...common, kind: "sphere", scale: [a, a, a] }];
    case "cylinder":
      return [{ ...common, kind: "cylinder", scale: [a, a, b] }];
    case "capsule":
      if (bare) return [{ ...common, kind: "cylinder", scale: [a, a, b + BLUNT * a] }];
      return [
        { ...common, kind: "tube", scale: [a, a, b] },
        { ...common, kind: "dome", scale: [a, a, a], at: along(b / 2) },
        { ...common, kind: "dome", scale: [a, a, a], at: along(-b / 2), turn: turned(turn, UPSIDE_DOWN) },
      ];
    case "mesh":
      if (!machine.meshes[solid.mesh]) return [];
      return [{ ...common, kind: "mesh", mesh: solid.mesh, mirrored: a * b * c < 0, scale: [a, b, c] }];
    default:
      return [];
  }
}

/** A point on the z axis of a turned frame. */
function shifted(at, [x, y, z, w], far) {
  return [
    at[0] + far * 2 * (x * z + y * w),
    at[1] + far * 2 * (y * z - x * w),
    at[2] + far * (1 - 2 * (x * x + y * y)),
  ];
}

export class Solids {
  /** All of a machine's solids, or those of one body; `ghost`: opacity of all of them. */
  constructor(shapes, materials, { body = null, ghost = 0, outline = false } = {}) {
    const pieces = body === null ? shapes.pieces : shapes.pieces.filter((piece) => piece.body === body);
    const bodies = shapes.machine.bodies.length;
    const merged = shapes.isMerged && !ghost && !outline;
    this.batches = batchesOf(
      pieces,
      (piece) => `${shapeName(piece)} ${piece.opacity}`,
      (alike) => {
        const [{ opacity, kind }] = alike;
        const by = merged && kind !== "mesh" ? "face" : shapes.lighting(kind);
        const material = outline
          ? materials.outline
          : materials.solid(ghost ? ghost * opacity : opacity, { by, isGhost: ghost > 0 });
        const shape = shapes.of(alike[0]);
        const Kind = merged && shape.index ? MergedBatch : Batch;
        const batch = new Kind(shape, material, alike, bodies);
        const casts = !ghost && !outline && opacity >= FAINT;
        batch.mesh.castShadow = casts;
        return batch;
      },
    );
  }

  addTo(group) {
    for (const { mesh } of this.batches) group.add(mesh);
    return this;
  }

  update(places) {
    for (const batch of this.batches) batch.update(places);
  }

  /** Orders merged solids along the direction in which the camera looks. */
  sort({ x, y, z }) {
    for (const batch of this.batches) batch.sort?.(x, y, z);
  }

  /** The colours of the document, or mixed with a colour. */
  tint(colour) {
    const mixed = new Color();
    for (const batch of this.batches) {
      batch.paint((piece) => (colour ? mixed.copy(piece.colour).lerp(colour, TINT) : piece.colour));
    }
  }

  dispose() {
    for (const batch of this.batches) batch.dispose();
  }
}
