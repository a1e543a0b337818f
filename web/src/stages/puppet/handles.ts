/** What can be taken of a thing that is chosen: ends of an arc, corners of an outline, bones. */
import { type Chosen, placeOf } from "../../puppet/document.ts";
import { toggleFollowed } from "../../puppet/edits.ts";
import type { Dot } from "../../puppet/geometry.ts";
import type { PuppetDocument } from "../../wire/puppetry.ts";
import { arcOf, onArc } from "./arcs.ts";
import { nearestPoint, nearestRod, type Scenery } from "./looking.ts";

export type Handle =
  | { kind: "corner"; part: number; corner: number; before: PuppetDocument }
  | { kind: "angle"; joint: number; end: 0 | 1; before: PuppetDocument };

const HANDLE_PIXELS = 10;

/** An end of the chosen joint's arc, or a corner of the chosen part's outline. */
export function handleAt(
  { figure, view }: Scenery,
  chosen: Chosen | null,
  dot: Dot,
): Handle | null {
  const before = figure.document;
  const near = (at: Dot) => Math.hypot(at.x - dot.x, at.y - dot.y) < HANDLE_PIXELS;
  if (chosen?.kind === "joint") {
    const joint = before.joint[chosen.index];
    const arc = joint && arcOf(before, joint, view);
    if (!arc) return null;
    const end = near(onArc(arc, arc.end)) ? 1 : near(onArc(arc, arc.start)) ? 0 : null;
    return end === null ? null : { kind: "angle", joint: chosen.index, end, before };
  }
  if (chosen?.kind === "part") {
    const outline = before.part[chosen.index]?.outline ?? [];
    const corner = outline.findIndex((at) => near(view.dotOf(placeOf(at))));
    if (corner >= 0) return { kind: "corner", part: chosen.index, corner, before };
  }
  return null;
}

/** A click on a bone: a part follows its ends, or no longer; null where there is no bone. */
export function followingBone(
  scenery: Scenery,
  part: number,
  dot: Dot,
  mercy: number,
): PuppetDocument | null {
  const { document, rods } = scenery.figure;
  const point = nearestPoint(scenery, dot, mercy);
  const rod = point === null ? nearestRod(scenery, dot, mercy) : null;
  const ends = point !== null ? [point] : rod !== null ? [...(rods[rod] ?? [])] : [];
  if (ends.length === 0) return null;
  const follows = document.part[part]?.follows ?? [];
  const names = ends.map((end) => document.point[end]?.name ?? "");
  const all = names.every((name) => follows.includes(name));
  return names
    .filter((name) => all || !follows.includes(name))
    .reduce((before, name) => toggleFollowed(before, part, name), document);
}
