// The band from a grabbed point to the pointer, over the scene, with the force of a push.

import { make } from "../ui/elements.js";
import { quantity } from "../ui/numbers.js";

const SPACE = "http://www.w3.org/2000/svg";
const HEAD = 9; // pixels
const BESIDE = 14; // pixels between the pointer and the number

export class Band {
  constructor(stage) {
    this._svg = document.createElementNS(SPACE, "svg");
    this._svg.setAttribute("class", "live-band");
    this._svg.setAttribute("aria-hidden", "true");
    [this._line, this._head, this._dot] = ["line", "polygon", "circle"].map((name) => document.createElementNS(SPACE, name));
    this._dot.setAttribute("r", 4);
    this._svg.append(this._line, this._head, this._dot);
    this._text = make("output", { class: "live-force", attributes: { "aria-label": "Force of the push" } });
    this._stage = stage;
    stage.append(this._svg, this._text);
    this.hide();
  }

  hide() {
    this._svg.setAttribute("visibility", "hidden");
    this._text.hidden = true;
  }

  /** @param {number[]} from @param {number[]} to pixels @param {number[] | null} force newtons, if it pushes */
  show(from, to, force) {
    if (![...from, ...to].every(Number.isFinite)) return this.hide();
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const far = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / far, dy / far];
    for (const [name, value] of Object.entries({ x1: from[0], y1: from[1], x2: to[0], y2: to[1] })) this._line.setAttribute(name, value);
    const foot = [to[0] - HEAD * ux, to[1] - HEAD * uy];
    const corner = (side) => `${foot[0] - (side * uy * HEAD) / 2},${foot[1] + (side * ux * HEAD) / 2}`;
    this._head.setAttribute("points", far > HEAD ? `${to[0]},${to[1]} ${corner(1)} ${corner(-1)}` : "");
    this._dot.setAttribute("cx", from[0]);
    this._dot.setAttribute("cy", from[1]);
    this._svg.setAttribute("visibility", "visible");
    this._text.hidden = !force;
    if (!force) return;
    this._text.textContent = `Push ${quantity(Math.hypot(...force), "N", { digits: 3 })}`;
    // right of the pointer, or left of it near the edge of the scene
    const { clientWidth: wide, clientHeight: high } = this._stage;
    const { offsetWidth: width, offsetHeight: height } = this._text;
    const x = to[0] + BESIDE + width <= wide ? to[0] + BESIDE : to[0] - BESIDE - width;
    const y = Math.min(Math.max(to[1] - height / 2, 0), high - height);
    this._text.style.transform = `translate(${Math.round(Math.max(0, x))}px, ${Math.round(y)}px)`;
  }
}
