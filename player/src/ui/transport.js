// The row of controls under the scene: play, frames, time, speed, loop, with the time line between them.

import { speedsFor } from "./clock.js";
import { button, make } from "./elements.js";
import { icon } from "./icons.js";
import { clockText, decimals, number, typed } from "./numbers.js";
import { timeline } from "./timeline.js";

/** @param {import("./clock.js").Clock} clock */
export function transport(model, clock, theme, tell) {
  const play = button({ label: "Play", icon: "play", key: "Space", class: "primary", press: () => clock.playOrPause() });
  const loop = button({ label: "Loop", icon: "loop", key: "L", press: () => clock.setLoop(!clock.loop) });
  const buttons = make(
    "div",
    { class: "buttons", attributes: { role: "group", "aria-label": "Playing" } },
    button({ label: "To the start", icon: "start", key: "Home", press: () => clock.seek(clock.from) }),
    button({ label: "One frame back", icon: "back", key: "←", press: () => clock.stepFrames(-1) }),
    play,
    button({ label: "One frame on", icon: "forward", key: "→", press: () => clock.stepFrames(1) }),
    button({ label: "To the end", icon: "end", key: "End", press: () => clock.seek(clock.to) }),
  );
  const row = make(
    "section",
    { class: "transport", attributes: { "aria-label": "Time" } },
    buttons,
    timeline(model, clock, theme, tell),
    timeField(clock),
    speedField(clock),
    loop,
  );
  let shown = null;
  clock.onState(() => {
    loop.setAttribute("aria-pressed", String(clock.loop));
    if (shown === clock.playing) return;
    shown = clock.playing;
    play.replaceChildren(icon(clock.playing ? "pause" : "play"));
    const label = clock.playing ? "Pause" : "Play";
    play.setAttribute("aria-label", label);
    play.dataset.tip = `${label}\tSpace`;
  });
  return row;
}

/** The present time, which can be typed. */
function timeField(clock) {
  const text = () => clockText(clock.time, clock);
  const { factor, unit } = clock.scale;
  const word = unit === "s" ? "seconds" : unit;
  const input = make("input", {
    class: "time",
    attributes: { type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false", "aria-label": `Time in ${word}` },
    data: { tip: `Time in ${word}: type another, then Enter` },
  });
  const width = Math.max(clockText(clock.from, clock).length, clockText(clock.to, clock).length);
  input.style.width = `${width + 1.6}ch`;
  input.value = text();
  let typing = false;
  const leave = () => {
    typing = false;
    input.removeAttribute("aria-invalid");
    input.value = text();
  };
  input.addEventListener("input", () => {
    typing = true;
    input.toggleAttribute("aria-invalid", false);
  });
  input.addEventListener("focus", () => input.select());
  input.addEventListener("blur", leave);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      leave();
      input.blur();
    }
    if (event.key !== "Enter") return;
    const time = typed(input.value);
    if (Number.isFinite(time)) {
      clock.pause();
      clock.seek(time * factor);
      leave();
      input.select();
    } else input.setAttribute("aria-invalid", "true");
  });
  clock.onTime(() => {
    if (!typing) input.value = text();
  });
  const end = make("span", { class: "end", text: `/ ${(clock.to / factor).toFixed(Math.min(decimals(clock.step / factor), 3))} ${unit}` });
  return make("span", { class: "times" }, input, end);
}

/** The choice of speeds. */
function speedField(clock) {
  const choice = make("select", { class: "speed", attributes: { "aria-label": "Speed", "aria-keyshortcuts": "[ ]" }, data: { tip: "Speed\t[ ]" } });
  const fill = () => {
    const speeds = new Set([...speedsFor(clock.duration), clock.speed]);
    choice.replaceChildren();
    for (const speed of [...speeds].sort((a, b) => a - b)) {
      choice.append(make("option", { text: `${number(speed)}×`, attributes: { value: speed } }));
    }
    choice.value = String(clock.speed);
  };
  choice.addEventListener("change", () => {
    clock.setSpeed(Number(choice.value));
    choice.blur();
  });
  clock.onState(fill);
  fill();
  return choice;
}
