/** Plays the recording of a file: what a studio would answer, without one. */
import type { SnapshotFrame } from "../wire/frame.ts";
import type { ClientMessage, Status } from "../wire/messages.ts";
import type { Pair } from "../wire/timeline.ts";
import type { Wire, WireListener } from "../wire/wire.ts";
import { type Reel, ReelError } from "./reel.ts";

/** Between two reports of how it stands, while it plays [s]. */
const STATUS_SECONDS = 0.1;
/** A page that was hidden goes on where it was [s]. */
const LONGEST_STEP = 0.25;
/** Rounding of times must not make a frame of its neighbour. */
const NEARLY = 1e-6;

export class Projector implements Wire {
  private readonly listener: WireListener;
  private readonly open: () => Promise<Reel>;
  private reel: Reel | null = null;
  /** Which picture is shown, with what is between two. */
  private at = 0;
  private rate = 1;
  private paused = false;
  private shownAt: number | null = null;
  private toldAt = 0;
  /** Something has changed that the page does not know. */
  private untold = true;
  private introduced = -1;

  constructor(listener: WireListener, open: () => Promise<Reel>) {
    this.listener = listener;
    this.open = open;
  }

  async connect(): Promise<void> {
    try {
      this.reel = await this.open();
    } catch (error) {
      if (!(error instanceof ReelError)) console.error(error);
      const why = error instanceof ReelError ? error.message : `This file cannot be read: ${error}`;
      this.listener.connectionChanged({ phase: "stopped", reason: why });
      return;
    }
    this.listener.connectionChanged({ phase: "open" });
    this.listener.messageReceived(this.reel.told.hello);
    this.reel.frame(0);
  }

  send(message: ClientMessage): void {
    const { reel } = this;
    if (!reel) return;
    switch (message.type) {
      case "paused":
        if (!message.value && this.at >= reel.last) this.at = 0;
        this.paused = message.value;
        break;
      case "step":
        // Back from between two pictures is the one before, not the one before that.
        this.wind(
          message.back ? Math.ceil(this.at - NEARLY) - 1 : Math.floor(this.at + NEARLY) + 1,
        );
        break;
      case "seek":
        this.wind((message.time - this.first) * reel.told.fps);
        break;
      case "rate":
        this.rate = message.value;
        break;
      default:
        return;
    }
    this.tell(this.shownAt ?? 0);
  }

  recycle(): void {
    // The reel keeps its frames itself.
  }

  pairAt(now: number): Pair<SnapshotFrame> | null {
    const { reel } = this;
    if (!reel) return null;
    const elapsed = this.shownAt === null ? 0 : Math.min(LONGEST_STEP, now - this.shownAt);
    this.shownAt = now;
    if (reel.trouble) {
      this.listener.connectionChanged({ phase: "stopped", reason: reel.trouble });
      return null;
    }
    const ahead = this.paused ? this.at : this.at + elapsed * this.rate * reel.told.fps;
    const at = Math.min(reel.last, ahead);
    const pair = this.pairOf(reel, at);
    // What is not unpacked yet is waited for.
    if (!pair) return null;
    this.at = at;
    const ended = !this.paused && at >= reel.last;
    if (ended) this.paused = true;
    const due = !this.paused && now - this.toldAt >= STATUS_SECONDS;
    if (ended || due || this.untold) this.tell(now);
    return pair;
  }

  private pairOf(reel: Reel, at: number): Pair<SnapshotFrame> | null {
    const picture = Math.min(reel.last, Math.floor(at + NEARLY));
    const from = reel.frame(picture);
    const to = reel.frame(Math.min(reel.last, picture + 1));
    if (!from || !to) return null;
    const roster = reel.rosterOf(from);
    if (roster && roster.revision !== this.introduced) {
      this.introduced = roster.revision;
      this.listener.messageReceived(roster);
    }
    const alpha = Math.max(0, at - picture);
    if (to.roster !== from.roster || alpha <= NEARLY) return { from, to: from, alpha: 1 };
    return { from, to, alpha };
  }

  private get first(): number {
    return this.reel?.told.hello.recording?.first ?? 0;
  }

  private wind(picture: number): void {
    if (!this.reel || !Number.isFinite(picture)) return;
    this.at = Math.min(this.reel.last, Math.max(0, picture));
  }

  private tell(now: number): void {
    const status = this.status();
    this.untold = status === null;
    if (!status) return;
    this.toldAt = now;
    this.listener.messageReceived(status);
  }

  private status(): Status | null {
    const { reel, at, paused, rate } = this;
    const kept = reel?.statusAt(Math.floor(at + NEARLY));
    return reel && kept ? { ...kept, paused, rate, time: this.first + at / reel.told.fps } : null;
  }
}
