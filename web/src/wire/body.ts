/** The fish's nodes and units, as the simulation numbers them (Tu 1999, Fig. 4.2). */
import { NODE_STEPS_PER_LENGTH, NODES_PER_BLOCK } from "./messages.ts";

/** Half extents of the five quads at rest, and where they stand behind the nose [body lengths]. */
export const REST_SECTIONS = [
  { behindNose: 0.16, halfHeight: 0.085, halfWidth: 0.07 },
  { behindNose: 0.36, halfHeight: 0.12, halfWidth: 0.1 },
  { behindNose: 0.56, halfHeight: 0.09, halfWidth: 0.08 },
  { behindNose: 0.74, halfHeight: 0.055, halfWidth: 0.045 },
  { behindNose: 0.86, halfHeight: 0.045, halfWidth: 0.03 },
] as const;

/** Height of the tail's tips over the axis at rest [body lengths]; they stand at its very end. */
export const REST_TAIL_HALF_HEIGHT = 0.14;

/** The body frame's origin is (node 5 + node 7) / 2. */
const ORIGIN_BEHIND_NOSE = REST_SECTIONS[1].behindNose;

/** Nodes at rest as a snapshot would carry them: int16 triples in the body frame. */
export function restNodes(): Int16Array {
  const out = new Int16Array(NODES_PER_BLOCK * 3);
  const put = (node: number, behindNose: number, left: number, up: number) => {
    out.set(
      [ORIGIN_BEHIND_NOSE - behindNose, left, up].map((v) => Math.round(v * NODE_STEPS_PER_LENGTH)),
      node * 3,
    );
  };
  put(0, 0, 0, 0);
  REST_SECTIONS.forEach(({ behindNose, halfHeight, halfWidth }, section) => {
    const first = 1 + section * 4;
    put(first, behindNose, halfWidth, halfHeight);
    put(first + 1, behindNose, -halfWidth, halfHeight);
    put(first + 2, behindNose, -halfWidth, -halfHeight);
    put(first + 3, behindNose, halfWidth, -halfHeight);
  });
  put(21, 1, 0, REST_TAIL_HALF_HEIGHT);
  put(22, 1, 0, -REST_TAIL_HALF_HEIGHT);
  return out;
}

export interface Unit {
  from: number;
  to: number;
  muscle: boolean;
}

/** The 91 spring units; S(i, i + 4) for i = 1..12 are muscles. */
export function bodyUnits(): Unit[] {
  const units: Unit[] = [];
  const join = (from: number, to: number, muscle = false) => units.push({ from, to, muscle });
  const corners = [0, 1, 2, 3];
  for (const corner of corners) join(0, 1 + corner);
  for (let first = 1; first <= 17; first += 4) {
    for (const corner of corners) join(first + corner, first + ((corner + 1) % 4));
    join(first, first + 2);
    join(first + 1, first + 3);
  }
  for (let first = 1; first <= 13; first += 4) {
    for (const corner of corners) {
      const next = (corner + 1) % 4;
      join(first + corner, first + 4 + corner, first + corner <= 12);
      join(first + corner, first + 4 + next);
      join(first + next, first + 4 + corner);
    }
  }
  for (const corner of corners) {
    join(17 + corner, 21);
    join(17 + corner, 22);
  }
  join(21, 22);
  return units;
}
