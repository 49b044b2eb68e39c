/** Writing over the scene: names, labels of runs, the compass with the size of the floor's squares. */
import { AXIS_COLOURS, THEMES } from "./colours.js";
import { withPrefix } from "./arrows.js";

const FACE = '12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
const BOLD = `600 ${FACE.replace("12px", "13px")}`;
const MOST = 60; // labels at once
const LONGEST = 42; // letters
const COMPASS = { wide: 190, high: 76 };

/** A name as one line: long ones are cut, what has no shape is replaced. */
export function plain(text) {
  const line = [...String(text)].map((c) => (/[\p{C}\p{Zl}\p{Zp}]/u.test(c) ? "\uFFFD" : c));
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).join("")}…` : line.join("");
}

export class Ink {
  constructor(parent) {
    this.canvas = sheet(parent);
    this.compass = sheet(parent);
    Object.assign(this.compass.style, { left: "8px", top: "auto", bottom: "8px" });
    this.pen = this.canvas.getContext("2d");
    this.boxes = new Float64Array(4 * MOST);
    this.setTheme("light");
    this.used = 0;
    this.wrote = false;
    this.written = [];
  }

  setTheme(name) {
    this.theme = THEMES[name];
  }

  resize(wide, high) {
    Object.assign(this, { wide, high, ratio: Math.min(window.devicePixelRatio || 1, 2) });
    fitted(this.canvas, wide, high, this.ratio);
    this.compassState = "";
    fitted(this.compass, COMPASS.wide, COMPASS.high, this.ratio);
  }

  /** Wipes the sheet; a sheet without writing is not shown, which spares the browser work. */
  begin() {
    if (this.wrote) this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.wrote = false;
    this.used = 0;
    this.written.length = 0;
  }

  end() {
    if (this.wrote === this.shown) return;
    this.shown = this.wrote;
    this.canvas.style.display = this.wrote ? "block" : "none";
  }

  /** Writes a label unless it would cover another; tells whether it did. `between`: where it may begin and end. */
  label(text, x, y, { bold = false, colour = null, above = 0, between = null } = {}) {
    if (this.used >= MOST || !(x > -80 && x < this.wide + 80 && y > -20 && y < this.high + 20)) return false;
    const { pen, boxes, theme } = this;
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.font = bold ? BOLD : FACE;
    const line = between ? this.shortened(plain(text), between[1] - between[0] - 10) : plain(text);
    const wide = pen.measureText(line).width + 10;
    const high = bold ? 20 : 18;
    const middle = between ? Math.max(Math.min(x, between[1] - wide / 2), between[0] + wide / 2) : x;
    const left = Math.round(middle - wide / 2);
    const top = Math.round(y - high / 2 - above);
    for (let k = 0; k < this.used; k++) {
      const apart =
        left > boxes[4 * k + 2] ||
        boxes[4 * k] > left + wide ||
        top > boxes[4 * k + 3] ||
        boxes[4 * k + 1] > top + high;
      if (!apart) return false;
    }
    boxes.set([left, top, left + wide, top + high], 4 * this.used++);
    pen.fillStyle = theme.halo;
    pen.beginPath();
    pen.roundRect(left, top, wide, high, 4);
    pen.fill();
    pen.fillStyle = colour ?? theme.ink;
    pen.textBaseline = "middle";
    pen.fillText(line, left + 5, top + high / 2 + 0.5);
    this.wrote = true;
    this.written.push({ text: line, x, y });
    return true;
  }

  /** A line that is not wider than its room, in the present type: an ellipsis stands for what its middle was. */
  shortened(line, room) {
    const letters = [...line];
    let text = line;
    for (let kept = letters.length - 1; kept > 1 && this.pen.measureText(text).width > room; kept--) {
      const end = Math.floor(kept / 2);
      text = `${letters.slice(0, kept - end).join("").trimEnd()}…${letters.slice(letters.length - end).join("").trimStart()}`;
    }
    return text;
  }

  /** The ground's axes as the camera sees them, and how large the floor's squares are. */
  drawCompass(camera, step) {
    const { ratio, theme } = this;
    const e = camera.matrixWorldInverse.elements;
    const state = `${[0, 1, 2, 4, 5, 6, 8, 9, 10].map((k) => e[k].toFixed(3))} ${step} ${ratio} ${theme.ink}`;
    if (state === this.compassState) return;
    this.compassState = state;
    const pen = this.compass.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, COMPASS.wide, COMPASS.high);
    const [x, y, reach] = [36, COMPASS.high - 38, 24];
    const axes = [0, 1, 2].map((c) => ({ c, right: e[4 * c], up: e[4 * c + 1], near: e[4 * c + 2] }));
    axes.sort((a, b) => a.near - b.near);
    pen.lineWidth = 2;
    pen.lineCap = "round";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = `600 ${FACE.replace("12px", "11px")}`;
    for (const { c, right, up } of axes) {
      pen.strokeStyle = pen.fillStyle = AXIS_COLOURS[c];
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(x + reach * right, y - reach * up);
      pen.stroke();
      const far = Math.hypot(right, up);
      const out = far > 0.15 ? 1 + 8 / (reach * far) : 1.4;
      pen.fillText("xyz"[c], x + reach * right * out, y - reach * up * out);
    }
    if (!step) return;
    pen.font = FACE.replace("12px", "11px");
    pen.textAlign = "left";
    pen.fillStyle = theme.muted;
    pen.fillText(`a square is ${withPrefix(step, "m")}`, 74, COMPASS.high - 12);
  }
}

function sheet(parent) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas.style, { position: "absolute", left: "0", top: "0", pointerEvents: "none" });
  canvas.setAttribute("aria-hidden", "true");
  parent.append(canvas);
  return canvas;
}

function fitted(canvas, wide, high, ratio) {
  canvas.width = Math.max(1, Math.round(wide * ratio));
  canvas.height = Math.max(1, Math.round(high * ratio));
  canvas.style.width = `${wide}px`;
  canvas.style.height = `${high}px`;
}
