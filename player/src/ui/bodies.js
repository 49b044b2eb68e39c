// The tree of bodies: select by keyboard or pointer, search by name. Only rows in sight exist, so that 10⁴ bodies are no burden.

import { make } from "./elements.js";
import { icon } from "./icons.js";

export class Bodies {
  /** @param {Function} choose called with {run, body} */
  constructor(model, shell, choose) {
    this._model = model;
    this._choose = choose;
    this._run = 0;
    this._closed = new Set();
    this._active = 0;
    this._selected = null;
    const body = shell.panel({ name: "bodies", title: "Bodies", icon: "tree", key: "B", opened: () => this._fill() });
    this._search = make("input", { class: "search", attributes: { type: "search", placeholder: "Search bodies and joints", "aria-label": "Search bodies and joints" } });
    this._search.addEventListener("input", () => {
      this._active = 0;
      this._fill();
    });
    this._pick = make("select", { attributes: { "aria-label": "Run" } });
    model.runs.forEach((run, k) => this._pick.append(make("option", { text: run.label, attributes: { value: k } })));
    this._pick.addEventListener("change", () => {
      this._run = Number(this._pick.value);
      this._fill();
    });
    this._space = make("div", { class: "space" });
    this._tree = make("div", { class: "tree", attributes: { role: "tree", tabindex: 0, "aria-label": "Bodies" } }, this._space);
    this._count = make("p", { class: "quiet", attributes: { role: "status" } });
    this._tree.addEventListener("scroll", () => this._draw());
    this._tree.addEventListener("keydown", (event) => this._key(event));
    this._tree.addEventListener("click", (event) => this._click(event));
    new ResizeObserver(() => this._draw()).observe(this._tree);
    if (new Set(model.runs.map((run) => run.machine)).size > 1) body.append(this._pick);
    body.append(this._search, this._tree, this._count);
    body.classList.add("bodies");
  }

  /** Shows what is selected in the scene. */
  select(choice) {
    this._selected = choice;
    if (choice && choice.run !== this._run) {
      this._run = choice.run;
      this._pick.value = String(choice.run);
    }
    this._fill();
    if (!choice) return;
    this._unfold(choice.body);
    const at = this._rows.findIndex((row) => row.body === choice.body);
    if (at >= 0) this._reach(at);
  }

  get _bodies() {
    return this._model.machines[this._model.runs[this._run].machine].bodies;
  }

  /** The rows in their order: all that match the search, or the tree without what is folded. */
  _fill() {
    const bodies = this._bodies;
    const asked = this._search.value.trim().toLowerCase();
    if (asked) {
      this._rows = [];
      bodies.forEach((body, k) => {
        if (`${body.name}\n${body.joint?.name ?? ""}\n${body.joint?.kind ?? ""}`.toLowerCase().includes(asked)) this._rows.push({ body: k, level: 0, children: 0 });
      });
      this._count.textContent = `${this._rows.length} of ${bodies.length} bodies`;
    } else {
      this._rows = this._unfolded(bodies);
      this._count.textContent = bodies.length === 1 ? "1 body" : `${bodies.length} bodies`;
    }
    this._active = Math.max(0, Math.min(this._active, this._rows.length - 1));
    this._drawn = "";
    this._tree.style.height = `${this._rows.length * this._height()}px`;
    this._draw();
  }

  _unfolded(bodies) {
    const children = bodies.map(() => []);
    const roots = [];
    bodies.forEach((body, k) => (body.parent < 0 ? roots : children[body.parent]).push(k));
    const rows = [];
    const waiting = roots.reverse().map((body) => ({ body, level: 0 }));
    while (waiting.length) {
      const { body, level } = waiting.pop();
      rows.push({ body, level, children: children[body].length });
      if (!this._closed.has(body)) for (const child of children[body].toReversed()) waiting.push({ body: child, level: level + 1 });
    }
    return rows;
  }

  /** Opens all parents of a body. */
  _unfold(body) {
    let changed = false;
    for (let parent = this._bodies[body].parent; parent >= 0; parent = this._bodies[parent].parent) {
      changed = this._closed.delete(parent) || changed;
    }
    if (changed) this._fill();
  }

  _draw() {
    if (!this._rows || !this._tree.clientHeight) return;
    const height = this._height();
    const first = Math.max(0, Math.floor(this._tree.scrollTop / height) - 4);
    const last = Math.min(this._rows.length, Math.ceil((this._tree.scrollTop + this._tree.clientHeight) / height) + 4);
    const mark = `${first} ${last} ${this._active} ${this._selected?.body} ${this._selected?.run} ${height}`;
    if (mark === this._drawn) return;
    this._drawn = mark;
    this._space.style.height = `${this._rows.length * height}px`;
    this._space.replaceChildren(...this._rows.slice(first, last).map((row, k) => this._row(row, first + k, height)));
    this._tree.setAttribute("aria-activedescendant", this._rows.length ? `body-${this._rows[this._active].body}` : "");
  }

  _row(row, at, height) {
    const body = this._bodies[row.body];
    const selected = this._selected?.body === row.body && this._selected?.run === this._run;
    const element = make("div", {
      class: `row${at === this._active ? " active" : ""}`,
      attributes: {
        role: "treeitem",
        id: `body-${row.body}`,
        "aria-level": row.level + 1,
        "aria-selected": String(selected),
        "aria-expanded": row.children ? String(!this._closed.has(row.body)) : null,
      },
      data: { row: at },
    });
    element.style.top = `${at * height}px`;
    element.style.paddingLeft = `${6 + 14 * Math.min(row.level, 9)}px`;
    const fold = make("span", { class: `fold${this._closed.has(row.body) ? "" : " unfolded"}`, data: { fold: row.body } });
    if (row.children) fold.append(icon("right"));
    element.append(fold, make("span", { class: "name", text: body.name }), make("span", { class: "kind", text: body.joint?.kind ?? "" }));
    return element;
  }

  _height() {
    return parseFloat(getComputedStyle(this._tree).getPropertyValue("--row")) || 28;
  }

  /** Makes a row the active one and scrolls it into sight. */
  _reach(at) {
    this._active = Math.max(0, Math.min(at, this._rows.length - 1));
    const height = this._height();
    const top = this._active * height;
    if (top < this._tree.scrollTop) this._tree.scrollTop = top;
    else if (top + height > this._tree.scrollTop + this._tree.clientHeight) this._tree.scrollTop = top + height - this._tree.clientHeight;
    this._draw();
  }

  _fold(body, closed) {
    if (closed) this._closed.add(body);
    else this._closed.delete(body);
    this._fill();
  }

  _click(event) {
    const fold = event.target.closest("[data-fold]");
    if (fold && fold.firstChild) {
      const body = Number(fold.dataset.fold);
      this._fold(body, !this._closed.has(body));
      return;
    }
    const row = event.target.closest("[data-row]");
    if (!row) return;
    this._reach(Number(row.dataset.row));
    this._choose({ run: this._run, body: this._rows[this._active].body });
  }

  _key(event) {
    const row = this._rows?.[this._active];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this._tree.clientHeight / this._height()) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const open = row.children && !this._closed.has(row.body);
    if (event.key in moves) this._reach(this._active + moves[event.key]);
    else if (event.key === "ArrowRight" && row.children && !open) this._fold(row.body, false);
    else if (event.key === "ArrowRight" && open) this._reach(this._active + 1);
    else if (event.key === "ArrowLeft" && open) this._fold(row.body, true);
    else if (event.key === "ArrowLeft") this._reach(Math.max(0, this._rows.findIndex((other) => other.body === this._bodies[row.body].parent)));
    else if (event.key === "Enter" || event.key === " ") this._choose({ run: this._run, body: row.body });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
