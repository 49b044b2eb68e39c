/** Pale pictures of the machine at other times of the run. */
import { Group } from "three";
import { behind } from "./figure.js";
import { placesFor, placesOf } from "./places.js";
import { Solids } from "./solids.js";

const MOST = 6;
const MOST_SOLIDS = 15000; // in all ghosts together
const OPACITY = 0.2;

export class Ghosts {
  constructor(figure) {
    const { run, shapes, materials } = figure;
    this.group = new Group();
    const solids = Math.max(1, shapes.pieces.length);
    const count = Math.min(MOST, run.frames, Math.max(1, Math.floor(MOST_SOLIDS / solids)));
    const poses = new Float32Array(7 * figure.count);
    const places = placesFor(figure.count);
    this.solids = [];
    for (let k = 0; k < count; k++) {
      const share = count > 1 ? k / (count - 1) : 0.5;
      placesOf(run.pose(run.from + share * (run.to - run.from), poses), places);
      const ghost = new Solids(shapes, materials, { ghost: OPACITY }).addTo(this.group);
      ghost.update(places);
      for (const { mesh } of ghost.batches) mesh.onBeforeRender = behind(figure.index + k + 1);
      this.solids.push(ghost);
    }
    figure.group.add(this.group);
  }

  dispose() {
    for (const ghost of this.solids) ghost.dispose();
    this.group.removeFromParent();
  }
}
