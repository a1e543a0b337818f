/** The outline of a stone or a plant that is chosen, where and as large as it is held. */
import * as THREE from "three";
import type { Thing } from "../../../making/things.ts";
import type { Sea } from "../habitat/sea.ts";

const COLOUR = "#5fe0d0";
const CORNERS = 48;
const PILLARS = 8;

export class Outline {
  readonly object: THREE.LineSegments;

  constructor() {
    const material = new THREE.LineBasicMaterial({
      color: COLOUR,
      transparent: true,
      opacity: 0.9,
      depthTest: false,
      depthWrite: false,
    });
    this.object = new THREE.LineSegments(cage(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 4;
    this.object.visible = false;
  }

  show(thing: Thing | null, sea: Pick<Sea, "height"> | undefined): void {
    this.object.visible = thing !== null && sea !== undefined;
    if (!thing || !sea) return;
    const [x, y] = thing.place;
    this.object.position.set(x, sea.height(x, -y), -y);
    this.object.scale.set(thing.radius, thing.height, thing.radius);
  }
}

/** Around an upright cylinder of radius and height 1 that stands on the origin. */
function cage(): THREE.BufferGeometry {
  const at = (corner: number, height: number) => {
    const angle = (2 * Math.PI * corner) / CORNERS;
    return new THREE.Vector3(Math.cos(angle), height, Math.sin(angle));
  };
  const ends: THREE.Vector3[] = [];
  for (let corner = 0; corner < CORNERS; corner++) {
    for (const height of [0, 1]) ends.push(at(corner, height), at(corner + 1, height));
    if (corner % (CORNERS / PILLARS) === 0) ends.push(at(corner, 0), at(corner, 1));
  }
  return new THREE.BufferGeometry().setFromPoints(ends);
}
