/** Boulders here and there on the sand: the same ones at the same place on every page. */
import ROCK_FRAGMENT from "shaders/ocean/rock.frag.glsl";
import ROCK_VERTEX from "shaders/ocean/rock.vert.glsl";
import * as THREE from "three";
import { mergeVertices } from "three/addons/utils/BufferGeometryUtils.js";
import { seabedHeight } from "./seabed.ts";

/** Rocks stand in clusters, at most one cluster a cell of this edge [m]. */
const CELL = 5;
const CELLS_AROUND = 3;
const ROCKS_IN_CLUSTER = 4;
const MOST_ROCKS = (2 * CELLS_AROUND + 1) ** 2 * ROCKS_IN_CLUSTER;
/** Share of the cells that have a cluster. */
const FREQUENCY = 0.45;

export class Rocks {
  readonly object: THREE.Mesh<THREE.InstancedBufferGeometry>;
  private readonly places = new THREE.InstancedBufferAttribute(new Float32Array(MOST_ROCKS * 4), 4);
  private cell = "";

  constructor(light: Record<string, THREE.IUniform>) {
    const geometry = new THREE.InstancedBufferGeometry();
    const ball = new THREE.IcosahedronGeometry(1, 4);
    ball.deleteAttribute("normal");
    ball.deleteAttribute("uv");
    const shared = mergeVertices(ball);
    geometry.setAttribute("position", shared.getAttribute("position"));
    geometry.setIndex(shared.getIndex());
    geometry.setAttribute("rock", this.places);
    this.object = new THREE.Mesh(
      geometry,
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: ROCK_VERTEX,
        fragmentShader: ROCK_FRAGMENT,
        uniforms: light,
      }),
    );
    this.object.frustumCulled = false;
  }

  /** Keeps the cells around the eye filled. */
  update(eye: THREE.Vector3): void {
    const column = Math.floor(eye.x / CELL);
    const row = Math.floor(eye.z / CELL);
    const cell = `${column} ${row}`;
    if (cell === this.cell) return;
    this.cell = cell;
    let count = 0;
    for (let i = column - CELLS_AROUND; i <= column + CELLS_AROUND; i++) {
      for (let j = row - CELLS_AROUND; j <= row + CELLS_AROUND; j++) {
        for (const rock of cluster(i, j)) this.places.setXYZW(count++, ...rock);
      }
    }
    this.object.geometry.instanceCount = count;
    this.places.needsUpdate = true;
  }
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
