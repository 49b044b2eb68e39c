/** Signs of constant size on the screen: centres of mass, and where loops close. */
import {
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Float32BufferAttribute,
  Mesh,
  ShaderMaterial,
  Vector2,
} from "three";

/** Kinds of signs: a quartered disc, a larger one, a ring. */
export const CENTER = 0;
export const WHOLE = 1;
export const RING = 2;

const material = new ShaderMaterial({
  transparent: true,
  depthTest: false,
  depthWrite: false,
  toneMapped: false,
  uniforms: { size: { value: new Vector2(1, 1) }, ratio: { value: 1 } },
  vertexShader: /* glsl */ `
    attribute vec3 place;
    attribute float kind;
    uniform vec2 size;
    uniform float ratio;
    varying vec2 at;
    varying float sign;
    varying float radius;
    void main() {
      sign = kind;
      radius = (kind < 0.5 ? 7.0 : kind < 1.5 ? 11.0 : 8.0) * ratio;
      at = position.xy * (radius + 2.0);
      gl_Position = projectionMatrix * modelViewMatrix * vec4(place, 1.0);
      gl_Position.xy += at * 2.0 / size * gl_Position.w;
    }`,
  fragmentShader: /* glsl */ `
    uniform float ratio;
    varying vec2 at;
    varying float sign;
    varying float radius;
    void main() {
      float far = length(at);
      float inside = clamp(radius - far + 0.5, 0.0, 1.0);
      vec4 colour;
      if (sign < 1.5) {
        float border = clamp(far - (radius - 1.5 * ratio) + 0.5, 0.0, 1.0);
        float quarter = clamp((at.y < 0.0 ? -at.x : at.x) + 0.5, 0.0, 1.0);
        vec3 dark = sign < 0.5 ? vec3(0.012, 0.016, 0.022) : vec3(0.55, 0.03, 0.02);
        colour = vec4(mix(mix(dark, vec3(1.0), quarter), dark, border), inside);
      } else {
        float ring = 1.0 - clamp(abs(far - radius + 2.0 * ratio) - 1.6 * ratio + 0.5, 0.0, 1.0);
        float dot = clamp(2.2 * ratio - far + 0.5, 0.0, 1.0);
        colour = vec4(0.29, 0.09, 0.56, max(ring, dot));
      }
      if (colour.a <= 0.0) discard;
      gl_FragColor = colour;
      #include <colorspace_fragment>
    }`,
});

/** Tells all signs the size of the picture, in pixels. */
export function sizeSigns(wide, high, ratio) {
  material.uniforms.size.value.set(wide, high);
  material.uniforms.ratio.value = ratio;
}

export class Signs {
  /** `kinds`: of each sign. */
  constructor(kinds) {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.places = new InstancedBufferAttribute(new Float32Array(3 * kinds.length), 3).setUsage(DynamicDrawUsage);
    geometry.setAttribute("place", this.places);
    geometry.setAttribute("kind", new InstancedBufferAttribute(Float32Array.from(kinds), 1));
    geometry.instanceCount = kinds.length;
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 3;
    this.mesh.raycast = () => {};
  }

  set(k, point) {
    const { array } = this.places;
    const finite = Number.isFinite(point[0] + point[1] + point[2]);
    for (let c = 0; c < 3; c++) array[3 * k + c] = finite ? point[c] : 1e30; // far outside of any picture
  }

  update() {
    this.places.needsUpdate = true;
  }
}

/** Centres of mass of the bodies, and of the whole machine. */
export class Centers {
  constructor(figure) {
    this.figure = figure;
    this.bodies = [];
    figure.machine.bodies.forEach(({ mass, center }, body) => {
      if (mass > 0 && center?.every(Number.isFinite)) this.bodies.push({ body, mass, center });
    });
    this.total = this.bodies.reduce((sum, { mass }) => sum + mass, 0);
    this.signs = new Signs([...this.bodies.map(() => CENTER), ...(this.bodies.length > 1 ? [WHOLE] : [])]);
    this.mesh = this.signs.mesh;
    this.whole = new Float64Array(3);
    this.point = new Float64Array(3);
  }

  update() {
    const { bodies, figure, point, signs, total, whole } = this;
    whole.fill(0);
    bodies.forEach(({ body, mass, center }, k) => {
      figure.pointOf(body, center, point);
      signs.set(k, point);
      for (let c = 0; c < 3; c++) whole[c] += (mass / total) * point[c];
    });
    if (bodies.length > 1) signs.set(bodies.length, whole);
    signs.update();
  }
}
