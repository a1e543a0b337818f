/** What a ray from the eye meets: the ground, a stone or a plant. Page coordinates (y up) [m]. */
import type * as THREE from "three";
import type { Thing } from "../../../making/things.ts";
import type { Sea } from "../habitat/sea.ts";

const STEP = 0.05;
const FARTHEST = 80;
/** A thing can be clicked on so far beside it [m]. */
const MERCY = 0.06;
/** Square of the level part of a direction that counts as straight up or down. */
const STEEP = 1e-9;

type Ray = Pick<THREE.Ray, "origin" | "direction">;

/** How far along a ray the ground is, also beyond the boundary; null where it meets none. */
export function groundAway(ray: Ray, sea: Pick<Sea, "height">): number | null {
  const { origin, direction } = ray;
  for (let away = 0; away <= FARTHEST; away += STEP) {
    const x = origin.x + away * direction.x;
    const z = origin.z + away * direction.z;
    if (origin.y + away * direction.y <= sea.height(x, z)) return away;
  }
  return null;
}

/** Where a ray meets the ground, seen from above: east and north. */
export function groundPlace(ray: Ray, sea: Pick<Sea, "height">): [number, number] | null {
  const away = groundAway(ray, sea);
  if (away === null) return null;
  return [ray.origin.x + away * ray.direction.x, -(ray.origin.z + away * ray.direction.z)];
}

/** The nearest thing on a ray that no ground hides. */
export function thingOn(
  ray: Ray,
  things: readonly Thing[],
  sea: Pick<Sea, "height">,
): Thing | null {
  let nearest = groundAway(ray, sea) ?? FARTHEST;
  let found: Thing | null = null;
  for (const thing of things) {
    const away = cylinderAway(ray, thing, sea);
    if (away === null || away > nearest) continue;
    nearest = away;
    found = thing;
  }
  return found;
}

function cylinderAway(
  { origin, direction }: Ray,
  { place: [east, north], radius, height }: Thing,
  sea: Pick<Sea, "height">,
): number | null {
  const foot = sea.height(east, -north);
  const [x, z] = [origin.x - east, origin.z + north];
  const a = direction.x ** 2 + direction.z ** 2;
  const b = x * direction.x + z * direction.z;
  const c = x * x + z * z - (radius + MERCY) ** 2;
  const root = b * b - a * c;
  // Who looks straight down is in it all the way, or never.
  const steep = a < STEEP;
  if (steep ? c > 0 : root < 0) return null;
  const enters = steep ? 0 : Math.max(0, (-b - Math.sqrt(root)) / a);
  const leaves = steep ? Number.POSITIVE_INFINITY : (-b + Math.sqrt(root)) / a;
  if (leaves < 0) return null;
  const [low, high] = [foot - MERCY, foot + height + MERCY];
  // Through its side, or through its lid.
  const y = origin.y + enters * direction.y;
  if (y >= low && y <= high) return enters;
  if (direction.y === 0) return null;
  const lid = ((y > high ? high : low) - origin.y) / direction.y;
  return lid >= enters && lid <= leaves ? lid : null;
}
