/** Everything over and around one figure that can be toggled; made when it is first shown. */
import { Arrows } from "./arrows.js";
import { Ghosts } from "./ghosts.js";
import { Loops } from "./loops.js";
import { axes, ellipsoids, frames } from "./marks.js";
import { Centers } from "./signs.js";
import { Solids } from "./solids.js";
import { Trails } from "./trails.js";

const FOLLOWING = { frames, axes, ellipsoids }; // marks that follow bodies
const ARROWS = new Set(["reactions", "moments", "forces", "weight"]);

export class Overlays {
  /** `scales`: of arrows, shared by all figures; `colour`: of trails. */
  constructor(figure, materials, scales, colour) {
    Object.assign(this, { figure, materials, scales, colour });
    this.on = {};
  }

  show(toggle, on) {
    this.on[toggle] = on;
    const { figure, materials } = this;
    if (toggle in FOLLOWING) {
      this[toggle] ??= on ? FOLLOWING[toggle](figure, materials) : null;
      for (const { mesh } of this[toggle] ?? []) attach(mesh, figure.marks, on);
    } else if (ARROWS.has(toggle)) {
      this.arrows ??= on ? new Arrows(figure, materials, this.scales) : null;
      this.arrows?.toggle(toggle, on);
    } else if (toggle === "centers") {
      this.centers ??= on ? new Centers(figure) : null;
      if (this.centers) attach(this.centers.mesh, figure.marks, on);
    } else if (toggle === "loops") {
      this.loops ??= on && figure.machine.loops.length ? new Loops(figure) : null;
      for (const mesh of this.loops?.meshes ?? []) attach(mesh, figure.marks, on);
    } else if (toggle === "trails" && (on || this.trails)) {
      this.makeTrails().show(on);
    } else if (toggle === "ghosts") {
      this.ghosts?.dispose();
      this.ghosts = on && figure.run.frames > 1 ? new Ghosts(figure) : null;
    }
  }

  makeTrails() {
    this.trails ??= new Trails(this.figure, this.colour);
    return this.trails;
  }

  /** The trail of a point of a body; it is seen while trails are. */
  trail(body, at, on) {
    const trails = this.makeTrails();
    trails.set(body, at, on);
    trails.show(Boolean(this.on.trails));
  }

  setArrows(arrows) {
    if (this.arrows) this.arrows.set(arrows);
    else this.figure.run.arrows = arrows;
  }

  /** Draws a line around a body; null: around none. */
  outlineBody(body) {
    this.outline?.dispose();
    this.outline = null;
    if (body === null) return;
    const { shapes, group, places } = this.figure;
    this.outline = new Solids(shapes, this.materials, { body, outline: true }).addTo(group);
    this.outline.update(places);
  }

  /** Moves what is shown to where bodies are now. */
  update(t) {
    const { places } = this.figure;
    for (const name of Object.keys(FOLLOWING)) {
      if (this.on[name]) for (const batch of this[name] ?? []) batch.update(places);
    }
    if (this.on.centers) this.centers?.update();
    if (this.on.loops) this.loops?.update();
    if (this.on.trails) this.trails?.update(t);
    if (this.arrows?.shown) this.arrows.update(t);
    this.outline?.update(places);
  }
}

function attach(mesh, group, on) {
  if (on) group.add(mesh);
  else mesh.removeFromParent();
}
