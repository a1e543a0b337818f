/** Draws what stands on the ground, and the rubble around it. */
import * as THREE from "three";
import type { Obstacle } from "../../../wire/messages.ts";
import { filling, type Part, partsOf } from "./colonies.ts";
import type { Sea } from "./sea.ts";
import { randomNumbers } from "./solids.ts";
import { type Cluster, Stands } from "./stands.ts";

/** So many pieces lie around an obstacle. */
const RUBBLE = 7;
/** More than so many obstacles have none. */
const MOST_WITH_RUBBLE = 200;

export class Obstacles extends Stands {
  constructor(sea: Sea, light: Record<string, THREE.IUniform>) {
    super(light);
    this.set(sea.obstacles.map((one) => clusterOf(one, sea)));
  }
}

function clusterOf(one: Obstacle, sea: Sea): Cluster {
  const ground = sea.height(one.x, -one.y);
  const parts = partsOf(one).map((part) => ({ ...part, ground }));
  if (sea.obstacles.length <= MOST_WITH_RUBBLE) parts.push(...rubble(one, sea));
  const middle = new THREE.Vector3(one.x, (one.bottom + one.top) / 2, -one.y);
  const radius = Math.hypot(1.4 * one.radius, (one.top - one.bottom) / 2);
  return { sphere: new THREE.Sphere(middle, radius), parts };
}

/** Small stones that have come off; fishes swim over them. */
function rubble({ x, y, radius, seed }: Obstacle, sea: Sea): Part[] {
  const random = randomNumbers(seed + 77);
  return Array.from({ length: RUBBLE }, () => {
    const angle = 2 * Math.PI * random();
    const away = radius * (0.85 + 0.5 * random());
    const size = (0.02 + 0.05 * random() ** 2) * (0.6 + radius);
    const [east, north] = [x + away * Math.cos(angle), y + away * Math.sin(angle)];
    const ground = sea.height(east, -north);
    const within = { x: east, y: north, bottom: ground - 0.4 * size, top: ground + 0.7 * size };
    return { ...filling({ ...within, radius: size }, "pebble", random), ground };
  });
}
