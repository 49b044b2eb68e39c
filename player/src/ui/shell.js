// The frame of the page: head, stage for the scene, rail of panels, and the places that other files fill.

import { button, make } from "./elements.js";

const NARROW = "(max-width: 760px)";
const SHEET = 0.7; // share of the scene's width, beyond which a panel is a sheet from the bottom
const LEAST_SHARE = 0.65; // of the scene that panels may take before the picture gives way no more

export class Shell {
  constructor(root, model) {
    this._panels = new Map();
    this.open = null; // the name of the open panel
    this.title = make("h1", { text: model.title || "bough" });
    this.badges = make("div", { class: "badges" });
    this.tools = make("div", { class: "tools" });
    this.head = make("header", { class: "head" }, this.title, this.badges, this.tools);
    this.stage = make("div", { class: "stage" });
    this.rail = make("nav", { class: "rail", attributes: { "aria-label": "Panels" } });
    this.dock = make("div", { class: "dock" });
    this.corner = make("div", { class: "corner" }); // the selected body
    this.legend = make("div", { class: "legend" });
    this._notice = make("div", { class: "notice", attributes: { role: "status" } });
    this._notice.hidden = true;
    const main = make("main", { class: "main" }, this.stage, this.legend, this.dock, this.corner, this._notice);
    this.side = make("section", { class: "side", attributes: { "aria-label": "Plots" } });
    this.foot = make("div", { class: "foot" });
    this.splitter = make("div", {
      class: "splitter",
      attributes: { role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": "Width of the plots" },
    });
    this.root = make("div", { class: "bough" }, this.head, this.rail, main, this.foot, this.splitter, this.side);
    root.append(this.root);
    this._split();
    this._narrow = window.matchMedia(NARROW);
  }

  /** Whether the page is laid out for a phone. */
  get narrow() {
    return this._narrow.matches;
  }

  /**
   * A panel with its button on the rail; its body is for the caller to fill.
   * @param {{name: string, title: string, icon: string, key?: string, hidden?: boolean, opened?: Function}} options
   *   hidden: without a button; opened: called each time it opens
   */
  panel({ name, title, icon, key, hidden = false, opened = () => {} }) {
    const body = make("div", { class: "body" });
    const heading = make("h2", { text: title, attributes: { id: `title-${name}` } });
    const close = button({ label: "Close", icon: "close", key: "Esc", class: "small", press: () => this.closePanel(true) });
    const element = make(
      "section",
      { class: "panel", attributes: { "aria-labelledby": `title-${name}` }, data: { panel: name } },
      make("div", { class: "title" }, heading, close),
      body,
    );
    element.hidden = true;
    let tool = null;
    if (!hidden) {
      tool = button({ label: title, icon, key, press: () => this.togglePanel(name), data: { opens: name } });
      tool.append(make("span", { class: "word", text: title, attributes: { "aria-hidden": "true" } }));
      tool.setAttribute("aria-expanded", "false");
      this.rail.append(tool);
    }
    this.dock.append(element);
    this._panels.set(name, { element, body, heading, tool, opened });
    return body;
  }

  /** Gives an open or closed panel another title. */
  retitle(name, title) {
    this._panels.get(name).heading.textContent = title;
  }

  hasPanel(name) {
    return this._panels.has(name);
  }

  openPanel(name) {
    if (this.open && this.open !== name) this.closePanel();
    const panel = this._panels.get(name);
    if (!panel) return;
    this.open = name;
    panel.element.hidden = false;
    panel.tool?.setAttribute("aria-expanded", "true");
    this.root.dataset.open = name;
    panel.opened();
    this._tellCover?.();
  }

  /** Closes the open panel; with `back` the focus returns to its button. */
  closePanel(back = false) {
    const panel = this._panels.get(this.open);
    if (!panel) return;
    const inside = panel.element.contains(document.activeElement);
    panel.element.hidden = true;
    panel.tool?.setAttribute("aria-expanded", "false");
    this.open = null;
    delete this.root.dataset.open;
    if (back && inside) panel.tool?.focus();
  }

  togglePanel(name) {
    if (this.open === name) this.closePanel(true);
    else this.openPanel(name);
  }

  /** Calls `changed({left, right, bottom})` now and whenever panels cover other parts of the scene: pixels at its edges. */
  onCover(changed) {
    const tell = () => changed(this._covered());
    this._tellCover = tell;
    const watcher = new ResizeObserver(tell);
    for (const element of [this.stage, this.dock, this.corner]) watcher.observe(element);
    tell();
  }

  /** What is so wide that little would be left beside it covers nothing: there is nowhere to go. */
  _covered() {
    const stage = this.stage.getBoundingClientRect();
    const [dock, corner] = [this.dock, this.corner].map((element) => element.getBoundingClientRect());
    const across = (box) => Math.min(box.right, stage.right) - Math.max(box.left, stage.left);
    const upright = (box) => Math.min(box.bottom, stage.bottom) - Math.max(box.top, stage.top);
    const lies = (box) => box.width > 0 && box.height > 0 && across(box) > 0 && upright(box) > 0;
    const isSheet = (box) => across(box) > SHEET * stage.width;
    const sheets = [dock, corner].filter((box) => lies(box) && isSheet(box));
    const bottom = Math.max(0, ...sheets.filter((box) => box.bottom >= stage.bottom - 1).map(upright));
    const left = lies(dock) && !isSheet(dock) ? Math.round(dock.right - stage.left) : 0;
    const right = lies(corner) && !isSheet(corner) ? Math.round(stage.right - corner.left) : 0;
    const beside = left + right < LEAST_SHARE * stage.width;
    const above = bottom < LEAST_SHARE * stage.height;
    return { left: beside ? left : 0, right: beside ? right : 0, bottom: above ? Math.round(bottom) : 0 };
  }

  /** Tells something in passing, for a few seconds. */
  tell(text) {
    clearTimeout(this._timer);
    this._notice.textContent = text;
    this._notice.hidden = false;
    this._timer = setTimeout(() => {
      this._notice.hidden = true;
    }, 4000);
  }

  /** Plots beside the scene, or none. */
  showSide(on) {
    this.root.classList.toggle("sideless", !on);
  }

  get sideShown() {
    return !this.root.classList.contains("sideless");
  }

  _split() {
    const set = (width) => {
      const bounded = Math.round(Math.min(innerWidth * 0.7, Math.max(240, width)));
      this.root.style.setProperty("--side", `${bounded}px`);
      this.splitter.setAttribute("aria-valuenow", bounded);
    };
    this.splitter.addEventListener("pointerdown", (event) => {
      this.splitter.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    this.splitter.addEventListener("pointermove", (event) => {
      if (this.splitter.hasPointerCapture(event.pointerId)) set(innerWidth - event.clientX);
    });
    this.splitter.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: 24, ArrowRight: -24 }[event.key];
      if (!step) return;
      set(this.side.getBoundingClientRect().width + step);
      event.preventDefault();
      event.stopPropagation();
    });
  }
}
