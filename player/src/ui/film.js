// A film of one pass of the run, as the scene shows it with all that is written over it, at the chosen speed.

import { LONGEST } from "./clock.js";

const KINDS = ["video/mp4;codecs=avc1.640028", "video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
const BITS = 12_000_000; // per second: fine lines stay sharp
const MOMENT = 300; // milliseconds of the first and of the last picture

/** The kind of film this browser can record, or null. */
export function filmKind() {
  if (typeof MediaRecorder === "undefined") return null;
  return KINDS.find((kind) => MediaRecorder.isTypeSupported(kind)) ?? null;
}

/** The end of a film's name. */
export const filmEnding = (kind) => (kind.startsWith("video/mp4") ? "mp4" : "webm");

/**
 * Records one pass. `stop()` ends it early; `done` resolves with the film, or with null if it was stopped.
 * @param {import("./clock.js").Clock} clock
 */
export function record(scene, clock, kind) {
  const canvas = document.createElement("canvas");
  const size = scene.pictureSize();
  [canvas.width, canvas.height] = size.map((pixels) => 2 * Math.floor(pixels / 2)); // codecs want even numbers
  const paint = () => scene.paint(canvas);
  const loop = clock.loop;
  let stopped = false;
  clock.pause();
  clock.setLoop(false);
  clock.longest = Infinity; // where drawing is slow the film has fewer pictures, and its right length
  clock.seek(clock.from);
  paint();
  const stream = canvas.captureStream(60);
  const recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: BITS });
  const parts = [];
  recorder.addEventListener("dataavailable", (event) => parts.push(event.data));
  const still = setInterval(() => clock.playing || paint(), 50); // a stream without new pictures has no length
  const forget = clock.onTime(paint);
  const done = new Promise((resolve) => {
    recorder.addEventListener("stop", () => {
      clearInterval(still);
      forget();
      stream.getTracks().forEach((track) => track.stop());
      clock.setLoop(loop);
      clock.longest = LONGEST;
      resolve(stopped ? null : new Blob(parts, { type: kind.split(";")[0] }));
    });
  });
  const finish = () => {
    if (recorder.state !== "inactive") recorder.stop();
  };
  recorder.start(500);
  setTimeout(() => {
    if (stopped) return;
    clock.play();
    clock.onceStill(() => setTimeout(finish, MOMENT));
  }, MOMENT);
  const stop = () => {
    stopped = true;
    clock.pause();
    finish();
  };
  return { done, stop };
}
