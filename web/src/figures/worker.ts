/** The worker of the figures' socket: what arrives is read and checked off the main thread. */
import type { Socket } from "../wire/life.ts";
import { FigureConnection, type FromFigureWorker, type ToFigureWorker } from "./connection.ts";
import { buffersOf } from "./frame.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;
let connection: FigureConnection | null = null;

scope.onmessage = ({ data }: MessageEvent<ToFigureWorker>) => {
  if (data.kind === "send") {
    connection?.send(data.message);
    return;
  }
  connection ??= new FigureConnection(data.url, {
    openSocket: (url) => new WebSocket(url) as Socket,
    later: (milliseconds, action) => void setTimeout(action, milliseconds),
    emit,
  });
  connection.open();
};

function emit(event: FromFigureWorker): void {
  if (event.kind === "frame") scope.postMessage(event, buffersOf(event.frame));
  else scope.postMessage(event);
}
