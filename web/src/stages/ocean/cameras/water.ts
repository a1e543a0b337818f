/** Where a camera may be: above the ground, below the surface, outside of what is solid. */
import type * as THREE from "three";
import type { Sea } from "../habitat/sea.ts";
import { SURFACE_HEIGHT } from "../heights.ts";
import { seabedHeight } from "../seabed.ts";

/** A camera keeps so far from sand, from the surface and from rock [m]. */
const ABOVE_SAND = 0.12;
const BELOW_SURFACE = 0.15;
const BESIDE_ROCK = 0.1;
/** Ways are looked along in so many steps. */
const STEPS = 16;

export type SeaAround = Pick<Sea, "height" | "surface" | "obstacles" | "isSolid">;

export class Water {
  private readonly sea: SeaAround | null;

  /** null is open water. */
  constructor(sea: SeaAround | null) {
    this.sea = sea;
  }

  private floor(x: number, z: number): number {
    return (this.sea ? this.sea.height(x, z) : seabedHeight(x, z)) + ABOVE_SAND;
  }

  private get ceiling(): number {
    return (this.sea?.surface ?? SURFACE_HEIGHT) - BELOW_SURFACE;
  }

  isClear({ x, y, z }: THREE.Vector3): boolean {
    if (y < this.floor(x, z) || y > this.ceiling) return false;
    return !this.sea?.isSolid(x, y, z, BESIDE_ROCK);
  }

  /** How much of the way from one place to another is clear, 0 to 1. */
  clearShare(from: THREE.Vector3, to: THREE.Vector3): number {
    for (let k = 1; k <= STEPS; k++) {
      if (!this.isClear(from.clone().lerp(to, k / STEPS))) return (k - 1) / STEPS;
    }
    return 1;
  }

  /** Moves a place out of sand and air, and beside what is solid. */
  keepIn(place: THREE.Vector3): void {
    for (const { x, y, top, bottom, radius } of this.sea?.obstacles ?? []) {
      const east = place.x - x;
      const south = place.z + y;
      const away = Math.hypot(east, south);
      const reach = radius + BESIDE_ROCK;
      if (away >= reach || place.y >= top + BESIDE_ROCK || place.y <= bottom - BESIDE_ROCK)
        continue;
      const share = reach / Math.max(away, 1e-6);
      place.x = x + (away > 1e-6 ? east * share : reach);
      place.z = -y + south * share;
    }
    place.y = Math.min(this.ceiling, Math.max(this.floor(place.x, place.z), place.y));
  }
}
