/** Where the pictures of both eyes are on the canvas. Pure, for tests. */
import type { StereoKind } from "../../../stereo/stereo.ts";
import type { Area } from "../painter.ts";

/** For the left and the right eye [CSS pixels]; one over the other for coloured glasses. */
export function stereoAreas(
  kind: StereoKind,
  width: number,
  height: number,
): readonly [Area, Area] | null {
  const whole = { x: 0, y: 0, width, height };
  if (kind === "off") return null;
  if (kind === "anaglyph") return [whole, whole];
  const half = Math.floor(width / 2);
  const first = { ...whole, width: half };
  const second = { ...whole, x: width - half, width: half };
  return kind === "parallel" ? [first, second] : [second, first];
}

/** Where a pointer would be on the whole canvas, if the picture that it is on filled it. */
export function onWhole(kind: StereoKind, x: number, width: number): number {
  if (kind === "off" || kind === "anaglyph") return x;
  const half = Math.floor(width / 2);
  const inside = x < half ? x : x - (width - half);
  return (Math.max(0, inside) / Math.max(1, half)) * width;
}
