/** Boulders here and there on the sand: the same ones at the same place on every page. */
import * as THREE from "three";
import { filling } from "./habitat/colonies.ts";
import { randomNumbers } from "./habitat/solids.ts";
import { type Cluster, Stands } from "./habitat/stands.ts";
import { seabedHeight } from "./seabed.ts";

/** Rocks stand in clusters, at most one cluster a cell of this edge [m]. */
const CELL = 5;
const CELLS_AROUND = 3;
const ROCKS_IN_CLUSTER = 4;
/** Share of the cells that have a cluster. */
const FREQUENCY = 0.45;

export class Rocks extends Stands {
  private cell = "";

  /** Keeps the cells around the eye filled. */
  update(eye: THREE.Vector3): void {
    const column = Math.floor(eye.x / CELL);
    const row = Math.floor(eye.z / CELL);
    const cell = `${column} ${row}`;
    if (cell === this.cell) return;
    this.cell = cell;
    const clusters: Cluster[] = [];
    for (let i = column - CELLS_AROUND; i <= column + CELLS_AROUND; i++) {
      for (let j = row - CELLS_AROUND; j <= row + CELLS_AROUND; j++) {
        clusters.push(...cluster(i, j).map((rock) => clusterOf(rock)));
      }
    }
    this.set(clusters);
  }
}

function clusterOf([x, y, z, radius]: readonly [number, number, number, number]): Cluster {
  const random = randomNumbers(Math.round(1000 * (x + 1000)) + Math.round(1000 * z));
  const within = { x, y: -z, bottom: y - 0.45 * radius, top: y + 0.75 * radius, radius };
  return {
    sphere: new THREE.Sphere(new THREE.Vector3(x, y, z), 1.2 * radius),
    parts: [{ ...filling(within, "boulder", random), ground: y - 0.1 * radius }],
  };
}

/** (x, y, z, radius) of the rocks of a cell [m]. */
function cluster(column: number, row: number): [number, number, number, number][] {
  const chance = (salt: number) => {
    const mixed = Math.sin(column * 127.1 + row * 311.7 + salt * 74.7) * 43758.5453;
    return mixed - Math.floor(mixed);
  };
  if (chance(0) > FREQUENCY) return [];
  const x = (column + 0.2 + 0.6 * chance(1)) * CELL;
  const z = (row + 0.2 + 0.6 * chance(2)) * CELL;
  const largest = 0.22 + 0.4 * chance(3);
  const rocks = 1 + Math.floor(chance(4) * ROCKS_IN_CLUSTER);
  return Array.from({ length: rocks }, (_, rock) => {
    const angle = 2 * Math.PI * chance(10 + rock);
    const away = rock === 0 ? 0 : largest * (0.9 + 0.6 * chance(20 + rock));
    const radius = largest * (rock === 0 ? 1 : 0.25 + 0.4 * chance(30 + rock));
    const rockX = x + away * Math.cos(angle);
    const rockZ = z + away * Math.sin(angle);
    return [rockX, seabedHeight(rockX, rockZ) + radius * 0.1, rockZ, radius];
  });
}
