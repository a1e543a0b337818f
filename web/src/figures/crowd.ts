/**
 * The crowd as it is drawn: of every level the segments' places and turns in the world, between the
 * updates that came, laid out as data textures want them.
 *
 *     const crowd = company.crowd;
 *     crowd.pose(performance.now() / 1000);
 *     for (const level of crowd.levels) draw(level);
 *
 * Coordinates are the studio's: metres, z up. Nothing is allocated while nobody comes.
 */
import { StudioClock } from "../wire/clock.ts";
import type { FiguresHello, Kind, Resident } from "../wire/figures.ts";
import type { FigureFrame, LevelPatch } from "./frame.ts";
import { Figure } from "./kinematics.ts";
import { type Appearance, LevelRows, STRANGER } from "./rows.ts";

/** Numbers of one segment in `LevelCrowd.transforms`: two RGBA texels. */
export const FLOATS_PER_SEGMENT = 8;

/**
 * Everybody who is shown on one level, row by row; while a figure changes its level it has a row on
 * both, and their shares add up to 1.
 *
 * `transforms` has `capacity` rows of `bones` = segments + 1 transforms: those of the segments, and
 * last the rifle's, whose frame is that of the rifle's flesh. A transform is x, y, z [m], 0, and the
 * quaternion as x, y, z, w. Whole, it is an RGBA32F texture of 2 * bones by capacity texels. It is
 * another array when `capacity` has grown. Who has no rifle has the right hand's transform there.
 */
export interface LevelCrowd {
  /** 0 human-high, 1 human-med, 2 human-low. */
  readonly level: number;
  readonly segments: number;
  readonly bones: number;
  readonly capacity: number;
  /** Rows that are shown, the first ones of every array. */
  readonly count: number;
  /** (capacity, bones, FLOATS_PER_SEGMENT) */
  readonly transforms: Float32Array<ArrayBuffer>;
  /** Of each row, (capacity,): who it is. */
  readonly ids: Uint32Array<ArrayBuffer>;
  /** How much of it is shown, 0 to 1: draw a share of its pixels, in a pattern that the other row's
   * pixels fill up (that of the finer level below the share, that of the coarser one above). */
  readonly shares: Float32Array<ArrayBuffer>;
  /** Seed of its appearance, 0 to 65535. */
  readonly looks: Uint16Array<ArrayBuffer>;
  /** 1 where it has a rifle. */
  readonly armed: Uint8Array<ArrayBuffer>;
  /** Number of its kind in `TownShown.kinds`; 255 where the roster does not know it. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** Grows whenever anything above has changed: what has not need not be sent to the card again. */
  readonly version: number;
}

/** Where one figure is, for cameras, names and clicks [m]: its first segment and its heading. */
export interface Whereabouts {
  id: number;
  x: number;
  y: number;
  z: number;
  /** [rad], left of the x axis. */
  heading: number;
  level: number;
}

/** A frame's part for one level that waits until the playhead comes to it. */
interface Pending {
  patch: LevelPatch;
  tick: number;
  /** When its rows leave their poses before [ticks]. */
  due: number;
}

/** Of a hidden page the oldest are carried out at once. */
const MOST_PENDING = 90;
const MOST_DELAY_SECONDS = 0.25;

/**
 * Everybody who is shown. All rows are drawn at one time, a little in the past: so far that the
 * next update of the slowest level has come, and that late frames are not missed.
 */
export class Crowd {
  levels: readonly LevelRows[] = [];
  private readonly clock = new StudioClock();
  private readonly residents = new Map<number, Appearance>();
  /** Of each level, what is to be steered to, and what fades. */
  private steering: Pending[][] = [];
  private fading: Pending[][] = [];
  private newest: number | null = null;
  private playhead = 0;
  private slowest = 1;

  /** Whether anybody has been shown on this connection. */
  get isEmpty(): boolean {
    return this.newest === null;
  }

  /** Another connection: nobody is known any more. */
  greet({ levels, rifle }: FiguresHello): void {
    this.levels = levels.map((level, k) => new LevelRows(k, new Figure(level), rifle));
    this.slowest = Math.max(1, ...this.levels.map(({ figure }) => figure.period));
    this.steering = this.levels.map(() => []);
    this.fading = this.levels.map(() => []);
    this.newest = null;
  }

  /** Who they are, by the kinds of the town. */
  dress(residents: readonly Resident[], kinds: readonly Kind[]): void {
    this.residents.clear();
    const names = kinds.map(({ name }) => name);
    for (const { id, look, armed, kind } of residents) {
      const number = names.indexOf(kind);
      this.residents.set(id, { look, armed, kind: number < 0 ? STRANGER.kind : number });
    }
    for (const level of this.levels) level.dress(this.appearance);
  }

  /** A frame has come, at `now` [s]. */
  hear(frame: FigureFrame, now: number): void {
    const { tick } = frame;
    const before = this.newest;
    const elapsed = before === null ? 0 : tick - before;
    this.newest = tick;
    if (frame.anew) {
      for (const level of this.levels) level.clear();
      this.steering = this.levels.map(() => []);
      this.fading = this.levels.map(() => []);
    }
    const jumps = before === null || frame.anew || elapsed < 0 || this.clock.isJump(elapsed);
    if (jumps) this.clock.start(tick, now);
    else if (elapsed > 0) this.clock.follow(tick, elapsed, now);
    frame.levels.forEach((patch, k) => {
      const period = this.levels[k]?.figure.period ?? 1;
      const pending = { patch, tick, due: Math.min(tick - period, before ?? tick) };
      this.steering[k]?.push(pending);
      this.fading[k]?.push(pending);
    });
    if (jumps) this.playhead = tick;
    const tooLate = this.fading[0]?.at(-MOST_PENDING)?.tick ?? Number.NEGATIVE_INFINITY;
    this.carryOut(Math.max(jumps ? tick : tooLate, tooLate));
  }

  /** Let everybody be where he is at the time `now` [s]. */
  pose(now: number): void {
    if (this.newest === null) return;
    const wanted = this.clock.tickAt(now) - this.delay;
    // Never backwards; and whoever waits for news shows the last.
    this.playhead = Math.min(this.newest, Math.max(this.playhead, wanted));
    this.carryOut(this.playhead);
    for (const level of this.levels) level.poseAt(this.playhead);
  }

  /** Where somebody is drawn, on the level that shows most of him. */
  whereabouts(id: number): Whereabouts | null {
    let found: Whereabouts | null = null;
    let most = -1;
    for (const rows of this.levels) {
      const row = rows.rowOf(id);
      const share = row === undefined ? -1 : (rows.shares[row] ?? 0);
      if (row === undefined || share <= most) continue;
      most = share;
      const at = row * rows.bones * FLOATS_PER_SEGMENT;
      const first = rows.transforms.subarray(at, at + FLOATS_PER_SEGMENT);
      const [x = 0, y = 0, z = 0, , a = 0, b = 0, c = 0, w = 1] = first;
      const heading = Math.atan2(2 * (a * b + w * c), 1 - 2 * (b * b + c * c));
      found = { id, x, y, z, heading, level: rows.level };
    }
    return found;
  }

  private readonly appearance = (id: number): Appearance => this.residents.get(id) ?? STRANGER;

  /** [ticks] */
  private get delay(): number {
    const jitter = 0.5 * this.clock.gap + 2.5 * this.clock.jitter;
    return this.slowest + Math.min(jitter, MOST_DELAY_SECONDS * this.clock.framesPerSecond);
  }

  private carryOut(until: number): void {
    for (const level of this.levels) {
      const steering = this.steering[level.level] ?? [];
      while (steering[0] && steering[0].due <= until) {
        const { patch, tick, due } = steering.shift() as Pending;
        level.steer(patch, tick, due, this.playhead, this.appearance);
      }
      const fading = this.fading[level.level] ?? [];
      while (fading[0] && fading[0].tick <= until) {
        const { patch, tick } = fading.shift() as Pending;
        level.fade(patch, tick);
      }
    }
  }
}
