/** The worker of the audience's socket: packets are read and checked off the main thread. */
import type { Socket } from "../wire/life.ts";
import {
  AudienceConnection,
  type FromAudienceWorker,
  type ToAudienceWorker,
} from "./connection.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;
let connection: AudienceConnection | null = null;

scope.onmessage = ({ data }: MessageEvent<ToAudienceWorker>) => {
  // An audience has nothing to say.
  if (data.kind === "send") return;
  connection ??= new AudienceConnection(data.url, {
    openSocket: (url) => new WebSocket(url) as Socket,
    later: (milliseconds, action) => void setTimeout(action, milliseconds),
    emit,
  });
  connection.open();
};

function emit(event: FromAudienceWorker): void {
  if (event.kind !== "frame") {
    scope.postMessage(event);
    return;
  }
  // All of them lie on one buffer.
  const [any] = event.frame[0]?.objects.values() ?? [];
  scope.postMessage(event, any ? [any.buffer] : []);
}
