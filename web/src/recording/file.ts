/** Finds the recording in the page: what must be told first, then its parts, each in a script that is
 * no script, packed by zlib and written in base 64. */
import { Reel, ReelError, type Told } from "./reel.ts";

const TOLD = "script[data-told]";
const PARTS = "script[data-part]";

export async function reelOf(page: Document): Promise<Reel> {
  if (!("DecompressionStream" in globalThis)) {
    throw new ReelError(
      "This browser is too old to unpack the recording; one of 2023 or later shows it.",
    );
  }
  const told = page.querySelector(TOLD);
  if (!told)
    throw new ReelError("This page holds no recording, or the file is torn: its end is missing.");
  const text = new TextDecoder().decode(await unpacked(told));
  const parts = [...page.querySelectorAll(PARTS)];
  return new Reel(
    JSON.parse(text) as Told,
    parts.map((part) => () => unpacked(part)),
  );
}

function unpacked(element: Element): Promise<ArrayBuffer> {
  const text = atob((element.textContent ?? "").trim());
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}
