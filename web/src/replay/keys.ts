import type { Player } from "./player.ts";

const LEAP_SECONDS = 5;

/** In a recording, as the help dialog lists them. */
export const REPLAY_KEYS: readonly (readonly [string, string])[] = [
  ["Space", "play or hold"],
  [", .", "one frame back, one on"],
  ["Shift + ← →", "five seconds back, five on"],
  ["Home End", "to the beginning, to the end"],
  ["[ ] or < >", "slower, faster"],
];

/** Whether a key meant the recording, and was carried out. */
export function pressReplayKey(
  { key, shiftKey, repeat }: Pick<KeyboardEvent, "key" | "shiftKey" | "repeat">,
  player: Player,
): boolean {
  if (!player.recording) return false;
  switch (key) {
    case " ":
      if (!repeat) player.toggle();
      return true;
    case ",":
    case ".":
      player.step(key === ",");
      return true;
    case "[":
    case "<":
      player.changeRate(false);
      return true;
    case "]":
    case ">":
      player.changeRate(true);
      return true;
    case "Home":
      player.toStart();
      return true;
    case "End":
      player.toEnd();
      return true;
    case "ArrowLeft":
    case "ArrowRight":
      if (!shiftKey) return false;
      player.leap(key === "ArrowLeft" ? -LEAP_SECONDS : LEAP_SECONDS);
      return true;
    default:
      return false;
  }
}
