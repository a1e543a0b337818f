/** The puppet stage's socket, beside the ocean's, which it does not need. */
import type { FromWorker, ToWorker } from "../shell/stageLink.ts";
import { SocketLife } from "../wire/life.ts";
import type { PuppetMessage, PuppetWish } from "../wire/puppetry.ts";
import { type PuppetFrame, readPuppetFrame } from "./frame.ts";
import { parsePuppetMessage } from "./parse.ts";

export type FromPuppetWorker = FromWorker<PuppetMessage, PuppetFrame>;
export type ToPuppetWorker = ToWorker<PuppetWish>;

export class PuppetConnection extends SocketLife<FromPuppetWorker, PuppetWish> {
  protected readMessage(text: string): void {
    const message = parsePuppetMessage(text);
    if (message.type === "theatre") this.greeted();
    this.around.emit({ kind: "message", message });
  }

  protected readFrame(data: ArrayBuffer): void {
    this.around.emit({ kind: "frame", frame: readPuppetFrame(data) });
  }
}
