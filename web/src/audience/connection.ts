/** The audience's socket: measurements first, then packets alone. */
import { parsePerformanceMessage } from "../performance/parse.ts";
import type { FromWorker, ToWorker } from "../shell/stageLink.ts";
import { SocketLife } from "../wire/life.ts";
import type { PerformanceMessage } from "../wire/performing.ts";
import { readSamples, type Sample } from "./packets.ts";

export type FromAudienceWorker = FromWorker<PerformanceMessage, Sample[]>;
export type ToAudienceWorker = ToWorker<never>;

export class AudienceConnection extends SocketLife<FromAudienceWorker, never> {
  protected readMessage(text: string): void {
    const message = parsePerformanceMessage(text);
    if (message.type === "performance") this.greeted();
    this.around.emit({ kind: "message", message });
  }

  protected readFrame(data: ArrayBuffer): void {
    this.around.emit({ kind: "frame", frame: readSamples(data) });
  }
}
