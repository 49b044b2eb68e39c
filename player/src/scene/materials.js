/** Materials of solids, marks and outlines, made once and shared. */
import { BackSide, MeshLambertMaterial, ShaderMaterial, Vector2, Vector3 } from "three";
import { solidMaterial } from "./shading.js";

export class Materials {
  constructor() {
    this.known = new Map();
    this.outline = outlineMaterial();
  }

  /** Of solids with this opacity; `by`: how they are lit. `isGhost`: a pale picture of another time. */
  solid(opacity, { by = "vertex", isGhost = false, bend = "" } = {}) {
    return this.find(`solid ${opacity} ${by} ${isGhost} ${bend}`, () => solidMaterial({ opacity, by, isGhost, bend }));
  }

  /** Of marks over the scene: colours by instance, or by vertex. */
  mark(opacity = 1, byVertex = false) {
    return this.find(`mark ${opacity} ${byVertex}`, () => {
      const clear = opacity < 1;
      return new MeshLambertMaterial({ opacity, transparent: clear, depthWrite: !clear, vertexColors: byVertex });
    });
  }

  find(name, make) {
    if (!this.known.has(name)) this.known.set(name, make());
    return this.known.get(name);
  }
}

/** Draws the back of a shape a little larger than the shape: what is seen of it is an outline, some pixels wide. */
function outlineMaterial() {
  return new ShaderMaterial({
    side: BackSide,
    toneMapped: false,
    uniforms: { colour: { value: new Vector3(1, 0.25, 0.01) }, size: { value: new Vector2(1, 1) }, wide: { value: 3 } },
    vertexShader: /* glsl */ `
      attribute vec3 outward;
      uniform vec2 size;
      uniform float wide;
      void main() {
        mat3 turn = mat3(instanceMatrix);
        vec3 square = vec3(dot(turn[0], turn[0]), dot(turn[1], turn[1]), dot(turn[2], turn[2]));
        vec3 away = turn * (outward / max(square, vec3(1e-30)));
        gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(position, 1.0);
        vec2 across = (projectionMatrix * modelViewMatrix * vec4(away, 0.0)).xy * size;
        gl_Position.xy += normalize(across + vec2(1e-9)) * wide * 2.0 / size * gl_Position.w;
      }`,
    fragmentShader: /* glsl */ `
      uniform vec3 colour;
      void main() {
        gl_FragColor = vec4(colour, 1.0);
        #include <colorspace_fragment>
      }`,
  });
}
