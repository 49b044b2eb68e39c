// The panels of a live model: coordinates, motors and joint forces, and the method that computes the motion.

import { button, make, throttled } from "../ui/elements.js";
import { SliderRow } from "./slider.js";

const EVERY = 25; // milliseconds between messages of one slider
const MANY = 12; // sliders, beyond which a field to search them appears

/** Sliders of the coordinates. */
export class Coordinates {
  constructor(body, { coordinates }, ask, tell) {
    this._note = make("p", { class: "quiet" });
    this.rows = coordinates.map((about) => new SliderRow(about, throttled(EVERY, (value) => ask("set", { name: about.name, value })), { tell }));
    body.classList.add("live-panel");
    body.append(this._note, ...withSearch(this.rows));
    if (!coordinates.length) this._note.textContent = "Nothing here moves freely.";
  }

  status({ running }) {
    for (const row of this.rows) row.disabled = running;
    if (this.rows.length) this._note.textContent = running ? "Pause to pose it; while it runs, drag a body to push it." : "";
    this._note.hidden = !this._note.textContent;
  }

  frame({ coordinates }) {
    this.rows.forEach((row, k) => row.show(coordinates[k]));
  }
}

/** Motors, servos and driven joints, which follow their own signals or a hand; joint forces. */
export class Motors {
  constructor(body, { signals, forces }, ask, tell) {
    body.classList.add("live-panel");
    this._hands = signals.map((about) => new Hand(about, ask, tell));
    this._forces = forces.map((about) => new SliderRow(about, throttled(EVERY, (value) => ask("force", { name: about.name, value })), { tell }));
    if (signals.length) body.append(make("h3", { text: "Motors, servos and drives" }), ...withSearch(this._hands.map((hand) => hand.row)));
    if (forces.length) {
      const none = button({
        label: "No joint forces",
        text: "None",
        class: "small",
        press: () => forces.forEach(({ name }) => ask("force", { name, value: 0 })),
      });
      body.append(make("div", { class: "live-title" }, make("h3", { text: "Joint forces" }), none), ...withSearch(this._forces));
    }
    if (!signals.length && !forces.length) body.append(make("p", { class: "quiet", text: "Nothing here takes a force." }));
  }

  status({ forces, hands }) {
    this._forces.forEach((row, k) => row.show(forces[k]));
    for (const hand of this._hands) hand.status(hands);
  }

  frame({ signals }) {
    this._hands.forEach((hand, k) => hand.frame(signals[k]));
  }
}

/** A signal: its own, or by hand. */
class Hand {
  constructor(about, ask, tell) {
    this.about = about;
    this.row = new SliderRow(about, throttled(EVERY, (value) => ask("signal", { name: about.name, value })), { note: about.kind, tell });
    this._held = false;
    this._back = button({
      label: `Let ${about.name} follow its own signal`,
      text: "own signal",
      class: "small live-own",
      press: () => ask("signal", { name: about.name, value: null }),
    });
    this.row.extras.append(this._back);
    this.status({});
  }

  status(hands) {
    this._held = this.about.name in hands;
    this.row.element.classList.toggle("held", this._held);
    this._back.hidden = !this._held;
    if (this._held) this.row.show(hands[this.about.name]);
  }

  frame(value) {
    if (!this._held) this.row.show(value);
  }
}

/** Form, solver, integrator and step. */
export class Method {
  constructor(body, { forms, integrators }, ask) {
    body.classList.add("live-panel");
    this._ask = ask;
    this._solvers = Object.fromEntries(forms.map(({ name, solvers }) => [name, solvers]));
    this._form = this._choice("Form of the equations", ["auto", ...forms.map(({ name }) => name)]);
    this._solver = this._choice("Solver", ["auto"]);
    this._integrator = this._choice("Integrator", ["auto", ...integrators.map(({ name }) => name)]);
    this._about = Object.fromEntries(integrators.map(({ name, about }) => [name, about]));
    this._step = make("input", {
      attributes: { type: "text", inputmode: "decimal", placeholder: "0.001", autocomplete: "off", "aria-label": "Step in seconds" },
      on: { change: () => this._chosen() },
    });
    this._notes = make("p", { class: "quiet" });
    this._used = make("p", { class: "quiet", attributes: { role: "status" } });
    const field = (text, control) => make("label", { class: "live-field" }, make("span", { text }), control);
    this._stepField = field("Step in seconds", this._step);
    body.append(
      field("Form of the equations", this._form),
      field("Solver", this._solver),
      field("Integrator", this._integrator),
      this._stepField,
      this._notes,
      this._used,
    );
  }

  status({ manner, used }) {
    this._form.value = manner.form;
    this._fill(this._solver, ["auto", ...(this._solvers[manner.form] ?? [])], manner.solver);
    this._integrator.value = manner.integrator;
    if (document.activeElement !== this._step) this._step.value = manner.step ?? "";
    this._notes.textContent = this._about[manner.integrator] ?? "";
    this._stepField.hidden = !/fixed step/.test(this._about[manner.integrator] ?? "") && !("step" in used);
    const how = Object.entries(used).map(([name, value]) => `${name} ${value}`);
    this._used.textContent = how.length ? `In use: ${how.join(", ")}.` : "";
  }

  _choice(label, names) {
    const choice = make("select", { attributes: { "aria-label": label }, on: { change: () => this._chosen(choice) } });
    this._fill(choice, names, "auto");
    return choice;
  }

  _fill(choice, names, value) {
    const same = choice.options.length === names.length && names.every((name, k) => choice.options[k].value === name);
    if (!same) choice.replaceChildren(...names.map((name) => make("option", { text: name, attributes: { value: name } })));
    choice.value = value;
  }

  _chosen(which) {
    const step = Number(this._step.value.replace(",", "."));
    const fixed = /fixed step/.test(this._about[this._integrator.value] ?? "");
    this._ask("choose", {
      form: this._form.value,
      solver: which === this._form ? "auto" : this._solver.value,
      integrator: this._integrator.value,
      step: fixed && this._step.value && step > 0 ? step : null,
    });
  }
}

/** Rows, with a field to search them if they are many. */
function withSearch(rows) {
  if (rows.length <= MANY) return rows.map((row) => row.element);
  const search = make("input", {
    attributes: { type: "search", placeholder: "Search", "aria-label": "Search by name" },
    on: {
      input: () => {
        const text = search.value.trim().toLowerCase();
        for (const row of rows) row.element.hidden = !row.about.name.toLowerCase().includes(text);
      },
    },
  });
  return [search, ...rows.map((row) => row.element)];
}
