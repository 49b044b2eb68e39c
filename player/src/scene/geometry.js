/** Unit shapes that instances stretch to their size, all along z, and shapes of marks. */
import {
  BoxGeometry,
  BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  SphereGeometry,
  TorusGeometry,
} from "three";
import { mergeGeometries, mergeVertices } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { AXIS_COLOURS } from "./colours.js";

/** How many sides round shapes have: fewer if there are many of them. */
export const sidesFor = (count) => (count > 10000 ? 6 : count > 2000 ? 8 : count > 300 ? 16 : 32);

/** Whether shapes are bare: as few points as there can be, without normals, lit by face. */
export const isBare = (sides) => sides < 16;

/** A solid's unit shape: edges, radius and length are 1. */
export function unitShape(kind, sides) {
  const half = sides / 2;
  const bare = isBare(sides);
  switch (kind) {
    case "box":
      return hulled(bare ? bareBox() : new BoxGeometry(1, 1, 1), (x, y, z) => [x, y, z]);
    case "sphere":
      return hulled(bare ? bareSphere(sides) : alongZ(new SphereGeometry(1, sides, half)), (x, y, z) => [x, y, z]);
    case "cylinder":
      return hulled(bare ? prism(sides) : alongZ(new CylinderGeometry(1, 1, 1, sides)), (x, y, z) => [x, y, Math.sign(z)]);
    case "tube":
      return hulled(alongZ(new CylinderGeometry(1, 1, 1, sides, 1, true)), (x, y) => [x, y, 0]);
    case "dome":
      return hulled(alongZ(new SphereGeometry(1, sides, half / 2, 0, 2 * Math.PI, 0, Math.PI / 2)), (x, y, z) => [
        x,
        y,
        z,
      ]);
    default:
      throw new Error(`unknown shape '${kind}'`);
  }
}

/** A box of eight points, without normals. */
function bareBox() {
  const geometry = new BufferGeometry();
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((n) => [0, 1, 2].map((c) => ((n >> c) & 1) - 0.5));
  geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
  const sides = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  geometry.setIndex([0, 4, 8, 12, 16, 20].flatMap((k) => [0, 1, 2, 0, 2, 3].map((j) => sides[k + j])));
  return geometry;
}

/** A cylinder as a prism: two points for each side. */
function prism(sides) {
  const geometry = new BufferGeometry();
  const points = [];
  const faces = [];
  for (let k = 0; k < sides; k++) {
    const angle = (2 * Math.PI * k) / sides;
    for (const z of [-0.5, 0.5]) points.push(Math.cos(angle), Math.sin(angle), z);
    const [a, b] = [2 * k, 2 * ((k + 1) % sides)];
    faces.push(a, b, b + 1, a, b + 1, a + 1);
    if (k > 1) faces.push(0, a, a - 2, 1, a - 1, a + 1);
  }
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  geometry.setIndex(faces);
  return geometry;
}

/** A sphere whose faces share their points. */
function bareSphere(sides) {
  const geometry = alongZ(new SphereGeometry(1, sides, Math.floor(0.75 * sides)));
  geometry.deleteAttribute("normal");
  geometry.deleteAttribute("uv");
  return mergeVertices(geometry);
}

const alongZ = (geometry) => geometry.rotateX(Math.PI / 2);

/** Adds the direction in which each point moves to make an outline: shared by all faces at a corner, unlike normals. */
function hulled(geometry, direction) {
  const points = geometry.attributes.position;
  const outward = new Float32Array(3 * points.count);
  for (let k = 0; k < points.count; k++) {
    const found = direction(points.getX(k), points.getY(k), points.getZ(k));
    const length = Math.hypot(...found) || 1;
    for (let c = 0; c < 3; c++) outward[3 * k + c] = found[c] / length;
  }
  geometry.setAttribute("outward", new Float32BufferAttribute(outward, 3));
  geometry.deleteAttribute("uv");
  return geometry;
}

/** An arrow along z from 0 to 1 as thick as a share of its length. */
function arrow(thick, head, sides = 10) {
  const shaft = new CylinderGeometry(thick, thick, 1 - head, sides).translate(0, (1 - head) / 2, 0);
  const tip = new ConeGeometry(2.6 * thick, head, sides + 4).translate(0, 1 - head / 2, 0);
  return alongZ(mergeGeometries([shaft, tip]));
}

const painted = (geometry, colour) => {
  const { r, g, b } = new Color(colour);
  const count = geometry.attributes.position.count;
  const colours = new Float32Array(3 * count);
  for (let k = 0; k < count; k++) colours.set([r, g, b], 3 * k);
  geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
  geometry.deleteAttribute("uv");
  return geometry;
};

/** Three arrows of length 1 along the axes, red, green and blue. */
export function triad() {
  const [x, y, z] = AXIS_COLOURS;
  return mergeGeometries([
    painted(arrow(0.03, 0.24).rotateY(Math.PI / 2), x),
    painted(arrow(0.03, 0.24).rotateX(-Math.PI / 2), y),
    painted(arrow(0.03, 0.24), z),
  ]);
}

/** Marks of joints about or along z, about 1 long: what turns has a bent arrow, what slides straight ones. */
export function jointMark(kind) {
  const rod = (length, thick = 0.025) => alongZ(new CylinderGeometry(thick, thick, length, 8));
  const tip = (z, up) => alongZ(new ConeGeometry(0.07, 0.2, 12).rotateX(up ? 0 : Math.PI)).translate(0, 0, z);
  const end = 1.6 * Math.PI;
  const bow = () => [
    new TorusGeometry(0.26, 0.025, 8, 32, end),
    new ConeGeometry(0.075, 0.2, 12).translate(0.26, 0.06, 0).rotateZ(end),
  ];
  const ring = () => new TorusGeometry(0.26, 0.022, 8, 36);
  const parts = {
    turns: () => [rod(1), ...bow()],
    slides: () => [rod(0.8), tip(0.5, true), tip(-0.5, false)],
    screws: () => [rod(0.8), tip(0.5, true), tip(-0.5, false), ...bow()],
    swivels: () => [ring(), ring().rotateX(Math.PI / 2), ring().rotateY(Math.PI / 2)],
    glides: () => [
      rod(0.5).translate(0, 0, 0.25),
      ...[0, 1, 2, 3].map((k) =>
        rod(0.64, 0.02)
          .rotateX(Math.PI / 2)
          .translate(0.32, 0, 0)
          .rotateZ((k * Math.PI) / 2),
      ),
    ],
    shifts: () => [rod(0.6), rod(0.6).rotateX(Math.PI / 2), rod(0.6).rotateY(Math.PI / 2)],
  };
  return mergeGeometries(parts[kind]());
}

/** Shaft and heads of arrows of forces: unit cylinder from 0 to 1, unit cone from 0 to 1. */
export const shaft = () => alongZ(new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0));
export const head = () => alongZ(new ConeGeometry(1, 1, 16).translate(0, 0.5, 0));

const CREASE = Math.cos((35 * Math.PI) / 180);

/** A mesh of triangles, smooth but where faces meet at more than 35°. Mirrored: to be drawn with a mirrored scale. */
export function meshShape(points, faces, mirrored) {
  const count = Math.floor(faces.length / 3);
  const corners = new Uint32Array(3 * count);
  for (let k = 0; k < count; k++) {
    corners[3 * k] = faces[3 * k];
    corners[3 * k + 1] = faces[3 * k + (mirrored ? 2 : 1)];
    corners[3 * k + 2] = faces[3 * k + (mirrored ? 1 : 2)];
  }
  const normals = faceNormals(points, corners, count);
  const same = joinedPoints(points);
  const around = facesAround(same, corners, points.length / 3);
  const position = new Float32Array(9 * count);
  const normal = new Float32Array(9 * count);
  const outward = new Float32Array(9 * count);
  for (let c = 0; c < 3 * count; c++) {
    const face = Math.floor(c / 3);
    for (let i = 0; i < 3; i++) position[3 * c + i] = points[3 * corners[c] + i];
    const own = same[corners[c]];
    smooth(normals, around, own, face, CREASE, normal, 3 * c, mirrored);
    smooth(normals, around, own, face, -2, outward, 3 * c, mirrored);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(position, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normal, 3));
  geometry.setAttribute("outward", new Float32BufferAttribute(outward, 3));
  return geometry;
}

/** Normals of faces (as long as twice their area), and in the fourth place that length. */
function faceNormals(points, corners, count) {
  const found = new Float32Array(4 * count);
  for (let k = 0; k < count; k++) {
    const [a, b, c] = [3 * corners[3 * k], 3 * corners[3 * k + 1], 3 * corners[3 * k + 2]];
    const [ux, uy, uz] = [points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]];
    const [vx, vy, vz] = [points[c] - points[a], points[c + 1] - points[a + 1], points[c + 2] - points[a + 2]];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    found.set(normal, 4 * k);
    found[4 * k + 3] = Math.hypot(...normal);
  }
  return found;
}

/** For each point, the first point with the same coordinates. */
function joinedPoints(points) {
  const count = points.length / 3;
  const bits = new Uint32Array(Float32Array.from(points, (x) => x + 0).buffer); // + 0: no negative zero
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 2))).fill(-1);
  const same = new Uint32Array(count);
  for (let k = 0; k < count; k++) {
    let hash = (bits[3 * k] * 73856093) ^ (bits[3 * k + 1] * 19349663) ^ (bits[3 * k + 2] * 83492791);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    let slot = hash & (slots.length - 1);
    for (;;) {
      const other = slots[slot];
      if (other < 0) slots[slot] = k;
      const first = slots[slot];
      const equal =
        bits[3 * first] === bits[3 * k] &&
        bits[3 * first + 1] === bits[3 * k + 1] &&
        bits[3 * first + 2] === bits[3 * k + 2];
      if (equal) {
        same[k] = first;
        break;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
  }
  return same;
}

/** Faces that meet at each point, as lists in one array. */
function facesAround(same, corners, count) {
  const starts = new Uint32Array(count + 1);
  for (const corner of corners) starts[same[corner] + 1]++;
  for (let k = 0; k < count; k++) starts[k + 1] += starts[k];
  const next = starts.slice();
  const faces = new Uint32Array(corners.length);
  for (let c = 0; c < corners.length; c++) faces[next[same[corners[c]]]++] = Math.floor(c / 3);
  return { starts, faces };
}

/** The mean normal of the faces around a point that differ from a face by less than an angle. */
function smooth(normals, around, point, face, cosine, into, at, mirrored) {
  let [x, y, z] = [0, 0, 0];
  const own = 4 * face;
  for (let k = around.starts[point]; k < around.starts[point + 1]; k++) {
    const other = 4 * around.faces[k];
    const dot =
      normals[own] * normals[other] + normals[own + 1] * normals[other + 1] + normals[own + 2] * normals[other + 2];
    if (dot >= cosine * normals[own + 3] * normals[other + 3]) {
      x += normals[other];
      y += normals[other + 1];
      z += normals[other + 2];
    }
  }
  const length = (mirrored ? -1 : 1) * (Math.hypot(x, y, z) || 1);
  into[at] = x / length;
  into[at + 1] = y / length;
  into[at + 2] = z / length;
}
