// A film of one pass of the run, as the canvas shows it, at the chosen speed.

const KINDS = ["video/mp4;codecs=avc1.640028", "video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];

/** The kind of film this browser can record, or null. */
export function filmKind() {
  if (typeof MediaRecorder === "undefined") return null;
  return KINDS.find((kind) => MediaRecorder.isTypeSupported(kind)) ?? null;
}

/** The end of a film's name. */
export const filmEnding = (kind) => (kind.startsWith("video/mp4") ? "mp4" : "webm");

/**
 * Records one pass. `stop()` ends it early; `done` resolves with the film, or with null if it was stopped.
 * @param {HTMLCanvasElement} canvas @param {import("./clock.js").Clock} clock
 */
export function record(canvas, clock, kind) {
  const stream = canvas.captureStream(60);
  const recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: 12_000_000 });
  const parts = [];
  const before = { loop: clock.loop, time: clock.time };
  let stopped = false;
  recorder.addEventListener("dataavailable", (event) => parts.push(event.data));
  const done = new Promise((resolve) => {
    recorder.addEventListener("stop", () => {
      stream.getTracks().forEach((track) => track.stop());
      clock.setLoop(before.loop);
      resolve(stopped ? null : new Blob(parts, { type: kind.split(";")[0] }));
    });
  });
  const finish = () => {
    if (recorder.state !== "inactive") recorder.stop();
  };
  clock.pause();
  clock.setLoop(false);
  clock.seek(clock.from);
  recorder.start(500);
  // a moment of the first frame, the pass, a moment of the last one
  setTimeout(() => {
    clock.play();
    clock.onceStill(() => setTimeout(finish, 400));
  }, 200);
  const stop = () => {
    stopped = true;
    clock.pause();
    finish();
  };
  return { done, stop };
}
