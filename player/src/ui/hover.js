// The name of the body under the pointer.

import { make, throttled } from "./elements.js";

export function startHover(model, shell, scene) {
  const box = make("div", { class: "hover", attributes: { "aria-hidden": "true" } });
  box.hidden = true;
  shell.stage.append(box);
  let inside = false;
  const look = throttled(90, (x, y) => {
    const frame = shell.stage.getBoundingClientRect();
    const found = inside ? scene.pick(x - frame.left, y - frame.top) : null;
    box.hidden = !found || found.body < 0;
    shell.stage.classList.toggle("over-body", !box.hidden);
    if (box.hidden) return;
    const run = model.runs[found.run];
    const body = model.machines[run.machine].bodies[found.body];
    box.textContent = model.runs.length > 1 ? `${body.name} · ${run.label}` : body.name;
    box.style.transform = `translate(${Math.min(x - frame.left + 14, frame.width - box.offsetWidth - 6)}px, ${y - frame.top + 16}px)`;
  });
  shell.stage.addEventListener("pointermove", (event) => {
    inside = event.pointerType === "mouse" && event.buttons === 0;
    if (inside || !box.hidden) look(event.clientX, event.clientY);
  });
  shell.stage.addEventListener("pointerleave", () => {
    inside = false;
    look(0, 0);
  });
}
