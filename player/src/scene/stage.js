/** Renderer, lights and shadows: everything that a scene needs before there is something to see. */
import {
  AmbientLight,
  Color,
  DirectionalLight,
  NoToneMapping,
  PCFShadowMap,
  Scene as Graph,
  Vector3,
  WebGLRenderer,
} from "three";
import { THEMES } from "./colours.js";
import { LIGHTS } from "./shading.js";

const KEY = { right: -0.6, back: 0.62, up: 1.25 }; // direction to the light, as the first view sees it
const GROWTH = 1.25; // shadows' reach grows in such steps, so that they do not flicker

export class Stage {
  /** Throws if the browser has no WebGL. */
  constructor(level) {
    this.isSoftware = isSoftware();
    // without a graphics card, smooth edges come from a finer picture as soon as nothing moves
    this.renderer = new WebGLRenderer({ antialias: !this.isSoftware, powerPreference: "high-performance" });
    this.renderer.toneMapping = NoToneMapping; // lights add up to white at most, so colours stay true
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.autoClear = false;
    this.renderer.info.autoReset = false;
    Object.assign(this.canvas.style, { display: "block", touchAction: "none", outlineOffset: "-2px" });
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "The machine in motion; drag to turn it, scroll to zoom.");
    this.level = level;
    this.solids = new Graph();
    this.marks = new Graph(); // drawn over the solids
    this.light();
  }

  light() {
    const { right, away, up } = this.level;
    const direction = (a, b, c) => new Vector3(...[0, 1, 2].map((k) => a * right[k] + b * away[k] + c * up[k]));
    this.toLight = LIGHTS.toKey.value;
    this.key = new DirectionalLight();
    this.solids.add(this.key, this.key.target);
    const { shadow } = this.key;
    shadow.mapSize.setScalar(this.isSoftware ? 1024 : 2048);
    shadow.camera.up.copy(direction(1, 0, 0));
    LIGHTS.upward.value.copy(direction(0, 0, 1));
    this.markLight = new DirectionalLight("#ffffff", 1.2);
    this.marks.add(new AmbientLight("#ffffff", 2.1), this.markLight, this.markLight.target);
  }

  /** Puts the key light above, left of and behind a camera; it stays there when the camera moves on. */
  aim(camera) {
    const up = new Vector3(...this.level.up);
    const back = camera.getWorldDirection(new Vector3()).negate().projectOnPlane(up).normalize();
    const right = up.clone().cross(back);
    this.toLight.copy(up).multiplyScalar(KEY.up).addScaledVector(back, KEY.back).addScaledVector(right, KEY.right);
    this.toLight.normalize();
  }

  get canvas() {
    return this.renderer.domElement;
  }

  /** Calls back when the browser takes the graphics away, and when it gives them back. */
  onLoss(lost, restored) {
    this.canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault(); // otherwise they never come back
      lost();
    });
    this.canvas.addEventListener("webglcontextrestored", restored);
  }

  setTheme(name) {
    this.solids.background = new Color(THEMES[name].paper);
    LIGHTS.lift.value = THEMES[name].lift;
  }

  /** `ratio`: pixels of the picture per pixel of the page, along each side. */
  resize(wide, high, ratio) {
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(wide, high, true);
  }

  set shadows(on) {
    this.renderer.shadowMap.enabled = on;
    this.key.castShadow = on;
  }

  /** Makes shadows fit what lies in a ball, down to a floor; tells how far they reach. */
  fitShadows(middle, radius, floor) {
    if (!(radius > 0) || !Number.isFinite(radius)) return 0;
    const reach = GROWTH ** Math.ceil(Math.log(radius * 1.02) / Math.log(GROWTH));
    const { camera, mapSize } = this.key.shadow;
    const above =
      Math.max(0, new Vector3(...this.level.up).dot(middle) - floor) / this.toLight.dot(new Vector3(...this.level.up));
    const far = 2 * reach + Math.min(above + reach, 40 * reach);
    if (camera.right !== reach || Math.abs(camera.far - far) > 0.05 * far) {
      Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0, far: 1.1 * far });
      camera.updateProjectionMatrix();
      const texel = (2 * reach) / mapSize.x;
      LIGHTS.texel.value = 1.2 * texel;
      this.key.shadow.bias = -texel / far;
    }
    this.key.target.position.copy(middle);
    this.key.position.copy(middle).addScaledVector(this.toLight, reach);
    this.renderer.shadowMap.needsUpdate = true;
    return reach;
  }

  draw(camera) {
    const { renderer } = this;
    const forward = camera.getWorldDirection(LIGHTS.toEye.value);
    this.markLight.position.copy(camera.position);
    this.markLight.target.position.copy(camera.position).add(forward);
    forward.negate();
    renderer.info.reset();
    renderer.clear();
    renderer.render(this.solids, camera);
    if (this.marks.children.some((child) => child.isGroup && child.visible && child.children.length)) {
      renderer.clearDepth();
      renderer.render(this.marks, camera);
    }
  }

  dispose() {
    this.renderer.dispose();
    this.canvas.remove();
  }
}

/** Whether the browser draws without a graphics card. */
function isSoftware() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return false;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
