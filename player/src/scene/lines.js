/** Lines some pixels wide: paths with the time at which a point was there, and lines of the floor. */
import { BufferAttribute, BufferGeometry, Color, Float32BufferAttribute, Mesh, ShaderMaterial, Vector2 } from "three";

const size = { value: new Vector2(1, 1) };
const ratio = { value: 1 };

/** Tells all lines the size of the picture, in pixels. */
export function sizeLines(wide, high, pixels) {
  size.value.set(wide, high);
  ratio.value = pixels;
}

/* A piece of a line as a strip that faces the camera: position.x says which end, position.y which side. */
const STRIP = /* glsl */ `
  attribute vec3 start;
  attribute vec3 end;
  uniform vec2 size;
  uniform float ratio;
  void strip(float wide) {
    vec4 a = projectionMatrix * modelViewMatrix * vec4(start, 1.0);
    vec4 b = projectionMatrix * modelViewMatrix * vec4(end, 1.0);
    // what is behind the camera has no place in the picture: cut just before it
    float near = 1e-4 * max(abs(a.w), abs(b.w));
    if (a.w < near) a = mix(a, b, clamp((near - a.w) / (b.w - a.w), 0.0, 1.0));
    if (b.w < near) b = mix(b, a, clamp((near - b.w) / (a.w - b.w), 0.0, 1.0));
    vec2 along = (b.xy / b.w - a.xy / a.w) * size;
    along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
    vec2 away = vec2(-along.y, along.x) * position.y + along * (2.0 * position.x - 1.0) * 0.4;
    gl_Position = position.x < 0.5 ? a : b;
    gl_Position.xy += away * ratio * wide / size * gl_Position.w;
  }`;

const CORNERS = [0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0];

/** Four corners for each piece; not instances, which are slow without a graphics card. */
function strips(count) {
  const geometry = new BufferGeometry();
  const corners = new Float32Array(12 * count);
  const index = new Uint32Array(6 * count);
  for (let k = 0; k < count; k++) {
    corners.set(CORNERS, 12 * k);
    index.set([4 * k, 4 * k + 1, 4 * k + 2, 4 * k, 4 * k + 2, 4 * k + 3], 6 * k);
  }
  geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
  geometry.setAttribute("start", new BufferAttribute(new Float32Array(12 * count), 3));
  geometry.setAttribute("end", new BufferAttribute(new Float32Array(12 * count), 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}

/** Writes the ends of a piece, x y z each, from arrays. */
function setPiece(geometry, k, from, i, to, j) {
  const { start, end } = geometry.attributes;
  for (let c = 0; c < 12; c++) {
    start.array[12 * k + c] = from[i + (c % 3)];
    end.array[12 * k + c] = to[j + (c % 3)];
  }
}

function fixed(geometry, material) {
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.raycast = () => {};
  return mesh;
}

/** `past`: opacity up to the present time; `future`: after it, where the line is also half as wide. */
function pathMaterial(colour, wide, past, future) {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    uniforms: {
      size,
      ratio,
      wide: { value: wide },
      now: { value: Infinity },
      colour: { value: new Color(colour) },
      opacity: { value: new Vector2(past, future) },
    },
    vertexShader: /* glsl */ `
      ${STRIP}
      attribute float when;
      uniform float wide;
      uniform float now;
      varying float time;
      void main() {
        time = when;
        strip(time > now ? 0.55 * wide : wide);
      }`,
    fragmentShader: /* glsl */ `
      uniform vec3 colour;
      uniform vec2 opacity;
      uniform float now;
      varying float time;
      void main() {
        gl_FragColor = vec4(colour, time > now ? opacity.y : opacity.x);
        #include <colorspace_fragment>
      }`,
  });
}

/** The way of a point, which is stronger up to the present time. */
export class Path {
  /** Through `points` (x y z each) at `times`; pieces with a point that is not finite are left out. */
  constructor(points, times, { colour, wide = 2.5 }) {
    const whole = [];
    for (let k = 0; k + 5 < points.length; k += 3) {
      let sum = 0;
      for (let c = 0; c < 6; c++) sum += points[k + c];
      if (Number.isFinite(sum)) whole.push(k);
    }
    const geometry = strips(whole.length);
    const whens = new Float32Array(4 * whole.length);
    whole.forEach((at, k) => {
      setPiece(geometry, k, points, at, points, at + 3);
      const [first, second] = [times[at / 3], times[at / 3 + 1]];
      whens.set([first, second, second, first], 4 * k);
    });
    geometry.setAttribute("when", new Float32BufferAttribute(whens, 1));
    this.mesh = fixed(geometry, pathMaterial(colour, wide, 0.95, 0.35));
  }

  set now(t) {
    this.mesh.material.uniforms.now.value = t;
  }

  dispose() {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Pieces whose ends move. */
export class Links {
  constructor(count, colour, wide) {
    const geometry = strips(count);
    geometry.setAttribute("when", new Float32BufferAttribute(new Float32Array(4 * count), 1));
    this.mesh = fixed(geometry, pathMaterial(colour, wide, 0.95, 0.95));
  }

  /** From a to b; nowhere if one of them is not finite. */
  set(k, a, b) {
    const sum = a[0] + a[1] + a[2] + b[0] + b[1] + b[2];
    if (Number.isFinite(sum)) setPiece(this.mesh.geometry, k, a, 0, b, 0);
    else setPiece(this.mesh.geometry, k, NOWHERE, 0, NOWHERE, 0);
  }

  update() {
    const { start, end } = this.mesh.geometry.attributes;
    start.needsUpdate = end.needsUpdate = true;
  }
}

const NOWHERE = [0, 0, 0];

/** Lines that are painted before everything else, in colours as they are on the screen. */
export class Rules {
  constructor() {
    const material = new ShaderMaterial({
      uniforms: { size, ratio },
      vertexShader: /* glsl */ `
        ${STRIP}
        attribute vec3 paint;
        varying vec3 colour;
        void main() {
          colour = paint;
          strip(1.15);
        }`,
      fragmentShader: /* glsl */ `
        varying vec3 colour;
        void main() { gl_FragColor = vec4(colour, 1.0); }`,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    });
    this.mesh = fixed(new BufferGeometry(), material);
  }

  /** `points`: both ends of each piece, x y z each. */
  draw(points) {
    this.mesh.geometry.dispose();
    this.mesh.geometry = strips(points.length / 6);
    for (let k = 0; 6 * k < points.length; k++) setPiece(this.mesh.geometry, k, points, 6 * k, points, 6 * k + 3);
  }

  /** `colours`: of both ends of each piece, red green blue each. */
  paint(colours) {
    const paint = new Float32Array(2 * colours.length);
    for (let k = 0; 6 * k < colours.length; k++) {
      const [first, second] = [colours.slice(6 * k, 6 * k + 3), colours.slice(6 * k + 3, 6 * k + 6)];
      paint.set([...first, ...second, ...second, ...first], 12 * k);
    }
    this.mesh.geometry.setAttribute("paint", new Float32BufferAttribute(paint, 3));
  }
}
