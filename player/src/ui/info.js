// What there is to know: title, status and reasons, facts, events, notes; and the list of keys.

import { button, facts, make } from "./elements.js";
import { clockText, instant, number } from "./numbers.js";
import { statusOf } from "./runs.js";

const MOST_EVENTS = 200;

export function info(model, shell, clock, showKeys) {
  const body = shell.panel({ name: "info", title: "About", icon: "info", key: "I" });
  if (model.about) body.append(make("p", { class: "about", text: model.about }));
  model.runs.forEach((run) => body.append(section(model, run, clock)));
  if (model.notes.length) {
    body.append(make("h3", { text: "Notes" }), make("ul", { class: "notes" }, ...model.notes.map((note) => make("li", { text: note }))));
  }
  body.append(
    make("p", { class: "quiet", text: `Gravity ${model.gravity.map((g) => number(g)).join(", ")} m/s². Made by bough ${model.bough}.` }),
    button({ label: "Keys", text: "Keys", icon: "help", key: "?", press: showKeys }),
  );
  return body;
}

function section(model, run, clock) {
  const machine = model.machines[run.machine];
  const part = make("section", { class: "run" });
  if (model.runs.length > 1) part.append(make("h3", { text: run.label }));
  const what = run.status === "pose" ? "without time" : `${clockText(run.from, clock)} to ${instant(run.to, clock)}, ${run.frames} frames`;
  if (!model.live) part.append(make("p", { class: "line" }, statusOf(run), " ", what));
  if (run.message) part.append(make("p", { class: `message ${run.status}`, text: run.message }));
  part.append(facts([["machine", machine.name], ...run.facts]));
  if (run.events.length) part.append(make("h3", { text: "Events" }), eventList(run, clock));
  return part;
}

function eventList(run, clock) {
  const list = make("ul", { class: "events" });
  for (const event of run.events.slice(0, MOST_EVENTS)) {
    const go = make("button", { class: "link", text: instant(event.time, clock), attributes: { type: "button" }, on: { click: () => clock.seek(event.time) } });
    list.append(make("li", {}, go, " ", event.name));
  }
  if (run.events.length > MOST_EVENTS) list.append(make("li", { text: `and ${run.events.length - MOST_EVENTS} more` }));
  return list;
}

/** The status in the head of the page: one chip, which opens the panel. */
export function badge(model, shell) {
  const worst = model.runs.find((run) => run.status === "failed") ?? model.runs.find((run) => run.status === "interrupted");
  const chips = [];
  if (worst) {
    const reason = model.runs.length > 1 ? `${worst.label}: ${worst.message}` : worst.message;
    const chip = button({ label: `${worst.status}: ${reason}`, press: () => shell.openPanel("info"), class: `chip ${worst.status}` });
    chip.append(statusOf(worst), make("span", { class: "reason", text: reason }));
    chips.push(chip);
  }
  if (model.notes.length) {
    const told = model.notes.length === 1 ? "1 note" : `${model.notes.length} notes`;
    chips.push(button({ label: model.notes.slice(0, 6).join("\n"), text: told, icon: "info", class: "chip note", press: () => shell.openPanel("info") }));
  }
  return chips;
}
