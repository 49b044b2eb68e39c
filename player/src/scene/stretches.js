/** Pieces between points of two bodies: rods, and coils that are right at any length. */
import {
  BufferGeometry,
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedMesh,
  MeshDepthMaterial,
} from "three";
import { screenColour } from "./colours.js";
import { isBare } from "./geometry.js";
import { writePoint, writeStretch } from "./places.js";

const WIRES = { fine: { around: 7, perTurn: 18 }, bare: { around: 4, perTurn: 8 } }; // sides of a coil's wire, and pieces
const WIRE = 0.17; // radius of the wire, relative to the coil's radius
const TINT = 0.62;

/* A point of the geometry is (way along the wire from 0 to 1, cosine and sine around the wire). `coil` is length,
   radius, turns, radius of the wire. The wire starts and ends on the axis. */
const BEND = /* glsl */ `
  attribute vec4 coil;
  const float ends = 0.07;
  float turnAt(float s) {
    return 6.283185307 * coil.z * clamp((s - ends) / (1.0 - 2.0 * ends), 0.0, 1.0);
  }
  vec3 wire(float s) {
    float wide = coil.y * smoothstep(0.0, ends, s) * smoothstep(0.0, ends, 1.0 - s);
    return vec3(wide * cos(turnAt(s)), wide * sin(turnAt(s)), coil.x * s);
  }
  vec3 bentNormal() {
    vec3 along = normalize(wire(position.x + 0.002) - wire(position.x - 0.002));
    vec3 side = normalize(cross(along, vec3(cos(turnAt(position.x)), sin(turnAt(position.x)), 0.0)));
    return position.y * cross(side, along) + position.z * side;
  }
  vec3 bentPoint() {
    float thick = min(coil.w, 0.45 * abs(coil.x) / max(coil.z, 1.0));
    return wire(position.x) + thick * bentNormal();
  }`;

/** For shadows of coils. */
function depthMaterial() {
  const material = new MeshDepthMaterial();
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${BEND}`)
      .replace("#include <begin_vertex>", "vec3 transformed = bentPoint();");
  };
  return material;
}

function wireGeometry(turns, { around, perTurn }) {
  const steps = Math.ceil(perTurn * (turns + 1));
  const points = [];
  const faces = [];
  for (let k = 0; k <= steps; k++) {
    for (let j = 0; j < around; j++) {
      const angle = (2 * Math.PI * j) / around;
      points.push(k / steps, Math.cos(angle), Math.sin(angle));
      if (k === steps) continue;
      const [a, b] = [k * around + j, k * around + ((j + 1) % around)];
      faces.push(a, b, a + around, b, b + around, a + around);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  geometry.setIndex(faces);
  return geometry;
}

/** Stretches of one kind in one call to the graphics card. */
class Row {
  constructor(stretches, bodies, sides, materials) {
    this.stretches = stretches;
    this.isCoil = stretches[0].kind === "coil";
    const index = (body) => 12 * (body < 0 ? bodies : body);
    this.from = stretches.map((stretch) => index(stretch.body));
    this.to = stretches.map((stretch) => index(stretch.other));
    this.ends = new Float64Array(6);
    const count = stretches.length;
    const opacity = Math.round(100 * (stretches[0].colour[3] ?? 1)) / 100;
    if (this.isCoil) {
      const geometry = wireGeometry(stretches[0].turns, isBare(sides) ? WIRES.bare : WIRES.fine);
      this.coil = new InstancedBufferAttribute(new Float32Array(4 * count), 4).setUsage(DynamicDrawUsage);
      stretches.forEach(({ radius, turns }, k) => this.coil.array.set([0, radius, turns, WIRE * radius], 4 * k));
      geometry.setAttribute("coil", this.coil);
      this.mesh = new InstancedMesh(geometry, materials.solid(opacity, { bend: BEND }), count);
      this.mesh.customDepthMaterial = depthMaterial();
    } else {
      const geometry = new CylinderGeometry(1, 1, 1, sides).translate(0, 0.5, 0).rotateX(Math.PI / 2);
      this.mesh = new InstancedMesh(geometry, materials.solid(opacity), count);
    }
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.mesh.raycast = () => {}; // a stretch belongs to no body
    this.mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * count), 3);
  }

  update(places) {
    const { ends, stretches, isCoil } = this;
    const matrices = this.mesh.instanceMatrix;
    for (let k = 0; k < stretches.length; k++) {
      const { at, other_at: far, radius } = stretches[k];
      writePoint(places, this.from[k], at[0], at[1], at[2], ends, 0);
      writePoint(places, this.to[k], far[0], far[1], far[2], ends, 3);
      const long = Math.sqrt((ends[3] - ends[0]) ** 2 + (ends[4] - ends[1]) ** 2 + (ends[5] - ends[2]) ** 2);
      writeStretch(ends, 0, ends, 3, isCoil ? 1 : radius, isCoil ? 1 : long, matrices.array, 16 * k);
      if (isCoil) this.coil.array[4 * k] = long;
    }
    matrices.needsUpdate = true;
    if (isCoil) this.coil.needsUpdate = true;
  }

  tint(colour) {
    const mixed = new Color();
    const colours = this.mesh.instanceColor;
    this.stretches.forEach((stretch, k) => {
      mixed.copy(screenColour(stretch.colour));
      if (colour) mixed.lerp(colour, TINT);
      mixed.toArray(colours.array, 3 * k);
    });
    colours.needsUpdate = true;
  }
}

export class Stretches {
  constructor(machine, sides, materials) {
    const sorted = new Map();
    for (const stretch of machine.stretches) {
      const name = `${stretch.kind} ${stretch.kind === "coil" ? stretch.turns : ""} ${stretch.colour[3]}`;
      if (!sorted.has(name)) sorted.set(name, []);
      sorted.get(name).push(stretch);
    }
    this.rows = [...sorted.values()].map((alike) => new Row(alike, machine.bodies.length, sides, materials));
  }

  addTo(group) {
    for (const { mesh } of this.rows) group.add(mesh);
    return this;
  }

  update(places) {
    for (const row of this.rows) row.update(places);
  }

  tint(colour) {
    for (const row of this.rows) row.tint(colour);
  }
}
