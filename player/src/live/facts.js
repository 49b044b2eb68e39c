// How a live model is computed, in the panel that tells about it.

import { facts, make } from "../ui/elements.js";

const NAMES = { form: "form of the equations", solver: "solver", integrator: "integrator", rtol: "relative tolerance", atol: "absolute tolerance", step: "step, s" };
const LATER = "chosen when it first runs";

export class Facts {
  /** @param {HTMLElement} body of the panel */
  constructor(body) {
    this._place = make("div", { class: "live-facts" });
    body.querySelector("section.run")?.append(this._place);
  }

  status({ manner, used }) {
    const chosen = { form: manner.form, solver: manner.solver, integrator: manner.integrator };
    const rows = Object.entries(NAMES).flatMap(([key, name]) => {
      const asked = chosen[key] === "auto" ? null : chosen[key];
      const value = used[key] ?? asked ?? (key === "form" || key === "integrator" ? LATER : null);
      return value === null ? [] : [[name, String(value)]];
    });
    this._place.replaceChildren(make("h3", { text: "How it is computed" }), facts(rows));
  }
}
