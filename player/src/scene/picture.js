/** The scene with everything that is written over it, as one picture. */

/** Draws it into a canvas of any size with the same shape. */
export function paintInto(picture, { stage, ink, wide }) {
  const pen = picture.getContext("2d");
  pen.imageSmoothingQuality = "high";
  const drawn = stage ? [stage.canvas, ink.canvas] : [ink.canvas];
  for (const sheet of drawn) {
    if (sheet !== ink.canvas || ink.wrote) pen.drawImage(sheet, 0, 0, picture.width, picture.height);
  }
  const scale = picture.width / wide;
  const { compass } = ink;
  const [across, high] = [compass.clientWidth * scale, compass.clientHeight * scale];
  pen.drawImage(compass, 8 * scale, picture.height - high - 8 * scale, across, high);
}

/** A canvas as PNG. */
export const pngOf = (picture) => new Promise((done) => picture.toBlob(done, "image/png"));
