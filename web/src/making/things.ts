/** What stands and grows in a habitat, as one who arranges it sees it: north is +y, up is +z [m]. */
import type { Habitat, Put } from "../wire/messages.ts";

export type ThingKind = Put["kind"];
export type Sort = "obstacle" | "weed";

export interface Thing {
  readonly sort: Sort;
  /** In the order of the habitat; null of one that is not there yet. */
  readonly index: number | null;
  readonly kind: ThingKind;
  readonly place: readonly [number, number];
  readonly radius: number;
  readonly height: number;
}

export interface Size {
  radius: number;
  height: number;
}

export const KINDS: readonly { kind: ThingKind; label: string; size: Size }[] = [
  { kind: "rock", label: "Rock", size: { radius: 0.4, height: 0.6 } },
  { kind: "coral", label: "Coral", size: { radius: 0.3, height: 0.4 } },
  { kind: "cylinder", label: "Pillar", size: { radius: 0.25, height: 1.6 } },
  { kind: "kelp", label: "Kelp", size: { radius: 0.2, height: 1.8 } },
  { kind: "ribbon", label: "Ribbon", size: { radius: 0.2, height: 0.9 } },
  { kind: "grass", label: "Grass", size: { radius: 0.2, height: 0.4 } },
];

/** How wide and how high things can be [m]. */
export const RADII = [0.05, 3] as const;
export const HEIGHTS = [0.05, 6] as const;
/** Things stay so far within the boundary [m]. */
const MARGIN = 0.05;
const PLANT_RADIUS = 0.2;

export function labelOf(kind: ThingKind): string {
  return KINDS.find((one) => one.kind === kind)?.label ?? kind;
}

export function sortOf(kind: ThingKind): Sort {
  return kind === "rock" || kind === "coral" || kind === "cylinder" ? "obstacle" : "weed";
}

/** Obstacles first, then weeds. */
export function thingsOf(habitat: Habitat): Thing[] {
  const obstacles = habitat.obstacles.map(
    ({ kind, x, y, radius, height }, index): Thing => ({
      sort: "obstacle",
      index,
      kind,
      place: [x, y],
      radius,
      height,
    }),
  );
  const weeds = habitat.weeds.map(
    ({ kind, root: [x, y], height }, index): Thing => ({
      sort: "weed",
      index,
      kind,
      place: [x, y],
      radius: PLANT_RADIUS,
      height,
    }),
  );
  return [...obstacles, ...weeds];
}

export function newThing(kind: ThingKind, place: readonly [number, number]): Thing {
  const size = KINDS.find((one) => one.kind === kind)?.size ?? { radius: 0.3, height: 0.5 };
  return { sort: sortOf(kind), index: null, kind, place, ...size };
}

/** The nearest place within the boundary. */
export function within(place: readonly [number, number], boundary: number): [number, number] {
  const [x, y] = place;
  const away = Math.hypot(x, y);
  const most = boundary - MARGIN;
  const share = away > most ? most / away : 1;
  return [x * share, y * share];
}

/** As large as wanted, within what can be. */
export function sized(thing: Thing, wanted: Partial<Size>): Thing {
  const clamp = (value: number, [low, high]: readonly [number, number]) =>
    Math.min(high, Math.max(low, value));
  return {
    ...thing,
    radius: clamp(wanted.radius ?? thing.radius, RADII),
    height: clamp(wanted.height ?? thing.height, HEIGHTS),
  };
}

export function wishOf({ index, kind, place, radius, height }: Thing): Put {
  const round = (metres: number) => Math.round(metres * 1e4) / 1e4;
  return {
    type: "put",
    index,
    kind,
    place: [round(place[0]), round(place[1])],
    radius: round(radius),
    height: round(height),
  };
}
