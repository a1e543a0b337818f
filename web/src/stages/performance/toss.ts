/** How a ball must be tossed to meet a place. */
import { FASTEST_TOSS } from "../../wire/performing.ts";

export type Place = [number, number, number];

export interface Tossed {
  /** From where [m]. */
  at: Place;
  /** [m/s] */
  velocity: Place;
}

const GRAVITY = 9.81;
/** It begins so far before what it is to meet [m], */
const RUN_UP = 2.5;
/** and no lower, nor farther from the middle than the studio allows. */
const LOWEST = 0.2;
const FARTHEST = 30;

/** From before a target, on the way from an eye to it, at a speed [m/s]; places [m], z up. */
export function tossAt(eye: Place, target: Place, speed: number): Tossed {
  const far = distance(eye, target);
  const share = Math.min(1, RUN_UP / Math.max(far, 1e-6));
  const at = target.map((goal, axis) => {
    const begin = goal + share * ((eye[axis] ?? 0) - goal);
    return clamp(begin, axis === 2 ? LOWEST : -FARTHEST, FARTHEST);
  }) as Place;
  const seconds = Math.max(distance(at, target), 0.05) / Math.max(speed, 0.1);
  const velocity = target.map((goal, axis) => {
    const lift = axis === 2 ? (GRAVITY * seconds) / 2 : 0;
    return clamp((goal - (at[axis] ?? 0)) / seconds + lift, -FASTEST_TOSS, FASTEST_TOSS);
  }) as Place;
  return { at, velocity };
}

function distance(one: Place, other: Place): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
