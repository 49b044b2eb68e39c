// The row under the scene of a live model: run, pause, step, reset, speed, time, and what there is to say.

import { button, make } from "../ui/elements.js";
import { icon } from "../ui/icons.js";
import { number } from "../ui/numbers.js";

const SPEEDS = [0.1, 0.2, 0.5, 1, 2, 5, 10];
const BEHIND = 0.95; // a real-time factor below this share of the wanted speed is told as such

export class Bar {
  /** @param {(action: string, given?: Object) => void} ask */
  constructor(ask) {
    this._ask = ask;
    this._running = null;
    this._play = button({ label: "Run", icon: "play", key: "Space", class: "primary", press: () => this.runOrPause() });
    const buttons = make(
      "div",
      { class: "buttons", attributes: { role: "group", "aria-label": "Running" } },
      button({ label: "Reset to the start", icon: "start", key: "Home", press: () => ask("reset") }),
      this._play,
      button({ label: "A hundredth of a second on", icon: "forward", key: "→", press: () => ask("step") }),
    );
    this._time = make("output", { class: "live-time", attributes: { "aria-label": "Time" } });
    this._pace = make("span", { class: "live-pace", data: { tip: "Seconds of the motion in a second of real time" } });
    this._speed = make("select", { class: "speed", attributes: { "aria-label": "Speed" }, data: { tip: "Speed, times real time" } });
    for (const speed of SPEEDS) this._speed.append(make("option", { text: `${number(speed)}×`, attributes: { value: speed } }));
    this._speed.addEventListener("change", () => {
      ask("pace", { speed: Number(this._speed.value) });
      this._speed.blur();
    });
    this._message = make("p", { class: "live-message", attributes: { role: "status", "aria-live": "polite" } });
    this._hint = make("p", { class: "live-hint quiet" });
    const words = make("div", { class: "live-words" }, this._message, this._hint);
    this.element = make(
      "section",
      { class: "transport live-bar", attributes: { "aria-label": "Motion" } },
      buttons,
      make("span", { class: "times" }, this._time, this._pace),
      words,
      this._speed,
    );
    this.say("", "");
  }

  runOrPause() {
    this._ask(this._running ? "pause" : "run");
  }

  /** What the server says. */
  status({ running, speed, message, busy }) {
    this._wanted = speed;
    if (!SPEEDS.includes(speed)) this._speed.append(make("option", { text: `${number(speed)}×`, attributes: { value: speed } }));
    this._speed.value = String(speed);
    this.say(busy ? `${sentence(busy)} …` : message, busy ? "busy" : message ? "told" : "");
    if (running === this._running) return;
    this._running = running;
    const label = running ? "Pause" : "Run";
    this._play.replaceChildren(icon(running ? "pause" : "play"));
    this._play.setAttribute("aria-label", label);
    this._play.dataset.tip = `${label}\tSpace`;
    const touch = window.matchMedia("(pointer: coarse)").matches;
    const turn = touch ? "Drag the background to turn the view." : "Drag the background, or with Shift, to turn the view.";
    this._hint.textContent = `${running ? "Drag a body to push it." : "Drag a body or a slider to pose it."} ${turn}`;
  }

  frame({ time, factor, running }) {
    this._time.textContent = `${time.toFixed(2)} s`;
    this._pace.hidden = !running;
    const late = running && factor > 0 && factor < BEHIND * (this._wanted ?? 1);
    this._pace.classList.toggle("late", late);
    this._pace.textContent = running && factor > 0 ? `${number(factor, 2)}× real time${late ? ", behind" : ""}` : "";
  }

  say(text, kind) {
    this._message.textContent = text;
    this._message.dataset.kind = kind;
    this._message.hidden = !text;
    this._hint.hidden = Boolean(text);
  }
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
