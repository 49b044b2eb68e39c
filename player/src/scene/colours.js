/** Colours of the scene: of runs, of groups of arrows, and of the light and dark themes. */
import { Color, SRGBColorSpace } from "three";

/** Of runs, in turn; the same as in plots made by Python. */
export const RUN_COLOURS = ["#1b6ca8", "#d1495b", "#edae49", "#3a7d44", "#7d5ba6", "#30a5bf", "#8d5524", "#52606d"];

/** The colour of a run as text of CSS. */
export const runColour = (k) => RUN_COLOURS[k % RUN_COLOURS.length];

/** Of arrows by group; a moment has the same colour, and two heads. */
export const ARROW_COLOURS = { reactions: "#2f7fd6", loops: "#9256c9", forces: "#e2602f", weight: "#3f9b52" };

export const AXIS_COLOURS = ["#d8434e", "#3f9b52", "#2f6fd6"];
export const JOINT = "#0f9fa8";
export const DRIVEN = "#e08a1e";
export const ACCENT = "#ff8a1f";
export const TRAIL = "#d1495b";

export const THEMES = {
  light: {
    paper: "#eef1f5",
    floor: "#f8f9fb",
    rules: "#c9d1db",
    shadow: "#28323f",
    shade: 0.3,
    lift: 0,
    ink: "#1f2933",
    muted: "#5b6672",
    halo: "rgba(248, 249, 251, 0.88)",
  },
  dark: {
    paper: "#161b21",
    floor: "#2c343e",
    rules: "#46525f",
    shadow: "#000000",
    shade: 0.6,
    lift: 0.12,
    ink: "#e8ecf1",
    muted: "#9aa7b5",
    halo: "rgba(19, 23, 28, 0.82)",
  },
};

/** Red, green, blue of the document, as they look on a screen, for three.js. */
export const screenColour = (values) => new Color().setRGB(values[0], values[1], values[2], SRGBColorSpace);
