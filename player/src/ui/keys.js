// The keyboard: one table of keys, which serves the keys and the list of them.

import { button, make } from "./elements.js";
import { VIEWS } from "./views.js";

/** The keys of the page: [keys as shown, what they do, test of an event, action]. */
export function keyTable({ clock, shell, toggles, actions, times, live }) {
  const plain = (key) => (event) => event.key.toLowerCase() === key.toLowerCase() && !event.shiftKey;
  const named = (key, shift = false) => (event) => event.key === key && event.shiftKey === shift;
  const typed = (key) => (event) => event.key === key;
  const table = [];
  if (clock.duration > 0) {
    table.push(
      ["Time"],
      ["Space", "Play or pause", typed(" "), () => clock.playOrPause()],
      ["← →", "A frame back, on", (event) => /^Arrow(Left|Right)$/.test(event.key) && !event.shiftKey, (event) => clock.stepFrames(event.key === "ArrowLeft" ? -1 : 1)],
      ["Shift ← →", "Ten frames", (event) => /^Arrow(Left|Right)$/.test(event.key) && event.shiftKey, (event) => clock.stepFrames(event.key === "ArrowLeft" ? -10 : 10)],
      ["Home  End", "Start, end", (event) => event.key === "Home" || event.key === "End", (event) => clock.seek(event.key === "Home" ? clock.from : clock.to)],
      ["[  ]", "Slower or faster", (event) => event.key === "[" || event.key === "]", (event) => clock.changeSpeed(event.key === "]" ? 1 : -1)],
      ["L", "Loop", plain("l"), () => clock.setLoop(!clock.loop)],
    );
    if (times.length) table.push([",  .", "Event before, after", (event) => event.key === "," || event.key === ".", (event) => toEvent(clock, times, event.key === "." ? 1 : -1)]);
  }
  if (live) {
    table.push(
      ["Motion"],
      ["Space", "Run or pause", typed(" "), () => actions.drive?.run()],
      ["→", "A hundredth of a second on", named("ArrowRight"), () => actions.drive?.step()],
      ["Home", "Reset to the start", named("Home"), () => actions.drive?.reset()],
    );
  }
  table.push(["View"], ["F", "Fit all into the view", plain("f"), () => actions.view("fit")]);
  VIEWS.forEach((view, k) => table.push([String(k + 1), `View: ${view}`, typed(String(k + 1)), () => actions.view(view)]));
  table.push(["Show"], ...toggles.keys.map(([key, label, name]) => [key, label, plain(key), () => toggles.flip(name)]));
  table.push(["Page"]);
  for (const [key, name, label] of [["V", "show", "What is shown"], ["A", "views", "Views"], ["B", "bodies", "Bodies"], ["U", "runs", "Runs"], ["I", "info", live ? "About" : "About this run"], ["S", "save", "Export"]]) {
    if (shell.hasPanel(name)) table.push([key, label, plain(key), () => shell.togglePanel(name)]);
  }
  if (actions.plots) table.push(["P", "Plots", plain("p"), actions.plots]);
  table.push(
    ["Y", "Light or dark", plain("y"), actions.theme],
    ["?", "This list", typed("?"), actions.keys],
    ["Esc", "Close what is open", named("Escape"), actions.escape],
  );
  return table;
}

function toEvent(clock, times, direction) {
  const near = 1e-6 * clock.duration;
  const next = direction > 0 ? times.find((time) => time > clock.time + near) : times.findLast((time) => time < clock.time - near);
  clock.pause();
  if (next !== undefined) clock.seek(next);
}

/** Lets the keys of the table work, except where a person types or another control needs them. */
export function listen(table) {
  const entries = table.filter((row) => row.length > 1);
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("dialog[open]")) return; // (one that has just closed may still have the focus)
    const writes = target.matches("textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=range])");
    if (writes && event.key !== "Escape") return;
    if (event.key === " " && target.matches("button, input, a, summary")) return;
    if (/^(Arrow|Home|End)/.test(event.key) && target.matches("input[type=range], input[type=radio]")) return;
    const found = entries.find(([, , test]) => test(event));
    if (!found) return;
    event.preventDefault();
    found[3](event);
  });
}

const SCENE = [
  ["drag", "turn"],
  ["right drag", "shift; or two fingers"],
  ["wheel, pinch", "closer, farther"],
  ["click", "select a body"],
];
const LIVE = [
  ["drag a body", "pose it; push it while it runs"],
  ["drag beside it", "turn the view"],
  ["Shift drag", "turn the view, also on a body"],
  ...SCENE.slice(1),
];
const PLOT = [
  ["click, drag", "go there"],
  ["wheel, pinch", "zoom"],
  ["Shift drag", "zoom to a stretch"],
  ["double click", "whole time"],
];

function pointers(title, rows) {
  const list = make("dl", { class: "pointers" });
  for (const [what, does] of rows) list.append(make("dt", { text: what }), make("dd", { text: does }));
  return make("section", {}, make("h3", { text: title }), list);
}

/** The list of keys, as a dialog. */
export function keyList(root, table, live) {
  const dialog = make("dialog", { class: "keys", attributes: { "aria-labelledby": "title-keys" } });
  const close = button({ label: "Close", icon: "close", class: "small", press: () => dialog.close() });
  delete close.dataset.tip; // a tip would lie under the dialog
  const columns = make("div", { class: "columns" });
  let list = null;
  for (const row of table) {
    if (row.length === 1) {
      list = make("dl", {});
      columns.append(make("section", {}, make("h3", { text: row[0] }), list));
    } else list.append(make("dt", {}, ...row[0].split(/ +/).map((key) => make("kbd", { text: key }))), make("dd", { text: row[1] }));
  }
  columns.append(pointers("Pointer in the scene", live ? LIVE : SCENE));
  if (!live) columns.append(pointers("Pointer in a plot", PLOT));
  dialog.append(make("div", { class: "title" }, make("h2", { text: "Keys", attributes: { id: "title-keys" } }), close), columns);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "?") dialog.close();
  });
  root.append(dialog);
  return () => (dialog.open ? dialog.close() : dialog.showModal());
}
