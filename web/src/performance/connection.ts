/** The Performance stage's socket, beside those of other stages, which it does not need. */
import type { FromWorker, ToWorker } from "../shell/stageLink.ts";
import { SocketLife } from "../wire/life.ts";
import type { PerformanceMessage, PerformanceWish } from "../wire/performing.ts";
import { type PerformanceFrame, readPerformanceFrame } from "./frame.ts";
import { parsePerformanceMessage } from "./parse.ts";

export type FromPerformanceWorker = FromWorker<PerformanceMessage, PerformanceFrame>;
export type ToPerformanceWorker = ToWorker<PerformanceWish>;

export class PerformanceConnection extends SocketLife<FromPerformanceWorker, PerformanceWish> {
  protected readMessage(text: string): void {
    const message = parsePerformanceMessage(text);
    if (message.type === "performance") this.greeted();
    this.around.emit({ kind: "message", message });
  }

  protected readFrame(data: ArrayBuffer): void {
    this.around.emit({ kind: "frame", frame: readPerformanceFrame(data) });
  }
}
