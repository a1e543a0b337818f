/** Keys while stones and plants are arranged. */
import type { Arranger } from "./arranger.ts";

/** How far an arrow moves a thing [m], and with Shift. */
const STEP = 0.1;
const LONG_STEP = 0.5;
const GROWTH = 1.1;

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export const ARRANGING_KEYS: readonly (readonly [string, string])[] = [
  ["← → ↑ ↓", "move the chosen stone or plant west, east, north, south (Shift: farther)"],
  ["+ −", "larger, smaller"],
  ["Page ↓ Page ↑", "choose the next, the one before"],
  ["Delete", "take it away"],
  ["U", "undo"],
  ["Esc", "done"],
];

/** Returns whether the key meant something. */
export function pressArrangingKey(event: KeyboardEvent, arranger: Arranger): boolean {
  const { on, held } = arranger.state.value;
  if (!on) return false;
  const move = MOVES[event.key];
  if (event.key === "Escape") arranger.stop();
  else if (event.key === "PageDown") arranger.next(1);
  else if (event.key === "PageUp") arranger.next(-1);
  else if (event.key === "u" || event.key === "U") arranger.undo();
  else if (!held) return false;
  else if (move) {
    const step = event.shiftKey ? LONG_STEP : STEP;
    arranger.move([held.place[0] + move[0] * step, held.place[1] + move[1] * step]);
  } else if (event.key === "+" || event.key === "=") arranger.scale(GROWTH);
  else if (event.key === "-" || event.key === "−") arranger.scale(1 / GROWTH);
  else if (event.key === "Delete" || event.key === "Backspace") arranger.remove();
  else return false;
  return true;
}
