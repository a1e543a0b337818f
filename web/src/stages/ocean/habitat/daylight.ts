/** How the hour looks under water: where the light comes from, how much there is, its colour. */
import * as THREE from "three";
import type { HabitatStatus } from "../../../wire/messages.ts";

/** How light stands in open water. */
export const NOON = new THREE.Vector3(0.34, 1, -0.42).normalize();
/** How far the light moves to the side within six hours: the surface bends it down, so that it never
 * comes from far below 45 degrees. */
const SWING = 0.75;
/** Hours from midnight before which the moon lights alone, and after which the sun does. */
const MOON_ALONE = 4.4;
const SUN_ALONE = 5.4;
/** The eye gets used to the dark: half of the light looks like more than half,
 * and dusk, which it is after longest, is seen best. */
const ADAPTATION = 0.55;
const DUSK_ADAPTATION = 0.36;

const NIGHT = new THREE.Color(0.42, 0.66, 1.0);
const DUSK = new THREE.Color(1.06, 0.94, 0.9);
const DAY = new THREE.Color(1, 1, 1);

export interface Daylight {
  sunwards: THREE.Vector3;
  sunshine: THREE.Color;
  /** How low the sun is, and how much the moon stands in for it: 0 to 1. */
  lowSun: number;
  moonlit: number;
}

export function setDaylight(
  { hour, sun }: Pick<HabitatStatus, "hour" | "sun">,
  out: Daylight,
): void {
  // Hours from midnight, to either side: at 6 the sun is on the horizon.
  const late = Math.min(hour, 24 - hour);
  out.moonlit = 1 - smooth(MOON_ALONE, SUN_ALONE, late);
  out.lowSun = 1 - smooth(6.3, 9, late);
  // The sun stays on the horizon while it lights the sky from below; by night the moon stands where
  // the sun did by day, twelve hours before.
  const bySun = Math.min(6, Math.max(-6, hour - 12));
  const byMoon = ((hour + 12) % 24) - 12;
  const fromNoon = bySun + (byMoon - bySun) * out.moonlit;
  out.sunwards.set(0.34 - (SWING * fromNoon) / 6, 1, -0.42).normalize();
  const light = Math.min(1, Math.max(0, sun));
  out.sunshine.copy(DAY).lerp(DUSK, out.lowSun).lerp(NIGHT, out.moonlit);
  const adaptation =
    DUSK_ADAPTATION + (ADAPTATION - DUSK_ADAPTATION) * (1 - out.lowSun + out.moonlit);
  out.sunshine.multiplyScalar(light ** Math.min(ADAPTATION, adaptation));
}

export function setOpenWater(out: Daylight): void {
  out.sunwards.copy(NOON);
  out.sunshine.copy(DAY);
  out.lowSun = out.moonlit = 0;
}

function smooth(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
