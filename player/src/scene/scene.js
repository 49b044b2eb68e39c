/**
 * The scene: all runs of a model, drawn with three.js at one instant.
 *
 * Nothing is drawn unless something changed. A figure is one run; marks over the solids are made when they are first
 * shown. What is not finite is not drawn. Places read back (`poseOf`, `arrows`, `pick`) are in ground axes, without the
 * shift of runs side by side.
 */
import { Vector3 } from "three";
import { Scales, arrowPoints, legendOf } from "./arrows.js";
import { TRAIL, runColour } from "./colours.js";
import { joined, reach } from "./extent.js";
import { Figure } from "./figure.js";
import { Floor } from "./floor.js";
import { Ink } from "./ink.js";
import { allPoints, arrange, currentBall, floorHeight } from "./layout.js";
import { levelAxes } from "./level.js";
import { sizeLines } from "./lines.js";
import { Materials } from "./materials.js";
import { writeNames } from "./names.js";
import { Notice } from "./notice.js";
import { Overlays } from "./overlays.js";
import { Pace } from "./pace.js";
import { onClick, pickBody, pointBeside } from "./picking.js";
import { paintInto, pngOf } from "./picture.js";
import { drawnPlace } from "./readback.js";
import { LIGHTS } from "./shading.js";
import { sizeSigns } from "./signs.js";
import { Shapes } from "./solids.js";
import { Stage } from "./stage.js";
import { Followed, View } from "./view.js";

export const TOGGLES =
  "names frames axes loops centers trails reactions moments forces weight ellipsoids ghosts grid shadows".split(" ");
const MISSING =
  "This browser gives no 3D graphics (WebGL), so the machine cannot be drawn; plots and numbers still work.";
const LOST =
  "The browser has taken the 3D graphics away; they come back by themselves, or when the page is loaded again.";
const UNSORTED = 12; // frames
const MANY = 2000; // bodies, beyond which shadows are off
const NOTHING = [
  [-1, -1, 0],
  [1, 1, 1],
]; // where there is nothing to see

export class Scene {
  /**
   * @param {HTMLElement} parent  gets the picture, which fills it
   * @param {object} model  of readDocument()
   */
  constructor(parent, model) {
    Object.assign(this, { parent, model, time: -Infinity, layout: "overlay", selected: null });
    this.on = Object.fromEntries(TOGGLES.map((name) => [name, false]));
    this.onSelect = () => {};
    this.onNote = () => {}; // a sentence for the reader
    this.level = levelAxes(model.up);
    this.hasGround = (model.gravity ?? []).some((x) => x !== 0);
    this.kept = new Set();
    this.sorted = new Vector3();
    this.unsorted = 0;
    this.ball = { middle: new Vector3(), radius: 1 };
    if (getComputedStyle(parent).position === "static") parent.style.position = "relative";
    this.makeStage();
    this.materials = new Materials();
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
    this.stage?.aim(this.orbit.camera);
  }

  makeStage() {
    this.notice = new Notice(this.parent);
    try {
      this.stage = new Stage(this.level);
    } catch {
      this.stage = null;
      this.notice.say(MISSING);
      return;
    }
    this.parent.append(this.stage.canvas);
    this.stage.onLoss(
      () => {
        this.lost = true;
        this.notice.say(LOST);
      },
      () => {
        this.lost = false;
        this.notice.say("");
        this.setTime(this.time);
      },
    );
  }

  makeFigures() {
    const { machines, runs } = this.model;
    const shapes = machines.map((machine) => new Shapes(machine, Boolean(this.stage?.isSoftware)));
    this.figures = runs.map((run, k) => new Figure(run, k, machines[run.machine], shapes[run.machine], this.materials));
    this.bodyCount = this.figures.reduce((sum, figure) => sum + figure.count, 0);
    this.scales = new Scales(Math.max(...machines.map(({ size }) => (Number.isFinite(size) ? size : 0))));
    for (const figure of this.figures) {
      const colour = runs.length > 1 ? runColour(figure.index) : TRAIL;
      figure.overlays = new Overlays(figure, this.materials, this.scales, colour);
      if (figure.run.arrows) this.scales.see(figure.run.arrows);
      this.stage?.solids.add(figure.group);
      this.stage?.marks.add(figure.marks);
    }
    this.floor = new Floor(this.level);
    this.stage?.solids.add(this.floor.group);
  }

  listen() {
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.parent);
    if (!this.stage) return;
    onClick(this.stage.canvas, (x, y) => {
      const found = this.pick(x, y);
      this.select(found && found.body >= 0 ? { run: found.run, body: found.body } : null);
      this.onSelect(this.selected);
    });
  }

  // --- time and poses -------------------------------------------------------------------------------------------------

  setTime(t) {
    this.time = t;
    for (const figure of this.figures) if (figure.visible) figure.setTime(t);
    this.orbit.keepUp();
    this.stale = true;
    this.request();
  }

  /** Poses from elsewhere, 7 numbers per body; null: those of the document again. */
  setPoses(run, poses) {
    const figure = this.figures[run];
    figure.given = poses;
    figure.setTime(this.time);
    const far =
      figure.radius > 0 && figure.middle.distanceTo(this.ball.middle) + figure.radius > 1.2 * this.ball.radius;
    if (far && poses) {
      figure.extent.add(figure.places);
      this.arrange();
    }
    this.orbit.keepUp();
    this.stale = true;
    this.request();
  }

  /** Arrows from elsewhere, as in the document but each with its point in ground axes. */
  setArrows(run, arrows) {
    this.figures[run].overlays.setArrows(arrows);
    this.scales.see(arrows);
    this.stale = true;
    this.request();
  }

  // --- what is shown ----------------------------------------------------------------------------------------------------

  show(toggle, on) {
    if (!(toggle in this.on)) return;
    this.on[toggle] = on;
    if (toggle === "shadows") {
      this.pace.keepShadows = on;
      if (this.stage) this.stage.shadows = on;
    }
    for (const { overlays } of this.figures) overlays.show(toggle, on);
    this.stale = true;
    this.request();
  }

  /** The trail of a point of a body, on or off; trails are seen while their toggle is on. */
  trail(run, body, at, on) {
    this.figures[run].overlays.trail(body, at ?? [0, 0, 0], on);
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
    this.view(this.figures.length > 1 ? "corner" : "fit");
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
    let [low, high] = reach(allPoints(this.figures), [right, away, up]);
    if (!(low[0] <= high[0])) [low, high] = NOTHING;
    this.floor.place(floorHeight(low, high), low, high);
    const middle = low.map((value, d) => (value + high[d]) / 2);
    this.ball.middle.set(...[0, 1, 2].map((c) => middle[0] * right[c] + middle[1] * away[c] + middle[2] * up[c]));
    this.ball.radius = Math.max(1e-6, Math.hypot(...high.map((value, d) => value - low[d])) / 2);
    this.stale = true;
    this.request();
  }

  // --- camera -----------------------------------------------------------------------------------------------------------

  view(name) {
    const points = joined([allPoints(this.figures), ...this.figures.map((figure) => arrowPoints(figure))]);
    this.orbit.radius = this.ball.radius;
    if (name === "fit") this.orbit.fit(points);
    else this.orbit.look(name, points, this.layout === "side" && this.figures.length > 1);
    this.request();
  }

  get camera() {
    return this.orbit.state;
  }

  setCamera(state) {
    this.orbit.set(state);
    this.request();
  }

  /** Tells how many pixels at the left, right and bottom others cover: the picture's middle moves into what is free. */
  cover(covered) {
    const { left, right, bottom } = this.orbit.covered;
    if (covered.left === left && covered.right === right && covered.bottom === bottom) return;
    this.orbit.cover(covered);
    this.request();
  }

  /** Lets the user turn the camera, or not while something is dragged. */
  setOrbit(on) {
    this.orbit.controls.enabled = on;
  }

  /** Keeps a body where it is in the picture; null: none. */
  follow(run, body = null) {
    const figure = this.figures[run];
    this.orbit.followed = body !== null && body >= 0 && figure?.count > body ? new Followed(figure, body) : null;
  }

  // --- picking and selecting ----------------------------------------------------------------------------------------------

  /** The body at a pixel, from the picture's upper left: the nearest, with the point in ground axes. */
  pick(x, y) {
    return pickBody(this.figures, x / this.wide, y / this.high, this.orbit.camera);
  }

  /** The point under a pixel in the plane through a point of a run that faces the camera; for drags. */
  pointAt(x, y, through, run = 0) {
    return pointBeside(through, this.figures[run].shift, x / this.wide, y / this.high, this.orbit.camera);
  }

  select(what) {
    for (const { overlays } of this.figures) overlays.outlineBody(null);
    const figure = what && this.figures[what.run];
    this.selected = figure && what.body >= 0 && what.body < figure.count ? { run: what.run, body: what.body } : null;
    if (this.selected) figure.overlays.outlineBody(what.body);
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
    return legendOf(this.figures, this.on, this.scales);
  }

  arrows() {
    this.refresh();
    return this.figures.flatMap((figure) => (figure.visible ? (figure.overlays.arrows?.drawn() ?? []) : []));
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
    this.changed = true;
    this.handle ??= requestAnimationFrame((now) => this.frame(now));
  }

  /** Draws what changed, and looks once more: whoever moves the scene may do so later in the same frame. */
  frame(now) {
    this.handle = null;
    if (!this.changed) {
      this.pace.idle();
      return;
    }
    this.changed = false;
    this.draw(this.pace.next(now));
    this.handle = requestAnimationFrame((later) => this.frame(later));
  }

  /** Marks and shadows of the present poses. */
  refresh() {
    if (!this.stale) return;
    this.stale = false;
    for (const figure of this.figures) if (figure.visible) figure.overlays.update(this.time);
    const radius = currentBall(this.figures, MIDDLE);
    if (!this.stage || !this.on.shadows) return;
    const wide = this.stage.fitShadows(MIDDLE, radius, this.floor.height);
    this.floor.fitShade(MIDDLE, wide, this.stage.toLight);
  }

  /** Merged solids from front to back, after the camera turned, and now and then while bodies move. */
  sort() {
    this.orbit.camera.getWorldDirection(FORWARD);
    this.unsorted += this.stale ? 1 : 0;
    if (this.unsorted < UNSORTED && this.sorted.distanceToSquared(FORWARD) < 0.02) return;
    this.unsorted = 0;
    this.sorted.copy(FORWARD);
    for (const figure of this.figures) if (figure.visible) figure.solids.sort(FORWARD);
  }

  draw(ratio) {
    if (!this.stage || this.lost) return;
    this.setRatio(ratio);
    LIGHTS.soft.value = ratio >= this.pace.sharp ? 1 : 0;
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
    return pngOf(picture);
  }

  /** Pixels of a picture for others: width and height. */
  pictureSize() {
    const ratio = this.pace.fine;
    return [Math.round(this.wide * ratio), Math.round(this.high * ratio)];
  }

  /** Draws the present picture into a canvas, with everything that is written over it; panels do not shift it. */
  paint(picture) {
    const { covered } = this.orbit;
    this.orbit.shift({ left: 0, right: 0, bottom: 0 });
    this.draw(this.pace.sharp);
    paintInto(picture, this);
    this.orbit.shift(covered);
  }

  dispose() {
    cancelAnimationFrame(this.handle);
    this.pace.stop();
    this.watcher?.disconnect();
    this.orbit.controls.dispose();
    this.stage?.dispose();
    for (const element of [this.ink.canvas, this.ink.compass, this.notice.element]) element.remove();
  }
}

const MIDDLE = new Vector3();
const FORWARD = new Vector3();
