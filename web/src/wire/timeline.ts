/**
 * Which two snapshots are drawn now, and how far between them.
 *
 * The page draws a little in the past: the delay grows with the jitter of arrivals. Limitation: a
 * gap longer than the delay is shown as a short halt.
 */
import { StudioClock } from "./clock.ts";
import type { SnapshotFrame } from "./frame.ts";

/** What the timeline needs of a frame. */
export type Timed = Pick<SnapshotFrame, "tick" | "roster">;

export interface Pair<Frame extends Timed> {
  from: Frame;
  to: Frame;
  /** 0 draws `from`, 1 draws `to`. */
  alpha: number;
}

const MOST_FRAMES = 24;
const MOST_DELAY_SECONDS = 0.25;
/** Of slow motion: between two frames there is always something to draw. */
const LEAST_MOST_DELAY = 1.5;
/** When nothing has come for so long, what there is is played to its end [s]. */
const QUIET_SECONDS = 0.4;

export class Timeline<Frame extends Timed> {
  private readonly drop: (frame: Frame) => void;
  private readonly most: number;
  private frames: Frame[] = [];
  private readonly clock = new StudioClock();
  private playhead = 0;
  /** How many frames stay that have been drawn: others may be told later to draw them. */
  keep = 0;
  /** When the newest frame came [s]. */
  private arrived = 0;

  constructor(drop: (frame: Frame) => void = () => {}, most = MOST_FRAMES) {
    this.drop = drop;
    this.most = most;
  }

  get newest(): Frame | undefined {
    return this.frames.at(-1);
  }

  get oldest(): Frame | undefined {
    return this.frames[0];
  }

  get length(): number {
    return this.frames.length;
  }

  setFrameRate(framesPerSecond: number): void {
    this.clock.setFrameRate(framesPerSecond);
  }

  /** Slow motion: from `now` on [s] the studio's time goes so fast. */
  setPace(pace: number, now: number): void {
    this.clock.setPace(pace, now);
  }

  clear(): void {
    for (const frame of this.frames.splice(0)) this.drop(frame);
  }

  /** `anew`: it does not follow from what came before. */
  push(frame: Frame, now: number, anew = false): void {
    const newest = this.newest;
    const elapsed = newest ? frame.tick - newest.tick : 0;
    this.arrived = now;
    if (!newest || anew || elapsed < 0 || this.clock.isJump(elapsed)) {
      this.clear();
      this.clock.start(frame.tick, now);
      this.playhead = frame.tick;
    } else if (elapsed === 0) {
      // A held simulation may still change its roster.
      this.drop(this.frames.pop() as Frame);
    } else {
      this.clock.follow(frame.tick, elapsed, now);
    }
    this.frames.push(frame);
    while (this.frames.length > this.most + this.keep) this.drop(this.frames.shift() as Frame);
  }

  /** The pair for the time `now` [s]; undefined before the first snapshot. */
  sample(now: number): Pair<Frame> | undefined {
    const newest = this.newest;
    if (!newest) return undefined;
    // Rare steps of a held simulation teach the clock to stand still.
    const quiet = Math.max(0, now - this.arrived - QUIET_SECONDS) * this.clock.framesPerSecond;
    const wanted = this.clock.tickAt(now) - this.delayTicks() + quiet;
    // Never backwards: fishes that twitch back catch the eye more than fishes that wait.
    this.playhead = Math.min(newest.tick, Math.max(this.playhead, wanted));
    const next = 1 + this.keep;
    while (this.frames.length > next && (this.frames[next] as Frame).tick <= this.playhead) {
      this.drop(this.frames.shift() as Frame);
    }
    return this.at(this.playhead);
  }

  /** The pair around a tick; the first or the newest there is, before or beyond these. */
  at(tick: number): Pair<Frame> | undefined {
    let index = 0;
    while (index + 1 < this.frames.length && (this.frames[index + 1] as Frame).tick <= tick)
      index++;
    const from = this.frames[index];
    if (!from) return undefined;
    const to = this.frames[index + 1];
    if (!to || to.roster !== from.roster) return { from, to: from, alpha: 1 };
    const alpha = (tick - from.tick) / (to.tick - from.tick);
    return { from, to, alpha: Math.min(1, Math.max(0, alpha)) };
  }

  private delayTicks(): number {
    const delay = 1.25 * this.clock.gap + 2.5 * this.clock.jitter;
    const most = Math.max(MOST_DELAY_SECONDS * this.clock.framesPerSecond, LEAST_MOST_DELAY);
    return Math.min(delay, most);
  }
}
