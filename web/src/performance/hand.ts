/** This page's hand on the Performance stage. */
import { type Place, Reach } from "../hands/reach.ts";
import { HIGHEST_PULL, type PerformanceWish } from "../wire/performing.ts";

/** A part of a double. */
export interface PartOf {
  performer: number;
  part: number;
}

/** How far from the middle the studio allows [m]. */
const FARTHEST = 30;
/** The upper body comes along best. */
const CHEST = 2;

export class PartHand extends Reach<PartOf> {
  /** Which part buttons take. */
  part = CHEST;

  constructor(send: (wish: PerformanceWish) => void) {
    super({
      take: (who, place) => send({ type: "take", ...who, place: allowed(place) }),
      move: (_, place) => send({ type: "pull", place: allowed(place) }),
      letGo: () => send({ type: "release" }),
    });
  }
}

function allowed([x, y, z]: Place): Place {
  const within = (value: number) => Math.min(FARTHEST, Math.max(-FARTHEST, value));
  return [within(x), within(y), Math.min(HIGHEST_PULL, Math.max(0, z))];
}
