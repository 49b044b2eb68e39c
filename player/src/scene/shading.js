/**
 * The material of solids: light from the sky, a key light with shadows, a little from the camera.
 *
 * It costs a fraction of what materials of three.js cost where there is no graphics card, and its lights add up to white
 * at most, so that colours stay those of the document. Solids are lit by vertex, meshes by pixel; boxes by face where
 * there are very many, which spares two thirds of their points.
 */
import {
  Color,
  CustomBlending,
  DoubleSide,
  FrontSide,
  OneFactor,
  ShaderMaterial,
  UniformsLib,
  UniformsUtils,
  Vector3,
  ZeroFactor,
} from "three";

/** Shared by all materials; the stage sets them. */
export const LIGHTS = {
  toKey: { value: new Vector3(0, 0, 1) },
  toEye: { value: new Vector3(0, 0, 1) },
  upward: { value: new Vector3(0, 0, 1) },
  texel: { value: 0 }, // of the shadows, in metres
  soft: { value: 1 }, // 1: shadows with soft edges
  lift: { value: 0 }, // the least brightness of paint, so that black parts show before a dark background
};

/** How much light falls from the key, where a point is in the shadows' picture. */
export const SHADOW = /* glsl */ `
  #if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0
    uniform sampler2DShadow directionalShadowMap[NUM_DIR_LIGHT_SHADOWS];
    struct DirectionalLightShadow {
      float shadowIntensity;
      float shadowBias;
      float shadowNormalBias;
      float shadowRadius;
      vec2 shadowMapSize;
    };
    uniform DirectionalLightShadow directionalLightShadows[NUM_DIR_LIGHT_SHADOWS];
    uniform float soft;
    varying vec3 shadowAt;
    float sunlight() {
      vec3 at = shadowAt;
      if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
      at.z += directionalLightShadows[0].shadowBias;
      if (soft < 0.5) return texture(directionalShadowMap[0], at);
      vec2 wide = vec2(1.2) / directionalLightShadows[0].shadowMapSize;
      float sum = 0.0;
      for (int x = -1; x <= 1; x++) {
        for (int y = -1; y <= 1; y++) sum += texture(directionalShadowMap[0], vec3(at.xy + vec2(x, y) * wide, at.z));
      }
      return sum / 9.0;
    }
  #else
    float sunlight() { return 1.0; }
  #endif`;

export const SHADOW_PLACE = /* glsl */ `
  #if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0
    uniform mat4 directionalShadowMatrix[NUM_DIR_LIGHT_SHADOWS];
    varying vec3 shadowAt;
    void placeShadow(vec4 world) { shadowAt = (directionalShadowMatrix[0] * world).xyz; }
  #else
    void placeShadow(vec4 world) {}
  #endif`;

/* sRGB of linear light, right to 0.002, by roots, which cost less than powers (I. Taylor) */
const ON_SCREEN = /* glsl */ `
  vec3 onScreen(vec3 light) {
    vec3 a = sqrt(light);
    vec3 b = sqrt(a);
    return clamp(0.662002687 * a + 0.68412206 * b - 0.323583601 * sqrt(b) - 0.022541147 * light, 0.0, 1.0);
  }`;

const SHINE = /* glsl */ `
  uniform vec3 toKey;
  uniform vec3 toEye;
  uniform vec3 upward;
  /* light without the key, and from the key */
  vec2 shine(vec3 normal) {
    float sky = 0.3 + 0.12 * dot(normal, upward) + 0.18 * max(0.0, dot(normal, toEye));
    return vec2(sky, 0.55 * max(0.0, dot(normal, toKey)));
  }`;

const VERTEX = /* glsl */ `
  #include <common>
  uniform float texel;
  uniform float behind;
  uniform float lift;
  #if defined(BY_PIXEL) || defined(BY_FACE)
    varying vec3 facing;
  #else
    varying vec2 light;
  #endif
  varying vec3 paint;
  #ifndef USE_INSTANCING
    attribute vec3 colour;
  #endif
  ${SHADOW_PLACE}
  ${SHINE}
  //BEND
  void main() {
    #ifdef USE_INSTANCING
      vec4 world = modelMatrix * (instanceMatrix * vec4(POSITION, 1.0));
      paint = instanceColor;
    #else
      vec4 world = modelMatrix * vec4(position, 1.0);
      paint = colour;
    #endif
    float bright = max(paint.r, max(paint.g, paint.b)); // (of colours, which stand out by themselves, little is added)
    paint += sqrt(bright * bright + lift * lift) - bright;
    gl_Position = projectionMatrix * viewMatrix * world;
    gl_Position.z += 2e-5 * behind * gl_Position.w;
    #ifdef BY_FACE
      facing = world.xyz - cameraPosition;
    #else
      mat3 turn = mat3(instanceMatrix);
      vec3 squares = vec3(dot(turn[0], turn[0]), dot(turn[1], turn[1]), dot(turn[2], turn[2]));
      vec3 facingHere = normalize(turn * (NORMAL / max(squares, vec3(1e-30))));
      #ifdef BY_PIXEL
        facing = facingHere;
      #else
        light = shine(facingHere);
      #endif
      world.xyz += texel * facingHere;
    #endif
    placeShadow(world);
  }`;

const FRAGMENT = /* glsl */ `
  #include <common>
  uniform float opacity;
  uniform vec3 fade;
  uniform float faded;
  #if defined(BY_PIXEL) || defined(BY_FACE)
    varying vec3 facing;
    ${SHINE}
  #else
    varying vec2 light;
  #endif
  varying vec3 paint;
  ${ON_SCREEN}
  ${SHADOW}
  void main() {
    #ifdef BY_FACE
      vec2 light = shine(normalize(cross(dFdx(facing), dFdy(facing))));
    #elif defined(BY_PIXEL)
      vec3 normal = normalize(facing);
      vec2 light = shine(gl_FrontFacing ? normal : -normal);
    #endif
    float sun = light.y > 0.0 ? sunlight() : 0.0;
    gl_FragColor = vec4(onScreen(mix(paint * (light.x + sun * light.y), fade, faded)), opacity);
  }`;

/**
 * @param {object} options
 * @param {number} options.opacity
 * @param {"vertex" | "pixel" | "face"} [options.by]  how it is lit; by pixel: and seen from both sides
 * @param {boolean} [options.isGhost]
 * @param {string} [options.bend]  code with functions bentPoint() and bentNormal()
 */
export function solidMaterial({ opacity, by = "vertex", isGhost = false, bend = "" }) {
  const clear = opacity < 1;
  const vertexShader = VERTEX.replace("//BEND", bend)
    .replace("NORMAL /", bend ? "bentNormal() /" : "normal /")
    .replace("POSITION", bend ? "bentPoint()" : "position");
  const material = new ShaderMaterial({
    uniforms: UniformsUtils.merge([
      UniformsLib.lights,
      {
        opacity: { value: opacity },
        behind: { value: 0 },
        fade: { value: new Color("#9aa5b1") },
        faded: { value: isGhost ? 0.45 : 0 },
      },
    ]),
    vertexShader,
    fragmentShader: FRAGMENT,
    defines: by === "vertex" ? {} : { [`BY_${by.toUpperCase()}`]: "" },
    lights: true,
    transparent: clear,
    depthWrite: !clear || isGhost,
    side: by === "pixel" ? DoubleSide : FrontSide,
    toneMapped: false,
  });
  Object.assign(material.uniforms, LIGHTS);
  return material;
}

/** A shadow on the floor: darkens what is behind it. Painted before the solids, so it is not "transparent" to three.js. */
export function shadowMaterial() {
  const material = new ShaderMaterial({
    uniforms: UniformsUtils.merge([UniformsLib.lights, { colour: { value: new Color() }, shade: { value: 0.3 } }]),
    vertexShader: /* glsl */ `
      #include <common>
      ${SHADOW_PLACE}
      void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        gl_Position = projectionMatrix * viewMatrix * world;
        placeShadow(world);
      }`,
    fragmentShader: /* glsl */ `
      #include <common>
      uniform vec3 colour;
      uniform float shade;
      ${SHADOW}
      void main() {
        float dark = 1.0 - sunlight();
        if (dark <= 0.0) discard;
        gl_FragColor = vec4(colour, shade * dark);
        #include <colorspace_fragment>
      }`,
    lights: true,
    blending: CustomBlending,
    blendSrcAlpha: ZeroFactor, // the picture stays opaque
    blendDstAlpha: OneFactor,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
  material.uniforms.soft = LIGHTS.soft;
  return material;
}

/** A disc in colours of its vertices, as they are on the screen; painted before the solids. */
export const sheetMaterial = () =>
  new ShaderMaterial({
    vertexShader: /* glsl */ `
      attribute vec3 paint;
      varying vec3 colour;
      void main() {
        colour = paint;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      varying vec3 colour;
      void main() { gl_FragColor = vec4(colour, 1.0); }`,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
