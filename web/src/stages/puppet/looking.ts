/** What a pointer is at: the nearest point, rod, joint, part or path of a figure on the screen. */
import { type Chosen, indexOfPoint, type Place, placeOf } from "../../puppet/document.ts";
import { type Dot, distanceToSegment } from "../../puppet/geometry.ts";
import { arcOf } from "./arcs.ts";
import type { StageCamera } from "./camera.ts";
import type { Figure } from "./figure.ts";

export interface Scenery {
  view: StageCamera;
  figure: Figure;
  /** The topmost part at a dot. */
  partAt(dot: Dot): number | null;
}

/** Pixels within which something counts as hit; fingers are wider. */
export const MERCY = { mouse: 14, pen: 16, touch: 26 } as const;
const GRAB_MERCY = { mouse: 24, pen: 26, touch: 44 } as const;

export function mercyOf({ pointerType }: { pointerType: string }): number {
  return MERCY[pointerType as keyof typeof MERCY] ?? MERCY.mouse;
}

export function nearestPoint(
  { view, figure }: Scenery,
  dot: Dot,
  mercy: number,
  among?: readonly number[],
): number | null {
  let best: number | null = null;
  let nearest = mercy;
  for (const k of among ?? figure.document.point.keys()) {
    const at = view.dotOf(figure.points, 3 * k);
    const off = Math.hypot(at.x - dot.x, at.y - dot.y);
    if (off <= nearest) {
      nearest = off;
      best = k;
    }
  }
  return best;
}

/** What a hand takes: the nearest point, or that of the part which it touches. */
export function grabbedPoint(scenery: Scenery, dot: Dot, pointerType: string): number | null {
  const mercy = GRAB_MERCY[pointerType as keyof typeof GRAB_MERCY] ?? GRAB_MERCY.mouse;
  const near = nearestPoint(scenery, dot, mercy);
  if (near !== null) return near;
  const part = scenery.partAt(dot);
  const follows = part === null ? [] : (scenery.figure.parts[part]?.follows ?? []);
  return nearestPoint(scenery, dot, Number.POSITIVE_INFINITY, follows);
}

export function nearestRod({ view, figure }: Scenery, dot: Dot, mercy: number): number | null {
  let best: number | null = null;
  let nearest = mercy;
  for (const [k, [a, b]] of figure.rods.entries()) {
    const off = distanceToSegment(
      dot,
      view.dotOf(figure.points, 3 * a),
      view.dotOf(figure.points, 3 * b),
    );
    if (off < nearest) {
      nearest = off;
      best = k;
    }
  }
  return best;
}

function nearestJoint({ view, figure }: Scenery, dot: Dot, mercy: number): number | null {
  const { document } = figure;
  const hit = document.joint.findIndex((joint) => {
    const arc = arcOf(document, joint, view);
    if (!arc) return false;
    const off = Math.abs(Math.hypot(dot.x - arc.centre.x, dot.y - arc.centre.y) - arc.radius);
    const angle = Math.atan2(arc.centre.y - dot.y, dot.x - arc.centre.x);
    const turned = (((angle - arc.start) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
    return off < mercy / 2 && turned <= arc.end - arc.start + 0.15;
  });
  return hit < 0 ? null : hit;
}

function nearestPath({ view, figure }: Scenery, dot: Dot, mercy: number): number | null {
  const hit = figure.document.path.findIndex(({ keys }) => {
    const dots = keys.map(([, ...at]) => view.dotOf(placeOf(at)));
    return dots.some((a, k) => {
      const b = dots[k + 1];
      return b !== undefined && distanceToSegment(dot, a, b) < mercy / 2;
    });
  });
  return hit < 0 ? null : hit;
}

/** What is under the pointer, the smallest things first. */
export function thingAt(scenery: Scenery, dot: Dot, mercy: number): Chosen | null {
  const found = {
    point: nearestPoint(scenery, dot, mercy),
    joint: nearestJoint(scenery, dot, mercy),
    rod: nearestRod(scenery, dot, mercy * 0.7),
    path: nearestPath(scenery, dot, mercy),
    part: scenery.partAt(dot),
  };
  for (const [kind, index] of Object.entries(found)) {
    if (index !== null) return { kind: kind as keyof typeof found, index };
  }
  return null;
}

/** Where a thing is, to write something beside it. */
export function placeOfThing({ figure }: Scenery, { kind, index }: Chosen): Place | null {
  const { document } = figure;
  const at = (name: string | undefined) =>
    name === undefined ? null : figure.placeOf(Math.max(0, indexOfPoint(document, name)));
  switch (kind) {
    case "point":
      return document.point[index] ? figure.placeOf(index) : null;
    case "rod": {
      const ends = figure.rods[index];
      if (!ends) return null;
      const [a, b] = ends.map((end) => figure.placeOf(end)) as [Place, Place];
      return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
    }
    case "joint":
      return at(document.joint[index]?.points[1]);
    case "cone":
      return at(document.cone[index]?.at);
    case "twist":
      return at(document.twist[index]?.at);
    case "path":
      return at(document.path[index]?.point);
    case "part":
      return at(document.part[index]?.follows[0]);
  }
}
