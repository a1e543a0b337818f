/** The life of a socket: connect, read, come back after a loss, stop where coming back is vain. */
import { Backoff } from "./backoff.ts";
import type { ConnectionState } from "./link.ts";
import { ProtocolError, WireError } from "./snapshot.ts";

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

/** What is told of any socket. */
export type LifeEvent =
  | { kind: "connection"; state: ConnectionState }
  /** Something unreadable came in and was left out. */
  | { kind: "complaint"; text: string };

export interface Surroundings<Event> {
  openSocket(url: string): Socket;
  later(milliseconds: number, action: () => void): void;
  emit(event: Event | LifeEvent): void;
}

const OPEN = 1;
/** What the studio closes with when it is vain to come again: the token is missing or wrong. */
const NOT_WELCOME = 1008;

export abstract class SocketLife<Event, Wish> {
  protected readonly around: Surroundings<Event>;
  private readonly url: string;
  private readonly backoff: Backoff;
  private socket: Socket | null = null;
  private stopped = false;

  constructor(url: string, around: Surroundings<Event>, backoff = new Backoff()) {
    this.url = url;
    this.around = around;
    this.backoff = backoff;
  }

  protected abstract readMessage(text: string): void;
  protected abstract readFrame(data: ArrayBuffer): void;

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

  send(message: Wish): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Only when it greets: a proxy whose studio is gone accepts sockets too, and drops them at once. */
  protected greeted(): void {
    this.backoff.reset();
    this.around.emit({ kind: "connection", state: { phase: "open" } });
  }

  protected receive(data: unknown): void {
    if (this.stopped) return;
    try {
      if (typeof data === "string") this.readMessage(data);
      else if (data instanceof ArrayBuffer) this.readFrame(data);
    } catch (error) {
      if (error instanceof ProtocolError) this.stop(error.message);
      else if (error instanceof WireError) {
        this.around.emit({ kind: "complaint", text: error.message });
      } else throw error;
    }
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
