/** Lines some pixels wide, each piece with the time at which a point was there. */
import {
  Color,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  Vector2,
} from "three";

const size = { value: new Vector2(1, 1) };
const ratio = { value: 1 };

/** Tells all lines the size of the picture, in pixels. */
export function sizeLines(wide, high, pixels) {
  size.value.set(wide, high);
  ratio.value = pixels;
}

/** `past`: opacity up to the present time; `future`: after it, where the line is also half as wide. */
function lineMaterial(colour, wide, past, future) {
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
      attribute vec3 start;
      attribute vec3 end;
      attribute vec2 when;
      uniform vec2 size;
      uniform float ratio;
      uniform float wide;
      uniform float now;
      varying float time;
      void main() {
        vec4 a = projectionMatrix * modelViewMatrix * vec4(start, 1.0);
        vec4 b = projectionMatrix * modelViewMatrix * vec4(end, 1.0);
        // what is behind the camera has no place in the picture: cut just before it
        const float near = 1e-4;
        if (a.w < near) a = mix(a, b, (near - a.w) / (b.w - a.w));
        if (b.w < near) b = mix(b, a, (near - b.w) / (a.w - b.w));
        vec2 along = (b.xy / b.w - a.xy / a.w) * size;
        along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
        vec2 across = vec2(-along.y, along.x);
        gl_Position = position.x < 0.5 ? a : b;
        time = position.x < 0.5 ? when.x : when.y;
        float thick = ratio * wide * (time > now ? 0.55 : 1.0);
        vec2 away = across * position.y + along * (2.0 * position.x - 1.0) * 0.4;
        gl_Position.xy += away * thick / size * gl_Position.w;
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

export class Line {
  /** Through `points` (x y z each) at `times`; pieces with a point that is not finite are left out. */
  constructor(points, times, { colour, wide = 2.5, past = 0.95, future = 0.35, pairs = false }) {
    const starts = [];
    const ends = [];
    const whens = [];
    const jump = pairs ? 6 : 3;
    for (let k = 0; k + 5 < points.length; k += jump) {
      let sum = 0;
      for (let c = 0; c < 6; c++) sum += points[k + c];
      if (!Number.isFinite(sum)) continue;
      starts.push(points[k], points[k + 1], points[k + 2]);
      ends.push(points[k + 3], points[k + 4], points[k + 5]);
      whens.push(times[k / 3], times[k / 3 + 1]);
    }
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0], 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    geometry.setAttribute("start", new InstancedBufferAttribute(Float32Array.from(starts), 3));
    geometry.setAttribute("end", new InstancedBufferAttribute(Float32Array.from(ends), 3));
    geometry.setAttribute("when", new InstancedBufferAttribute(Float32Array.from(whens), 2));
    geometry.instanceCount = whens.length / 2;
    this.mesh = new Mesh(geometry, lineMaterial(colour, wide, past, future));
    this.mesh.frustumCulled = false;
    this.mesh.raycast = () => {};
    this.mesh.visible = whens.length > 0;
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
