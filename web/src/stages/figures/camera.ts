/** A camera over the town: it circles a place on the ground, walks the streets, or stays with somebody. */
import type * as THREE from "three";
import { GroundCamera, type Scope, type View } from "./groundCamera.ts";
import { hitBox } from "./rays.ts";
import type { Area, House } from "./town/plan.ts";

/** Somebody whom the camera stays with. */
export interface Followed {
  x: number;
  y: number;
  /** Of the middle of the body [m]. */
  z: number;
  heading: number;
}

const START: View = { azimuth: -1.0, elevation: 0.52, distance: 50 };
/** Beside and above somebody: how far his side is turned to the camera [rad]. */
const BESIDE: View = { azimuth: 0.75, elevation: 0.2, distance: 4.2 };
/** A camera that walks is at its target. */
const AT_EYE = 0.05;
const EYE_HEIGHT = 1.66;
/** Of who walks, and of who is in a hurry [m/s]. */
const WALK = 2.2;
const RUN = 6;
/** What one sees comes along with the pointer, also where one stands in it [rad]. */
const WALKING_DRAG = -1.4;
/** How near one comes to a wall [m]. */
const OFF_WALLS = 0.45;
/** How far beyond the town one may look at [m]. */
const BEYOND = 12;
/** What a roof adds to the height of walls, at most [m]. */
const ROOF = 3;

function scopeOf({ low, high }: Area): Scope {
  return {
    start: START,
    closest: 1.1,
    farthest: 140,
    low: [low[0] - BEYOND, low[1] - BEYOND],
    high: [high[0] + BEYOND, high[1] + BEYOND],
    followHalfLife: 0.12,
  };
}

export class TownCamera extends GroundCamera {
  private houses: readonly House[] = [];
  private walking = false;
  private hurries = false;
  private before = START.distance;

  constructor(element: HTMLElement) {
    super(element, scopeOf({ low: [0, 0], high: [0, 0] }));
  }

  /** The town to look at; the first view is of its middle. */
  enter(bounds: Area, houses: readonly House[]): void {
    this.scope = scopeOf(bounds);
    this.houses = houses;
    this.reset();
    this.settle();
  }

  override reset(): void {
    super.reset();
    this.before = START.distance;
    if (this.walking) this.wanted.distance = AT_EYE;
  }

  /** Down to the street, or back to where one was. */
  walk(on: boolean): void {
    if (on === this.walking) return;
    this.walking = on;
    this.target.z = this.lookHeight;
    if (on) {
      this.before = this.wanted.distance;
      this.wanted.distance = AT_EYE;
      this.wanted.elevation = 0.02;
      this.keepOut();
    } else {
      this.wanted.distance = this.before;
      this.wanted.elevation = Math.max(0.25, this.wanted.elevation);
    }
  }

  /** Called every frame with whom to stay with; null for nobody. */
  follow(who: Followed | null): void {
    if (who && !this.isFollowing) {
      Object.assign(this.wanted, BESIDE, { azimuth: who.heading + BESIDE.azimuth });
      this.turnTheShortWay();
    }
    if (!who && this.isFollowing) this.target.z = super.lookHeight;
    this.isFollowing = who !== null;
    if (who) this.target.set(who.x, who.y, Math.max(0.35, who.z + 0.1));
  }

  override holdKey(key: string, down: boolean): boolean {
    const known = super.holdKey(key, down);
    // With Shift a letter is a capital.
    if (known && down) this.hurries = key.length === 1 && key !== key.toLowerCase();
    return known;
  }

  protected override get lookHeight(): number {
    return this.walking ? EYE_HEIGHT : super.lookHeight;
  }

  protected override get pace(): number {
    const onFoot = this.hurries ? RUN : WALK;
    return this.walking ? onFoot : super.pace;
  }

  protected override get dragTurn(): number {
    return this.walking ? WALKING_DRAG : super.dragTurn;
  }

  protected override get keyTurn(): number {
    return this.walking ? -super.keyTurn : super.keyTurn;
  }

  protected override get flattest(): number {
    return this.walking ? -1.2 : super.flattest;
  }

  protected override zoom(factor: number): void {
    if (!this.walking) super.zoom(factor);
  }

  protected override shift(x: number, y: number): void {
    super.shift(x, y);
    if (this.walking) this.keepOut();
  }

  /** No house comes between the camera and what it looks at. */
  protected override freeWay(from: THREE.Vector3, away: THREE.Vector3, distance: number): number {
    let free = distance;
    for (const { low, high, height } of this.houses) {
      const entry = hitBox(from, away, [...low, 0], [...high, height + ROOF]);
      if (entry !== null && entry > 0) free = Math.min(free, Math.max(0.3, entry - 0.35));
    }
    return free;
  }

  /** Who walks does not walk into houses. */
  private keepOut(): void {
    for (const { low, high } of this.houses) {
      const { x, y } = this.target;
      const ways = [
        x - low[0] + OFF_WALLS,
        high[0] + OFF_WALLS - x,
        y - low[1] + OFF_WALLS,
        high[1] + OFF_WALLS - y,
      ] as const;
      const least = Math.min(...ways);
      if (least <= 0) continue;
      if (least === ways[0]) this.target.x -= least;
      else if (least === ways[1]) this.target.x += least;
      else if (least === ways[2]) this.target.y -= least;
      else this.target.y += least;
    }
  }
}
