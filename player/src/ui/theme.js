// Light and dark: what the document asks for, else what the system prefers, until the button says otherwise.

export class Theme {
  /** @param {"auto"|"light"|"dark"} asked */
  constructor(asked) {
    this._listeners = [];
    this._system = window.matchMedia("(prefers-color-scheme: dark)");
    this.now = asked === "light" || asked === "dark" ? asked : this._ofSystem();
    if (asked !== "light" && asked !== "dark") {
      this._system.addEventListener("change", () => {
        if (!this._chosen) this.set(this._ofSystem());
      });
    }
    document.documentElement.dataset.theme = this.now;
  }

  /** Calls `listener(theme)` at every change. */
  onChange(listener) {
    this._listeners.push(listener);
  }

  set(name) {
    this.now = name;
    document.documentElement.dataset.theme = name;
    for (const listener of this._listeners) listener(name);
  }

  toggle() {
    this._chosen = true;
    this.set(this.now === "dark" ? "light" : "dark");
  }

  /** A colour of the style sheet, such as "--line". */
  colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  _ofSystem() {
    return this._system.matches ? "dark" : "light";
  }
}
