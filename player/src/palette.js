// The colours of runs and of lines, for scene and plots alike: told apart by the colour-blind, and at least 4.5 : 1
// against the background of their theme.

const LIGHT = ["#1d5fa6", "#b3470c", "#1a7340", "#7a3ec2", "#ad1f63", "#0b6b7d", "#7a5a00", "#4a5666"];
const DARK = ["#74b3f0", "#f79a5e", "#62cf8b", "#bd9cf6", "#f283b4", "#4cc9dd", "#dcb840", "#a9b6c8"];

/** The colour of run or line `k` in a theme, as "#rrggbb". */
export function colourOf(k, theme) {
  const colours = theme === "dark" ? DARK : LIGHT;
  return colours[k % colours.length];
}
