/**
 * What moves in a habitat, between two snapshots, in page coordinates (y up). Small things burst,
 * are eaten and come back elsewhere: what jumps is shown here or there, never between.
 */
import type { MovingFrame, SnapshotFrame } from "./frame.ts";
import { LEAF_STEPS_PER_METRE, PARTICLE_STEPS, SIZE_STEPS_PER_METRE } from "./messages.ts";
import type { Pair } from "./timeline.ts";

export type Small = "plankton" | "bubbles" | "food";

/** What goes farther in a tick has jumped [m]: no water flows at 6 m/s. */
const JUMP = 0.1;

/** A pair of snapshots as a habitat needs it; null where there is none. */
export interface MovingPair {
  from: MovingFrame;
  to: MovingFrame;
  alpha: number;
  ticks: number;
}

export function movingPair({ from, to, alpha }: Pair<SnapshotFrame>): MovingPair | null {
  if (!to.moving) return null;
  const before = from.moving && sameThings(from.moving, to.moving) ? from.moving : to.moving;
  return { from: before, to: to.moving, alpha, ticks: Math.max(1, to.tick - from.tick) };
}

function sameThings(a: MovingFrame, b: MovingFrame): boolean {
  return (
    a.leafSteps.length === b.leafSteps.length &&
    a.plankton.length === b.plankton.length &&
    a.bubbles.length === b.bubbles.length &&
    a.food.length === b.food.length
  );
}

/**
 * Nodes of all leaves: four numbers each, the fourth is left alone. `roots`: of the cluster of each
 * leaf, page coordinates, three numbers.
 */
export function leavesBetween(
  { from, to, alpha }: MovingPair,
  roots: Float32Array,
  out: Float32Array,
): void {
  const goal = alpha / LEAF_STEPS_PER_METRE;
  const start = 1 / LEAF_STEPS_PER_METRE - goal;
  const a = from.leafSteps;
  const b = to.leafSteps;
  const leaves = Math.min(to.leaves, roots.length / 3);
  let read = 0;
  let write = 0;
  for (let leaf = 0; leaf < leaves; leaf++) {
    const x = roots[leaf * 3] ?? 0;
    const y = roots[leaf * 3 + 1] ?? 0;
    const z = roots[leaf * 3 + 2] ?? 0;
    for (let node = 0; node < to.leafNodes; node++, read += 3, write += 4) {
      const east = (a[read] as number) * start + (b[read] as number) * goal;
      const north = (a[read + 1] as number) * start + (b[read + 1] as number) * goal;
      const up = (a[read + 2] as number) * start + (b[read + 2] as number) * goal;
      out[write] = x + east;
      out[write + 1] = y + up;
      out[write + 2] = z - north;
    }
  }
}

/**
 * Places of small things, four numbers each: where, and the diameter [m], 0 if there is none now;
 * returns how many there are. A thing that comes or goes does so in the middle of the pair.
 */
export function particlesBetween(
  { from, to, alpha, ticks }: MovingPair,
  what: Small,
  out: Float32Array,
): number {
  const a = from[what];
  const b = to[what];
  const across = (2 * to.radius) / PARTICLE_STEPS;
  const upwards = (to.highest - to.lowest) / PARTICLE_STEPS;
  const farthest = (JUMP * ticks) ** 2;
  const late = alpha >= 0.5;
  const nearest = late ? b : a;
  let count = 0;
  for (let at = 0; at < b.length; at += 4) {
    const size = nearest[at + 3] as number;
    out[at + 3] = size / SIZE_STEPS_PER_METRE;
    if (size === 0) continue;
    count++;
    const dx = ((b[at] as number) - (a[at] as number)) * across;
    const dy = ((b[at + 1] as number) - (a[at + 1] as number)) * across;
    const dz = ((b[at + 2] as number) - (a[at + 2] as number)) * upwards;
    const stays = a[at + 3] !== 0 && b[at + 3] !== 0 && dx * dx + dy * dy + dz * dz <= farthest;
    const share = stays ? alpha : late ? 1 : 0;
    out[at] = (a[at] as number) * across - to.radius + dx * share;
    out[at + 1] = (a[at + 2] as number) * upwards + to.lowest + dz * share;
    out[at + 2] = to.radius - (a[at + 1] as number) * across - dy * share;
  }
  return count;
}
