/**
 * The scene: all runs of a model, drawn with three.js at one instant.
 *
 * Nothing is drawn unless something changed. A figure is one run; marks over the solids are made when they are first
 * shown. What is not finite is not drawn. Places read back (`poseOf`, `arrows`, `pick`) are in ground axes, without the
 * shift of runs side by side.
 */
import { Raycaster, Vector2, Vector3 } from "three";
import { Arrows, Scales, toggleOf } from "./arrows.js";
import { Figure } from "./figure.js";
import { Floor } from "./floor.js";
import { Ghosts } from "./ghosts.js";
import { Ink } from "./ink.js";
import { allPoints, arrange, currentBall, floorHeight } from "./layout.js";
import { levelAxes } from "./level.js";
import { sizeLines } from "./lines.js";
import { Loops } from "./loops.js";
import { axes, ellipsoids, frames } from "./marks.js";
import { Materials } from "./materials.js";
import { writeNames } from "./names.js";
import { Centers, sizeSigns } from "./signs.js";
import { Shapes, Solids } from "./solids.js";
import { Pace } from "./pace.js";
import { Stage } from "./stage.js";
import { Trails } from "./trails.js";
import { View } from "./view.js";
import { reach } from "./extent.js";
import { drawnPlace } from "./readback.js";

export const TOGGLES = (
  "names frames axes loops centers trails reactions moments forces weight ellipsoids ghosts grid shadows"
).split(" ");
const ARROWS = new Set(["reactions", "moments", "forces", "weight"]);
const MANY = 2000; // bodies, beyond which shadows are off
const CLICK = 5; // pixels: more is a drag

export class Scene {
  /**
   * @param {HTMLElement} parent  gets the picture, which fills it
   * @param {object} model  of readDocument()
   */
  constructor(parent, model) {
    Object.assign(this, { parent, model, time: -Infinity, layout: "overlay", selected: null, followed: null });
    this.on = Object.fromEntries(TOGGLES.map((name) => [name, false]));
    this.onSelect = () => {};
    this.onNote = () => {}; // a sentence for the reader
    this.level = levelAxes(model.up);
    this.hasGround = (model.gravity ?? []).some((x) => x !== 0);
    this.pieces = new Map();
    this.kept = new Set();
    this.sorted = new Vector3();
    this.ball = { middle: new Vector3(), radius: 1 };
    if (getComputedStyle(parent).position === "static") parent.style.position = "relative";
    this.makeStage();
    this.materials = new Materials(!this.stage?.isSoftware);
    this.makeFigures();
    this.pace = new Pace(this);
    this.orbit = new View(this.stage?.canvas ?? parent, this.level, () => this.request());
    this.ink = new Ink(parent);
    this.listen();
    this.setTheme("light");
    this.on.grid = this.hasGround;
    this.on.shadows = this.bodyCount <= MANY;
    if (this.stage) this.stage.shadows = this.on.shadows;
    this.setTime(Math.min(...model.runs.map((run) => run.from)));
    this.arrange();
    this.resize();
    this.view("corner");
  }

  makeStage() {
    try {
      this.stage = new Stage(this.level);
    } catch {
      this.stage = null;
      this.say("This browser gives no 3D graphics (WebGL), so the machine cannot be drawn; plots and numbers still work.");
      return;
    }
    const { canvas } = this.stage;
    Object.assign(canvas.style, { display: "block", touchAction: "none", outlineOffset: "-2px" });
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The machine in motion; drag to turn it, scroll to zoom.");
    this.parent.append(canvas);
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      this.lost = true;
      this.say("The browser has taken the 3D graphics away; they come back by themselves, or when the page is loaded again.");
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.lost = false;
      this.say("");
      this.setTime(this.time);
    });
  }

  makeFigures() {
    const { machines, runs } = this.model;
    const shapes = machines.map((machine) => new Shapes(machine, Boolean(this.stage?.isSoftware)));
    this.figures = runs.map((run, k) => new Figure(run, k, machines[run.machine], shapes[run.machine], this.materials));
    this.bodyCount = this.figures.reduce((sum, figure) => sum + figure.count, 0);
    this.scales = new Scales(Math.max(...machines.map(({ size }) => (Number.isFinite(size) ? size : 0))));
    for (const figure of this.figures) {
      this.pieces.set(figure, {});
      if (figure.run.arrows) this.scales.see(figure.run.arrows);
      this.stage?.solids.add(figure.group);
      this.stage?.marks.add(figure.marks);
    }
    this.floor = new Floor(this.level, !this.stage?.isSoftware);
    this.stage?.solids.add(this.floor.group);
  }

  listen() {
    const target = this.stage?.canvas;
    if (!target) return;
    let start = null;
    target.addEventListener("pointerdown", (event) => (start = event.isPrimary && event.button === 0 ? [event.offsetX, event.offsetY] : null));
    target.addEventListener("pointerup", (event) => {
      if (!start || Math.hypot(event.offsetX - start[0], event.offsetY - start[1]) > CLICK) return;
      start = null;
      const found = this.pick(event.offsetX, event.offsetY);
      this.select(found && found.body >= 0 ? { run: found.run, body: found.body } : null);
      this.onSelect(this.selected);
    });
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.parent);
  }

  /** A sentence instead of a blank picture. */
  say(text) {
    if (!this.notice) {
      this.notice = document.createElement("p");
      this.notice.setAttribute("role", "alert");
      Object.assign(this.notice.style, {
        position: "absolute",
        inset: "auto 10% 50% 10%",
        margin: "0",
        padding: "1em",
        borderRadius: "8px",
        textAlign: "center",
        font: "16px/1.4 system-ui, sans-serif",
        color: "#7a1420",
        background: "#fdecee",
        zIndex: "1",
      });
      this.parent.append(this.notice);
    }
    this.notice.textContent = text;
    this.notice.hidden = !text;
  }

  // --- time and poses -------------------------------------------------------------------------------------------------

  setTime(t) {
    this.time = t;
    for (const figure of this.figures) if (figure.visible) figure.setTime(t);
    this.followBody();
    this.stale = true;
    this.request();
  }

  /** Poses from elsewhere, 7 numbers per body; null: those of the document again. */
  setPoses(run, poses) {
    const figure = this.figures[run];
    figure.given = poses;
    figure.setTime(this.time);
    const far = figure.radius > 0 && figure.middle.distanceTo(this.ball.middle) + figure.radius > 1.2 * this.ball.radius;
    if (far && poses) {
      figure.extent.add(figure.places);
      this.arrange();
    }
    this.followBody();
    this.stale = true;
    this.request();
  }

  /** Arrows from elsewhere, as in the document but with six numbers in each one's values. */
  setArrows(run, arrows) {
    const figure = this.figures[run];
    const parts = this.parts(figure);
    if (parts.arrows) parts.arrows.set(arrows);
    else figure.run.arrows = arrows;
    this.scales.see(arrows);
    this.stale = true;
    this.request();
  }

  /** What is made so far of a figure's marks. */
  parts(figure) {
    return this.pieces.get(figure);
  }

  // --- what is shown ----------------------------------------------------------------------------------------------------

  show(toggle, on) {
    if (!(toggle in this.on)) return;
    this.on[toggle] = on;
    if (toggle === "shadows") {
      this.pace.keepShadows = on;
      if (this.stage) this.stage.shadows = on;
    }
    for (const figure of this.figures) this.showOn(figure, toggle, on);
    this.stale = true;
    this.request();
  }

  showOn(figure, toggle, on) {
    const parts = this.parts(figure);
    const make = { frames, axes, ellipsoids }[toggle];
    if (make) {
      parts[toggle] ??= on ? make(figure, this.materials) : null;
      for (const { mesh } of parts[toggle] ?? []) attach(mesh, figure.marks, on);
    } else if (ARROWS.has(toggle)) {
      parts.arrows ??= on ? new Arrows(figure, this.materials, this.scales) : null;
      parts.arrows?.toggle(toggle, on);
    } else if (toggle === "centers") {
      parts.centers ??= on ? new Centers(figure) : null;
      if (parts.centers) attach(parts.centers.mesh, figure.marks, on);
    } else if (toggle === "loops") {
      parts.loops ??= on && figure.machine.loops.length ? new Loops(figure) : null;
      for (const mesh of parts.loops?.meshes ?? []) attach(mesh, figure.marks, on);
    } else if (toggle === "trails") {
      if (on) parts.trails ??= new Trails(figure);
      parts.trails?.show(on);
    } else if (toggle === "ghosts") {
      if (on && figure.run.frames > 1) parts.ghosts ??= new Ghosts(figure);
      else if (!on) {
        parts.ghosts?.dispose();
        parts.ghosts = null;
      }
    }
  }

  /** Marks where bodies are now; only those that are shown. */
  updateMarks(figure) {
    const parts = this.parts(figure);
    for (const name of ["frames", "axes", "ellipsoids"]) {
      if (this.on[name]) for (const batch of parts[name] ?? []) batch.update(figure.places);
    }
    if (this.on.centers) parts.centers?.update();
    if (this.on.loops) parts.loops?.update();
    if (this.on.trails) parts.trails?.update(this.time);
    if (parts.arrows?.shown) parts.arrows.update(this.time);
    parts.outline?.update(figure.places);
  }

  /** The trail of a point of a body, on or off; trails are seen while their toggle is on. */
  trail(run, body, at, on) {
    const figure = this.figures[run];
    const parts = this.parts(figure);
    parts.trails ??= new Trails(figure);
    parts.trails.set(body, at ?? [0, 0, 0], on);
    parts.trails.show(this.on.trails);
    this.stale = true;
    this.request();
  }

  setTheme(name) {
    this.theme = name === "dark" ? "dark" : "light";
    this.stage?.setTheme(this.theme);
    this.floor.setTheme(this.theme);
    this.ink?.setTheme(this.theme);
    this.request();
  }

  setLayout(layout) {
    this.layout = layout === "side" ? "side" : "overlay";
    this.arrange();
    this.view("fit");
  }

  setRunVisible(run, on) {
    const figure = this.figures[run];
    figure.visible = on;
    if (on) figure.setTime(this.time);
    this.arrange();
  }

  /** Places, tints and floor, after the set of visible runs or the layout changed. */
  arrange() {
    arrange(this.figures, this.layout, this.level);
    const natural = this.layout === "side" ? null : this.figures.findIndex((figure) => figure.visible);
    this.figures.forEach((figure, k) => figure.tint(natural !== null && k !== natural));
    const { right, away, up } = this.level;
    const [low, high] = reach(allPoints(this.figures), [right, away, up]);
    if (low[0] <= high[0]) {
      this.height = floorHeight(low, high);
      this.floor.place(this.height, low, high);
      const middle = low.map((value, d) => (value + high[d]) / 2);
      this.ball.middle.set(...[0, 1, 2].map((c) => middle[0] * right[c] + middle[1] * away[c] + middle[2] * up[c]));
      this.ball.radius = Math.max(1e-6, Math.hypot(...high.map((value, d) => value - low[d])) / 2);
    }
    this.stale = true;
    this.request();
  }

  // --- camera -----------------------------------------------------------------------------------------------------------

  view(name) {
    const points = allPoints(this.figures);
    this.orbit.radius = this.ball.radius;
    if (name === "fit") this.orbit.fit(points);
    else this.orbit.look(name, points);
    this.request();
  }

  get camera() {
    return this.orbit.state;
  }

  setCamera(state) {
    this.orbit.set(state);
    this.request();
  }

  /** Lets the user turn the camera, or not while something is dragged. */
  setOrbit(on) {
    this.orbit.controls.enabled = on;
  }

  follow(run, body = null) {
    const usable = body !== null && body >= 0 && this.figures[run]?.count > body;
    this.followed = usable ? { figure: this.figures[run], body, last: new Float64Array(3).fill(NaN) } : null;
    this.followBody();
  }

  followBody() {
    if (!this.followed) return;
    const { figure, body, last } = this.followed;
    const now = figure.anchor(body, new Float64Array(3));
    if (!Number.isFinite(now[0] + now[1] + now[2])) return;
    if (Number.isFinite(last[0])) this.orbit.shift(new Vector3(now[0] - last[0], now[1] - last[1], now[2] - last[2]));
    last.set(now);
  }

  // --- picking and selecting ----------------------------------------------------------------------------------------------

  /** The body at a pixel, from the picture's upper left: the nearest, with the point in ground axes. */
  pick(x, y) {
    this.ray(x, y);
    let best = null;
    for (const figure of this.figures) {
      if (!figure.visible) continue;
      figure.group.updateMatrixWorld();
      for (const batch of figure.solids.batches) {
        for (const { instanceId, distance, point } of batch.intersections(CASTER)) {
          if (!(distance < (best?.distance ?? Infinity))) continue;
          const at = point.clone().sub(figure.shift).toArray();
          best = { distance, run: figure.index, body: batch.pieces[instanceId].body, point: at };
        }
      }
    }
    return best && { run: best.run, body: best.body, point: best.point };
  }

  /** The point under a pixel in the plane through a point of a run that faces the camera; for drags. */
  pointAt(x, y, through, run = 0) {
    this.ray(x, y);
    const { camera } = this.orbit;
    const forward = camera.getWorldDirection(new Vector3());
    const shift = this.figures[run]?.shift ?? new Vector3();
    const from = new Vector3(...through).add(shift).sub(CASTER.ray.origin);
    const far = from.dot(forward) / CASTER.ray.direction.dot(forward);
    return CASTER.ray.at(far, new Vector3()).sub(shift).toArray();
  }

  ray(x, y) {
    const { camera } = this.orbit;
    camera.updateMatrixWorld();
    CASTER.setFromCamera(new Vector2((2 * x) / this.wide - 1, 1 - (2 * y) / this.high), camera);
  }

  select(what) {
    if (this.selected) {
      const parts = this.parts(this.figures[this.selected.run]);
      parts.outline?.dispose();
      parts.outline = null;
    }
    const figure = what && this.figures[what.run];
    this.selected = figure && what.body >= 0 && what.body < figure.count ? { run: what.run, body: what.body } : null;
    if (this.selected) {
      const { shapes, group, places } = figure;
      const outline = new Solids(shapes, this.materials, { body: what.body, outline: true }).addTo(group);
      for (const { mesh } of outline.batches) mesh.raycast = () => {};
      outline.update(places);
      this.parts(figure).outline = outline;
    }
    this.request();
  }

  // --- arrows and reading back --------------------------------------------------------------------------------------------

  /** Makes arrows longer by a factor. */
  arrowScale(factor) {
    if (factor > 0 && Number.isFinite(factor)) this.scales.factor = factor;
    this.stale = true;
    this.request();
  }

  /** What lengths mean, for each group of arrows that is shown. */
  arrowLegend() {
    const rows = new Map();
    for (const figure of this.figures) {
      if (!figure.visible) continue;
      for (const arrow of this.parts(figure).arrows?.list ?? []) {
        const { group, kind, unit } = arrow;
        if (!this.on[toggleOf(arrow)]) continue;
        rows.set(`${group} ${kind}`, { group, kind, unit, text: this.scales.text(kind, unit) });
      }
    }
    return [...rows.values()];
  }

  arrows() {
    this.refresh();
    return this.figures.flatMap((figure) => (figure.visible ? (this.parts(figure).arrows?.drawn() ?? []) : []));
  }

  /** Where a body is drawn: 16 numbers row by row, or null if it is hidden or has no solids. */
  poseOf(run, body) {
    return drawnPlace(this.figures[run], body);
  }

  screenOf(point) {
    const { camera } = this.orbit;
    camera.updateMatrixWorld();
    const at = new Vector3(...point).project(camera);
    return [((at.x + 1) / 2) * this.wide, ((1 - at.y) / 2) * this.high];
  }

  /** Names that are written now, with their pixels. */
  labels() {
    this.refresh();
    writeNames(this.ink, this, this.kept);
    return this.ink.written.map((label) => ({ ...label }));
  }

  // --- drawing ------------------------------------------------------------------------------------------------------------

  resize() {
    this.wide = Math.max(1, this.parent.clientWidth);
    this.high = Math.max(1, this.parent.clientHeight);
    this.orbit.resize(this.wide, this.high);
    this.ink.resize(this.wide, this.high);
    this.ratio = null; // the next frame finds it
    this.request();
  }

  /** Makes the picture as fine as it should be now. */
  setRatio(ratio) {
    if (ratio === this.ratio) return;
    this.ratio = ratio;
    const [wide, high] = [this.wide * ratio, this.high * ratio];
    this.stage.resize(this.wide, this.high, ratio);
    sizeLines(wide, high, ratio);
    sizeSigns(wide, high, ratio);
    this.materials.outline.uniforms.size.value.set(wide, high);
    this.materials.outline.uniforms.wide.value = 2.5 * ratio;
  }

  /** Asks for one frame. */
  request() {
    this.handle ??= requestAnimationFrame((now) => {
      this.handle = null;
      this.draw(this.pace.next(now));
    });
  }

  /** Marks and shadows of the present poses. */
  refresh() {
    if (!this.stale) return;
    this.stale = false;
    for (const figure of this.figures) if (figure.visible) this.updateMarks(figure);
    const radius = currentBall(this.figures, MIDDLE);
    if (!this.stage || !this.on.shadows) return;
    const wide = this.stage.fitShadows(MIDDLE, radius, this.height ?? 0);
    this.floor.fitShade(MIDDLE, wide, this.stage.toLight);
  }

  /** Merged solids from front to back, after they or the camera moved. */
  sort() {
    this.orbit.camera.getWorldDirection(FORWARD);
    if (!this.stale && this.sorted.distanceToSquared(FORWARD) < 0.01) return;
    this.sorted.copy(FORWARD);
    for (const figure of this.figures) if (figure.visible) figure.solids.sort(FORWARD);
  }

  draw(ratio) {
    if (!this.stage || this.lost) return;
    this.setRatio(ratio);
    this.sort();
    this.refresh();
    const { group } = this.floor;
    group.visible = this.on.grid && this.hasGround && this.floor.isBelow(this.orbit.camera.position);
    this.floor.shade.visible = this.on.shadows;
    this.orbit.clip(this.ball.middle, this.ball.radius, group.visible ? this.floor.radius : 0);
    this.stage.draw(this.orbit.camera);
    writeNames(this.ink, this, this.kept);
    this.ink.drawCompass(this.orbit.camera, group.visible ? this.floor.step : 0);
  }

  /** Turns shadows off where drawing is slow. */
  dropShadows() {
    this.on.shadows = this.stage.shadows = false;
    this.onNote("Shadows are off, because drawing is slow here.");
  }

  /** The picture as PNG, with everything that is written over it. */
  toBlob() {
    const picture = document.createElement("canvas");
    [picture.width, picture.height] = this.pictureSize();
    this.paint(picture);
    return new Promise((done) => picture.toBlob(done, "image/png"));
  }

  /** Pixels of a picture for others: width and height. */
  pictureSize() {
    const ratio = this.pace.fine;
    return [Math.round(this.wide * ratio), Math.round(this.high * ratio)];
  }

  /** Draws the present picture into a canvas, with everything that is written over it. */
  paint(picture) {
    this.draw(this.pace.sharp);
    const pen = picture.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(this.stage?.canvas ?? this.ink.canvas, 0, 0, picture.width, picture.height);
    if (this.ink.wrote) pen.drawImage(this.ink.canvas, 0, 0, picture.width, picture.height);
    const scale = picture.width / this.wide;
    const { compass } = this.ink;
    const [wide, high] = [compass.clientWidth * scale, compass.clientHeight * scale];
    pen.drawImage(compass, 8 * scale, picture.height - high - 8 * scale, wide, high);
  }

  dispose() {
    cancelAnimationFrame(this.handle);
    this.pace.stop();
    this.watcher?.disconnect();
    this.orbit.controls.dispose();
    this.stage?.dispose();
    for (const element of [this.ink.canvas, this.ink.compass, this.notice]) element?.remove();
  }
}

const CASTER = new Raycaster();
const MIDDLE = new Vector3();
const FORWARD = new Vector3();

function attach(mesh, group, on) {
  if (on) group.add(mesh);
  else mesh.removeFromParent();
}
