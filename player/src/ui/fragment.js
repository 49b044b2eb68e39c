// The address of the page keeps time and camera, so that a link can point to an instant: #t=1.5&eye=…&target=…

const VECTORS = ["eye", "target", "up"];

/** Time and camera that the address asks for; what cannot be read is left out. */
export function readFragment(text = location.hash) {
  const parts = new URLSearchParams(text.replace(/^#/, ""));
  const time = parts.has("t") ? Number(parts.get("t")) : NaN;
  const camera = {};
  for (const name of VECTORS) {
    const vector = (parts.get(name) ?? "").split(",").map(Number);
    if (vector.length === 3 && vector.every(Number.isFinite) && parts.get(name)) camera[name] = vector;
  }
  const angle = Number(parts.get("angle"));
  const whole = VECTORS.every((name) => camera[name]) && angle > 0 && angle < 180;
  return { time: Number.isFinite(time) ? time : null, camera: whole ? { ...camera, angle } : null };
}

/** Writes time and, if there is one, camera into the address, without a step in the history. */
export function writeFragment(time, camera) {
  const parts = [`t=${Number(time.toPrecision(7))}`];
  if (camera) {
    for (const name of VECTORS) parts.push(`${name}=${camera[name].map((x) => Number(x.toPrecision(5))).join(",")}`);
    parts.push(`angle=${Number(camera.angle.toPrecision(5))}`);
  }
  try {
    history.replaceState(null, "", `#${parts.join("&")}`);
  } catch {
    // a page inside another one, such as a notebook's, has no address of its own
  }
}
