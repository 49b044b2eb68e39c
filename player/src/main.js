// The page's program: reads the document, makes page and scene, and leaves window.bough for tests and scripts.

import "./ui/css/style.css";
import { readDocument } from "./data.js";
import { startLive } from "./live/live.js";
import { Scene } from "./scene/scene.js";
import { UI, apology } from "./ui/ui.js";

async function start() {
  const model = await readDocument();
  const ui = new UI(document.body, model);
  const scene = new Scene(ui.stage, model);
  ui.attach(scene);
  Object.assign(window.bough, { model, scene, ui, player: ui.clock, live: startLive(model, ui, scene) });
  return window.bough;
}

window.bough = {};
window.bough.ready = start().catch((error) => {
  apology(document.body, error);
  throw error;
});
window.bough.ready.catch(() => {}); // it has been told
