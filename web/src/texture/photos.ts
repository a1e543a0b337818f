/** Photographs that people bring, as the studio takes them. */
import { MAX_PHOTO_BYTES } from "../wire/texturing.ts";

export const PHOTO_FILES = "image/png,image/jpeg,image/webp,image/gif,image/bmp";
/** The longer side of a photograph that must be made smaller [pixels]. */
const SMALLER_SIDE = 2400;

export class PhotoError extends Error {}

/** The file itself, or a smaller picture of the same if it has too many bytes. */
export async function readPhoto(file: Blob): Promise<Blob> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    throw new PhotoError("That is no picture that this browser can read; try a JPEG or PNG file.");
  }
  try {
    if (file.size <= MAX_PHOTO_BYTES) return file;
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
