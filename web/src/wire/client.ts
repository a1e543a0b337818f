/** The main thread's end of the socket worker. */
import type { SnapshotFrame } from "./frame.ts";
import type { FromWorker, ToWorker } from "./link.ts";
import type { ClientMessage } from "./messages.ts";
import type { Wire, WireListener } from "./wire.ts";

export class WireClient implements Wire {
  private readonly worker: Worker;

  constructor(listener: WireListener) {
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      switch (data.kind) {
        case "connection":
          listener.connectionChanged(data.state);
          break;
        case "message":
          listener.messageReceived(data.message);
          break;
        case "frame":
          listener.frameReceived(data.frame);
          break;
        case "complaint":
          listener.complaintReceived(data.text);
          break;
      }
    };
  }

  connect(page: Location | URL): void {
    this.post({ kind: "connect", url: socketUrl(page) });
  }

  send(message: ClientMessage): void {
    this.post({ kind: "send", message });
  }

  recycle({ capacity, records, nodes }: SnapshotFrame): void {
    const message: ToWorker = { kind: "recycle", buffers: { capacity, records, nodes } };
    this.worker.postMessage(message, [records.buffer, nodes.buffer]);
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}

/** Where the studio's socket is, seen from the page's own address. */
export function socketUrl(page: Location | URL): string {
  const url = new URL("socket", page.href);
  url.protocol = page.protocol === "https:" ? "wss:" : "ws:";
  url.search = "";
  url.hash = "";
  const token = new URLSearchParams(page.search).get("token");
  if (token) url.searchParams.set("token", token);
  return url.href;
}

/** Where the socket of another stage is. */
export function stageSocketUrl(page: Location | URL, stage: string): string {
  const url = new URL(socketUrl(page));
  url.pathname = url.pathname.replace(/socket$/, stage);
  return url.href;
}
