/** What stands in streets: benches, lamp posts, poles of lights. */
import type { Thing, TownPlan } from "./plan.ts";
import { KERB } from "./plan.ts";
import type { Shapes, Spot } from "./shapes.ts";

const WOOD = "#6f5238";
const IRON = "#24302f";
const GLASS = "#f4e6c4";

/** Where the walkers' lamps of a light are [m]: above its foot, and in front of it. */
export const RED_HEIGHT = 2.52;
export const GREEN_HEIGHT = 2.24;
export const LAMP_AHEAD = 0.2;

function spotOf({ at, heading }: Thing): Spot {
  return { x: at[0], y: at[1], heading };
}

export function furnish(plan: TownPlan, shapes: Shapes): void {
  for (const bench of plan.benches) addBench(shapes.at(spotOf(bench)));
  for (const lamp of plan.lamps) addLamp(shapes.at(spotOf(lamp)));
  for (const light of plan.lights) addLight(shapes.at(spotOf(light)));
  shapes.at({ x: 0, y: 0, heading: 0 });
}

function addBench(shapes: Shapes): void {
  for (const y of [-0.72, 0.72]) {
    shapes.box([-0.22, y - 0.03, 0], [0.22, y + 0.03, 0.05], IRON);
    shapes.box([-0.2, y - 0.025, 0.03], [-0.15, y + 0.025, 0.86], IRON);
    shapes.box([0.14, y - 0.025, 0.03], [0.19, y + 0.025, 0.44], IRON);
    shapes.box([-0.2, y - 0.025, 0.4], [0.22, y + 0.025, 0.44], IRON);
  }
  for (let k = 0; k < 4; k++) {
    const x = -0.14 + 0.105 * k;
    shapes.box([x, -0.9, 0.44], [x + 0.085, 0.9, 0.475], WOOD);
  }
  for (let k = 0; k < 3; k++) {
    const z = 0.53 + 0.12 * k;
    shapes.box([-0.16, -0.9, z], [-0.125, 0.9, z + 0.09], WOOD);
  }
}

function addLamp(shapes: Shapes): void {
  shapes.pole([0, 0], [0, 0.5], [0.13, 0.09], IRON, 10);
  shapes.pole([0, 0], [0.5, 3.75], [0.055, 0.04], IRON, 8);
  shapes.pole([0, 0], [3.7, 3.78], [0.1, 0.1], IRON, 8);
  shapes.pole([0, 0], [3.78, 4.2], [0.11, 0.19], GLASS, 6);
  shapes.pole([0, 0], [4.2, 4.36], [0.25, 0.05], IRON, 6);
  shapes.ball([0, 0, 4.4], 0.05, IRON, 1, 6);
}

function addLight(shapes: Shapes): void {
  shapes.pole([0, 0], [-KERB, 2.75], [0.055, 0.05], IRON, 8);
  shapes.box([-0.1, -0.16, 2.06], [0.16, 0.16, 2.7], "#1b2221");
  for (const height of [RED_HEIGHT, GREEN_HEIGHT]) {
    shapes.box([0.16, -0.13, height + 0.1], [0.28, 0.13, height + 0.12], "#1b2221");
  }
  shapes.box([0.04, -0.07, 1.05], [0.13, 0.07, 1.28], "#c8a032");
}
