// Pointers in a plot: press or drag to go there, wheel or two fingers to zoom. Shift and drag is uPlot's selection.

export function gestures(u, stack) {
  const over = u.over;
  const down = new Map();
  let spread = null; // two fingers: the times under them

  const timeAt = (x) => u.posToVal(x - over.getBoundingClientRect().left, "x");

  over.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.shiftKey) return;
    over.setPointerCapture(event.pointerId);
    down.set(event.pointerId, event.clientX);
    if (down.size === 2) spread = [...down.values()].map(timeAt);
    else if (down.size === 1) stack.go(timeAt(event.clientX));
  });
  over.addEventListener("pointermove", (event) => {
    if (!down.has(event.pointerId)) return;
    down.set(event.pointerId, event.clientX);
    if (down.size === 1 && !spread) stack.go(timeAt(event.clientX));
    if (down.size === 2 && spread) stack.zoom(stretched(over, [...down.values()], spread));
  });
  const up = (event) => {
    down.delete(event.pointerId);
    if (!down.size) spread = null;
  };
  over.addEventListener("pointerup", up);
  over.addEventListener("pointercancel", up);

  over.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const [from, to] = stack.window;
      const at = timeAt(event.clientX);
      const factor = Math.exp(Math.sign(event.deltaY) * Math.min(0.5, Math.abs(event.deltaY) / 300));
      stack.zoom([at - (at - from) * factor, at + (to - at) * factor]);
    },
    { passive: false },
  );
}

/** The window in which the times that were under two fingers are under them again. */
function stretched(over, places, times) {
  const box = over.getBoundingClientRect();
  const [a, b] = places.map((x) => x - box.left);
  if (Math.abs(b - a) < 12) return null;
  const perPixel = (times[1] - times[0]) / (b - a);
  const from = times[0] - a * perPixel;
  return perPixel > 0 ? [from, from + perPixel * box.width] : null;
}
