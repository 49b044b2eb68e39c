// The card of the selected body: what it is, where it is now, and what acts in its joint now.

import { button, emptied, facts, make, throttled } from "./elements.js";
import { number, quantity, steady } from "./numbers.js";
import { originOf, peakOf, seriesAt, sizeAt, speedOf } from "./values.js";

export class BodyCard {
  /** @param {{follow: Function, trail: Function, plot: Function, select: Function}} actions */
  constructor(model, shell, clock, actions) {
    Object.assign(this, { _model: model, _shell: shell, _clock: clock, _actions: actions });
    this._live = []; // functions that write what changes with time
    this._element = make("section", { class: "card", attributes: { "aria-label": "Selected body" } });
    this._element.hidden = true;
    shell.corner.append(this._element);
    this._update = throttled(80, () => {
      if (!this._element.hidden) for (const write of this._live) write(this._clock.time);
    });
    clock.onTime(this._update);
  }

  /** Shows a body of a run, or nothing. */
  show(choice) {
    this._live = [];
    this._element.hidden = !choice;
    this._shell.root.classList.toggle("selected", Boolean(choice));
    if (!choice) return;
    const run = this._model.runs[choice.run];
    const bodies = this._model.machines[run.machine].bodies;
    const body = bodies[choice.body];
    const parent = body.parent < 0 ? null : bodies[body.parent];
    const close = button({ label: "Close", icon: "close", key: "Esc", class: "small", press: () => this._actions.select(null) });
    emptied(this._element).append(
      make("div", { class: "title" }, make("h2", { text: body.name }), close),
      make(
        "div",
        { class: "body" },
        this._model.runs.length > 1 ? make("p", { class: "quiet", text: run.label }) : null,
        facts([
          ["Parent", parent ? this._link(parent.name, { run: choice.run, body: body.parent }) : "ground"],
          ["Joint", this._joint(body.joint)],
          ["Mass", `${number(body.mass)} kg`],
          ["Centre of mass in its axes", `${body.center.map((x) => number(x, 3)).join(", ")}\u00a0m`],
          ["Origin", this._now((t) => `${originOf(this._model, run, choice.body, t).map((x) => metres(x, run.step)).join(", ")}\u00a0m`)],
          ...(run.frames > 1 ? [["Speed", this._now((t) => speedText(this._model, run, choice.body, t))]] : []),
        ]),
        this._coordinates(run, body),
        this._reactions(run, choice.body),
        this._buttons(choice, run, body),
      ),
    );
    for (const write of this._live) write(this._clock.time);
  }

  /** Writes again what changes, for poses that come from elsewhere than the clock. */
  refresh() {
    this._update();
  }

  _link(name, choice) {
    return make("button", { class: "link", text: name, attributes: { type: "button" }, on: { click: () => this._actions.select(choice) } });
  }

  _joint(joint) {
    if (!joint) return "none";
    const own = joint.name ? `${joint.name}, ` : "";
    return `${own}${joint.kind}${joint.driven ? ", driven" : ""}`;
  }

  /** A text that follows the time. */
  _now(text) {
    const place = make("span", { class: "now-value" });
    this._live.push((t) => {
      place.textContent = text(t);
    });
    return place;
  }

  _coordinates(run, body) {
    const rows = [];
    for (const [group, names] of [["coordinates", body.joint?.q ?? []], ["velocities", body.joint?.u ?? []]]) {
      for (const name of names) {
        const series = run.series.find((one) => one.group === group && one.name === name);
        if (!series) continue;
        const known = { step: series.step, beside: peakOf(series) };
        rows.push([name, this._now((t) => angled(seriesAt(run, series, t), series.unit, known))]);
      }
    }
    return rows.length ? make("div", {}, make("h3", { text: "Coordinates now" }), facts(rows)) : null;
  }

  _reactions(run, index) {
    const rows = [];
    run.arrows.forEach((arrow, place) => {
      if (arrow.body !== index || arrow.group === "weight") return;
      // by its place, since a live page puts new arrows there
      const text = (t) => quantity(sizeAt(run, run.arrows[place], t), arrow.unit, { step: arrow.step });
      rows.push([`${arrow.name}, ${arrow.kind}`, this._now(text)]);
    });
    if (!rows.length) return null;
    return make("div", {}, make("h3", { text: "Forces now" }), facts(rows));
  }

  _buttons(choice, run, body) {
    const coordinates = seriesOf(run, body.joint?.q ?? [], ["coordinates"]);
    const reactions = reactionsOf(run, this._model.machines[run.machine], choice.body);
    const row = make("div", { class: "actions" });
    const follow = button({ label: "Let the camera follow this body", text: "Follow", icon: "aim", press: () => press(follow, this._actions.follow(choice)) });
    const press = (element, on) => element.setAttribute("aria-pressed", String(on));
    press(follow, this._actions.isFollowed(choice));
    row.append(follow);
    if (run.frames > 1) {
      const trail = button({ label: "Draw the trail of its centre of mass", text: "Trail", icon: "trail", press: () => press(trail, this._actions.trail(choice)) });
      press(trail, this._actions.hasTrail(choice));
      row.append(trail);
      if (coordinates.length) row.append(button({ label: "Plot its coordinates", text: "Coordinates", icon: "plot", press: () => this._actions.plot(choice.run, coordinates) }));
      if (reactions.length) row.append(button({ label: "Plot its reactions", text: "Reactions", icon: "plot", press: () => this._actions.plot(choice.run, reactions) }));
    }
    return row;
  }
}

/** A coordinate to the millimetre, or as well as it is known; no zero has a sign. */
function metres(x, step) {
  const places = step > 0 ? Math.max(0, Math.min(3, Math.floor(-Math.log10(2 * step)))) : 3;
  return x.toFixed(places).replace(/^-(?=0\.?0*$)/, "").replace("-", "−");
}

/** The speed of a body's origin, by differences of its places. */
function speedText(model, run, body, t) {
  const step = (run.step * (run.frames - 1)) / (run.to - run.from);
  return quantity(speedOf(model, run, body, t), "m/s", { digits: 3, step });
}

/** A value with its unit; angles in degrees, too. */
function angled(value, unit, known) {
  const text = quantity(value, unit, known);
  return unit === "rad" ? `${text}  (${steady((value * 180) / Math.PI, 4, (known.step * 180) / Math.PI)}°)` : text;
}

/** Indices of the series of these names in these groups. */
function seriesOf(run, names, groups) {
  const found = [];
  run.series.forEach((series, k) => {
    if (groups.includes(series.group) && names.includes(series.name)) found.push(k);
  });
  return found;
}

/** Indices of the series of reactions in a body's joint, and of the loops that end on it. */
function reactionsOf(run, machine, index) {
  const loops = machine.loops.filter((loop) => loop.body === index || loop.other === index).flatMap(({ name }) => [`${name}: force`, `${name}: moment`]);
  const joint = machine.bodies[index].joint?.name;
  return [...(joint ? seriesOf(run, [joint], ["reaction forces", "reaction moments"]) : []), ...seriesOf(run, loops, ["loops"])];
}
