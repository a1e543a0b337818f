/** The colours that tell levels of detail apart: orange and blue, which hardly anybody mixes up. */
import type { LevelName } from "../../../wire/decode.ts";

export const LEVEL_COLOUR: Record<LevelName, string> = {
  muscles: "#ff8a2b",
  playback: "#3d9bff",
  frame: "#8a98a3",
};
