/** What stages with a socket of their own have in common: a worker, its news, and what is told. */
import { stageSocketUrl } from "../wire/client.ts";
import type { LifeEvent } from "../wire/life.ts";
import type { ConnectionState } from "../wire/link.ts";
import { Complaints } from "./complaints.ts";
import type { Store } from "./store.ts";
import type { Toasts } from "./toasts.ts";

/** What a stage's worker says. */
export type FromWorker<Message, Frame> =
  | LifeEvent
  | { kind: "message"; message: Message }
  | { kind: "frame"; frame: Frame };

/** What it is told. */
export type ToWorker<Wish> = { kind: "connect"; url: string } | { kind: "send"; message: Wish };

export interface Connected {
  connection: ConnectionState;
}

export abstract class StageLink<State extends Connected, Message, Frame, Wish> {
  /** As the page and its sockets call it. */
  protected abstract readonly stage: string;
  abstract readonly state: Store<State>;
  protected page: Location | URL | null = null;
  private readonly toasts: Toasts;
  private readonly complaints: Complaints;
  private worker: Worker | null = null;

  constructor(toasts: Toasts) {
    this.toasts = toasts;
    this.complaints = new Complaints((text) => this.tell(text));
  }

  protected abstract openWorker(): Worker;
  protected abstract messageReceived(message: Message): void;
  /** `now`: when it came [s]. */
  protected abstract frameReceived(frame: Frame, now: number): void;
  /** The studio has greeted, for the first time or again. */
  protected abstract cameBack(): void;

  /** Once; the socket of another stage is none of its business. */
  connect(page: Location): void {
    if (this.worker) return;
    this.page = page;
    this.worker = this.openWorker();
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker<Message, Frame>>) =>
      this.hear(data, performance.now() / 1000);
    this.post({ kind: "connect", url: stageSocketUrl(page, this.stage) });
  }

  send(message: Wish): void {
    this.post({ kind: "send", message });
  }

  get isOpen(): boolean {
    return this.state.value.connection.phase === "open";
  }

  /** A note that goes away by itself. */
  tell(text: string, kind: "refusal" | "happening" = "refusal"): void {
    this.toasts.show(kind, text, this.stage);
  }

  /** What the worker says, at `now` [s]. */
  hear(event: FromWorker<Message, Frame>, now: number): void {
    switch (event.kind) {
      case "connection":
        if (event.state.phase === "open") this.cameBack();
        this.state.set({ connection: event.state } as Partial<State>);
        break;
      case "frame":
        this.frameReceived(event.frame, now);
        break;
      case "message":
        this.messageReceived(event.message);
        break;
      case "complaint":
        this.complaints.add(event.text);
        break;
    }
  }

  private post(message: ToWorker<Wish>): void {
    this.worker?.postMessage(message);
  }
}
