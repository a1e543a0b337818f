/** Where food goes when one clicks: a place in the water on the ray under the pointer. */
import * as THREE from "three";
import type { Sea } from "./sea.ts";

/** Food is dropped no closer to anything [m]. */
const MARGIN = 0.06;
const STEP = 0.03;
const FARTHEST = 40;

/**
 * The place on a ray that is in the water and nearest to a distance [m]; null if the ray meets no
 * water of the habitat. What is solid hides what lies behind it.
 */
export function feedPlace(
  { origin, direction }: THREE.Ray,
  wanted: number,
  sea: Pick<Sea, "isWater">,
): THREE.Vector3 | null {
  const place = new THREE.Vector3();
  let best: number | null = null;
  for (let away = 0; away <= FARTHEST; away += STEP) {
    place.copy(origin).addScaledVector(direction, away);
    if (!sea.isWater(place.x, place.y, place.z, MARGIN)) {
      // From outside one looks into the water; out of it again is the end.
      if (best !== null) break;
      continue;
    }
    if (best === null || Math.abs(away - wanted) < Math.abs(best - wanted)) best = away;
    if (away > wanted) break;
  }
  return best === null ? null : place.copy(origin).addScaledVector(direction, best);
}
