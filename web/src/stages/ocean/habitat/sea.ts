/** A habitat as one asks it: how high the ground is, what is solid. Page coordinates (y up) [m]. */
import type { Habitat, Obstacle, Terrain } from "../../../wire/messages.ts";

const HEIGHT_STEPS = 65535;

export class HeightField {
  readonly size: number;
  readonly step: number;
  readonly reach: number;
  private readonly heights: Float32Array;

  constructor({ size, step, reach, lowest, highest, heights }: Terrain) {
    this.size = size;
    this.step = step;
    this.reach = reach;
    const bytes = Uint8Array.from(atob(heights), (letter) => letter.charCodeAt(0));
    const steps = new DataView(bytes.buffer);
    const scale = (highest - lowest) / HEIGHT_STEPS;
    this.heights = Float32Array.from(
      { length: size * size },
      (_, at) => lowest + steps.getUint16(at * 2, true) * scale,
    );
  }

  /** Of a point of the grid: the i-th to the east, the j-th to the north; the edge goes on. */
  point(i: number, j: number): number {
    const last = this.size - 1;
    const column = Math.min(last, Math.max(0, i));
    const row = Math.min(last, Math.max(0, j));
    return this.heights[column * this.size + row] ?? 0;
  }

  height(x: number, z: number): number {
    const last = this.size - 1;
    const u = Math.min(last, Math.max(0, (x + this.reach) / this.step));
    const v = Math.min(last, Math.max(0, (this.reach - z) / this.step));
    const i = Math.min(last - 1, Math.floor(u));
    const j = Math.min(last - 1, Math.floor(v));
    const near = this.point(i, j) * (1 - (v - j)) + this.point(i, j + 1) * (v - j);
    const far = this.point(i + 1, j) * (1 - (v - j)) + this.point(i + 1, j + 1) * (v - j);
    return near * (1 - (u - i)) + far * (u - i);
  }
}

export class Sea {
  readonly radius: number;
  readonly surface: number;
  readonly field: HeightField;
  readonly obstacles: readonly Obstacle[];

  constructor(habitat: Habitat) {
    this.radius = habitat.radius;
    this.surface = habitat.surface;
    this.field = new HeightField(habitat.terrain);
    this.obstacles = habitat.obstacles;
  }

  height(x: number, z: number): number {
    return this.field.height(x, z);
  }

  /** Whether there is water at a place, and this much of it on all sides. */
  isWater(x: number, y: number, z: number, margin = 0): boolean {
    if (Math.hypot(x, z) > this.radius - margin) return false;
    if (y > this.surface - margin || y < this.height(x, z) + margin) return false;
    return !this.isSolid(x, y, z, margin);
  }

  /** Whether an obstacle is there, or this near. */
  isSolid(x: number, y: number, z: number, margin = 0): boolean {
    return this.obstacles.some(
      (one) =>
        y < one.top + margin &&
        y > one.bottom - margin &&
        Math.hypot(x - one.x, z + one.y) < one.radius + margin,
    );
  }
}
