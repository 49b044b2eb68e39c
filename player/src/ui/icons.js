// Icons on a field of 24 by 24, as strokes; those in FILLED are filled.

const PATHS = {
  play: "M7 4.5v15l13-7.5z",
  pause: "M7 5h3.4v14H7zM13.6 5H17v14h-3.4z",
  back: "M17 6l-8 6 8 6zM6 6v12",
  forward: "M7 6l8 6-8 6zM18 6v12",
  start: "M20 6l-7 6 7 6zM12 6l-7 6 7 6zM4 6v12",
  end: "M4 6l7 6-7 6zM12 6l7 6-7 6zM20 6v12",
  loop: "M4 11a7 7 0 0 1 7-6h7M15 2l3 3-3 3M20 13a7 7 0 0 1-7 6H6M9 22l-3-3 3-3",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
  cube: "M12 2.8l8 4.6v9.2l-8 4.6-8-4.6V7.4zM12 12l8-4.6M12 12v9.2M12 12L4 7.4",
  tree: "M4 3.5h7v4H4zM13 10h7v4h-7zM13 16.5h7v4h-7zM7 7.5v11h6M7 12h6",
  layers: "M12 3l9 5-9 5-9-5zM3.5 12.5L12 17l8.5-4.5M3.5 16.5L12 21l8.5-4.5",
  info: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5.5M12 7.5v.2",
  save: "M12 3.5v11M7.5 10.5l4.5 4.5 4.5-4.5M4 17v3.5h16V17",
  plot: "M4 3.5v16.5h16.5M7 15l4-6 4 3 5-7",
  sun: "M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  moon: "M20 14.2A8.5 8.5 0 0 1 9.8 4 8.5 8.5 0 1 0 20 14.2z",
  help: "M9 9a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1M12 17.3v.2M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  camera: "M3 7.5h4l1.5-2.5h7L17 7.5h4V19H3zM12 9.5a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2z",
  film: "M3 6h12v12H3zM15 10.5l6-3.5v10l-6-3.5z",
  table: "M3.5 5h17v14h-17zM3.5 9.7h17M3.5 14.3h17M9.2 5v14",
  copy: "M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4",
  aim: "M12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM12 2v5M12 17v5M2 12h5M17 12h5",
  trail: "M3 19c4 0 4-6 8-6s4-6 8-7M19 3.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8z",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 9h6v6H9z",
  right: "M9 5l7 7-7 7",
  warning: "M12 3.5l9.5 17h-19zM12 10v5M12 17.6v.2",
  done: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM8 12.2l2.8 2.8 5.2-5.6",
  pose: "M5 20l5-8 6 2M10 12l3-7M13 3.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",
  live: "M3 12h4l2.5-6 4.5 12 2.5-6H21",
  undo: "M8 5L3.5 9.5 8 14M4 9.5h10a5.5 5.5 0 0 1 0 11H9",
};
const FILLED = new Set(["play", "pause", "back", "forward", "start", "end"]);

/** The icon of that name, as an SVG element that screen readers pass over. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", FILLED.has(name) ? "icon filled" : "icon");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
