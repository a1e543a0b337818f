/** Photographs that people bring, as the studio takes them. */
import { MAX_PHOTO_BYTES } from "../wire/texturing.ts";

export const PHOTO_FILES = "image/png,image/jpeg,image/webp,image/gif,image/bmp";
/** The longer side of a photograph that must be made smaller [pixels]. */
const SMALLER_SIDE = 2400;
/** The studio reads no larger ones [pixels]. */
const MOST_PIXELS = 60_000_000;

export class PhotoError extends Error {}

/** The file itself, or a smaller picture of the same if it has too many bytes or pixels. */
export async function readPhoto(file: Blob): Promise<Blob> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    throw new PhotoError(
      (await pixelsOfPng(file)) > MOST_PIXELS
        ? "The picture is too large: at most 60 million pixels are read."
        : "That is no picture that this browser can read; try a JPEG or PNG file.",
    );
  }
  try {
    const isSmall = picture.width * picture.height <= MOST_PIXELS;
    if (isSmall && file.size <= MAX_PHOTO_BYTES) return file;
    const ratio = Math.min(1, SMALLER_SIDE / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(ratio * picture.width)),
      Math.max(1, Math.round(ratio * picture.height)),
    );
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 });
  } finally {
    picture.close();
  }
}

/** As its header says; 0 of what is no PNG file. */
async function pixelsOfPng(file: Blob): Promise<number> {
  const header = new DataView(await file.slice(0, 24).arrayBuffer());
  if (header.byteLength < 24 || header.getUint32(0) !== 0x89504e47) return 0;
  return header.getUint32(16) * header.getUint32(20);
}
