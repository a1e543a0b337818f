/** The worker of the socket: what arrives is read and checked off the main thread. */
import type { Socket } from "../wire/life.ts";
import { type FromTextureWorker, TextureConnection, type ToTextureWorker } from "./connection.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;
let connection: TextureConnection | null = null;
let socket: WebSocket | null = null;

scope.onmessage = ({ data }: MessageEvent<ToTextureWorker>) => {
  if (data.kind === "send") {
    if (!(data.message instanceof ArrayBuffer)) connection?.send(data.message);
    else if (socket?.readyState === WebSocket.OPEN) socket.send(data.message);
    return;
  }
  connection ??= new TextureConnection(data.url, {
    openSocket: (url) => {
      socket = new WebSocket(url);
      return socket as Socket;
    },
    later: (milliseconds, action) => void setTimeout(action, milliseconds),
    emit: (event: FromTextureWorker) => scope.postMessage(event),
  });
  connection.open();
};
