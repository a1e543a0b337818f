/** Keys of the puppet stage. */
import { removed } from "./edits.ts";
import type { Theatre } from "./theatre.ts";
import { TOOLS } from "./tools.ts";

type Keys = readonly (readonly [string, string])[];

/** As the help dialog lists them. */
export const PUPPET_KEYS: Keys = [
  ["Space", "hold or let go on"],
  [".", "one frame further"],
  ["Shift + R", "back to rest"],
  ["P", "pin the point under the pointer, or set it free (or press twice)"],
  ["W", "show the skeleton"],
  ["T", "record a take, or end it"],
  ["L", "loop the take"],
  ["D", "draw, or play"],
  ["Ctrl + Z", "undo; with Shift: redo"],
  ["Ctrl + S", "save as a file"],
  ["V", "back to the first view"],
  ["H", "show or hide the controls"],
  ["?", "this help"],
];

export const DRAWING_KEYS: Keys = [
  ...TOOLS.map(({ key, label, does }) => [key, `${label.toLowerCase()}: ${does}`] as const),
  ["Enter", "close the outline"],
  ["Delete", "take away what is chosen"],
  ["Esc", "leave what was begun, or what is chosen"],
];

/** What keys need of the stage that is shown. */
interface KeyStage {
  pinHere(): boolean;
  resetView(): void;
  sketch: { cancel(): boolean; finishOutline(): boolean };
}

/** Whether a key meant something here, and was carried out. */
export function pressPuppetKey(
  event: KeyboardEvent,
  theatre: Theatre,
  stage: KeyStage | null,
): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return pressWithControl(key, event.shiftKey, theatre);
  if (event.altKey || event.repeat) return false;
  const drawing = theatre.state.value.mode === "draw";
  return (
    (drawing && pressAtDrawing(key, event.shiftKey, theatre, stage)) ||
    pressAnywhere(key, event.shiftKey, theatre, stage)
  );
}

function pressWithControl(key: string, withShift: boolean, theatre: Theatre): boolean {
  if (key === "z") theatre.send({ type: withShift ? "redo" : "undo" });
  else if (key === "y") theatre.send({ type: "redo" });
  else if (key === "s") theatre.send({ type: "save" });
  else return false;
  return true;
}

function pressAtDrawing(
  key: string,
  withShift: boolean,
  theatre: Theatre,
  stage: KeyStage | null,
): boolean {
  const { chosen, document } = theatre.state.value;
  const tool = TOOLS.find((one) => one.key.toLowerCase() === key);
  if (tool && !withShift) theatre.state.set({ tool: tool.id, chosen: null });
  else if (key === "Enter") return stage?.sketch.finishOutline() ?? false;
  else if ((key === "Delete" || key === "Backspace") && chosen && document) {
    theatre.state.set({ chosen: null });
    theatre.build(removed(document, chosen));
  } else if (key === "Escape") {
    if (!stage?.sketch.cancel()) theatre.state.set({ chosen: null, complaint: null });
  } else return false;
  return true;
}

function pressAnywhere(
  key: string,
  withShift: boolean,
  theatre: Theatre,
  stage: KeyStage | null,
): boolean {
  const { mode, playing, skeleton } = theatre.state.value;
  switch (key) {
    case " ":
      if (mode === "play") theatre.toggle();
      return true;
    case ".":
      if (mode === "play") theatre.send({ type: "step" });
      return true;
    case "r":
      if (!withShift) return false;
      theatre.send({ type: "rest" });
      return true;
    case "p":
      return stage?.pinHere() ?? false;
    case "w":
      theatre.state.set({ skeleton: !skeleton });
      return true;
    case "t":
      theatre.record(!playing?.recording);
      return true;
    case "l":
      theatre.loop(!playing?.looping);
      return true;
    case "d":
      theatre.enter(mode === "play" ? "draw" : "play");
      return true;
    case "v":
      stage?.resetView();
      return true;
    default:
      return false;
  }
}
