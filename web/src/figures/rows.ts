/** Rows of one level as they come and go: of each its last two poses, and when they are. */
import type { RifleInfo } from "../wire/figures.ts";
import type { LevelCrowd } from "./crowd.ts";
import type { LevelPatch } from "./frame.ts";
import { type Figure, mixPoses, placeRifle, placeSegments } from "./kinematics.ts";

const FLOATS = 8;
const SMALLEST = 16;

/** How a resident looks, where the roster knows him. */
export interface Appearance {
  look: number;
  armed: boolean;
  kind: number;
}

export const STRANGER: Appearance = { look: 0, armed: false, kind: 255 };

export class LevelRows implements LevelCrowd {
  readonly level: number;
  readonly figure: Figure;
  readonly segments: number;
  readonly bones: number;
  capacity = 0;
  count = 0;
  version = 0;
  transforms = new Float32Array(0);
  ids = new Uint32Array(0);
  shares = new Float32Array(0);
  looks = new Uint16Array(0);
  armed = new Uint8Array(0);
  kinds = new Uint8Array(0);
  private readonly rifle: RifleInfo;
  private readonly rows = new Map<number, number>();
  private readonly pose: Float32Array;
  private from = new Float32Array(0);
  private to = new Float32Array(0);
  private fromTicks = new Float64Array(0);
  private toTicks = new Float64Array(0);
  /** 1 where the transforms show the newest pose. */
  private settled = new Uint8Array(0);

  constructor(level: number, figure: Figure, rifle: RifleInfo) {
    this.level = level;
    this.figure = figure;
    this.rifle = rifle;
    this.segments = figure.segments;
    this.bones = figure.segments + 1;
    this.pose = new Float32Array(figure.stride);
    this.grow(SMALLEST);
  }

  rowOf(id: number): number | undefined {
    return this.rows.get(id);
  }

  /** Poses that a frame told of the tick `tick`: rows are on their way there from `due` on, while
   * the playhead is at `playhead`. Whoever is new is not seen before `fade`. */
  steer(
    patch: LevelPatch,
    tick: number,
    due: number,
    playhead: number,
    appearance: (id: number) => Appearance,
  ): void {
    const { stride } = this.figure;
    patch.ids.forEach((id, which) => {
      const first = patch.first[which] ?? 0;
      const last = patch.first[which + 1] ?? 0;
      if (first === last) return;
      const known = this.rows.get(id);
      const row = known ?? this.add(id, appearance(id));
      if (known !== undefined) this.depart(row, due, playhead);
      this.take(patch, which, first, last, row);
      if (known === undefined) {
        this.from.set(this.to.subarray(row * stride, (row + 1) * stride), row * stride);
        this.fromTicks[row] = tick;
      }
      this.toTicks[row] = tick;
      this.settled[row] = 0;
    });
  }

  /** The playhead has come to the tick of a frame: shares that it told, and who is gone. */
  fade(patch: LevelPatch, tick: number): void {
    for (const id of patch.gone) {
      const row = this.rows.get(id);
      // Who is steered to later has come back already.
      if (row !== undefined && (this.toTicks[row] ?? 0) <= tick) this.remove(row, id);
    }
    patch.ids.forEach((id, which) => {
      const row = this.rows.get(id);
      if (row !== undefined) this.shares[row] = patch.shares[which] ?? 0;
      this.version++;
    });
  }

  /** Transforms of everybody as they are at a tick. */
  poseAt(tick: number): void {
    const { figure, pose } = this;
    for (let row = 0; row < this.count; row++) {
      if (this.settled[row]) continue;
      const alpha = this.shareOfWay(row, tick);
      mixPoses(this.from, this.to, row * figure.stride, figure, alpha, pose);
      const at = row * this.bones * FLOATS;
      placeSegments(figure, pose, this.transforms, at);
      placeRifle(figure, this.rifle, this.transforms, at);
      this.settled[row] = alpha === 1 ? 1 : 0;
      this.version++;
    }
  }

  /** The roster has changed. */
  dress(appearance: (id: number) => Appearance): void {
    for (let row = 0; row < this.count; row++) this.wear(row, appearance(this.ids[row] ?? 0));
    this.version++;
  }

  clear(): void {
    this.rows.clear();
    this.count = 0;
    this.version++;
  }

  private shareOfWay(row: number, tick: number): number {
    const from = this.fromTicks[row] ?? 0;
    const to = this.toTicks[row] ?? 0;
    return tick >= to ? 1 : Math.max(0, (tick - from) / (to - from));
  }

  /** Leave from where it is: from its newest pose, or from between two if the next comes early. */
  private depart(row: number, due: number, playhead: number): void {
    const { stride } = this.figure;
    const at = row * stride;
    const to = this.toTicks[row] ?? 0;
    if (playhead < to) {
      const alpha = this.shareOfWay(row, playhead);
      mixPoses(this.from, this.to, at, this.figure, alpha, this.pose);
      this.from.set(this.pose, at);
      this.fromTicks[row] = playhead;
    } else {
      this.from.set(this.to.subarray(at, at + stride), at);
      this.fromTicks[row] = Math.max(to, due);
    }
  }

  private take(patch: LevelPatch, which: number, first: number, last: number, row: number): void {
    const { stride, values } = this.figure;
    const at = row * stride;
    const x = patch.places[3 * which] ?? Number.NaN;
    if (!Number.isNaN(x)) {
      this.to.set(patch.places.subarray(3 * which, 3 * which + 3), at + 4 * values);
    }
    for (let k = first; k < last; k++) {
      const value = at + 4 * (patch.which[k] ?? 0);
      this.to[value] = patch.values[4 * k] ?? 0;
      this.to[value + 1] = patch.values[4 * k + 1] ?? 0;
      this.to[value + 2] = patch.values[4 * k + 2] ?? 0;
      this.to[value + 3] = patch.values[4 * k + 3] ?? 0;
    }
  }

  private add(id: number, appearance: Appearance): number {
    if (this.count === this.capacity) this.grow(2 * this.capacity);
    const row = this.count++;
    this.rows.set(id, row);
    this.ids[row] = id;
    this.shares[row] = 0;
    this.wear(row, appearance);
    return row;
  }

  /** The last row takes its place. */
  private remove(row: number, id: number): void {
    this.rows.delete(id);
    const last = --this.count;
    this.version++;
    if (row === last) return;
    this.rows.set(this.ids[last] ?? 0, row);
    for (const [array, width] of this.arrays()) {
      array.copyWithin(row * width, last * width, (last + 1) * width);
    }
  }

  private wear(row: number, { look, armed, kind }: Appearance): void {
    this.looks[row] = look;
    this.armed[row] = armed ? 1 : 0;
    this.kinds[row] = kind;
  }

  private arrays() {
    return [
      [this.transforms, this.bones * FLOATS],
      [this.from, this.figure.stride],
      [this.to, this.figure.stride],
      [this.ids, 1],
      [this.shares, 1],
      [this.looks, 1],
      [this.armed, 1],
      [this.kinds, 1],
      [this.fromTicks, 1],
      [this.toTicks, 1],
      [this.settled, 1],
    ] as const;
  }

  private grow(capacity: number): void {
    const { stride } = this.figure;
    this.transforms = larger(this.transforms, new Float32Array(capacity * this.bones * FLOATS));
    this.from = larger(this.from, new Float32Array(capacity * stride));
    this.to = larger(this.to, new Float32Array(capacity * stride));
    this.ids = larger(this.ids, new Uint32Array(capacity));
    this.shares = larger(this.shares, new Float32Array(capacity));
    this.looks = larger(this.looks, new Uint16Array(capacity));
    this.armed = larger(this.armed, new Uint8Array(capacity));
    this.kinds = larger(this.kinds, new Uint8Array(capacity));
    this.fromTicks = larger(this.fromTicks, new Float64Array(capacity));
    this.toTicks = larger(this.toTicks, new Float64Array(capacity));
    this.settled = larger(this.settled, new Uint8Array(capacity));
    this.capacity = capacity;
  }
}

function larger<T extends { set(from: T): void }>(before: T, after: T): T {
  after.set(before);
  return after;
}
