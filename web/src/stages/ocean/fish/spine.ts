/** The spine as a curve: which knots a place on the fish hangs on, and with what weights. */
import { REST_SECTIONS } from "../../../wire/body.ts";

/** Knots along the body: the nose, the five quads, the tail's tips; each has centre, up and left. */
export const SPINE_KNOTS: readonly number[] = [
  0,
  ...REST_SECTIONS.map((section) => section.behindNose),
  1,
];

export interface SpinePlace {
  /** First of the four knots that follow one another. */
  firstKnot: number;
  /** Weights of the four for the curve's value, and for its derivative by s. */
  values: [number, number, number, number];
  slopes: [number, number, number, number];
}

/**
 * Hermite interpolation with tangents by finite differences (a Catmull-Rom curve for uneven knots),
 * written as weights: they depend on the place at rest only, so that shaders need not compute them.
 */
export function spinePlace(s: number): SpinePlace {
  const last = SPINE_KNOTS.length - 1;
  const inside = Math.min(Math.max(s, 0), 1);
  let knot = 0;
  while (knot < last - 1 && inside > at(knot + 1)) knot++;
  const before = Math.max(knot - 1, 0);
  const after = Math.min(knot + 2, last);
  const width = at(knot + 1) - at(knot);
  const t = (inside - at(knot)) / width;
  const u = 1 - t;

  const firstKnot = Math.min(before, last - 3);
  const values: SpinePlace["values"] = [0, 0, 0, 0];
  const slopes: SpinePlace["slopes"] = [0, 0, 0, 0];
  const add = (index: number, value: number, slope: number) => {
    const place = index - firstKnot;
    values[place] = (values[place] ?? 0) + value;
    slopes[place] = (slopes[place] ?? 0) + slope / width;
  };
  add(knot, u * u * (1 + 2 * t), -6 * t * u);
  add(knot + 1, t * t * (3 - 2 * t), 6 * t * u);
  const near = width / (at(knot + 1) - at(before));
  add(knot + 1, near * t * u * u, near * u * (1 - 3 * t));
  add(before, -near * t * u * u, -near * u * (1 - 3 * t));
  const far = width / (at(after) - at(knot));
  add(after, -far * t * t * u, far * t * (3 * t - 2));
  add(knot, far * t * t * u, -far * t * (3 * t - 2));
  return { firstKnot, values, slopes };
}

function at(knot: number): number {
  return SPINE_KNOTS[knot] as number;
}
