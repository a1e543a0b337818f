/** Where it is performed: a terrace of concrete before a pavilion, and a park around. */
import GROUND_FRAGMENT from "shaders/figures/ground.frag.glsl";
import GROUND_VERTEX from "shaders/figures/ground.vert.glsl";
import FLOOR_FRAGMENT from "shaders/performance/floor.frag.glsl";
import FLOOR_VERTEX from "shaders/performance/floor.vert.glsl";
import * as THREE from "three";
import type { Daylight } from "../../figures/daylight.ts";
import { KERBSTONE, LAWN, MEADOW } from "../../figures/town/kinds.ts";
import { plainMaterial, shadowMaterial, still } from "../../figures/town/plain.ts";
import type { Tree } from "../../figures/town/plan.ts";
import { Quads } from "../../figures/town/quads.ts";
import { Rolls } from "../../figures/town/rolls.ts";
import { Shapes } from "../../figures/town/shapes.ts";
import { plantTrees } from "../../figures/town/trees.ts";
import { buildPavilion } from "./pavilion.ts";

/** From its middle to its edges, and above the lawn [m]. */
export const HALF = 16;
const STEP = 0.16;
/** How far the lawn and the land reach [m]. */
const LAWN_HALF = 60;
const LAND_HALF = 700;
/** Shadows that stay fall into a circle of this radius [m]. */
const SHADOWS = 24;

/** What the floor is made of, and what its shader needs for that. */
export interface FloorStuff {
  fragment: string;
  uniforms: Record<string, THREE.IUniform>;
}

const CONCRETE: FloorStuff = { fragment: FLOOR_FRAGMENT, uniforms: {} };

export class Terrace {
  readonly object = new THREE.Group();
  private readonly daylight: Daylight;
  private readonly casters: readonly THREE.Mesh[];
  private readonly leaves: THREE.Texture;

  constructor(daylight: Daylight, frugal: boolean, floor = CONCRETE) {
    this.daylight = daylight;
    const shapes = new Shapes();
    buildPavilion(shapes);
    const trees = plantTrees({ trees: park(), woods: woods(frugal) }, shapes, daylight, frugal);
    this.leaves = trees.leaves;
    const things = shapes.geometry();
    this.object.add(
      floorMesh(daylight, floor),
      landMesh(daylight),
      still(things, plainMaterial(daylight)),
      trees.crowns,
    );
    this.casters = [still(things, shadowMaterial()), trees.casters];
    for (const caster of this.casters) daylight.addStanding(caster);
    daylight.coverTown(0, 0, SHADOWS);
  }

  dispose(): void {
    this.leaves.dispose();
    for (const caster of this.casters) {
      this.daylight.removeStanding(caster);
      (caster.material as THREE.Material).dispose();
    }
    this.object.traverse((object) => {
      if (!(object instanceof THREE.Mesh)) return;
      object.geometry.dispose();
      object.material.dispose();
    });
  }
}

function floorMesh(daylight: Daylight, { fragment, uniforms }: FloorStuff): THREE.Mesh {
  const plane = new THREE.PlaneGeometry(2 * HALF, 2 * HALF);
  return still(plane, daylight.material(FLOOR_VERTEX, fragment, { uniforms }));
}

/** Lower than the terrace, below which it goes on. */
function landMesh(daylight: Daylight): THREE.Mesh {
  const quads = new Quads();
  const square = (half: number) => ({ low: [-half, -half], high: [half, half] }) as const;
  quads.lay(square(LAND_HALF), -STEP - 0.03, MEADOW, 0);
  quads.lay(square(LAWN_HALF), -STEP, LAWN, 1);
  for (let k = 0; k < 4; k++) {
    const [x, y] = [Math.cos((k * Math.PI) / 2), Math.sin((k * Math.PI) / 2)];
    const corner = (side: number, z: number) => [HALF * (x - side * y), HALF * (y + side * x), z];
    const corners = [corner(-1, -STEP), corner(1, -STEP), corner(1, 0), corner(-1, 0)];
    quads.quad(corners.flat(), [x, y, 0], KERBSTONE, 0);
  }
  const mesh = still(quads.geometry(), daylight.material(GROUND_VERTEX, GROUND_FRAGMENT));
  // After the floor, which hides most of it.
  mesh.renderOrder = 0.5;
  return mesh;
}

/** Around the terrace; none where it would take the sun away. */
function park(): Tree[] {
  const rolls = new Rolls(41);
  const at = (x: number, y: number): Tree => ({
    at: [x + rolls.between(-0.8, 0.8), y + rolls.between(-0.8, 0.8)],
    height: rolls.between(5.5, 8),
    crown: rolls.between(1.7, 2.4),
  });
  const behind = [-17, -11, -5.5, 0.5, 9, 16].map((x) => at(x, 20.5));
  return [...behind, at(-21, -5), at(-21, 6), at(22, 9)];
}

/** Farther away; few where drawing is slow. */
function woods(frugal: boolean): Tree[] {
  const rolls = new Rolls(97);
  return Array.from({ length: frugal ? 12 : 34 }, () => {
    const around = rolls.between(0, 2 * Math.PI);
    const far = rolls.between(46, 110);
    return {
      at: [far * Math.cos(around), far * Math.sin(around)],
      height: rolls.between(7, 12),
      crown: rolls.between(2.6, 4),
    };
  });
}
