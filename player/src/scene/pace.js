/**
 * How fine the picture is: sharp at rest, coarser in motion where drawing is slow.
 *
 * Without a graphics card a moving picture has one pixel for each of the page; as soon as nothing moves it is drawn once
 * more, finer. Where frames still come slowly it gets coarser, and shadows go.
 */

const SHARPEST = 2; // pixels of the picture per pixel of the page, along each side
const REST = 150; // milliseconds without a change
const SLOW = 1000 / 18; // milliseconds per frame
const PATIENCE = 8; // slow frames in a row; of many bodies, one that is much slower counts for up to half of them
const MANY = 1000; // bodies, beyond which a finer picture takes too long without a graphics card, and a moving one may be coarser

export class Pace {
  constructor(scene) {
    this.scene = scene;
    this.last = -Infinity;
    this.slow = 0;
    this.coarse = 1;
    this.keepShadows = false; // the user asked for them
    this.steps = [0.8, "shadows", 0.64, 0.5, ...(scene.bodyCount > MANY ? [0.35] : [])];
  }

  get isSoftware() {
    return Boolean(this.scene.stage?.isSoftware);
  }

  /** What a screen shows. */
  get fine() {
    return Math.min(window.devicePixelRatio || 1, SHARPEST);
  }

  /** At rest. */
  get sharp() {
    if (!this.isSoftware) return this.fine;
    return this.scene.bodyCount > MANY ? 1 : SHARPEST;
  }

  /** The ratio for a frame that is drawn now. */
  next(now) {
    clearTimeout(this.timer);
    const moves = this.last > -Infinity;
    this.watch(moves ? now - this.last : 0);
    this.last = now;
    if (this.isSoftware) return Math.min(1, this.sharp) * this.coarse;
    return this.sharp * (moves ? this.coarse : 1);
  }

  /** Nothing changed since the last frame; if that lasts, one sharp picture follows. */
  idle() {
    this.last = -Infinity;
    clearTimeout(this.timer);
    if (this.scene.ratio < this.sharp) this.timer = setTimeout(() => this.scene.draw(this.sharp), REST);
  }

  watch(took) {
    const counts = this.scene.bodyCount > MANY ? Math.min(took / SLOW, PATIENCE / 2) : 1;
    this.slow = took > SLOW ? this.slow + counts : 0;
    if (this.slow < PATIENCE || !this.steps.length) return;
    this.slow = 0;
    const step = this.steps.shift();
    if (step !== "shadows") this.coarse = step;
    else if (this.scene.on.shadows && !this.keepShadows) this.scene.dropShadows();
  }

  stop() {
    clearTimeout(this.timer);
  }
}
