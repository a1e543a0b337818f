/** What shows a page its world: a studio at the other end of a socket, or a file that holds it all. */
import type { SnapshotFrame } from "./frame.ts";
import type { ConnectionState } from "./link.ts";
import type { ClientMessage, ServerMessage } from "./messages.ts";
import type { Pair } from "./timeline.ts";

export interface WireListener {
  connectionChanged(state: ConnectionState): void;
  messageReceived(message: ServerMessage): void;
  frameReceived(frame: SnapshotFrame): void;
  complaintReceived(text: string): void;
}

export interface Wire {
  connect(page: Location | URL): void;
  send(message: ClientMessage): void;
  /** Gives back the buffers of a frame that was received, and must not be used any more. */
  recycle(frame: SnapshotFrame): void;
  /**
   * What to draw at the time `now` [s], where nothing arrives because all is there; null while it is
   * not unpacked. Its frames stay valid until the next call.
   */
  pairAt?(now: number): Pair<SnapshotFrame> | null;
}
