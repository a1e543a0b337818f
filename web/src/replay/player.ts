/** Plays a recording: what can be asked of it, by keys, buttons and the time line alike. */
import { Store } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import type { Recorded, Status } from "../wire/messages.ts";
import { FRAME_RATE, isAtEnd, rateBeside, ratesOf, within } from "./moments.ts";

export interface PlayerState {
  /** What the studio last said, and when it came. */
  told: { time: number; at: number } | null;
  /** The time that was asked for [s], until it is shown. */
  wanted: number | null;
}

/** A hand on the time line asks for a hundred times a second; the studio is told so often [ms]. */
export const SEEK_EVERY_MS = 80;
/** After this, what is shown counts again, whatever was asked for [ms]. */
export const PATIENCE_MS = 900;
/** While it plays on, what is shown is never quite what was asked for [s]. */
const NEAR_SECONDS = 0.1;
/** A studio that says nothing for longer is not playing [s]. */
const LONGEST_SECONDS = 1;

export class Player {
  readonly state = new Store<PlayerState>({ told: null, wanted: null });
  private readonly studio: Pick<Studio, "state" | "send">;
  private readonly now: () => number;
  private hello: unknown;
  private status: unknown = null;
  /** Whether it played when the time line was taken; null while nobody holds it. */
  private held: { playing: boolean } | null = null;
  private pause: Timer | undefined;
  private patience: Timer | undefined;
  private unsent: number | null = null;

  /** `now`: a clock [ms]. */
  constructor(studio: Pick<Studio, "state" | "send">, now = () => performance.now()) {
    this.studio = studio;
    this.now = now;
    this.hello = studio.state.value.hello;
    studio.state.watch(({ hello, status }) => {
      if (hello !== this.hello) this.forget();
      this.hello = hello;
      if (status && status !== this.status && hello?.recording) this.follow(status);
      this.status = status;
    });
  }

  /** What is played; null for a live world. */
  get recording(): Recorded | null {
    return this.studio.state.value.hello?.recording ?? null;
  }

  get paused(): boolean {
    return this.studio.state.value.status?.paused ?? false;
  }

  get rate(): number {
    return this.studio.state.value.status?.rate ?? 1;
  }

  /** Where the hand of the time line stands [s]. */
  get time(): number {
    const { told, wanted } = this.state.value;
    const { recording } = this;
    if (wanted !== null) return wanted;
    if (!recording || !told) return recording?.first ?? 0;
    if (this.paused) return told.time;
    // Between two reports it plays on.
    const passed = Math.min(LONGEST_SECONDS, (this.now() - told.at) / 1000) * this.rate;
    return Math.min(recording.first + recording.seconds, told.time + passed);
  }

  get atEnd(): boolean {
    return this.recording !== null && isAtEnd(this.recording, this.time);
  }

  /** Plays or holds; the studio begins again when it has come to its end. */
  toggle(): void {
    if (!this.recording) return;
    this.flush();
    this.studio.send({ type: "paused", value: !this.paused });
  }

  /** One frame on or back; what plays is held first. */
  step(back: boolean): void {
    if (!this.recording || (back ? this.atStart : this.atEnd)) return;
    this.flush();
    if (!this.paused) this.studio.send({ type: "paused", value: true });
    this.studio.send({ type: "step", back });
  }

  seek(time: number): void {
    const { recording } = this;
    if (!recording) return;
    const wanted = within(recording, time);
    this.state.set({ wanted });
    this.unsent = wanted;
    if (!this.pause) this.sendNewest();
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.giveUp(), PATIENCE_MS);
  }

  leap(seconds: number): void {
    this.seek(this.time + seconds);
  }

  toStart(): void {
    if (this.recording) this.seek(this.recording.first);
  }

  toEnd(): void {
    if (this.recording) this.seek(this.recording.first + this.recording.seconds);
  }

  setRate(value: number): void {
    if (value !== this.rate) this.studio.send({ type: "rate", value });
  }

  changeRate(faster: boolean): void {
    const { recording, rate } = this;
    if (recording) this.setRate(rateBeside(ratesOf(recording, rate), rate, faster));
  }

  /** A hand takes the time line; what plays waits for it. */
  hold(): void {
    if (!this.recording || this.held) return;
    this.held = { playing: !this.paused };
    if (this.held.playing) this.studio.send({ type: "paused", value: true });
  }

  letGo(): void {
    const { held } = this;
    if (!held) return;
    this.held = null;
    this.flush();
    if (held.playing && !this.atEnd) this.studio.send({ type: "paused", value: false });
  }

  private follow({ time, paused, rate }: Status): void {
    const { wanted } = this.state.value;
    const near = paused ? 0.5 / FRAME_RATE : NEAR_SECONDS * Math.max(1, rate);
    const reached = wanted !== null && !this.held && Math.abs(time - wanted) < near;
    const told = { time, at: this.now() };
    this.state.set(reached ? { told, wanted: null } : { told });
  }

  private get atStart(): boolean {
    return this.recording !== null && this.time < this.recording.first + 0.5 / FRAME_RATE;
  }

  private sendNewest(): void {
    this.pause = undefined;
    if (this.unsent === null) return;
    this.studio.send({ type: "seek", time: this.unsent });
    this.unsent = null;
    this.pause = setTimeout(() => this.sendNewest(), SEEK_EVERY_MS);
  }

  /** What waits goes before what comes after it. */
  private flush(): void {
    clearTimeout(this.pause);
    this.sendNewest();
  }

  private giveUp(): void {
    // A hand that rests still holds.
    if (!this.held) this.state.set({ wanted: null });
    else this.patience = setTimeout(() => this.giveUp(), PATIENCE_MS);
  }

  private forget(): void {
    clearTimeout(this.pause);
    clearTimeout(this.patience);
    this.pause = this.patience = undefined;
    this.unsent = this.held = null;
    this.state.set({ told: null, wanted: null });
  }
}

type Timer = ReturnType<typeof setTimeout>;
