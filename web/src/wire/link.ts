/** What the page and its socket worker tell each other. */
import type { FrameBuffers, SnapshotFrame } from "./frame.ts";
import type { LifeEvent } from "./life.ts";
import type { ClientMessage, ServerMessage } from "./messages.ts";

export type ConnectionState =
  | { phase: "connecting" }
  | { phase: "open" }
  | { phase: "reconnecting"; attempt: number }
  /** For good: `reason` says why, in a sentence. */
  | { phase: "stopped"; reason: string };

export type FromWorker =
  | LifeEvent
  | { kind: "message"; message: ServerMessage }
  | { kind: "frame"; frame: SnapshotFrame };

export type ToWorker =
  | { kind: "connect"; url: string }
  | { kind: "send"; message: ClientMessage }
  | { kind: "recycle"; buffers: FrameBuffers };
