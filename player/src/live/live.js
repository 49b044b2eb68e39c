// A live page: the model runs in Python, and this page shows it and lets people pose it, run it and push it.

import "./live.css";
import { Bar } from "./bar.js";
import { Connection } from "./connection.js";
import { Drag } from "./drag.js";
import { unpacked } from "./frame.js";
import { Facts } from "./facts.js";
import { Coordinates, Method, Motors } from "./panels.js";
import { Plots } from "./plots.js";

const ROOM = 1.35; // what moves needs more room than what stands

/** Looks at the whole from a little further away. */
function stepBack(scene) {
  scene.view("fit");
  const { eye, target, ...rest } = scene.camera;
  scene.setCamera({ ...rest, target, eye: eye.map((value, k) => target[k] + ROOM * (value - target[k])) });
}

/**
 * Starts it, if the document is live.
 * @returns {{connection: Connection, latest: () => Object} | null} for tests and scripts
 */
export function startLive(model, ui, scene) {
  const about = model.live;
  if (!about) return null;
  const bodies = model.machines[model.runs[0].machine].bodies;
  const counts = { bodies: bodies.length };
  for (const name of ["arrows", "series", "coordinates", "signals"]) counts[name] = about[name].length;
  let frame = null;
  let waiting = false;
  let status = null;

  const ask = (action, given) => connection.ask(action, given);
  const bar = new Bar(ask);
  ui.shell.foot.append(bar.element);
  const tell = (text) => ui.tell(text);
  const coordinates = new Coordinates(ui.panel("Pose", { icon: "pose", open: !ui.shell.narrow }), about, ask, tell);
  const motors = new Motors(ui.panel("Motors", { icon: "live" }), about, ask, tell);
  const method = new Method(ui.panel("Method", { icon: "table" }), about, ask);
  const now = present(model.runs[0], about);
  const plots = new Plots(ui, about);
  plots.fill(ui.panel("Plots", { icon: "plot" }));
  const pushPlace = about.arrows.findLastIndex(({ name, group }) => group === "forces" && name === "push");
  const drag = new Drag(ui.stage, scene, {
    ask,
    latest: () => frame,
    names: bodies.map(({ name }) => name),
    select: (choice) => ui.select(choice),
    push: () => {
      const force = frame && [...frame.arrows.subarray(6 * pushPlace + 3, 6 * pushPlace + 6)];
      return force?.every(Number.isFinite) ? force : null;
    },
  });
  ui.drive({ run: () => bar.runOrPause(), reset: () => ask("reset"), step: () => ask("step") });
  const facts = new Facts(ui.about);
  scene.resize(); // plots have taken a part of its place
  if (!model.view.camera) stepBack(scene);

  /** Shows the newest frame, once for each picture. */
  const show = () => {
    waiting = false;
    scene.setPoses(0, frame.poses);
    now.frame(frame);
    scene.setArrows(0, model.runs[0].arrows);
    ui.refresh();
    for (const part of [bar, coordinates, motors, drag]) part.frame(frame);
  };
  const connection = new Connection(about.url, {
    frame: (data) => {
      const next = unpacked(data, counts);
      if (!next) return;
      frame = next;
      plots.frame(frame);
      if (!waiting) requestAnimationFrame(show);
      waiting = true;
    },
    status: (told) => {
      status = told;
      for (const part of [bar, coordinates, motors, method, facts]) part.status(told);
    },
    refused: (sentence) => bar.say(sentence, "told"),
    state: (state) => {
      ui.shell.root.classList.toggle("live-lost", state === "lost");
      if (state === "lost") bar.say("The link to Python is lost; trying again. Is it still running?", "lost");
      else if (status) bar.status(status);
    },
  });
  return { connection, latest: () => frame, status: () => status };
}

/** The run of the page as it is now, for the card of the selected body: its poses, series and arrows are the last frame's. */
function present(run, about) {
  const still = run.pose;
  let poses = null;
  run.pose = (t, into) => (poses ? into.set(poses) : still(t, into));
  run.series = about.series.map((one) => ({ ...one, values: new Float32Array([NaN]) }));
  return {
    frame: (frame) => {
      poses = frame.poses;
      run.series.forEach(({ values }, k) => values.set(frame.series.subarray(k, k + 1)));
      run.arrows = about.arrows.map((one, k) => ({ ...one, point: frame.arrows.subarray(6 * k, 6 * k + 3), vectors: frame.arrows.subarray(6 * k + 3, 6 * k + 6) }));
    },
  };
}
