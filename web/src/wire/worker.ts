/** The socket's worker: everything that arrives is read and checked here, off the main thread. */
import { Connection } from "./connection.ts";
import type { Socket } from "./life.ts";
import type { FromWorker, ToWorker } from "./link.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;
let connection: Connection | null = null;

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case "connect":
      connection ??= new Connection(data.url, {
        openSocket: (url) => new WebSocket(url) as Socket,
        later: (milliseconds, action) => void setTimeout(action, milliseconds),
        emit,
      });
      connection.open();
      break;
    case "send":
      connection?.send(data.message);
      break;
    case "recycle":
      connection?.recycle(data.buffers);
      break;
  }
};

function emit(event: FromWorker): void {
  if (event.kind === "frame") {
    const { records, nodes, moving } = event.frame;
    const buffers = [records.buffer, nodes.buffer];
    scope.postMessage(event, moving ? [...buffers, moving.leafSteps.buffer] : buffers);
  } else {
    scope.postMessage(event);
  }
}
