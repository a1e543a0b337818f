/** Changes of a document: each takes one and returns another; what a point takes along goes too. */
import type { PuppetDocument, Rod, Skin } from "../wire/puppetry.ts";
import {
  type Chosen,
  coordinatesOf,
  indexOfPoint,
  isFlat,
  type Kind,
  type Place,
  placeOf,
  placeOfPoint,
  restPlaces,
  verticesOf,
} from "./document.ts";
import { bendOf, clamp, distance, isInside, middle } from "./geometry.ts";

/** How far a new joint may bend from how it is at rest, to each side [rad]. */
const NEW_JOINT_BEND = Math.PI / 3;
/** Of joints in the plane: nearly a whole turn back [rad]. */
const MOST_BEND = 3.1;

/** The number of a point, or where one is to be. */
export interface RodEnd {
  point: number | null;
  place: Place;
}

type Table<K extends Kind> = PuppetDocument[K][number];

/** A name that nothing of this kind has yet. */
export function freshName(names: readonly string[], stem: string): string {
  for (let k = names.length + 1; ; k++) {
    const name = `${stem} ${k}`;
    if (!names.includes(name)) return name;
  }
}

export function addPoint(document: PuppetDocument, place: Place): PuppetDocument {
  const names = document.point.map(({ name }) => name);
  const at = coordinatesOf(place, isFlat(document));
  const point = { name: freshName(names, "point"), at, mass: 1, pinned: false };
  return { ...document, point: [...document.point, point], take: null };
}

/** Rods of a set length keep its share of the length at rest. */
export function movePoint(document: PuppetDocument, index: number, place: Place): PuppetDocument {
  const moved = document.point[index];
  if (!moved) return document;
  const at = coordinatesOf(place, isFlat(document));
  const next = replaced(document, "point", index, { at });
  const rod = document.rod.map((one) => {
    if (!one.length || !one.ends.includes(moved.name)) return one;
    const before = restLength(document, one);
    const share = before > 0 ? restLength(next, one) / before : 1;
    return { ...one, length: one.length.map((value) => tidy(value * share)) as [number, number] };
  });
  return { ...next, rod };
}

export function restLength(document: PuppetDocument, { ends: [a, b] }: Rod): number {
  return distance(placeOfPoint(document, a), placeOfPoint(document, b));
}

/** Nothing when there is such a rod already. */
export function addRod(document: PuppetDocument, from: number, to: number): PuppetDocument {
  const a = document.point[from]?.name;
  const b = document.point[to]?.name;
  if (a === undefined || b === undefined || a === b) return document;
  if (document.rod.some(({ ends }) => ends.includes(a) && ends.includes(b))) return document;
  return { ...document, rod: [...document.rod, { ends: [a, b], length: null }] };
}

/** A rod between two ends; where there is no point yet, one is set. */
export function layRod(document: PuppetDocument, from: RodEnd, to: RodEnd): PuppetDocument {
  let next = document;
  const [a, b] = [from, to].map(({ point, place }) => {
    if (point !== null) return point;
    next = addPoint(next, place);
    return next.point.length - 1;
  }) as [number, number];
  return addRod(next, a, b);
}

export function addJoint(
  document: PuppetDocument,
  points: readonly [number, number, number],
): PuppetDocument {
  const names = points.map((index) => document.point[index]?.name) as [string, string, string];
  if (new Set(names).size < 3 || names.includes(undefined as never)) return document;
  const [before, hinge, behind] = names.map((name) => placeOfPoint(document, name)) as [
    Place,
    Place,
    Place,
  ];
  const flat = isFlat(document);
  const bend = bendOf(before, hinge, behind, flat);
  const least = flat ? clamp(bend - NEW_JOINT_BEND, -MOST_BEND, MOST_BEND) : 0;
  const most = clamp(bend + NEW_JOINT_BEND, 0, flat ? MOST_BEND : Math.PI);
  const angle: [number, number] = [tidy(least), tidy(Math.max(most, least))];
  return { ...document, joint: [...document.joint, { points: names, angle }] };
}

export function addPart(
  document: PuppetDocument,
  part: Partial<Skin> & Pick<Skin, "color">,
): PuppetDocument {
  const names = document.part.map(({ name }) => name);
  const whole: Skin = {
    name: freshName(names, "part"),
    follows: [],
    outline: null,
    vertices: null,
    faces: null,
    blend: 0,
    ...part,
  };
  if (whole.follows.length === 0) whole.follows = likelyFollowed(document, verticesOf(whole));
  return { ...document, part: [...document.part, whole] };
}

/** Points that a part of these vertices is likely drawn around. */
export function likelyFollowed(document: PuppetDocument, vertices: readonly Place[]): string[] {
  const places = restPlaces(document);
  const named = (indices: number[]) => indices.map((k) => document.point[k]?.name ?? "");
  const all = places.map((_, k) => k);
  if (isFlat(document)) {
    const polygon = vertices.map(([x, , z]) => ({ x, y: z }));
    const within = all.filter((k) => {
      const [x, , z] = places[k] as Place;
      return isInside({ x, y: z }, polygon);
    });
    if (within.length > 0) return named(within);
  } else {
    const within = all.filter((k) =>
      [0, 1, 2].every((axis) => {
        const values = vertices.map((vertex) => vertex[axis] as number);
        const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
        const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
        const at = places[k]?.[axis] as number;
        return at >= low && at <= high;
      }),
    );
    if (within.length > 0) return named(within);
  }
  const centre = middle(vertices);
  const nearest = all.sort(
    (a, b) => distance(places[a] as Place, centre) - distance(places[b] as Place, centre),
  );
  return named(nearest.slice(0, 2));
}

/** A part follows a point, or does not any more. */
export function toggleFollowed(
  document: PuppetDocument,
  index: number,
  name: string,
): PuppetDocument {
  const part = document.part[index];
  if (!part) return document;
  const follows = part.follows.includes(name)
    ? part.follows.filter((one) => one !== name)
    : [...part.follows, name];
  return replaced(document, "part", index, { follows });
}

export function replaced<K extends Kind>(
  document: PuppetDocument,
  kind: K,
  index: number,
  change: Partial<Table<K>>,
): PuppetDocument {
  const tables = document[kind] as Table<K>[];
  const next = tables.map((table, k) => (k === index ? { ...table, ...change } : table));
  return { ...document, [kind]: next };
}

/** Another name for a point, wherever it is meant. */
export function renamePoint(document: PuppetDocument, index: number, name: string): PuppetDocument {
  const old = document.point[index]?.name;
  if (old === undefined || old === name) return document;
  const swap = (one: string) => (one === old ? name : one);
  const all = <T extends string[]>(list: T) => list.map(swap) as T;
  return {
    ...document,
    point: document.point.map((one) => ({ ...one, name: swap(one.name) })),
    rod: document.rod.map((one) => ({ ...one, ends: all(one.ends) })),
    joint: document.joint.map((one) => ({ ...one, points: all(one.points) })),
    cone: document.cone.map((one) => ({
      ...one,
      at: swap(one.at),
      bone: swap(one.bone),
      body: all(one.body),
    })),
    twist: document.twist.map((one) => ({
      ...one,
      at: swap(one.at),
      bone: swap(one.bone),
      side: swap(one.side),
      body: all(one.body),
    })),
    part: document.part.map((one) => ({ ...one, follows: all(one.follows) })),
    path: document.path.map((one) => ({ ...one, point: swap(one.point) })),
  };
}

/** Without it, and without all that cannot be without it. */
export function removed(document: PuppetDocument, { kind, index }: Chosen): PuppetDocument {
  const left = { ...document, [kind]: document[kind].filter((_, k) => k !== index) };
  if (kind !== "point") return left;
  const name = document.point[index]?.name;
  if (name === undefined) return document;
  const part = document.part.flatMap((one) => {
    const follows = one.follows.filter((followed) => followed !== name);
    return follows.length > 0 ? [{ ...one, follows }] : [];
  });
  return {
    ...left,
    rod: document.rod.filter(({ ends }) => !ends.includes(name)),
    joint: document.joint.filter(({ points }) => !points.includes(name)),
    cone: document.cone.filter(({ at, bone, body }) => ![at, bone, ...body].includes(name)),
    twist: document.twist.filter(
      ({ at, bone, side, body }) => ![at, bone, side, ...body].includes(name),
    ),
    part,
    path: document.path.filter(({ point }) => point !== name),
    take: null,
  };
}

/** A part and all its vertices, elsewhere. */
export function movePart(document: PuppetDocument, index: number, way: Place): PuppetDocument {
  return withVertices(document, index, ([x, y, z]) => [x + way[0], y + way[1], z + way[2]]);
}

/** A part so many times as large, about its middle. */
export function scalePart(document: PuppetDocument, index: number, factor: number): PuppetDocument {
  const part = document.part[index];
  const centre = middle(part ? verticesOf(part) : []);
  const scale = (place: Place) =>
    place.map((value, axis) => (centre[axis] ?? 0) + (value - (centre[axis] ?? 0)) * factor);
  return withVertices(document, index, (place) => scale(place) as Place);
}

function withVertices(
  document: PuppetDocument,
  index: number,
  moved: (place: Place) => Place,
): PuppetDocument {
  const part = document.part[index];
  if (!part) return document;
  const flat = isFlat(document);
  const move = (at: number[]) => coordinatesOf(moved(placeOf(at)), flat);
  const { outline, vertices } = part;
  return replaced(document, "part", index, {
    outline: outline?.map(move) ?? null,
    vertices: vertices?.map(move) ?? null,
  });
}

/** A point's way by a script, for ever; another that it had is replaced. */
export function setPath(document: PuppetDocument, index: number, keys: number[][]): PuppetDocument {
  const point = document.point[index]?.name;
  if (point === undefined || keys.length < 2) return document;
  const others = document.path.filter((one) => one.point !== point);
  return { ...document, path: [...others, { point, keys, loop: true }] };
}

/** The three points of a joint that two rods with one common end make; null if they have none. */
export function jointOf(
  document: PuppetDocument,
  first: number,
  second: number,
): [number, number, number] | null {
  const a = document.rod[first]?.ends;
  const b = document.rod[second]?.ends;
  const hinge = a?.find((name) => b?.includes(name));
  if (!a || !b || hinge === undefined || first === second) return null;
  const before = a.find((name) => name !== hinge) ?? "";
  const behind = b.find((name) => name !== hinge) ?? "";
  return [before, hinge, behind].map((name) => indexOfPoint(document, name)) as [
    number,
    number,
    number,
  ];
}

function tidy(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
