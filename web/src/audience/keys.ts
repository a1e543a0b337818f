/** Keys of the audience's page. */
import type { AudienceStage } from "../stages/audience/stage.ts";
import { PRESETS } from "../stages/audience/views.ts";

/** As the help dialog lists them. */
export const AUDIENCE_KEYS: readonly (readonly [string, string])[] = [
  ...PRESETS.map(({ label }, k) => [`${k + 1}`, label] as const),
  ["V", "back to the first view"],
  ["W A S D", "move along the floor"],
  ["← → ↑ ↓", "circle around"],
  ["+ −", "closer, farther"],
  ["F", "the whole screen, or not"],
  ["?", "this help"],
];

/** Whether a key meant something, and was carried out. */
export function pressAudienceKey(
  event: KeyboardEvent,
  stage: AudienceStage,
  openHelp: () => void,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (stage.view.holdKey(event.key, true)) return true;
  if (event.repeat) return false;
  const preset = PRESETS[Number(event.key) - 1];
  if (preset) stage.view.take(preset);
  else if (/^v$/i.test(event.key)) stage.view.reset();
  else if (/^f$/i.test(event.key)) toggleFullscreen();
  else if (event.key === "?") openHelp();
  else return false;
  return true;
}

export function toggleFullscreen(): void {
  // Where it is not allowed, the page stays as it is.
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  done?.catch(() => {});
}
