/** Who is seen, and how large: sorts fishes into the meshes that draw them. Pure, for tests. */
import { isShown, stepsX, stepsY, stepsZ } from "../../../wire/decode.ts";
import type { SnapshotFrame } from "../../../wire/frame.ts";
import { POSITION_STEPS } from "../../../wire/messages.ts";
import type { Pair } from "../../../wire/timeline.ts";
import type { FishTraits } from "./pose.ts";

export interface View {
  /** Of the camera, in page coordinates [m]. */
  eye: { x: number; y: number; z: number };
  /** Whether some of a ball can be on the screen. */
  sees(x: number, y: number, z: number, radius: number): boolean;
  /** Size on the screen of a metre, a metre away [pixels]. */
  pixels: number;
  /** How far one sees [m]; as far as water lets through if it is left out. */
  farthest?: number;
}

/** Farther away the water has swallowed a fish [m]. */
export const FARTHEST_SEEN = 45;
/** Who has a level keeps it until it is smaller by this than those who get it: nobody flickers. */
export const KEEPING = 0.9;
export const NO_LEVEL = 255;
/** No part of a fish is farther from its origin [L]. */
export const REACH = 0.85;

/** Fishes of one species drawn with one mesh: their rows in the snapshot. */
export class Ranks {
  rows = new Float32Array(32);
  count = 0;

  add(row: number): void {
    if (this.count === this.rows.length) {
      const larger = new Float32Array(2 * this.count);
      larger.set(this.rows);
      this.rows = larger;
    }
    this.rows[this.count++] = row;
  }
}

/**
 * Fills `ranks[species][level]`; the fish in the row `apart` is drawn otherwise, who has no nodes
 * is not drawn. `sizes` are the lengths on the screen [pixels], falling, above which a fish gets
 * the levels 0, 1, ...; the last level is for all others. `held` has the level that each fish was
 * drawn with, NO_LEVEL if with none, and gets the new one.
 */
export function rankFishes(
  pair: Pair<SnapshotFrame>,
  traits: FishTraits,
  view: View,
  sizes: readonly number[],
  ranks: readonly (readonly Ranks[])[],
  apart = -1,
  held: Uint8Array = new Uint8Array(0),
): void {
  const { from, to, alpha } = pair;
  for (const levels of ranks) for (const level of levels) level.count = 0;
  // Ten thousand times a picture: nothing is allocated, and roots are drawn of those that are near.
  const { records } = to;
  const earlier = from.records;
  const past = ((1 - alpha) * from.extent) / POSITION_STEPS;
  const now = (alpha * to.extent) / POSITION_STEPS;
  const corner = -0.5 * ((1 - alpha) * from.extent + alpha * to.extent);
  const { eye, pixels: scale } = view;
  const farthest = (view.farthest ?? FARTHEST_SEEN) ** 2;
  for (let fish = 0; fish < to.count; fish++) {
    if (fish === apart || !isShown(pair, fish)) continue;
    const levels = ranks[traits.species[fish] ?? -1];
    if (!levels) continue;
    const word = fish * 4;
    const low = records[word] ?? 0;
    const high = records[word + 1] ?? 0;
    const lowBefore = earlier[word] ?? 0;
    const highBefore = earlier[word + 1] ?? 0;
    const x = corner + past * stepsX(lowBefore) + now * stepsX(low);
    const y = corner + past * stepsZ(highBefore) + now * stepsZ(high);
    const z = -(corner + past * stepsY(lowBefore, highBefore) + now * stepsY(low, high));
    const square = (x - eye.x) ** 2 + (y - eye.y) ** 2 + (z - eye.z) ** 2;
    if (square > farthest) continue;
    const length = traits.lengths[fish] ?? 0;
    if (!view.sees(x, y, z, REACH * length)) continue;
    const pixels = (scale * length) / Math.max(Math.sqrt(square), 1e-3);
    const before = held[fish] ?? NO_LEVEL;
    let level = 0;
    while (level < sizes.length && pixels < (sizes[level] ?? 0) * (before <= level ? KEEPING : 1)) {
      level++;
    }
    held[fish] = level;
    levels[Math.min(level, levels.length - 1)]?.add(fish);
  }
}
