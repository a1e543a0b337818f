/** How the hour looks under water: where the light comes from, how much there is, its colour. */
import * as THREE from "three";
import type { HabitatStatus } from "../../../wire/messages.ts";

/** How light stands in open water. */
export const NOON = new THREE.Vector3(0.34, 1, -0.42).normalize();
/** How far the light moves to the side within six hours: the surface bends it down, so that it never
 * comes from far below 45 degrees. */
const SWING = 0.75;
/** The eye gets used to the dark: half of the light looks like more than half. */
const ADAPTATION = 0.55;

const NIGHT = new THREE.Color(0.42, 0.66, 1.0);
const DUSK = new THREE.Color(1.12, 0.9, 0.74);
const DAY = new THREE.Color(1, 1, 1);

export interface Daylight {
  sunwards: THREE.Vector3;
  sunshine: THREE.Color;
}

export function setDaylight(
  { hour, sun }: Pick<HabitatStatus, "hour" | "sun">,
  out: Daylight,
): void {
  // By night the moon stands where the sun did by day.
  const fromNoon = hour >= 6 && hour < 18 ? hour - 12 : ((hour + 12) % 24) - 12;
  out.sunwards.set(0.34 - (SWING * fromNoon) / 6, 1, -0.42).normalize();
  const light = Math.min(1, Math.max(0, sun));
  out.sunshine
    .copy(NIGHT)
    .lerp(DUSK, smooth(0.02, 0.3, light))
    .lerp(DAY, smooth(0.25, 0.8, light));
  out.sunshine.multiplyScalar(light ** ADAPTATION);
}

export function setOpenWater(out: Daylight): void {
  out.sunwards.copy(NOON);
  out.sunshine.copy(DAY);
}

function smooth(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
