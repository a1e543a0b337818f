/** A camera before a performer: it goes with him until somebody takes it elsewhere. */
import * as THREE from "three";
import type { PropInfo } from "../../wire/performing.ts";
import { GroundCamera, type Scope } from "../figures/groundCamera.ts";
import { isWall } from "./props/props.ts";

const SCOPE: Scope = {
  start: { azimuth: -1.0, elevation: 0.22, distance: 4.6 },
  closest: 0.9,
  farthest: 45,
  low: [-30, -30],
  high: [30, 30],
  followHalfLife: 0.28,
};
/** From how far one sees him alone, how much farther what is around him takes one, and at most [m]. */
const ALONE = 3.7;
const FARTHER = 0.75;
const FARTHEST_START = 7;
/** Above walls one looks down [rad]. */
const ABOVE_WALLS = 0.48;
/** How much of the way to what is around him is looked ahead from afar, and at most [m]. */
const LOOK_AHEAD = 0.4;
const MOST_AHEAD = 1.8;
/** From near one looks at him, from farther away at the middle of it all [m]. */
const NEAR = 2.2;
const FAR = 5;
const HIP_HEIGHT = 0.95;

export class StageCamera extends GroundCamera {
  private readonly ahead = new THREE.Vector2();
  private isNew = true;

  constructor(element: HTMLElement) {
    super(element, SCOPE);
  }

  /** What there is around him. The first view is of all that, three quarters from the front. */
  enter(around: readonly PropInfo[]): void {
    this.ahead.set(0, 0);
    let reach = 0;
    const movable = around.filter(({ moves }) => moves);
    for (const { at } of movable) {
      this.ahead.add(new THREE.Vector2(at[0], at[1]));
      reach = Math.max(reach, Math.hypot(at[0], at[1]));
    }
    this.ahead.multiplyScalar(LOOK_AHEAD / Math.max(1, movable.length)).clampLength(0, MOST_AHEAD);
    this.scope = {
      ...SCOPE,
      start: {
        ...SCOPE.start,
        distance: Math.min(FARTHEST_START, ALONE + FARTHER * reach),
        elevation: around.some(isWall) ? ABOVE_WALLS : SCOPE.start.elevation,
      },
    };
    this.reset();
    this.isNew = true;
  }

  /** Called every frame with whom to stay with [m]; null for nobody. */
  follow(who: ArrayLike<number> | null): void {
    this.isFollowing = who !== null;
    if (!who) return;
    const share = Math.min(1, Math.max(0, (this.wanted.distance - NEAR) / (FAR - NEAR)));
    const [x = 0, y = 0, z = HIP_HEIGHT] = [who[0], who[1], who[2]];
    // Who lies is looked down at, but not all the way.
    const height = 0.55 * HIP_HEIGHT + 0.45 * Math.min(z, HIP_HEIGHT);
    this.target.set(x + share * this.ahead.x, y + share * this.ahead.y, height);
    if (!this.isNew) return;
    this.isNew = false;
    this.settle();
  }
}
