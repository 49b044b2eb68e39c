// The colours of runs and of lines in plots and lists: the hues of the scene's runs, in shades with a contrast of at
// least 4.5 : 1 against the background of their theme.

const LIGHT = ["#1b6ca8", "#c23b4e", "#a06600", "#2f7a3c", "#7d5ba6", "#0f7a90", "#8d5524", "#52606d"];
const DARK = ["#5aa9e6", "#f07f8e", "#edae49", "#6fbf7c", "#b596dc", "#4fc3dc", "#c9935f", "#a3b0bd"];

/** The colour of run or line `k` in a theme, as "#rrggbb". */
export function colourOf(k, theme) {
  const colours = theme === "dark" ? DARK : LIGHT;
  return colours[k % colours.length];
}
