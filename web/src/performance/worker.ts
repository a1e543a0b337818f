/** The worker of the Performance stage's socket: what arrives is read and checked off the main thread. */
import type { Socket } from "../wire/life.ts";
import {
  type FromPerformanceWorker,
  PerformanceConnection,
  type ToPerformanceWorker,
} from "./connection.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;
let connection: PerformanceConnection | null = null;

scope.onmessage = ({ data }: MessageEvent<ToPerformanceWorker>) => {
  if (data.kind === "send") {
    connection?.send(data.message);
    return;
  }
  connection ??= new PerformanceConnection(data.url, {
    openSocket: (url) => new WebSocket(url) as Socket,
    later: (milliseconds, action) => void setTimeout(action, milliseconds),
    emit,
  });
  connection.open();
};

function emit(event: FromPerformanceWorker): void {
  if (event.kind === "frame") scope.postMessage(event, [event.frame.props.buffer]);
  else scope.postMessage(event);
}
