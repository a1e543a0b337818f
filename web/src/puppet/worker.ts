/** The worker of the puppet stage's socket: what arrives is read and checked off the main thread. */
import type { Socket } from "../wire/life.ts";
import { type FromPuppetWorker, PuppetConnection, type ToPuppetWorker } from "./connection.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;
let connection: PuppetConnection | null = null;

scope.onmessage = ({ data }: MessageEvent<ToPuppetWorker>) => {
  if (data.kind === "send") {
    connection?.send(data.message);
    return;
  }
  connection ??= new PuppetConnection(data.url, {
    openSocket: (url) => new WebSocket(url) as Socket,
    later: (milliseconds, action) => void setTimeout(action, milliseconds),
    emit,
  });
  connection.open();
};

function emit(event: FromPuppetWorker): void {
  if (event.kind === "frame") scope.postMessage(event, [event.frame.points.buffer]);
  else scope.postMessage(event);
}
