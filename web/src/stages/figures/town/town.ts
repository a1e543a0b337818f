/** A town to be drawn: ground, houses, trees, and what stands in its streets. */
import * as THREE from "three";
import type { Daylight } from "../daylight.ts";
import { furnish } from "./furniture.ts";
import { groundMesh } from "./ground.ts";
import { housesMesh } from "./houses.ts";
import { WalkerLights } from "./lights.ts";
import { plainMaterial, shadowMaterial, still } from "./plain.ts";
import type { TownPlan } from "./plan.ts";
import { Shapes } from "./shapes.ts";
import { plantTrees } from "./trees.ts";

export class TownScene {
  readonly object = new THREE.Group();
  readonly lights: WalkerLights;
  readonly plan: TownPlan;
  private readonly daylight: Daylight;
  private readonly casters: THREE.Mesh[];
  private readonly leaves: THREE.Texture;

  constructor(plan: TownPlan, daylight: Daylight, frugal: boolean) {
    this.plan = plan;
    this.daylight = daylight;
    const shapes = new Shapes();
    furnish(plan, shapes);
    const trees = plantTrees(plan, shapes, daylight, frugal);
    this.leaves = trees.leaves;
    const things = shapes.geometry();
    const houses = housesMesh(plan, daylight);
    this.lights = new WalkerLights(plan.lights, daylight);
    this.object.add(
      houses,
      still(things, plainMaterial(daylight)),
      trees.crowns,
      groundMesh(plan, daylight),
      this.lights.object,
    );
    this.casters = [
      still(houses.geometry, shadowMaterial()),
      still(things, shadowMaterial()),
      trees.casters,
    ];
    for (const caster of this.casters) daylight.addStanding(caster);
    const [x, y, radius] = middleOf(plan);
    daylight.coverTown(x, y, radius);
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

/** Of the town, and how far it reaches from there [m]. */
export function middleOf({ low, high }: Pick<TownPlan, "low" | "high">): [number, number, number] {
  const reach = Math.hypot(high[0] - low[0], high[1] - low[1]) / 2;
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, reach];
}
