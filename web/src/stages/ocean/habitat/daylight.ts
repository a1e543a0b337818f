/** How the hour looks under water: where the light comes from, how much there is, its colours. */
import * as THREE from "three";
import type { HabitatStatus } from "../../../wire/messages.ts";

/** How light stands in open water. */
export const NOON = new THREE.Vector3(0.34, 1, -0.42).normalize();
/** How far the light moves to the side within six hours: the surface bends it down, so that it never
 * comes from far below 45 degrees. */
const SWING = 0.75;
const REFRACTION = 1.333;
/** Nearer to the horizon than this the sun is not drawn: cosine of its height. */
const LOWEST = 0.97;
/** The eye gets used to the dark: half of the light looks like more than half; and most at dusk. */
const ADAPTATION = 0.55;
const DUSK_ADAPTATION = 0.36;
/** Hours from midnight before which the moon lights alone, and after which the sun does. */
const MOON_ALONE = 4.4;
const SUN_ALONE = 5.4;
/** Hours from midnight between which a low sun becomes a high one. */
const LOW_UNTIL = 6.3;
const HIGH_FROM = 9;

type Hours = readonly [noon: THREE.Color, dusk: THREE.Color, night: THREE.Color];
type Rgb = readonly [number, number, number];

function hours(noon: Rgb, dusk: Rgb, night: Rgb): Hours {
  return [noon, dusk, night].map((rgb) => new THREE.Color(...rgb)) as unknown as Hours;
}

/** Uniforms of light.glsl and backdrop.frag.glsl; a matter of looks, not of measurement. */
const COLOURS = {
  /** Light on everything. */
  sunshine: hours([1, 1, 1], [1.06, 0.94, 0.9], [0.42, 0.66, 1]),
  sunColour: hours([1, 1, 1], [1.75, 1.02, 0.55], [0.8, 0.95, 1.1]),
  waterDeep: hours([0.0012, 0.013, 0.036], [0.0035, 0.01, 0.04], [0.001, 0.008, 0.03]),
  waterLevel: hours([0.0035, 0.058, 0.115], [0.014, 0.052, 0.115], [0.003, 0.034, 0.085]),
  waterBright: hours([0.055, 0.33, 0.43], [0.105, 0.2, 0.305], [0.035, 0.16, 0.27]),
  waterGlow: hours([0.12, 0.3, 0.3], [0.55, 0.3, 0.11], [0.07, 0.17, 0.24]),
  shaftColour: hours([0.085, 0.225, 0.24], [0.115, 0.135, 0.13], [0.045, 0.12, 0.17]),
  skyZenith: hours([0.1, 0.3, 0.46], [0.13, 0.2, 0.38], [0.02, 0.07, 0.16]),
  skyHorizon: hours([0.42, 0.6, 0.64], [0.85, 0.45, 0.22], [0.05, 0.14, 0.24]),
  skyGlow: hours([1, 0.96, 0.8], [1.35, 0.66, 0.24], [0.55, 0.7, 0.85]),
} as const;
/** How much of the light comes straight from sun or moon, and makes caustics: at noon, dusk, night. */
const DIRECT = [1, 0.6, 0.3] as const;

type ColourName = keyof typeof COLOURS;

/** What shaders are told of the hour. */
export type Daylight = Record<ColourName, THREE.IUniform<THREE.Color>> &
  Record<"sunwards" | "sunInAir", THREE.IUniform<THREE.Vector3>> & {
    direct: THREE.IUniform<number>;
  };

/** Noon. */
export function daylight(): Daylight {
  const colours = Object.fromEntries(
    Object.entries(COLOURS).map(([name, [noon]]) => [name, { value: noon.clone() }]),
  ) as Record<ColourName, THREE.IUniform<THREE.Color>>;
  const sunwards = { value: NOON.clone() };
  return { ...colours, sunwards, sunInAir: { value: aboveWater(NOON) }, direct: { value: 1 } };
}

export function setDaylight(
  { hour, sun }: Pick<HabitatStatus, "hour" | "sun">,
  out: Daylight,
): void {
  const late = Math.min(hour, 24 - hour);
  const moonlit = 1 - smooth(MOON_ALONE, SUN_ALONE, late);
  const low = 1 - smooth(LOW_UNTIL, HIGH_FROM, late);
  // The sun stays on the horizon while it lights the sky from below; by night the moon stands where
  // the sun did by day, twelve hours before.
  const bySun = Math.min(6, Math.max(-6, hour - 12));
  const byMoon = ((hour + 12) % 24) - 12;
  const fromNoon = bySun + (byMoon - bySun) * moonlit;
  out.sunwards.value.set(0.34 - (SWING * fromNoon) / 6, 1, -0.42).normalize();
  out.sunInAir.value.copy(aboveWater(out.sunwards.value));
  paint(low, moonlit, out);
  const light = Math.min(1, Math.max(0, sun));
  const dusky = Math.max(0, low - moonlit);
  out.sunshine.value.multiplyScalar(light ** mix(ADAPTATION, DUSK_ADAPTATION, dusky));
}

export function setOpenWater(out: Daylight): void {
  out.sunwards.value.copy(NOON);
  out.sunInAir.value.copy(aboveWater(NOON));
  paint(0, 0, out);
}

function paint(low: number, moonlit: number, out: Daylight): void {
  for (const [name, [noon, dusk, night]] of Object.entries(COLOURS)) {
    out[name as ColourName].value.copy(noon).lerp(dusk, low).lerp(night, moonlit);
  }
  out.direct.value = mix(mix(DIRECT[0], DIRECT[1], low), DIRECT[2], moonlit);
}

/** Where light comes from before the surface bends it (Snell). */
function aboveWater({ x, z }: THREE.Vector3): THREE.Vector3 {
  const aside = new THREE.Vector3(x, 0, z).multiplyScalar(REFRACTION).clampLength(0, LOWEST);
  return aside.setY(Math.sqrt(1 - aside.lengthSq()));
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function smooth(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
