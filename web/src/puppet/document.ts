/** Small questions about a puppet's document; its keys are those of its TOML file. */
import type { Joint, Point, PuppetDocument, Skin, Stage } from "../wire/puppetry.ts";
import { bendOf } from "./geometry.ts";

/** Three numbers, z up [m]. */
export type Place = [number, number, number];

/** Tables that can be selected, each by its number. */
export const KINDS = ["point", "rod", "joint", "cone", "twist", "part", "path"] as const;
export type Kind = (typeof KINDS)[number];
export interface Chosen {
  kind: Kind;
  index: number;
}

/** What counts when a file says nothing. */
export const USUAL_STAGE: Stage = {
  gravity: [0, 0, -9.81],
  low: [-2, -1, 0],
  high: [2, 1, 3],
  bounce: 0.9,
  friction: 0.1,
  damping: 0.5,
  scheme: "mended",
  iterations: 7,
  steps: 1,
};

/** Of the parts of a puppet and of all their vertices. */
export const MOST_PARTS = 64;
export const MOST_VERTICES = 20_000;

export function isFlat({ puppet }: PuppetDocument): boolean {
  return puppet.dimensions === 2;
}

/** The place of two coordinates (x, z) or three. */
export function placeOf(at: readonly number[]): Place {
  return at.length === 2 ? [at[0] ?? 0, 0, at[1] ?? 0] : [at[0] ?? 0, at[1] ?? 0, at[2] ?? 0];
}

/** As a file has it: to a tenth of a millimetre. */
export function coordinatesOf(place: readonly number[], flat: boolean): number[] {
  const [x, y, z] = place.map((value) => Math.round(value * 1e4) / 1e4 + 0) as Place;
  return flat ? [x, z] : [x, y, z];
}

export function restPlaces({ point }: PuppetDocument): Place[] {
  return point.map(({ at }) => placeOf(at));
}

export function indexOfPoint({ point }: PuppetDocument, name: string): number {
  return point.findIndex((one) => one.name === name);
}

export function pointNamed({ point }: PuppetDocument, name: string): Point | undefined {
  return point.find((one) => one.name === name);
}

export function placeOfPoint(document: PuppetDocument, name: string): Place {
  return placeOf(pointNamed(document, name)?.at ?? [0, 0]);
}

/** Rest vertices of a part: of its outline or of its mesh. */
export function verticesOf({ outline, vertices }: Skin): Place[] {
  return (outline ?? vertices ?? []).map(placeOf);
}

/** The least and most bend of a joint [rad]; one that says nothing is stiff as it is at rest. */
export function anglesOf(document: PuppetDocument, { angle, points }: Joint): [number, number] {
  if (angle) return angle;
  const [before, hinge, behind] = points.map((name) => placeOfPoint(document, name));
  if (!before || !hinge || !behind) return [0, 0];
  const bend = bendOf(before, hinge, behind, isFlat(document));
  return [bend, bend];
}

export function emptyDocument(dimensions: 2 | 3): PuppetDocument {
  return {
    format: 1,
    puppet: { title: "A new puppet", description: "", dimensions },
    stage: USUAL_STAGE,
    point: [],
    rod: [],
    joint: [],
    cone: [],
    twist: [],
    part: [],
    path: [],
    take: null,
  };
}
