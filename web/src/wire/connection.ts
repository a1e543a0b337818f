/** The life of the socket: connect, read, come back after a loss, stop where coming back is vain. */
import { Backoff } from "./backoff.ts";
import { type FrameBuffers, FramePool } from "./frame.ts";
import type { FromWorker } from "./link.ts";
import type { ClientMessage, Hello, Roster } from "./messages.ts";
import { parseServerMessage } from "./parse.ts";
import { ProtocolError, readSnapshot, WireError } from "./snapshot.ts";

/** The part of WebSocket that is used, so that tests can stand in for it. */
export interface Socket {
  binaryType: string;
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Surroundings {
  openSocket(url: string): Socket;
  later(milliseconds: number, action: () => void): void;
  emit(event: FromWorker): void;
}

const OPEN = 1;
/** What the studio closes with when it is vain to come again: the token is missing or wrong. */
const NOT_WELCOME = 1008;

/** A page that draws nothing (a hidden tab) gives no frames back; then newer ones are left out. */
const MOST_FRAMES_OUT = 40;

export class Connection {
  private readonly url: string;
  private readonly around: Surroundings;
  private readonly backoff: Backoff;
  private readonly pool = new FramePool();
  private socket: Socket | null = null;
  private stopped = false;
  private framesOut = 0;
  /** How many species the studio has introduced. */
  private species = 0;

  constructor(url: string, around: Surroundings, backoff = new Backoff()) {
    this.url = url;
    this.around = around;
    this.backoff = backoff;
  }

  open(): void {
    if (this.stopped) return;
    const socket = this.around.openSocket(this.url);
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => this.receive(data);
    socket.onclose = ({ code, reason }) => {
      if (code === NOT_WELCOME && !this.stopped) this.stop(`The studio lets nobody in: ${reason}.`);
      else this.lost(socket);
    };
    this.socket = socket;
  }

  send(message: ClientMessage): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(message));
  }

  recycle(buffers: FrameBuffers): void {
    this.framesOut = Math.max(0, this.framesOut - 1);
    this.pool.give(buffers);
  }

  private receive(data: unknown): void {
    if (this.stopped) return;
    try {
      if (typeof data === "string") this.receiveMessage(data);
      else if (data instanceof ArrayBuffer) this.receiveSnapshot(data);
    } catch (error) {
      if (error instanceof ProtocolError) this.stop(error.message);
      else if (error instanceof WireError) {
        this.around.emit({ kind: "complaint", text: error.message });
      } else throw error;
    }
  }

  private receiveMessage(text: string): void {
    const message = parseServerMessage(text);
    if (message.type === "hello") this.welcome(message);
    else if (message.type === "roster") this.checkRoster(message);
    this.around.emit({ kind: "message", message });
  }

  private welcome(hello: Hello): void {
    this.species = hello.species.length;
    // Only now: a proxy whose studio is gone accepts sockets too, and drops them at once.
    this.backoff.reset();
    this.around.emit({ kind: "connection", state: { phase: "open" } });
  }

  private checkRoster(roster: Roster): void {
    const stranger = roster.species.find((species) => !(species >= 0 && species < this.species));
    if (stranger !== undefined) {
      throw new WireError(
        `roster with a fish of species ${stranger}; the studio introduced ${this.species}`,
      );
    }
  }

  private receiveSnapshot(data: ArrayBuffer): void {
    if (this.framesOut >= MOST_FRAMES_OUT) return;
    const frame = readSnapshot(data, this.pool);
    this.framesOut++;
    this.around.emit({ kind: "frame", frame });
  }

  private lost(socket: Socket): void {
    if (this.stopped || socket !== this.socket) return;
    this.socket = null;
    const delay = this.backoff.nextDelay();
    const state = { phase: "reconnecting", attempt: this.backoff.attempt } as const;
    this.around.emit({ kind: "connection", state });
    this.around.later(delay, () => this.open());
  }

  private stop(reason: string): void {
    this.stopped = true;
    this.around.emit({ kind: "connection", state: { phase: "stopped", reason } });
    this.socket?.close();
  }
}
