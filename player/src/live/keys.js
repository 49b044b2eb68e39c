// The keys of a live page: Space, Home and the arrow to the right.

/** @param {{runOrPause: Function}} bar @param {(action: string) => void} ask */
export function listen(bar, ask) {
  const keys = { " ": () => bar.runOrPause(), Home: () => ask("reset"), ArrowRight: () => ask("step") };
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented || !(event.key in keys)) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("dialog, input, select, textarea") || (event.key === " " && target.closest("button, a, summary"))) return;
    event.preventDefault();
    keys[event.key]();
  });
}
