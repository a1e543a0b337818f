/** Plays a recording: what can be asked of it, by keys, buttons and the time line alike. */
import { Store } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import type { Recorded } from "../wire/messages.ts";
import { FRAME_RATE, isAtEnd, rateBeside, ratesOf, within } from "./moments.ts";

export interface PlayerState {
  /** The time of what is drawn [s]; null before the first picture. */
  shown: number | null;
  /** The time that was asked for [s], until it is drawn. */
  wanted: number | null;
}

/** A hand on the time line asks for a hundred times a second; the studio is told so often [ms]. */
export const SEEK_EVERY_MS = 80;
/** After this, what is drawn counts again, whatever was asked for [ms]. */
export const PATIENCE_MS = 900;
/** While it plays on, what is drawn is never quite what was asked for [s]. */
const NEAR_SECONDS = 0.1;

export class Player {
  readonly state = new Store<PlayerState>({ shown: null, wanted: null });
  private readonly studio: Pick<Studio, "state" | "send">;
  private hello: unknown;
  /** Whether it played when the time line was taken; null while nobody holds it. */
  private held: { playing: boolean } | null = null;
  private pause: Timer | undefined;
  private patience: Timer | undefined;
  private unsent: number | null = null;

  constructor(studio: Pick<Studio, "state" | "send">) {
    this.studio = studio;
    this.hello = studio.state.value.hello;
    studio.state.watch(({ hello }) => {
      if (hello === this.hello) return;
      this.hello = hello;
      this.forget();
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
    const { shown, wanted } = this.state.value;
    return wanted ?? shown ?? this.studio.state.value.status?.time ?? this.recording?.first ?? 0;
  }

  get atEnd(): boolean {
    return this.recording !== null && isAtEnd(this.recording, this.time);
  }

  /** Plays or holds; from the beginning when it has come to its end. */
  toggle(): void {
    if (!this.recording) return;
    const { paused } = this;
    if (paused && this.atEnd) this.seek(this.recording.first);
    this.flush();
    this.studio.send({ type: "paused", value: !paused });
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

  /** This time is drawn now [s]. */
  show(shown: number): void {
    const { wanted } = this.state.value;
    const near = this.paused ? 0.5 / FRAME_RATE : NEAR_SECONDS * Math.max(1, this.rate);
    const reached = wanted !== null && !this.held && Math.abs(shown - wanted) < near;
    this.state.set(reached ? { shown, wanted: null } : { shown });
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
    this.state.set({ shown: null, wanted: null });
  }
}

type Timer = ReturnType<typeof setTimeout>;
