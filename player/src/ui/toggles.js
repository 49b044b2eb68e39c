// The panel of everything the scene can show, with the scale of arrows.

import { ARROW_COLOURS } from "../scene/colours.js";
import { make, toggle } from "./elements.js";
import { number } from "./numbers.js";

const arrows = (group, kind) => (model) => model.live || model.runs.some((run) => run.arrows.some((arrow) => group.includes(arrow.group) && kind(arrow)));
const moves = (model) => model.runs.some((run) => run.frames > 1);
const always = () => true;
const isForce = (arrow) => arrow.kind === "force";
const isMoment = (arrow) => arrow.kind === "moment";

// what can be shown: its key, whether it is on at first (null: as the scene likes), whether a document has any of it
const GROUPS = [
  ["Machine", [
    ["names", "Names", "N", false, always],
    ["frames", "Frames of bodies", "X", false, always],
    ["axes", "Joint axes", "J", false, always],
    ["loops", "Loops", "K", true, (model) => model.machines.some((machine) => machine.loops.length)],
    ["centers", "Centres of mass", "C", false, always],
    ["ellipsoids", "Inertia ellipsoids", "E", false, always],
  ]],
  ["Motion", [
    ["trails", "Trails", "T", false, moves],
    ["ghosts", "Ghost poses", "G", false, moves],
  ]],
  ["Forces", [
    ["reactions", "Joint reactions", "R", false, arrows(["reactions", "loops"], isForce)],
    ["moments", "Moments", "M", false, arrows(["reactions", "loops", "forces"], isMoment)],
    ["forces", "Applied forces", "O", false, arrows(["forces"], isForce)],
    ["weight", "Weight", "W", false, arrows(["weight"], always)],
  ]],
  ["Surroundings", [
    ["grid", "Ground grid", "D", null, always],
    ["shadows", "Shadows", "H", null, always],
  ]],
];
const OF_ARROWS = ["reactions", "moments", "forces", "weight"];

export class Toggles {
  constructor(model, shell) {
    this._shell = shell;
    this.state = new Map();
    this.keys = []; // [key, label, toggle]
    this._inputs = new Map();
    const body = shell.panel({ name: "show", title: "Show", icon: "eye", key: "V" });
    for (const [title, entries] of GROUPS) {
      const there = entries.filter(([, , , , has]) => has(model));
      if (!there.length) continue;
      const group = make("fieldset", { class: "group" }, make("legend", { text: title }));
      for (const [name, label, key, on] of there) {
        this.state.set(name, model.view.show?.[name] ?? on);
        this.keys.push([key, label, name]);
        const { line, input } = toggle({ label, key, on: this.state.get(name), change: (now) => this.set(name, now), data: { toggle: name } });
        this._inputs.set(name, input);
        group.append(line);
      }
      if (title === "Forces") group.append(this._scale());
      body.append(group);
    }
  }

  attach(scene) {
    this._scene = scene;
    for (const [name, on] of this.state) {
      if (on === null) this.state.set(name, scene.on[name]); // the scene knows best
      else scene.show(name, on);
      this._inputs.get(name).checked = this.state.get(name);
    }
    this._tellScale();
  }

  set(name, on) {
    if (!this.state.has(name)) return;
    this.state.set(name, on);
    this._inputs.get(name).checked = on;
    this._scene?.show(name, on);
    this._tellScale();
  }

  flip(name) {
    this.set(name, !this.state.get(name));
  }

  /** Arrows may change their scale when runs or themes do: tells it again. */
  refresh() {
    this._tellScale();
  }

  _scale() {
    this._slider = make("input", { attributes: { type: "range", min: -1, max: 1, step: 0.02, value: 0, id: "arrow-scale" } });
    this._factor = make("output", { attributes: { for: "arrow-scale" }, text: "1×" });
    this._slider.addEventListener("input", () => {
      const factor = 10 ** Number(this._slider.value);
      this._factor.textContent = `${number(factor, 2)}×`;
      this._scene?.arrowScale(factor);
      this._tellScale();
    });
    this._slider.addEventListener("dblclick", () => {
      this._slider.value = "0";
      this._slider.dispatchEvent(new Event("input"));
    });
    this._told = make("div", { class: "scale-legend" });
    return make(
      "div",
      { class: "scale" },
      make("label", { text: "Length of arrows", attributes: { for: "arrow-scale" } }),
      this._factor,
      this._slider,
      this._told,
    );
  }

  /** What a metre of arrow stands for, in the panel and in the corner of the scene. */
  _tellScale() {
    const any = OF_ARROWS.some((name) => this.state.get(name));
    const rows = any && this._scene ? this._scene.arrowLegend() : [];
    for (const place of [this._told, this._shell.legend]) {
      place?.replaceChildren(...rows.map(legendRow));
    }
  }
}

function legendRow({ group, kind, text }) {
  const mark = make("span", { class: "mark" });
  mark.style.backgroundColor = ARROW_COLOURS[group] ?? "";
  return make("div", {}, mark, `${kind === "moment" ? `${group}, moments` : group}: ${text}`);
}
