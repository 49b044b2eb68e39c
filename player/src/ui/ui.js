// Everything around the canvas, put together: it makes the parts, and it alone knows them all.

import { Bodies } from "./bodies.js";
import { BodyCard } from "./bodycard.js";
import { Clock, quietSpeed, spanOf } from "./clock.js";
import { button, make } from "./elements.js";
import { Export } from "./export.js";
import { readFragment, writeFragment } from "./fragment.js";
import { startHover } from "./hover.js";
import { icon } from "./icons.js";
import { badge, info } from "./info.js";
import { keyList, keyTable, listen } from "./keys.js";
import { Stack } from "./plots/stack.js";
import { Runs } from "./runs.js";
import { Shell } from "./shell.js";
import { Theme } from "./theme.js";
import { eventTimes } from "./timeline.js";
import { startTips } from "./tips.js";
import { Toggles } from "./toggles.js";
import { transport } from "./transport.js";
import { views } from "./views.js";

export class UI {
  constructor(root, model) {
    this.model = model;
    this.shell = new Shell(root, model);
    this.stage = this.shell.stage;
    this.theme = new Theme(model.view.theme);
    const span = spanOf(model.runs);
    const ended = model.runs.every((run) => run.status === "completed");
    this.clock = new Clock(span, { speed: model.view.speed || quietSpeed(span.to - span.from), loop: ended });
    this._follows = null;
    this._trails = new Set();
    const actions = (this._acts = this._actions());
    this.toggles = new Toggles(model, this.shell);
    this._views = views(this.shell, actions);
    this._bodies = new Bodies(model, this.shell, (choice) => this.select(choice));
    this._runs = new Runs(model, this.shell, this.theme);
    this.about = info(model, this.shell, this.clock, () => this._keys());
    this.plots = new Stack(model, this.shell, this.clock, this.theme, this._runs);
    this._export = new Export(model, this.shell, this.clock, this.plots);
    this.card = new BodyCard(model, this.shell, this.clock, actions);
    if (this.clock.duration > 0) this.shell.foot.append(transport(model, this.clock, this.theme, (text) => this.tell(text)));
    this._head(model);
    const table = keyTable({ clock: this.clock, shell: this.shell, toggles: this.toggles, actions, times: eventTimes(model), live: Boolean(model.live) });
    this._keys = keyList(this.shell.root, table, Boolean(model.live));
    listen(table);
    startTips(this.shell.root);
    this.plots.start(model.plots ?? []);
    document.title = model.title || "bough";
  }

  /** Ties the page to its scene. */
  attach(scene) {
    this.scene = scene;
    scene.setTheme(this.theme.now);
    this.theme.onChange((name) => scene.setTheme(name));
    for (const part of [this.toggles, this._runs, this._export]) part.attach(scene);
    this._runs.onChange(() => this.toggles.refresh());
    scene.onSelect = (choice) => this._selected(choice);
    this.clock.onTime((time) => scene.setTime(time));
    startHover(this.model, this.shell, scene);
    this.shell.onCover((covered) => scene.cover(covered));
    scene.onNote = (text) => this.shell.tell(text);
    this._start();
  }

  /** Selects a body, in scene, list and card. */
  select(choice) {
    this.scene.select(choice);
    this._selected(choice);
  }

  /**
   * A panel of its own, for what is not part of every page.
   * @param {string} title @param {{icon?: string, open?: boolean}} options
   * @returns {HTMLElement} to be filled
   */
  panel(title, { icon: sign = "live", open = false } = {}) {
    const name = `own-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
    const body = this.shell.panel({ name, title, icon: sign });
    if (open) this.shell.openPanel(name);
    return body;
  }

  /** Lets the keys of a live page work. @param {{run: Function, reset: Function, step: Function}} drive */
  drive(drive) {
    this._acts.drive = drive;
  }

  /** Tells something in passing. */
  tell(text) {
    this.shell.tell(text);
  }

  /** Writes again what follows the present poses, series and arrows, when they come from elsewhere than the clock. */
  refresh() {
    this.card.refresh();
    this.toggles.refresh();
  }

  _selected(choice) {
    const body = choice && choice.body >= 0 ? { run: choice.run, body: choice.body } : null;
    if (body && this.shell.narrow) this.shell.closePanel();
    this.card.show(body);
    this._bodies.select(body);
  }

  _actions() {
    const same = (a, b) => Boolean(a && b && a.run === b.run && a.body === b.body);
    const key = ({ run, body }) => `${run} ${body}`;
    return {
      view: (name) => {
        this.scene.view(name);
        this._moved();
      },
      select: (choice) => this.select(choice),
      follow: (choice) => {
        this._follows = same(choice, this._follows) ? null : choice;
        this.scene.follow(this._follows?.run ?? 0, this._follows?.body ?? null);
        const run = this._follows && this.model.runs[this._follows.run];
        this._views.tell(run ? this.model.machines[run.machine].bodies[this._follows.body].name : null);
        return Boolean(this._follows);
      },
      isFollowed: (choice) => same(choice, this._follows),
      trail: (choice) => {
        const on = !this._trails.delete(key(choice));
        if (on) this._trails.add(key(choice));
        const body = this.model.machines[this.model.runs[choice.run].machine].bodies[choice.body];
        this.scene.trail(choice.run, choice.body, body.center, on);
        if (on) this.toggles.set("trails", true);
        return on;
      },
      hasTrail: (choice) => this._trails.has(key(choice)),
      plot: (run, series) => this._plot(run, series),
      plots: this.model.runs.some((run) => run.series.length && run.frames > 1) ? () => this._togglePlots() : null,
      theme: () => this.theme.toggle(),
      keys: () => this._keys(),
      escape: () => {
        if (this.shell.open) this.shell.closePanel(true);
        else this.select(null);
      },
    };
  }

  /** Plots series of a run, in one plot for each two units. */
  _plot(run, series) {
    let plot = this.plots.add([]);
    for (const index of series) plot = this.plots.put(plot, { run, series: index });
  }

  _togglePlots() {
    this.shell.showSide(!this.shell.sideShown);
    this._plotsButton?.setAttribute("aria-pressed", String(this.shell.sideShown));
  }

  _head(model) {
    this.shell.badges.append(...badge(model, this.shell));
    const { tools } = this.shell;
    if (this.plots.any) {
      this._plotsButton = button({ label: "Plots", icon: "plot", key: "P", press: () => this._togglePlots() });
      this._plotsButton.setAttribute("aria-pressed", "true");
      tools.append(this._plotsButton);
    }
    const light = button({ label: "Light or dark", icon: this.theme.now === "dark" ? "sun" : "moon", key: "Y", press: () => this.theme.toggle() });
    this.theme.onChange((name) => light.replaceChildren(icon(name === "dark" ? "sun" : "moon")));
    tools.append(light, button({ label: "Keys", icon: "help", key: "?", press: () => this._keys() }));
  }

  /** Where the page begins: at what its address asks for, else at the start, playing unless motion is unwelcome. */
  _start() {
    const asked = readFragment();
    const camera = asked.camera ?? this.model.view.camera;
    if (camera) this.scene.setCamera(camera);
    this._cameraMoved = Boolean(asked.camera);
    const at = asked.time ?? this.model.view.at ?? null;
    this.clock.seek(at ?? this.clock.from);
    this.clock.onTime(() => this._remember());
    this.clock.onState(() => this._remember());
    this.clock.setLoop(this.clock.loop);
    for (const event of ["pointerup", "wheel"]) this.stage.addEventListener(event, () => this._moved());
    window.addEventListener("hashchange", () => this._go());
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still && at === null && !this.model.live) this.clock.play();
  }

  _go() {
    const { time, camera } = readFragment();
    if (time !== null) {
      this.clock.pause();
      this.clock.seek(time);
    }
    if (camera) this.scene.setCamera(camera);
  }

  _moved() {
    this._cameraMoved = true;
    this._remember();
  }

  /** Writes time and camera into the address when they have come to rest. */
  _remember() {
    clearTimeout(this._rest);
    if (this.clock.playing || this.model.live) return;
    this._rest = setTimeout(() => writeFragment(this.clock.time, this._cameraMoved ? this.scene.camera : null), 400);
  }
}

/** What is shown when a page cannot be shown: one sentence. */
export function apology(root, error) {
  root.append(make("div", { class: "apology", attributes: { role: "alert" } }, icon("warning"), make("p", { text: error.message })));
}
