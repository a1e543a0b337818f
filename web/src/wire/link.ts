/** What the page and its socket worker tell each other. */
import type { FrameBuffers, SnapshotFrame } from "./frame.ts";
import type { ClientMessage, ServerMessage } from "./messages.ts";

export type ConnectionState =
  | { phase: "connecting" }
  | { phase: "open" }
  | { phase: "reconnecting"; attempt: number }
  /** For good: `reason` says why, in a sentence. */
  | { phase: "stopped"; reason: string };

export type FromWorker =
  | { kind: "connection"; state: ConnectionState }
  | { kind: "message"; message: ServerMessage }
  | { kind: "frame"; frame: SnapshotFrame }
  /** Something unreadable came in and was left out. */
  | { kind: "complaint"; text: string };

export type ToWorker =
  | { kind: "connect"; url: string }
  | { kind: "send"; message: ClientMessage }
  | { kind: "recycle"; buffers: FrameBuffers };
