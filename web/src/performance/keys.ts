/** Keys of the Performance stage. */
import type { MountedStage } from "../shell/registry.ts";
import type { Troupe } from "./troupe.ts";

type Keys = readonly (readonly [string, string])[];

/** As the help dialog lists them. */
export const STAGE_KEYS: Keys = [
  ["Space", "hold time or let it go on"],
  [".", "one frame further while it is held"],
  ["M", "slow motion, or as it is"],
  ["Shift + R", "from the beginning"],
  ["1 … 9", "the scenes, in the order of their buttons"],
  ["V", "back to the first view"],
  ["F", "stay with him, or let him go"],
  ["W A S D", "move along the floor"],
  ["← → ↑ ↓", "circle around"],
  ["+ −", "closer, farther"],
  ["H", "show or hide the controls"],
  ["?", "this help"],
];

export const DOUBLE_KEYS: Keys = [
  ["a click", "tosses a ball there"],
  ["a drag", "takes him there and pulls him"],
  ["P", "pull him by buttons, or no longer (Esc)"],
  ["B", "balls of 60 kg, or of 10 kg"],
  ["T", "throw what waits in the scene"],
  ["U", "get up after a fall"],
  ["L", "line the performer up with his double"],
  ["G", "take hold with both hands, or let go"],
  ["K", "keep what he did in the last minute, as BVH"],
  ["O", "show or hide the performer’s ghost"],
  ["C", "colour by balance, or not"],
  ["X", "show or hide centre of mass and support"],
];

/** How slow slow motion is. */
export const SLOW = 0.25;

/** Whether a key meant something here, and was carried out. */
export function pressPerformanceKey(
  event: KeyboardEvent,
  troupe: Troupe,
  stage: MountedStage | null,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "R" && event.shiftKey && !event.repeat) {
    troupe.send({ type: "restart" });
    return true;
  }
  if (stage?.holdKey(event.key, true)) return true;
  if (event.repeat && event.key !== ".") return false;
  return (
    pressOfTime(event.key, troupe) || pressOfDouble(event.key, troupe) || look(event, troupe, stage)
  );
}

function pressOfTime(key: string, troupe: Troupe): boolean {
  const { status, hello } = troupe.state.value;
  if (/^[1-9]$/.test(key)) {
    const scene = hello?.scenes[Number(key) - 1];
    if (!scene) return false;
    troupe.send({ type: "open", scene: scene.name });
    return true;
  }
  switch (key.toLowerCase()) {
    case " ":
      troupe.send({ type: "paused", value: status?.running ?? true });
      return true;
    case ".":
      troupe.send({ type: "step" });
      return true;
    case "m":
      troupe.send({ type: "pace", value: (status?.pace ?? 1) < 1 ? 1 : SLOW });
      return true;
    default:
      return false;
  }
}

function pressOfDouble(key: string, troupe: Troupe): boolean {
  switch (key.toLowerCase()) {
    case "t": {
      const thrown = troupe.throwable[0];
      if (thrown) troupe.send({ type: "throw", prop: thrown });
      else troupe.tell("Nothing waits to be thrown here; a click tosses a ball.");
      return true;
    }
    case "p":
      troupe.hand.toggle();
      return true;
    case "escape":
      if (!troupe.hand.state.value.on) return false;
      troupe.hand.toggle(false);
      return true;
    case "u":
      troupe.send({ type: "rise" });
      return true;
    case "l":
      troupe.send({ type: "line_up" });
      return true;
    case "g":
      troupe.send({ type: troupe.isHolding ? "let_go" : "grip" });
      return true;
    case "k":
      troupe.send({ type: "keep" });
      return true;
    default:
      return false;
  }
}

function look({ key }: KeyboardEvent, { view }: Troupe, stage: MountedStage | null): boolean {
  const { ghost, tinted, aids, follow, heavy } = view.value;
  switch (key.toLowerCase()) {
    case "o":
      view.set({ ghost: !ghost });
      return true;
    case "c":
      view.set({ tinted: !tinted });
      return true;
    case "b":
      view.set({ heavy: !heavy });
      return true;
    case "x":
      view.set({ aids: !aids });
      return true;
    case "f":
      view.set({ follow: !follow });
      return true;
    case "v":
      stage?.resetView();
      return true;
    default:
      return false;
  }
}
