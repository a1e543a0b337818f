/** The ocean's socket: what comes over it is read and checked. */
import { type FrameBuffers, FramePool } from "./frame.ts";
import { SocketLife } from "./life.ts";
import type { FromWorker } from "./link.ts";
import type { ClientMessage, Hello, Roster } from "./messages.ts";
import { parseServerMessage } from "./parse.ts";
import { readSnapshot, WireError } from "./snapshot.ts";

/** A page that draws nothing (a hidden tab) gives no frames back; then all but the newest are left out. */
const MOST_FRAMES_OUT = 90;

export class Connection extends SocketLife<FromWorker, ClientMessage> {
  private readonly pool = new FramePool();
  private framesOut = 0;
  /** The newest that there was no room for: of a held world it may be the last for long. */
  private waiting: ArrayBuffer | null = null;
  /** How many species the studio has introduced. */
  private species = 0;

  recycle(buffers: FrameBuffers): void {
    this.framesOut = Math.max(0, this.framesOut - 1);
    this.pool.give(buffers);
    const { waiting } = this;
    this.waiting = null;
    if (waiting) this.receive(waiting);
  }

  protected readMessage(text: string): void {
    const message = parseServerMessage(text);
    if (message.type === "hello") this.welcome(message);
    else if (message.type === "roster") this.checkRoster(message);
    this.around.emit({ kind: "message", message });
  }

  protected readFrame(data: ArrayBuffer): void {
    if (this.framesOut >= MOST_FRAMES_OUT) {
      this.waiting = data;
      return;
    }
    this.waiting = null;
    const frame = readSnapshot(data, this.pool);
    this.framesOut++;
    this.around.emit({ kind: "frame", frame });
  }

  private welcome(hello: Hello): void {
    this.species = hello.species.length;
    this.waiting = null;
    this.greeted();
  }

  private checkRoster(roster: Roster): void {
    const stranger = roster.species.find((species) => !(species >= 0 && species < this.species));
    if (stranger !== undefined) {
      throw new WireError(
        `roster with a fish of species ${stranger}; the studio introduced ${this.species}`,
      );
    }
  }
}
