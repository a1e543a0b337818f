/**
 * The studio's clock as this page reckons it: a filter follows tick and rate through the jitter of
 * arrivals, so that playback is even whatever rate the studio manages.
 */

/** A gap longer than this is a jump, not a late frame [s of the studio's time]. */
export const JUMP_SECONDS = 0.6;
const CLOCK_GAIN = 0.1;
const RATE_GAIN = 0.02;
const SPREAD_GAIN = 0.05;

export class StudioClock {
  private frameRate = 60;
  private pace = 1;
  /** At `time` [s] it stood at `tick`. */
  private time = 0;
  private tick = 0;
  private rate = 60;
  /** How far arrivals are off, and how far they are apart [ticks]. */
  jitter = 0.5;
  gap = 1;

  /** That the studio makes. */
  get framesPerSecond(): number {
    return this.frameRate * this.pace;
  }

  setFrameRate(framesPerSecond: number): void {
    if (framesPerSecond > 0) this.frameRate = framesPerSecond;
  }

  /** From `now` on [s] the studio goes so much slower than its frames say: it need not be learnt. */
  setPace(pace: number, now: number): void {
    if (pace === this.pace || !(pace > 0)) return;
    this.tick = this.tickAt(now);
    this.time = now;
    this.rate *= pace / this.pace;
    this.pace = pace;
  }

  start(tick: number, now: number): void {
    this.tick = tick;
    this.time = now;
    this.rate = this.framesPerSecond;
    this.jitter = 0.5;
    this.gap = 1;
  }

  /** A frame came, `elapsed` ticks after the one before. */
  follow(tick: number, elapsed: number, now: number): void {
    const error = tick - this.tickAt(now);
    this.gap += SPREAD_GAIN * (elapsed - this.gap);
    if (this.isJump(Math.abs(error))) {
      this.start(tick, now);
      return;
    }
    this.jitter += SPREAD_GAIN * (Math.abs(error) - this.jitter);
    this.tick = tick - error * (1 - CLOCK_GAIN);
    this.time = now;
    const rate = this.rate + (RATE_GAIN * error * this.framesPerSecond) / Math.max(elapsed, 1);
    this.rate = Math.min(2 * this.framesPerSecond, Math.max(0, rate));
  }

  tickAt(now: number): number {
    return this.tick + this.rate * (now - this.time);
  }

  /** Whether so many ticks are no mere delay, however slowly they go by. */
  isJump(ticks: number): boolean {
    return ticks > JUMP_SECONDS * this.frameRate;
  }
}
