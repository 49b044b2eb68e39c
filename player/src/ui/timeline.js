// The time line: where we are, events as ticks, and where runs stopped that did not come to their end.

import { colourOf } from "../palette.js";
import { make } from "./elements.js";
import { instant } from "./numbers.js";

const FOCUSABLE = 30; // more ticks than this are not stops of the Tab key; the keys , and . go from one to the next

/** @param {import("./clock.js").Clock} clock @param {Function} tell tells in passing what a touched mark means */
export function timeline(model, clock, theme, tell) {
  const fill = make("div", { class: "fill" });
  const thumb = make("div", { class: "thumb" });
  const slider = make("div", {
    class: "slider",
    attributes: { role: "slider", tabindex: 0, "aria-label": "Time line", "aria-valuemin": clock.from, "aria-valuemax": clock.to },
  });
  slider.append(make("div", { class: "track" }), fill, thumb);
  const marks = make("div", { class: "marks", attributes: { role: "group", "aria-label": "Events" } });
  for (const stop of stops(model, clock)) slider.append(stop);
  const many = model.runs.length > 1;
  const ticks = clusters(model, clock).map((cluster) => tick(cluster, clock, many));
  ticks.forEach((element) => element.setAttribute("tabindex", ticks.length > FOCUSABLE ? -1 : 0));
  marks.append(...ticks);
  for (const failure of failures(model, clock)) marks.append(failure);
  const recolour = () => {
    for (const element of ticks) element.style.color = many ? colourOf(Number(element.dataset.run), theme.now) : "";
  };
  theme.onChange(recolour);
  recolour();

  const place = (time) => {
    const part = clock.duration > 0 ? (time - clock.from) / clock.duration : 0;
    fill.style.transform = `scaleX(${part})`;
    thumb.style.left = `${100 * part}%`;
    slider.setAttribute("aria-valuenow", time);
    slider.setAttribute("aria-valuetext", instant(time, clock));
  };
  clock.onTime(place);
  place(clock.time);
  const line = make("div", { class: "timeline" }, slider, marks);
  scrub(line, clock, tell);
  return line;
}

/**
 * Dragging along the line seeks, also from a mark; a press on a mark goes to its time. What was playing plays on.
 * Fingers need large marks, and these must not be in the way of dragging.
 */
function scrub(line, clock, tell) {
  let resume = false;
  let mark = null;
  let start = 0;
  const go = (event) => {
    const box = line.getBoundingClientRect();
    clock.seek(clock.from + ((event.clientX - box.left) / box.width) * clock.duration);
  };
  line.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    mark = event.target.closest(".tick, .flag");
    start = event.clientX;
    line.setPointerCapture(event.pointerId);
    resume = clock.playing;
    clock.pause();
    if (mark) clock.seek(Number(mark.dataset.time));
    else go(event);
    if (mark && event.pointerType !== "mouse") tell(mark.dataset.tip);
  });
  line.addEventListener("pointermove", (event) => {
    if (!line.hasPointerCapture(event.pointerId)) return;
    if (mark && Math.abs(event.clientX - start) < 6) return;
    mark = null;
    go(event);
  });
  line.addEventListener("lostpointercapture", () => {
    if (resume) clock.play();
    resume = false;
  });
}

/** Events that lie within half a hundredth of the line are one tick with several names. */
function clusters(model, clock) {
  const events = model.runs.flatMap((run, k) => run.events.map((event) => ({ ...event, run: k, label: run.label })));
  events.sort((a, b) => a.time - b.time);
  const found = [];
  for (const event of events) {
    if (!(event.time >= clock.from && event.time <= clock.to)) continue;
    const last = found.at(-1);
    if (last && event.time - last[0].time < 0.005 * clock.duration) last.push(event);
    else found.push([event]);
  }
  return found;
}

function tick(cluster, clock, many) {
  const told = cluster.slice(0, 8).map((event) => `${instant(event.time, clock)}  ${event.name}${many ? ` (${event.label})` : ""}`);
  if (cluster.length > 8) told.push(`and ${cluster.length - 8} more`);
  const element = make("button", {
    class: "tick",
    attributes: { type: "button", "aria-label": `Event: ${told.join("; ")}` },
    data: { tip: told.join("\n"), run: cluster[0].run, time: cluster[0].time },
    on: { click: () => clock.seek(cluster[0].time) },
  });
  element.style.left = `${(100 * (cluster[0].time - clock.from)) / clock.duration}%`;
  return element;
}

/** The stretch of the line that no run reached although another did. */
function stops(model, clock) {
  return model.runs
    .filter((run) => run.status === "failed" && run.frames > 1 && run.to < clock.to)
    .map((run) => {
      const stretch = make("div", { class: "missing" });
      stretch.style.left = `${(100 * (run.to - clock.from)) / clock.duration}%`;
      return stretch;
    });
}

/** A red flag where a run failed, with the reason. */
function failures(model, clock) {
  return model.runs
    .filter((run) => run.status === "failed" || run.status === "interrupted")
    .map((run) => {
      const what = run.status === "failed" ? "failed" : "was interrupted";
      const who = model.runs.length > 1 ? `${run.label} ` : "The run ";
      const told = `${who}${what} at ${instant(run.to, clock)}: ${run.message}`;
      const flag = make("button", {
        class: `flag ${run.status}`,
        attributes: { type: "button", "aria-label": told },
        data: { tip: told, time: run.to },
        on: { click: () => clock.seek(run.to) },
      });
      flag.style.left = `${clock.duration > 0 ? (100 * (run.to - clock.from)) / clock.duration : 100}%`;
      return flag;
    });
}

/** The times of all events, in order, for the keys that go from one to the next. */
export function eventTimes(model) {
  return [...new Set(model.runs.flatMap((run) => run.events.map((event) => event.time)))].sort((a, b) => a - b);
}
