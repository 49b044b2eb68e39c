// Bodies by mouse and touch: paused, a drag poses; running, it pushes. The background turns the view, and so does Shift.

import { throttled } from "../ui/elements.js";
import { inBody, inGround } from "./frame.js";
import { Band } from "./band.js";

const EVERY = 25; // milliseconds between messages
const CLICK = 4; // pixels that a click may move

export class Drag {
  /**
   * @param {HTMLElement} stage @param scene
   * @param {{ask: Function, latest: () => Object, names: string[], select: Function, push: () => number[] | null}} use
   */
  constructor(stage, scene, use) {
    Object.assign(this, { stage, scene, use });
    this._held = null; // {pointer, body, at, through, start, moved}
    this._band = new Band(stage);
    this._draw = throttled(EVERY, () => this._tell());
    stage.addEventListener("pointerdown", (event) => this._down(event), { capture: true });
    window.addEventListener("pointermove", (event) => this._move(event), { capture: true });
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, (event) => this._up(event), { capture: true });
  }

  get active() {
    return Boolean(this._held);
  }

  _down(event) {
    if (this._held) {
      this._release(); // a second finger turns the view
      return;
    }
    const inScene = event.target instanceof HTMLCanvasElement;
    if (!inScene || event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const frame = this.use.latest();
    const [x, y] = this._place(event);
    const found = frame && this.scene.pick(x, y);
    if (!found || found.body < 0) return;
    event.stopPropagation();
    event.preventDefault();
    this._held = {
      pointer: event.pointerId,
      body: found.body,
      at: inBody(frame.poses, 7 * found.body, found.point),
      through: found.point,
      start: [x, y],
      moved: false,
    };
    document.body.classList.add("live-dragging");
  }

  _move(event) {
    const held = this._held;
    if (!held || event.pointerId !== held.pointer) return;
    event.stopPropagation();
    const [x, y] = this._place(event);
    held.moved ||= Math.hypot(x - held.start[0], y - held.start[1]) > CLICK;
    if (!held.moved) return;
    held.pixel = [x, y];
    held.to = this.scene.pointAt(x, y, held.through);
    this._draw();
    this.frame();
  }

  _up(event) {
    const held = this._held;
    if (!held || event.pointerId !== held.pointer) return;
    event.stopPropagation();
    if (!held.moved) this.use.select({ run: 0, body: held.body });
    this._release();
  }

  /** Draws the band anew, as the body moves. */
  frame() {
    const held = this._held;
    const frame = this.use.latest();
    if (!held?.pixel || !frame) return this._band.hide();
    const from = this.scene.screenOf(inGround(frame.poses, 7 * held.body, held.at));
    this._band.show(from, held.pixel, frame.running ? this.use.push() : null);
  }

  _tell() {
    const held = this._held;
    if (held?.to?.every(Number.isFinite)) this.use.ask("grab", { name: this.use.names[held.body], at: held.at, to: held.to });
  }

  _release() {
    if (this._held?.moved) this.use.ask("release");
    this._held = null;
    this._band.hide();
    document.body.classList.remove("live-dragging");
  }

  _place(event) {
    const box = this.stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
}
