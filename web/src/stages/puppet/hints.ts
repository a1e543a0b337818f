/** What a press would do next, in a line. */
import type { TheatreState } from "../../puppet/theatre.ts";
import type { Preview } from "./sketch.ts";

export function hintOf(state: TheatreState, { picked, line }: Preview): string {
  const { tool, chosen, following, document } = state;
  const points = document?.point.length ?? 0;
  switch (tool) {
    case "select":
      if (chosen?.kind === "part") {
        return following
          ? "Click bones: the part follows them, or no longer."
          : "Drag the part or its corners; Shift and a click on a bone: it follows it, or not.";
      }
      if (chosen?.kind === "joint") return "Drag the ends of the arc: so far it bends.";
      return points > 0
        ? "Click something to choose it; drag points to move them."
        : "Nothing is there yet: take the point tool (P).";
    case "point":
      return points > 0 ? "Click: another point." : "Click on the stage: the first point.";
    case "rod":
      return picked.length > 0
        ? "Click where the rod ends; Esc ends the chain."
        : "Drag from point to point; where there is none, one is set.";
    case "joint":
      if (picked.length === 0) return "Click the first of two rods that meet.";
      return picked[0]?.kind === "rod"
        ? "Now the rod behind the hinge."
        : `Now the ${picked.length === 1 ? "hinge" : "point behind it"}.`;
    case "outline":
      if (line.length > 0) return "Click corners; Enter, or the first corner, closes it.";
      return "Draw around bones in one stroke, or click corner by corner.";
    case "path":
      return "Drag a point along the way that it shall go, again and again.";
    case "erase":
      return "Click what shall go; a point takes its rods along.";
  }
}
