// What a reader can take away: picture, film, table, camera.

import { button, make } from "./elements.js";
import { cell, copy, keep, stem } from "./files.js";
import { filmEnding, filmKind, record } from "./film.js";
import { duration } from "./numbers.js";

export class Export {
  constructor(model, shell, clock, plots) {
    Object.assign(this, { _model: model, _shell: shell, _clock: clock, _plots: plots });
    this._stem = stem(model.title);
    const body = shell.panel({ name: "save", title: "Export", icon: "save", key: "S", opened: () => this._write() });
    this._length = make("p", { class: "quiet" });
    const list = make("div", { class: "exports" });
    list.append(button({ label: "Picture of the view (PNG)", text: "Picture (PNG)", icon: "camera", press: () => this.picture() }));
    if (clock.duration > 0) list.append(this._filmButton(), this._length);
    if (model.runs.some((run) => run.series.length)) {
      list.append(button({ label: "Plotted series as a table (CSV)", text: "Plotted series (CSV)", icon: "table", press: () => this.table() }));
      list.append(make("p", { class: "quiet", text: roundingText(model) }));
    }
    this._text = make("textarea", { class: "camera", attributes: { readonly: true, rows: 5, "aria-label": "Camera as JSON", spellcheck: "false" } });
    clock.onState(() => this._write());
    body.append(
      list,
      make("h3", { text: "Camera" }),
      make("p", { class: "quiet", text: "For pictures and films from Python: run.animate(camera=…)" }),
      this._text,
      button({ label: "Copy the camera", text: "Copy camera", icon: "copy", press: () => this.camera() }),
    );
  }

  attach(scene) {
    this._scene = scene;
  }

  async picture() {
    keep(await this._scene.toBlob(), `${this._stem}.png`);
  }

  table() {
    const table = this._plots.table();
    if (!table) {
      this._shell.tell("No series is plotted: add one to a plot first.");
      return;
    }
    const lines = [table.head.map(cell).join(","), ...table.rows.map((row) => row.map(cell).join(","))];
    keep(new Blob([`${lines.join("\r\n")}\r\n`], { type: "text/csv;charset=utf-8" }), `${this._stem}.csv`);
  }

  async camera() {
    this._writeCamera();
    const done = await copy(this._text.value);
    if (!done) this._text.select();
    this._shell.tell(done ? "The camera is copied." : "Copy the marked text by Ctrl+C: this browser does not let the page do it.");
  }

  _write() {
    this._writeCamera();
    this._length.textContent = `One pass at the present speed: ${duration(this._clock.duration / this._clock.speed)}`;
  }

  _writeCamera() {
    if (this._scene) this._text.value = cameraText(this._scene.camera);
  }

  _filmButton() {
    const kind = filmKind();
    const label = "Film of one pass";
    const text = kind ? `Film (${filmEnding(kind).toUpperCase()})` : "Film";
    const element = button({ label, text, icon: "film", press: () => this._film(kind, element) });
    if (!kind) {
      element.disabled = true;
      element.dataset.tip = "This browser cannot record films";
    }
    return element;
  }

  async _film(kind, element) {
    if (this._recording) {
      this._recording.stop();
      return;
    }
    const words = element.querySelector("span");
    const before = words.textContent;
    this._recording = record(this._scene, this._clock, kind);
    element.classList.add("recording");
    words.textContent = "Recording: stop";
    const film = await this._recording.done;
    this._recording = null;
    element.classList.remove("recording");
    words.textContent = before;
    if (film) keep(film, `${this._stem}.${filmEnding(kind)}`);
  }
}

/** How the numbers of a page are rounded. */
function roundingText({ runs }) {
  const parts = Math.min(...runs.flatMap(({ rounding }) => (rounding ? [1 / rounding] : [])));
  return `Rounded to 1/${parts.toLocaleString("en")} of each series’ range, as this page keeps it. In Python, run.to_csv(…) writes all digits.`;
}

/** A camera as JSON on few lines, with five digits. */
export function cameraText(camera) {
  const short = (values) => `[${values.map((x) => Number(x.toPrecision(5))).join(", ")}]`;
  return `{"eye": ${short(camera.eye)},\n "target": ${short(camera.target)},\n "up": ${short(camera.up)},\n "angle": ${Number(camera.angle.toPrecision(5))}}`;
}
