import { cameraControlOf } from "../cameras/controls.ts";
import { pressReplayKey } from "../replay/keys.ts";
import type { KeyActions } from "../shell/keys.ts";

/** As the help dialog lists them. */
export const VIEW_KEYS: readonly (readonly [string, string])[] = [
  ["N", "next camera: orbit, free, chase, ride; Shift + N, the one before"],
  ["V", "back to the first view"],
  ["← → ↑ ↓", "circle around"],
  ["+ −", "closer, farther"],
  ["E", "what the chosen fish sees, with both its eyes"],
  ["L", "follow the school"],
  ["W", "wire frame: nodes, springs and muscles"],
  ["T", "show levels: who was simulated, who was replayed"],
  ["Esc", "back to the orbit; let the chosen fish go"],
  ["H", "show or hide the controls"],
  ["?", "this help"],
];

/** Keys of a recording in a file: those of a sea that nobody changes. */
export function pressFileKey(event: KeyboardEvent, { around, stage }: KeyActions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { cameras, curiosity, player } = around;
  if (event.key === "Escape") return cameras.backToOrbit() || curiosity.letGo();
  if (pressReplayKey(event, player)) return true;
  const control = cameras.inUse && cameraControlOf(cameras.inUse, event);
  if (control) {
    cameras.press(control, event.code);
    return true;
  }
  if (stage.current?.holdKey(event.key, true)) return true;
  return !event.repeat && choose(event, { around, stage });
}

function choose(
  { key, shiftKey }: KeyboardEvent,
  { around: { view, cameras, gaze }, stage }: Pick<KeyActions, "around" | "stage">,
): boolean {
  const { wireframe, levels, follow } = view.value;
  switch (key.toLowerCase()) {
    case "w":
      view.set({ wireframe: !wireframe });
      return true;
    case "t":
      view.set({ levels: !levels });
      return true;
    case "l":
      view.set({ follow: !follow });
      return true;
    case "e":
      gaze.toggle();
      return true;
    case "n":
      cameras.next(shiftKey ? -1 : 1);
      return true;
    case "v":
      stage.current?.resetView();
      return true;
    default:
      return false;
  }
}
