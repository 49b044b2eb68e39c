// The clock that everything follows: present time, playing or not, speed, loop.

import { timeUnit } from "./numbers.js";

const SPEEDS = [1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

export const LONGEST = 0.25; // seconds that a picture may take; after longer ones time goes on where it was

/** Where all runs begin and end, and how far apart the frames of the densest are. */
export function spanOf(runs) {
  const moving = runs.filter((run) => run.frames > 1);
  if (!moving.length) return { from: runs[0]?.from ?? 0, to: runs[0]?.from ?? 0, step: 0 };
  return {
    from: Math.min(...moving.map((run) => run.from)),
    to: Math.max(...moving.map((run) => run.to)),
    step: Math.min(...moving.map((run) => (run.to - run.from) / (run.frames - 1))),
  };
}

/** The speed at which a run takes at least four seconds on the screen, and at most a minute. */
export function quietSpeed(duration) {
  if (duration >= 2 && duration <= 60) return 1;
  const asked = duration < 2 ? duration / 4 : duration / 60;
  return SPEEDS.findLast((speed) => speed <= asked) ?? SPEEDS[0];
}

/** The speeds to choose from: 0.05 to 20, and beyond where a run is very short or very long. */
export function speedsFor(duration) {
  return SPEEDS.filter((speed) => speed >= Math.min(0.05, quietSpeed(duration) / 5) && speed <= Math.max(20, quietSpeed(duration) * 5));
}

export class Clock {
  /** @param {{from: number, to: number, step: number}} span @param {{speed: number, loop: boolean}} habits */
  constructor(span, { speed, loop }) {
    Object.assign(this, span);
    this.scale = timeUnit(Math.max(Math.abs(span.from), Math.abs(span.to)));
    this.time = span.from;
    this.speed = speed;
    this.loop = loop;
    this.playing = false;
    this._timeListeners = [];
    this._stateListeners = [];
    this._still = [];
    this._last = 0;
    this.longest = LONGEST;
    this._frame = this._frame.bind(this);
  }

  get duration() {
    return this.to - this.from;
  }

  /** Calls `listener(time)` at every change of the time; returns a function that ends it. */
  onTime(listener) {
    this._timeListeners.push(listener);
    return () => {
      this._timeListeners = this._timeListeners.filter((other) => other !== listener);
    };
  }

  /** Calls `listener()` when playing, speed or loop change. */
  onState(listener) {
    this._stateListeners.push(listener);
  }

  /** Calls `listener()` once, when the clock stands still next. */
  onceStill(listener) {
    if (this.playing) this._still.push(listener);
    else listener();
  }

  play() {
    if (this.playing || this.duration <= 0) return;
    if (this.time >= this.to) this._set(this.from);
    this.playing = true;
    this._last = 0;
    requestAnimationFrame(this._frame);
    this._tell();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this._tell();
    for (const listener of this._still.splice(0)) listener();
  }

  playOrPause() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Goes to a time, which is held within the runs. */
  seek(time) {
    if (Number.isFinite(time)) this._set(Math.min(this.to, Math.max(this.from, time)));
  }

  /** Pauses and goes some frames on, to the instant of a frame. */
  stepFrames(count) {
    this.pause();
    if (this.step <= 0) return;
    const place = (this.time - this.from) / this.step;
    const near = Math.round(place);
    const whole = Math.abs(place - near) < 1e-6 ? near : count > 0 ? Math.floor(place) : Math.ceil(place);
    this.seek(this.from + (whole + count) * this.step);
  }

  setSpeed(speed) {
    this.speed = speed;
    this._tell();
  }

  /** The next faster (+1) or slower (−1) speed. */
  changeSpeed(direction) {
    const speeds = speedsFor(this.duration);
    const next = direction > 0 ? speeds.find((speed) => speed > this.speed * 1.001) : speeds.findLast((speed) => speed < this.speed / 1.001);
    if (next) this.setSpeed(next);
  }

  setLoop(on) {
    this.loop = on;
    this._tell();
  }

  _frame(now) {
    if (!this.playing) return;
    // after a pause of the browser's own, such as a hidden tab, time goes on where it was
    const passed = this._last ? Math.min(this.longest, (now - this._last) / 1000) : 0;
    this._last = now;
    let time = this.time + passed * this.speed;
    if (time >= this.to) {
      if (this.loop) time = this.from + ((time - this.from) % this.duration);
      else {
        this._set(this.to);
        this.pause();
        return;
      }
    }
    this._set(time);
    requestAnimationFrame(this._frame);
  }

  _set(time) {
    this.time = time;
    for (const listener of this._timeListeners) listener(time);
  }

  _tell() {
    for (const listener of this._stateListeners) listener();
  }
}
