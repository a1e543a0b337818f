/**
 * Pictures are stored as what has changed: their 16-bit words less those of the picture before, if
 * that was as long, with signs moved to the lowest bit; first the low bytes of all, then the high.
 */
export function unfold(folded: Uint8Array, sizes: readonly number[]): ArrayBuffer[] {
  const pictures: ArrayBuffer[] = [];
  let before = new Uint16Array(0);
  let at = 0;
  for (const size of sizes) {
    const words = (size + 1) >> 1;
    if (at + 2 * words > folded.length) throw new Error("a picture is cut off");
    const low = folded.subarray(at, at + words);
    const high = folded.subarray(at + words, at + 2 * words);
    at += 2 * words;
    const picture = new Uint16Array(words);
    const changed = before.length === words;
    for (let k = 0; k < words; k++) {
      const step = (low[k] as number) | ((high[k] as number) << 8);
      const change = (step >>> 1) ^ -(step & 1);
      picture[k] = change + (changed ? (before[k] as number) : 0);
    }
    before = picture;
    pictures.push(picture.buffer.slice(0, size));
  }
  return pictures;
}
