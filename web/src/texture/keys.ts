/** Keys of the stage for fishes of one's own. */
import type { FishMaker } from "./maker.ts";

/** As the help dialog lists them. */
export const TEXTURE_KEYS: readonly (readonly [string, string])[] = [
  ["Space", "relax, or stop"],
  ["A", "pin nodes, or drag them"],
  ["F", "flip: the head is at the other end"],
  ["Shift + R", "start again with a regular mesh"],
  ["Tab", "to the mesh; there:"],
  ["← → ↑ ↓", "move a node; with Shift: farther"],
  ["Enter", "pin the node, or set it free"],
  ["N", "the next node; with Shift: the one before"],
  ["H", "show or hide the controls"],
  ["?", "this help"],
];

/** Whether a key meant something here, and was carried out. */
export function pressTextureKey(event: KeyboardEvent, maker: FishMaker): boolean {
  const { mesh, anchoring } = maker.state.value;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !mesh) return false;
  const key = event.key.toLowerCase();
  if (key === " ") maker.relax(!mesh.relaxing);
  else if (key === "a") maker.state.set({ anchoring: !anchoring });
  else if (key === "f") maker.send({ type: "flip" });
  else if (key === "r" && event.shiftKey) maker.send({ type: "regular" });
  else if (key === "escape" && anchoring) maker.state.set({ anchoring: false });
  else return false;
  return true;
}
