/** The figures' socket, beside those of other stages, which it does not need. */

import type { FromWorker, ToWorker } from "../shell/stageLink.ts";
import type { FigureMessage, FigureWish } from "../wire/figures.ts";
import { SocketLife } from "../wire/life.ts";
import { WireError } from "../wire/snapshot.ts";
import { type FigureFrame, FrameReader } from "./frame.ts";
import { parseFigureMessage } from "./parse.ts";

export type FromFigureWorker = FromWorker<FigureMessage, FigureFrame>;
export type ToFigureWorker = ToWorker<FigureWish>;

export class FigureConnection extends SocketLife<FromFigureWorker, FigureWish> {
  private reader: FrameReader | null = null;

  protected readMessage(text: string): void {
    const message = parseFigureMessage(text);
    if (message.type === "figures") {
      this.reader = new FrameReader(message.levels);
      this.greeted();
    }
    this.around.emit({ kind: "message", message });
  }

  protected readFrame(data: ArrayBuffer): void {
    if (!this.reader) throw new WireError("frame before the figures were introduced");
    const wasLost = this.reader.isLost;
    try {
      this.around.emit({ kind: "frame", frame: this.reader.read(data) });
    } catch (error) {
      // Those that were under way cannot be read either; the next one begins anew.
      if (!(error instanceof WireError)) throw error;
      if (wasLost) return;
      this.send({ type: "anew" });
      throw error;
    }
  }
}
