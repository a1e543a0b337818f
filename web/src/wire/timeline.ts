/**
 * Which two snapshots are drawn now, and how far between them.
 *
 * The page draws a little in the past. A filter follows the studio's clock (tick and rate) through
 * the jitter of arrivals, and the delay grows with that jitter, so that playback is even whatever
 * rate the studio manages. Limitation: a gap longer than the delay is shown as a short halt.
 */
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
/** A gap longer than this is a jump, not a late frame [s]. */
const JUMP_SECONDS = 0.6;
const CLOCK_GAIN = 0.1;
const RATE_GAIN = 0.02;
const SPREAD_GAIN = 0.05;
const MOST_DELAY_SECONDS = 0.25;
/** When nothing has come for so long, what there is is played to its end [s]. */
const QUIET_SECONDS = 0.4;

export class Timeline<Frame extends Timed> {
  private readonly drop: (frame: Frame) => void;
  private frames: Frame[] = [];
  private nominalRate = 60;
  /** Filtered clock of the studio: at `clockTime` [s] it stood at `clockTick`. */
  private clockTime = 0;
  private clockTick = 0;
  private rate = 60;
  private jitter = 0;
  private gap = 1;
  private playhead = 0;
  /** When the newest frame came [s]. */
  private arrived = 0;

  constructor(drop: (frame: Frame) => void = () => {}) {
    this.drop = drop;
  }

  get newest(): Frame | undefined {
    return this.frames.at(-1);
  }

  get length(): number {
    return this.frames.length;
  }

  setFrameRate(framesPerSecond: number): void {
    if (framesPerSecond > 0) this.nominalRate = framesPerSecond;
  }

  clear(): void {
    for (const frame of this.frames.splice(0)) this.drop(frame);
  }

  /** `anew`: it does not follow from what came before. */
  push(frame: Frame, now: number, anew = false): void {
    const newest = this.newest;
    const elapsed = newest ? frame.tick - newest.tick : 0;
    this.arrived = now;
    if (!newest || anew || elapsed < 0 || elapsed > JUMP_SECONDS * this.nominalRate) {
      this.clear();
      this.startClock(frame.tick, now);
      this.playhead = frame.tick;
    } else if (elapsed === 0) {
      // A held simulation may still change its roster.
      this.drop(this.frames.pop() as Frame);
    } else {
      this.followClock(frame.tick, elapsed, now);
    }
    this.frames.push(frame);
    while (this.frames.length > MOST_FRAMES) this.drop(this.frames.shift() as Frame);
  }

  /** The pair for the time `now` [s]; undefined before the first snapshot. */
  sample(now: number): Pair<Frame> | undefined {
    const newest = this.newest;
    if (!newest) return undefined;
    // Rare steps of a held simulation teach the clock to stand still.
    const quiet = Math.max(0, now - this.arrived - QUIET_SECONDS) * this.nominalRate;
    const wanted = this.tickAt(now) - this.delayTicks() + quiet;
    // Never backwards: fishes that twitch back catch the eye more than fishes that wait.
    this.playhead = Math.min(newest.tick, Math.max(this.playhead, wanted));
    while (this.frames.length > 1 && (this.frames[1] as Frame).tick <= this.playhead) {
      this.drop(this.frames.shift() as Frame);
    }
    const from = this.frames[0] as Frame;
    const to = this.frames[1];
    if (!to || to.roster !== from.roster) return { from, to: from, alpha: 1 };
    const alpha = (this.playhead - from.tick) / (to.tick - from.tick);
    return { from, to, alpha: Math.min(1, Math.max(0, alpha)) };
  }

  private tickAt(now: number): number {
    return this.clockTick + this.rate * (now - this.clockTime);
  }

  private delayTicks(): number {
    const delay = 1.25 * this.gap + 2.5 * this.jitter;
    return Math.min(delay, MOST_DELAY_SECONDS * this.nominalRate);
  }

  private startClock(tick: number, now: number): void {
    this.clockTick = tick;
    this.clockTime = now;
    this.rate = this.nominalRate;
    this.jitter = 0.5;
    this.gap = 1;
  }

  private followClock(tick: number, elapsed: number, now: number): void {
    const error = tick - this.tickAt(now);
    this.gap += SPREAD_GAIN * (elapsed - this.gap);
    if (Math.abs(error) > JUMP_SECONDS * this.nominalRate) {
      this.startClock(tick, now);
      return;
    }
    this.jitter += SPREAD_GAIN * (Math.abs(error) - this.jitter);
    this.clockTick = tick - error * (1 - CLOCK_GAIN);
    this.clockTime = now;
    const rate = this.rate + (RATE_GAIN * error * this.nominalRate) / Math.max(elapsed, 1);
    this.rate = Math.min(2 * this.nominalRate, Math.max(0, rate));
  }
}
