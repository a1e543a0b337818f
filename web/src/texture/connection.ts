/** The socket of the stage for fishes of one's own. */
import type { FromWorker, ToWorker } from "../shell/stageLink.ts";
import { SocketLife } from "../wire/life.ts";
import { WireError } from "../wire/snapshot.ts";
import type { TextureMessage, TextureWish } from "../wire/texturing.ts";
import { parseTextureMessage } from "./parse.ts";

/** A wish, or the bytes of a photograph. */
export type Sent = TextureWish | ArrayBuffer;
export type FromTextureWorker = FromWorker<TextureMessage, never>;
export type ToTextureWorker = ToWorker<Sent>;

export class TextureConnection extends SocketLife<FromTextureWorker, TextureWish> {
  protected readMessage(text: string): void {
    const message = parseTextureMessage(text);
    if (message.type === "fish_maker") this.greeted();
    this.around.emit({ kind: "message", message });
  }

  protected readFrame(): void {
    throw new WireError("binary messages are not of this stage");
  }
}
