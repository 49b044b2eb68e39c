// Standard views, and what the camera follows.

import { button, make } from "./elements.js";

export const VIEWS = ["front", "back", "left", "right", "top", "bottom", "corner"];
const WORDS = { front: "Front", back: "Back", left: "Left", right: "Right", top: "Top", bottom: "Bottom", corner: "Corner" };

export function views(shell, actions) {
  const body = shell.panel({ name: "views", title: "Views", icon: "cube", key: "A" });
  const grid = make("div", { class: "views" });
  VIEWS.forEach((view, k) => {
    grid.append(button({ label: `${WORDS[view]} view`, text: WORDS[view], key: String(k + 1), press: () => actions.view(view), data: { view } }));
  });
  grid.append(button({ label: "Fit all", text: "Fit", icon: "fit", key: "F", press: () => actions.view("fit"), data: { view: "fit" } }));
  const following = make("p", { class: "quiet", attributes: { role: "status" } });
  const stop = button({ label: "Stop following", text: "Stop following", press: () => actions.follow(null) });
  body.append(
    grid,
    make("p", { class: "quiet", text: "Drag to turn, right drag or two fingers to shift, wheel or pinch to come closer." }),
    following,
    stop,
  );
  const tell = (name) => {
    following.textContent = name ? `The camera follows ${name}.` : "";
    following.hidden = stop.hidden = !name;
  };
  tell(null);
  return { tell };
}
